// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/queue_report.h"

#include <gtest/gtest.h>

#include "core/model/extras/kueue.h"

namespace cardinal::queues {
namespace {

constexpr const char* kGpu = "nvidia.com/gpu";

Quantity pieces(std::int64_t number) {
  return Quantity::fromInteger(number);
}

/// Two queues of 8 cards each in a cohort; `a` holds 12 and `b` 2, so 2 are free.
class QueueReportTest : public testing::Test {
 protected:
  QueueReportTest() {
    for (const char* name : {"a", "b"}) {
      addQueue(name, 8);
      addLocalQueue(name);
    }
    auto flavor = std::make_shared<RawKueueFlavor>();
    flavor->meta.key.name = "h100";
    m_lists.flavors.push_back(flavor);
    addHolder("a", "pretrain", 12);
    addHolder("b", "notebook", 2);
    for (const ExtraKind kind : {ExtraKind::KueueClusterQueue, ExtraKind::KueueLocalQueue, ExtraKind::KueueFlavor,
                                 ExtraKind::KueueWorkload, ExtraKind::KueueCohort})
      m_extras.known[indexOf(kind)] = true;
  }

  void addQueue(const std::string& name, std::int64_t cards) {
    auto queue = std::make_shared<RawKueueClusterQueue>();
    queue->meta.key.name = name;
    queue->cohort = "research";
    queue->namespaceSelector = LabelSelector();
    RawKueueResourceGroup group;
    group.coveredResources = {kGpu};
    group.flavors.push_back({"h100", {{kGpu, pieces(cards), std::nullopt, std::nullopt}}});
    queue->groups.push_back(group);
    m_queues[name] = queue;
    m_lists.clusterQueues.push_back(queue);
  }

  void addLocalQueue(const std::string& team) {
    auto queue = std::make_shared<RawKueueLocalQueue>();
    queue->meta.key = {team, "main"};
    queue->clusterQueue = team;
    m_lists.localQueues.push_back(queue);
  }

  std::shared_ptr<RawKueueWorkload> addWorkload(const std::string& team, const std::string& name, std::int32_t pods,
                                                std::int64_t cards) {
    auto workload = std::make_shared<RawKueueWorkload>();
    workload->meta.key = {team, "job-" + name};
    workload->meta.uid = "wl-" + name;
    workload->meta.created = 1000 + static_cast<UnixSeconds>(m_lists.workloads.size());
    workload->meta.owners.push_back({"Job", name, "job-uid-" + name, true});
    workload->queueName = "main";
    RawKueuePodSet podSet;
    podSet.name = "main";
    podSet.count = pods;
    Container container;
    container.requests.push_back({kGpu, pieces(cards)});
    podSet.spec.containers.push_back(container);
    workload->podSets.push_back(podSet);
    m_lists.workloads.push_back(workload);
    return workload;
  }

  std::shared_ptr<RawKueueWorkload> addHolder(const std::string& team, const std::string& name, std::int64_t cards) {
    auto workload = addWorkload(team, name, 1, cards);
    RawKueueAdmission admission{team, {}};
    RawKueuePodSetAdmission& podSet = admission.podSets.emplace_back();
    podSet.podSet = "main";
    podSet.flavors.emplace_back(kGpu, "h100");
    podSet.usage.push_back({kGpu, pieces(cards)});
    workload->admission = admission;
    workload->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 500}, {"Admitted", "True", "", "", 501}};
    return workload;
  }

  KueueIndex kueue() {
    auto extras = std::make_shared<ClusterExtras>(m_extras);
    extras->kueue = std::make_shared<const KueueLists>(m_lists);
    return KueueIndex(extras);
  }

  static const QueueRow& rowOf(const QueueReport& report, const std::string& name) {
    for (const QueueRow& row : report.queues) {
      if (row.name == name) return row;
    }
    throw std::out_of_range(name);
  }

  KueueLists m_lists;
  ClusterExtras m_extras;
  std::map<std::string, std::shared_ptr<RawKueueClusterQueue>> m_queues;
};

TEST_F(QueueReportTest, BorrowedIsWhatIsReservedAboveNominal) {
  const QueueReport report = queueReport(kueue());
  ASSERT_EQ(report.visibility, QueueVisibility::Known);
  const QueueCell& a = rowOf(report, "a").cells.at(0);
  EXPECT_EQ(a.nominal, 8);
  EXPECT_EQ(a.used, 12);
  EXPECT_EQ(a.reserved, 12);
  EXPECT_EQ(a.borrowed, 4);
  EXPECT_EQ(a.available, 2);
  EXPECT_EQ(rowOf(report, "b").cells.at(0).borrowed, 0);
  EXPECT_EQ(rowOf(report, "a").admitted, 1U);
  EXPECT_EQ(rowOf(report, "a").holding.at(0).owner, "Job/pretrain");
}

TEST_F(QueueReportTest, ReservedWithoutAdmissionIsNotUsed) {
  auto workload = addHolder("b", "checked", 1);
  workload->conditions = {{"QuotaReserved", "True", "QuotaReserved", "", 600}};
  workload->checks = {{"budget", "Pending", ""}};
  const QueueReport report = queueReport(kueue());
  const QueueRow& row = rowOf(report, "b");
  EXPECT_EQ(row.cells.at(0).reserved, 3);
  EXPECT_EQ(row.cells.at(0).used, 2);
  EXPECT_EQ(row.reserving, 2U);
  EXPECT_EQ(row.admitted, 1U);
  EXPECT_EQ(row.holding.at(1).waitsFor, std::vector<std::string>{"budget"});
}

TEST_F(QueueReportTest, WaitingOnesStandInLineWithVerdictAndRemedies) {
  addWorkload("b", "train", 6, 1);
  addWorkload("b", "huge", 1, 20);
  addWorkload("b", "urgent", 1, 1)->priority = 10;
  const QueueReport report = queueReport(kueue());
  const QueueRow& row = rowOf(report, "b");
  ASSERT_EQ(row.pending, 3U);
  EXPECT_EQ(row.waiting.at(0).key.name, "job-urgent");
  EXPECT_EQ(row.waiting.at(0).position, 1U);
  EXPECT_EQ(row.waiting.at(0).answer.verdict, QueueVerdict::Admitted);
  const WaitingWorkload& train = row.waiting.at(1);
  EXPECT_EQ(train.position, 2U);
  EXPECT_EQ(train.pods, 6);
  EXPECT_EQ(train.answer.verdict, QueueVerdict::Waits);
  EXPECT_EQ(train.answer.message,
            "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor h100, 4 "
            "more needed");
  ASSERT_EQ(train.answer.remedies.size(), 3U);
  EXPECT_EQ(train.answer.remedies[0].kind, QueueRemedy::Kind::OthersFinish);
  EXPECT_EQ(train.answer.remedies[1].kind, QueueRemedy::Kind::FewerPods);
  EXPECT_EQ(train.answer.remedies[1].pods, 2);
  EXPECT_EQ(train.answer.remedies[2].kind, QueueRemedy::Kind::MoreQuota);
  EXPECT_EQ(train.answer.remedies[2].amount, 4);
  const WaitingWorkload& huge = row.waiting.at(2);
  ASSERT_EQ(huge.answer.remedies.size(), 1U) << "the cohort has 16: neither waiting nor fewer pods help";
  EXPECT_EQ(huge.answer.remedies[0].amount, 18);
}

TEST_F(QueueReportTest, OnlyTheFirstOfALineAreAskedAbout) {
  addWorkload("b", "one", 1, 3);
  addWorkload("b", "two", 1, 3);
  const QueueReport report = queueReport(kueue(), 1);
  const QueueRow& row = rowOf(report, "b");
  EXPECT_EQ(row.waiting.at(0).silence, Silence::None);
  EXPECT_EQ(row.waiting.at(1).silence, Silence::NotAsked);
  EXPECT_EQ(row.waiting.at(1).position, 2U);
}

TEST_F(QueueReportTest, KindsThatWereNotReadLeaveFiguresUnknown) {
  addWorkload("b", "train", 6, 1);
  m_extras.known[indexOf(ExtraKind::KueueWorkload)] = false;
  m_extras.refused[indexOf(ExtraKind::KueueWorkload)] = true;
  m_lists.workloads.clear();
  const QueueReport report = queueReport(kueue());
  const QueueRow& row = rowOf(report, "b");
  EXPECT_EQ(row.cells.at(0).nominal, 8);
  EXPECT_EQ(row.cells.at(0).used, std::nullopt) << "unknown is not 0";
  EXPECT_EQ(row.cells.at(0).available, std::nullopt);
  EXPECT_EQ(row.pending, std::nullopt);
  EXPECT_EQ(row.cautions, std::vector<QueueCaution>{QueueCaution::WorkloadsNotRead});
  EXPECT_EQ(report.refused, std::vector<ExtraKind>{ExtraKind::KueueWorkload});
}

TEST_F(QueueReportTest, RefusedCohortsLeaveWhatIsFreeUnknownAndNothingJudged) {
  addWorkload("b", "train", 6, 1);
  m_extras.known[indexOf(ExtraKind::KueueCohort)] = false;
  m_extras.refused[indexOf(ExtraKind::KueueCohort)] = true;
  const QueueReport report = queueReport(kueue());
  const QueueRow& row = rowOf(report, "b");
  EXPECT_EQ(row.cells.at(0).used, 2);
  EXPECT_EQ(row.cells.at(0).available, std::nullopt);
  EXPECT_EQ(row.waiting.at(0).silence, Silence::Unread);
  EXPECT_EQ(row.waiting.at(0).unread, std::vector<ExtraKind>{ExtraKind::KueueCohort});
}

TEST_F(QueueReportTest, AQuotaThatIsNoQuantityIsUnknownForAllThatShareIt) {
  m_queues["a"]->groups[0].flavors[0].resources[0].nominal.reset();
  addWorkload("b", "train", 6, 1);
  const QueueReport report = queueReport(kueue());
  EXPECT_EQ(rowOf(report, "a").cells.at(0).nominal, std::nullopt);
  EXPECT_EQ(rowOf(report, "b").cells.at(0).available, std::nullopt);
  EXPECT_EQ(rowOf(report, "b").waiting.at(0).silence, Silence::Unreadable);
}

TEST_F(QueueReportTest, SightTellsNoKueueFromNoRightAndFromNoQueue) {
  EXPECT_EQ(KueueIndex(nullptr).visibility(), QueueVisibility::NotRead);
  auto refused = std::make_shared<ClusterExtras>();
  refused->refused[indexOf(ExtraKind::KueueClusterQueue)] = true;
  EXPECT_EQ(KueueIndex(refused).visibility(), QueueVisibility::Refused);
  auto empty = std::make_shared<ClusterExtras>();
  empty->known[indexOf(ExtraKind::KueueClusterQueue)] = true;
  empty->kueue = std::make_shared<const KueueLists>();
  EXPECT_EQ(KueueIndex(empty).visibility(), QueueVisibility::Empty);
}

TEST_F(QueueReportTest, APodIsTracedToItsWorkloadByOwnerAndByAnnotation) {
  addWorkload("b", "train", 6, 1);
  const KueueIndex asked = kueue();
  RawPod pod;
  pod.meta.key = {"b", "train-0"};
  pod.meta.owners.push_back({"Job", "train", "job-uid-train", true});
  const auto wait = queueWaitOf(asked, pod);
  ASSERT_TRUE(wait && wait->waiting);
  EXPECT_EQ(wait->waiting->key.name, "job-train");
  EXPECT_EQ(wait->waiting->position, 1U);

  RawPod named;
  named.meta.key = {"b", "other"};
  named.meta.annotations.push_back({"kueue.x-k8s.io/workload", "job-train"});
  EXPECT_TRUE(queueWaitOf(asked, named));

  RawPod gated;
  gated.meta.key = {"b", "lost"};
  gated.spec.schedulingGates.push_back(kKueueGate);
  const auto lost = queueWaitOf(asked, gated);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->workload, nullptr);

  RawPod stranger;
  stranger.meta.key = {"b", "stranger"};
  EXPECT_FALSE(queueWaitOf(asked, stranger));

  RawPod admitted;
  admitted.meta.key = {"b", "notebook-0"};
  admitted.meta.owners.push_back({"Job", "notebook", "job-uid-notebook", true});
  EXPECT_FALSE(queueWaitOf(asked, admitted)) << "it has quota: nodes decide";
}

TEST_F(QueueReportTest, WorkloadsOfNoQueueAreListedApart) {
  addWorkload("b", "lost", 1, 1)->queueName = "nowhere";
  const QueueReport report = queueReport(kueue());
  ASSERT_EQ(report.unqueued.size(), 1U);
  EXPECT_EQ(report.unqueued[0].answer.verdict, QueueVerdict::NotQueued);
  EXPECT_EQ(report.unqueued[0].answer.message, "LocalQueue nowhere doesn't exist");
}

}  // namespace
}  // namespace cardinal::queues
