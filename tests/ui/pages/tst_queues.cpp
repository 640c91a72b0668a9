// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>

#include "core/model/extras/kueue.h"
#include "core/service/snapshots/snapshot_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/pending/pending_list.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/preview/preview_sections.h"
#include "ui/pages/queues/queues_page.h"
#include "ui/session/preview_controller.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/band.h"
#include "ui/widgets/lists/empty_state.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;

namespace {

/// Two teams of 8 cards in a cohort: one borrows, in the other two workloads wait.
std::vector<ClusterDelta> teams() {
  const auto contents = loadSnapshotFile(std::string(CARDINAL_TEST_DATA) + "/queues/two-teams.yaml");
  std::vector<ClusterDelta> out;
  for (std::size_t kind = 0; contents && kind < kExtraKinds; ++kind) {
    if (!contents->extras[kind]) continue;
    ClusterDelta& delta = out.emplace_back();
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    delta.extras = *contents->extras[kind];
  }
  return out;
}

ClusterDelta forgotten(ExtraKind kind, bool isRefused) {
  ClusterDelta out;
  out.op = ClusterDelta::Op::ForgetExtras;
  out.extraKind = kind;
  out.extraRefused = isRefused;
  return out;
}

}  // namespace

class QueuesPageTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->script->first = teams();
  }
  void cleanup() { m_fixture.reset(); }

  void aRowAQueueTellsWhatIsBorrowedAndWhoWaits() {
    openPage();
    QTRY_COMPARE(tableOf("ClusterQueues")->model()->rowCount(), 2);
    const QAbstractItemModel& rows = *tableOf("ClusterQueues")->model();
    QCOMPARE(cell(rows, 0, 0), QStringLiteral("team-a"));
    QCOMPARE(cell(rows, 0, 3), QStringLiteral("8"));
    QCOMPARE(cell(rows, 0, 4), QStringLiteral("12"));
    QCOMPARE(cell(rows, 0, 6), QStringLiteral("4"));
    QCOMPARE(cell(rows, 1, 7), QStringLiteral("2"));
    QCOMPARE(cell(rows, 1, 8), QStringLiteral("2"));
    QCOMPARE(rows.index(0, 4).data(FractionRole).toDouble(), 1.0);
    QCOMPARE(rows.index(1, 4).data(FractionRole).toDouble(), 0.25);
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

  void figuresFollowTheCluster() {
    openPage();
    QTRY_COMPARE(tableOf("ClusterQueues")->model()->rowCount(), 2);
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QTRY_COMPARE_WITH_TIMEOUT(cell(*tableOf("ClusterQueues")->model(), 0, 4), QStringLiteral("n/a"),
                              WindowFixture::kPatience);
    QVERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Workloads could not be read")));
  }

  void noKueueAndNoRightAreDistinguished() {
    m_fixture->script->first.clear();
    openPage();
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("No queues of Kueue")));
    m_fixture->script->tell({forgotten(ExtraKind::KueueClusterQueue, true)});
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("may not be listed")));
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
    QTRY_VERIFY_WITH_TIMEOUT(says("4 more needed"), WindowFixture::kPatience);
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
    QTRY_VERIFY_WITH_TIMEOUT(!says("Once its queue admits it"), WindowFixture::kPatience);
    // a queue that may not be read any more is not taken for one that admits
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QVERIFY(m_window->showPage(QStringLiteral("pending"), QStringLiteral("team-b/train-0")));
    QTRY_VERIFY_WITH_TIMEOUT(!says("4 more needed") && says("Once its queue admits it"), WindowFixture::kPatience);
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
             ", template: {spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n";
    };
    const char* queued = ", labels: {kueue.x-k8s.io/queue-name: main}";
    const auto* band = m_window->findChild<Band*>(QStringLiteral("previewAdmission"));
    QVERIFY(band);
    const auto says = [&](const char* words) {
      return band->isVisible() && WindowFixture::visibleTexts(*band).contains(QString::fromUtf8(words));
    };
    QVERIFY(preview->start(job(3, queued), QStringLiteral("new.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("Job/new would wait in ClusterQueue team-b"), WindowFixture::kPatience);
    QVERIFY2(says("What helps: Ask for 2 pods instead of 3"), qPrintable(WindowFixture::visibleTexts(*band)));
    QVERIFY2(says("holds once it is admitted"), qPrintable(WindowFixture::visibleTexts(*band)));
    const auto* place = m_window->findChild<PredictedPlaceView*>();
    QTRY_VERIFY(place->isVisible());
    QVERIFY2(band->mapTo(m_window, QPoint()).y() < place->mapTo(m_window, QPoint()).y(), "the queue comes first");
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(says("会在 ClusterQueue team-b 中等待"));
    m_fixture->language().setCode(QStringLiteral("en"));

    QVERIFY(preview->start(job(2, queued), QStringLiteral("new.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(says("Job/new would be admitted now to ClusterQueue team-b with flavor h100"),
                             WindowFixture::kPatience);
    // the answer follows the cluster
    m_fixture->script->tell({forgotten(ExtraKind::KueueWorkload, true)});
    QTRY_VERIFY_WITH_TIMEOUT(says("unknown whether Job/new would be admitted"), WindowFixture::kPatience);
    QVERIFY(preview->start(job(2, ""), QStringLiteral("plain.yaml")));
    QTRY_VERIFY_WITH_TIMEOUT(!band->isVisible(), WindowFixture::kPatience);
  }

  void aQueueThatIsNotThereIsRefused() {
    openPage();
    QVERIFY(!m_window->showPage(QStringLiteral("queues"), QStringLiteral("nobody")));
  }

 private:
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
  static QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
  }

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
};

QTEST_MAIN(QueuesPageTest)
#include "tst_queues.moc"
