// SPDX-License-Identifier: Apache-2.0
// A file with several workloads: from the preview to the result each of them has its part.
#include <QComboBox>
#include <QPushButton>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/basic/banner.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::upsert;

namespace {

constexpr const char* kService = "apiVersion: v1\nkind: Service\nmetadata: {name: svc}\nspec: {selector: {app: a}}\n";
constexpr const char* kDeployment = R"(---
apiVersion: apps/v1
kind: Deployment
metadata: {name: multi-a, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers:
      - {name: c, image: pause, resources: {limits: {aliyun.com/gpu-mem: 2}}}
)";

QByteArray job(int pods, const char* limits) {
  return QByteArray(
             "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: multi-b, namespace: default}\nspec:\n"
             "  parallelism: ") +
         QByteArray::number(pods) +
         "\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n"
         "      - {name: c, image: pause, resources: {limits: {" +
         limits + "}}}\n";
}

}  // namespace

class tst_several_workloads : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;

  PreviewController& preview() { return *m_window->findChild<PreviewController*>(); }
  PreviewPane& pane() { return *m_window->findChild<PreviewPane*>(); }
  QString seen() { return WindowFixture::visibleTexts(pane()); }
  QPushButton* submit(QWidget& in) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().startsWith(QStringLiteral("Submit"))) return one;
    }
    return nullptr;
  }
  template <typename Shown>
  Shown* dialog() {
    Shown* out = nullptr;
    static_cast<void>(QTest::qWaitFor([&] { return (out = m_window->findChild<Shown*>()) != nullptr; }));
    return out;
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
  }
  void cleanup() { m_fixture.reset(); }

  void thePaneNamesAllOfThemAndSwitches() {
    const QByteArray file = QByteArray(kService) + kDeployment + job(2, "nvidia.com/gpu: 2");
    QVERIFY(preview().start(file, QStringLiteral("multi.yaml")));
    QTRY_VERIFY2(seen().contains(QStringLiteral("1 of 2 workloads is shown below")), qPrintable(seen()));
    QTRY_COMPARE(preview().partAnswers(1).size(), std::size_t{1});
    const auto rows = [this] {
      return WindowFixture::visibleTexts(*pane().findChild<QWidget*>(QStringLiteral("fileWorkloads")));
    };
    QTRY_VERIFY2(rows().contains(QStringLiteral("Job/default/multi-b")), qPrintable(rows()));
    QCOMPARE(rows().count(QStringLiteral("2 of 2 fit")), 2);
    QVERIFY2(rows().contains(QStringLiteral("node-d")), "where the pods of the other one go");
    QVERIFY2(!seen().contains(QStringLiteral("Not shown are the pods")), qPrintable(seen()));
    QCOMPARE(preview().request().gpu.kind(), GpuRequest::Kind::Shared);
    auto* choice = pane().findChild<QComboBox*>(QStringLiteral("filePart"));
    QVERIFY(choice && choice->isVisible());
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    QTRY_COMPARE(preview().request().gpu.kind(), GpuRequest::Kind::WholeCards);
    QTRY_COMPARE(preview().phase(), PreviewController::Phase::Ready);
    QTRY_VERIFY2(rows().count(QStringLiteral("2 of 2 fit")) == 2, qPrintable(rows()));
  }

  void anotherOneThatDoesNotFitIsNoGreenAnswer() {
    const QByteArray file = kDeployment + job(2, "nvidia.com/gpu: 4");
    QVERIFY(preview().start(file, QStringLiteral("multi.yaml")));
    QTRY_COMPARE(preview().othersThatLack(), 1);
    QTRY_VERIFY2(seen().contains(QStringLiteral("1 of 2 fit")), qPrintable(seen()));
    QVERIFY2(seen().contains(QStringLiteral("1 other workload of the file does not fit completely")),
             qPrintable(seen()));
  }

  /// As the command line says at once: the object is named, and nothing is submitted.
  void anObjectThatTheServerRefusesStopsTheWholeFile() {
    const QByteArray bad =
        "---\napiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec:\n  containers:\n  - {name: c, image: pause, "
        "resources: {limits: {nvidia.com/gpu: 1.5}}}\n";
    QVERIFY(preview().start(kDeployment + bad, QStringLiteral("multi-bad.yaml")));
    QTRY_COMPARE(preview().phase(), PreviewController::Phase::Ready);
    const auto said = [this] {
      return WindowFixture::visibleTexts(*pane().findChild<QWidget*>(QStringLiteral("previewProblem")));
    };
    QTRY_VERIFY2(said().contains(QStringLiteral("Pod/bad")), qPrintable(said()));
    QVERIFY2(said().contains(QStringLiteral("whole numbers")), qPrintable(said()));
    QVERIFY(!submit(pane())->isEnabled());
    QVERIFY(preview().submitRefusal().contains(QStringLiteral("Pod/bad")));
    // What cannot be read at all is named beside what can.
    QVERIFY(preview().start(QByteArray(kDeployment) + "---\nkind: [\n", QStringLiteral("half.yaml")));
    QTRY_VERIFY2(said().contains(QStringLiteral("not well formed")), qPrintable(said()));
    QVERIFY(!submit(pane())->isEnabled());
  }

  void theDialogAndTheResultTellOfEachOfThem() {
    const QByteArray file = QByteArray(kService) + kDeployment + job(2, "nvidia.com/gpu: 2");
    QVERIFY(preview().start(file, QStringLiteral("multi.yaml")));
    QTRY_COMPARE(preview().partAnswers(1).size(), std::size_t{1});
    QPushButton* send = submit(pane());
    QTRY_VERIFY(send->isVisible() && send->isEnabled());
    QTest::mouseClick(send, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    const QString asked = WindowFixture::visibleTexts(*ask);
    QVERIFY2(asked.contains(QStringLiteral("Deployment/default/multi-a, Replica 1")), qPrintable(asked));
    QVERIFY2(asked.contains(QStringLiteral("Job/default/multi-b, Replica 2")), qPrintable(asked));
    QTRY_VERIFY(submit(*ask)->isEnabled());
    QTest::mouseClick(submit(*ask), Qt::LeftButton);
    QTRY_COMPARE(m_fixture->script->creates.load(), 3);
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY(outcome->isVisible());
    const auto tells = [outcome] { return WindowFixture::visibleTexts(*outcome); };
    QVERIFY2(tells().contains(QStringLiteral("Deployment/multi-a")), qPrintable(tells()));
    QVERIFY2(tells().contains(QStringLiteral("Job/multi-b")), qPrintable(tells()));
    QVERIFY2(tells().contains(QStringLiteral("Service/svc")), qPrintable(tells()));
    QVERIFY2(tells().contains(QStringLiteral("0 of 4 pods are scheduled")), qPrintable(tells()));
    // A pod of the second one counts, too.
    PodBuilder made = pod("default", "multi-b-x");
    made.resource("nvidia.com/gpu", 2).edit().meta.owners.push_back({"Job", "multi-b", "u", true});
    m_fixture->script->tell({upsert(made.on("node-d"))});
    QTRY_VERIFY2(tells().contains(QStringLiteral("1 of 4 pods are scheduled")), qPrintable(tells()));
  }

  void theErrorOfAFileGoesWithTheNextOne() {
    auto* map = m_window->findChild<MapPage*>();
    const auto shows = [this](const QString& words) { return WindowFixture::visibleTexts(*m_window).contains(words); };
    emit map->failed(preview().start("kind: [", QStringLiteral("broken.yaml")).error());
    QVERIFY(shows(QStringLiteral("broken.yaml is not well formed")));
    QCOMPARE(WindowFixture::visibleTexts(*m_window).count(QStringLiteral("not well formed")), 1);
    QVERIFY(preview().start(kDeployment, QStringLiteral("good.yaml")));
    QVERIFY(!shows(QStringLiteral("broken.yaml")));
    // What is no object is named without a field that has no name.
    const Result<void> text = preview().start("hello world\n", QStringLiteral("text.yaml"));
    QVERIFY(!text);
    emit map->failed(text.error());
    QVERIFY(shows(QStringLiteral("text.yaml, line 1, column 1 has \"hello world\" where an object")));
    QVERIFY(!shows(QStringLiteral("not named")));
    // The preview that runs goes on, and the error stays in view.
    QTRY_COMPARE(preview().phase(), PreviewController::Phase::Ready);
    const std::uint64_t before = preview().serial();
    m_fixture->script->tell({upsert(pod("default", "another").gpuMem(1))});
    QTRY_VERIFY(preview().serial() > before);
    QVERIFY(shows(QStringLiteral("text.yaml, line 1")));
  }

  /// An empty card that the scheduler would not take is near, not refused.
  void aCardBesideTheOneThatIsPackedSaysWhich() {
    PodBuilder held = pod("team-a", "held");
    m_fixture->script->tell({upsert(held.gpuMem(4).v2(R"({"0":{"0":4}})").on("node-a"))});
    QVERIFY(preview().start(kDeployment, QStringLiteral("a.yaml"), {QStringLiteral("node-a"), 0}));
    QTRY_COMPARE(preview().phase(), PreviewController::Phase::Ready);
    if (!preview().aimedAnswer()->placements.empty())
      preview().setAim({QStringLiteral("node-a"), 1 - preview().aimedAnswer()->placements.front().place.cards.front()});
    // the phase is that of the answer before, until the aim is asked about
    QTRY_VERIFY(preview().phase() == PreviewController::Phase::Ready && preview().aimedAnswer() &&
                preview().aimedAnswer()->placements.empty());
    QTRY_VERIFY2(seen().contains(QStringLiteral("Fits, on another card")), qPrintable(seen()));
    QVERIFY2(seen().contains(QStringLiteral("but the scheduler packs it on card")), qPrintable(seen()));
    QVERIFY(!seen().contains(QStringLiteral("Does not fit here")));
  }
};

QTEST_MAIN(tst_several_workloads)
#include "tst_several_workloads.moc"
