// SPDX-License-Identifier: Apache-2.0
// A preview of pods with device claims asks the rules of kube-scheduler 1.35 over the cluster's slices and claims.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/engine/standing_question.h"
#include "core/alloc/pending/pending.h"
#include "tests/core/alloc/whole_answer.h"
#include "tests/support/builders.h"
#include "tests/support/dra.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

struct World {
  std::vector<NodeBuilder> nodes;
  std::vector<RawResourceSlice> slices;
  std::vector<RawResourceClaim> claims;
  std::vector<RawResourceClaimTemplate> templates;
  std::vector<RawDeviceClass> classes;

  SnapshotPtr snapshot(const std::vector<PodBuilder>& pods = {}) const {
    return snapshotOf(nodes, pods,
                      {draSlices(slices), draClaims(claims), draTemplates(templates), draClasses(classes)});
  }
};

/// Nodes "a" and "b" of two cards each; template "one" asks for one card, "two" for two, "mig" for an instance.
World twoNodes() {
  World out;
  out.nodes = {node("a"), node("b")};
  out.slices = {draSlice("sa", "a", draGpu(0) + "," + draGpu(1)), draSlice("sb", "b", draGpu(0) + "," + draGpu(1))};
  out.classes = {draClass("gpu.nvidia.com", "gpu"), draClass("mig.nvidia.com", "mig")};
  out.templates = {draTemplate("one", draAsk("gpu.nvidia.com")), draTemplate("two", draAsk("gpu.nvidia.com", 2)),
                   draTemplate("mig", draAsk("mig.nvidia.com"))};
  return out;
}

PodBuilder claiming(const std::string& claimTemplate, const std::string& claim = {}) {
  PodBuilder out = pod("new");
  out.edit().meta.uid.clear();
  out.edit().spec.deviceClaims.push_back({"gpu", claim, claimTemplate});
  return out;
}

AllocationAnswer ask(const PodBuilder& builder, const World& world, int replicas = 1) {
  return allocate(makeRequest(builder.raw(), replicas), *world.snapshot());
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

std::string selector(const std::string& expression) {
  return R"(,"selectors":[{"cel":{"expression":")" + expression + R"("}}])";
}

TEST(DraPreview, AClaimOfATemplateGetsTheFirstFreeCardAndIsNeverCalledCertain) {
  World world = twoNodes();
  world.claims = {draClaim("x", "a", {"gpu-0", "gpu-1"}, {"p"}), draClaim("y", "b", {"gpu-0"}, {"q"})};
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_TRUE(answer.requestProblems.empty());
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{1});
  EXPECT_EQ(answer.candidates[0].cards, (std::vector<CardIndex>{1}));
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(81920));
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(answer, Caveat::StackScheduler));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail, "cannot allocate all claims");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
  EXPECT_EQ(answer.rejections[0].cards.size(), 2U);
  EXPECT_FALSE(has(answer, Caveat::Preemption)) << "the scheduler evicts nobody for devices";
}

TEST(DraPreview, ReplicasTakeCardAfterCardAndStop) {
  World world = twoNodes();
  world.claims = {draClaim("x", "a", {"gpu-0"}, {"p"})};
  const AllocationAnswer answer = ask(claiming("one"), world, 5);
  EXPECT_EQ(answer.placements.size(), 3U);
  EXPECT_EQ(answer.before.fits, 3);
  EXPECT_EQ(answer.after.fits, 0);
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(answer.firstMiss->reason.detail, "cannot allocate all claims");
  // Two cards of one node: 1 + 1 free on different nodes do not help.
  EXPECT_EQ(ask(claiming("two"), world, 5).placements.size(), 1U);
}

TEST(DraPreview, MoreCardsThanAnyNodeHasIsNeverServed) {
  World world = twoNodes();
  world.templates.push_back(draTemplate("zfour", draAsk("gpu.nvidia.com", 4)));
  const AllocationAnswer answer = ask(claiming("zfour"), world);
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(DraPreview, AnAllocatedClaimBindsThePodToItsNode) {
  World world = twoNodes();
  world.claims = {draClaim("mine", "b", {"gpu-1"}, {"p"})};
  const AllocationAnswer answer = ask(claiming({}, "mine"), world, 3);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{1});
  EXPECT_EQ(answer.candidates[0].cards, (std::vector<CardIndex>{1}));
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(0)) << "nothing more is taken";
  EXPECT_EQ(answer.placements.size(), 3U);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.detail, "resourceclaim not available on the node");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(DraPreview, InstancesAreServedByTheirClass) {
  World world = twoNodes();
  world.slices[0] = draSlice("sa", "a", draMig(0, 0) + "," + draMig(0, 1));
  world.claims = {draClaim("x", "a", {"gpu-0-mig-1g10gb-15-0"}, {"p"})};
  const AllocationAnswer answer = ask(claiming("mig"), world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{0});
  EXPECT_EQ(answer.candidates[0].cards, (std::vector<CardIndex>{0}));
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(10240));
  EXPECT_EQ(answer.before.fits, 1);
}

TEST(DraPreview, WhatWasNotReadIsNamedAndNotPlaced) {
  const World world = twoNodes();
  const SnapshotPtr blind = snapshotOf(world.nodes, {}, {draSlices(world.slices), draTemplates(world.templates)});
  const AllocationAnswer answer = allocate(makeRequest(claiming("one").raw()), *blind);
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::Unsupported);
  EXPECT_EQ(answer.requestProblems[0].subject, "one");
  EXPECT_EQ(answer.requestProblems[0].detail, "DeviceClass, ResourceClaim");
  EXPECT_TRUE(answer.candidates.empty());
}

TEST(DraPreview, ClaimsAndTemplatesThatDoNotExistAreNamed) {
  const AllocationAnswer byTemplate = ask(claiming("gone"), twoNodes());
  ASSERT_EQ(byTemplate.requestProblems.size(), 1U);
  EXPECT_EQ(byTemplate.requestProblems[0].code, ErrorCode::NotFound);
  EXPECT_EQ(byTemplate.requestProblems[0].subject, "resourceclaimtemplates/gone");
  EXPECT_EQ(byTemplate.requestProblems[0].place, "default");
  const AllocationAnswer byName = ask(claiming({}, "gone"), twoNodes());
  ASSERT_EQ(byName.requestProblems.size(), 1U);
  EXPECT_EQ(byName.requestProblems[0].subject, "resourceclaims/gone");
}

TEST(DraPreview, AClassThatDoesNotExistRefusesEveryNodeInTheSchedulersWords) {
  World world = twoNodes();
  world.classes.clear();
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.detail, "request r: device class gpu.nvidia.com does not exist");
}

TEST(DraPreview, AnErrorOnOneNodeEndsTheAttemptOnAll) {
  World world = twoNodes();
  // Only node "b" has the attribute: on "a" the selector is an error, which ends everything.
  world.slices[1].devices[0].attributes.push_back({"fast", {RawDeviceAttribute::Kind::Bool, {}, 1}});
  world.slices[1].devices[1].attributes.push_back({"fast", {RawDeviceAttribute::Kind::Bool, {}, 1}});
  world.templates = {
      draTemplate("one", draAsk("gpu.nvidia.com", 1, selector("device.attributes['gpu.nvidia.com'].fast")))};
  const AllocationAnswer answer = ask(claiming("one"), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 2U);
  for (const NodeRejection& refused : answer.rejections)
    EXPECT_NE(refused.reason.detail.find("CEL runtime error: no such key: fast"), std::string::npos)
        << refused.reason.detail.text();
}

TEST(DraPreview, ASelectorThatIsNotEvaluatedNeitherFitsNorRefuses) {
  World world = twoNodes();
  world.templates = {draTemplate("one", draAsk("gpu.nvidia.com", 1, selector("device.driver.charAt(0) == 'g'")))};
  const AllocationAnswer answer = ask(claiming("one"), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  EXPECT_NE(answer.rejections[0].reason.detail.find("selector 0"), std::string::npos)
      << answer.rejections[0].reason.detail.text();
  EXPECT_NE(answer.certainty, Certainty::Certain);
  EXPECT_TRUE(has(answer, Caveat::DeviceClaims));
}

TEST(DraPreview, AlternativesAreServedButTheirScoreIsNotKnown) {
  World world = twoNodes();
  world.claims = {draClaim("x", "a", {"gpu-0"}, {"p"})};
  world.templates = {draTemplate(
      "one", R"("devices":{"requests":[{"name":"r","firstAvailable":[{"name":"two","deviceClassName":"gpu.nvidia.com",)"
             R"("count":2},{"name":"one","deviceClassName":"gpu.nvidia.com"}]}]})")};
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_EQ(answer.candidates.size(), 2U);
  EXPECT_TRUE(has(answer, Caveat::DeviceClaims));
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  std::vector<std::size_t> cards;
  for (const Candidate& candidate : answer.candidates) cards.push_back(candidate.cards.size());
  std::sort(cards.begin(), cards.end());
  EXPECT_EQ(cards, (std::vector<std::size_t>{1, 2}));
}

TEST(DraPreview, TheClaimThatWasMadeForAPodCountsBeforeItsTemplate) {
  World world = twoNodes();
  RawResourceClaim made = draClaim("new-gpu-x7k2p", "b", {"gpu-0"});
  made.meta.annotations = {{"resource.kubernetes.io/pod-claim-name", "gpu"}};
  made.meta.owners = {{"Pod", "new", "uid-pod-default-new", true}};
  world.claims = {made};
  PodBuilder waiting = claiming("one");
  waiting.edit().meta.uid = "uid-pod-default-new";
  const AllocationAnswer answer = ask(waiting, world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{1});
}

TEST(DraPreview, DevicesThatAreNoGpusArePlacedWithoutCards) {
  World world = twoNodes();
  world.nodes.push_back(nvidiaNode("c", 4));
  world.slices.push_back(draSlice("sc", "c", R"({"name":"nic-0"})", 1, "nic.example.com"));
  world.classes = {readAs<RawDeviceClass>(R"({"kind":"DeviceClass","metadata":{"name":"nic"},"spec":{"selectors":)"
                                          R"([{"cel":{"expression":"device.driver == 'nic.example.com'"}}]}})")};
  world.templates = {draTemplate("one", draAsk("nic"))};
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{2});
  EXPECT_TRUE(answer.candidates[0].cards.empty());
}

TEST(DraPreview, AnIncompletePoolGivesNoDevice) {
  World world = twoNodes();
  world.slices[0].sliceCount = 2;
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{1});
}

TEST(DraPreview, WhatAnIncompletePoolWillOfferIsUnknown) {
  World world = twoNodes();
  world.nodes.pop_back();
  world.slices.pop_back();
  world.slices[0].sliceCount = 2;
  const AllocationAnswer answer = ask(claiming("one"), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

TEST(DraPreview, AWaitingPodIsExplainedByItsClaims) {
  World world = twoNodes();
  world.claims = {draClaim("x", "a", {"gpu-0", "gpu-1"}, {"p"}), draClaim("y", "b", {"gpu-0", "gpu-1"}, {"q"})};
  const PendingReport report = explainPending(*world.snapshot({claiming("one")}), {});
  ASSERT_EQ(report.explanations.size(), 1U);
  EXPECT_EQ(report.explanations[0].fitting, 0U);
  EXPECT_EQ(report.explanations[0].outlook, Outlook::MayHelp);
}

TEST(DraPreview, WholeCardsOfThePluginAreNotTakenFromClaimedOnes) {
  World world = twoNodes();
  const AllocationAnswer none = ask(pod("new").nvidia(1), world);
  EXPECT_TRUE(none.candidates.empty());
  world.nodes[0] = nvidiaNode("a", 2);
  const AllocationAnswer answer = ask(pod("new").nvidia(1), world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_TRUE(answer.candidates[0].cards.empty());
}

// Once such a node was taken for one that any pod fits.
TEST(StackWithoutRule, NothingIsSaidToFit) {
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("n", 4)});
  auto record = std::make_shared<NodeRecord>(*cluster->nodes.at(0));
  record->gpu.stack = GpuStack::Kai;
  record->gpu.mode = GpuMode::Vgpu;
  ClusterSnapshot changed = *cluster;
  changed.nodes[0] = record;
  const AllocationAnswer answer = allocate(makeRequest(pod("new").nvidia(1).raw()), changed);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

TEST(DraPreview, AResourceThatAClassStandsForMayBeServedByDevicesWhichIsUnknown) {
  World world = twoNodes();
  EXPECT_EQ(ask(pod("new").nvidia(1), world).rejections.at(0).reason.waiting, Waiting::Never);
  world.classes[0].extendedResourceName = "nvidia.com/gpu";
  const AllocationAnswer answer = ask(pod("new").nvidia(1), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  EXPECT_TRUE(has(answer, Caveat::DeviceClaims));
  EXPECT_NE(answer.certainty, Certainty::Certain);
}

/// Every class stands for the resource deviceclass.resource.kubernetes.io/NAME where the gate is on, which the API does
/// not tell (on by default from 1.36).
TEST(DraPreview, TheNameThatEveryClassHasMayBeServedByDevicesToo) {
  const World world = twoNodes();
  const auto askFor = [&](const std::string& resource) {
    return ask(pod("new").resource("deviceclass.resource.kubernetes.io/" + resource, 1), world);
  };
  const AllocationAnswer answer = askFor("gpu.nvidia.com");
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown) << "not: no node will ever take it";
  EXPECT_TRUE(has(answer, Caveat::DeviceClaims));
  EXPECT_NE(answer.certainty, Certainty::Certain);
  EXPECT_EQ(askFor("no-such-class").rejections.at(0).reason.waiting, Waiting::Never);
}

/// One pool of two devices that both nodes reach, by whatever the slice says of nodes.
World sharedPool(const RawDeviceNodes& reach) {
  World out = twoNodes();
  out.slices = {draSlice("pool", "pool", draGpu(0) + "," + draGpu(1))};
  out.slices.front().nodes = reach;
  return out;
}

TEST(DraPreview, DevicesThatNodesShareAreTakenOnceForAllOfThem) {
  RawDeviceNodes everywhere;
  everywhere.allNodes = true;
  const AllocationAnswer answer = ask(claiming("one"), sharedPool(everywhere), 4);
  EXPECT_EQ(answer.placements.size(), 2U) << "two devices, whatever number of nodes reaches them";
  EXPECT_EQ(answer.before.fits, kFitsUnknown) << "two on each node are not four";
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(answer.firstMiss->reason.detail, "cannot allocate all claims");
  World held = sharedPool(everywhere);
  held.claims = {draClaim("x", "pool", {"gpu-1"}, {"p"})};
  EXPECT_EQ(ask(claiming("one"), held, 4).placements.size(), 1U);
  EXPECT_EQ(ask(claiming("two"), sharedPool(everywhere), 4).placements.size(), 1U);
}

TEST(DraPreview, DevicesOfASelectorAndOfEachDeviceAreTakenOnceToo) {
  RawDeviceNodes selected;
  selected.selector.emplace();
  NodeSelectorRequirement isThere;
  isThere.key = "rack";
  isThere.op = "Exists";
  selected.selector->push_back({{isThere}, {}});
  World world = sharedPool(selected);
  world.nodes = {node("a").label("rack", "1"), node("b").label("rack", "1"), node("c")};
  EXPECT_EQ(ask(claiming("one"), world, 4).placements.size(), 2U);
  World each = sharedPool({});
  RawResourceSlice& slice = each.slices.front();
  slice.perDeviceNodes = slice.hasPerDeviceNodes = true;
  slice.devices[0].nodes.allNodes = true;
  slice.devices[1].nodes.nodeName = "b";
  EXPECT_EQ(ask(claiming("one"), each, 4).placements.size(), 2U);
}

TEST(DraPreview, WhatIsLeftOfADeviceThatClaimsShareIsUnknown) {
  World world = twoNodes();
  world.nodes = {node("a")};
  world.slices = {draSlice("sa", "a", draGpu(0, R"(,"allowMultipleAllocations":true)"))};
  world.claims = {draClaim("x", "a", {"gpu-0"}, {"p"})};
  world.claims.front().allocation->results.front().shareId = "s1";
  const AllocationAnswer answer = ask(claiming("one"), world);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
}

constexpr const char* kForSeveral = R"(,"allowMultipleAllocations":true)";

// A claim may get a part of a device that others hold already: neither which device it gets is known nor whether it is
// one of those that are free.
TEST(DraPreview, AFreeCardBehindOneThatClaimsShareIsNotPromised) {
  World world = twoNodes();
  world.nodes = {node("a")};
  world.slices = {draSlice("sa", "a", draGpu(0, kForSeveral) + "," + draGpu(1))};
  world.claims = {draClaim("x", "a", {"gpu-0"}, {"p"})};
  world.claims.front().allocation->results.front().shareId = "s1";
  const AllocationAnswer answer = ask(claiming("one"), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_NE(answer.rejections[0].reason.detail.find("allowMultipleAllocations"), std::string::npos);
}

TEST(DraPreview, HowManyPodsShareADeviceIsNotCountedAsOne) {
  World world = twoNodes();
  world.nodes = {node("a")};
  world.slices = {draSlice("sa", "a", draGpu(0) + "," + draGpu(1, kForSeveral))};
  const AllocationAnswer answer = ask(claiming("one"), world, 4);
  EXPECT_EQ(answer.placements.size(), 1U) << "the plain card comes first";
  EXPECT_EQ(answer.before.fits, kFitsUnknown);
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(answer.firstMiss->reason.code, ReasonCode::ModeNotPlaceable);
}

TEST(DraPreview, DevicesThatTheClassDoesNotTakeChangeNothing) {
  World world = twoNodes();
  world.nodes = {node("a")};
  const std::string nic = R"({"name":"nic-0","allowMultipleAllocations":true,"attributes":{"type":{"string":"nic"}}})";
  world.slices = {draSlice("sa", "a", nic + "," + draGpu(0))};
  EXPECT_EQ(ask(claiming("one"), world).candidates.size(), 1U);
  EXPECT_EQ(ask(claiming("two"), world).rejections.at(0).reason.code, ReasonCode::StackRefused);
}

// Where the gate is off the API server drops the field and the claim gets a whole device; where it is on, a part.
TEST(DraPreview, APartOfADeviceIsNeitherPromisedNorRefused) {
  World world = twoNodes();
  RawResourceClaimTemplate& part = world.templates.front();
  part.spec.requests.front().choices.front().hasCapacity = true;
  const AllocationAnswer answer = ask(claiming("one"), world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 2U);
  for (const NodeRejection& one : answer.rejections) {
    EXPECT_EQ(one.reason.code, ReasonCode::ModeNotPlaceable);
    EXPECT_EQ(one.reason.waiting, Waiting::Unknown);
    EXPECT_NE(one.reason.detail.find("capacity.requests"), std::string::npos);
  }
}

/// Two nodes with a card each; that of "small" lacks the attribute that the template's selector reads.
World anAttributeShort() {
  World out = twoNodes();
  out.nodes = {node("good"), node("small").resource("cpu", 1)};
  const std::string bare = R"({"name":"gpu-0","attributes":{"type":{"string":"gpu"}}})";
  out.slices = {draSlice("sg", "good", draGpu(0)), draSlice("ss", "small", bare)};
  out.templates = {draTemplate(
      "h100",
      draAsk("gpu.nvidia.com", 1, selector("device.attributes['gpu.nvidia.com'].productName.startsWith('NVIDIA')")))};
  return out;
}

// DynamicResources is the last filter: what is wrong with claims on a node that another one refuses is never seen.
TEST(DraPreview, AnErrorOnANodeThatAnotherFilterRefusesEndsNothing) {
  const World world = anAttributeShort();
  PodBuilder asked = claiming("h100");
  asked.cpuMilli(2000);
  const AllocationAnswer answer = ask(asked, world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].node, NodeIndex{0});
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientResource);
  const auto why = explainRequest(makeRequest(asked.raw()), *world.snapshot());
  ASSERT_TRUE(why);
  EXPECT_EQ(why->outlook, Outlook::FitsNow);
}

TEST(DraPreview, TheSameErrorOnANodeThatIsReachedEndsTheAttempt) {
  const World world = anAttributeShort();
  PodBuilder asked = claiming("h100");
  asked.cpuMilli(100);
  const AllocationAnswer answer = ask(asked, world);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 2U);
  EXPECT_NE(std::string(answer.rejections[0].reason.detail.text()).find("no such key: productName"), std::string::npos);
  const auto why = explainRequest(makeRequest(asked.raw()), *world.snapshot());
  ASSERT_TRUE(why);
  EXPECT_EQ(why->fitting, 0U) << "what explains a pod that exists says the same";
  EXPECT_TRUE(why->remedies.empty());
}

/// A claim "shared" that has a device of its own driver, usable everywhere, and one card of each node.
PodBuilder sharing() {
  PodBuilder out = claiming("one");
  out.edit().spec.deviceClaims.insert(out.edit().spec.deviceClaims.begin(), {"net", "shared", {}});
  return out;
}

SnapshotPtr withShared(const std::string& version, bool isOneNodeFull = false) {
  World world = twoNodes();
  RawResourceClaim shared = draClaim("shared", "x", {"nic-0"}, {"p"});
  shared.allocation->nodeSelector.reset();
  world.claims = {shared};
  if (isOneNodeFull) world.claims.push_back(draClaim("y", "b", {"gpu-0", "gpu-1"}, {"q"}));
  auto out = std::make_shared<ClusterSnapshot>(*world.snapshot());
  out->serverVersion = version;
  return out;
}

// kubernetes/kubernetes#139016
TEST(DraPreview, AnAllocatedClaimBesideANewOneEndsWithAnErrorWhereTwoNodesAreCompared) {
  const auto asked = makeRequest(sharing().raw());
  for (const char* version : {"v1.35.4", "v1.36.1"}) {
    const SnapshotPtr on = withShared(version);
    const AllocationAnswer answer = allocate(asked, *on);
    EXPECT_TRUE(answer.candidates.empty()) << version;
    EXPECT_TRUE(answer.placements.empty());
    EXPECT_EQ(answer.before.fits, 0);
    ASSERT_EQ(answer.rejections.size(), 2U);
    EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
    EXPECT_NE(std::string(answer.rejections[0].reason.detail.text()).find("number of allocations 1 is smaller"),
              std::string::npos);
    const auto why = explainRequest(asked, *on);
    ASSERT_TRUE(why);
    EXPECT_EQ(why->fitting, 0U);
    EXPECT_EQ(why->outlook, Outlook::Unknown);
  }
  EXPECT_EQ(allocate(asked, *withShared("v1.34.2")).candidates.size(), 2U) << "it has no such score";
  EXPECT_EQ(allocate(asked, *withShared("v1.35.6")).candidates.size(), 2U) << "mended";
  EXPECT_EQ(allocate(asked, *withShared("v1.35.4", true)).candidates.size(), 1U) << "one node is not compared";
  const AllocationAnswer open = allocate(asked, *withShared(""));
  EXPECT_EQ(open.candidates.size(), 2U);
  EXPECT_TRUE(has(open, Caveat::DeviceClaims)) << "the version is not known";
}

// The plugin's resource is counted whatever a driver beside it publishes.
TEST(DraPreview, CardsOfThePluginAreCountedBesideAnIncompletePool) {
  World world = twoNodes();
  world.nodes = {node("a").resource("nvidia.com/gpu", 2)};
  world.slices = {draSlice("sa", "a", draGpu(0), 2)};
  PodBuilder asked = pod("new");
  asked.resource("nvidia.com/gpu", 1);
  const AllocationAnswer answer = ask(asked, world);
  ASSERT_EQ(answer.candidates.size(), 1U);
  asked = pod("new");
  asked.resource("nvidia.com/gpu", 3);
  const AllocationAnswer tooMany = ask(asked, world);
  ASSERT_EQ(tooMany.rejections.size(), 1U);
  EXPECT_EQ(tooMany.rejections[0].reason.code, ReasonCode::InsufficientResource);
}

ClusterDelta oneMore(RawExtra extra) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertExtra;
  delta.extraKind = kindOf(extra);
  delta.extras.push_back(std::move(extra));
  return delta;
}

// A claim that comes or goes changes one node; what the others say is not asked again.
TEST(DraPreview, AQuestionThatStaysOpenJudgesOnlyTheNodesWhoseClaimsChanged) {
  World world = twoNodes();
  world.nodes.push_back(node("c"));
  world.slices.push_back(draSlice("sc", "c", draGpu(0)));
  SnapshotBuilder builder;
  builder.apply(replaceNodes(world.nodes));
  builder.apply(replacePods({}));
  for (ClusterDelta& delta : std::vector<ClusterDelta>{draSlices(world.slices), draClaims({}),
                                                       draTemplates(world.templates), draClasses(world.classes)})
    builder.apply(std::move(delta));
  UnixSeconds time = 1;
  StandingQuestion standing(makeRequest(claiming("one").raw()));
  const auto check = [&](std::size_t judged, const char* what) {
    const SnapshotPtr cluster = builder.build(++time);
    const std::string kept = whole(standing.answer(cluster), *cluster);
    EXPECT_EQ(kept, whole(allocate(standing.request(), *cluster), *cluster)) << what;
    EXPECT_EQ(standing.judged(), judged) << what;
  };
  check(3, "the first answer");
  const auto put = [&](RawResourceClaim claim) {
    builder.apply(oneMore(std::make_shared<const RawResourceClaim>(std::move(claim))));
  };
  put(draClaim("x", "a", {"gpu-0"}, {"p"}));
  check(1, "a card of a is held");
  put(draClaim("y", "a", {"gpu-1"}, {"q"}));
  check(1, "a is full");
  put(draClaim("z", "b", {"gpu-1"}, {"r"}));
  check(1, "a card of b is held");
  ClusterDelta gone;
  gone.op = ClusterDelta::Op::DeleteExtra;
  gone.extraKind = ExtraKind::ResourceClaim;
  gone.key = {"default", "x"};
  builder.apply(std::move(gone));
  check(1, "a has a card again");
  builder.apply(oneMore(std::make_shared<const RawDeviceClass>(draClass("gpu.nvidia.com", "mig"))));
  check(3, "the class means other devices");
  put(draClaim("w", "c", {"gpu-0"}, {"s"}));
  check(1, "a card of c is held");
}

}  // namespace
}  // namespace cardinal
