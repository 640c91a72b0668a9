// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/support/builders.h"
#include "ui/models/filter.h"
#include "ui/models/tables/filter_proxy.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::testing::ackNode;
using cardinal::testing::nvidiaNode;
using cardinal::testing::pod;
using cardinal::testing::snapshotOf;

class tst_filter : public QObject {
  Q_OBJECT

  SnapshotPtr m_state;

  /// Names of the nodes that the filter leaves.
  QString nodes(const QString& text) const {
    const Filter::Parsed parsed = Filter::parse(text, FilterScope::Nodes);
    if (!parsed.error.isEmpty()) return QStringLiteral("error: ") + parsed.error;
    QStringList names;
    for (const NodePtr& node : m_state->nodes) {
      if (parsed.filter.matches({node.get(), nullptr, nullptr})) names << QString::fromStdString(node->name);
    }
    return names.join(u' ');
  }

 private slots:
  void initTestCase() {
    m_state = snapshotOf(
        {ackNode("a10-1", "cgpu", 2, 16, "binpack").label("alibabacloud.com/nodepool-id", "infer"),
         ackNode("a10-2", "core_mem", 2, 16, "spread").label("alibabacloud.com/nodepool-id", "infer").cordoned(),
         ackNode("v100-1", "default", 4, 0).label("alibabacloud.com/nodepool-id", "train").notReady()},
        {pod("team-a", "ranker").gpuMem(10).v2(R"({"0":{"0":10}})").on("a10-1"),
         pod("team-b", "embed").gpuMem(16).v2(R"({"0":{"1":16}})").on("a10-2")});
  }

  void leavesWhatTheTermsSay_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("left");
    QTest::newRow("nothing typed") << QString() << QStringLiteral("a10-1 a10-2 v100-1");
    QTest::newRow("a word of the name") << QStringLiteral("A10") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("all words must hold") << QStringLiteral("a10 ranker") << QStringLiteral("a10-1");
    QTest::newRow("not") << QStringLiteral("!a10") << QStringLiteral("v100-1");
    QTest::newRow("mode") << QStringLiteral("mode:cgpu") << QStringLiteral("a10-1");
    QTest::newRow("not a mode") << QStringLiteral("!mode:cgpu") << QStringLiteral("a10-2 v100-1");
    QTest::newRow("placement of shared nodes only") << QStringLiteral("placement:spread") << QStringLiteral("a10-2");
    QTest::newRow("namespace of a pod on it") << QStringLiteral("ns:team-b") << QStringLiteral("a10-2");
    QTest::newRow("pool") << QStringLiteral("pool:train") << QStringLiteral("v100-1");
    QTest::newRow("label") << QStringLiteral("label:nodepool-id=train") << QStringLiteral("v100-1");
    QTest::newRow("whole key of a label")
        << QStringLiteral("label:alibabacloud.com/nodepool-id=INFER") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("a label's key") << QStringLiteral("label:ack.node.gpu.placement") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("value of a label is whole") << QStringLiteral("label:nodepool-id=tra") << QString();
    QTest::newRow("state") << QStringLiteral("state:cordoned") << QStringLiteral("a10-2");
    QTest::newRow("free on one card") << QStringLiteral("free>=16") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("unknown memory is never free") << QStringLiteral("free<1000") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("unit may be written") << QStringLiteral("free>15GiB") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("exactly that much is not more") << QStringLiteral("free>16") << QString();
    QTest::newRow("at most what is free") << QStringLiteral("free<=16") << QStringLiteral("a10-1 a10-2");
    QTest::newRow("less than what is free") << QStringLiteral("free<16") << QString();
    QTest::newRow("exactly that share is not more") << QStringLiteral("alloc>50") << QString();
    QTest::newRow("allocated share") << QStringLiteral("alloc>=50") << QStringLiteral("a10-2");
    QTest::newRow("cards") << QStringLiteral("cards=4") << QStringLiteral("v100-1");
    QTest::newRow("quoted words are one") << QStringLiteral("\"a10 ranker\"") << QString();
  }
  void leavesWhatTheTermsSay() {
    QFETCH(QString, text);
    QFETCH(QString, left);
    QCOMPARE(nodes(text), left);
  }

  void saysWhatIsWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown field lists the fields") << QStringLiteral("colour:red") << QStringLiteral("mode:");
    QTest::newRow("field of another list") << QStringLiteral("mem>=8") << QStringLiteral("free>=");
    QTest::newRow("no value") << QStringLiteral("mode:") << QStringLiteral("mode:");
    QTest::newRow("no number") << QStringLiteral("free>=much") << QStringLiteral("free>=20");
    QTest::newRow("text field with a sign") << QStringLiteral("mode>3") << QStringLiteral("mode:value");
    QTest::newRow("unknown state lists the states") << QStringLiteral("state:asleep") << QStringLiteral("cordoned");
    QTest::newRow("lone exclamation mark") << QStringLiteral("!") << QStringLiteral("!kube-system");
    QTest::newRow("open quotation mark") << QStringLiteral("\"a10") << QStringLiteral("quotation mark");
  }
  void saysWhatIsWrong() {
    QFETCH(QString, text);
    QFETCH(QString, named);
    const Filter::Parsed parsed = Filter::parse(text, FilterScope::Nodes);
    QVERIFY2(parsed.error.contains(named), qPrintable(parsed.error));
    QVERIFY(parsed.filter.isEmpty());
  }

  void stacksProfilesAndSlotsAreFields() {
    const SnapshotPtr kept =
        std::exchange(m_state, snapshotOf({ackNode("ack", "cgpu", 2, 16, "binpack"),
                                           nvidiaNode("sliced", 8)
                                               .label("nvidia.com/gpu.count", "2")
                                               .label("nvidia.com/gpu.replicas", "4")
                                               .label("nvidia.com/gpu.sharing-strategy", "time-slicing"),
                                           nvidiaNode("cut", 0)
                                               .resource("nvidia.com/mig-1g.10gb", 2)
                                               .resource("nvidia.com/mig-3g.40gb", 1)
                                               .label("nvidia.com/gpu.count", "1")},
                                          {pod("team-a", "small").resource("nvidia.com/mig-1g.10gb", 1).on("cut")}));
    QCOMPARE(nodes(QStringLiteral("stack:nvidia")), QStringLiteral("cut sliced"));
    QCOMPARE(nodes(QStringLiteral("!stack:NVIDIA")), QStringLiteral("ack"));
    QCOMPARE(nodes(QStringLiteral("profile:1g.10gb")), QStringLiteral("cut"));
    QCOMPARE(nodes(QStringLiteral("profile:7g")), QString());
    QCOMPARE(nodes(QStringLiteral("slots>=2")), QStringLiteral("sliced"));
    QCOMPARE(nodes(QStringLiteral("slots>8")), QString());
    const auto card = [&](const char* text) {
      const auto cut = m_state->findNode("cut");
      const NodeRecord& node = m_state->node(*cut);
      return Filter::parse(QString::fromLatin1(text), FilterScope::Cards)
          .filter.matches({&node, &node.cards[0], nullptr});
    };
    QVERIFY(card("profile:3g.40gb"));
    QVERIFY(!card("slots>=1"));
    const auto cut = m_state->findNode("cut");
    const FilterSubject small{&m_state->node(*cut), nullptr, m_state->node(*cut).pods.front().get()};
    QVERIFY(Filter::parse(QStringLiteral("profile:1g.10gb stack:nvidia"), FilterScope::Pods).filter.matches(small));
    QVERIFY(!Filter::parse(QStringLiteral("profile:3g"), FilterScope::Pods).filter.matches(small));
    QVERIFY2(!Filter::parse(QStringLiteral("cards>=1"), FilterScope::Pods).filter.matches(small),
             "an instance is no card");
    QVERIFY(!Filter::parse(QStringLiteral("slots>=2"), FilterScope::Pods).error.isEmpty());
    m_state = kept;
  }

  void cardsThatAreNotKnownAreNotFew() {
    const SnapshotPtr kept = std::exchange(
        m_state,
        snapshotOf({ackNode("two", "cgpu", 2, 16), nvidiaNode("ascend", 0).resource("huawei.com/Ascend910", 8)}));
    QCOMPARE(nodes(QStringLiteral("stack:other")), QStringLiteral("ascend"));
    QCOMPARE(nodes(QStringLiteral("cards<8")), QStringLiteral("two"));
    m_state = kept;
  }

  void podsHaveTheirOwnFields() {
    const PodRecord& ranker = *m_state->nodes[0]->pods[0];
    const FilterSubject subject{m_state->nodes[0].get(), nullptr, &ranker};
    const auto holds = [&](const char* text) {
      const Filter::Parsed parsed = Filter::parse(QString::fromLatin1(text), FilterScope::Pods);
      return parsed.error.isEmpty() && parsed.filter.matches(subject);
    };
    QVERIFY(holds("ns:team-a state:running node:a10 mem>=10"));
    QVERIFY(!holds("state:pending"));
    QVERIFY(!holds("mem>10"));
    QVERIFY(!Filter::parse(QStringLiteral("free>=1"), FilterScope::Pods).error.isEmpty());
  }

  void whatHoldsAPodUpIsAState() {
    const auto holds = [](const RawPod& raw, const char* text) {
      PodRecord pod;
      pod.raw = std::make_shared<const RawPod>(raw);
      const Filter::Parsed parsed = Filter::parse(QString::fromLatin1(text), FilterScope::Pods);
      return parsed.error.isEmpty() && parsed.filter.matches({nullptr, nullptr, &pod});
    };
    RawPod gated;
    gated.phase = PodPhase::Pending;
    QVERIFY(!holds(gated, "state:gated"));
    gated.spec.hasSchedulingGates = true;
    QVERIFY(holds(gated, "state:gated"));
    RawPod resized;
    resized.phase = PodPhase::Running;
    QVERIFY(!holds(resized, "state:resizing"));
    resized.resize = Resize::Deferred;
    QVERIFY(holds(resized, "state:resizing"));
    resized.phase = PodPhase::Succeeded;
    QVERIFY(!holds(resized, "state:resizing"));
  }

  void cardsAreJudgedAlone() {
    const NodeRecord& node = *m_state->nodes[0];
    const auto left = [&](const char* text) {
      QString cards;
      const Filter::Parsed parsed = Filter::parse(QString::fromLatin1(text), FilterScope::Cards);
      for (const Card& card : node.cards) {
        if (parsed.filter.matches({&node, &card, nullptr})) cards += QString::number(card.index);
      }
      return cards;
    };
    QCOMPARE(left("free>=16"), QStringLiteral("1"));
    QCOMPARE(left("ns:team-a"), QStringLiteral("0"));
    QCOMPARE(left("state:free"), QStringLiteral("1"));
    QCOMPARE(left("state:idle"), QString());
  }

  void idleIsAllocatedAndNotUsed() {
    const NodeRecord& node = *m_state->nodes[0];
    const auto holds = [&](const Card* card, bool idle) {
      const FilterScope scope = card != nullptr ? FilterScope::Cards : FilterScope::Nodes;
      FilterSubject subject{&node, card};
      subject.idle = idle;
      return Filter::parse(QStringLiteral("state:idle"), scope).filter.matches(subject);
    };
    QVERIFY(holds(&node.cards[0], true));
    QVERIFY(!holds(&node.cards[1], false));
    QVERIFY(holds(nullptr, true));
    QVERIFY(!holds(nullptr, false));
  }

  // One of four cards is taken, and the API does not say which.
  void cardsOfWhichOnlyTheNumberIsKnownAreNotCalledFree() {
    const SnapshotPtr state = snapshotOf({nvidiaNode("n", 4).label("nvidia.com/gpu.memory", "81920"),
                                          nvidiaNode("open", 4).label("nvidia.com/gpu.memory", "81920")},
                                         {pod("t", "p").nvidia(1).on("n")});
    const auto left = [&](const char* text, std::size_t of) {
      int cards = 0;
      const NodeRecord& node = *state->nodes[of];
      const Filter::Parsed parsed = Filter::parse(QString::fromLatin1(text), FilterScope::Cards);
      for (const Card& card : node.cards) cards += parsed.filter.matches({&node, &card}) ? 1 : 0;
      return cards;
    };
    QCOMPARE(left("state:free", 0), 0);
    QCOMPARE(left("state:full", 0), 0);
    QCOMPARE(left("free>=20", 0), 0);
    QCOMPARE(left("state:unknown", 0), 4);
    QCOMPARE(left("state:free", 1), 4);
    QCOMPARE(left("free>=20", 1), 4);
    const auto node = [&](const char* text) {
      return Filter::parse(QString::fromLatin1(text), FilterScope::Nodes).filter.matches({state->nodes[0].get()});
    };
    QVERIFY2(node("free>=80"), "some card has that much free, whichever it is");
    QVERIFY(!node("free>80"));
    QVERIFY2(!node("state:unknown"), "of the node everything is known");
    QVERIFY(node("alloc=25"));
    QVERIFY(!node("state:free"));
  }

  void namespaceChoiceKeepsHolders() {
    QVERIFY(inNamespace({m_state->nodes[0].get(), nullptr, nullptr}, "team-a"));
    QVERIFY(!inNamespace({m_state->nodes[1].get(), nullptr, nullptr}, "team-a"));
    QVERIFY(inNamespace({m_state->nodes[1].get(), nullptr, nullptr}, ""));
    QVERIFY(!inNamespace({m_state->nodes[0].get(), &m_state->nodes[0]->cards[1], nullptr}, "team-a"));
  }
};

QTEST_GUILESS_MAIN(tst_filter)
#include "tst_filter.moc"
