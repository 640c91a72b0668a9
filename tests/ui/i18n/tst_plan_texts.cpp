// SPDX-License-Identifier: Apache-2.0
#include <QSet>
#include <QtTest>

#include "tests/ui/i18n/enum_values.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/language.h"

using namespace cardinal;
using namespace cardinal::ui;

namespace {

using cardinal::testing::allUpTo;
using cardinal::testing::text;

Plan somePlan() {
  Plan plan;
  plan.kind = PlanKind::Switch;
  plan.node = "node-17";
  plan.target = parseSwitchTarget("topology");
  return plan;
}

}  // namespace

class PlanTextsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_language = new Language(*QCoreApplication::instance(), this); }

  void anEvictionTargetNamesItsPlaceOrTheReasonAgainstIt() {
    QVERIFY(m_language->setCode(QStringLiteral("en")));
    EvictionTarget target;
    target.kind = EvictionTargetKind::Placed;
    target.node = "node-b";
    target.cards = {1, 3};
    target.certainty = Certainty::Certain;
    QCOMPARE(evictionTargetText(target), QStringLiteral("node-b card 1, 3"));
    target.certainty = Certainty::OneOf;
    target.tied = 4;
    QCOMPARE(evictionTargetText(target), QStringLiteral("e.g. node-b card 1, 3"));
    EvictionTarget waiting;
    waiting.kind = EvictionTargetKind::WaitsForRoom;
    waiting.nearest = "node-c";
    waiting.reason = Rejection{ReasonCode::InsufficientCardMemory, Waiting::NotNow, 0, 8, 6, {}};
    QVERIFY(evictionTargetText(waiting).endsWith(QStringLiteral("(node-c)")));
    EvictionTarget homeless = waiting;
    homeless.kind = EvictionTargetKind::FitsNowhere;
    EvictionTarget bare;
    bare.kind = EvictionTargetKind::NotRemade;
    QCOMPARE(evictionTargetSummary({target, waiting, homeless, bare, EvictionTarget()}),
             QStringLiteral("1 of 5 pods fit elsewhere now. 1 pod waits until capacity is freed. The request of "
                            "1 pod fits no other "
                            "node. 1 pod is not recreated. The destination of 1 pod is unknown."));
    QCOMPARE(evictionTargetSummary({}), QString());
  }

  void everyCodeHasItsOwnWords_data() { testing::addLanguages(); }
  void everyCodeHasItsOwnWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    QSet<QString> notes;
    for (const SwitchNote note : allUpTo(SwitchNote::Foreign)) notes.insert(complete(switchNoteText({note, "DETAIL"})));
    QCOMPARE(notes.size(), static_cast<int>(SwitchNote::Foreign) + 1);
    QSet<QString> ways;
    for (const SwitchWay way : allUpTo(SwitchWay::Refused)) ways.insert(complete(switchWayText(way)));
    QCOMPARE(ways.size(), static_cast<int>(SwitchWay::Refused) + 1);
    QSet<QString> fates;
    for (const PodFate fate : allUpTo(PodFate::BlockUnread)) fates.insert(complete(podFateText(fate)));
    QCOMPARE(fates.size(), static_cast<int>(PodFate::BlockUnread) + 1);
    for (const StepCode code : allUpTo(StepCode::Uncordon)) {
      PlanStep step;
      step.code = code;
      step.act.labels.push_back({"KEY", "VALUE", false});
      complete(stepTitle(step, somePlan()));
    }
    for (const PodState state : allUpTo(PodState::Failed)) {
      PodProgress pod;
      pod.state = state;
      pod.budget = "PDB";
      complete(podStateText(pod));
    }
  }

  void everyStopSaysWhatStands_data() { testing::addLanguages(); }
  void everyStopSaysWhatStands() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    for (const StopCode code : allUpTo(StopCode::JournalFailed)) {
      PlanStop stop;
      stop.code = code;
      stop.found = "FOUND";
      stop.error = makeError(ErrorCode::Forbidden, "patch nodes", "cluster");
      for (const ConditionCode condition : allUpTo(kLastConditionCode)) {
        stop.condition.code = condition;
        stop.condition.key = "KEY";
        complete(stopText(stop, somePlan()));
      }
    }
    PlanStop label;
    label.code = StopCode::ConditionFailed;
    label.condition = {ConditionCode::LabelIs, "KEY", "WANTED", false};
    label.found = "OTHER";
    const QString sentence = stopText(label, somePlan());
    for (const char* part : {"KEY", "WANTED", "OTHER"}) QVERIFY2(sentence.contains(text(part)), qPrintable(sentence));
  }

  void namesFromTheClusterAreMadeSafe() {
    QVERIFY(m_language->setCode(text("en")));
    Plan plan = somePlan();
    plan.node = "a\x1b[31m\nb";
    QVERIFY(!planTitle(plan).contains(QLatin1Char('\x1b')));
    QVERIFY(!planTitle(plan).contains(QLatin1Char('\n')));
  }

 private:
  QString complete(const QString& sentence) {
    [&] {
      QVERIFY(!sentence.isEmpty());
      QVERIFY2(!sentence.contains(QRegularExpression(text("%[0-9n]"))), qPrintable(sentence));
    }();
    return sentence;
  }

  Language* m_language = nullptr;
};

QTEST_GUILESS_MAIN(PlanTextsTest)
#include "tst_plan_texts.moc"
