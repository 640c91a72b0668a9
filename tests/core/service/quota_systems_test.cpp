// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas, ACK's tree of quotas, YuniKorn's queues and Volcano's overcommit: from objects in a file to figures,
// who waits, and what would become of a file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/kube/decode/decoder.h"
#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/queues/group_report.h"
#include "core/queues/kueue_index.h"
#include "core/service/read/file_admission.h"
#include "core/service/snapshots/snapshot_compare.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {
namespace {

using namespace queues;

SnapshotPtr snapshotOf(const std::string& path) {
  auto read = snapshotOfFile(path);
  EXPECT_TRUE(read) << read.error().detail;
  return read ? *read : std::make_shared<const ClusterSnapshot>();
}

SnapshotPtr quotas() {
  return snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/quotas.yaml");
}

const GroupReport& of(const std::vector<GroupReport>& reports, GroupSystem system) {
  for (const GroupReport& report : reports) {
    if (report.system == system) return report;
  }
  throw std::runtime_error("system is not reported");
}

const GroupCell& cell(const GroupReport& report, const std::string& name, const std::string& resource) {
  for (const GroupQueueRow& queue : report.queues) {
    if (queue.key.name != name) continue;
    for (const GroupCell& one : queue.cells) {
      if (one.resource == resource) return one;
    }
  }
  throw std::runtime_error("no " + resource + " of " + name);
}

const GroupWait& wait(const GroupReport& report, const std::string& name) {
  for (const GroupWait& one : report.waiting) {
    if (one.key.name == name) return one;
  }
  throw std::runtime_error(name + " does not wait");
}

std::string numberText(double amount) {
  return groupAmountText("nvidia.com/gpu", amount);
}

std::vector<ObjectAdmission> ask(const std::string& yaml, const SnapshotPtr& snapshot) {
  const auto manifest = readManifest(yaml, "file.yaml");
  EXPECT_TRUE(manifest);
  const auto noRules = [](const AllocationRequest&) {
    return std::make_shared<const NamespaceRules>(NamespaceRules{{}, {{}}, {{}}, {{}}, {{}}, {{}}});
  };
  auto all = admissionsOf(manifest->objects, *snapshot, {"default", {}, noRules});
  all.erase(std::remove_if(all.begin(), all.end(), [](const ObjectAdmission& one) { return !one.other; }), all.end());
  return all;
}

std::string jobOf(const std::string& ns, int pods, int gpus, const std::string& scheduler = "",
                  const std::string& extra = "") {
  return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: new, namespace: " + ns +
         "}\nspec:\n  parallelism: " + std::to_string(pods) + "\n  completions: " + std::to_string(pods) +
         "\n  template:\n    metadata: {labels: {" + extra + "}}\n    spec:\n      restartPolicy: Never\n" +
         (scheduler.empty() ? "" : "      schedulerName: " + scheduler + "\n") +
         "      containers: [{name: main, resources: {requests: {cpu: 1}, limits: {cpu: 1, nvidia.com/gpu: " +
         std::to_string(gpus) + "}}}]\n";
}

TEST(QuotaSystems, AResourceQuotaTellsHardUsedAndFreeOfEveryAcceleratorAndWhoWouldBeRejected) {
  const auto reports = groupReports(*quotas());
  const GroupReport& report = of(reports, GroupSystem::ResourceQuota);
  ASSERT_EQ(report.queues.size(), 3U) << "a quota that names no accelerator is no queue of GPUs";
  const GroupCell& gpus = cell(report, "gpus", "requests.nvidia.com/gpu");
  EXPECT_EQ(gpus.limit, 8);
  EXPECT_EQ(gpus.used, 5);
  EXPECT_EQ(gpus.free, 3);
  EXPECT_EQ(groupAmountText("requests.cpu", *cell(report, "gpus", "requests.cpu").used), "500m");
  EXPECT_EQ(cell(report, "tight", "requests.nvidia.com/gpu").free, 0);
  const auto tight = std::find_if(report.queues.begin(), report.queues.end(),
                                  [](const GroupQueueRow& row) { return row.key.name == "tight"; });
  EXPECT_EQ(tight->state, "PriorityClass In low");
  ASSERT_EQ(report.waiting.size(), 1U);
  EXPECT_EQ(report.waiting[0].key, (ObjectKey{"vision", "job-train"}));
  EXPECT_EQ(report.waiting[0].queue, "vision/gpus") << "the other one counts pods of a priority class alone";
  EXPECT_EQ(report.waiting[0].cause, GroupCause::Refused);
  EXPECT_EQ(report.waiting[0].requested, 2);
  EXPECT_EQ(report.waiting[0].free, 1) << "after the first of its pods";
}

TEST(QuotaSystems, AnAmountThatIsNoNumberOrIsNotCountedIsUnknownAndNotZero) {
  const auto reports = groupReports(*quotas());
  const GroupReport& report = of(reports, GroupSystem::ResourceQuota);
  const GroupCell& memory = cell(report, "parts", "requests.aliyun.com/gpu-mem");
  EXPECT_EQ(memory.limit, 64);
  EXPECT_FALSE(memory.used) << "the status does not count it yet";
  EXPECT_FALSE(memory.free);
  EXPECT_THROW(cell(report, "parts", "requests.nvidia.com/mig-1g.10gb"), std::runtime_error) << "hard is no number";
  const auto requested = ask(jobOf("speech", 1, 1) + "---\n" + jobOf("vision", 1, 1), quotas());
  for (const ObjectAdmission& one : requested) {
    if (one.other->system == GroupSystem::ResourceQuota) {
      EXPECT_EQ(one.ns, "vision") << "quotas of speech do not count nvidia.com/gpu";
    }
  }
}

TEST(QuotaSystems, AFileHearsHowManyOfItsPodsTheQuotaLetsThrough) {
  const auto quotaAnswer = [](const std::string& yaml) {
    for (const ObjectAdmission& one : ask(yaml, quotas())) {
      if (one.other->system == GroupSystem::ResourceQuota) return one;
    }
    throw std::runtime_error("no quota answers");
  };
  const ObjectAdmission all = quotaAnswer(jobOf("vision", 3, 1));
  EXPECT_EQ(all.other->verdict, GroupVerdict::Passes);
  EXPECT_EQ(all.isAdmittedNow(), true);
  const ObjectAdmission some = quotaAnswer(jobOf("vision", 4, 1));
  EXPECT_EQ(some.other->verdict, GroupVerdict::Partly);
  EXPECT_EQ(some.other->created, 3);
  EXPECT_EQ(some.other->quota, "gpus");
  EXPECT_EQ(some.other->free, 0) << "when the fourth comes";
  EXPECT_EQ(some.isAdmittedNow(), false);
  const ObjectAdmission none = quotaAnswer(jobOf("vision", 1, 4));
  EXPECT_EQ(none.other->verdict, GroupVerdict::Waits);
  EXPECT_EQ(none.other->created, 0);
  EXPECT_EQ(quotaAnswer(jobOf("vision", 1, 9)).other->verdict, GroupVerdict::Never);
}

TEST(QuotaSystems, OfTwoQuotasOfANamespaceBothMustLetAPodThrough) {
  std::string yaml = jobOf("vision", 1, 1);
  yaml.replace(yaml.find("      containers"), 0, "      priorityClassName: low\n");
  bool isAsked = false;
  for (const ObjectAdmission& one : ask(yaml, quotas())) {
    if (one.other->system != GroupSystem::ResourceQuota) continue;
    isAsked = true;
    EXPECT_EQ(one.other->quota, "tight");
    EXPECT_EQ(one.other->created, 0);
  }
  EXPECT_TRUE(isAsked);
}

TEST(QuotaSystems, TheTreeOfAckSumsPodsUpAndHoldsBackByWhatLiesAbove) {
  const auto reports = groupReports(*quotas());
  const GroupReport& report = of(reports, GroupSystem::QuotaTree);
  EXPECT_EQ(cell(report, "vision", "nvidia.com/gpu").used, 5);
  EXPECT_EQ(cell(report, "vision", "nvidia.com/gpu").borrowed, 1) << "min is 4";
  EXPECT_EQ(cell(report, "research", "nvidia.com/gpu").used, 5) << "with its children";
  EXPECT_EQ(cell(report, "speech", "nvidia.com/gpu").free, 3) << "6 of its own, 3 of its parent";
  EXPECT_FALSE(cell(report, "company", "cpu").used) << "pods without GPUs are not read";
  EXPECT_TRUE(std::none_of(report.queues.begin(), report.queues.end(), [](const GroupQueueRow& row) {
    return row.key.name == "broken" && !row.cells.empty();
  })) << "a max that is no number is neither 0 nor unlimited";
  ASSERT_EQ(report.waiting.size(), 1U);
  const GroupWait& speech = wait(report, "Job/speech");
  EXPECT_EQ(speech.queue, "speech");
  EXPECT_EQ(speech.cause, GroupCause::AboveFree);
  EXPECT_EQ(speech.quota, "research");
  EXPECT_EQ(speech.requested, 4);
  EXPECT_EQ(speech.free, 3);
  EXPECT_TRUE(speech.isModelled);
}

TEST(QuotaSystems, WhatFollowsFromTheTreeOfAckIsNeverCertain) {
  for (const int gpus : {1, 4, 9}) {
    for (const ObjectAdmission& one : ask(jobOf("speech", 1, gpus), quotas())) {
      if (one.other->system != GroupSystem::QuotaTree) continue;
      EXPECT_EQ(one.isAdmittedNow(), std::nullopt) << gpus;
      EXPECT_EQ(one.other->verdict, gpus == 1   ? GroupVerdict::Passes
                                    : gpus == 4 ? GroupVerdict::Waits
                                                : GroupVerdict::Never);
    }
  }
}

TEST(QuotaSystems, QueuesOfYunikornAreThoseOfItsConfigMapAndPlaceholdersCountOnce) {
  const auto reports = groupReports(*quotas());
  const GroupReport& report = of(reports, GroupSystem::Yunikorn);
  const GroupCell& gpus = cell(report, "root.research", "nvidia.com/gpu");
  EXPECT_EQ(gpus.guaranteed, 2);
  EXPECT_EQ(gpus.limit, 4);
  EXPECT_EQ(gpus.used, 2);
  EXPECT_EQ(gpus.free, 2);
  EXPECT_EQ(cell(report, "root.research", "cpu").limit, 20) << "vcore: 20000m";
  const GroupWait& app = wait(report, "etl-2");
  EXPECT_EQ(app.queue, "root.research") << "root. may be left out";
  EXPECT_EQ(app.minMember, 1);
  ASSERT_FALSE(app.requests.empty());
  EXPECT_EQ(app.requests[0].second, 3) << "the placeholder holds the room of the driver";
  EXPECT_EQ(app.cause, GroupCause::AboveFree);
  EXPECT_EQ(app.conditionReason, "SchedulingSkipped");
}

TEST(QuotaSystems, AFileForYunikornIsAskedAboutItsQueue) {
  const auto answerOf = [](const std::string& queue, int gpus) {
    const std::string labels = queue.empty() ? "" : "yunikorn.apache.org/queue: " + queue;
    for (const ObjectAdmission& one : ask(jobOf("etl", 1, gpus, "yunikorn", labels), quotas())) {
      if (one.other->system == GroupSystem::Yunikorn) return *one.other;
    }
    throw std::runtime_error("YuniKorn does not answer");
  };
  EXPECT_EQ(answerOf("root.research", 2).verdict, GroupVerdict::Passes);
  EXPECT_EQ(answerOf("root.research", 2).isAdmittedNow(), std::nullopt) << "limits of users are not read";
  EXPECT_EQ(answerOf("root.research", 3).verdict, GroupVerdict::Waits);
  EXPECT_EQ(answerOf("root.nowhere", 1).cause, GroupCause::QueueMissing);
  EXPECT_EQ(answerOf("root.teams", 1).verdict, GroupVerdict::NoQueue) << "it is a parent of others";
  EXPECT_EQ(answerOf("", 1).verdict, GroupVerdict::Unknown) << "placement rules choose the queue";
}

TEST(QuotaSystems, OvercommitKeepsAGroupOfVolcanoPending) {
  const auto reports = groupReports(*quotas());
  const GroupReport& report = of(reports, GroupSystem::Volcano);
  EXPECT_EQ(report.overcommit, 1.2);
  EXPECT_FALSE(report.isDefaultConfig);
  // 16 x 1.2 - 7 that pods hold - 8 that a group was let in for = 4.2
  EXPECT_EQ(wait(report, "small").cause, GroupCause::None);
  const GroupWait& large = wait(report, "large");
  EXPECT_EQ(large.cause, GroupCause::Overcommit);
  EXPECT_EQ(large.resource, "nvidia.com/gpu");
  EXPECT_NEAR(large.free.value_or(0), 4.2, 1e-9);
  EXPECT_EQ(wait(report, "queued").cause, GroupCause::None) << "it was let in";
}

TEST(QuotaSystems, AFileForVolcanoIsAskedAboutItsQueueAndOvercommit) {
  const auto answerOf = [](const std::string& queue, int gpus) {
    const std::string yaml =
        "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v, namespace: batch}\n"
        "spec:\n  minAvailable: 2\n  queue: " +
        queue +
        "\n  tasks:\n  - name: w\n    replicas: 3\n    template:\n      spec:\n        containers: "
        "[{name: m, resources: {limits: {nvidia.com/gpu: " +
        std::to_string(gpus) + "}}}]\n";
    for (const ObjectAdmission& one : ask(yaml, quotas())) {
      if (one.other->system == GroupSystem::Volcano) return *one.other;
    }
    throw std::runtime_error("Volcano does not answer");
  };
  EXPECT_EQ(answerOf("research", 2).verdict, GroupVerdict::Passes) << "the gang of two, not the three pods";
  EXPECT_EQ(answerOf("research", 3).cause, GroupCause::Overcommit);
  EXPECT_EQ(answerOf("research", 7).verdict, GroupVerdict::Never) << "14 are above the capability of 12";
  EXPECT_EQ(answerOf("nowhere", 1).cause, GroupCause::QueueMissing);
  EXPECT_EQ(answerOf("nowhere", 1).isAdmittedNow(), false);
}

TEST(QuotaSystems, AJobOfVolcanoThatCanNeverStartWholeIsACertainNo) {
  const auto answerOf = [](const std::string& spec, const std::string& before = {}) {
    const std::string pods = "template: {spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    const std::string yaml = before +
                             "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v, namespace: batch}\n"
                             "spec: {" +
                             spec + pods + "}]}\n";
    for (const ObjectAdmission& one : ask(yaml, quotas())) {
      if (one.other->system == GroupSystem::Volcano) return *one.other;
    }
    throw std::runtime_error("Volcano does not answer");
  };
  const auto never = [&](const std::string& spec) {
    const GroupAnswer answer = answerOf(spec);
    return answer.cause == GroupCause::GangNeverWhole && answer.isAdmittedNow() == false;
  };
  EXPECT_TRUE(never("queue: research, minAvailable: 5, tasks: [{name: w, replicas: 2, "));
  EXPECT_TRUE(never("queue: research, minAvailable: 1, tasks: [{name: w, replicas: 2, minAvailable: 3, "));
  EXPECT_FALSE(never("queue: research, minAvailable: 2, tasks: [{name: w, replicas: 2, minAvailable: 2, "));
  const GroupAnswer part = answerOf("queue: research, minAvailable: 1, tasks: [{name: w, replicas: 13, ");
  EXPECT_EQ(part.verdict, GroupVerdict::Partly) << "its gang of one is let in";
  EXPECT_EQ(part.created, 12) << "the capability";
  EXPECT_EQ(part.isAdmittedNow(), false);
  const std::string queue =
      "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: fresh}\nspec: {weight: 1}\n---\n";
  const std::string ofFresh = "queue: fresh, minAvailable: 1, tasks: [{name: w, replicas: 1, ";
  EXPECT_EQ(answerOf(ofFresh).cause, GroupCause::QueueMissing);
  EXPECT_NE(answerOf(ofFresh, queue).verdict, GroupVerdict::NoQueue) << "the file creates it";
}

/// "othersEnd vision/Job/vision=5", "askLess 3", "moreQuota research max nvidia.com/gpu +1", ...
std::vector<std::string> wordsOf(const std::vector<GroupRemedy>& remedies) {
  std::vector<std::string> out;
  for (const GroupRemedy& remedy : remedies) {
    std::string& text = out.emplace_back(toString(remedy.kind));
    if (remedy.kind == GroupRemedy::Kind::FewerPods || remedy.pods > 0) text += " pods " + std::to_string(remedy.pods);
    if (remedy.kind == GroupRemedy::Kind::RequestLess || remedy.kind == GroupRemedy::Kind::Factor)
      text += " " + numberText(remedy.amount);
    for (const GroupRemedy::Raise& raise : remedy.raises)
      text += " " + raise.quota + " " + raise.field + " " + raise.resource + " +" + numberText(raise.amount);
    for (const GroupRemedy::Ending& one : remedy.ending)
      text += " " + one.key.ns + "/" + one.key.name + "=" + numberText(one.amount);
  }
  return out;
}

using Words = std::vector<std::string>;

TEST(QuotaSystems, AQuotaOfAckSaysWhoseEndAndHowMuchQuotaWouldLetThePodIn) {
  const auto reports = groupReports(*quotas());
  // 4 asked, 3 free in research: 8 - 5
  EXPECT_EQ(wordsOf(wait(of(reports, GroupSystem::QuotaTree), "Job/speech").remedies),
            (Words{"othersEnd vision/Job/vision=5", "askLess 3", "moreQuota research max nvidia.com/gpu +1"}));
  for (const ObjectAdmission& one : ask(jobOf("speech", 5, 2), quotas())) {
    if (one.other->system != GroupSystem::QuotaTree) continue;
    EXPECT_EQ(one.other->verdict, GroupVerdict::Never) << "10 are above the max of 6, and of 8 above it";
    EXPECT_EQ(wordsOf(one.other->remedies),
              (Words{"moreQuota research max nvidia.com/gpu +7 speech max nvidia.com/gpu +4", "fewerPods pods 1"}));
  }
}

TEST(QuotaSystems, AnApplicationOfYunikornHearsThatTheOtherOneOfItsQueueWouldHaveToEnd) {
  const auto reports = groupReports(*quotas());
  EXPECT_EQ(wordsOf(wait(of(reports, GroupSystem::Yunikorn), "etl-2").remedies),
            (Words{"othersEnd etl/etl-1=2", "askLess 2", "moreQuota root.research max nvidia.com/gpu +1"}));
}

TEST(QuotaSystems, AResourceQuotaSaysHowFarItWouldHaveToRise) {
  const auto reports = groupReports(*quotas());
  EXPECT_EQ(wordsOf(of(reports, GroupSystem::ResourceQuota).waiting[0].remedies),
            (Words{"othersEnd vision/Job/vision=5", "moreQuota gpus hard requests.nvidia.com/gpu +1"}))
      << "5 + 2 x 2 of 8";
  for (const auto& [pods, gpus, expected] :
       {std::tuple(5, 1,
                   Words{"othersEnd vision/Job/vision=5", "moreQuota gpus hard requests.nvidia.com/gpu +2",
                         "fewerPods pods 3"}),
        std::tuple(3, 1, Words{}), std::tuple(1, 9, Words{"moreQuota gpus hard requests.nvidia.com/gpu +6"})}) {
    for (const ObjectAdmission& one : ask(jobOf("vision", pods, gpus), quotas())) {
      if (one.other->system != GroupSystem::ResourceQuota) continue;
      EXPECT_EQ(wordsOf(one.other->remedies), expected) << pods << " pods of " << gpus;
    }
  }
}

TEST(QuotaSystems, OvercommitOfVolcanoSaysWhoseEndMoreNodesOrWhatFactorWouldLetTheGroupIn) {
  const auto reports = groupReports(*quotas());
  // 5 asked, 4.2 left: 0.8 more = one card x 1.2; (7 + 8 + 5) / 16 = 1.25
  EXPECT_EQ(wordsOf(wait(of(reports, GroupSystem::Volcano), "large").remedies),
            (Words{"othersEnd batch/queued=8", "askLess 4", "moreDevices  allocatable nvidia.com/gpu +1",
                   "overcommitFactor 1.25"}));
  EXPECT_TRUE(wait(of(reports, GroupSystem::Volcano), "small").remedies.empty()) << "nothing known holds it back";
}

TEST(QuotaSystems, AQueueOfVolcanoAndOvercommitTogetherAreSaidTogether) {
  const std::string yaml =
      "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: v, namespace: batch}\n"
      "spec:\n  queue: research\n  tasks:\n  - name: w\n    replicas: 7\n    template:\n      spec:\n        "
      "containers: "
      "[{name: m, resources: {limits: {nvidia.com/gpu: 2}}}]\n";
  for (const ObjectAdmission& one : ask(yaml, quotas())) {
    if (one.other->system != GroupSystem::Volcano) continue;
    // 14 of a capability of 12; overcommit leaves 4.2: 9.8 / 1.2 = 8.17
    EXPECT_EQ(wordsOf(one.other->remedies),
              (Words{"askLess 4", "moreQuota research capability nvidia.com/gpu +2  allocatable nvidia.com/gpu +9",
                     "fewerPods pods 2"}));
  }
}

SnapshotPtr heldPods() {
  return snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/held-pods.yaml");
}

TEST(QuotaSystems, AGroupOfKaiAboveTheLimitOfItsQueueHearsWhatWouldLetItIn) {
  const auto reports = groupReports(*heldPods());
  // 3 + 2 of 6 are allocated, its two pods come together
  const GroupWait& group = wait(of(reports, GroupSystem::Kai), "pg-wait");
  EXPECT_EQ(group.cause, GroupCause::AboveFree);
  EXPECT_EQ(group.quota, "team-x");
  EXPECT_EQ(group.requested, 2);
  EXPECT_EQ(group.free, 1);
  EXPECT_FALSE(group.isModelled) << "KAI itself says OverLimit";
  EXPECT_EQ(wordsOf(group.remedies), (Words{"othersEnd lab-x/pg-run2=2", "othersEnd lab-x/pg-run1=3", "askLess 1",
                                            "moreQuota team-x limit nvidia.com/gpu +1"}));
}

TEST(QuotaSystems, AGroupOfKaiThatMayNotBePreemptedIsAskedAboutTheQuotaThatSuchGroupsHold) {
  const auto reports = groupReports(*heldPods());
  const GroupWait& group = wait(of(reports, GroupSystem::Kai), "pg-y2");
  EXPECT_EQ(group.cause, GroupCause::OverQuota);
  EXPECT_EQ(group.free, 0) << "pg-y1 has priority 100, so it holds the quota";
  EXPECT_EQ(wordsOf(group.remedies),
            (Words{"othersEnd lab-y/pg-y1=2", "preemptible", "moreQuota team-y quota nvidia.com/gpu +1"}));
}

TEST(QuotaSystems, PodsOfKaiAndKoordinatorAreExplainedByTheirQueueFirst) {
  const SnapshotPtr snapshot = heldPods();
  const GroupWaits waits(*snapshot);
  std::map<std::string, GroupWait> found;
  for (const PodPtr& pod : snapshot->unboundPods) {
    if (const auto held = waits.of(*pod->raw)) found[pod->raw->meta.key.name] = *held->other;
  }
  EXPECT_EQ(found.size(), 4U);
  EXPECT_EQ(found["wait-0"].key.name, "pg-wait");
  EXPECT_EQ(found["y2-0"].cause, GroupCause::OverQuota);
  // 5 of a runtime of 6 are used; max is 8
  const GroupWait& nlp = found["c-0"];
  EXPECT_EQ(nlp.queue, "nlp") << "its annotation lists the namespace";
  EXPECT_EQ(nlp.cause, GroupCause::AboveFree);
  EXPECT_EQ(nlp.free, 1);
  EXPECT_TRUE(nlp.isModelled) << "runtime moves with what others ask";
  EXPECT_EQ(wordsOf(nlp.remedies), (Words{"othersEnd nlp/Job/b=2", "othersEnd nlp/Job/a=3", "askLess 1",
                                          "moreQuota nlp min nvidia.com/gpu +3"}));
}

TEST(QuotaSystems, PodsThatAQuotaOfKoordinatorHoldsBackStandWithTheQuota) {
  const auto reports = groupReports(*heldPods());
  const GroupReport& report = of(reports, GroupSystem::Koordinator);
  const GroupWait& held = wait(report, "Job/c");
  EXPECT_EQ(held.queue, "nlp");
  EXPECT_EQ(held.cause, GroupCause::AboveFree);
  EXPECT_FALSE(held.remedies.empty());
}

TEST(QuotaSystems, FilesForKaiAndKoordinatorAreAskedAboutTheirQueues) {
  const auto answerOf = [](GroupSystem system, const std::string& yaml) {
    for (const ObjectAdmission& one : ask(yaml, heldPods())) {
      if (one.other->system == system) return *one.other;
    }
    throw std::runtime_error("no answer");
  };
  const auto kai = [&](const std::string& queue, int pods, const std::string& extra = "") {
    return answerOf(GroupSystem::Kai,
                    jobOf("lab-x", pods, 1, "kai-scheduler", "kai.scheduler/queue: " + queue + extra));
  };
  EXPECT_EQ(kai("team-x", 1).verdict, GroupVerdict::Passes);
  EXPECT_EQ(kai("team-x", 1).isAdmittedNow(), std::nullopt);
  EXPECT_EQ(kai("team-x", 3).verdict, GroupVerdict::Waits);
  EXPECT_EQ(wordsOf(kai("team-x", 3).remedies).back(), "fewerPods pods 1");
  EXPECT_EQ(kai("team-x", 7).verdict, GroupVerdict::Never);
  EXPECT_EQ(kai("team-y", 1).verdict, GroupVerdict::Passes) << "it may go over the quota";
  EXPECT_EQ(kai("team-y", 1, ", kai.scheduler/preemptibility: non-preemptible").cause, GroupCause::OverQuota);
  EXPECT_EQ(kai("team-y", 1, ", priorityClassName: build").cause, GroupCause::OverQuota) << "a label of KAI";
  EXPECT_EQ(kai("team-y", 1, ", priorityClassName: train").verdict, GroupVerdict::Passes);
  EXPECT_EQ(kai("nobody", 1).cause, GroupCause::QueueMissing);
  EXPECT_EQ(kai("dept", 1).verdict, GroupVerdict::NoQueue) << "it has children";
  const auto koordinator = [&](int gpus) {
    return answerOf(GroupSystem::Koordinator, jobOf("nlp", 1, gpus, "koord-scheduler"));
  };
  EXPECT_EQ(koordinator(1).verdict, GroupVerdict::Passes);
  EXPECT_EQ(koordinator(7).verdict, GroupVerdict::Waits) << "7 are above runtime and not above max";
  EXPECT_EQ(koordinator(9).verdict, GroupVerdict::Never);
  EXPECT_EQ(wordsOf(koordinator(9).remedies),
            (Words{"moreQuota nlp max nvidia.com/gpu +6 nlp min nvidia.com/gpu +10"}));
}

TEST(QuotaSystems, TheShareOfAQueueOfVolcanoByWeightHoldsBackWhereOthersAskForTheirs) {
  // 16 cards, two queues of weight 1; the other one asks for all of them
  const auto cluster = snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/volcano-share.yaml");
  const auto answerOf = [&](int pods, const std::string& queue) {
    const std::string job =
        "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: new, namespace: a}\n"
        "spec: {queue: " +
        queue + ", minAvailable: " + std::to_string(pods) + ", tasks: [{name: w, replicas: " + std::to_string(pods) +
        ", template: {spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 2}}}]}}}]}\n";
    for (const ObjectAdmission& one : ask(job, cluster)) {
      if (one.other && one.other->system == GroupSystem::Volcano) return *one.other;
    }
    throw std::runtime_error("no answer");
  };
  EXPECT_EQ(answerOf(4, "qa").verdict, GroupVerdict::Passes) << "8 of the 8 that are its share";
  const GroupAnswer five = answerOf(5, "qa");
  EXPECT_EQ(five.verdict, GroupVerdict::Waits);
  EXPECT_EQ(five.cause, GroupCause::AboveShare);
  EXPECT_EQ(five.requested, 10);
  EXPECT_EQ(five.free, 8);
  EXPECT_EQ(five.isAdmittedNow(), std::nullopt) << "pods that ask for no GPU are not counted";
  // of the waiting ones of the other queue, whose group was let in: 8 are placed, and its share is 16 while it is alone
  const GroupWaits waits(*cluster);
  const auto waiting = std::find_if(cluster->unboundPods.begin(), cluster->unboundPods.end(),
                                    [](const PodPtr& pod) { return pod->key().name == "b-4"; });
  ASSERT_NE(waiting, cluster->unboundPods.end());
  EXPECT_FALSE(waits.of(*(*waiting)->raw)) << "nobody else asks yet";
  const auto contended = snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/volcano-share-contended.yaml");
  const auto held = std::find_if(contended->unboundPods.begin(), contended->unboundPods.end(),
                                 [](const PodPtr& pod) { return pod->key().name == "b-4"; });
  ASSERT_NE(held, contended->unboundPods.end());
  const auto wait = GroupWaits(*contended).of(*(*held)->raw);
  ASSERT_TRUE(wait && wait->other);
  EXPECT_EQ(wait->other->cause, GroupCause::AboveShare);
  EXPECT_EQ(wait->other->free, 0);
  EXPECT_TRUE(wait->other->isModelled);
}

TEST(QuotaSystems, AGangWhosePodsSeveralObjectsMakeIsAskedAboutAsAWhole) {
  const std::string group =
      "apiVersion: scheduling.run.ai/v2alpha2\nkind: PodGroup\nmetadata: {name: g, namespace: lab-x}\nspec: "
      "{minSubGroup: "
      "2, subGroups: [{name: a, minMember: 2}, {name: b, minMember: 2}]}\n---\n";
  const auto jobs = [&](int gpus) {
    std::string out = group;
    for (const char* name : {"first", "second"})
      out += std::string("apiVersion: batch/v1\nkind: Job\nmetadata: {name: ") + name +
             ", namespace: lab-x}\nspec: {parallelism: 2, completions: 2, template: {metadata: {annotations: "
             "{pod-group-name: g}}, spec: {schedulerName: kai-scheduler, containers: [{name: c, resources: {limits: "
             "{nvidia.com/gpu: " +
             std::to_string(gpus) + "}}}]}}}\n---\n";
    return out;
  };
  // a node of eight: two pods of four fit, and the group needs four of them
  const auto cluster = snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/gangs.yaml");
  std::vector<std::string> held;
  for (const ObjectAdmission& one : ask(jobs(4), cluster)) {
    if (!one.other || one.other->cause != GroupCause::GangNoRoom) continue;
    held.push_back(one.name);
    EXPECT_EQ(one.other->system, GroupSystem::Kai);
    EXPECT_EQ(one.other->pods, 4);
    EXPECT_EQ(one.other->created, 2);
    EXPECT_EQ(one.isAdmittedNow(), false);
  }
  EXPECT_EQ(held, (std::vector<std::string>{"Job/first", "Job/second"}));
  for (const ObjectAdmission& one : ask(jobs(2), cluster))
    EXPECT_FALSE(one.other && one.other->cause == GroupCause::GangNoRoom) << "all four fit at once";
}

TEST(QuotaSystems, WhatOtherQueuesOfVolcanoAreGuaranteedIsNotFreeForTheRest) {
  const auto reports = groupReports(*snapshotOf(std::string(CARDINAL_TEST_DATA) + "/queues/volcano-guarantee.yaml"));
  const GroupReport& report = of(reports, GroupSystem::Volcano);
  // 16 - 6 - 2 for the queue without a guarantee
  const GroupWait& ten = wait(report, "ten");
  EXPECT_EQ(ten.cause, GroupCause::Guaranteed);
  EXPECT_EQ(ten.requested, 10);
  EXPECT_EQ(ten.free, 8);
  EXPECT_EQ(wordsOf(ten.remedies), (Words{"askLess 8", "lowerGuarantee gold guarantee nvidia.com/gpu +2",
                                          "moreDevices  allocatable nvidia.com/gpu +2"}));
  EXPECT_EQ(wait(report, "eight").cause, GroupCause::None);
  EXPECT_EQ(wait(report, "fourteen").cause, GroupCause::None) << "its own 6 are its own";
  const GroupWait& fifteen = wait(report, "fifteen");
  EXPECT_EQ(fifteen.cause, GroupCause::Guaranteed);
  EXPECT_EQ(fifteen.free, 14);
  EXPECT_EQ(wordsOf(fifteen.remedies), (Words{"askLess 14", "lowerGuarantee silver guarantee nvidia.com/gpu +1",
                                              "moreDevices  allocatable nvidia.com/gpu +1"}));
  const GroupWait& five = wait(report, "five");
  EXPECT_EQ(five.cause, GroupCause::AboveLimit) << "its capability is smaller than what is left";
  EXPECT_EQ(wordsOf(five.remedies), (Words{"askLess 4", "moreQuota silver capability nvidia.com/gpu +1"}));
}

TEST(QuotaSystems, SavingAndLoadingChangesNothing) {
  const auto first = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/quotas.yaml");
  ASSERT_TRUE(first);
  const std::string path =
      std::filesystem::temp_directory_path() / ("quotas-" + std::to_string(::getpid()) + ".snapshot");
  ASSERT_TRUE(saveSnapshotFile(path, *first));
  const auto again = loadSnapshotFile(path);
  ASSERT_TRUE(again);
  const auto after = groupReports(*snapshotOf(path));
  std::filesystem::remove(path);
  const auto before = groupReports(*quotas());
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(before[i].queues.size(), after[i].queues.size()) << toString(before[i].system);
    EXPECT_EQ(before[i].overcommit, after[i].overcommit);
    for (std::size_t j = 0; j < before[i].queues.size(); ++j) {
      EXPECT_EQ(before[i].queues[j].key, after[i].queues[j].key);
      ASSERT_EQ(before[i].queues[j].cells.size(), after[i].queues[j].cells.size()) << before[i].queues[j].key.name;
      for (std::size_t k = 0; k < before[i].queues[j].cells.size(); ++k)
        EXPECT_EQ(before[i].queues[j].cells[k].limit, after[i].queues[j].cells[k].limit);
    }
    EXPECT_EQ(before[i].waiting.size(), after[i].waiting.size());
  }
}

std::shared_ptr<const ClusterSnapshot> withMap(const std::string& name, const std::string& key,
                                               const std::string& text) {
  const std::string path = std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()) + ".yaml");
  std::string yaml =
      "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: "
      "p, namespace: a}\nspec:\n  schedulerName: yunikorn\n  containers: [{name: m, resources: {limits: "
      "{nvidia.com/gpu: 1}}}]\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " +
      name + ", namespace: x}\ndata:\n  " + key + ": |\n" + text;
  std::FILE* const file = std::fopen(path.c_str(), "w");
  std::fputs(yaml.c_str(), file);
  std::fclose(file);
  const auto snapshot = snapshotOf(path);
  std::filesystem::remove(path);
  return snapshot;
}

TEST(QuotaSystems, AConfigurationOfYunikornThatIsNoneLeavesTheQueuesUnknown) {
  for (const char* text :
       {"    partitions: 7\n", "    - just a list\n", "    partitions:\n    - name: default\n", "    not: [closed\n"}) {
    const auto reports = groupReports(*withMap("yunikorn-configs", "queues.yaml", text));
    const GroupReport& report = of(reports, GroupSystem::Yunikorn);
    EXPECT_FALSE(report.knowsQueues) << text;
    EXPECT_TRUE(report.queues.empty());
    ASSERT_EQ(report.waiting.size(), 1U) << "its pods show that it is there";
    EXPECT_EQ(report.waiting[0].cause, GroupCause::None);
  }
}

}  // namespace
}  // namespace cardinal
