// SPDX-License-Identifier: Apache-2.0
// A workload as form and as YAML: both in step, nothing of the text lost, rules and refusals at their fields.
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/workload/form_lists.h"
#include "ui/pages/workload/workload_form_view.h"
#include "ui/pages/workload/workload_page.h"
#include "ui/pages/workload/yaml_edit.h"
#include "ui/session/preview/preview_controller.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

namespace {

/// Commented as the vendor's examples are; keys in an order of their own.
const char* const kCommented = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: infer   # 推理服务
  namespace: default
spec:
  # 副本数
  replicas: 2
  selector:
    matchLabels: {app: infer}
  template:
    metadata:
      labels:
        app: infer
    spec:
      containers:
      - name: main
        image: "example.com/infer:1"   # 镜像
        resources:
          limits:
            # 申请 8 GiB 显存
            aliyun.com/gpu-mem: 8
)";

}  // namespace

class tst_workload_page : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
  WorkloadPage* m_page = nullptr;

  YamlEdit& text() { return *m_page->findChild<YamlEdit*>(); }
  WorkloadFormView& form() { return *m_page->findChild<WorkloadFormView*>(); }
  QString seen() { return WindowFixture::visibleTexts(*m_page); }
  QPushButton* button(const char* words) {
    for (QPushButton* one : m_page->findChildren<QPushButton*>()) {
      if (one->text() == QString::fromLatin1(words)) return one;
    }
    return nullptr;
  }
  void type(FormField field, const QString& words) {
    QLineEdit* edit = form().editOf(field);
    edit->setFocus();
    edit->selectAll();
    if (words.isEmpty()) QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, words);
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->opened();
    QVERIFY(m_fixture->bridge().isFresh());
    m_window->findChild<CommandSet*>()->run(QStringLiteral("page.workload"));
    m_page = m_window->findChild<WorkloadPage*>();
    QTRY_VERIFY(m_page && m_page->isVisible());
  }
  void cleanup() { m_fixture.reset(); }

  void theFormChangesOnlyItsValueInTheText() {
    m_page->setYaml(kCommented, {});
    QCOMPARE(form().editOf(FormField::GpuMemory)->text(), QStringLiteral("8"));
    type(FormField::GpuMemory, QStringLiteral("12"));
    const QString expected =
        QString::fromUtf8(kCommented).replace(QStringLiteral("gpu-mem: 8"), QStringLiteral("gpu-mem: 12"));
    QCOMPARE(text().toPlainText(), expected);
    text().setFocus();
    text().undo();
    text().undo();
    QTRY_COMPARE(form().editOf(FormField::GpuMemory)->text(), QStringLiteral("8"));
  }

  void aRoleIsChosenAndOnlyItsPodsChange() {
    const QByteArray text = R"(apiVersion: kubeflow.org/v1
kind: PyTorchJob   # 训练
metadata: {name: train}
spec:
  pytorchReplicaSpecs:
    Master:
      template: {spec: {containers: [{name: pytorch, image: "a:1", resources: {limits: {nvidia.com/gpu: 8}}}]}}
    Worker:
      replicas: 3   # 副本数
      template: {spec: {containers: [{name: pytorch, image: "a:1", resources: {limits: {nvidia.com/gpu: 8}}}]}}
)";
    m_page->setYaml(text, {});
    QVERIFY(form().isEnabled());
    QVERIFY2(seen().contains(QStringLiteral("no rule is broken")), qPrintable(seen()));
    QComboBox* role = nullptr;
    for (QComboBox* one : form().findChildren<QComboBox*>()) {
      if (one->accessibleName() == QStringLiteral("Role")) role = one;
    }
    QVERIFY(role && role->isVisible() && role->isEnabled());
    QCOMPARE(role->currentText(), QStringLiteral("Master"));
    QComboBox* kind = form().findChildren<QComboBox*>().front();
    QCOMPARE(kind->currentText(), QStringLiteral("PyTorchJob"));
    QVERIFY2(!kind->isEnabled(), "what belongs to the kind has no place in another");
    role->setFocus();
    QTest::keyClick(role, Qt::Key_Down);
    QTRY_COMPARE(form().editOf(FormField::Replicas)->text(), QStringLiteral("3"));
    type(FormField::Replicas, QStringLiteral("5"));
    type(FormField::Cards, QStringLiteral("4"));
    type(FormField::Image, QStringLiteral("b:2"));
    QByteArray expected = text;
    const qsizetype worker = expected.indexOf("Worker");
    expected.replace(expected.indexOf("replicas: 3", worker), 11, "replicas: 5");
    expected.replace(expected.indexOf("gpu: 8", worker), 6, "gpu: 4");
    expected.replace(expected.indexOf("\"a:1\"", worker), 5, "\"b:2\"");
    QCOMPARE(this->text().toPlainText(), QString::fromUtf8(expected));
    m_page->setYaml(R"(apiVersion: ray.io/v1
kind: RayCluster
metadata: {name: ray}
spec:
  headGroupSpec: {template: {spec: {containers: [{name: head, image: a}]}}}
  workerGroupSpecs: [{groupName: gpu, replicas: 2, template: {spec: {containers: [{name: w, image: a, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]
)",
                    {});
    QCOMPARE(role->currentText(), QStringLiteral("gpu"));
    QCOMPARE(form().editOf(FormField::Cards)->text(), QStringLiteral("4"));
    m_page->setYaml(kCommented, {});
    QVERIFY2(!role->isVisible() && kind->isEnabled(), "one pod template, nothing to choose");
  }

  void theTextChangesTheForm() {
    m_page->setYaml(kCommented, {});
    text().replaceText(
        QString::fromUtf8(kCommented).replace(QStringLiteral("replicas: 2"), QStringLiteral("replicas: 5")));
    QTRY_COMPARE(form().editOf(FormField::Replicas)->text(), QStringLiteral("5"));
  }

  void aRuleThatIsBrokenStandsAtItsField() {
    m_page->setYaml(QByteArray(kCommented)
                        .replace("app: infer\n    spec", "app: infer\n        aliyun.com/gpu-count: \"3\"\n    spec"),
                    {});
    QVERIFY2(seen().contains(QStringLiteral("8 is not divisible by 3 cards")), qPrintable(seen()));
    type(FormField::Cards, QStringLiteral("4"));
    QTRY_VERIFY(!seen().contains(QStringLiteral("not divisible")));
    QVERIFY(text().toPlainText().contains(QStringLiteral("aliyun.com/gpu-count: \"4\"")));
    QVERIFY(seen().contains(QStringLiteral("no rule is broken")));
  }

  void aNumberOfCardsInTheWrongPlaceIsMovedWhenAsked() {
    m_page->setYaml(QByteArray(kCommented)
                        .replace("aliyun.com/gpu-mem: 8", "aliyun.com/gpu-mem: 8\n            aliyun.com/gpu-count: 2"),
                    {});
    QVERIFY2(seen().contains(QStringLiteral("does not read it")), qPrintable(seen()));
    QPushButton* mend = button("Put the number of cards where it belongs");
    QVERIFY(mend && mend->isVisible());
    QTest::mouseClick(mend, Qt::LeftButton);
    QTRY_VERIFY(!seen().contains(QStringLiteral("does not read it")));
    QCOMPARE(m_page->session().form()->cards, std::string("2"));
    QVERIFY(text().toPlainText().contains(QStringLiteral("# 申请 8 GiB 显存")));
  }

  void aTextThatCannotBeReadIsKeptAndSaysWhy() {
    m_page->setYaml(kCommented, {});
    text().replaceText(QStringLiteral("kind: [Deployment\n  name: x"));
    QTRY_VERIFY(!form().isEnabled());
    QVERIFY(seen().contains(QStringLiteral("cannot be parsed")));
    QVERIFY(!button("Preview placement")->isEnabled());
    QCOMPARE(text().toPlainText(), QStringLiteral("kind: [Deployment\n  name: x"));
    text().replaceText(QString::fromUtf8(kCommented));
    QTRY_VERIFY(form().isEnabled() && button("Preview placement")->isEnabled());
  }

  void theServersRefusalStandsAtItsField() {
    m_page->setYaml(kCommented, {});
    m_fixture->script->refuseCreate = true;
    QTest::mouseClick(button("Check on the server"), Qt::LeftButton);
    QTRY_VERIFY2(seen().count(QStringLiteral("must be a number")) >= 2, qPrintable(seen()));
    QCOMPARE(m_fixture->script->creates.load(), 0);
    m_fixture->script->refuseCreate = false;
    QTest::mouseClick(button("Check on the server"), Qt::LeftButton);
    QTRY_VERIFY(seen().contains(QStringLiteral("Server dry run passed")));
    QVERIFY(!seen().contains(QStringLiteral("must be a number")));
    QCOMPARE(m_fixture->script->creates.load(), 0);
  }

  void thePreviewShowsWhatTheTextAsks() {
    m_page->setYaml(kCommented, {});
    type(FormField::GpuMemory, QStringLiteral("4"));
    QTest::mouseClick(button("Preview placement"), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<MapPage*>()->isVisible());
    auto* preview = m_window->findChild<PreviewController*>();
    if (preview) QCOMPARE(preview->workload().request.gpu.shared().value().memory, MemUnits(4));
  }

  void kindsMoveWhatBelongsToThem() {
    m_page->setYaml(kCommented, {});
    QComboBox* kind = form().findChildren<QComboBox*>().front();
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);  // StatefulSet
    QTRY_VERIFY2(text().toPlainText().contains(QStringLiteral("kind: StatefulSet")), qPrintable(text().toPlainText()));
    QVERIFY(text().toPlainText().contains(QStringLiteral("# 副本数")));
  }

  void whatWasWrittenIsThereAgain() {
    m_page->setYaml(kCommented, {});
    m_window->showPage(QStringLiteral("map"));
    m_window->showPage(QStringLiteral("workload"));
    QCOMPARE(m_page->yaml(), QByteArray(kCommented));
  }

  /// What was typed stays with its message, counts as broken, and stops what would go without it.
  void whatCannotBeReadStaysInItsField() {
    m_page->setYaml(kCommented, {});
    QLineEdit* selector = form().editOf(FormField::NodeSelector);
    type(FormField::NodeSelector, QStringLiteral("=a,b"));
    type(FormField::Tolerations, QStringLiteral("gpu:NoSuch"));
    type(FormField::GpuMemory, QStringLiteral("4"));
    QTRY_VERIFY2(text().toPlainText().contains(QStringLiteral("gpu-mem: 4")), "other fields go on");
    QCOMPARE(selector->text(), QStringLiteral("=a,b"));
    QVERIFY2(seen().contains(QStringLiteral("2 rules broken")), qPrintable(seen()));
    QVERIFY(seen().contains(QStringLiteral("Node selector: Write key=value")));
    QVERIFY2(!text().toPlainText().contains(QStringLiteral("NoSuch")), "no effect of Kubernetes");
    QVERIFY(!button("Preview placement")->isEnabled());
    QVERIFY(!button("Check on the server")->isEnabled());
    type(FormField::NodeSelector, QStringLiteral("gpu=a10"));
    type(FormField::Tolerations, QStringLiteral("gpu:NoSchedule"));
    QTRY_VERIFY2(seen().contains(QStringLiteral("no rule is broken")), qPrintable(seen()));
    QVERIFY(button("Preview placement")->isEnabled());
    QVERIFY(text().toPlainText().contains(QStringLiteral("effect: NoSchedule")));
  }

  void everyBrokenRuleIsListedInItsOwnWords() {
    m_page->setYaml(kCommented, {});
    type(FormField::Name, QStringLiteral("No Name"));
    type(FormField::Replicas, QStringLiteral("-5"));
    type(FormField::Image, QStringLiteral("a b"));
    type(FormField::CpuRequest, QStringLiteral("x"));
    type(FormField::GpuMemory, QStringLiteral("0"));
    QTRY_VERIFY2(seen().contains(QStringLiteral("5 rules broken")), qPrintable(seen()));
    for (const char* words :
         {"Name: \"No Name\"", "\"-5\" is negative", "Image: The image", "CPU request: \"x\"", "\"0\" is too small"})
      QVERIFY2(seen().contains(QString::fromLatin1(words)), words);
    // What the reader of the text then says stands beside them.
    QTest::mouseClick(button("Preview placement"), Qt::LeftButton);
    QVERIFY2(seen().contains(QStringLiteral("\"-5\" is negative")), qPrintable(seen()));
    QVERIFY2(!seen().contains(QStringLiteral(", , line")), qPrintable(seen()));
  }

  /// Two Deployments written with this form in one namespace must not select each other's pods.
  void labelsAndSelectorFollowTheName() {
    m_page->setYaml(kCommented, {});
    type(FormField::Name, QStringLiteral("other"));
    QTRY_VERIFY2(text().toPlainText().contains(QStringLiteral("matchLabels: {app: other}")),
                 qPrintable(text().toPlainText()));
    QVERIFY2(text().toPlainText().contains(QStringLiteral("        app: other\n")), qPrintable(text().toPlainText()));
    QVERIFY(text().toPlainText().contains(QStringLiteral("# 推理服务")));
    const QByteArray withService =
        QByteArray(kCommented) +
        "---\napiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {selector: {app: infer}}\n";
    m_page->setYaml(withService, {});
    type(FormField::Name, QStringLiteral("other"));
    QTRY_VERIFY(text().toPlainText().contains(QStringLiteral("name: other")));
    QVERIFY2(text().toPlainText().contains(QStringLiteral("matchLabels: {app: infer}")), "the Service selects by it");
  }

  void linesOfTheFormAreReadAsTheyAreWritten() {
    const StringMap selector = {{"gpu", "a10"}, {"zone", "h"}};
    QCOMPARE(*readSelector(selectorLine(selector)), selector);
    QVERIFY(!readSelector(QStringLiteral("gpu a10")));
    const SharedList<Toleration> tolerations = {
        {"gpu", "Equal", "yes", "NoSchedule"}, {"spot", "Exists", "", ""}, {"", "Exists", "", "NoExecute"}};
    QCOMPARE(tolerationLine(tolerations), QStringLiteral("gpu=yes:NoSchedule, spot, *:NoExecute"));
    QVERIFY(*readTolerations(tolerationLine(tolerations)) == tolerations);
    const std::vector<std::string> words = {"sh", "-c", "echo \"a b\" && sleep 1", ""};
    QVERIFY(*readCommand(commandLine(words)) == words);
    QVERIFY(!readCommand(QStringLiteral("sh -c \"open")));
    QVERIFY(!readTolerations(QStringLiteral("gpu:NoSuch")));
  }
};

QTEST_MAIN(tst_workload_page)
#include "tst_workload_page.moc"
