// SPDX-License-Identifier: Apache-2.0
// Koordinator: what a Device offers, what pods ask and hold.
#include "core/provider/stacks/koordinator/koordinator.h"

#include <gtest/gtest.h>

#include "core/kube/decode/decoder.h"

namespace cardinal::koordinator {
namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;

std::shared_ptr<const RawKoordinatorDevice> device(const std::string& rest, const std::string& meta = "") {
  const auto read = Decoder().object<RawKoordinatorDevice>(
      R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device","metadata":{"name":"n")" + meta +
      R"(},"spec":{"devices":[)" + rest + "]}}");
  if (read) return *read;
  ADD_FAILURE() << describe(read.error());
  return std::make_shared<const RawKoordinatorDevice>();
}

std::string gpu(int minor, bool healthy = true, const std::string& rest = "") {
  return R"({"type":"gpu","id":"GPU-)" + std::to_string(minor) + R"(","minor":)" + std::to_string(minor) +
         (healthy ? R"(,"health":true)" : "") +
         R"(,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi",)" +
         R"("koordinator.sh/gpu-memory-ratio":"100"})" + rest + "}";
}

Node nodeWith(const RawKoordinatorDevice& device, StringMap labels = {}) {
  RawNode raw;
  raw.meta.key.name = "n";
  raw.meta.labels = std::move(labels);
  return readNode(raw, &device);
}

RawPod asking(std::initializer_list<std::pair<const char*, const char*>> limits, StringMap annotations = {}) {
  RawPod pod;
  pod.meta.key = {"default", "p"};
  pod.meta.annotations = std::move(annotations);
  Container container{"c", "", {}, {}};
  for (const auto& limit : limits)
    container.limits.push_back({std::string("koordinator.sh/") + limit.first, *Quantity::parse(limit.second)});
  pod.spec.containers.push_back(container);
  return pod;
}

std::string refusalOf(const RawPod& pod) {
  const Request request = readRequest(pod);
  return request.refusals.empty() ? "" : request.refusals.front().text;
}

Holdings held(const std::string& annotation) {
  RawPod pod;
  pod.meta.key = {"default", "p"};
  pod.spec.nodeName = "n";
  pod.meta.annotations.emplace_back("scheduling.koordinator.sh/device-allocated", annotation);
  return readHoldings(pod);
}

const std::string kOneCard =
    R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi",)"
    R"("koordinator.sh/gpu-memory-ratio":"100"}}]})";

TEST(KoordinatorNode, CardsAreThoseOfTheDevice) {
  const Node node = nodeWith(*device(gpu(3) + "," + gpu(1, false)));
  const auto& cards = node.cards[indexOf(DeviceType::Gpu)];
  ASSERT_EQ(cards.size(), 2U);
  EXPECT_EQ(cards[0].minor, 1);
  EXPECT_FALSE(cards[0].healthy);
  EXPECT_EQ(cards[1].id, "GPU-3");
  EXPECT_EQ(cards[1].declared.value[kMemory], 16 * kGiB);
  EXPECT_TRUE(node.scopes.empty());
  EXPECT_TRUE(node.problems.empty());
}

TEST(KoordinatorNode, OneCardWithoutTopologyDropsTheTree) {
  const std::string placed = R"(,"topology":{"nodeID":0,"pcieID":"a"})";
  EXPECT_EQ(nodeWith(*device(gpu(0, true, placed) + "," + gpu(1, true, placed))).scopes.size(), 3U);
  EXPECT_TRUE(nodeWith(*device(gpu(0, true, placed) + "," + gpu(1))).scopes.empty());
}

TEST(KoordinatorNode, EqualSwitchNamesUnderTwoNumaNodesAreTwoGroups) {
  const Node node = nodeWith(*device(gpu(0, true, R"(,"topology":{"nodeID":0,"pcieID":"a"})") + "," +
                                     gpu(1, true, R"(,"topology":{"nodeID":1,"pcieID":"a"})")));
  ASSERT_EQ(node.scopes.size(), 5U);
  EXPECT_EQ(node.scopes[3].members, 1U);
  EXPECT_EQ(node.scopes[4].members, 2U);
}

TEST(KoordinatorNode, HopperModelsHaveABuiltInPartitionTable) {
  const auto raw = device(gpu(0));
  const Node node = nodeWith(
      *raw, {{"node.koordinator.sh/gpu-model", "H100"}, {"node.koordinator.sh/gpu-partition-policy", "Honor"}});
  EXPECT_TRUE(node.hasPartitions);
  EXPECT_TRUE(node.honorsPartitions);
  EXPECT_EQ(node.partitions.size(), 4U);
  EXPECT_FALSE(nodeWith(*raw, {{"node.koordinator.sh/gpu-model", "A100"}}).hasPartitions);
}

TEST(KoordinatorNode, AQuotedAllocationScoreIsNoTable) {
  const auto table = [](const char* score) {
    return std::string(R"(,"annotations":{"scheduling.koordinator.sh/gpu-partitions":"{\"1\":[{\"minors\":[0],)") +
           R"(\"allocationScore\":)" + score + R"(}]}"})";
  };
  EXPECT_TRUE(nodeWith(*device(gpu(0), table("2"))).hasPartitions);
  const Node broken = nodeWith(*device(gpu(0), table(R"(\"2\")")));
  EXPECT_FALSE(broken.hasPartitions);
  EXPECT_EQ(broken.problems.size(), 1U);
}

TEST(KoordinatorNode, HostileDevicesAreProblemsAndNoCards) {
  const Node node = nodeWith(
      *device(R"({"type":"gpu","minor":-4},{"type":"gpu"},{"type":"gpu","minor":1e99},{"type":7,"minor":2},)"
              R"({"type":"gpu","minor":5,"health":true,"resources":{"koordinator.sh/gpu-memory":"-1Gi","x/y":"1"}})"));
  ASSERT_EQ(node.cards[indexOf(DeviceType::Gpu)].size(), 1U);
  EXPECT_EQ(node.cards[indexOf(DeviceType::Gpu)][0].declared.value[kMemory], 0);
  EXPECT_GE(node.problems.size(), 5U);
}

TEST(KoordinatorNode, TwoEntriesOfOneMinorAreAProblem) {
  const Node node = nodeWith(*device(gpu(0) + "," + gpu(0, false)));
  ASSERT_EQ(node.cards[indexOf(DeviceType::Gpu)].size(), 1U);
  EXPECT_FALSE(node.cards[indexOf(DeviceType::Gpu)][0].healthy);
  EXPECT_EQ(node.problems.size(), 1U);
}

TEST(KoordinatorHoldings, QuantitiesMayBeTextsOrNumbers) {  // trap J8
  const Holdings text = held(kOneCard);
  ASSERT_EQ(text.devices.size(), 1U);
  EXPECT_EQ(text.devices[0].minor, 1);
  EXPECT_EQ(text.devices[0].amounts.value[kMemory], 16 * kGiB);
  const Holdings number = held(R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":100,)"
                               R"("koordinator.sh/gpu-memory":17179869184,"koordinator.sh/gpu-memory-ratio":100}}]})");
  EXPECT_EQ(number.devices, text.devices);
}

TEST(KoordinatorHoldings, EveryTruncatedAnnotationHoldsNothingAndSaysSo) {
  for (std::size_t length = 0; length < kOneCard.size(); ++length) {
    const Holdings holdings = held(kOneCard.substr(0, length));
    EXPECT_FALSE(holdings.allocated) << length;
    EXPECT_TRUE(holdings.devices.empty()) << length;
    EXPECT_EQ(holdings.problems.size(), 1U) << length;
  }
}

TEST(KoordinatorHoldings, AnnotationsOfAnotherShapeHoldNothing) {
  for (const char* text : {"[]", "7", R"({"gpu":{}})", R"({"gpu":[7]})", R"({"gpu":[{"minor":"1"}]})",
                           R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"many"}}]})",
                           R"({"gpu":[{"minor":99999999999}]})"}) {
    const Holdings holdings = held(text);
    EXPECT_FALSE(holdings.allocated) << text;
    EXPECT_TRUE(holdings.devices.empty()) << text;
    EXPECT_FALSE(holdings.problems.empty()) << text;
  }
}

TEST(KoordinatorHoldings, NegativeAmountsCountAsNothingAndAreProblems) {
  const Holdings holdings = held(R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"-50"}}]})");
  ASSERT_EQ(holdings.devices.size(), 1U);
  EXPECT_EQ(holdings.devices[0].amounts.value[kCore], 0);
  EXPECT_EQ(holdings.problems.size(), 1U);
}

TEST(KoordinatorHoldings, PodsAtTheirEndCountNothing) {
  RawPod pod;
  pod.spec.nodeName = "n";
  EXPECT_TRUE(readHoldings(pod).counts);
  pod.meta.deletionTimestamp = 1;
  EXPECT_TRUE(readHoldings(pod).counts);
  pod.phase = PodPhase::Succeeded;
  EXPECT_FALSE(readHoldings(pod).counts);
}

TEST(KoordinatorHoldings, TheAnnotationIsWrittenAsTheSchedulerDoes) {
  const std::string text =
      R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-memory":"5000Mi","koordinator.sh/gpu-memory-ratio":"30"},)"
      R"("id":"GPU-1"}],"rdma":[{"minor":0,"resources":{"koordinator.sh/rdma":"50"},"id":"0000:60:00.0",)"
      R"("extension":{"vfs":[{"busID":"0000:60:00.1"}]}}]})";
  EXPECT_EQ(allocationText(held(text).devices), text);
}

TEST(KoordinatorRequest, InvalidSetsAreRefusedInTheSchedulersWords) {  // traps J1, J3, J4
  EXPECT_EQ(refusalOf(asking({{"gpu", "101"}})), "invalid resource unit koordinator.sh/gpu: 101");
  EXPECT_EQ(refusalOf(asking({{"gpu-core", "100"}, {"gpu-memory-ratio", "101"}})),
            "invalid resource device requests: [koordinator.sh/gpu-core koordinator.sh/gpu-memory-ratio]");
  EXPECT_EQ(refusalOf(asking({{"gpu-core", "100"}})), "invalid resource device requests: [koordinator.sh/gpu-core]");
  EXPECT_EQ(refusalOf(asking({{"gpu-memory-ratio", "101"}, {"gpu.shared", "1"}})),
            "invalid resource device requests: [koordinator.sh/gpu-memory-ratio koordinator.sh/gpu.shared]");
  EXPECT_EQ(refusalOf(asking({{"rdma", "201"}})), "invalid resource unit koordinator.sh/rdma: 201");
  EXPECT_EQ(refusalOf(asking({{"rdma", "50"}})), "");
}

TEST(KoordinatorRequest, SharedSplitsTheRequest) {  // traps J2, J5
  const Request whole = readRequest(asking({{"gpu-memory-ratio", "200"}, {"gpu.shared", "2"}}));
  EXPECT_EQ(whole.gpus, 2);
  EXPECT_FALSE(whole.isShared);
  const Request half = readRequest(asking({{"gpu-memory-ratio", "100"}, {"gpu.shared", "2"}}));
  EXPECT_EQ(half.perCard[indexOf(DeviceType::Gpu)].value[kRatio], 50);
  EXPECT_TRUE(half.isShared);
  const Request bytes = readRequest(asking({{"gpu-memory", "4Gi"}, {"gpu-core", "100"}, {"gpu.shared", "2"}}));
  EXPECT_EQ(bytes.gpus, 2);
  EXPECT_EQ(bytes.perCard[indexOf(DeviceType::Gpu)].value[kMemory], 2 * kGiB);
  EXPECT_EQ(bytes.perCard[indexOf(DeviceType::Gpu)].value[kCore], 50);
}

TEST(KoordinatorRequest, BytesNeverSpreadOverCards) {
  EXPECT_EQ(readRequest(asking({{"gpu-memory", "32Gi"}})).gpus, 1);
}

TEST(KoordinatorRequest, ABrokenHintIsRefusedAsTheSchedulerDoes) {
  const Request cut = readRequest(asking({{"gpu", "50"}}, {{"scheduling.koordinator.sh/device-allocate-hint", "{"}}));
  ASSERT_EQ(cut.refusals.size(), 1U);
  EXPECT_EQ(cut.refusals[0].text, "invalid DeviceAllocateHint annotation, err: unexpected end of JSON input");
  EXPECT_TRUE(cut.refusals[0].isWhole);
  const Request wrong =
      readRequest(asking({{"gpu", "50"}}, {{"scheduling.koordinator.sh/device-allocate-hint", R"({"gpu":7})"}}));
  ASSERT_EQ(wrong.refusals.size(), 1U);
  EXPECT_FALSE(wrong.refusals[0].isWhole);
  EXPECT_EQ(wrong.problems.size(), 1U);
}

TEST(KoordinatorRequest, AscendTemplatesAreNotEvaluated) {
  RawPod pod = asking({});
  pod.spec.containers.push_back({"n", "", {}, {{"huawei.com/npu-core", Quantity::fromInteger(4)}}});
  const Request request = readRequest(pod);
  EXPECT_TRUE(request.requestsDevices);
  EXPECT_FALSE(request.isEvaluated);
}

TEST(KoordinatorReservation, OwnersAreMatchedByLabels) {
  const auto read = Decoder().object<RawKoordinatorReservation>(
      R"({"kind":"Reservation","metadata":{"name":"r"},"spec":{"allocatePolicy":"Restricted","owners":[)"
      R"({"labelSelector":{"matchLabels":{"team":"a"}}}],"template":{"spec":{"containers":[{"name":"c",)"
      R"("resources":{"limits":{"nvidia.com/gpu":"2"}}}]}}},"status":{"phase":"Available","nodeName":"n"}})");
  ASSERT_TRUE(read) << describe(read.error());
  const RawKoordinatorReservation& reservation = **read;
  EXPECT_EQ(reservation.nodeName, "n");
  EXPECT_EQ(readRequest(reservation.pod).gpus, 2);
  RawPod pod;
  EXPECT_EQ(ownedBy(reservation, pod), false);
  pod.meta.labels.emplace_back("team", "a");
  EXPECT_EQ(ownedBy(reservation, pod), true);
}

TEST(KoordinatorReservation, OwnersByObjectAreUnknown) {
  RawKoordinatorReservation reservation;
  reservation.owners.push_back({true, std::nullopt});
  EXPECT_EQ(ownedBy(reservation, RawPod()), std::nullopt);
}

}  // namespace
}  // namespace cardinal::koordinator
