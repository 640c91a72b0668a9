// SPDX-License-Identifier: Apache-2.0
// Two saved states beside each other.
#include <QFileDialog>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "core/service/snapshots/snapshot_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/snapshots/compare_page.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;
using cardinal::testing::ackNode;
using cardinal::testing::pod;

class tst_compare_page : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  QTemporaryDir m_folder;

  QString saved(const char* name, const std::vector<testing::NodeBuilder>& nodes,
                const std::vector<testing::PodBuilder>& pods) {
    SnapshotContents contents;
    contents.time = 1'700'000'000;
    for (const auto& one : nodes) contents.nodes.push_back(one.raw());
    for (const auto& one : pods) contents.pods.push_back(one.raw());
    const QString path = m_folder.filePath(QString::fromLatin1(name));
    return saveSnapshotFile(path.toStdString(), contents) ? path : QString();
  }
  ComparePage& page() {
    ClusterView& window = m_fixture->opened();
    window.showPage(QStringLiteral("snapshots"));
    return *window.findChild<ComparePage*>();
  }
  static void view(ComparePage& page, const char* id) {
    auto* views = page.findChild<SegmentedControl*>();
    views->setCurrent(QString::fromLatin1(id));
    emit views->changed(QString::fromLatin1(id));
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void changesStandInTablesAndOnTheMap() {
    const QString before =
        saved("before.json.gz", {ackNode("a", "cgpu", 2, 16), ackNode("b", "cgpu", 2, 16)}, {pod("x", "p").gpuMem(4)});
    const QString after = saved("after.json.gz", {ackNode("a", "cgpu", 2, 16), ackNode("c", "cgpu", 1, 16)},
                                {pod("x", "p").gpuMem(4).on("a").card(1)});
    ComparePage& shown = page();
    shown.compare(before, after);
    QTRY_VERIFY(shown.diff());
    auto* table = shown.findChild<DataTable*>();
    view(shown, "nodes");
    QCOMPARE(table->model()->rowCount(), 2);
    view(shown, "pods");
    QVERIFY(table->model()->rowCount() >= 2);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("x/p"));
    shown.findChild<FilterLine*>()->setText(QStringLiteral("phase"));
    QTRY_VERIFY(table->model()->rowCount() <= 1);
    view(shown, "map");
    QVERIFY(shown.findChild<HeatmapView*>()->isVisible());
    QVERIFY(shown.findChild<HeatmapView*>()->selection().count(CardRef{QStringLiteral("a"), 1}) == 1);
    QVERIFY(shown.findChild<HeatmapView*>()->selection().count(CardRef{QStringLiteral("a"), 0}) == 0);
  }

  void aPodThatCameOrWentSaysWhere() {
    const QString before = saved("one.json.gz", {ackNode("a", "cgpu", 2, 16)},
                                 {pod("x", "left").gpuMem(6).v2(R"({"0":{"0":6}})").on("a")});
    const QString after = saved("two.json.gz", {ackNode("a", "cgpu", 2, 16)},
                                {pod("x", "came").gpuMem(4).v2(R"({"0":{"1":4}})").on("a")});
    ComparePage& shown = page();
    shown.compare({}, after);
    QVERIFY2(WindowFixture::visibleTexts(shown).contains(QStringLiteral("State after: two.json.gz")),
             "what was chosen first is named");
    shown.compare(before, after);
    QTRY_VERIFY(shown.diff());
    view(shown, "pods");
    auto* table = shown.findChild<DataTable*>();
    QStringList cells;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      for (const int column : {0, 3, 4}) cells << table->model()->index(row, column).data().toString();
    }
    const QString shownCells = cells.join(u'|');
    QVERIFY2(shownCells.contains(QStringLiteral("x/came||a · card 1 · 4 GiB")), qPrintable(shownCells));
    QVERIFY2(shownCells.contains(QStringLiteral("x/left|a · card 0 · 6 GiB|")), qPrintable(shownCells));
  }

  void aCardThatIsTakenWholeIsOneLine() {
    const auto node = ackNode("w", "default", 2, 0).label("aliyun.accelerator/nvidia_mem", "16384MiB");
    const QString before = saved("one.json.gz", {node}, {});
    const QString after = saved("two.json.gz", {node}, {pod("x", "p").nvidia(2).on("w")});
    ComparePage& shown = page();
    shown.compare(before, after);
    QTRY_VERIFY(shown.diff());
    QCOMPARE(shown.diff()->cards.size(), std::size_t{2});
    QVERIFY2(shown.diff()->cards.front().fields.size() > 1, "memory and the card as a whole");
    view(shown, "cards");
    QCOMPARE(shown.findChild<DataTable*>()->model()->rowCount(), 2);
  }

  void aSnapshotCanBeOpenedFromThePage() {
    ComparePage& shown = page();
    shown.findChild<QPushButton*>(QStringLiteral("openSnapshot"))->click();
    QTRY_VERIFY(shown.window()->findChild<QFileDialog*>());
    QCOMPARE(shown.window()->findChild<QFileDialog*>()->fileMode(), QFileDialog::ExistingFile);
    QVERIFY(shown.window()->findChild<QFileDialog*>()->windowTitle().startsWith(QStringLiteral("Open a ")));
    shown.window()->findChild<QFileDialog*>()->close();
  }

  void aStateEqualsItself() {
    const QString one = saved("one.json.gz", {ackNode("a", "cgpu", 2, 16)}, {});
    ComparePage& shown = page();
    shown.compare(one, one);
    QTRY_VERIFY(shown.diff());
    QVERIFY(WindowFixture::visibleTexts(shown).contains(QStringLiteral("Nothing differs")));
  }

  void theClusterItselfIsTheOtherSide() {
    const QString one = saved("old.json.gz", {ackNode("gone", "cgpu", 2, 16)}, {});
    ComparePage& shown = page();
    shown.compare(one, {});
    QTRY_VERIFY(shown.diff());
    QCOMPARE(shown.diff()->nodes.size(), std::size_t{5});
  }

  void brokenFilesAreNamedAndNothingIsLost() {
    const QString good = saved("good.json.gz", {ackNode("a", "cgpu", 2, 16)}, {});
    ComparePage& shown = page();
    QFile whole(good);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QFile cut(m_folder.filePath(QStringLiteral("cut.json.gz")));
    QVERIFY(cut.open(QIODevice::WriteOnly));
    cut.write(whole.readAll().left(60));
    cut.close();
    shown.compare(cut.fileName(), good);
    QTRY_VERIFY(WindowFixture::visibleTexts(shown).contains(QStringLiteral("cut.json.gz")));
    shown.compare(m_folder.filePath(QStringLiteral("missing.json")), good);
    QTRY_VERIFY(WindowFixture::visibleTexts(shown).contains(QStringLiteral("missing.json")));
    shown.compare(good, good);
    QTRY_VERIFY(shown.diff());
  }
};

QTEST_MAIN(tst_compare_page)
#include "tst_compare_page.moc"
