// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QLineEdit>

#include "core/model/extras/kueue.h"
#include "tests/support/waiting_queues.h"
#include "tests/ui/first_state.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/pending/pending_list.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/preview/preview_sections.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/pages/queues/queues_page.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;

namespace {

/// Two teams of 8 cards in a cohort: one borrows, in the other two workloads wait.
std::vector<ClusterDelta> teams() {
  return extrasOf(loadSnapshotFile(CARDINAL_TEST_DATA "/queues/two-teams.yaml"));
}

/// Queues and pod groups of Volcano and KAI, elastic quotas of Koordinator and scheduler-plugins.
std::vector<ClusterDelta> systems() {
  return clusterOf(CARDINAL_TEST_DATA "/queues/pod-groups.yaml");
}

/// ResourceQuotas, ACK's tree of quotas, YuniKorn's queues and groups that Volcano keeps Pending.
std::vector<ClusterDelta> quotas() {
  return clusterOf(CARDINAL_TEST_DATA "/queues/quotas.yaml");
}

ClusterDelta forgotten(ExtraKind kind, bool isRefused) {
  ClusterDelta out;
  out.op = ClusterDelta::Op::ForgetExtras;
  out.extraKind = kind;
  out.extraRefused = isRefused;
  return out;
}

bool isSaidBy(const Banner& banner, const char* words) {
  return banner.isVisible() && WindowFixture::visibleTexts(banner).contains(QString::fromUtf8(words));
}

}  // namespace

class QueuesPageTest : public QObject {
  Q_OBJECT
 private slots:
  void init() { m_fixture = windowOn(teams()); }
  void cleanup() { m_fixture.reset(); }

  void aRowAQueueTellsWhatIsBorrowedAndWhoWaits() {
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 2);
    const QAbstractItemModel& rows = *tableOf("Queues and quotas")->model();
    QCOMPARE(cell(rows, 0, QueueRows::Name), QStringLiteral("team-a"));
    QCOMPARE(cell(rows, 0, QueueRows::Quota), QStringLiteral("8"));
    QCOMPARE(cell(rows, 0, QueueRows::Used), QStringLiteral("12"));
    QCOMPARE(cell(rows, 0, QueueRows::Borrowed), QStringLiteral("4"));
    QCOMPARE(cell(rows, 1, QueueRows::Free), QStringLiteral("2"));
    QCOMPARE(cell(rows, 1, QueueRows::Waiting), QStringLiteral("2"));
    QCOMPARE(rows.index(0, QueueRows::Used).data(FractionRole).toDouble(), 1.0);
    QCOMPARE(rows.index(1, QueueRows::Used).data(FractionRole).toDouble(), 0.25);
    // Kueue alone is there: its own words, its own columns, nothing to choose.
    QCOMPARE(shownHeads(),
             QStringList({QStringLiteral("ClusterQueue"), QStringLiteral("Cohort"), QStringLiteral("Quota of"),
                          QStringLiteral("Nominal"), QStringLiteral("Used"), QStringLiteral("Reserved"),
                          QStringLiteral("Borrowed"), QStringLiteral("Free with borrowing"), QStringLiteral("Waiting"),
                          QStringLiteral("Admitted"), QStringLiteral("State")}));
    QVERIFY(!page()->findChild<SegmentedControl*>()->isVisible());
  }

  void queuesOfEverySystemHaveARowWithTheFiguresOfTheCommand() {
    m_fixture->script->first = systems();
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 7);
    const QAbstractItemModel& rows = *tableOf("Queues and quotas")->model();
    const auto row = [&](int at) {
      QStringList out;
      for (const int column :
           {QueueRows::Name, QueueRows::System, QueueRows::Parent, QueueRows::Resource, QueueRows::Guaranteed,
            QueueRows::Quota, QueueRows::Limit, QueueRows::Used, QueueRows::Free, QueueRows::Waiting, QueueRows::State})
        out += cell(rows, at, column);
      return out.join(QStringLiteral(" | "));
    };
    QCOMPARE(row(0), QStringLiteral("nightly | Volcano |  | no quota |  |  |  |  | – | 1 | Closed"));
    QCOMPARE(row(1),
             QStringLiteral("research | Volcano |  | nvidia.com/gpu and 1 more | 2 | 6 | 8 | 6 | – | 2 | Open"));
    QCOMPARE(row(2),
             QStringLiteral("team-a | KAI |  | nvidia.com/gpu and 2 more | – | 2 | unlimited | n/a | – | 0 | –"));
    QCOMPARE(row(3), QStringLiteral("team-b | KAI |  | nvidia.com/gpu and 2 more | – | 2 | 6 | n/a | – | 1 | –"));
    // The PodGroups of Koordinator were not read; those of scheduler-plugins do not name a quota.
    QCOMPARE(row(4),
             QStringLiteral("team-a/vision | Koordinator | research | nvidia.com/gpu | 4 | – | 8 | 5 | – | n/a | –"));
    QCOMPARE(row(5),
             QStringLiteral("team-b/batch | scheduler-plugins | – | cpu | n/a | – | 1500m | n/a | – | n/a | –"));
    QCOMPARE(row(6), QStringLiteral("(no quota named) | scheduler-plugins |  |  |  |  |  |  |  | 1 | "));
    QCOMPARE(rows.index(4, QueueRows::Used).data(FractionRole).toDouble(), 0.625);
    QVERIFY2(texts().contains(QStringLiteral("Who waits in Koordinator is not known: PodGroups were not read.")),
             qPrintable(texts()));
  }

  void aResourceQuotaHasARowAndSaysWhoseItWouldReject() {
    m_fixture->script->first = quotas();
    openPage(QStringLiteral("vision/gpus"));
    const QAbstractItemModel& rows = *tableOf("Queues and quotas")->model();
    const QString row = rowCalled(rows, QStringLiteral("vision/gpus"));
    QCOMPARE(row, QStringLiteral("ResourceQuota | requests.nvidia.com/gpu and 2 more | – | 8 | 5 | 3 | 1"));
    QVERIFY2(texts().contains(QStringLiteral("1 workload whose pods would be rejected")), qPrintable(texts()));
    QVERIFY2(texts().contains(QStringLiteral("job-train: pods would be rejected: each asks for 2 "
                                             "requests.nvidia.com/gpu, and 1 is free")),
             qPrintable(texts()));
    QVERIFY2(texts().contains(QStringLiteral("What would help:\n• End Job/vision in namespace vision, or wait until it "
                                             "has ended: it holds 5 nvidia.com/gpu\n• Raise hard of "
                                             "requests.nvidia.com/gpu in gpus by 1")),
             qPrintable(texts()));
    QCOMPARE(rowCalled(rows, QStringLiteral("speech/parts")).section(QStringLiteral(" | "), 4, 5),
             QStringLiteral("n/a | n/a"));
  }

  void theTreeOfAckAndTheQueuesOfYunikornHaveRows() {
    m_fixture->script->first = quotas();
    openPage(QStringLiteral("elastic-quota-tree/speech"));
    const QAbstractItemModel& rows = *tableOf("Queues and quotas")->model();
    QCOMPARE(rowCalled(rows, QStringLiteral("speech")), QStringLiteral("ACK | nvidia.com/gpu | 2 | 6 | 0 | 3 | 1"));
    QCOMPARE(rowCalled(rows, QStringLiteral("root.research")),
             QStringLiteral("YuniKorn | nvidia.com/gpu and 1 more | 2 | 4 | 2 | 2 | 1"));
    QVERIFY2(texts().contains(QStringLiteral("asks for 4 nvidia.com/gpu, and 3 is free in research")),
             qPrintable(texts()));
    QVERIFY2(texts().contains(QStringLiteral("the rules of the scheduler of ACK are not published")),
             qPrintable(texts()));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(texts().contains(QString::fromUtf8("ACK 调度器的规则没有公开")));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void quotasThatMayNotBeListedAreSaidToBe() {
    m_fixture->script->first = quotas();
    openPage();
    QTRY_VERIFY(tableOf("Queues and quotas")->model()->rowCount() > 0);
    m_fixture->script->tell({forgotten(ExtraKind::ResourceQuota, true)});
    QTRY_VERIFY2(texts().contains(QStringLiteral("ResourceQuotas may not be listed with these rights.")),
                 qPrintable(texts()));
  }

  void aSystemIsChosenAndItsOwnWordsAreUsed() {
    m_fixture->script->first = systems();
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 7);
    auto* choice = page()->findChild<SegmentedControl*>();
    QVERIFY(choice->isVisible());
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Right);
    QCOMPARE(choice->current(), QStringLiteral("volcano"));
    QCOMPARE(tableOf("Queues and quotas")->model()->rowCount(), 2);
    QCOMPARE(shownHeads(),
             QStringList({QStringLiteral("Queue"), QStringLiteral("Parent"), QStringLiteral("Quota of"),
                          QStringLiteral("Guaranteed"), QStringLiteral("Deserved"), QStringLiteral("Capability"),
                          QStringLiteral("Allocated"), QStringLiteral("Waiting"), QStringLiteral("State")}));
    QTest::keyClick(choice, Qt::Key_Right);
    QTest::keyClick(choice, Qt::Key_Right);
    QCOMPARE(shownHeads(), QStringList({QStringLiteral("ElasticQuota"), QStringLiteral("Parent"),
                                        QStringLiteral("Quota of"), QStringLiteral("min"), QStringLiteral("max"),
                                        QStringLiteral("Used"), QStringLiteral("Waiting")}));
    // Going to a queue that the choice hides takes it back.
    QVERIFY(m_window->showPage(QStringLiteral("queues"), QStringLiteral("research")));
    QCOMPARE(choice->current(), QStringLiteral("all"));
  }

  void whoWaitsInAQueueStandsBelowWithTheWordsOfItsSystem() {
    m_fixture->script->first = systems();
    openPage(QStringLiteral("volcano/research"));
    QTRY_COMPARE(tableOf("Waiting pod groups")->model()->rowCount(), 2);
    const QAbstractItemModel& line = *tableOf("Waiting pod groups")->model();
    QCOMPARE(cell(line, 0, 0), QStringLiteral("team-a/llm"));
    QCOMPARE(cell(line, 0, 1), QStringLiteral("Inqueue"));
    QCOMPARE(cell(line, 0, 4), QStringLiteral("4 nvidia.com/gpu"));
    QCOMPARE(cell(line, 0, 5), QStringLiteral("NotEnoughResources"));
    QCOMPARE(cell(line, 0, 6), QStringLiteral("3/4 tasks in gang unschedulable"));
    QCOMPARE(cell(line, 1, 0), QStringLiteral("team-a/huge"));
    QCOMPARE(cell(line, 1, 5), QStringLiteral("more nvidia.com/gpu than the limit of the queue"));
    QCOMPARE(cell(line, 1, 6), QStringLiteral("n/a"));
    QVERIFY2(texts().contains(QStringLiteral("Volcano says: 3/4 tasks in gang unschedulable")), qPrintable(texts()));
    QVERIFY2(texts().contains(QStringLiteral("Volcano · State Open · Weight 4")), qPrintable(texts()));
    const QAbstractItemModel& quotas = *tableOf("Quotas of the queue")->model();
    QCOMPARE(cell(quotas, 0, 0), QStringLiteral("cpu"));
    QCOMPARE(cell(quotas, 0, 3), QStringLiteral("unlimited"));
    QCOMPARE(cell(quotas, 0, 4), QStringLiteral("16"));
    // KAI publishes no phase.
    QVERIFY(m_window->showPage(QStringLiteral("queues"), QStringLiteral("kai/team-b")));
    QCOMPARE(cell(*tableOf("Waiting pod groups")->model(), 0, 1), QStringLiteral("n/a"));
    QCOMPARE(cell(*tableOf("Quotas of the queue")->model(), 0, 2), QStringLiteral("4"));  // its fair share
    QVERIFY(m_window->showPage(QStringLiteral("queues"), QStringLiteral("scheduler-plugins/")));
    QCOMPARE(cell(*tableOf("Waiting pod groups")->model(), 0, 0), QStringLiteral("team-b/sweep"));
  }

  void theFilterFindsQueuesByWhoWaitsInThem() {
    m_fixture->script->first = systems();
    openPage();
    DataTable* table = tableOf("Queues and quotas");
    QTRY_COMPARE(table->model()->rowCount(), 7);
    QTest::keyClick(table, Qt::Key_Slash);
    auto* field = page()->findChild<FilterLine*>()->field();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("volcano HUGE"));
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(cell(*table->model(), 0, QueueRows::Name), QStringLiteral("research"));
    QVERIFY2(texts().contains(QStringLiteral("Queue research")), qPrintable(texts()));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(tableOf("Waiting pod groups")->hasFocus());
    page()->findChild<FilterLine*>()->setText(QStringLiteral("nothing like that"));
    QVERIFY2(texts().contains(QStringLiteral("No queue matches the filter")), qPrintable(texts()));
    clickButton("Show all queues");
    QCOMPARE(table->model()->rowCount(), 7);
  }

  void figuresAreSortedByTheirValueAndUnknownOnesLast() {
    m_fixture->script->first = systems();
    openPage();
    DataTable* table = tableOf("Queues and quotas");
    QTRY_COMPARE(table->model()->rowCount(), 7);
    const auto used = [&] {
      QStringList out;
      for (int row = 0; row < 3; ++row) out += cell(*table->model(), row, QueueRows::Used);
      return out;
    };
    table->sortByColumn(QueueRows::Used, Qt::DescendingOrder);
    QCOMPARE(used().mid(0, 2), QStringList({QStringLiteral("6"), QStringLiteral("5")}));
    table->sortByColumn(QueueRows::Used, Qt::AscendingOrder);
    QCOMPARE(used().mid(0, 2), QStringList({QStringLiteral("5"), QStringLiteral("6")}));
  }

  void aGroupOfAQueueThatDoesNotExistIsNotLost() {
    m_fixture->script->first = systems();
    for (ClusterDelta& delta : m_fixture->script->first) {
      if (delta.extraKind != ExtraKind::VolcanoQueue) continue;
      std::erase_if(delta.extras, [](const RawExtra& one) { return metaOf(one).key.name == "nightly"; });
    }
    openPage(QStringLiteral("volcano/"));
    const QAbstractItemModel& line = *tableOf("Waiting pod groups")->model();
    QCOMPARE(line.rowCount(), 1);
    QCOMPARE(cell(line, 0, 0), QStringLiteral("team-a/report"));
    QCOMPARE(cell(line, 0, 1), QStringLiteral("nightly"));
    QCOMPARE(cell(line, 0, 6), QStringLiteral("the queue does not exist"));
  }

  void whatMayNotBeListedIsSaid() {
    m_fixture->script->first = systems();
    openPage(QStringLiteral("volcano/research"));
    m_fixture->script->tell({forgotten(ExtraKind::VolcanoPodGroup, true)});
    QTRY_VERIFY_WITH_TIMEOUT(
        texts().contains(QStringLiteral("Who waits in Volcano is not known: PodGroups may not be")),
        WindowFixture::kTimeout);
    QCOMPARE(cell(*tableOf("Queues and quotas")->model(), 1, QueueRows::Waiting), QStringLiteral("n/a"));
    QVERIFY2(texts().contains(QStringLiteral("Who waits is not known")), qPrintable(texts()));
  }

  void theChosenQueueShowsItsLineWithVerdictAndRemedies() {
    openPage(QStringLiteral("team-b"));
    QTRY_COMPARE(tableOf("Waiting workloads")->model()->rowCount(), 2);
    const QAbstractItemModel& line = *tableOf("Waiting workloads")->model();
    QCOMPARE(cell(line, 0, 0), QStringLiteral("1"));
    QCOMPARE(cell(line, 0, 1), QStringLiteral("team-b/job-train"));
    QCOMPARE(cell(line, 0, 6), QStringLiteral("waits for quota"));
    QCOMPARE(cell(line, 1, 6), QStringLiteral("larger than the quota"));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("4 more needed")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("Ask for 2 pods instead of 6")), qPrintable(texts));
  }

  void aLongLineComesWholeAndInItsOrder() {
    m_fixture->script->first = kueueCluster({900, 2});
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 2);
    const QAbstractItemModel& line = *tableOf("Waiting workloads")->model();
    const auto isInOrder = [&line](const QString& ns) {
      for (int row = 0; row < line.rowCount(); ++row) {
        if (cell(line, row, 0) != QString::number(row + 1) || !cell(line, row, 1).startsWith(ns)) return false;
      }
      return true;
    };
    QTRY_COMPARE(line.rowCount(), 450);
    QVERIFY(isInOrder(QStringLiteral("team-00000/")));
    QVERIFY2(texts().contains(QStringLiteral("450 workload(s) waiting")) ||
                 texts().contains(QStringLiteral("450 workloads waiting")),
             qPrintable(texts()));
    // No row of one queue stands in the line of the other, at any moment.
    QVERIFY(m_window->showPage(QStringLiteral("queues"), QStringLiteral("kueue/queue-00001")));
    QVERIFY(isInOrder(QStringLiteral("team-00001/")));
    QTRY_COMPARE(line.rowCount(), 450);
    QVERIFY(isInOrder(QStringLiteral("team-00001/")));
  }

  void figuresFollowTheCluster() {
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 2);
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QTRY_COMPARE_WITH_TIMEOUT(cell(*tableOf("Queues and quotas")->model(), 0, QueueRows::Used), QStringLiteral("n/a"),
                              WindowFixture::kTimeout);
    QVERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Workloads could not be read")));
  }

  void workloadsOfQueuesThatMayNotBeListedAreNotSaidToBeInNone() {
    openPage();
    QTRY_COMPARE(tableOf("Queues and quotas")->model()->rowCount(), 2);
    m_fixture->script->tell({forgotten(ExtraKind::KueueLocalQueue, true)});
    const QAbstractItemModel* rows = tableOf("Queues and quotas")->model();
    QTRY_COMPARE(rows->rowCount(), 3);
    QCOMPARE(cell(*rows, 2, 0), QStringLiteral("(queue not known)"));
    QVERIFY2(texts().contains(QStringLiteral("May not be listed with these rights: Kueue")), qPrintable(texts()));
  }

  void anEmptyPageSaysWhatWasLookedFor() {
    m_fixture->script->first.clear();
    openPage();
    QTRY_VERIFY(texts().contains(QStringLiteral("No queues and no quotas")));
    for (const char* system :
         {"Not found", "Kueue; ", "Volcano; ", "KAI; ", "YuniKorn", "scheduler-plugins", "ResourceQuota"})
      QVERIFY2(texts().contains(QLatin1String(system)), qPrintable(texts()));
    QVERIFY(!texts().contains(QStringLiteral("May not be listed")));
    m_fixture->script->tell({forgotten(ExtraKind::KaiQueue, true)});
    QTRY_VERIFY(
        texts().contains(QStringLiteral("May not be listed with these rights: KAI (scheduling.run.ai: Queue).")));
    QVERIFY2(texts().contains(QStringLiteral("KAI (scheduling.run.ai: PodGroup)")), "of these nothing is known");
    m_fixture->script->tell({forgotten(ExtraKind::KueueClusterQueue, true)});
    QTRY_VERIFY(texts().contains(QStringLiteral("A ClusterRole with get, list and watch")));
    QVERIFY2(texts().contains(QStringLiteral("The queues may not be read")), qPrintable(texts()));
  }

  void chineseIsWhole() {
    openPage(QStringLiteral("team-b"));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QString::fromUtf8("等待配额")));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void thePendingPageNamesTheQueueBeforeTheNodes() {
    testing::PodBuilder held = testing::pod("team-b", "train-0");
    held.gpuMem(2).annotation("kueue.x-k8s.io/workload", "job-train");
    held.edit().spec.schedulingGates = {"kueue.x-k8s.io/admission"};
    testing::PodBuilder alone = testing::pod("team-b", "alone");
    alone.gpuMem(2);
    std::vector<ClusterDelta>& first = m_fixture->script->first;
    first.push_back(testing::replaceNodes({testing::ackNode("node-a", "cgpu", 2, 16)}));
    first.push_back(testing::replacePods({held, alone}));
    m_window = &m_fixture->open();
    QTRY_VERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("team-b/train-0")));
    auto* pending = m_window->findChild<PendingPage*>();
    const auto says = [&](const char* words) {
      return WindowFixture::visibleTexts(*pending).contains(QString::fromUtf8(words));
    };
    QTRY_VERIFY_WITH_TIMEOUT(says("4 more needed"), WindowFixture::kTimeout);
    QVERIFY2(says("Ask for 2 pods instead of 6"), qPrintable(WindowFixture::visibleTexts(*pending)));
    QVERIFY2(says("Once its queue admits it"), qPrintable(WindowFixture::visibleTexts(*pending)));
    const QAbstractItemModel& list = *pending->findChild<PendingList*>()->model();
    QCOMPARE(list.rowCount(), 2);
    for (int row = 0; row < 2; ++row) {
      const bool isHeld = list.index(row, 0).data().toString() == u"train-0";
      QCOMPARE(list.index(row, 0).data(PendingListModel::CauseRole).toString(),
               isHeld ? QStringLiteral("waits for quota") : QStringLiteral("fits now"));
    }
    for (ActionButton* button : pending->findChildren<ActionButton*>()) {
      if (button->isVisible() && button->text() == u"Show the queue") button->click();
    }
    QTRY_VERIFY(page()->isVisible());
    QTRY_COMPARE(tableOf("Waiting workloads")->model()->rowCount(), 2);
    QVERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("team-b/alone")));
    QTRY_VERIFY_WITH_TIMEOUT(!says("Once its queue admits it"), WindowFixture::kTimeout);
    // a queue that may not be read any more is not taken for one that admits
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QVERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("team-b/train-0")));
    QTRY_VERIFY_WITH_TIMEOUT(!says("4 more needed") && says("Once its queue admits it"), WindowFixture::kTimeout);
  }

  void aPodThatAQuotaOfAckHoldsBackHearsWhatWouldHelp() {
    m_fixture->script->first = quotas();
    m_window = &m_fixture->open();
    QTRY_VERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("speech/speech-0")));
    auto* pending = m_window->findChild<PendingPage*>();
    const auto says = [&](const char* words) {
      return WindowFixture::visibleTexts(*pending).contains(QString::fromUtf8(words));
    };
    QTRY_VERIFY_WITH_TIMEOUT(says("asks for 4 nvidia.com/gpu, and 3 is free in research"), WindowFixture::kTimeout);
    for (const char* words :
         {"What would help:",
          "End Job/vision in namespace vision, or wait until it has ended: it holds 5 nvidia.com/gpu",
          "Ask for at most 3 nvidia.com/gpu in a pod", "Raise max of nvidia.com/gpu in research by 1"})
      QVERIFY2(says(words), qPrintable(WindowFixture::visibleTexts(*pending)));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(says("提高 research 中 nvidia.com/gpu 的 max，幅度 1"));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void thePreviewOfAFileTellsTheQueueBeforeThePlace() {
    std::vector<ClusterDelta>& first = m_fixture->script->first;
    first.push_back(testing::replaceNodes({testing::ackNode("node-a", "cgpu", 2, 16)}));
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    auto* preview = m_window->findChild<PreviewController*>();
    const auto job = [](int pods, const char* labels) -> QByteArray {
      return QByteArray("apiVersion: batch/v1\nkind: Job\nmetadata: {name: new, namespace: team-b") + labels +
             "}\nspec: {parallelism: " + QByteArray::number(pods) +
             ", template: {spec: {restartPolicy: Never, "
             "containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n";
    };
    const char* queued = ", labels: {kueue.x-k8s.io/queue-name: main}";
    const auto* banner = m_window->findChild<Banner*>(QStringLiteral("previewAdmission"));
    QVERIFY(banner);
    const auto says = [banner](const char* words) { return isSaidBy(*banner, words); };
    QVERIFY(preview->start(job(3, queued), QStringLiteral("new.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("Job/new would wait in ClusterQueue team-b"), WindowFixture::kTimeout);
    QVERIFY2(says("What would help:\n• Wait until workloads that hold quota have ended\n• Ask for 2 pods instead of 3"),
             qPrintable(WindowFixture::visibleTexts(*banner)));
    QVERIFY2(says("holds once it is admitted"), qPrintable(WindowFixture::visibleTexts(*banner)));
    const auto* place = m_window->findChild<PredictedPlaceView*>();
    QTRY_VERIFY(place->isVisible());
    QVERIFY2(banner->mapTo(m_window, QPoint()).y() < place->mapTo(m_window, QPoint()).y(), "the queue comes first");
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(says("会在 ClusterQueue team-b 中等待"));
    m_fixture->language().setCode(QStringLiteral("en"));

    QVERIFY(preview->start(job(2, queued), QStringLiteral("new.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("Job/new would be admitted now to ClusterQueue team-b with flavor h100"),
                             WindowFixture::kTimeout);
    // the answer follows the cluster
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QTRY_VERIFY_WITH_TIMEOUT(says("unknown whether Job/new would be admitted"), WindowFixture::kTimeout);
    QVERIFY(preview->start(job(2, ""), QStringLiteral("plain.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), WindowFixture::kTimeout);
  }

  void aNamespaceThatIsBeingDeletedIsSaidBeforeThePlace() {
    m_fixture->script->first.push_back(testing::replaceNodes({testing::ackNode("node-a", "cgpu", 2, 16)}));
    m_fixture->script->objectJson =
        R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"team-z"},"status":{"phase":"Terminating"}})";
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    auto* preview = m_window->findChild<PreviewController*>();
    const auto* banner = m_window->findChild<Banner*>(QStringLiteral("previewAdmission"));
    const auto says = [banner](const char* words) { return isSaidBy(*banner, words); };
    const QByteArray pod =
        "{apiVersion: v1, kind: Pod, metadata: {name: late, namespace: team-z}, spec: {serviceAccountName: builder, "
        "containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
    QVERIFY(preview->start(pod, QStringLiteral("late.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("reject Pod/late: the namespace team-z is being deleted"), WindowFixture::kTimeout);
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(says("命名空间 team-z 正在删除"));
    m_fixture->language().setCode(QStringLiteral("en"));
    // of another file nothing of it is kept
    QVERIFY(preview->start(QByteArray(pod).replace("team-z", "team-y"), QStringLiteral("late.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("has the service account builder, which the pods of Pod/late name, was not read"),
                             WindowFixture::kTimeout);
  }

  void podsOfKaiHearWhatWouldHelp() {
    m_fixture->script->first = clusterOf(CARDINAL_TEST_DATA "/queues/held-pods.yaml");
    m_window = &m_fixture->open();
    QTRY_VERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("lab-y/y2-0")));
    auto* pending = m_window->findChild<PendingPage*>();
    const auto says = [&](const char* words) {
      return WindowFixture::visibleTexts(*pending).contains(QString::fromUtf8(words));
    };
    QTRY_VERIFY_WITH_TIMEOUT(says("may not be preempted and asks for 1 nvidia.com/gpu, and 0 of the quota of team-y"),
                             WindowFixture::kTimeout);
    for (const char* words : {"End pg-y1 in namespace lab-y, or wait until it has ended: it holds 2 nvidia.com/gpu",
                              "Make it preemptible", "Raise quota of nvidia.com/gpu in team-y by 1"})
      QVERIFY2(says(words), qPrintable(WindowFixture::visibleTexts(*pending)));
  }

  void anUpdateOfADeploymentThatRunsSaysWhatItNeedsBesideIt() {
    m_fixture->script->first = clusterOf(CARDINAL_TEST_DATA "/queues/rollout.yaml");
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    auto* preview = m_window->findChild<PreviewController*>();
    const auto* banner = m_window->findChild<Banner*>(QStringLiteral("previewAdmission"));
    const auto says = [banner](const char* words) { return isSaidBy(*banner, words); };
    const QByteArray yaml =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: vllm, namespace: web}\nspec: {replicas: 2, selector: "
        "{matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}, spec: {containers: [{name: c, image: i, "
        "resources: {limits: {nvidia.com/gpu: 3}}}]}}}\n";
    QVERIFY(preview->start(yaml, QStringLiteral("vllm.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("Rollout: 2 pods of Deployment/vllm run or wait now."), WindowFixture::kTimeout);
    QVERIFY2(says("which asks for 3 nvidia.com/gpu; up to 0 may end before (maxUnavailable). There is room for none of "
                  "them now, so the update would not go on."),
             qPrintable(WindowFixture::visibleTexts(*banner)));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(says("现在一个也放不下，因此更新无法继续。"));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void aQueueThatIsNotThereIsRefused() {
    openPage();
    QVERIFY(!m_window->showPage(QStringLiteral("queues"), QStringLiteral("nobody")));
  }

 private:
  /// System, resource and figures of the row of that name; empty = there is none.
  static QString rowCalled(const QAbstractItemModel& rows, const QString& name) {
    for (int at = 0; at < rows.rowCount(); ++at) {
      if (cell(rows, at, QueueRows::Name) != name) continue;
      QStringList out;
      for (const int column : {QueueRows::System, QueueRows::Resource, QueueRows::Guaranteed, QueueRows::Limit,
                               QueueRows::Used, QueueRows::Free, QueueRows::Waiting})
        out += cell(rows, at, column);
      return out.join(QStringLiteral(" | "));
    }
    return {};
  }

  void openPage(const QString& queue = {}) {
    m_window = &m_fixture->open();
    if (queue.isEmpty()) return void(m_window->showPage(QStringLiteral("queues")));
    [&] { QTRY_VERIFY(m_window->showPage(QStringLiteral("queues"), queue)); }();
  }
  QueuesPage* page() const { return m_window->findChild<QueuesPage*>(); }
  DataTable* tableOf(const char* name) const {
    for (DataTable* table : page()->findChildren<DataTable*>()) {
      if (table->accessibleName() == QLatin1String(name)) return table;
    }
    return nullptr;
  }
  QString texts() const { return WindowFixture::visibleTexts(*page()); }
  void clickButton(const char* text) const {
    for (ActionButton* button : page()->findChildren<ActionButton*>()) {
      if (button->isVisible() && button->text() == QLatin1String(text)) button->click();
    }
  }
  /// Of the columns that the table of queues shows.
  QStringList shownHeads() const {
    const DataTable* table = tableOf("Queues and quotas");
    QStringList out;
    for (int column = 0; column < QueueRows::Columns; ++column) {
      if (!table->isColumnHidden(column)) out += table->model()->headerData(column, Qt::Horizontal).toString();
    }
    return out;
  }
  static QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
  }

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
};

QTEST_MAIN(QueuesPageTest)
#include "tst_queues.moc"
