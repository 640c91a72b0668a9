// SPDX-License-Identifier: Apache-2.0
// A change of a node's MIG configuration from the window: its field, its rollback, and what the node can have.
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "tests/ui/plan_stage.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/plan_spine.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::PlanStage;

class tst_mig_plan : public QObject {
  Q_OBJECT

  static constexpr int kTimeout = 60'000;
  std::unique_ptr<PlanStage> m_stage;

  static QString node() { return QStringLiteral("trial-mig-1"); }
  QString texts() { return test::WindowFixture::visibleTexts(*m_stage->dialog()); }
  bool says(const char* words) { return m_stage->dialog() && texts().contains(QString::fromUtf8(words)); }
  QLineEdit* field() { return m_stage->part<QLineEdit>("switchValue-nvidia.com/mig.config"); }
  void openPlan() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("mode"), node(), QStringLiteral("nvidia.com/mig.config=nonsense")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
  }

 private slots:
  void init() { m_stage = std::make_unique<PlanStage>(); }
  void cleanup() { m_stage.reset(); }

  void anEditedFieldTakesThePlanAway() {
    openPlan();
    auto* spine = m_stage->dialog()->findChild<PlanSpine*>();
    QVERIFY(spine->isVisible());
    QVERIFY2(says("Whether a configuration nonsense exists was not checked"), qPrintable(texts()));
    m_stage->part<QLineEdit>("planName")->setText(node());
    QTRY_VERIFY(m_stage->isOffered("planStart"));
    field()->setText(QStringLiteral("all-1g.10gb"));
    QVERIFY2(!spine->isVisible(), "the steps are those of another value");
    QVERIFY(says("The field has changed since this plan was made"));
    QVERIFY(!says("Server dry run passed") && !m_stage->isOffered("planStart"));
    QVERIFY2(!says("nvidia.com/mig.config=nonsense"), qPrintable(texts()));
    field()->setText(QStringLiteral("nonsense"));
    QVERIFY(spine->isVisible() && says("Server dry run passed"));
    QVERIFY2(!m_stage->isOffered("planStart"), "the name was typed for what is gone");
  }

  void whatTheNodeCanHaveComesWithoutTheModesOfAnotherStack() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("mode"), node(), {}));
    QTRY_VERIFY(field() && field()->isVisible());
    for (const ModeRow* row : m_stage->dialog()->findChildren<ModeRow*>())
      QVERIFY2(!row->isVisible(), qPrintable(row->accessibleName()));
  }

  void afterARollbackNothingRunsAnyMore() {
    openPlan();
    m_stage->part<QLineEdit>("planName")->setText(node());
    QTRY_VERIFY(m_stage->isOffered("planStart"));
    QVERIFY2(says("# evict each pod that uses the GPU"), qPrintable(texts()));
    m_stage->part<QPushButton>("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("Step 5 of 7"), kTimeout);
    m_stage->part<QPushButton>("planRollBack")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("=nonsense: rolled back"), kTimeout);
    QVERIFY2(!says("in progress"), qPrintable(texts()));
    QVERIFY2(says("stopped"), qPrintable(texts()));
    QVERIFY2(!says("Equivalent commands"), "of the way that was not gone");
  }
};

QTEST_MAIN(tst_mig_plan)
#include "tst_mig_plan.moc"
