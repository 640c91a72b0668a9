// SPDX-License-Identifier: Apache-2.0
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>
#include <algorithm>

#include "core/model/shared_card.h"
#include "tests/ui/plan_stage.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/pod_pane.h"
#include "ui/pages/edit/pod_act_dialog.h"
#include "ui/pages/edit/pod_actions.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::PlanStage;
using cardinal::test::WindowFixture;

/// What can be done with one pod by name, on the demo cluster: evict, delete, scale its workload, annotate.
class tst_pod_acts : public QObject {
  Q_OBJECT

  static constexpr int kTimeout = 60'000;
  std::unique_ptr<PlanStage> m_stage;

  /// A running pod of a ReplicaSet, in a namespace with or without disruption budgets that forbid everything.
  PodPtr someReplica(bool isProtected) {
    for (const NodePtr& node : m_stage->bridge().snapshot()->nodes) {
      for (const PodPtr& pod : node->pods) {
        const auto target = scaleTargetOf(*pod->raw);
        const bool unmovable = target && target->key.name.compare(0, 10, "asr-stream") == 0;
        if (target && unmovable == isProtected && pod->raw->phase == PodPhase::Running) return pod;
      }
    }
    return {};
  }
  static QString keyOf(const PodPtr& pod) { return QString::fromStdString(pod->key().ns + "/" + pod->key().name); }
  std::size_t podsOf(const CreatedRef& owner) {
    std::size_t count = 0;
    const SnapshotPtr snapshot = m_stage->bridge().snapshot();
    const auto add = [&](const std::vector<PodPtr>& pods) {
      count += static_cast<std::size_t>(std::count_if(pods.begin(), pods.end(), [&](const PodPtr& pod) {
        const auto target = scaleTargetOf(*pod->raw);
        return target && target->key == owner.key && !isTerminating(*pod->raw);
      }));
    };
    add(snapshot->unboundPods);
    for (const NodePtr& node : snapshot->nodes) add(node->pods);
    return count;
  }
  PodActDialog* open(const PodPtr& pod, const char* action) {
    ClusterView& window = m_stage->window();
    if (!window.showPage(QStringLiteral("workloads"), keyOf(pod))) return nullptr;
    auto* pane = window.findChild<PodPane*>();
    static_cast<void>(
        QTest::qWaitFor([&] { return (pane = window.findChild<PodPane*>()) && pane->isVisible(); }, kTimeout));
    auto* entry = pane ? pane->findChild<QAction*>(QString::fromLatin1(action)) : nullptr;
    if (entry == nullptr) return nullptr;
    entry->trigger();
    return window.findChild<PodActDialog*>();
  }
  static QPushButton* apply(PodActDialog* dialog) {
    return dialog->findChild<QPushButton*>(QStringLiteral("podActApply"));
  }
  bool isThere(const PodPtr& pod) {
    const PodPtr now = findPod(*m_stage->bridge().snapshot(), keyOf(pod)).first;
    return now && now->raw->meta.uid == pod->raw->meta.uid;
  }

 private slots:
  void init() { m_stage = std::make_unique<PlanStage>(); }
  void cleanup() { m_stage.reset(); }

  void anEvictedPodGoesAndItsControllerMakesAnother() {
    m_stage->openDemo();
    const PodPtr pod = someReplica(false);
    QVERIFY(pod);
    const std::size_t before = podsOf(*scaleTargetOf(*pod->raw));
    PodActDialog* dialog = open(pod, "podEvict");
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(apply(dialog)->isEnabled(), kTimeout);
    const QString shown = test::WindowFixture::visibleTexts(*dialog);
    for (const char* words : {"Server dry run passed", "/eviction -f -", "creates another one"})
      QVERIFY2(shown.contains(QString::fromUtf8(words)), qPrintable(shown));
    QVERIFY(isThere(pod));
    apply(dialog)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!isThere(pod), kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(podsOf(*scaleTargetOf(*pod->raw)) == before, kTimeout);
    m_stage->window().showPage(QStringLiteral("activity"), QString());
    auto* table = m_stage->window().findChild<ActivityPage*>()->findChild<DataTable*>();
    QTRY_VERIFY(table && table->model()->rowCount() == 1);
  }

  void aBudgetThatForbidsItIsNamedAndNothingIsSent() {
    m_stage->openDemo();
    const PodPtr pod = someReplica(true);
    QVERIFY(pod);
    PodActDialog* dialog = open(pod, "podEvict");
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("PodDisruptionBudget")),
                             kTimeout);
    QTRY_VERIFY(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("does not allow the eviction")));
    QVERIFY(!apply(dialog)->isEnabled());
    QVERIFY(isThere(pod));
  }

  void aDeletedPodGoesWithoutAskingBudgets() {
    m_stage->openDemo();
    const PodPtr pod = someReplica(true);
    QVERIFY(pod);
    PodActDialog* dialog = open(pod, "podDelete");
    QVERIFY(dialog);
    QVERIFY(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("ignores PodDisruptionBudgets")));
    QTRY_VERIFY_WITH_TIMEOUT(apply(dialog)->isEnabled(), kTimeout);
    apply(dialog)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!isThere(pod), kTimeout);
  }

  void aReservationPodOfKaiIsNotDeletedUnwarned() {
    m_stage->openDemo();
    PodPtr reservation;
    for (const NodePtr& node : m_stage->bridge().snapshot()->nodes) {
      for (const PodPtr& pod : node->pods) {
        if (isCardReservation(*pod)) reservation = pod;
      }
    }
    QVERIFY(reservation);
    PodActDialog* dialog = open(reservation, "podDelete");
    QVERIFY(dialog);
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QLatin1String("Without it KAI deletes those pods, too")));
  }

  void replicasComeAndGo() {
    m_stage->openDemo();
    const PodPtr pod = someReplica(false);
    QVERIFY(pod);
    const CreatedRef owner = *scaleTargetOf(*pod->raw);
    const auto before = static_cast<int>(podsOf(owner));
    PodActDialog* dialog = open(pod, "podScale");
    QVERIFY(dialog);
    auto* box = dialog->findChild<QSpinBox*>(QStringLiteral("podActReplicas"));
    QCOMPARE(box->value(), before);
    QVERIFY2(!apply(dialog)->isEnabled(), "the same number is no change");
    box->setValue(before + 2);
    QTRY_VERIFY_WITH_TIMEOUT(apply(dialog)->isEnabled(), kTimeout);
    QVERIFY(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("--replicas=%1").arg(before + 2)));
    apply(dialog)->click();
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(podsOf(owner)), before + 2, kTimeout);
  }

  void anAnnotationIsWrittenAndABadKeyIsSaid() {
    m_stage->openDemo();
    const PodPtr pod = someReplica(false);
    QVERIFY(pod);
    PodActDialog* dialog = open(pod, "podAnnotate");
    QVERIFY(dialog);
    auto* key = dialog->findChild<QLineEdit*>(QStringLiteral("podActKey"));
    auto* value = dialog->findChild<QLineEdit*>(QStringLiteral("podActValue"));
    key->setText(QStringLiteral("not a key"));
    value->setText(QStringLiteral("it's mine"));
    QVERIFY(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("This key is not valid")));
    QVERIFY(!apply(dialog)->isEnabled());
    key->setText(QStringLiteral("example.com/owner"));
    QTRY_VERIFY_WITH_TIMEOUT(apply(dialog)->isEnabled(), kTimeout);
    QVERIFY2(test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("'example.com/owner=it'\\''s mine'")),
             "the command survives a shell");
    apply(dialog)->click();
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          const PodPtr now = findPod(*m_stage->bridge().snapshot(), keyOf(pod)).first;
          const std::string* found = now ? find(now->raw->meta.annotations, "example.com/owner") : nullptr;
          return found != nullptr && *found == "it's mine";
        }(),
        kTimeout);
  }
};

QTEST_MAIN(tst_pod_acts)
#include "tst_pod_acts.moc"
