// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/core/manifest/commented_manifest.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using nlohmann::json;

// As the ACK console and documentation hand it out: Chinese comments behind values and between lines.
const std::string kAckExample = testing::kCommentedHead + R"(        resources:
          limits:
            # 单位为GiB，总共申请8 GiB显存，每张卡2 GiB。
            aliyun.com/gpu-mem: 8
)";

Manifest read(std::string_view text) {
  auto manifest = parseManifest(text, "job.yaml");
  if (!manifest) {
    ADD_FAILURE() << describe(manifest.error());
    return {};
  }
  return std::move(*manifest);
}

std::int64_t limitOf(const ManifestObject& object, const char* resource) {
  const Quantity* amount = find(object.pod->spec.containers.at(0).limits, resource);
  return amount != nullptr ? amount->value() : -1;
}

std::string podYaml(const std::string& specLines) {
  return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: i\n" +
         specLines;
}

TEST(Manifest, OpensTheCommentedAckExample) {
  const Manifest manifest = read(kAckExample);
  ASSERT_EQ(manifest.objects.size(), 1U);
  const ManifestObject& object = manifest.objects[0];
  EXPECT_EQ(object.apiVersion, "apps/v1");
  EXPECT_EQ(object.kind, "StatefulSet");
  EXPECT_EQ(object.key.name, "binpack-1");
  EXPECT_EQ(object.replicas, 3);
  EXPECT_EQ(object.line, 1);
  ASSERT_TRUE(object.pod);
  EXPECT_EQ(*find(object.pod->meta.labels, "aliyun.com/gpu-count"), "4");
  EXPECT_EQ(limitOf(object, "aliyun.com/gpu-mem"), 8);
}

TEST(Manifest, KeepsEveryFieldAndTypeInTheJson) {
  const json body = json::parse(read(kAckExample).objects[0].json);
  EXPECT_EQ(body["spec"]["template"]["metadata"]["labels"]["aliyun.com/gpu-count"], "4");
  EXPECT_EQ(body["spec"]["template"]["spec"]["containers"][0]["command"], json({"tail", "-f", "/dev/null"}));
  EXPECT_EQ(body["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["aliyun.com/gpu-mem"], 8);
  EXPECT_EQ(body["spec"]["podManagementPolicy"], "Parallel");
}

TEST(Manifest, ReadsFieldsThatThisProgramDoesNotKnow) {
  const auto object = read(podYaml("  futureField:\n    deep: [1, 2.5, null, {a: true}]\n")).objects.at(0);
  EXPECT_EQ(json::parse(object.json)["spec"]["futureField"], json::parse(R"({"deep":[1,2.5,null,{"a":true}]})"));
}

TEST(Manifest, SeveralDocumentsKeepTheirLinesAndEmptyOnesAreLeftOut) {
  const Manifest manifest =
      read("---\n# nothing\n---\n" + podYaml("") + "---\napiVersion: v1\nkind: Service\nmetadata: {name: s}\n---\n");
  ASSERT_EQ(manifest.objects.size(), 2U);
  EXPECT_EQ(manifest.objects[0].kind, "Pod");
  EXPECT_EQ(manifest.objects[0].line, 4);
  EXPECT_EQ(manifest.objects[1].kind, "Service");
  EXPECT_EQ(manifest.objects[1].pod, nullptr);
  EXPECT_EQ(manifest.objects[1].replicas, 0);
}

TEST(Manifest, ListsAreUnfoldedAndTypedListsGiveTheirElementsAType) {
  const Manifest plain = read(R"(apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: m}}
)");
  ASSERT_EQ(plain.objects.size(), 2U);
  EXPECT_EQ(plain.objects[1].kind, "ConfigMap");
  const Manifest typed =
      read("apiVersion: v1\nkind: PodList\nitems:\n- {metadata: {name: a}, spec: {containers: [{name: c}]}}\n");
  ASSERT_EQ(typed.objects.size(), 1U);
  EXPECT_EQ(typed.objects[0].kind, "Pod");
  EXPECT_EQ(json::parse(typed.objects[0].json)["apiVersion"], "v1");
}

TEST(Manifest, ReadsJsonWithTabsAndSurrogatePairs) {
  const Manifest manifest = read(
      "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"Pod\",\n\t\"metadata\": {\"name\": \"p\", \"annotations\": {\"a\": "
      "\"\\ud83d\\ude00 \\u4e2d\\/\"}},\n\t\"spec\": {\"containers\": [{\"name\": \"c\"}]}\n}\n");
  ASSERT_EQ(manifest.objects.size(), 1U);
  EXPECT_EQ(json::parse(manifest.objects[0].json)["metadata"]["annotations"]["a"], "\xF0\x9F\x98\x80 \xE4\xB8\xAD/");
}

TEST(Manifest, ByteOrderMarkAndWindowsLineEndsDoNotMatter) {
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : kAckExample) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read(windows).objects.at(0).json, read(kAckExample).objects.at(0).json);
}

TEST(Manifest, AnchorsAndMergeKeysAreExpanded) {
  const auto object = read(R"(apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - &base
    name: a
    resources: &ask {limits: {aliyun.com/gpu-mem: 4}}
  - <<: *base
    name: b
  - {name: c, resources: *ask}
)")
                          .objects.at(0);
  ASSERT_EQ(object.pod->spec.containers.size(), 3U);
  EXPECT_EQ(object.pod->spec.containers[1].name, "b");
  EXPECT_EQ(find(object.pod->spec.containers[1].limits, "aliyun.com/gpu-mem")->value(), 4);
  EXPECT_EQ(find(object.pod->spec.containers[2].limits, "aliyun.com/gpu-mem")->value(), 4);
  EXPECT_EQ(json::parse(object.json)["spec"]["containers"][1].count("<<"), 0U);
}

struct KindCase {
  const char* header;
  const char* spec;
  int replicas;
};

TEST(Manifest, EveryKindWithOnePodTemplateGivesItsPodAndNumber) {
  constexpr const char* kTemplate = "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}";
  constexpr const char* kOfJob =
      "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c}]}}";
  const std::vector<KindCase> cases = {
      {"apiVersion: apps/v1\nkind: Deployment", "spec: {replicas: 4, %s}", 4},
      {"apiVersion: apps/v1\nkind: Deployment", "spec: {%s}", 1},
      {"apiVersion: apps/v1\nkind: ReplicaSet", "spec: {replicas: 0, %s}", 0},
      {"apiVersion: apps/v1\nkind: StatefulSet", "spec: {replicas: 2, %s}", 2},
      {"apiVersion: v1\nkind: ReplicationController", "spec: {replicas: 2, %s}", 2},
      {"apiVersion: batch/v1\nkind: Job", "spec: {%j}", 1},
      {"apiVersion: batch/v1\nkind: Job", "spec: {parallelism: 8, completions: 3, %j}", 3},
      {"apiVersion: batch/v1\nkind: CronJob",
       "spec: {schedule: '* * * * *', jobTemplate: {spec: {parallelism: 5, %j}}}", 5},
  };
  for (const KindCase& kind : cases) {
    std::string spec = kind.spec;
    const std::size_t place = spec.find('%');
    spec.replace(place, 2, spec[place + 1] == 'j' ? kOfJob : kTemplate);
    const auto object =
        read(std::string(kind.header) + "\nmetadata: {name: work, namespace: team}\n" + spec + "\n").objects.at(0);
    ASSERT_TRUE(object.pod) << kind.header;
    EXPECT_EQ(object.replicas, kind.replicas) << kind.header << " " << kind.spec;
    EXPECT_EQ(*find(object.pod->meta.labels, "a"), "b");
    EXPECT_EQ(object.pod->meta.key.ns, "team");
  }
}

TEST(Manifest, EverythingThatPlacementLooksAtIsRead) {
  const auto object = read(podYaml(R"(    ports: [{containerPort: 80, hostPort: 8080}]
    resources: {requests: {cpu: 1500m, memory: 2Gi}, limits: {nvidia.com/gpu: "2"}}
  initContainers: [{name: init, resources: {limits: {aliyun.com/gpu-mem: 20}}}]
  overhead: {cpu: 250m}
  nodeSelector: {disk: ssd}
  nodeName: n1
  schedulerName: other
  priorityClassName: high
  priority: 7
  tolerations: [{key: k, operator: Exists, effect: NoSchedule}, {operator: Exists}]
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: zone, operator: In, values: [a, b]}]
          matchFields: [{key: metadata.name, operator: NotIn, values: [x]}]
      preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {}}]
    podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: t}]}
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: t}]
  volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
  schedulingGates: [{name: g}]
)"))
                          .objects.at(0);
  const RawPodSpec& spec = object.pod->spec;
  EXPECT_TRUE(spec.containers[0].hasHostPort);
  EXPECT_EQ(find(spec.containers[0].requests, "cpu")->milliValue(), 1500);
  EXPECT_EQ(find(spec.containers[0].requests, "memory")->value(), std::int64_t{2} << 30U);
  EXPECT_EQ(find(spec.initContainers.at(0).limits, "aliyun.com/gpu-mem")->value(), 20);
  EXPECT_EQ(find(spec.overhead, "cpu")->milliValue(), 250);
  EXPECT_EQ(*find(spec.nodeSelector, "disk"), "ssd");
  EXPECT_EQ(spec.nodeName + spec.schedulerName + spec.priorityClassName, "n1otherhigh");
  EXPECT_EQ(spec.priority, 7);
  ASSERT_EQ(spec.tolerations.size(), 2U);
  EXPECT_EQ(spec.tolerations[0], (Toleration{"k", "Exists", "", "NoSchedule"}));
  ASSERT_TRUE(spec.requiredNodeAffinity);
  ASSERT_EQ(spec.requiredNodeAffinity->size(), 1U);
  EXPECT_EQ(spec.requiredNodeAffinity->at(0).matchExpressions.at(0),
            (NodeSelectorRequirement{"zone", "In", {"a", "b"}}));
  EXPECT_EQ(spec.requiredNodeAffinity->at(0).matchFields.at(0).key, "metadata.name");
  EXPECT_TRUE(spec.hasPreferredNodeAffinity && spec.hasPodAffinity && spec.hasTopologySpread);
  EXPECT_TRUE(spec.hasBoundVolumes && spec.hasSchedulingGates);
  EXPECT_EQ(spec.claims, std::vector<std::string>{"c"});
  EXPECT_EQ(spec.schedulingGates, std::vector<std::string>{"g"});
}

TEST(Manifest, VolumeClaimTemplatesOfAStatefulSetCountAsVolumes) {
  const auto object = read(
                          "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s}\nspec:\n  template: {spec: "
                          "{containers: [{name: c}]}}\n"
                          "  volumeClaimTemplates: [{metadata: {name: data}}]\n")
                          .objects.at(0);
  EXPECT_TRUE(object.pod->spec.hasBoundVolumes);
}

TEST(Manifest, ADaemonSetBesideADeploymentKeepsItsBodyAndSaysThatItIsNotPlaced) {
  const Manifest manifest = read(
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: "
      "c}]}}}\n---\n" +
      podYaml(""));
  ASSERT_EQ(manifest.objects.size(), 2U);
  EXPECT_EQ(manifest.objects[0].pod, nullptr);
  ASSERT_EQ(manifest.objects[0].problems.size(), 1U);
  EXPECT_EQ(manifest.objects[0].problems[0].code, ErrorCode::Unsupported);
  EXPECT_EQ(json::parse(manifest.objects[0].json)["kind"], "DaemonSet");
}

TEST(Manifest, LoadsAFileAndNamesItInMessages) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("cardinal-manifest-test.yaml", kAckExample);
  const auto manifest = loadManifest(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->source, "cardinal-manifest-test.yaml");
  EXPECT_EQ(loadManifest(path).error().code, ErrorCode::FileMissing);
  EXPECT_EQ(loadManifest(folder.path().string()).error().code, ErrorCode::FileUnreadable);
}

TEST(Manifest, WhatNewerServersKnowIsRead) {
  const Manifest manifest = read(R"(apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  runtimeClassName: kata
  preemptionPolicy: Never
  dnsPolicy: Default
  fieldOfTomorrow: {a: 1}
  resources:
    requests: {cpu: 2}
    limits: {memory: 1Gi}
  resourceClaims:
  - {name: gpu, resourceClaimTemplateName: one-gpu}
  affinity:
    podAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: zone, labelSelector: {}, matchLabelKeys: [app], mismatchLabelKeys: [tenant]}
  initContainers:
  - {name: mesh, image: i, restartPolicy: Always}
  - {name: once, image: i}
  containers:
  - {name: c, image: i}
)");
  ASSERT_EQ(manifest.objects.size(), 1U);
  const RawPodSpec& spec = manifest.objects[0].pod->spec;
  EXPECT_TRUE(spec.initContainers[0].isSidecar);
  EXPECT_FALSE(spec.initContainers[1].isSidecar);
  EXPECT_EQ(find(spec.podRequests, "cpu")->value(), 2);
  EXPECT_EQ(find(spec.podLimits, "memory")->value(), 1 << 30);
  EXPECT_EQ(spec.deviceClaims, (SharedList<PodDeviceClaim>{{"gpu", "", "one-gpu"}}));
  EXPECT_EQ(spec.runtimeClass, "kata");
  EXPECT_TRUE(spec.neverPreempts);
  EXPECT_EQ(spec.unreadFields, (SharedList<std::string>{"fieldOfTomorrow"}));
  EXPECT_EQ(spec.podAffinity[0].matchLabelKeys, std::vector<std::string>{"app"});
  EXPECT_EQ(spec.podAffinity[0].mismatchLabelKeys, std::vector<std::string>{"tenant"});
}

}  // namespace
}  // namespace cardinal
