// SPDX-License-Identifier: Apache-2.0
// What the namespace says before any scheduler is asked (quotas, limit ranges), and where bound volumes are.
// tests/cluster compares the refusals with those of a real API server.
#include "core/alloc/admission.h"
#include "core/alloc/engine/standing_question.h"
#include "core/model/extras/claim_objects.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

constexpr std::int64_t kGib = 1LL << 30;

NamespaceRules noRules() {
  NamespaceRules rules;
  rules.ns = "default";
  rules.quotas.emplace();
  rules.limitRanges.emplace();
  rules.claims.emplace();
  rules.volumes.emplace();
  return rules;
}

ResourceList amounts(const std::vector<std::pair<std::string, std::int64_t>>& list) {
  ResourceList out;
  for (const auto& entry : list) out.push_back({entry.first, Quantity::fromInteger(entry.second)});
  return out;
}

RawQuota quota(const ResourceList& hard, const ResourceList& used = {}) {
  RawQuota out;
  out.meta.key = {"default", "gpus"};
  out.hard = hard;
  out.used = used;
  return out;
}

PodBuilder asks(std::int64_t units) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  return out;
}

AllocationAnswer askWith(const SnapshotPtr& cluster, const PodBuilder& pod, NamespaceRules rules, int replicas = 1) {
  AllocationRequest request = makeRequest(pod.raw(), replicas);
  request.rules = std::make_shared<const NamespaceRules>(std::move(rules));
  return allocate(request, *cluster);
}

SnapshotPtr plain() {
  return snapshotOf({gpushareNode("a", 4, 15)});
}

TEST(Admission, WithoutRulesNothingChanges) {
  const auto answer = askWith(plain(), asks(4), noRules(), 3);
  EXPECT_EQ(answer.placements.size(), 3U);
  EXPECT_EQ(answer.admitted, 3U);
  EXPECT_FALSE(answer.admission);
  EXPECT_TRUE(answer.caveats.empty());
}

TEST(Admission, AFullQuotaRefusesBeforeAnyNodeIsAsked) {
  auto rules = noRules();
  rules.quotas->push_back(
      quota(amounts({{"requests.aliyun.com/gpu-mem", 10}}), amounts({{"requests.aliyun.com/gpu-mem", 8}})));
  const auto answer = askWith(plain(), asks(4), rules);
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::QuotaExceeded);
  EXPECT_EQ(answer.requestProblems[0].subject, "gpus");
  EXPECT_EQ(answer.requestProblems[0].detail,
            "exceeded quota: gpus, requested: requests.aliyun.com/gpu-mem=4, used: requests.aliyun.com/gpu-mem=8, "
            "limited: requests.aliyun.com/gpu-mem=10");
  EXPECT_TRUE(answer.candidates.empty() && answer.rejections.empty());
}

TEST(Admission, AQuotaLetsSomeReplicasThroughAndNamesTheNext) {
  auto rules = noRules();
  rules.quotas->push_back(quota(amounts({{"pods", 12}, {"requests.aliyun.com/gpu-mem", 13}}), amounts({{"pods", 2}})));
  const auto answer = askWith(plain(), asks(4), rules, 5);
  EXPECT_EQ(answer.admitted, 3U);
  EXPECT_EQ(answer.placements.size(), 3U);
  ASSERT_TRUE(answer.admission);
  EXPECT_EQ(answer.admission->detail,
            "exceeded quota: gpus, requested: requests.aliyun.com/gpu-mem=4, used: requests.aliyun.com/gpu-mem=12, "
            "limited: requests.aliyun.com/gpu-mem=13");
}

TEST(Admission, ComputeThatAQuotaLimitsMustBeNamed) {
  auto rules = noRules();
  rules.quotas->push_back(quota(amounts({{"limits.memory", 8 * kGib}, {"cpu", 4}})));
  const auto answer = askWith(plain(), asks(4), rules);
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].detail, "failed quota: gpus: must specify cpu,limits.memory");
}

TEST(Admission, AQuotaOfAnotherNamespaceOrScopeDoesNotCount) {
  auto rules = noRules();
  RawQuota other = quota(amounts({{"pods", 0}}));
  other.meta.key.ns = "elsewhere";
  RawQuota ending = quota(amounts({{"pods", 0}}));
  ending.scopes = {"Terminating"};
  RawQuota urgent = quota(amounts({{"pods", 0}}));
  urgent.scopeSelector = {{"PriorityClass", "In", {"high"}}};
  *rules.quotas = {other, ending, urgent};
  EXPECT_EQ(askWith(plain(), asks(4), rules).placements.size(), 1U);
  PodBuilder timed = asks(4);
  timed.edit().spec.hasDeadline = true;
  EXPECT_EQ(askWith(plain(), timed, rules).requestProblems.size(), 1U);
  PodBuilder high = asks(4);
  high.edit().spec.priorityClassName = "high";
  EXPECT_EQ(askWith(plain(), high, rules).requestProblems.size(), 1U);
}

RawLimitRange limits(RawLimitItem item) {
  RawLimitRange out;
  out.meta.key = {"default", "bounds"};
  out.items = {std::move(item)};
  return out;
}

TEST(Admission, DefaultsOfALimitRangeCountOnTheNode) {
  RawLimitItem item;
  item.type = "Container";
  item.defaultRequests = amounts({{"cpu", 70}});
  auto rules = noRules();
  rules.limitRanges->push_back(limits(item));
  const auto cluster = plain();  // 64 CPUs
  EXPECT_EQ(askWith(cluster, asks(4), noRules()).placements.size(), 1U);
  const auto answer = askWith(cluster, asks(4), rules);
  EXPECT_EQ(why(answer, cluster, "a"), "InsufficientResource 70000/64000 cpu never");
}

TEST(Admission, ALimitRangeRefusesInTheServersWords) {
  RawLimitItem item;
  item.type = "Container";
  item.most = amounts({{"memory", 4 * kGib}});
  auto rules = noRules();
  rules.limitRanges->push_back(limits(item));
  PodBuilder large = asks(4);
  large.resource("memory", 8 * kGib);
  const auto answer = askWith(plain(), large, rules);
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::LimitsViolated);
  EXPECT_EQ(answer.requestProblems[0].subject, "bounds");
  EXPECT_EQ(answer.requestProblems[0].detail, "maximum memory usage per Container is 4Gi, but limit is 8Gi");
  const auto silent = askWith(plain(), asks(4), rules);
  ASSERT_EQ(silent.requestProblems.size(), 1U);
  EXPECT_EQ(silent.requestProblems[0].detail, "maximum memory usage per Container is 4Gi.  No limit is specified");
}

TEST(Admission, TheSumOfAPodAndTheRatioAreCheckedToo) {
  RawLimitItem sum;
  sum.type = "Pod";
  sum.most = amounts({{"cpu", 2}});
  RawLimitItem ratio;
  ratio.type = "Container";
  ratio.mostRatio = amounts({{"cpu", 2}});
  auto rules = noRules();
  rules.limitRanges->push_back(limits(sum));
  PodBuilder two = asks(4);
  two.cpuMilli(1500).container().cpuMilli(1000);
  ASSERT_EQ(askWith(plain(), two, rules).requestProblems.size(), 1U);
  EXPECT_EQ(askWith(plain(), two, rules).requestProblems[0].detail,
            "maximum cpu usage per Pod is 2, but limit is 2500m");
  *rules.limitRanges = {limits(ratio)};
  PodBuilder wide = asks(4);
  wide.cpuMilli(3000);
  wide.edit().spec.containers[0].requests.back().amount = Quantity::fromMilli(1000);
  ASSERT_EQ(askWith(plain(), wide, rules).requestProblems.size(), 1U);
  EXPECT_EQ(askWith(plain(), wide, rules).requestProblems[0].detail,
            "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000");
}

TEST(Admission, RulesThatMayNotBeReadLowerTheCertainty) {
  auto rules = noRules();
  rules.quotas.reset();
  const auto answer = askWith(plain(), asks(4), rules);
  EXPECT_EQ(answer.caveats, std::vector<Caveat>{Caveat::RulesNotRead});
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.placements.size(), 1U);
}

TEST(Admission, AmountsAreWrittenAsTheServerDoes) {
  const auto text = [](std::int64_t amount, const char* resource) {
    return alloc::canonicalText(Quantity::fromInteger(amount), resource);
  };
  EXPECT_EQ(text(0, "memory"), "0");
  EXPECT_EQ(text(kGib, "requests.memory"), "1Gi");
  EXPECT_EQ(text(1'536'000, "memory"), "1500Ki");
  EXPECT_EQ(text(2000, "pods"), "2k");
  EXPECT_EQ(alloc::canonicalText(Quantity::fromMilli(2500), "cpu"), "2500m");
}

RawClaim claim(const std::string& name, const std::string& volume) {
  RawClaim out;
  out.meta.key = {"default", name};
  out.volumeName = volume;
  return out;
}

RawVolume volumeOn(const std::string& name, const std::string& host) {
  RawVolume out;
  out.meta.key.name = name;
  out.nodeAffinity.emplace();
  out.nodeAffinity->push_back({{{"kubernetes.io/hostname", "In", {host}}}, {}});
  return out;
}

PodBuilder withClaim(const std::string& name) {
  PodBuilder out = asks(4);
  out.edit().spec.hasBoundVolumes = true;
  out.edit().spec.claims = {name};
  return out;
}

SnapshotPtr twoHosts() {
  return snapshotOf({gpushareNode("a", 2, 15).label("kubernetes.io/hostname", "a"),
                     gpushareNode("b", 2, 15).label("kubernetes.io/hostname", "b")});
}

TEST(BoundVolumes, TieThePodToTheirNode) {
  auto rules = noRules();
  rules.claims->push_back(claim("data", "pv-1"));
  rules.volumes->push_back(volumeOn("pv-1", "b"));
  const auto cluster = twoHosts();
  const auto answer = askWith(cluster, withClaim("data"), rules);
  EXPECT_EQ(places(answer, cluster), "b[0]");
  EXPECT_EQ(why(answer, cluster, "a"), "VolumeElsewhere pv-1 never");
  EXPECT_TRUE(has(answer, Caveat::VolumeLimits));
  EXPECT_FALSE(has(answer, Caveat::Volumes));
}

TEST(BoundVolumes, AZoneLabelTiesThePodToTheZone) {
  auto rules = noRules();
  rules.claims->push_back(claim("data", "pv-1"));
  RawVolume zonal;
  zonal.meta.key.name = "pv-1";
  zonal.meta.labels = {{"topology.kubernetes.io/zone", "z1__z2"}};
  rules.volumes->push_back(zonal);
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15).label("topology.kubernetes.io/zone", "z2"),
                                   gpushareNode("b", 2, 15).label("topology.kubernetes.io/zone", "z3")});
  EXPECT_EQ(places(askWith(cluster, withClaim("data"), rules), cluster), "a[0]");
}

// kubernetes/kubernetes#118923: volumes of old have the beta labels, nodes of today those without.
TEST(BoundVolumes, AnOldZoneLabelStandsForThatOfToday) {
  auto rules = noRules();
  rules.claims->push_back(claim("data", "pv-1"));
  RawVolume zonal;
  zonal.meta.key.name = "pv-1";
  zonal.meta.labels = {{"failure-domain.beta.kubernetes.io/zone", "z1"},
                       {"failure-domain.beta.kubernetes.io/region", "r"}};
  rules.volumes->push_back(zonal);
  const auto in = [](const char* name, const char* zone) {
    return gpushareNode(name, 2, 15)
        .label("topology.kubernetes.io/zone", zone)
        .label("topology.kubernetes.io/region", "r");
  };
  const auto cluster = snapshotOf({in("a", "z1"), in("b", "z2")});
  EXPECT_EQ(places(askWith(cluster, withClaim("data"), rules), cluster), "a[0]");
  auto old = std::make_shared<ClusterSnapshot>(*cluster);
  old->serverVersion = "v1.20.2";
  EXPECT_TRUE(askWith(old, withClaim("data"), rules).candidates.empty()) << "it did not translate yet";
}

NamespaceRules onePodRules() {
  auto rules = noRules();
  rules.claims->push_back(claim("data", "pv-1"));
  rules.claims->back().accessModes = {"ReadWriteOncePod"};
  RawVolume volume;
  volume.meta.key.name = "pv-1";
  rules.volumes->push_back(volume);
  return rules;
}

TEST(BoundVolumes, AClaimOfOnePodThatAPodUsesKeepsOthersOffEveryNode) {
  const auto nodes = [] { return std::vector{gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)}; };
  const auto free = snapshotOf(nodes());
  EXPECT_EQ(askWith(free, withClaim("data"), onePodRules()).candidates.size(), 2U);
  PodBuilder user = pod("first").on("a");
  user.edit().spec.claims = {"data"};
  const auto cluster = snapshotOf(nodes(), {user});
  const auto answer = askWith(cluster, withClaim("data"), onePodRules());
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "b"), "VolumeElsewhere data (ReadWriteOncePod, used by default/first)");
  auto many = onePodRules();
  many.claims->back().accessModes = {"ReadWriteOnce"};
  EXPECT_EQ(askWith(cluster, withClaim("data"), many).candidates.size(), 2U);
}

TEST(BoundVolumes, OfSeveralPodsWithAClaimOfOnePodTheFirstAloneIsPlaced) {
  const auto answer = askWith(twoHosts(), withClaim("data"), onePodRules(), 2);
  EXPECT_EQ(answer.placements.size(), 1U);
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(answer.firstMiss->reason.code, ReasonCode::VolumeElsewhere);
  EXPECT_EQ(answer.after.fits, 0);
}

TEST(BoundVolumes, AClaimThatIsMissingOrWaitsForItsVolumeKeepsThePodOffEveryNode) {
  auto rules = noRules();
  const auto cluster = twoHosts();
  auto answer = askWith(cluster, withClaim("data"), rules);
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "a"), "VolumeElsewhere data (there is no such PersistentVolumeClaim) ?");
  RawStorageClass atOnce;
  atOnce.meta.key.name = "fast";
  RawStorageClass later;
  later.meta.key.name = "local";
  later.waitsForPod = true;
  rules.storageClasses = {atOnce, later};
  rules.claims->push_back(claim("data", ""));
  for (const char* storage : {"fast", "gone", ""}) {
    rules.claims->back().storageClass = storage;
    answer = askWith(cluster, withClaim("data"), rules);
    EXPECT_TRUE(answer.candidates.empty()) << storage;
    EXPECT_FALSE(has(answer, Caveat::Volumes));
  }
  rules.claims->back().storageClass = "local";
  answer = askWith(cluster, withClaim("data"), rules);
  EXPECT_EQ(answer.candidates.size(), 2U);
  EXPECT_TRUE(has(answer, Caveat::Volumes)) << "where a volume can be made for it is not evaluated";
  rules.storageClasses.reset();
  EXPECT_EQ(askWith(cluster, withClaim("data"), rules).candidates.size(), 2U) << "not known is no refusal";
}

TEST(BoundVolumes, AClaimThatTheFileCreatesIsNotMissing) {
  PodBuilder asked = withClaim("data");
  asked.edit().meta.key.ns.clear();
  AllocationRequest request = makeRequest(asked.raw());
  request.rules = std::make_shared<const NamespaceRules>(noRules());
  auto brought = std::make_shared<ClaimObjects>();
  brought->volumes.push_back(claim("data", ""));
  brought->volumes.back().meta.key.ns.clear();
  request.claims = brought;
  const auto answer = allocate(request, *twoHosts());
  EXPECT_EQ(answer.candidates.size(), 2U);
  EXPECT_TRUE(has(answer, Caveat::Volumes));
  EXPECT_FALSE(has(answer, Caveat::ClaimMissing));
}

TEST(BoundVolumes, WhatIsNotBoundOrNotReadIsNotEvaluated) {
  auto rules = noRules();
  rules.claims->push_back(claim("data", ""));
  const auto cluster = twoHosts();
  for (const bool known : {true, false}) {
    if (!known) rules.claims.reset();
    const auto answer = askWith(cluster, withClaim("data"), rules);
    EXPECT_EQ(answer.candidates.size(), 2U);
    EXPECT_TRUE(has(answer, Caveat::Volumes));
  }
}

TEST(StandingQuestionWithRules, SaysWhatAFreshOneSays) {
  auto rules = noRules();
  rules.quotas->push_back(quota(amounts({{"pods", 1}}), amounts({{"pods", 1}})));
  AllocationRequest request = makeRequest(asks(4).raw());
  request.rules = std::make_shared<const NamespaceRules>(rules);
  StandingQuestion question(request);
  const auto cluster = plain();
  EXPECT_EQ(question.answer(cluster).requestProblems.size(), 1U);
  rules.quotas->front().used.clear();
  request.rules = std::make_shared<const NamespaceRules>(rules);
  StandingQuestion open(request);
  EXPECT_EQ(open.answer(cluster).candidates.size(), 1U);
  EXPECT_EQ(open.answer(cluster).admitted, 1U);
}

}  // namespace
}  // namespace cardinal::testing
