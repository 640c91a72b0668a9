// SPDX-License-Identifier: Apache-2.0
// JSON and protobuf of the same node and pod lists into the model, beside a nlohmann DOM. Bytes per second are those of
// the JSON text, so that the figures of both formats compare objects.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "core/kube/decode/decoder.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

/// Fixed sequence, so that every run decodes the same bytes.
class Sequence {
 public:
  unsigned next(unsigned below) {
    m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<unsigned>((m_state >> 33U) % below);
  }
  std::string hex(int digits) {
    std::string out;
    for (int i = 0; i < digits; ++i) out += "0123456789abcdef"[next(16)];
    return out;
  }

 private:
  unsigned long long m_state = 20260101;
};

std::string managedEntry(const std::string& manager, const std::string& fields) {
  return R"({"manager":")" + manager +
         R"(","operation":"Update","apiVersion":"v1","time":"2026-05-06T07:08:09Z","fieldsType":"FieldsV1","fieldsV1":)" +
         fields + "}";
}

std::string podManagedFields(int containers) {
  std::string perContainer;
  for (int i = 0; i < containers; ++i) {
    if (i > 0) perContainer += ',';
    perContainer +=
        R"("k:{\"name\":\"worker-)" + std::to_string(i) +
        R"(\"}":{".":{},"f:command":{},"f:env":{".":{},"k:{\"name\":\"NVIDIA_VISIBLE_DEVICES\"}":{".":{},"f:name":{},"f:value":{}},"k:{\"name\":\"POD_IP\"}":{".":{},"f:name":{},"f:valueFrom":{".":{},"f:fieldRef":{}}}},"f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:resources":{".":{},"f:limits":{".":{},"f:aliyun.com/gpu-mem":{},"f:cpu":{},"f:memory":{}},"f:requests":{".":{},"f:aliyun.com/gpu-mem":{},"f:cpu":{},"f:memory":{}}},"f:terminationMessagePath":{},"f:terminationMessagePolicy":{},"f:volumeMounts":{".":{},"k:{\"mountPath\":\"/data\"}":{".":{},"f:mountPath":{},"f:name":{}}}})";
  }
  return "[" +
         managedEntry(
             "kube-controller-manager",
             R"({"f:metadata":{"f:generateName":{},"f:labels":{".":{},"f:app":{},"f:pod-template-hash":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"b769afa6-b96e-4048-8881-8d45a70983d2\"}":{".":{},"f:apiVersion":{},"f:blockOwnerDeletion":{},"f:controller":{},"f:kind":{},"f:name":{},"f:uid":{}}}},"f:spec":{"f:containers":{)" +
                 perContainer +
                 R"(},"f:dnsPolicy":{},"f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{},"f:terminationGracePeriodSeconds":{},"f:volumes":{".":{},"k:{\"name\":\"data\"}":{".":{},"f:emptyDir":{},"f:name":{}}}}})") +
         "," +
         managedEntry(
             "kubelet",
             R"({"f:status":{"f:conditions":{"k:{\"type\":\"ContainersReady\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Initialized\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Ready\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\"10.244.0.32\"}":{".":{},"f:ip":{}}},"f:startTime":{}}})") +
         "]";
}

std::string container(int index) {
  return R"({"name":"worker-)" + std::to_string(index) +
         R"(","image":"images.example.com/ai-platform/inference/llm-server@sha256:5d1c4b0a6d1e9c0a5f0f9e4f2a9d7c7d3c6d2b8f0b1f2a3c4d5e6f7a8b9c0d1e","command":["/usr/bin/python3","-m","server","--listen","0.0.0.0:8000","--model","/data/model"],"env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":"all"},{"name":"NCCL_DEBUG","value":"INFO"},{"name":"POD_IP","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"status.podIP"}}},{"name":"HF_HOME","value":"/data/hf"}],"resources":{"limits":{"aliyun.com/gpu-mem":"8","cpu":"4","memory":"16Gi"},"requests":{"aliyun.com/gpu-mem":"8","cpu":"2","memory":"8Gi"}},"volumeMounts":[{"name":"data","mountPath":"/data"},{"name":"kube-api-access-x7k2p","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],"livenessProbe":{"httpGet":{"path":"/healthz","port":8000,"scheme":"HTTP"},"initialDelaySeconds":30,"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"})";
}

std::string containerStatus(int index, Sequence& random) {
  return R"({"name":"worker-)" + std::to_string(index) +
         R"(","state":{"running":{"startedAt":"2026-05-06T07:08:10Z"}},"lastState":{},"ready":true,"restartCount":)" +
         std::to_string(random.next(3)) +
         R"(,"image":"images.example.com/ai-platform/inference/llm-server","imageID":"docker-pullable://images.example.com/x@sha256:)" +
         random.hex(64) + R"(","containerID":"containerd://)" + random.hex(64) + R"(","started":true})";
}

std::string pod(int index, Sequence& random) {
  const int containers = 1 + static_cast<int>(random.next(3));
  std::string specs, statuses;
  for (int i = 0; i < containers; ++i) {
    specs += (i > 0 ? "," : "") + container(i);
    statuses += (i > 0 ? "," : "") + containerStatus(i, random);
  }
  const std::string name = "inference-" + std::to_string(index % 400) + "-" + random.hex(9) + "-" + random.hex(5);
  return R"({"metadata":{"name":")" + name + R"(","generateName":"inference-","namespace":"team-)" +
         std::to_string(random.next(40)) + R"(","uid":")" + random.hex(8) + "-" + random.hex(4) + "-" + random.hex(4) +
         "-" + random.hex(4) + "-" + random.hex(12) + R"(","resourceVersion":")" + std::to_string(1000000 + index) +
         R"(","creationTimestamp":"2026-05-06T07:08:09Z","labels":{"app":"inference","pod-template-hash":"695cd75b9b","team":"vision"},"annotations":{"ALIYUN_COM_GPU_MEM_ASSIGNED":"true","ALIYUN_COM_GPU_MEM_ASSUME_TIME":"1795216826824815393","ALIYUN_COM_GPU_MEM_DEV":"32","ALIYUN_COM_GPU_MEM_IDX":"3","ALIYUN_COM_GPU_MEM_POD":"8"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"inference-695cd75b9b","uid":"b769afa6-b96e-4048-8881-8d45a70983d2","controller":true,"blockOwnerDeletion":true}],"managedFields":)" +
         podManagedFields(containers) +
         R"(},"spec":{"volumes":[{"name":"data","emptyDir":{}},{"name":"kube-api-access-x7k2p","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},{"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},{"downwardAPI":{"items":[{"path":"namespace","fieldRef":{"apiVersion":"v1","fieldPath":"metadata.namespace"}}]}}],"defaultMode":420}}],"containers":[)" +
         specs +
         R"(],"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"default","serviceAccount":"default","nodeName":"gpu-node-)" +
         std::to_string(random.next(1000)) +
         R"(","securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"},"status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-05-06T07:08:09Z"},{"type":"Ready","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-05-06T07:08:12Z"},{"type":"ContainersReady","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-05-06T07:08:12Z"},{"type":"PodScheduled","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-05-06T07:08:09Z"}],"hostIP":"10.0.0.7","podIP":"10.244.0.32","podIPs":[{"ip":"10.244.0.32"}],"startTime":"2026-05-06T07:08:09Z","containerStatuses":[)" +
         statuses + R"(],"qosClass":"Burstable"}})";
}

std::string nodeImages(Sequence& random) {
  std::string out = "[";
  for (int i = 0; i < 50; ++i) {
    out += (i > 0 ? "," : "");
    out += R"({"names":["images.example.com/ai/image-)" + std::to_string(i) + "@sha256:" + random.hex(64) +
           R"(","images.example.com/ai/image-)" + std::to_string(i) + R"(:v1.)" + std::to_string(i) +
           R"("],"sizeBytes":)" + std::to_string(100000000 + random.next(1000000000)) + "}";
  }
  return out + "]";
}

std::string nodeConditions() {
  std::string out = "[";
  for (const char* type : {"MemoryPressure", "DiskPressure", "PIDPressure", "Ready"}) {
    out += (out.size() > 1 ? "," : "");
    out +=
        R"({"type":")" + std::string(type) +
        R"(","status":"True","lastHeartbeatTime":"2026-05-06T07:08:09Z","lastTransitionTime":"2026-05-01T07:08:09Z","reason":"KubeletReady","message":"kubelet is posting ready status. AppArmor enabled"})";
  }
  return out + "]";
}

std::string node(int index, Sequence& random) {
  const std::string name = "gpu-node-" + std::to_string(index);
  const std::string amounts =
      R"({"aliyun.com/gpu-count":"8","aliyun.com/gpu-mem":"256","cpu":"96","ephemeral-storage":"123722704Ki","hugepages-1Gi":"0","hugepages-2Mi":"0","memory":"789276844Ki","pods":"110"})";
  return R"({"metadata":{"name":")" + name + R"(","uid":")" + random.hex(32) + R"(","resourceVersion":")" +
         std::to_string(2000000 + index) +
         R"(","creationTimestamp":"2026-01-02T03:04:05Z","labels":{"beta.kubernetes.io/arch":"amd64","beta.kubernetes.io/instance-type":"ecs.gn6v-c8g1.16xlarge","beta.kubernetes.io/os":"linux","failure-domain.beta.kubernetes.io/region":"cn-hangzhou","failure-domain.beta.kubernetes.io/zone":"cn-hangzhou-b","kubernetes.io/arch":"amd64","kubernetes.io/hostname":")" +
         name +
         R"(","kubernetes.io/os":"linux","aliyun.accelerator/nvidia_name":"Tesla-V100-SXM2-32GB","ack.node.gpu.schedule":"cgpu","ack.node.gpu.placement":"binpack"},"annotations":{"node.alpha.kubernetes.io/ttl":"0","volumes.kubernetes.io/controller-managed-attach-detach":"true"},"managedFields":[)" +
         managedEntry(
             "kubelet",
             R"({"f:metadata":{"f:annotations":{".":{},"f:volumes.kubernetes.io/controller-managed-attach-detach":{}},"f:labels":{".":{},"f:beta.kubernetes.io/arch":{},"f:beta.kubernetes.io/os":{},"f:kubernetes.io/arch":{},"f:kubernetes.io/hostname":{},"f:kubernetes.io/os":{}}},"f:status":{"f:addresses":{".":{},"k:{\"type\":\"Hostname\"}":{".":{},"f:address":{},"f:type":{}},"k:{\"type\":\"InternalIP\"}":{".":{},"f:address":{},"f:type":{}}},"f:allocatable":{".":{},"f:aliyun.com/gpu-count":{},"f:aliyun.com/gpu-mem":{},"f:cpu":{},"f:memory":{},"f:pods":{}},"f:capacity":{".":{},"f:aliyun.com/gpu-count":{},"f:aliyun.com/gpu-mem":{},"f:cpu":{},"f:memory":{},"f:pods":{}},"f:images":{},"f:nodeInfo":{"f:architecture":{},"f:bootID":{},"f:kernelVersion":{},"f:kubeletVersion":{}}}})") +
         R"(]},"spec":{"podCIDR":"10.244.1.0/24","providerID":"cn-hangzhou.i-bp1","taints":[{"key":"dedicated","value":"gpu","effect":"NoSchedule"}]},"status":{"capacity":)" +
         amounts + R"(,"allocatable":)" + amounts + R"(,"conditions":)" + nodeConditions() +
         R"(,"addresses":[{"type":"InternalIP","address":"10.0.0.7"},{"type":"Hostname","address":")" + name +
         R"("}],"daemonEndpoints":{"kubeletEndpoint":{"Port":10250}},"nodeInfo":{"machineID":"20190711105006","systemUUID":"x","bootID":"y","kernelVersion":"4.19.91","osImage":"Alibaba Cloud Linux","containerRuntimeVersion":"containerd://1.6","kubeletVersion":"v1.20.2","kubeProxyVersion":"v1.20.2","operatingSystem":"linux","architecture":"amd64"},"images":)" +
         nodeImages(random) + "}}";
}

template <typename Make>
std::string listOf(const char* kind, int count, Make make) {
  Sequence random;
  std::string out =
      R"({"kind":")" + std::string(kind) + R"(","apiVersion":"v1","metadata":{"resourceVersion":"56264"},"items":[)";
  for (int i = 0; i < count; ++i) out += (i > 0 ? "," : "") + make(i, random);
  return out + "]}\n";
}

const std::string& podList() {
  static const std::string kText = listOf("PodList", 4000, pod);
  return kText;
}

const std::string& nodeList() {
  static const std::string kText = listOf("NodeList", 1500, node);
  return kText;
}

/// The same objects as the API server writes them in protobuf.
const std::string& protobufPods() {
  static const std::string kBody = test::protobufObject(nlohmann::json::parse(podList()));
  return kBody;
}

const std::string& protobufNodes() {
  static const std::string kBody = test::protobufObject(nlohmann::json::parse(nodeList()));
  return kBody;
}

void report(benchmark::State& state, const std::string& text, std::size_t objects) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
  state.counters["objects"] = static_cast<double>(objects);
  state.counters["bytesPerObject"] = static_cast<double>(text.size()) / static_cast<double>(objects);
}

/// `wire`: the objects of `text` in `format`. Neither the copy of the body nor the end of the objects is decoding.
template <typename Object>
void decodeList(benchmark::State& state, const std::string& text, const std::string& wire, WireFormat format) {
  Decoder decoder;
  std::size_t objects = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string body;
    body.reserve(wire.size() + kDecodePadding);  // as the transport hands it over
    body.assign(wire);
    {
      state.ResumeTiming();
      auto page = decoder.list<Object>(std::move(body), format);
      state.PauseTiming();
      if (!page) return state.SkipWithError(describe(page.error()).c_str());
      objects = page->items.size();
      benchmark::DoNotOptimize(page);
    }
    state.ResumeTiming();
  }
  report(state, text, objects);
  state.counters["wireBytesPerObject"] = static_cast<double>(wire.size()) / static_cast<double>(objects);
}

void parseDom(benchmark::State& state, const std::string& text) {
  std::size_t objects = 0;
  for (auto _ : state) {
    auto dom = nlohmann::json::parse(text);
    objects = dom["items"].size();
    benchmark::DoNotOptimize(dom);
  }
  report(state, text, objects);
}

void BM_DecodePods(benchmark::State& state) {
  decodeList<RawPod>(state, podList(), podList(), WireFormat::Json);
}
void BM_DecodeNodes(benchmark::State& state) {
  decodeList<RawNode>(state, nodeList(), nodeList(), WireFormat::Json);
}
void BM_DecodeProtobufPods(benchmark::State& state) {
  decodeList<RawPod>(state, podList(), protobufPods(), WireFormat::Protobuf);
}
void BM_DecodeProtobufNodes(benchmark::State& state) {
  decodeList<RawNode>(state, nodeList(), protobufNodes(), WireFormat::Protobuf);
}
void BM_NlohmannDomPods(benchmark::State& state) {
  parseDom(state, podList());
}
void BM_NlohmannDomNodes(benchmark::State& state) {
  parseDom(state, nodeList());
}

std::string podObject() {
  Sequence random;
  std::string object = pod(1, random);
  object.insert(1, R"("kind":"Pod","apiVersion":"v1",)");
  return object;
}

void decodeEvent(benchmark::State& state, const std::string& text, const std::string& wire, WireFormat format) {
  Decoder decoder;
  for (auto _ : state) {
    auto event = decoder.event<RawPod>(wire, format);
    if (!event) return state.SkipWithError(describe(event.error()).c_str());
    benchmark::DoNotOptimize(event);
  }
  report(state, text, 1);
}

std::string podEvent() {
  return R"({"type":"MODIFIED","object":)" + podObject() + "}";
}
void BM_DecodePodEvent(benchmark::State& state) {
  decodeEvent(state, podEvent(), podEvent(), WireFormat::Json);
}
void BM_DecodeProtobufPodEvent(benchmark::State& state) {
  const std::string wire = test::protobufEvent("MODIFIED", nlohmann::json::parse(podObject()));
  decodeEvent(state, podEvent(), wire, WireFormat::Protobuf);
}

BENCHMARK(BM_DecodePods)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeNodes)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeProtobufPods)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeProtobufNodes)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_NlohmannDomPods)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_NlohmannDomNodes)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodePodEvent)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DecodeProtobufPodEvent)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace cardinal
