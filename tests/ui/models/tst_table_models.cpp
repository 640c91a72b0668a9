// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "core/plan/ledger/ledger.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"
#include "ui/models/rows_model.h"
#include "ui/models/tables/card_table_model.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/models/tables/node_table_model.h"
#include "ui/models/tables/pod_table_model.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::testing::ackNode;
using cardinal::testing::NodeBuilder;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::snapshotOf;

namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

std::vector<NodeBuilder> nodes(std::initializer_list<const char*> names) {
  std::vector<NodeBuilder> made;
  for (const char* name : names) made.push_back(ackNode(name, "cgpu", 2, 16));
  return made;
}

PodBuilder held(const char* name, const char* node, int card, int units) {
  const std::string map = "{\"0\":{\"" + std::to_string(card) + "\":" + std::to_string(units) + "}}";
  return pod("team", name).gpuMem(units).v2(map).on(node);
}

QStringList keys(const QAbstractItemModel& model) {
  QStringList all;
  for (int row = 0; row < model.rowCount(); ++row) all << model.index(row, 0).data(KeyRole).toString();
  return all;
}

int columnOf(const SnapshotTable& table, const char* id) {
  for (int column = 0; column < table.columnCount(); ++column) {
    if (table.columnId(column) == QLatin1String(id)) return column;
  }
  return -1;
}

QString cell(const SnapshotTable& table, int row, const char* id) {
  return table.index(row, columnOf(table, id)).data().toString();
}

}  // namespace

class tst_table_models : public QObject {
  Q_OBJECT

  const TableFacts m_facts{1'700'000'000, MemoryUnit::GiB, nullptr};

 private slots:
  void nodesComeGoAndChangeAsRanges() {
    NodeTableModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setSnapshot(*snapshotOf(nodes({"b", "c", "e"})), m_facts);
    QCOMPARE(keys(model), QStringList({QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("e")}));

    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    // a before all, d and f between and after, c gone.
    model.setSnapshot(*snapshotOf(nodes({"a", "b", "d", "e", "f"})), m_facts);
    QCOMPARE(keys(model).join(u' '), QStringLiteral("a b d e f"));
    QCOMPARE(removed.count(), 1);
    QVERIFY(inserted.count() <= 3);
    QCOMPARE(reset.count(), 0);
    model.clear();
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(), 0);
  }

  void unchangedNodesAreNotSignalled() {
    NodeTableModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    SnapshotBuilder builder;
    builder.apply(testing::replaceNodes(nodes({"a", "b", "c"})));
    model.setSnapshot(*builder.build(1), m_facts);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    builder.apply(testing::upsert(held("p", "b", 0, 4)));
    model.setSnapshot(*builder.build(2), m_facts);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex().row(), 1);
    QCOMPARE(changed[0][1].toModelIndex().row(), 1);
    QCOMPARE(cell(model, 1, "memory"), QStringLiteral("4 / 32"));
  }

  void podsThatHaveEndedAreNoGpuPodsOfTheNode() {
    NodeTableModel model;
    PodBuilder ended = held("ended", "a", 1, 4);
    model.setSnapshot(*snapshotOf(nodes({"a"}), {held("runs", "a", 0, 4), ended.phase(PodPhase::Succeeded)}), m_facts);
    QCOMPARE(cell(model, 0, "pods"), QStringLiteral("1"));
  }

  void nodeCellsSayWhatIsKnown() {
    NodeTableModel model;
    model.setSnapshot(*snapshotOf({ackNode("shared", "cgpu", 2, 16, "spread"), ackNode("whole", "default", 4, 0)},
                                  {held("p", "shared", 1, 12)}),
                      m_facts);
    QCOMPARE(cell(model, 0, "mode"), QStringLiteral("cgpu"));
    QCOMPARE(cell(model, 0, "placement"), QStringLiteral("spread"));
    QCOMPARE(cell(model, 0, "allocated"), QStringLiteral("37.5 %"));
    QCOMPARE(cell(model, 0, "cards"), QStringLiteral("2"));
    QVERIFY(cell(model, 0, "free").startsWith(QStringLiteral("16")));
    // Whole cards tell no memory: unknown, never 0.
    QCOMPARE(cell(model, 1, "memory"), QStringLiteral("n/a"));
    QVERIFY(!model.index(1, columnOf(model, "memory")).data(SortRole).isValid());
    QCOMPARE(cell(model, 1, "allocated"), QStringLiteral("0.0 %"));
  }

  void headsSayWhatTheirFiguresAre() {
    NodeTableModel nodes;
    CardTableModel cards;
    PodTableModel pods;
    const auto tip = [](const SnapshotTable& table, const QString& id) {
      for (int column = 0; column < table.columnCount(); ++column) {
        if (table.columnId(column) == id) return table.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
      }
      return QStringLiteral("no such column");
    };
    QVERIFY(tip(nodes, QStringLiteral("free")).contains(QStringLiteral("one healthy card")));
    QVERIFY(tip(cards, QStringLiteral("used")).contains(QStringLiteral("measured")));
    QVERIFY(tip(pods, QStringLiteral("reason")).contains(QStringLiteral("scheduler")));
    QVERIFY2(tip(nodes, QStringLiteral("name")).isEmpty(), "its head says all");
  }

  void findingsAreThoseOfTheLedgerWithTheWorstInFront() {
    NodeTableModel model;
    model.setSnapshot(*snapshotOf(nodes({"good", "over"}), {held("p", "over", 1, 12), held("q", "over", 1, 12)}),
                      m_facts);
    QCOMPARE(cell(model, 0, "findings"), QStringLiteral("0"));
    const auto entries =
        checkLedger(*snapshotOf(nodes({"over"}), {held("p", "over", 1, 12), held("q", "over", 1, 12)}), m_facts.now)
            .entries;
    QVERIFY(!entries.empty());
    QCOMPARE(cell(model, 1, "findings"), QString::number(entries.size()));
    QCOMPARE(model.index(1, columnOf(model, "findings")).data(CellStateRole).toInt(),
             static_cast<int>(CellState::Critical));
  }

  void cardsThatNobodyKnowsAreNoZero() {
    NodeTableModel model;
    model.setSnapshot(*snapshotOf({NodeBuilder("npu").resource("huawei.com/Ascend910", 8)}), m_facts);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(cell(model, 0, "cards"), QStringLiteral("?"));
    QVERIFY(!model.index(0, columnOf(model, "cards")).data(SortRole).isValid());
  }

  void ofAnUnreachableNodeNobodyKnowsTheHealth() {
    RawNode lost = *ackNode("lost", "cgpu", 1, 16).raw();
    lost.conditions[0].status = "Unknown";
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceNodes;
    delta.nodes.push_back(std::make_shared<const RawNode>(lost));
    SnapshotBuilder builder;
    builder.apply(delta);
    const auto snapshot = builder.build(1);
    NodeTableModel byNode;
    byNode.setSnapshot(*snapshot, m_facts);
    QCOMPARE(cell(byNode, 0, "state"), QStringLiteral("Unreachable"));
    QCOMPARE(byNode.index(0, columnOf(byNode, "state")).data(CellStateRole).toInt(),
             static_cast<int>(CellState::Critical));
    CardTableModel byCard;
    byCard.setSnapshot(*snapshot, m_facts);
    QCOMPARE(cell(byCard, 0, "health"), QStringLiteral("Unknown"));
    QCOMPARE(byCard.index(0, columnOf(byCard, "health")).data(CellStateRole).toInt(),
             static_cast<int>(CellState::Unknown));
  }

  void aHardwareErrorStandsInTheHealthOfItsCard() {
    const auto snapshot = snapshotOf(nodes({"a"}));
    auto use = std::make_shared<ClusterUse>();
    ClusterUse::Node measured;
    measured.name = "a";
    measured.cards.resize(2);
    measured.cards[1].at = m_facts.now;
    measured.cards[1].lastXid = 79;
    use->nodes.push_back(measured);
    use->measured = 1;
    TableFacts facts = m_facts;
    facts.use = use;
    CardTableModel model;
    model.setSnapshot(*snapshot, facts);
    QCOMPARE(cell(model, 0, "health"), QStringLiteral("Healthy"));
    QCOMPARE(cell(model, 1, "health"), QStringLiteral("XID 79"));
    QCOMPARE(model.index(1, columnOf(model, "health")).data(CellStateRole).toInt(),
             static_cast<int>(CellState::Critical));
  }

  void cardsFollowTheirNodes() {
    CardTableModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setSnapshot(*snapshotOf(nodes({"a", "b"}), {held("p", "b", 1, 16)}), m_facts);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.keyOf(3), QStringLiteral("b/1"));
    QCOMPARE(cell(model, 3, "allocated"), QStringLiteral("100.0 %"));
    QCOMPARE(cell(model, 3, "holders"), QStringLiteral("p"));
    model.setSnapshot(*snapshotOf(nodes({"a"})), m_facts);
    QCOMPARE(model.rowCount(), 2);
    model.setSnapshot(*snapshotOf({ackNode("a", "cgpu", 4, 16)}), m_facts);
    QCOMPARE(model.rowCount(), 4);
  }

  void aCardThatIsSharedOutShowsItsPodsAndNotItsReservation() {
    const auto sharer = [](const char* name, const char* fraction) {
      return pod("team", name).annotation("gpu-fraction", fraction).label("runai-gpu-group", "g").on("n");
    };
    const PodBuilder reservation =
        pod("kai-resource-reservation", "gpu-reservation-1").nvidia(1).label("runai-gpu-group", "g").on("n");
    CardTableModel model;
    model.setSnapshot(*snapshotOf({testing::nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "81559")},
                                  {sharer("a", "0.5"), sharer("b", "0.25"), reservation}),
                      m_facts);
    QCOMPARE(cell(model, 0, "allocated"), QStringLiteral("75.0 %"));
    QCOMPARE(cell(model, 0, "holders"), QStringLiteral("a, b"));
    QCOMPARE(cell(model, 0, "pods"), QStringLiteral("2"));
    QCOMPARE(cell(model, 1, "allocated"), QStringLiteral("0.0 %"));
  }

  void whoHoldsATakenCardIsNeverBlank() {
    CardTableModel model;
    model.setSnapshot(
        *snapshotOf({testing::nvidiaNode("full", 2), testing::nvidiaNode("half", 2), testing::nvidiaNode("twice", 2)},
                    {pod("t", "big").nvidia(2).on("full"), pod("t", "one").nvidia(1).on("half"),
                     pod("t", "a").nvidia(1).on("twice"), pod("t", "b").nvidia(1).on("twice")}),
        m_facts);
    QCOMPARE(cell(model, 0, "holders"), QStringLiteral("big"));
    QCOMPARE(cell(model, 1, "holders"), QStringLiteral("big"));
    for (const int row : {2, 3}) {
      QVERIFY2(cell(model, row, "holders").contains(QStringLiteral("which ones is unknown")),
               qPrintable(cell(model, row, "holders")));
      QCOMPARE(cell(model, row, "allocated"), QStringLiteral("n/a"));
      QCOMPARE(cell(model, row, "pods"), QStringLiteral("n/a"));
    }
    QCOMPARE(cell(model, 4, "holders"), QStringLiteral("one of the node's whole-card pods"));
  }

  void moreInUseThanAllocatedIsMarked() {
    CardTableModel model;
    auto use = std::make_shared<ClusterUse>();
    use->measured = 2;
    ClusterUse::Node measured;
    measured.name = "b";
    measured.cards.resize(2);
    for (CardUse& card : measured.cards) {
      card.memoryUsedMib = 8 * 1024;
      card.at = m_facts.now;
    }
    use->nodes.push_back(std::move(measured));
    TableFacts facts = m_facts;
    facts.use = use;
    model.setSnapshot(*snapshotOf(nodes({"b"}), {held("p", "b", 1, 16)}), facts);
    const auto state = [&](int row) { return model.index(row, columnOf(model, "used")).data(CellStateRole).toInt(); };
    QCOMPARE(state(0), static_cast<int>(CellState::Warning));
    QVERIFY(state(1) != static_cast<int>(CellState::Warning));
  }

  void aReservationStandsAmongTheHolders() {
    const std::vector<ClusterDelta> koordinator{
        testing::upsertExtra(testing::koordinatorDevice("n", 2)),
        testing::upsertExtra(testing::koordinatorReservation("peak", "n", testing::koordinatorShare(1, 50), "a"))};
    CardTableModel model;
    model.setSnapshot(*snapshotOf({testing::node("n")}, {}, koordinator), m_facts);
    QCOMPARE(cell(model, 0, "holders"), QString());
    QCOMPARE(cell(model, 1, "allocated"), QStringLiteral("50.0 %"));
    QCOMPARE(cell(model, 1, "holders"), QStringLiteral("Reservation peak"));
  }

  void podsMoveFromWaitingToTheirNode() {
    PodTableModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setSnapshot(*snapshotOf(nodes({"a"}), {pod("team", "p").gpuMem(4), held("q", "a", 0, 2)}), m_facts);
    QCOMPARE(keys(model).join(u' '), QStringLiteral("team/p team/q"));
    QCOMPARE(cell(model, 0, "node"), QStringLiteral("–"));
    model.setSnapshot(*snapshotOf(nodes({"a"}), {held("p", "a", 1, 4), held("q", "a", 0, 2)}), m_facts);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, "node"), QStringLiteral("a"));
    QCOMPARE(cell(model, 0, "cards"), QStringLiteral("1"));
    model.setNode(QStringLiteral("none"));
    model.setSnapshot(*snapshotOf(nodes({"a"}), {held("p", "a", 1, 4)}), m_facts);
    QCOMPARE(model.rowCount(), 0);
  }

  void textsOfTheClusterArePlain() {
    PodTableModel model;
    PodBuilder hostile = pod("team", "p");
    hostile.gpuMem(4).edit().scheduledMessage =
        "<b>bold</b>\x1b[31m\n\xe2\x80\xae"
        "evil";
    model.setSnapshot(*snapshotOf(nodes({"a"}), {hostile}), m_facts);
    const QString shown = cell(model, 0, "reason");
    QVERIFY(!shown.contains(QChar(0x1b)));
    QVERIFY(!shown.contains(QChar(0x202e)));
    const QString tip = model.index(0, columnOf(model, "reason")).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;")), qPrintable(tip));
  }

  void proxyKeepsSelectionThroughUpdates() {
    NodeTableModel model;
    FilterProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy, kFatal);
    proxy.sort(columnOf(model, "allocated"), Qt::DescendingOrder);
    model.setSnapshot(*snapshotOf(nodes({"a", "b", "c"}), {held("p", "c", 0, 8)}), m_facts);
    QCOMPARE(keys(proxy).first(), QStringLiteral("c"));
    const QPersistentModelIndex chosen = proxy.index(proxy.rowOf(QStringLiteral("b")), 0);
    model.setSnapshot(*snapshotOf(nodes({"a", "aa", "b", "c"}), {held("p", "c", 0, 8), held("q", "b", 0, 16)}),
                      m_facts);
    QVERIFY(chosen.isValid());
    QCOMPARE(chosen.data(KeyRole).toString(), QStringLiteral("b"));
    QCOMPARE(chosen.row(), 0);
  }

  void unknownSortsLastBothWays() {
    NodeTableModel model;
    FilterProxy proxy(model);
    model.setSnapshot(*snapshotOf({ackNode("a", "default", 4, 0), ackNode("b", "cgpu", 1, 16)}, {held("p", "b", 0, 8)}),
                      m_facts);
    const int memory = columnOf(model, "memory");
    proxy.sort(memory, Qt::AscendingOrder);
    QCOMPARE(keys(proxy).last(), QStringLiteral("a"));
    proxy.sort(memory, Qt::DescendingOrder);
    QCOMPARE(keys(proxy).last(), QStringLiteral("a"));
  }

  void whatIsEqualKeepsItsOrderInBothDirections() {
    NodeTableModel model;
    FilterProxy proxy(model);
    model.setSnapshot(*snapshotOf(nodes({"a", "b", "c"}), {held("p", "b", 0, 8)}), m_facts);
    const int memory = columnOf(model, "memory");
    proxy.sort(memory, Qt::AscendingOrder);
    QCOMPARE(keys(proxy).join(u' '), QStringLiteral("a c b"));
    proxy.sort(memory, Qt::DescendingOrder);
    QCOMPARE(keys(proxy).join(u' '), QStringLiteral("b a c"));
  }

  void namesSortAsPeopleCountThem() {
    NodeTableModel model;
    FilterProxy proxy(model);
    model.setSnapshot(*snapshotOf(nodes({"gpu-10.7.173.111", "gpu-10.7.173.20", "gpu-10.7.173.9"})), m_facts);
    proxy.sort(columnOf(model, "name"), Qt::AscendingOrder);
    QCOMPARE(keys(proxy).join(u' '), QStringLiteral("gpu-10.7.173.9 gpu-10.7.173.20 gpu-10.7.173.111"));
  }

  void theEndOfANodesNameStaysInNarrowColumns() {
    PodTableModel model;
    model.setSnapshot(*snapshotOf(nodes({"a"}), {held("p", "a", 0, 4)}), m_facts);
    QVERIFY(model.index(0, columnOf(model, "node")).data(NameRole).toBool());
    QVERIFY(!model.index(0, columnOf(model, "phase")).data(NameRole).toBool());
    // One index, not a number of cards.
    QCOMPARE(model.headerData(columnOf(model, "cards"), Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Card"));
    QCOMPARE(cell(model, 0, "cards"), QStringLiteral("0"));
  }

  void aFaultyFilterShowsNoHitsOfTheOneBefore() {
    NodeTableModel model;
    FilterProxy proxy(model);
    model.setSnapshot(*snapshotOf(nodes({"a", "b"})), m_facts);
    QVERIFY(proxy.setFilterText(QStringLiteral("node:a")).isEmpty());
    QCOMPARE(proxy.rowCount(), 1);
    QVERIFY(!proxy.setFilterText(QStringLiteral("nonsense:a")).isEmpty());
    QCOMPARE(proxy.rowCount(), 2);
    proxy.setNamespace(QStringLiteral("team"));
    QCOMPARE(proxy.rowCount(), 0);
  }

  void agesAreUpdatedWhenTheMinuteTurns() {
    PodTableModel model;
    const SnapshotPtr state = snapshotOf(nodes({"a"}), {held("p", "a", 0, 2)});
    model.setSnapshot(*state, m_facts);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setSnapshot(*state, m_facts);
    QCOMPARE(changed.count(), 0);
    model.setSnapshot(*state, {m_facts.now + 60, m_facts.commonUnit, nullptr});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex().column(), columnOf(model, "age"));
  }

  void smallTablesChangeInPlace() {
    RowsModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setHeads({{QStringLiteral("Pod")}, {QStringLiteral("GiB"), Qt::AlignRight}});
    const auto row = [](const char* key, const char* amount) {
      return RowsModel::Row{QString::fromLatin1(key), {QString::fromLatin1(key), QString::fromLatin1(amount)}};
    };
    model.setRows({row("a", "1"), row("b", "2")});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setRows({row("a", "1"), row("b", "3"), row("c", "4")});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowOf(QStringLiteral("c")), 2);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
    model.setHeads({{QStringLiteral("One")}});
    QCOMPARE(model.columnCount(), 1);
  }
};

QTEST_GUILESS_MAIN(tst_table_models)
#include "tst_table_models.moc"
