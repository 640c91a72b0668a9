// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_workloads.h"

#include <algorithm>

#include "core/sim/api/keys.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/population/demo_pools.h"

namespace cardinal::sim {
namespace {

constexpr int kHigh = 100'000;
constexpr int kNormal = 10'000;
constexpr int kBatch = 100;

std::string imageOf(const char* name) {
  return std::string("registry-vpc.cn-hangzhou.aliyuncs.com/ml/") + name;
}

}  // namespace

const std::vector<DemoProfile>& demoProfiles() {
  static const std::vector<DemoProfile> profiles = {
      // Whole cards.
      {"llm-h20", "team-nlp", "qwen-pretrain", "StatefulSet", "megatron:24.05", 0, 0, 8, 2, 96000, 819200, "high",
       kHigh},
      {"llm-h20", "search", "chat-vllm", "ReplicaSet", "vllm:0.5.3", 0, 0, 4, 2, 32000, 262144, "high", kHigh},
      {"llm-h20", "team-nlp", "reward-model", "StatefulSet", "deepspeed:0.14", 0, 0, 2, 3, 16000, 131072, "normal",
       kNormal},
      {"llm-h20", "team-nlp", "llm-eval", "Job", "lm-eval:0.4", 0, 0, 1, 4, 8000, 65536, "batch", kBatch},
      {"train-a100", "team-cv", "sam-train", "StatefulSet", "pytorch:2.3", 0, 0, 8, 2, 96000, 655360, "high", kHigh},
      {"train-a100", "ads-rank", "dlrm-train", "StatefulSet", "hugectr:24.04", 0, 0, 4, 3, 48000, 327680, "normal",
       kNormal},
      {"train-a100", "team-nlp", "lora-tune", "Job", "peft:0.11", 0, 0, 2, 3, 16000, 131072, "batch", kBatch},
      {"train-a100", "team-cv", "diffusion-tune", "Job", "diffusers:0.29", 0, 0, 1, 4, 8000, 65536, "batch", kBatch},
      // Memory and core.
      {"infer-a10", "search", "triton-ranker", "ReplicaSet", "triton:24.05", 8, 30, 1, 6, 4000, 12288, "high", kHigh},
      {"infer-a10", "search", "bge-embed", "StatefulSet", "tei:1.4", 6, 20, 1, 6, 3000, 8192, "high", kHigh},
      {"infer-a10", "speech", "asr-stream", "ReplicaSet", "paraformer:1.2", 4, 25, 1, 8, 4000, 8192, "high", kHigh},
      {"infer-a10", "ads-rank", "ctr-serving", "ReplicaSet", "tf-serving:2.16", 10, 45, 1, 4, 6000, 16384, "high",
       kHigh},
      {"infer-a10", "team-cv", "ocr-server", "ReplicaSet", "paddleocr:2.8", 4, 15, 1, 6, 2000, 6144, "normal", kNormal},
      {"infer-a10", "speech", "tts-fast", "ReplicaSet", "cosyvoice:0.9", 5, 20, 1, 4, 2000, 6144, "normal", kNormal},
      {"infer-a10", "search", "query-intent", "ReplicaSet", "triton:24.05", 3, 10, 1, 6, 1000, 4096, "normal", kNormal},
      // Memory, cards filled evenly.
      {"shared-v100", "team-cv", "face-feature", "ReplicaSet", "triton:24.05", 5, 0, 1, 6, 2000, 8192, "high", kHigh},
      {"shared-v100", "team-cv", "video-tagging", "ReplicaSet", "triton:24.05", 8, 0, 1, 4, 4000, 16384, "normal",
       kNormal},
      {"shared-v100", "ads-rank", "creative-score", "ReplicaSet", "tf-serving:2.16", 4, 0, 1, 8, 2000, 8192, "normal",
       kNormal},
      {"shared-v100", "search", "doc-quality", "ReplicaSet", "triton:24.05", 3, 0, 1, 8, 1500, 6144, "normal", kNormal},
      {"shared-v100", "team-nlp", "summary-batch", "Job", "transformers:4.42", 6, 0, 1, 5, 2000, 12288, "batch",
       kBatch},
      // Memory, cards filled one after the other.
      {"batch-v100", "team-nlp", "notebook", "StatefulSet", "jupyter:4.2", 4, 0, 1, 8, 2000, 8192, "normal", kNormal},
      {"batch-v100", "team-cv", "label-assist", "Job", "pytorch:2.3", 6, 0, 1, 5, 2000, 8192, "batch", kBatch},
      {"batch-v100", "ads-rank", "feature-backfill", "Job", "rapids:24.04", 5, 0, 1, 6, 3000, 12288, "batch", kBatch},
      {"batch-v100", "speech", "wer-eval", "Job", "paraformer:1.2", 3, 0, 1, 6, 1500, 6144, "batch", kBatch},
      {"batch-v100", "team-nlp", "tokenizer-gpu", "Job", "rapids:24.04", 2, 0, 1, 6, 1500, 6144, "batch", kBatch},
      // Memory, nothing isolated.
      {"edge-t4", "edge", "camera-detect", "ReplicaSet", "yolo:8.2", 4, 0, 1, 8, 2000, 6144, "high", kHigh},
      {"edge-t4", "edge", "plate-ocr", "ReplicaSet", "paddleocr:2.8", 3, 0, 1, 6, 1500, 4096, "normal", kNormal},
      {"edge-t4", "edge", "stream-decode", "StatefulSet", "ffmpeg-nv:6.1", 6, 0, 1, 4, 3000, 8192, "normal", kNormal},
      // Open-source gpushare.
      {"speech-p100", "speech", "kaldi-decode", "StatefulSet", "kaldi:5.5", 4, 0, 1, 6, 2000, 8192, "normal", kNormal},
      {"speech-p100", "speech", "vad-split", "ReplicaSet", "silero:5", 3, 0, 1, 6, 1000, 4096, "normal", kNormal},
  };
  return profiles;
}

std::vector<const DemoProfile*> profilesOf(std::string_view pool) {
  std::vector<const DemoProfile*> found;
  for (const DemoProfile& profile : demoProfiles()) {
    if (pool == profile.pool) found.push_back(&profile);
  }
  return found;
}

const std::vector<std::string>& demoNamespaces() {
  static const std::vector<std::string> namespaces = {"ads-rank",    "default",     "edge",   "kube-node-lease",
                                                      "kube-public", "kube-system", "search", "speech",
                                                      "team-cv",     "team-nlp",    "test",   "trial"};
  return namespaces;
}

bool isFinite(const DemoProfile& profile) {
  return std::string_view(profile.owner) == "Job";
}

void addRequest(Container& container, const char* resource, std::int64_t amount) {
  set(container.limits, resource, amount);
  set(container.requests, resource, amount);
}

std::string DemoWorkloads::nextResourceVersion() {
  return std::to_string(++m_version);
}

DemoWorkloads::Instance& DemoWorkloads::instanceFor(const DemoProfile& profile) {
  Instance& open = m_open[&profile];
  if (!open.name.empty() && open.made < profile.replicas) return open;
  const int number = ++m_count[&profile];
  const std::string_view owner = profile.owner;
  open = Instance{};
  open.uid = m_random.uid();
  open.app = profile.name;
  if (owner == "Job") {
    open.app += "-" + std::to_string(m_random.between(1000, 9999));
  } else if (number > 1) {
    open.app += "-v" + std::to_string(number);
  }
  open.name = owner == "ReplicaSet" ? open.app + "-" + m_random.nameSuffix(10) : open.app;
  return open;
}

RawPod DemoWorkloads::makePod(const DemoProfile& profile, UnixSeconds created) {
  Instance& owner = instanceFor(profile);
  const bool ordinal = std::string_view(profile.owner) == "StatefulSet";
  const std::string suffix = ordinal ? std::to_string(owner.made) : m_random.nameSuffix(5);
  ++owner.made;
  RawPod pod = makeSingle(profile.ns, owner.name + "-" + suffix, created);
  pod.meta.labels.front().second = owner.app;
  pod.meta.owners = {{profile.owner, owner.name, owner.uid, true}};
  labelTemplateHash(pod);
  pod.spec.priorityClassName = profile.priorityClass;
  pod.spec.priority = profile.priority;
  pod.spec.neverPreempts = true;
  set(pod.spec.nodeSelector, kPool, profile.pool);

  Container& container = pod.spec.containers.front();
  container.name = profile.name;
  container.image = imageOf(profile.image);
  setMilli(container.requests, "cpu", profile.cpuMilli);
  set(container.requests, "memory", static_cast<std::int64_t>(profile.memoryMib) << 20U);
  const std::string_view mode = findPool(profile.pool)->mode;
  if (mode == "default" || mode == "topology") {
    addRequest(container, mode == "default" ? kNvidiaGpu : kAliyunGpu, profile.cards);
    return pod;
  }
  addRequest(container, kGpuMem, profile.memory);
  if (profile.core > 0) addRequest(container, kGpuCore, profile.core);
  if (profile.cards > 1) set(pod.meta.labels, kGpuCount, std::to_string(profile.cards));
  if (mode.empty()) pod.spec.tolerations.push_back({kSpeechTaint, "Equal", kSpeechTaintValue, "NoSchedule"});
  return pod;
}

RawPod DemoWorkloads::makeSingle(const std::string& ns, const std::string& name, UnixSeconds created) {
  RawPod pod;
  pod.meta.key = {ns, name};
  pod.meta.uid = m_random.uid();
  pod.meta.resourceVersion = nextResourceVersion();
  pod.meta.created = created;
  set(pod.meta.labels, "app", name);
  pod.spec.schedulerName = "default-scheduler";
  pod.spec.containers.push_back({"main", imageOf("base:1"), {}, {}, false});
  pod.phase = PodPhase::Pending;
  pod.phaseText = "Pending";
  return pod;
}

}  // namespace cardinal::sim
