// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QtTest>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"
#include "ui/i18n/card_numbers.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/models/candidate_model.h"
#include "ui/models/refusal_model.h"
#include "ui/models/roles.h"

using namespace cardinal;
using namespace cardinal::ui;
namespace testing = cardinal::testing;
using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::snapshotOf;

namespace {
constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
}

class tst_answer_models : public QObject {
  Q_OBJECT

  SnapshotPtr m_state;

 private slots:
  void initTestCase() {
    m_state = snapshotOf({ackNode("a", "cgpu", 2, 16), ackNode("b", "cgpu", 2, 16), ackNode("c", "core_mem", 2, 16),
                          ackNode("d", "default", 2, 0), ackNode("e", "cgpu", 2, 16).cordoned()},
                         {pod("team", "full").gpuMem(12).v2(R"({"0":{"0":12}})").on("b"),
                          pod("team", "fill").gpuMem(12).v2(R"({"0":{"1":12}})").on("b")});
  }

  void candidatesShrinkAndGrow() {
    CandidateModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto small =
        std::make_shared<const AllocationAnswer>(allocate(makeRequest(pod("p").gpuMem(2).raw()), *m_state));
    const auto large =
        std::make_shared<const AllocationAnswer>(allocate(makeRequest(pod("p").gpuMem(8).raw()), *m_state));
    model.setAnswer(small, m_state, {});
    QCOMPARE(model.rowCount(), 2);
    model.setAnswer(large, m_state, {});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.nodeName(0), QStringLiteral("a"));
    model.setAnswer(small, m_state, {});
    QCOMPARE(model.rowCount(), 2);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  void refusalsAddUpAndOpenToCards() {
    RefusalModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto answer =
        std::make_shared<const AllocationAnswer>(allocate(makeRequest(pod("p").gpuMem(8).raw()), *m_state));
    model.setAnswer(answer, m_state);
    QCOMPARE(model.rowCount(), static_cast<int>(answer->reasonCounts.size()));
    int nodes = 0;
    int cards = 0;
    for (int reason = 0; reason < model.rowCount(); ++reason) {
      const QModelIndex head = model.index(reason, 0);
      QCOMPARE(model.index(reason, 1).data().toInt(), model.rowCount(head));
      nodes += model.rowCount(head);
      for (int node = 0; node < model.rowCount(head); ++node) {
        const QModelIndex line = model.index(node, 0, head);
        QCOMPARE(line.parent(), head);
        QVERIFY(!model.index(node, 1, head).data().toString().isEmpty());
        cards += model.rowCount(line);
        if (model.rowCount(line) > 0) QCOMPARE(model.index(0, 0, line).parent(), line);
      }
    }
    QCOMPARE(nodes + static_cast<int>(answer->candidates.size()), static_cast<int>(m_state->nodes.size()));
    QVERIFY2(cards >= 2, "node b is refused card by card");
    model.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  void whatIsCountedIsCalledWhatItIs() {
    const auto wordsOn = [](const testing::NodeBuilder& node, const testing::PodBuilder& asked) {
      const auto cluster = snapshotOf({node}, {});
      Candidate place;
      place.cardCount = 2;
      return candidateCards(place, makeRequest(asked.raw()).gpu, cluster->node(NodeIndex{0}));
    };
    const auto nvidia = testing::nvidiaNode("n", 8);
    QCOMPARE(wordsOn(nvidia, pod("p").nvidia(2)), devicesText(DeviceSort::Card, 2));
    auto sliced = testing::nvidiaNode("n", 8).label("nvidia.com/gpu.count", "2").label("nvidia.com/gpu.replicas", "4");
    QCOMPARE(wordsOn(sliced, pod("p").nvidia(2)), devicesText(DeviceSort::Slot, 2));
    auto single = testing::nvidiaNode("n", 7).label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb");
    QCOMPARE(wordsOn(single, pod("p").nvidia(2)), devicesText(DeviceSort::MigInstance, 2));
    const auto amd = [](const char* layout) {
      return testing::node("n").resource("amd.com/gpu", 8).label("amd.com/gpu.compute-memory-partition", layout);
    };
    QCOMPARE(wordsOn(amd("cpx_nps4"), pod("p").resource("amd.com/gpu", 2)), devicesText(DeviceSort::Partition, 2));
    QCOMPARE(wordsOn(amd("spx_nps1"), pod("p").resource("amd.com/gpu", 2)), devicesText(DeviceSort::Card, 2));
  }

  void wholeCardsAreCountedNotNumbered() {
    const auto cluster = snapshotOf({testing::nvidiaNode("n", 8)}, {});
    const NodeRecord& on = cluster->node(NodeIndex{0});
    Candidate place;
    place.cardCount = 2;
    QCOMPARE(candidateCards(place, {}, on), devicesText(DeviceSort::Card, 2));
    place.cards = {0, 3};
    QCOMPARE(candidateCards(place, {}, on), QStringLiteral("0, 3"));
    QCOMPARE(cardNumbers({0, 1, 2, 3, 4, 5, 6, 7}), QStringLiteral("0-7"));
    QCOMPARE(cardNumbers({0, 1, 4, 5, 6}), QStringLiteral("0, 1, 4-6"));
    QCOMPARE(cardNumbers({7, 6, 5}), QStringLiteral("7, 6, 5"));
    QVERIFY(cardNumbers({}).isEmpty());
    place.cardsTied = true;
    QVERIFY(candidateCards(place, {}, on) != QStringLiteral("0, 3"));
  }
};

QTEST_GUILESS_MAIN(tst_answer_models)
#include "tst_answer_models.moc"
