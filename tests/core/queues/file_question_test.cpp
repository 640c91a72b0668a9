// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/file_question.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/kueue.h"
#include "kueue_builder.h"

namespace cardinal::queues {
namespace {

/// A queue "main" of 8 cards without a cohort, of which 5 are held.
class FileQuestionTest : public testing::Test {
 protected:
  FileQuestionTest() {
    m_queue->meta.key.name = "main";
    m_queue->namespaceSelector = LabelSelector();
    RawKueueResourceGroup group;
    group.coveredResources = {kGpu};
    group.flavors.push_back({"a100", {{kGpu, Quantity::fromInteger(8), std::nullopt, std::nullopt}}});
    m_queue->groups.push_back(group);
    m_flavor->meta.key.name = "a100";
    m_flavor->nodeLabels = {{"card", "a100"}};
    m_local->meta.key = {"team", "main"};
    m_local->clusterQueue = "main";
    m_lists.clusterQueues.push_back(m_queue);
    m_lists.flavors.push_back(m_flavor);
    m_lists.localQueues.push_back(m_local);
    auto holder = waiting("holder", 5);
    holder->admission = RawKueueAdmission{"main", {{"main", 1, {{kGpu, "a100"}}, {{kGpu, Quantity::fromInteger(5)}}}}};
    holder->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 500}, {"Admitted", "True", "", "", 501}};
    for (const ExtraKind kind : {ExtraKind::KueueClusterQueue, ExtraKind::KueueLocalQueue, ExtraKind::KueueFlavor,
                                 ExtraKind::KueueWorkload, ExtraKind::KueuePriorityClass})
      m_extras.known[indexOf(kind)] = true;
  }

  std::shared_ptr<RawKueueWorkload> waiting(const std::string& name, std::int64_t cards) {
    auto out = std::make_shared<RawKueueWorkload>();
    out->meta.key = {"team", name};
    out->meta.uid = name;
    out->meta.created = 100;
    out->queueName = "main";
    RawKueuePodSet podSet;
    podSet.name = "main";
    podSet.spec = makeWorkload(name, "main", 1, cards).podSets[0].spec;
    out->podSets.push_back(podSet);
    m_lists.workloads.push_back(out);
    return out;
  }

  FileWorkload file(std::int32_t pods, std::int64_t cards) const {
    FileWorkload out;
    out.ns = "team";
    out.owner = "Job/new";
    out.queue = "main";
    out.podSets = makeWorkload("new", "main", pods, cards).podSets;
    return out;
  }

  FileAdmission ask(const FileWorkload& file) const {
    auto extras = std::make_shared<ClusterExtras>(m_extras);
    extras->kueue = std::make_shared<const KueueLists>(m_lists);
    return askForFile(KueueIndex(extras), file, 1000);
  }

  KueueLists m_lists;
  ClusterExtras m_extras;
  std::shared_ptr<RawKueueClusterQueue> m_queue = std::make_shared<RawKueueClusterQueue>();
  std::shared_ptr<RawKueueFlavor> m_flavor = std::make_shared<RawKueueFlavor>();
  std::shared_ptr<RawKueueLocalQueue> m_local = std::make_shared<RawKueueLocalQueue>();
};

TEST_F(FileQuestionTest, WhatFitsGetsTheFlavorWithItsLabels) {
  const FileAdmission admission = ask(file(3, 1));
  EXPECT_EQ(admission.isAdmittedNow(), true);
  ASSERT_EQ(admission.given.size(), 1U);
  EXPECT_EQ(admission.given[0].flavor, "a100");
  EXPECT_EQ(admission.given[0].nodeLabels, (StringMap{{"card", "a100"}}));
  EXPECT_EQ(admission.waiting.answer.clusterQueue, "main");
}

TEST_F(FileQuestionTest, WhatIsTooMuchWaitsAndTheRemediesWereTried) {
  const FileAdmission admission = ask(file(4, 1));
  EXPECT_EQ(admission.isAdmittedNow(), false);
  EXPECT_EQ(admission.waiting.answer.verdict, QueueVerdict::Waits);
  ASSERT_EQ(admission.waiting.answer.remedies.size(), 3U);
  EXPECT_EQ(admission.waiting.answer.remedies[1].pods, 3);
  EXPECT_TRUE(admission.given.empty());
}

TEST_F(FileQuestionTest, PodsThatAreTakenOneByOneHoldQuotaAgainstEachOther) {
  FileWorkload pods = file(1, 1);
  pods.workloads = 3;
  EXPECT_EQ(ask(pods).isAdmittedNow(), true);
  pods.workloads = 5;
  const FileAdmission admission = ask(pods);
  EXPECT_EQ(admission.withQuota, 3);
  EXPECT_EQ(admission.isAdmittedNow(), false);
  EXPECT_EQ(admission.waiting.answer.verdict, QueueVerdict::Waits) << "that of the fourth";
  EXPECT_EQ(admission.given.size(), 1U) << "that of the first";
}

TEST_F(FileQuestionTest, SomebodyBeforeItWhoHasNoQuotaIsPassedAndOneWhoHasMayTakeIt) {
  waiting("large", 4);
  FileAdmission admission = ask(file(3, 1));
  EXPECT_EQ(admission.ahead, 1U);
  EXPECT_EQ(admission.rivals, 0U);
  EXPECT_EQ(admission.isAdmittedNow(), true);
  waiting("small", 1);
  admission = ask(file(3, 1));
  EXPECT_EQ(admission.ahead, 2U);
  EXPECT_EQ(admission.rivals, 1U);
  EXPECT_EQ(admission.isAdmittedNow(), std::nullopt);
}

TEST_F(FileQuestionTest, InStrictOrderNobodyPasses) {
  waiting("large", 4);
  m_queue->queueingStrategy = "StrictFIFO";
  const FileAdmission admission = ask(file(1, 1));
  EXPECT_EQ(admission.blocker, "large");
  EXPECT_EQ(admission.isAdmittedNow(), false);
}

TEST_F(FileQuestionTest, AHigherPriorityStandsBeforeThoseWhoWait) {
  waiting("large", 4);
  m_queue->queueingStrategy = "StrictFIFO";
  auto urgent = std::make_shared<RawKueuePriorityClass>();
  urgent->meta.key.name = "urgent";
  urgent->value = 100;
  m_lists.priorityClasses.push_back(urgent);
  FileWorkload asked = file(1, 1);
  asked.priorityClass = "urgent";
  const FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.ahead, 0U);
  EXPECT_EQ(admission.isAdmittedNow(), true);
}

TEST_F(FileQuestionTest, APriorityClassThatIsNotThereIsARefusalAndOneThatWasNotReadIsNot) {
  FileWorkload asked = file(1, 1);
  asked.priorityClass = "urgent";
  FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.isAdmittedNow(), false);
  EXPECT_EQ(admission.waiting.answer.verdict, QueueVerdict::NotQueued);
  m_extras.known[indexOf(ExtraKind::KueuePriorityClass)] = false;
  admission = ask(asked);
  EXPECT_EQ(admission.cautions, std::vector<FileCaution>{FileCaution::PriorityNotRead});
  EXPECT_EQ(admission.isAdmittedNow(), true) << "nobody waits and there is room: priority decides nothing";
  waiting("large", 4);
  EXPECT_EQ(ask(asked).isAdmittedNow(), std::nullopt);
}

TEST_F(FileQuestionTest, APriorityClassOfKubernetesCountsWhereNoneOfKueueIsNamed) {
  waiting("large", 4);
  m_queue->queueingStrategy = "StrictFIFO";
  FileWorkload asked = file(1, 1);
  asked.podPriorityClass = "high";
  EXPECT_EQ(ask(asked).isAdmittedNow(), std::nullopt) << "PriorityClasses were not read";
  const auto add = [&](const std::string& name, int value, bool isDefault) {
    auto made = std::make_shared<RawPriorityClass>();
    made->meta.key.name = name;
    made->value = value;
    made->isDefault = isDefault;
    m_extras.priorityClasses.push_back(made);
  };
  m_extras.known[indexOf(ExtraKind::PriorityClass)] = true;
  add("high", 100, false);
  FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.waiting.priority, 100);
  EXPECT_TRUE(admission.cautions.empty());
  EXPECT_EQ(admission.isAdmittedNow(), true) << "it stands before the one that waits";
  EXPECT_EQ(ask(file(1, 1)).waiting.priority, 0);
  add("normal", 10, true);
  EXPECT_EQ(ask(file(1, 1)).waiting.priority, 10) << "the default class";
  add("normal-too", 20, true);
  EXPECT_EQ(ask(file(1, 1)).waiting.priority, 10) << "of several the lowest, as the API server takes it";
  asked.podPriorityClass = "unknown";
  EXPECT_EQ(ask(asked).cautions, std::vector<FileCaution>{FileCaution::PriorityNotRead});
  asked.podPriority = 50;
  EXPECT_EQ(ask(asked).waiting.priority, 50) << "the files create the class";
}

TEST_F(FileQuestionTest, AMissingOrStoppedQueueIsARefusal) {
  FileWorkload asked = file(1, 1);
  asked.queue = "nowhere";
  EXPECT_EQ(ask(asked).isAdmittedNow(), false);
  asked.clusterQueue = "main";
  EXPECT_EQ(ask(asked).isAdmittedNow(), true) << "the file creates the LocalQueue";
  m_queue->stopPolicy = "Hold";
  EXPECT_EQ(ask(file(1, 1)).waiting.answer.message, "ClusterQueue main is inactive");
}

TEST_F(FileQuestionTest, KindsThatWereNotReadLeaveItUnknown) {
  m_extras.known[indexOf(ExtraKind::KueueWorkload)] = false;
  const FileAdmission admission = ask(file(100, 1));
  EXPECT_FALSE(admission.isJudged());
  EXPECT_EQ(admission.isAdmittedNow(), std::nullopt);
  EXPECT_EQ(admission.waiting.unread, std::vector<ExtraKind>{ExtraKind::KueueWorkload});
}

TEST_F(FileQuestionTest, ANamespaceWithoutWorkloadsIsKnownAndItsOtherLabelsAreNot) {
  m_lists.workloads.clear();
  EXPECT_EQ(ask(file(1, 1)).isAdmittedNow(), true);
  m_queue->namespaceSelector->matchLabels = {{"kubernetes.io/metadata.name", "other"}};
  EXPECT_EQ(ask(file(1, 1)).isAdmittedNow(), false);
  m_queue->namespaceSelector->matchLabels = {{"team", "a"}};
  const FileAdmission admission = ask(file(1, 1));
  EXPECT_EQ(admission.cautions, std::vector<FileCaution>{FileCaution::NamespaceNotRead});
  EXPECT_EQ(admission.isAdmittedNow(), std::nullopt);
  EXPECT_EQ(ask(file(9, 1)).isAdmittedNow(), false) << "too much, whatever the labels";
}

TEST_F(FileQuestionTest, WhatMayAskForMoreLeavesOnlyTheYesOpen) {
  FileWorkload asked = file(1, 1);
  asked.podSets[0].spec.runtimeClass = "kata";
  FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.cautions, std::vector<FileCaution>{FileCaution::OverheadNotRead});
  EXPECT_EQ(admission.isAdmittedNow(), std::nullopt);
  m_queue->groups[0].coveredResources = {kGpu, "cpu"};
  m_queue->groups[0].flavors[0].resources.push_back({"cpu", Quantity::fromInteger(8), std::nullopt, std::nullopt});
  admission = ask(file(1, 1));
  EXPECT_EQ(admission.cautions, std::vector<FileCaution>{FileCaution::DefaultsNotRead}) << "no cpu is asked for";
}

TEST_F(FileQuestionTest, AResourceWithoutQuotaIsNoCertainRefusalBecauseKueueMayLeaveItOut) {
  FileWorkload asked = file(1, 1);
  Container container = asked.podSets[0].spec.containers.front();
  container.requests.push_back({"memory", Quantity::fromInteger(1)});
  asked.podSets[0].spec.containers = {container};
  FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.cautions, std::vector<FileCaution>{FileCaution::NotCovered});
  EXPECT_EQ(admission.uncovered, std::vector<std::string>{"memory"});
  EXPECT_EQ(admission.isAdmittedNow(), std::nullopt);
  asked.podSets[0].count = 9;
  EXPECT_EQ(ask(asked).isAdmittedNow(), false) << "too many cards, whatever counts beside them";
  asked.podSets[0].count = 1;
  // a workload that holds quota asks for memory, too, and was given cards alone
  auto other = waiting("other", 1);
  other->podSets[0].spec.containers = {container};
  other->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 500}};
  other->admission = RawKueueAdmission{"main", {{"main", 1, {{kGpu, "a100"}}, {{kGpu, Quantity::fromInteger(1)}}}}};
  admission = ask(asked);
  EXPECT_EQ(admission.leftOut, std::vector<std::string>{"memory"});
  EXPECT_EQ(admission.isAdmittedNow(), true);
  other->admission->podSets[0].flavors.emplace_back("memory", "a100");
  other->admission->podSets[0].usage.push_back({"memory", Quantity::fromInteger(1)});
  admission = ask(asked);
  EXPECT_TRUE(admission.cautions.empty());
  EXPECT_EQ(admission.isAdmittedNow(), false) << "memory is counted, and this queue has none";
}

TEST_F(FileQuestionTest, ResourcesInWhosePlaceOthersAreCountedLeaveItOpen) {
  FileWorkload asked = file(1, 1);
  asked.podSets[0].spec.containers = {Container{"m", {}, {{"example.com/slice", Quantity::fromInteger(1)}}, {}}};
  auto other = waiting("other", 1);
  other->podSets[0].spec = asked.podSets[0].spec;
  other->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 500}};
  other->admission =
      RawKueueAdmission{"main", {{"main", 1, {{"credits", "a100"}}, {{"credits", Quantity::fromInteger(1)}}}}};
  EXPECT_EQ(ask(asked).isAdmittedNow(), std::nullopt);
  EXPECT_TRUE(ask(asked).leftOut.empty());
}

TEST_F(FileQuestionTest, WaitingForOthersIsNoHelpWhereItsOwnPodsFillTheQueue) {
  m_lists.workloads.clear();
  FileWorkload asked = file(1, 4);
  asked.workloads = 3;
  FileAdmission admission = ask(asked);
  EXPECT_EQ(admission.withQuota, 2);
  EXPECT_TRUE(admission.fillsQueue);
  const auto waits = [](const FileAdmission& one) {
    const auto& remedies = one.waiting.answer.remedies;
    return std::any_of(remedies.begin(), remedies.end(),
                       [](const QueueRemedy& remedy) { return remedy.kind == QueueRemedy::Kind::OthersFinish; });
  };
  EXPECT_FALSE(waits(admission));
  auto other = waiting("other", 4);
  other->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 500}};
  other->admission = RawKueueAdmission{"main", {{"main", 1, {{kGpu, "a100"}}, {{kGpu, Quantity::fromInteger(4)}}}}};
  asked.workloads = 2;
  admission = ask(asked);
  EXPECT_EQ(admission.withQuota, 1);
  EXPECT_FALSE(admission.fillsQueue);
  EXPECT_TRUE(waits(admission));
}

}  // namespace
}  // namespace cardinal::queues
