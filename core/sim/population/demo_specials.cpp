// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "core/sim/api/keys.h"
#include "core/sim/population/demo_population.h"

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kMinute = 60;
constexpr UnixSeconds kHour = 60 * kMinute;
constexpr UnixSeconds kDay = 24 * kHour;

const DemoProfile& profile(std::string_view name) {
  const auto& all = demoProfiles();
  const auto at = std::find_if(all.begin(), all.end(), [&](const DemoProfile& p) { return name == p.name; });
  return at == all.end() ? all.front() : *at;
}

class Specials {
 public:
  Specials(DemoPopulation& population, std::vector<DemoFill>& fills, Random& random, DemoWorkloads& workloads,
           UnixSeconds now)
      : m_population(population), m_fills(fills), m_random(random), m_workloads(workloads), m_now(now) {}

  /// 8 + 6 + 4 of 16: two schedulers once wrote to one card.
  void overAllocatedCard() {
    DemoFill& fill = at("shared-v100", 3);
    for (const char* name : {"video-tagging", "summary-batch", "creative-score"}) {
      add(profile(name), fill, 6, 5 * kDay);
    }
    fill.memory[6] = 0;
  }

  /// The kubelet cannot unmount a volume; the pod stays "Terminating" and inspect still counts it.
  void stuckInTermination() {
    RawPod& pod = add(profile("notebook"), at("batch-v100", 1), 2, 12 * kDay);
    pod.meta.deletionTimestamp = m_now - 42 * kMinute;
  }

  /// Its node lost contact, so nobody can finish the eviction.
  void evictedFromLostNode() {
    RawPod& pod = addWhole(profile("llm-eval"), at("llm-h20", 5), 3 * kHour);
    pod.meta.deletionTimestamp = m_now - 20 * kMinute;
    pod.reason = "NodeLost";
  }

  /// A restored backup brought an annotation for a machine with more cards.
  void cardThatDoesNotExist() {
    DemoFill& fill = at("edge-t4", 3);
    RawPod& pod = add(profile("camera-detect"), fill, 0, 9 * kDay);
    fill.memory[0] += profile("camera-detect").memory;
    annotateAck(pod, {{{5, profile("camera-detect").memory, 0}}}, (pod.meta.created + 1) * 1'000'000'000, true);
  }

  /// nodeName was set by hand, so no scheduler chose a card.
  void boundByHand() {
    DemoFill& fill = at("edge-t4", 5);
    RawPod pod = m_workloads.makePod(profile("plate-ocr"), m_now - 2 * kDay);
    pod.spec.nodeName = fill.node->shape.name;
    pod.phase = PodPhase::Pending;
    pod.reason = "ContainerCreating";
    m_population.pods.push_back(std::move(pod));
  }

  void crashLoop() {
    RawPod& pod = add(profile("tts-fast"), at("infer-a10", 2), 1, 7 * kHour);
    pod.reason = "CrashLoopBackOff";
    pod.restarts = 37;
  }

  void finishedAndFailed() {
    RawPod& done = add(profile("wer-eval"), at("batch-v100", 2), 0, 5 * kHour);
    done.phase = PodPhase::Succeeded;
    done.phaseText = "Succeeded";
    done.reason = "Completed";
    giveBack(done, at("batch-v100", 2), 0);
    RawPod& failed = add(profile("feature-backfill"), at("batch-v100", 3), 1, 4 * kHour);
    failed.phase = PodPhase::Failed;
    failed.phaseText = "Failed";
    failed.reason = "OOMKilled";
    giveBack(failed, at("batch-v100", 3), 1);
  }

  /// One pod over four cards: label gpu-count, equal pieces.
  void multiCard() {
    spreadOver("shared-v100", 1, "face-cluster", 16, {0, 1, 2, 3});
    spreadOver("batch-v100", 0, "rerank-bench", 8, {4, 5, 6, 7});
  }

 private:
  DemoFill& at(std::string_view pool, int number) {
    return *std::find_if(m_fills.begin(), m_fills.end(),
                         [&](const DemoFill& f) { return pool == f.node->pool->name && f.node->number == number; });
  }

  RawPod& add(const DemoProfile& what, DemoFill& fill, int card, UnixSeconds age) {
    RawPod pod = m_workloads.makePod(what, m_now - age);
    placeShares(pod, fill, {{card, what.memory, what.core}});
    m_population.pods.push_back(std::move(pod));
    return m_population.pods.back();
  }

  RawPod& addWhole(const DemoProfile& what, DemoFill& fill, UnixSeconds age) {
    RawPod pod = m_workloads.makePod(what, m_now - age);
    placeShares(pod, fill, {{0, 1, 0}});
    m_population.pods.push_back(std::move(pod));
    return m_population.pods.back();
  }

  static void giveBack(const RawPod& pod, DemoFill& fill, std::size_t card) {
    fill.memory[card] += find(pod.spec.containers.front().limits, kGpuMem)->value();
  }

  void spreadOver(std::string_view pool, int number, const std::string& name, std::int64_t memory,
                  const std::vector<int>& cards) {
    DemoFill& fill = at(pool, number);
    RawPod pod = m_workloads.makeSingle("team-cv", name + "-0", m_now - 3 * kDay);
    pod.meta.owners = {{"StatefulSet", name, m_random.uid(), true}};
    set(pod.meta.labels, "app", name);
    set(pod.meta.labels, kGpuCount, std::to_string(cards.size()));
    set(pod.spec.nodeSelector, kPool, std::string(pool));
    addRequest(pod.spec.containers.front(), kGpuMem, memory);
    std::vector<CardGrant> grants;
    for (const int card : cards) grants.push_back({card, memory / static_cast<std::int64_t>(cards.size()), 0});
    placeShares(pod, fill, grants);
    m_population.pods.push_back(std::move(pod));
  }

  DemoPopulation& m_population;
  std::vector<DemoFill>& m_fills;
  Random& m_random;
  DemoWorkloads& m_workloads;
  UnixSeconds m_now;
};

/// A pending pod of one container.
struct PendingPod {
  const char* ns;
  const char* name;
  UnixSeconds age;
  const char* resource;
  std::int64_t amount;
  const char* pool;  ///< node selector; empty = none
  int gpuCount;      ///< label; 0 = none
  std::int64_t cpuMilli;
};

std::string pluginOf(const DemoNode& node) {
  const std::string& mode = node.shape.mode;
  if (mode == "default") return "ack-nvidia-device-plugin";
  if (mode == "topology") return "gputopo-device-plugin-ds";
  if (mode == "core_mem") return "gpushare-core-device-plugin-ds";
  return "gpushare-device-plugin-ds";
}

}  // namespace

void addSpecialPods(DemoPopulation& population, std::vector<DemoFill>& fills, Random& random, DemoWorkloads& workloads,
                    UnixSeconds now) {
  Specials specials(population, fills, random, workloads, now);
  specials.overAllocatedCard();
  specials.stuckInTermination();
  specials.evictedFromLostNode();
  specials.cardThatDoesNotExist();
  specials.boundByHand();
  specials.crashLoop();
  specials.finishedAndFailed();
  specials.multiCard();
}

void addPendingPods(DemoPopulation& population, Random& random, DemoWorkloads& workloads, UnixSeconds now) {
  static constexpr PendingPod kPendingPods[] = {
      {"team-cv", "video-caption", 18 * kMinute, kGpuMem, 14, "shared-v100", 0, 4000},  // pieces too small
      {"search", "query-rewrite", 64 * kMinute, kGpuMem, 6, "infer-a10", 0, 2000},      // the pool wants core too
      {"ads-rank", "gbdt-gpu", 5 * kHour, kGpuMem, 24, "batch-v100", 0, 4000},          // above one card, for ever
      {"team-nlp", "pretrain-13b", 3 * kHour, kAliyunGpu, 8, "train-a100", 0, 16000},   // no whole node is free
      {"team-nlp", "moe-pretrain", 9 * kHour, kNvidiaGpu, 16, "llm-h20", 0, 16000},     // more than a node has
      {"search", "reranker-xl", 7 * kMinute, kGpuMem, 7, "batch-v100", 2, 2000},        // 7 over 2 cards
      {"speech", "diarize-batch", 31 * kMinute, kGpuMem, 4, "speech-p100", 0, 2000},    // does not tolerate the taint
      {"ads-rank", "feature-extract", 12 * kMinute, kGpuMem, 2, "edge-t4", 0, 200000},  // cpu
  };
  for (const PendingPod& pending : kPendingPods) {
    RawPod pod = workloads.makeSingle(pending.ns, std::string(pending.name) + "-0", now - pending.age);
    set(pod.meta.labels, "app", pending.name);
    if (pending.gpuCount > 0) set(pod.meta.labels, kGpuCount, std::to_string(pending.gpuCount));
    pod.meta.owners = {{"StatefulSet", pending.name, random.uid(), true}};
    pod.spec.priorityClassName = "normal";
    pod.spec.priority = 10'000;
    pod.spec.neverPreempts = true;
    set(pod.spec.nodeSelector, kPool, pending.pool);
    Container& container = pod.spec.containers.front();
    setMilli(container.requests, "cpu", pending.cpuMilli);
    set(container.requests, "memory", 8LL << 30U);
    addRequest(container, pending.resource, pending.amount);
    population.pods.push_back(std::move(pod));
  }
}

void addLedgerPods(DemoPopulation& population, std::vector<DemoFill>& fills, DemoWorkloads& workloads,
                   UnixSeconds now) {
  const auto at = [&fills](std::string_view pool, int number) {
    return std::find_if(fills.begin(), fills.end(), [pool, number](const DemoFill& fill) {
      return pool == fill.node->pool->name && fill.node->number == number;
    });
  };
  // It ran when the node still gave out whole cards; somebody changed the label without draining.
  RawPod whole = workloads.makeSingle("team-cv", "retrain-legacy", now - 6 * kDay);
  whole.spec.nodeName = at("edge-t4", 1)->node->shape.name;
  whole.meta.owners = {{"Job", "retrain", whole.meta.uid + "-owner", true}};
  addRequest(whole.spec.containers.front(), kNvidiaGpu, 1);
  markRunning(whole);
  population.pods.push_back(std::move(whole));
  // Two containers ask for memory: the open-source device plugin finds no pod of the size of one of them.
  DemoFill& speech = *at("speech-p100", 0);
  const auto card = std::max_element(speech.memory.begin(), speech.memory.end());
  if (*card < 2) return;
  *card -= 2;
  RawPod waits = workloads.makeSingle("speech", "asr-sidecar", now - 25 * kMinute);
  waits.meta.owners = {{"Job", "asr", waits.meta.uid + "-owner", true}};
  waits.spec.containers.push_back(waits.spec.containers.front());
  waits.spec.containers.back().name = "sidecar";
  for (Container& container : waits.spec.containers) addRequest(container, kGpuMem, 1);
  waits.spec.nodeName = speech.node->shape.name;
  waits.reason = "CreateContainerError";
  constexpr std::int64_t kNano = 1'000'000'000;
  annotateGpushare(waits, static_cast<int>(card - speech.memory.begin()), speech.node->pool->units, 2,
                   (now - 25 * kMinute) * kNano, false);
  population.pods.push_back(std::move(waits));
}

void addSystemPods(DemoPopulation& population, Random& random, DemoWorkloads& workloads, UnixSeconds now) {
  std::vector<RawPod> pods;
  std::map<std::string, std::string> uids;
  const auto add = [&](const DemoNode& node, const std::string& set) {
    RawPod pod =
        workloads.makeSingle("kube-system", set + "-" + random.nameSuffix(5), now - random.between(2, 30) * kDay);
    std::string& uid = uids[set];
    if (uid.empty()) uid = random.uid();
    pod.meta.owners = {{"DaemonSet", set, uid, true}};
    pod.spec.nodeName = node.shape.name;
    pod.spec.priorityClassName = "system-node-critical";
    pod.spec.priority = 2'000'001'000;
    setMilli(pod.spec.containers.front().requests, "cpu", 100);
    markRunning(pod);
    pods.push_back(std::move(pod));
  };
  for (const DemoNode& node : population.nodes) {
    add(node, "kube-proxy-worker");
    if (node.pool != nullptr) add(node, pluginOf(node));
  }
  std::move(pods.begin(), pods.end(), std::back_inserter(population.pods));
}

}  // namespace cardinal::sim
