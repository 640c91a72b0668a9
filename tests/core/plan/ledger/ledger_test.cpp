// SPDX-License-Identifier: Apache-2.0
// The ledger check finds each kind of mismatch, says what was found, and invents none.
#include "core/plan/ledger/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/builders.h"
#include "tests/support/extras.h"
#include "tests/support/test_data.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::gpushareNode;
using ::testing::IsEmpty;
using testing::NodeBuilder;
using testing::nvidiaNode;
using testing::pod;
using testing::PodBuilder;
using testing::snapshotOf;

constexpr UnixSeconds kNow = 1'700'000'000;
constexpr const char* kV2 = "scheduler.framework.gpushare.allocation";
constexpr const char* kGpuMem = "aliyun.com/gpu-mem";

std::string nanoseconds(UnixSeconds when) {
  return std::to_string(when) + "000000000";
}

std::string line(const LedgerEntry& entry) {
  std::string out = toString(entry.finding.code);
  out += " on " + entry.node->name;
  if (entry.finding.card != kPendingCard) out += "/" + std::to_string(entry.finding.card);
  if (!entry.finding.pod.empty()) out += " " + entry.finding.pod;
  out += " [" + entry.found + "] [" + entry.expected + "] " + toString(entry.severity) + " " + toString(entry.remedy);
  return out;
}

std::vector<std::string> check(const std::vector<NodeBuilder>& nodes, const std::vector<PodBuilder>& pods) {
  std::vector<std::string> out;
  for (const LedgerEntry& entry : checkLedger(*snapshotOf(nodes, pods), kNow).entries) out.push_back(line(entry));
  return out;
}

/// A cluster in which everything agrees, of every mode.
std::vector<NodeBuilder> goodNodes() {
  return {gpushareNode("open", 4, 15),           ackNode("cg", "cgpu", 2, 15),      ackNode("core", "core_mem", 2, 15),
          ackNode("sh", "share", 2, 15),         ackNode("whole", "default", 8, 0), ackNode("topo", "topology", 8, 0),
          nvidiaNode("plain", 4).label("x", "y")};
}
std::vector<PodBuilder> goodPods() {
  return {pod("o").gpuMem(8).on("open").card(1),
          pod("v").gpuMem(8).on("cg").v2(R"({"0":{"1":8}})"),
          pod("many").gpuMem(8).gpuCount(2).on("cg").v2(R"({"0":{"0":4,"1":4}})"),
          pod("c").gpuMem(4).core(30).on("core").v2(R"({"0":{"0":4}})").v2Core(R"({"0":{"0":30}})"),
          pod("s").gpuMem(15).on("sh").card(0),
          pod("w").nvidia(8).on("whole"),
          pod("t").topology(2).on("topo").annotation("topology.kubernetes.io/gpu-group", "0,1"),
          pod("p").nvidia(4).on("plain"),
          pod("done").gpuMem(15).on("open").card(2).phase(PodPhase::Succeeded),
          pod("waits").gpuMem(3),
          pod("assumed")
              .gpuMem(2)
              .on("open")
              .card(0)
              .phase(PodPhase::Pending)
              .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
              .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", nanoseconds(kNow - 20)),
          pod("other").cpuMilli(500).on("open")};
}

TEST(Ledger, AClusterInOrderHasNoEntry) {
  EXPECT_THAT(check(goodNodes(), goodPods()), IsEmpty());
}

TEST(Ledger, CountsWhatItLookedAt) {
  const LedgerReport report = checkLedger(*snapshotOf(goodNodes(), goodPods()), kNow);
  EXPECT_EQ(report.nodes, 7U);
  EXPECT_EQ(report.pods, 9U);
  EXPECT_EQ(report.critical, 0U);
  EXPECT_EQ(report.warnings, 0U);
}

/// One thing wrong in a cluster that is otherwise in order, and the entries that tell it.
struct Wrong {
  const char* name;
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  std::vector<std::string> expected;
};

std::vector<Wrong> nodeCases() {
  return {
      {"mode label unknown",
       {ackNode("n", "gpu9", 2, 15)},
       {},
       {"UnknownModeLabel on n [ack.node.gpu.schedule: gpu9] [default|cgpu|core_mem|share|mps|topology|mig] warning "
        "SetModeByPlan"}},
      {"placement label unknown",
       {ackNode("n", "cgpu", 2, 15, "diagonal")},
       {},
       {"UnknownPlacementLabel on n [ack.node.gpu.placement: diagonal] [binpack|spread] information SetPlacement"}},
      {"mode without its resource",
       {testing::node("n").label("ack.node.gpu.schedule", "cgpu").resource(kGpuMem, 0)},
       {},
       {"ModeResourceMissing on n [aliyun.com/gpu-mem: 0] [aliyun.com/gpu-mem: > 0] warning CheckPlugin"}},
      {"two modes at once",
       {ackNode("n", "cgpu", 2, 15).resource("nvidia.com/gpu", 2)},
       {},
       {"SeveralModesPublished on n [aliyun.com/gpu-mem, nvidia.com/gpu] [aliyun.com/gpu-mem] critical OnePlugin"}},
      {"memory without a card count",
       {testing::node("n").label("gpushare", "true").resource(kGpuMem, 30)},
       {},
       {"CardCountMissing on n [aliyun.com/gpu-count: -] [aliyun.com/gpu-count: > 0] warning CheckPlugin"}},
      {"impossible card count",
       {testing::node("n").resource(kGpuMem, 30).resource("aliyun.com/gpu-count", 4000)},
       {},
       {"AbsurdCapacity on n [aliyun.com/gpu-count: 4000] [aliyun.com/gpu-count: 0..256] warning CheckPlugin"}},
      {"devices that the labelled cards do not divide",
       {nvidiaNode("n", 10).label("nvidia.com/gpu.count", "3")},
       {},
       {"SlicedCountUnknown on n [nvidia.com/gpu: 10] [nvidia.com/gpu.count: 3] warning CheckNvidiaPlugin"}},
      {"shared slots under a name of their own, of whole cards as the labels say",
       {testing::node("n")
            .resource("nvidia.com/gpu", 0)
            .resource("nvidia.com/gpu.shared", 50)
            .label("nvidia.com/gpu.count", "1")
            .label("nvidia.com/gpu.sharing-strategy", "none")},
       {},
       {"SlicedCountUnknown on n [nvidia.com/gpu.shared: 50] [nvidia.com/gpu.count: 1] warning CheckNvidiaPlugin"}},
      {"shared instances that no label counts",
       {testing::node("n").resource("nvidia.com/mig-1g.5gb.shared", 28).label("nvidia.com/gpu.count", "1")},
       {},
       {"SlicedCountUnknown on n [nvidia.com/mig-1g.5gb.shared: 28] [] warning CheckNvidiaPlugin"}},
      {"vGPUs without memory",
       {testing::node("n").resource("volcano.sh/vgpu-number", 80).resource("volcano.sh/vgpu-memory", 0)},
       {},
       {"ModeResourceMissing on n [volcano.sh/vgpu-memory: 0] [volcano.sh/vgpu-memory: > 0] warning CheckPlugin"}},
      {"replicas label that is wrong",
       {nvidiaNode("n", 10).label("nvidia.com/gpu.count", "1").label("nvidia.com/gpu.replicas", "4")},
       {},
       {"ReplicasLabelWrong on n [nvidia.com/gpu.replicas: 4] [nvidia.com/gpu.replicas: 10] information "
        "CheckNvidiaPlugin"}},
      {"MIG layout that strategy single does not allow",
       {nvidiaNode("n", 1).label("nvidia.com/gpu.product", "A30-MIG-INVALID")},
       {},
       {"MigLayoutInvalid on n [A30-MIG-INVALID] [] warning CheckMigManager"}},
      {"MIG change that failed",
       {nvidiaNode("n", 1).label("nvidia.com/mig.config", "foo").label("nvidia.com/mig.config.state", "failed")},
       {},
       {"MigChangeFailed on n [foo] [] warning CheckMigManager"}},
      {"resource without a plugin",
       {nvidiaNode("n", 2)
            .resource("nvidia.com/mig-1g.5gb", 7)
            .label("nvidia.com/gpu.count", "1")
            .label("nvidia.com/gpu.replicas", "0")},
       {},
       {"StaleResource on n [nvidia.com/gpu] [] warning RestartKubelet"}},
      {"cards that a plugin registered and no longer offers",
       {nvidiaNode("n", 0).annotation("hami.io/node-nvidia-register",
                                      R"([{"id":"A","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4"}])")},
       {},
       {"StaleResource on n [hami.io/node-nvidia-register] [] warning CheckPlugin"}},
      {"MIG change that runs",
       {testing::node("n").label("nvidia.com/gpu.present", "true").label("nvidia.com/mig.config.state", "pending")},
       {},
       {"MigChangeRunning on n [nvidia.com/mig.config.state: pending] [nvidia.com/mig.config.state: success] "
        "information AwaitMigManager"}},
      {"device plugin that a label keeps off",
       {testing::node("n")
            .label("nvidia.com/gpu.present", "true")
            .label("nvidia.com/gpu.deploy.device-plugin", "false")},
       {},
       {"PluginDisabled on n [nvidia.com/gpu.deploy.device-plugin: false] [nvidia.com/gpu.deploy.device-plugin: true] "
        "information EnablePlugin"}},
      {"GPU that no plugin offers",
       {testing::node("n").label("nvidia.com/gpu.present", "true")},
       {},
       {"GpuNotSchedulable on n [nvidia.com/gpu.present] [] warning CheckNvidiaPlugin"}},
      {"a part cannot be allocated",
       {gpushareNode("n", 2, 15).allocatable(kGpuMem, 15)},
       {},
       {"AllocatableBelowCapacity on n [allocatable aliyun.com/gpu-mem: 15] [capacity aliyun.com/gpu-mem: 30] "
        "information CheckCard"}},
      {"unreadable quantity",
       {gpushareNode("n", 2, 15).problem("status.capacity[cpu]", "many")},
       {},
       {"FieldUnreadable on n [status.capacity[cpu]: many] [] warning MendObject"}},
      {"card holds too much",
       {gpushareNode("n", 2, 15)},
       {pod("a").gpuMem(10).on("n").card(0), pod("b").gpuMem(10).on("n").card(0)},
       {"CardOverAllocated on n/0 [aliyun.com/gpu-mem: 20] [aliyun.com/gpu-mem: <= 15] critical UnloadCard"}},
      {"compute of a card beyond 100 %",
       {ackNode("n", "core_mem", 2, 15)},
       {pod("a").gpuMem(2).core(60).on("n").v2(R"({"0":{"1":2}})").v2Core(R"({"0":{"1":60}})"),
        pod("b").gpuMem(2).core(60).on("n").v2(R"({"0":{"1":2}})").v2Core(R"({"0":{"1":60}})")},
       {"CardOverAllocated on n/1 [aliyun.com/gpu-core.percentage: 120] [aliyun.com/gpu-core.percentage: <= 100] "
        "critical UnloadCard"}},
      {"a share of a card without its group, in KAI's words",
       {nvidiaNode("n", 2)},
       {pod("a").annotation("gpu-fraction", "0.5").on("n")},
       {"AllocationMissing on n default/a [runai-gpu-group: -] [card: 0..1] critical RecreatePod"}},
      {"KAI puts the memory of two cards on one",
       {nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "15360")},
       {pod("a").annotation("gpu-memory", "30600").label("runai-gpu-group", "g").on("n"),
        pod("gpu-reservation-g")
            .nvidia(1)
            .label("runai-gpu-group", "g")
            .annotation("run.ai/reserve_for_gpu_index", "GPU-1")
            .on("n")},
       {"CardOverAllocated on n/0 [gpu-memory: 30600] [gpu-memory: <= 15300] critical UnloadCard"}},
      {"a share whose reservation pod is gone, which KAI deletes",
       {nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "15360")},
       {pod("a").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g9").on("n")},
       {"OrphanedShare on n default/a [run.ai/reserve_for_gpu_index: -] [runai-gpu-group: g9] critical RecreatePod"}},
      {"a card that the node does not register, by its UUID",
       {nvidiaNode("n", 10).annotation(
           "hami.io/node-nvidia-register",
           R"([{"id":"A","index":0,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])")},
       {pod("a")
            .nvidia(1)
            .on("n")
            .annotation("hami.io/vgpu-node", "n")
            .annotation("hami.io/vgpu-devices-allocated", "Z,NVIDIA,10,0:;"),
        pod("b").nvidia(1).on("n")},
       {"AllocationMissing on n default/b [hami.io/vgpu-devices-allocated: -] [card: 0..0] critical RecreatePod",
        "CardOutOfRange on n default/a [card: Z] [card: 0..0] critical RecreatePod"}},
      {"node promises more than it has",
       {nvidiaNode("n", 2)},
       {pod("a").nvidia(2).on("n"), pod("b").nvidia(1).on("n")},
       {"NodeOverAllocated on n [nvidia.com/gpu: 3] [nvidia.com/gpu: <= 2] critical UnloadNode"}},
      {"more pods than the isolation takes",
       {ackNode("n", "cgpu", 1, 79).label("ack.node.gpu.max-pod", "1")},
       {pod("a").gpuMem(1).on("n").v2(R"({"0":{"0":1}})"), pod("b").gpuMem(1).on("n").v2(R"({"0":{"0":1}})")},
       {"TooManyPodsOnCard on n/0 [pods: 2] [pods: <= 1] warning UnloadCard"}},
      {"node is gone",
       {},
       {pod("a").gpuMem(1).on("lost").card(0)},
       {"NodeMissing on lost default/a [spec.nodeName: lost] [] warning CollectPods"}},
  };
}

std::vector<Wrong> podCases() {
  const auto two = [] { return std::vector<NodeBuilder>{ackNode("n", "cgpu", 2, 15)}; };
  const auto open = [] { return std::vector<NodeBuilder>{gpushareNode("n", 2, 15)}; };
  return {
      {"whole card on a shared node",
       two(),
       {pod("a").nvidia(1).on("n")},
       {"PodContradictsMode on n default/a [nvidia.com/gpu: 1] [aliyun.com/gpu-mem] critical MovePodOrMode"}},
      {"shared memory on a whole-card node",
       {nvidiaNode("n", 2)},
       {pod("a").gpuMem(4).on("n").card(0)},
       {"PodContradictsMode on n default/a [aliyun.com/gpu-mem: 4] [nvidia.com/gpu] critical MovePodOrMode"}},
      {"compute where only memory is shared",
       two(),
       {pod("a").gpuMem(4).core(20).on("n").v2(R"({"0":{"0":4}})")},
       {"PodContradictsMode on n default/a [aliyun.com/gpu-mem: 4, aliyun.com/gpu-core.percentage: 20] "
        "[aliyun.com/gpu-mem] critical MovePodOrMode"}},
      {"no card written",
       open(),
       {pod("a").gpuMem(4).on("n")},
       {"AllocationMissing on n default/a [ALIYUN_COM_GPU_MEM_IDX: -] [card: 0..1] critical RecreatePod"}},
      {"unreadable card",
       open(),
       {pod("a").gpuMem(4).on("n").card(0).annotation("ALIYUN_COM_GPU_MEM_IDX", "0,1")},
       {"AllocationMissing on n default/a [ALIYUN_COM_GPU_MEM_IDX: -] [card: 0..1] critical RecreatePod",
        "MalformedAllocation on n default/a [ALIYUN_COM_GPU_MEM_IDX: 0,1] [] critical RecreatePod"}},
      {"card that is not there",
       open(),
       {pod("a").gpuMem(4).on("n").card(7)},
       {"CardOutOfRange on n/7 default/a [card: 7] [card: 0..1] critical RecreatePod"}},
      {"less written than asked",
       open(),
       {pod("a").gpuMem(4).on("n").card(0).annotation("ALIYUN_COM_GPU_MEM_POD", "1")},
       {"AllocationContradictsRequest on n default/a [allocation aliyun.com/gpu-mem: 1] [limits aliyun.com/gpu-mem: 4] "
        "critical RecreatePod"}},
      {"more written than asked",
       two(),
       {pod("a").gpuMem(4).on("n").v2(R"({"0":{"0":9}})")},
       {"AllocationContradictsRequest on n default/a [allocation aliyun.com/gpu-mem: 9] [limits aliyun.com/gpu-mem: 4] "
        "warning RecreatePod"}},
      {"two generations disagree",
       two(),
       {pod("a").gpuMem(4).on("n").card(0).v2(R"({"0":{"1":4}})")},
       {"AnnotationsContradict on n/1 default/a [ALIYUN_COM_GPU_MEM_IDX: 0] [" + std::string(kV2) +
        ": 1] critical RecreatePod"}},
      {"marks of the handshake missing",
       open(),
       {pod("a")
            .gpuMem(4)
            .on("n")
            .annotation("ALIYUN_COM_GPU_MEM_IDX", "0")
            .annotation("ALIYUN_COM_GPU_MEM_POD", "4")
            .annotation("ALIYUN_COM_GPU_MEM_DEV", "15")},
       {"AnnotationsIncomplete on n/0 default/a [ALIYUN_COM_GPU_MEM_ASSIGNED, ALIYUN_COM_GPU_MEM_ASSUME_TIME: -] [] "
        "warning RecreatePod"}},
      {"written for another card size",
       open(),
       {pod("a").gpuMem(4).on("n").card(0, 14)},
       {"CardSizeContradicts on n/0 default/a [ALIYUN_COM_GPU_MEM_DEV: 14] [ALIYUN_COM_GPU_MEM_DEV: 15] warning "
        "RefreshScheduler"}},
      {"fewer cards than asked",
       two(),
       {pod("a").gpuMem(8).gpuCount(2).on("n").v2(R"({"0":{"0":8}})")},
       {"CardCountContradicts on n default/a [cards: 1] [aliyun.com/gpu-count: 2] warning RecreatePod"}},
      {"more cards than asked",
       {ackNode("n", "topology", 4, 0)},
       {pod("a").topology(1).on("n").annotation("topology.kubernetes.io/gpu-group", "0,1")},
       {"CardCountContradicts on n default/a [cards: 2] [aliyun.com/gpu: 1] warning RecreatePod"}},
      {"one whole card for two pods",
       {ackNode("n", "topology", 4, 0)},
       {pod("a").topology(1).on("n").annotation("topology.kubernetes.io/gpu-group", "2"),
        pod("b").topology(1).on("n").annotation("topology.kubernetes.io/gpu-group", "2")},
       {"CardHeldTwice on n/2 default/b [pods: 2] [pods: 1] critical UnloadCard"}},
      {"written in a form the scheduler does not read",
       open(),
       {pod("a").gpuMem(4).on("n").v2(R"({"0":{"1":4}})")},
       {"OutsideLedger on n/1 default/a [" + std::string(kV2) + ": 0] [" + std::string(kV2) +
        ": 4] critical RecreatePod"}},
      {"init container asks more",
       open(),
       {pod("a").gpuMem(2).initGpuMem(9).on("n").card(0)},
       {"InitMemoryUncounted on n default/a [node aliyun.com/gpu-mem: 9] [card aliyun.com/gpu-mem: 2] information "
        "MendRequest"}},
      {"never confirmed",
       open(),
       {pod("a")
            .gpuMem(4)
            .on("n")
            .card(1)
            .phase(PodPhase::Pending)
            .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
            .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", nanoseconds(kNow - 900))},
       {"AssumedTooLong on n/1 default/a [ALIYUN_COM_GPU_MEM_ASSIGNED: false, 900s] [<= 300s] warning CheckPlugin"}},
      {"never confirmed, second generation",
       two(),
       {pod("a")
            .gpuMem(4)
            .on("n")
            .phase(PodPhase::Pending)
            .v2(R"({"0":{"1":4}})")
            .annotation("scheduler.framework.gpushare.assigned", "false")
            .annotation("scheduler.framework.gpushare.assume-time", nanoseconds(kNow - 3600))},
       {"AssumedTooLong on n/1 default/a [scheduler.framework.gpushare.assigned: false, 3600s] [<= 300s] warning "
        "CheckPlugin"}},
      {"does not end",
       open(),
       {[] {
         PodBuilder stuck = pod("a").gpuMem(4).on("n").card(0);
         stuck.edit().meta.deletionTimestamp = kNow - 2520;
         return stuck;
       }()},
       {"TerminatingTooLong on n/0 default/a [deletionTimestamp: 2023-11-14T21:31:20Z, 2520s ago] [<= 300s ago] "
        "warning FinishDeletion"}},
      {"its end is held",
       open(),
       {[] {
         PodBuilder held = pod("a").gpuMem(4).on("n").card(0);
         held.edit().meta.deletionTimestamp = kNow - 600;
         held.edit().meta.finalizers = {"example.com/backup"};
         return held;
       }()},
       {"TerminatingTooLong on n/0 default/a [deletionTimestamp: 2023-11-14T22:03:20Z, 600s ago, finalizers: "
        "example.com/backup] [<= 300s ago] warning FinishDeletion"}},
  };
}

void expectEach(const std::vector<Wrong>& cases, std::set<std::string>& seen) {
  for (const Wrong& wrong : cases) {
    SCOPED_TRACE(wrong.name);
    EXPECT_THAT(check(wrong.nodes, wrong.pods), ::testing::UnorderedElementsAreArray(wrong.expected));
    for (const std::string& text : wrong.expected) seen.insert(text.substr(0, text.find(' ')));
    // The rest of the cluster stays in order beside it.
    std::vector<NodeBuilder> nodes = goodNodes();
    std::vector<PodBuilder> pods = goodPods();
    nodes.insert(nodes.end(), wrong.nodes.begin(), wrong.nodes.end());
    for (PodBuilder one : wrong.pods) {
      one.edit().meta.key.ns = "wrong";
      pods.push_back(one);
    }
    EXPECT_EQ(check(nodes, pods).size(), wrong.expected.size());
  }
}

TEST(Ledger, EveryKindOfMismatchIsFoundWithItsEvidence) {
  std::set<std::string> seen;
  expectEach(nodeCases(), seen);
  expectEach(podCases(), seen);
  for (int i = 0; i <= static_cast<int>(kLastFindingCode); ++i) {
    const auto code = static_cast<FindingCode>(i);
    EXPECT_EQ(seen.count(toString(code)) == 1, isLedgerEntry(code)) << toString(code);
  }
}

TEST(Ledger, AllKindsAtOnceAreAllThere) {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  std::size_t expected = 0;
  int number = 0;
  for (const auto& cases : {nodeCases(), podCases()}) {
    for (const Wrong& wrong : cases) {
      const std::string suffix = std::to_string(number++);
      for (NodeBuilder one : wrong.nodes) nodes.push_back(one.renamed("n" + suffix));
      for (PodBuilder one : wrong.pods) {
        one.edit().meta.key.ns = "ns" + suffix;
        one.edit().spec.nodeName = wrong.nodes.empty() ? "lost" : "n" + suffix;
        pods.push_back(one);
      }
      expected += wrong.expected.size();
    }
  }
  const LedgerReport report = checkLedger(*snapshotOf(nodes, pods), kNow);
  EXPECT_EQ(report.entries.size(), expected);
  for (std::size_t i = 1; i < report.entries.size(); ++i) {
    EXPECT_LE(report.entries[i - 1].severity, report.entries[i].severity);
  }
}

TEST(Ledger, OtherStacksAreShownInTheirOwnKeys) {
  const NodeBuilder hami = nvidiaNode("n", 10).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"GPU-0","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true}])");
  const auto holder = [](const char* name) { return pod(name).nvidia(1).resource("nvidia.com/gpumem", 100).on("n"); };
  const auto found =
      check({hami}, {holder("none"), holder("gone")
                                         .annotation("hami.io/vgpu-node", "n")
                                         .annotation("hami.io/vgpu-devices-allocated", "GPU-7,NVIDIA,100,0:;")});
  EXPECT_THAT(found,
              ::testing::UnorderedElementsAre(
                  ::testing::HasSubstr("AllocationMissing on n default/none [hami.io/vgpu-devices-allocated: -]"),
                  ::testing::HasSubstr("CardOutOfRange on n default/gone [card: GPU-7] [card: 0..0]")));
  const auto vcuda =
      check({testing::node("n").resource("tencent.com/vcuda-core", 200).resource("tencent.com/vcuda-memory", 16)},
            {pod("none").resource("tencent.com/vcuda-core", 100).on("n")});
  ASSERT_EQ(vcuda.size(), 1U);
  EXPECT_THAT(vcuda[0], ::testing::HasSubstr("[tencent.com/predicate-gpu-idx-0: -]"));
}

TEST(Ledger, MoreSlotsAndInstancesThanThePluginOffersNow) {
  const NodeBuilder slots = nvidiaNode("slots", 4)
                                .label("nvidia.com/gpu.count", "2")
                                .label("nvidia.com/gpu.replicas", "2")
                                .label("nvidia.com/gpu.sharing-strategy", "time-slicing");
  EXPECT_THAT(check({slots}, {pod("a").nvidia(4).on("slots")}), IsEmpty());
  const auto fewer = check({slots}, {pod("a").nvidia(4).on("slots"), pod("b").nvidia(1).on("slots")});
  ASSERT_EQ(fewer.size(), 1U);
  EXPECT_THAT(fewer[0], ::testing::HasSubstr("NodeOverAllocated on slots [nvidia.com/gpu: 5] [nvidia.com/gpu: <= 4]"));
  const auto mig =
      check({testing::node("mig").resource("nvidia.com/mig-1g.10gb", 1).label("nvidia.com/gpu.count", "1")},
            {pod("a").resource("nvidia.com/mig-1g.10gb", 2).on("mig")});
  ASSERT_EQ(mig.size(), 1U);
  EXPECT_THAT(mig[0], ::testing::HasSubstr("[nvidia.com/mig-1g.10gb: 2] [nvidia.com/mig-1g.10gb: <= 1]"));
}

TEST(Ledger, WhatIsNotReportedIsNotJudged) {
  const std::vector<NodeBuilder> nodes = {gpushareNode("n", 2, 15)};
  const PodBuilder timeless = pod("a")
                                  .gpuMem(4)
                                  .on("n")
                                  .card(1)
                                  .phase(PodPhase::Pending)
                                  .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
                                  .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", "soon");
  const PodBuilder future = pod("b")
                                .gpuMem(4)
                                .on("n")
                                .card(1)
                                .phase(PodPhase::Pending)
                                .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
                                .annotation("ALIYUN_COM_GPU_MEM_ASSUME_TIME", nanoseconds(kNow + 9000));
  EXPECT_THAT(check(nodes, {timeless, future}), IsEmpty());
}

TEST(Ledger, ATotalThatDoesNotDivideIsNoMismatch) {
  EXPECT_THAT(check({testing::node("n").label("gpushare", "true").shared(4, 61)}, {}), IsEmpty());
}

// Scenarios in which the recorded components did nothing wrong. The others record faults on purpose.
TEST(Ledger, RecordedClustersInOrderHaveNoEntry) {
  const std::set<std::string> faults = {"inspect-cases", "s2-edge-requests", "s4-terminating-one-card",
                                        "s4-terminating-two-cards", "s8-extender-quirks"};
  int clean = 0;
  for (const std::string& name : testing::recordedScenarios()) {
    if (faults.count(name) > 0) continue;
    SCOPED_TRACE(name);
    const SnapshotPtr snapshot = testing::recordedSnapshot(name);
    UnixSeconds newest = 0;
    for (const NodePtr& node : snapshot->nodes) {
      for (const PodPtr& one : node->pods) newest = std::max(newest, one->raw->meta.created);
    }
    std::vector<std::string> entries;
    for (const LedgerEntry& entry : checkLedger(*snapshot, newest).entries) entries.push_back(line(entry));
    EXPECT_THAT(entries, IsEmpty());
    ++clean;
  }
  EXPECT_GE(clean, 12);
}

TEST(Ledger, APodOfKubeSchedulersIsNotCuredByDeletingIt) {
  const auto remedyOf = [](const char* scheduler) {
    PodBuilder builder = pod("a").nvidia(1).on("n");
    builder.edit().spec.schedulerName = scheduler;
    const NodeBuilder node = nvidiaNode("n", 2).resource("koordinator.sh/gpu-core", 200);
    const SnapshotPtr cluster =
        snapshotOf({node}, {builder}, {testing::upsertExtra(testing::koordinatorDevice("n", 2))});
    return checkLedger(*cluster, kNow).entries.at(0).remedy;
  };
  EXPECT_EQ(remedyOf("default-scheduler"), LedgerRemedy::NameScheduler);
  EXPECT_EQ(remedyOf("koord-scheduler"), LedgerRemedy::RecreatePod);
}

TEST(Ledger, WhatMigManagerHasPausedIsNoSickCard) {
  const auto entries = checkLedger(*snapshotOf({nvidiaNode("n", 8)
                                                    .allocatable("nvidia.com/gpu", 0)
                                                    .label("nvidia.com/mig.config", "all-1g.5gb")
                                                    .label("nvidia.com/mig.config.state", "pending")}),
                                   kNow)
                           .entries;
  for (const LedgerEntry& entry : entries) {
    if (entry.finding.code == FindingCode::AllocatableBelowCapacity) {
      EXPECT_EQ(entry.remedy, LedgerRemedy::AwaitMigManager);
    }
  }
  EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [](const LedgerEntry& entry) {
    return entry.finding.code == FindingCode::AllocatableBelowCapacity;
  }));
}

/// Trap P8: the card of a shared GPU group belongs to its reservation pod.
TEST(Ledger, AShareOfKaiWithoutItsReservationPodIsCriticalWhereAllPodsAreSeen) {
  PodBuilder orphan = pod("o").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g9").on("n");
  orphan.edit().spec.schedulerName = "kai-scheduler";
  EXPECT_EQ(check({nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "81559")}, {orphan}),
            std::vector<std::string>{"OrphanedShare on n default/o [run.ai/reserve_for_gpu_index: -] "
                                     "[runai-gpu-group: g9] critical RecreatePod"});
  ClusterSnapshot some = *snapshotOf({nvidiaNode("n", 2)}, {orphan});
  some.scope = "default";
  EXPECT_THAT(ledgerOf(some, some.nodes[0], kNow), IsEmpty()) << "nor in the list of nodes";
  EXPECT_THAT(checkLedger(some, kNow).entries, IsEmpty()) << "reservation pods stand in a namespace that is not read";
}

TEST(Ledger, WhatAmdsPluginAndLabelsDisagreeOnIsFound) {
  const auto amd = [](const char* device, int devices) {
    return testing::node("n")
        .resource("amd.com/gpu", devices)
        .label("amd.com/gpu.device-id", device)
        .label(std::string("beta.amd.com/gpu.device-id.") + device, "8");
  };
  EXPECT_THAT(check({amd("740f", 8)}, {}), IsEmpty());
  EXPECT_EQ(
      check({amd("74a1", 10)}, {}),
      std::vector<std::string>{"SlicedCountUnknown on n [amd.com/gpu: 10] [beta.amd.com/gpu.device-id: 8] warning "
                               "CheckPlugin"});
  EXPECT_EQ(check({amd("740f", 8).allocatable("amd.com/gpu", 7)}, {pod("p").resource("amd.com/gpu", 8).on("n")}),
            (std::vector<std::string>{"NodeOverAllocated on n [amd.com/gpu: 8] [amd.com/gpu: <= 7] critical UnloadNode",
                                      "AllocatableBelowCapacity on n [allocatable amd.com/gpu: 7] "
                                      "[capacity amd.com/gpu: 8] information CheckCard"}));
}

}  // namespace
}  // namespace cardinal
