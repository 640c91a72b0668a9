// SPDX-License-Identifier: Apache-2.0
// Pods of Kubernetes 1.28 and later: what they take, and what an answer may be sure of.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/profile.h"
#include "core/kube/decode/decoder.h"
#include "core/model/namespace_rules.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {
namespace {

std::shared_ptr<const RawPod> podOf(const std::string& name, const std::string& spec, const std::string& more = {}) {
  const std::string text = R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"d","name":")" + name +
                           R"("},"spec":{)" + spec + "}" + more + "}";
  auto pod = Decoder().object<RawPod>(text);
  if (!pod || !(*pod)->problems.empty()) {
    ADD_FAILURE() << text;
    return std::make_shared<const RawPod>();
  }
  return *pod;
}

std::string asks(const std::string& cpu) {
  return R"("containers":[{"name":"c","resources":{"requests":{"cpu":")" + cpu + R"("}}}])";
}

/// Nodes of 10 CPUs, named n1, n2, ...
class NewerPods : public ::testing::Test {
 protected:
  void nodes(int count) {
    for (int i = 1; i <= count; ++i) {
      const std::string name = "n" + std::to_string(i);
      auto node = Decoder().object<RawNode>(R"({"kind":"Node","apiVersion":"v1","metadata":{"name":")" + name +
                                            R"(","labels":{"kubernetes.io/hostname":")" + name +
                                            R"("}},"status":{"allocatable":{"cpu":"10","memory":"64Gi","pods":"110"},
              "conditions":[{"type":"Ready","status":"True"}]}})");
      ASSERT_TRUE(node);
      ClusterDelta delta;
      delta.op = ClusterDelta::Op::UpsertNode;
      delta.nodes = {*node};
      m_builder.apply(std::move(delta));
    }
  }

  void add(std::shared_ptr<const RawPod> pod) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods = {std::move(pod)};
    m_builder.apply(std::move(delta));
  }

  AllocationAnswer ask(const std::shared_ptr<const RawPod>& pod, const std::string& version = "v1.33.2",
                       std::shared_ptr<const NamespaceRules> rules = {}) {
    m_builder.setServerVersion(version);
    m_snapshot = m_builder.build(0);
    AllocationRequest request = makeRequest(pod);
    request.rules = std::move(rules);
    return allocate(request, *m_snapshot);
  }

  std::string firstPlace(const AllocationAnswer& answer) const {
    return answer.candidates.empty() ? std::string() : m_snapshot->node(answer.candidates.front().node).name;
  }

  SnapshotBuilder m_builder;
  SnapshotPtr m_snapshot;
};

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

void expectLacksCpu(const AllocationAnswer& answer, std::int64_t needed, std::int64_t found) {
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  const Rejection& reason = answer.rejections[0].reason;
  EXPECT_EQ(reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(reason.detail, "cpu");
  EXPECT_EQ(reason.needed, needed);
  EXPECT_EQ(reason.found, found);
}

TEST_F(NewerPods, ASidecarOfARunningPodTakesItsShareBesideTheContainer) {
  nodes(1);
  add(podOf("mesh", R"("nodeName":"n1",)" + asks("4") +
                        R"(,"initContainers":[{"name":"s","restartPolicy":"Always",
                            "resources":{"requests":{"cpu":"4"}}}])"));
  expectLacksCpu(ask(podOf("new", asks("4"))), 4000, 2000);
}

TEST_F(NewerPods, ASidecarOfThePodThatIsAskedForAddsUpToo) {
  nodes(1);
  const std::string sidecar =
      R"(,"initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"6"}}}])";
  expectLacksCpu(ask(podOf("new", asks("6") + sidecar)), 12'000, 10'000);
}

TEST_F(NewerPods, WhatARunningPodNamesAsAWholeIsTaken) {
  nodes(1);
  add(podOf("whole", R"("nodeName":"n1","containers":[{"name":"c"}],"resources":{"requests":{"cpu":"8"}})"));
  expectLacksCpu(ask(podOf("new", asks("4"))), 4000, 2000);
}

TEST_F(NewerPods, AResizeThatIsNotDoneYetStillTakesWhatThePodHolds) {
  nodes(1);
  add(podOf("resized", R"("nodeName":"n1",)" + asks("2"),
            R"(,"status":{"phase":"Running","containerStatuses":[{"name":"c","allocatedResources":{"cpu":"2"},
                "resources":{"requests":{"cpu":"8"}}}]})"));
  expectLacksCpu(ask(podOf("new", asks("4"))), 4000, 2000);
}

TEST_F(NewerPods, AClaimOfDevicesIsNamedAndNotPlacedAsAPodWithoutGpu) {
  nodes(1);
  const auto answer =
      ask(podOf("new", asks("4") + R"(,"resourceClaims":[{"name":"gpu","resourceClaimTemplateName":"one"}])"));
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems.front().subject, "one");
  EXPECT_TRUE(answer.candidates.empty());
}

// The same question without any of these is certain: one node, and nothing that was not looked at.
TEST_F(NewerPods, APlainPodStaysCertain) {
  nodes(1);
  EXPECT_EQ(ask(podOf("new", asks("4"))).certainty, Certainty::Certain);
}

TEST_F(NewerPods, WhatTheServerFillsInWhenThePodIsCreatedIsNotCertain) {
  nodes(1);
  const std::string kata = asks("4") + R"(,"runtimeClassName":"kata")";
  const auto file = ask(podOf("new", kata));
  EXPECT_TRUE(has(file, Caveat::RuntimeOverhead));
  EXPECT_EQ(file.certainty, Certainty::OneOf);
  auto created = std::make_shared<RawPod>(*podOf("new", kata));
  created->meta.uid = "u";
  EXPECT_FALSE(has(ask(created), Caveat::RuntimeOverhead));
}

TEST_F(NewerPods, FieldsThatTheProgramDoesNotKnowAreSaid) {
  nodes(1);
  const auto gang = ask(podOf("new", asks("1") + R"(,"workloadRef":{"name":"w"})"));
  EXPECT_TRUE(has(gang, Caveat::FieldsNotRead));
  EXPECT_NE(gang.certainty, Certainty::Certain);
  const auto compared = ask(podOf("new", asks("1") + R"(,"tolerations":[{"key":"k","operator":"Gt","value":"5"}])"));
  EXPECT_TRUE(has(compared, Caveat::FieldsNotRead));
  EXPECT_FALSE(has(ask(podOf("new", asks("1") + R"(,"dnsPolicy":"Default")")), Caveat::FieldsNotRead));
}

TEST_F(NewerPods, FieldsThatAnOlderServerDropsAreSaid) {
  nodes(1);
  const auto whole = podOf("new", asks("1") + R"(,"resources":{"requests":{"cpu":"2"}})");
  EXPECT_TRUE(has(ask(whole, "v1.33.2"), Caveat::FieldsByGate));
  EXPECT_FALSE(has(ask(whole, "v1.35.4"), Caveat::FieldsByGate));
  const auto sidecar = podOf("new", asks("1") + R"(,"initContainers":[{"name":"s","restartPolicy":"Always"}])");
  EXPECT_TRUE(has(ask(sidecar, "v1.27.3"), Caveat::FieldsByGate));
  EXPECT_FALSE(has(ask(sidecar, "v1.29.0"), Caveat::FieldsByGate));
}

/// A server whose API has no such field knows nothing of it, so neither does its scheduler.
TEST_F(NewerPods, FieldsThatTheServersApiDoesNotHaveSteerNothing) {
  nodes(1);
  const auto places = [&](const std::string& more, const char* version) {
    return ask(podOf("new", asks("6") + more), version).placements.size();
  };
  const std::string sidecar =
      R"(,"initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"6"}}}])";
  EXPECT_EQ(places(sidecar, "v1.27.3"), 1U) << "an init container like others: the larger of both counts";
  EXPECT_EQ(places(sidecar, "v1.28.1"), 0U);
  const std::string whole = R"(,"resources":{"requests":{"cpu":"20"}})";
  EXPECT_EQ(places(whole, "v1.31.0"), 1U);
  EXPECT_EQ(places(whole, "v1.32.0"), 0U);
  const std::string domains = R"(,"topologySpreadConstraints":[{"topologyKey":"kubernetes.io/hostname","maxSkew":1,
      "whenUnsatisfiable":"DoNotSchedule","minDomains":3,"labelSelector":{"matchLabels":{"a":"b"}}}])";
  const auto request = podOf("new", asks("1") + domains);
  EXPECT_FALSE(has(ask(request, "v1.35.4"), Caveat::FieldsByGate));
  EXPECT_TRUE(has(ask(request, "v1.20.2"), Caveat::FieldsByGate)) << "it is said that it drops them";
}

/// 1.20 was compared decision by decision, and would be certain of an answer that rests on a field that it drops.
TEST_F(NewerPods, FieldsOfSchedulingThatAnOlderServerDropsMakeNothingCertain) {
  nodes(2);
  const std::string spread =
      R"("topologyKey":"h","maxSkew":1,"whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"a":"b"}})";
  const auto constraint = [&](const std::string& more) {
    return R"(,"topologySpreadConstraints":[{)" + spread + more + "}]";
  };
  const auto term = [](const std::string& more) {
    return R"(,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
      {"topologyKey":"h","labelSelector":{"matchLabels":{"a":"b"}})" +
           more + "}]}}";
  };
  struct Case {
    std::string field;
    const char* last;  // version that drops it
    const char* first;
  };
  for (const Case& one : {Case{constraint(R"(,"minDomains":2)"), "v1.26.9", "v1.27.0"},
                          Case{constraint(R"(,"nodeTaintsPolicy":"Honor")"), "v1.25.9", "v1.26.0"},
                          Case{constraint(R"(,"nodeAffinityPolicy":"Ignore")"), "v1.25.9", "v1.26.0"},
                          Case{constraint(R"(,"matchLabelKeys":["own"])"), "v1.26.9", "v1.27.0"},
                          Case{term(R"(,"matchLabelKeys":["own"])"), "v1.30.9", "v1.31.0"},
                          Case{term(R"(,"mismatchLabelKeys":["own"])"), "v1.30.9", "v1.31.0"},
                          Case{term(R"(,"namespaceSelector":{})"), "v1.21.9", "v1.22.0"},
                          Case{R"(,"schedulingGates":[{"name":"g"}])", "v1.26.9", "v1.27.0"}}) {
    SCOPED_TRACE(one.field);
    const auto file = podOf("new", asks("1") + one.field);
    for (const char* const version : {"v1.20.2", one.last}) {
      const auto answer = ask(file, version);
      EXPECT_TRUE(has(answer, Caveat::FieldsByGate)) << version;
      EXPECT_NE(answer.certainty, Certainty::Certain) << version;
      EXPECT_FALSE(has(answer, Caveat::SchedulingGates)) << "it would not wait there";
    }
    EXPECT_FALSE(has(ask(file, one.first), Caveat::FieldsByGate));
  }
  EXPECT_FALSE(has(ask(podOf("new", asks("1") + constraint("")), "v1.20.2"), Caveat::FieldsByGate));
  EXPECT_FALSE(has(ask(podOf("new", asks("1") + term("")), "v1.20.2"), Caveat::FieldsByGate));
}

TEST_F(NewerPods, AVolumeClaimThatDoesNotExistIsSaid) {
  nodes(1);
  auto rules = std::make_shared<NamespaceRules>();
  rules->claims.emplace();
  rules->volumes.emplace();
  rules->quotas.emplace();
  rules->limitRanges.emplace();
  const auto pod = podOf("new", asks("1") + R"(,"volumes":[{"persistentVolumeClaim":{"claimName":"data"}}])");
  EXPECT_TRUE(has(ask(pod, "v1.33.2", rules), Caveat::ClaimMissing));
  RawClaim claim;
  claim.meta.key = {"d", "data"};
  rules->claims->push_back(claim);
  EXPECT_FALSE(has(ask(pod, "v1.33.2", rules), Caveat::ClaimMissing));
}

std::string apart(const std::string& keys) {
  return R"(,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
      {"topologyKey":"kubernetes.io/hostname","labelSelector":{"matchLabels":{"app":"web"}},"matchLabelKeys":[)" +
         keys + "]}]}}";
}

std::shared_ptr<const RawPod> labelled(const std::string& name, const std::string& spec, StringMap labels) {
  auto pod = std::make_shared<RawPod>(*podOf(name, spec));
  pod->meta.labels = std::move(labels);
  return pod;
}

// The API server turns them into requirements of the selector: pods of another revision are no hindrance.
TEST_F(NewerPods, LabelKeysOfAffinityNarrowTheSelectorAsTheApiServerDoes) {
  nodes(1);
  add(labelled("old", R"("nodeName":"n1",)" + asks("1"), {{"app", "web"}, {"revision", "1"}}));
  const std::string spec = asks("1") + apart(R"("revision")");
  EXPECT_EQ(firstPlace(ask(labelled("new", spec, {{"app", "web"}, {"revision", "2"}}))), "n1");
  EXPECT_EQ(firstPlace(ask(labelled("new", spec, {{"app", "web"}, {"revision", "1"}}))), "");
  EXPECT_TRUE(has(ask(labelled("new", spec, {{"app", "web"}})), Caveat::LabelKeys));
}

// No pod that runs can carry the hash of a Deployment that does not exist yet: whatever it will say, others do not.
TEST_F(NewerPods, LabelsThatANewControllerAddsTellItsPodsFromAllOthers) {
  nodes(1);
  add(labelled("other", R"("nodeName":"n1",)" + asks("1"), {{"app", "web"}, {"pod-template-hash", "1a2b"}}));
  auto made = *labelled("new", asks("1") + apart(R"("pod-template-hash")"), {{"app", "web"}});
  made.meta.owners = {{"Deployment", "web", "", true}};
  const auto ofNew = std::make_shared<const RawPod>(made);
  const auto answer = ask(ofNew);
  EXPECT_EQ(firstPlace(answer), "n1");
  EXPECT_FALSE(has(answer, Caveat::LabelKeys));
  m_snapshot = m_builder.build(0);
  AllocationRequest two = makeRequest(ofNew);
  two.replicas = 2;
  EXPECT_EQ(allocate(two, *m_snapshot).placements.size(), 1U) << "but its own pods avoid one another";
  auto running = *labelled("web-abcdefg-1", R"("nodeName":"n1",)" + asks("1"), {{"app", "web"}});
  running.meta.owners = {{"Deployment", "web", "u", true}};
  add(std::make_shared<const RawPod>(running));
  EXPECT_TRUE(has(ask(ofNew), Caveat::LabelKeys)) << "the Deployment is there, and may keep its hash";
}

TEST_F(NewerPods, RoomOfANominatedPodIsKeptFromPodsOfLowerPriority) {
  nodes(1);
  add(podOf("waits", R"("priority":100,)" + asks("8"), R"(,"status":{"phase":"Pending","nominatedNodeName":"n1"})"));
  expectLacksCpu(ask(podOf("same", R"("priority":100,)" + asks("4"))), 4000, 2000);
  EXPECT_EQ(firstPlace(ask(podOf("higher", R"("priority":101,)" + asks("4")))), "n1");
  EXPECT_EQ(firstPlace(ask(podOf("waits", R"("priority":100,)" + asks("8")))), "n1") << "not kept from itself";
}

TEST_F(NewerPods, ANominatedPodGoesToItsNodeWhereItFits) {
  nodes(3);
  add(podOf("busy", R"("nodeName":"n2",)" + asks("1")));
  const auto pod = podOf("waits", asks("4"), R"(,"status":{"nominatedNodeName":"n2"})");
  const auto answer = ask(pod, "v1.35.4");
  EXPECT_EQ(firstPlace(answer), "n2");
  EXPECT_EQ(answer.tied, 1U);
  EXPECT_EQ(answer.certainty, Certainty::Certain);
}

TEST_F(NewerPods, OnlyVersionsThatWereComparedAreCertainAmongSeveralNodes) {
  nodes(2);
  add(podOf("busy", R"("nodeName":"n2",)" + asks("5")));
  const auto pod = podOf("new", asks("4"));
  EXPECT_EQ(ask(pod, "v1.35.4").certainty, Certainty::Certain);
  EXPECT_EQ(ask(pod, "v1.34.1").certainty, Certainty::Modelled);
  EXPECT_TRUE(has(ask(pod, "v1.34.1"), Caveat::ProfileNotVerified));
  EXPECT_EQ(comparedVersions().back(), "1.35");
}

struct Boundary {
  const char* version;
  bool SchedulerProfile::*flag;
  bool before;
};

TEST(KubeVersions, RulesChangeWhereTheSchedulersDo) {
  const std::vector<Boundary> first = {{"v1.22.0", &SchedulerProfile::balancesByDeviation, false},
                                       {"v1.22.0", &SchedulerProfile::skipsAbsentResources, false},
                                       {"v1.23.0", &SchedulerProfile::balancesPlainRequests, false},
                                       {"v1.23.0", &SchedulerProfile::defaultSpreadNeedsZone, true},
                                       {"v1.24.0", &SchedulerProfile::roundsSpread, false},
                                       {"v1.24.0", &SchedulerProfile::spreadCountsEveryNode, true},
                                       {"v1.27.0", &SchedulerProfile::cpuOverheadInCores, true},
                                       {"v1.27.0", &SchedulerProfile::honorsMinDomains, false},
                                       {"v1.28.0", &SchedulerProfile::checksUnnamedResources, true},
                                       {"v1.28.0", &SchedulerProfile::spreadScoresEveryone, true},
                                       {"v1.30.0", &SchedulerProfile::countsInitImages, false},
                                       {"v1.33.0", &SchedulerProfile::skipsBestEffortBalance, false},
                                       {"v1.36.0", &SchedulerProfile::balanceCompares, false}};
  for (const Boundary& one : first) {
    const std::string minor = std::to_string(*minorVersion(one.version) - 1);
    EXPECT_EQ(profileFor("v1." + minor + ".9").*one.flag, one.before) << one.version;
    EXPECT_EQ(profileFor(one.version).*one.flag, !one.before) << one.version;
  }
  EXPECT_EQ(profileFor("v1.22.1").weightOf(KubeScore::TaintToleration), 1);
  EXPECT_EQ(profileFor("v1.22.1").weightOf(KubeScore::NodePreferAvoidPods), 0);
  EXPECT_EQ(profileFor("v1.23.1").weightOf(KubeScore::TaintToleration), 3);
}

// A node whose balance the pod does not change gets 75 since 1.36, whatever the balance is.
TEST_F(NewerPods, TheBalanceOf136TellsHowMuchThePodChangesIt) {
  nodes(2);
  add(podOf("busy-1", R"("nodeName":"n1",)" + asks("2")));
  add(podOf("busy-2", R"("nodeName":"n2",)" + asks("5")));
  const auto answer =
      ask(podOf("new", R"("containers":[{"name":"c","resources":{"requests":{"memory":"1"}}}])"), "v1.36.0");
  ASSERT_EQ(answer.candidates.size(), 2U);
  for (const Candidate& candidate : answer.candidates) {
    for (const ScorePart& part : candidate.parts) {
      if (part.code == ScoreCode::BalancedAllocation) {
        EXPECT_EQ(part.value, 75);
      }
    }
  }
}

}  // namespace
}  // namespace cardinal::testing
