// SPDX-License-Identifier: Apache-2.0
// A window that does what an operator would do with one node of a real cluster; tests/cli/cluster/node_window_test.py
// plays the rest. Usage: node_window KUBECONFIG JOURNAL_FOLDER NODE
// cordon|uncordon|drain|resume|rollback|leave|bind=NAMESPACE/POD|TARGET Prints one line per sentence that the dialog
// newly shows, and ends with 0 when the plan is done or taken back. "close" drains through a server that does not
// answer evictions for half a minute, closes the window meanwhile ("closed after N ms"), opens it again and continues.
#include <QAction>
#include <QCheckBox>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>
#include <cstdio>
#include <set>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/service/live/live_source.h"
#include "core/service/open_source.h"
#include "tests/support/net/fault_proxy.h"
#include "tests/support/net/proxy_client.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/write_lock.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/plans/cordon/cordon_bar.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/preview/bind_dialog.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/widgets/basic/banner.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;

constexpr int kTimeout = 120'000;

/// One operator at one window.
class Operator {
 public:
  Operator(const QStringList& arguments, const QString& verb, std::unique_ptr<ClusterSource> source, Theme& theme,
           Language& language)
      : m_node(arguments[2]), m_verb(verb), m_bridge(m_clock), m_window(theme, language, m_bridge, WindowSettings()) {
    m_window.setJournalFolder(arguments[1].toStdString());
    if (!source) return;
    m_bridge.open(std::move(source));
    m_bridge.writeLock().unlock();
    m_window.resize(1280, 800);
    m_window.show();
    m_connected =
        wait([this] { return m_bridge.isFresh() && m_bridge.snapshot()->findNode(m_node.toStdString()).has_value(); });
  }

  int run() {
    if (!m_connected) return fail("the node is not shown");
    if (m_verb == u"resume" || m_verb == u"rollback" || m_verb == u"leave") return finishOpenPlan();
    if (m_verb.startsWith(u"bind=")) return bind(m_verb.mid(5));
    if (!m_window.showPage(QStringLiteral("node"), m_node)) return fail("no page");
    const char* action = m_verb == u"cordon"     ? "nodeCordon"
                         : m_verb == u"uncordon" ? "nodeUncordon"
                         : m_verb == u"drain"    ? "nodeDrain"
                                                 : "nodeMode";
    m_window.findChild<NodePage*>()->findChild<QAction*>(QString::fromLatin1(action))->trigger();
    if (m_verb == u"cordon" || m_verb == u"uncordon") return cordon();
    if (m_verb != u"drain") {
      const auto target = parseSwitchTarget(m_verb.toStdString());
      if (!target || !dialog()->chooseTarget(*target)) return fail("the target is refused");
    }
    if (!wait([this] { return !dialog()->isLooking(); })) return fail("no answer");
    tell();
    if (auto* name = part<QLineEdit>("planName")) name->setText(m_node);
    if (!wait([this] { return part<QPushButton>("planStart")->isEnabled(); })) return fail("it cannot be started");
    part<QPushButton>("planStart")->click();
    return m_closesWhen ? close() : follow();
  }

  /// Runs the plan until this holds, then closes the window in the middle of it; `pressed` runs from the last press.
  void closeWhen(std::function<bool()> holds, QElapsedTimer& pressed) {
    m_closesWhen = std::move(holds);
    m_pressed = &pressed;
  }

 private:
  template <typename Holds>
  bool wait(Holds holds) {
    return QTest::qWaitFor(
        [&] {
          tell();
          return holds();
        },
        kTimeout);
  }
  int fail(const char* why) {
    std::printf("failed: %s\n", why);
    return 1;
  }
  /// One that can be pressed.
  QPushButton* shownButton(const QString& words) {
    for (auto* one : m_window.findChildren<QPushButton*>()) {
      if (one->isVisible() && one->isEnabled() && one->text() == words) return one;
    }
    return nullptr;
  }
  PlanDialog* dialog() { return m_window.findChild<PlanDialog*>(); }
  template <typename T>
  T* part(const char* name) {
    return m_window.findChild<T*>(QString::fromLatin1(name));
  }

  int finishOpenPlan() {
    Banner* offer = nullptr;
    const auto offered = [&] {
      for (Banner* one : m_window.findChildren<Banner*>()) {
        if (one->isVisible() &&
            test::WindowFixture::visibleTexts(*one).contains(QStringLiteral("A plan is not finished")))
          offer = one;
      }
      return offer != nullptr;
    };
    if (!wait(offered)) return fail("nothing is offered");
    emit offer->actionTriggered();
    const char* name = m_verb == u"resume" ? "planContinue" : m_verb == u"rollback" ? "planRollBack" : "planLeave";
    auto* button = part<QPushButton>(name);
    if (button == nullptr || !button->isVisible()) return fail("the choice is not offered");
    button->click();
    return follow();
  }

  /// From the page of pods that wait, by the candidate in the preview, to the binding or the advice that stands for it.
  int bind(const QString& pod) {
    const auto isThere = [&] {
      const auto& waiting = m_bridge.snapshot()->unboundPods;
      return std::any_of(waiting.begin(), waiting.end(),
                         [&](const PodPtr& one) { return one->key().ns + "/" + one->key().name == pod.toStdString(); });
    };
    if (!wait(isThere)) return fail("no such pod");
    if (!wait([&] { return m_window.showPage(QStringLiteral("pending"), pod); }))
      return fail("the pod is not on the page");
    QPushButton* preview = nullptr;
    if (!wait([&] { return (preview = shownButton(QStringLiteral("Preview placement"))) != nullptr; }))
      return fail("the pod is not shown as waiting");
    preview->click();
    auto* begin = part<QPushButton>("previewBind");
    if (!wait([&] { return begin->isVisible(); })) return fail("no preview");
    emit part<DataTable>("candidates")->keyActivated(m_node);
    if (!wait([&] { return begin->isEnabled() && begin->text().contains(m_node); }))
      return fail(qPrintable(begin->toolTip()));
    begin->click();
    if (m_window.findChild<ConstraintDialog*>() != nullptr) return tell(), 0;
    auto* apply = part<QPushButton>("bindApply");
    if (!wait([&] { return apply->toolTip().contains(QStringLiteral("Type the name")); }))
      return fail(qPrintable(apply->toolTip()));
    tell();
    part<QLineEdit>("bindName")->setText(m_node);
    if (!wait([apply] { return apply->isEnabled(); })) return fail(qPrintable(apply->toolTip()));
    apply->click();
    return wait([this] { return m_window.findChild<BindDialog*>() == nullptr; }) ? 0 : fail("it does not end");
  }

  int cordon() {
    const auto now = [this] {
      return shownButton(m_verb == u"cordon" ? QStringLiteral("Cordon now") : QStringLiteral("Uncordon now"));
    };
    if (!wait([&] { return now() != nullptr; })) return fail("it cannot be started");
    now()->click();
    return wait([this] { return m_window.findChild<CordonBar*>() == nullptr; }) ? 0 : fail("it does not end");
  }

  /// As somebody who presses the window's cross, and then the one button that is offered.
  int close() {
    if (!wait(m_closesWhen)) return fail("the plan does not come so far");
    if (m_window.close()) return fail("it does not ask");
    tell();
    m_pressed->start();
    emit part<Banner>("planVerdict")->actionTriggered();
    return wait([this] { return !m_window.isVisible(); }) ? 0 : fail("it does not close");
  }

  int follow() {
    if (!wait([this] { return !dialog()->isRunning(); })) return fail("it does not end");
    tell();
    const bool well = m_printed.count(QStringLiteral("ended well")) > 0 || endsWell();
    return well ? 0 : fail("the plan did not come to its end");
  }
  bool endsWell() {
    const QString shown = test::WindowFixture::visibleTexts(*dialog());
    return shown.contains(QStringLiteral(": done")) || shown.contains(QStringLiteral(": rolled back")) ||
           shown.contains(QStringLiteral(": left as it is"));
  }

  void tell() {
    QList<QWidget*> asking;
    for (QDialog* one : m_window.findChildren<QDialog*>()) asking << one;
    for (CordonBar* one : m_window.findChildren<CordonBar*>()) asking << one;
    for (const QWidget* one : asking) {
      if (!one->isVisible()) continue;
      for (const QString& line : test::WindowFixture::visibleTexts(*one).split(u'\n')) {
        if (m_printed.insert(line).second) std::printf("%s\n", qPrintable(line));
      }
    }
    std::fflush(stdout);
  }

  QString m_node;
  QString m_verb;
  SystemClock m_clock;
  SnapshotBridge m_bridge;
  ClusterView m_window;
  std::set<QString> m_printed;
  std::function<bool()> m_closesWhen;
  QElapsedTimer* m_pressed = nullptr;
  bool m_connected = false;
};

std::unique_ptr<ClusterSource> openAs(const QString& kubeconfig, const Clock& clock) {
  SourceChoice choice;
  choice.kubeconfig = kubeconfig.toStdString();
  auto source = openSource(choice, clock);
  return source ? std::move(*source) : nullptr;
}

std::string textOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Closes the window while an eviction is not answered, and continues in another one.
int closeDuringDrain(const QStringList& arguments, Theme& theme, Language& language) {
  const SystemClock clock;
  const auto config = loadKubeconfig(arguments[0].toStdString(), Environment{});
  const auto access = config ? config->resolve(std::nullopt, clock.wallNow()) : unexpected(config.error());
  if (!access) return 2;
  const QString pki = QFileInfo(arguments[0]).path() + QStringLiteral("/pki/");
  const test::KeyPair admin{textOf(pki + QStringLiteral("admin.crt")), textOf(pki + QStringLiteral("admin.key"))};
  test::FaultProxy proxy({access->server.port, textOf(pki + QStringLiteral("ca.crt")), admin},
                         {test::loopbackIdentity(), {}});
  const test::Matcher evictions = [](const test::ScriptedRequest& request) {
    const std::string& path = request.path;
    const std::string end = "/eviction";
    return request.method == "POST" && path.size() > end.size() &&
           path.compare(path.size() - end.size(), end.size(), end) == 0 &&
           request.query.find("dryRun") == std::string::npos;
  };
  proxy.when(evictions, test::late(std::chrono::seconds(30)));
  ClusterAccess slow = test::accessToPort(proxy.port());
  slow.context = "slow";
  QElapsedTimer pressed;
  int code = 1;
  {
    Operator first(arguments, QStringLiteral("drain"), makeLiveSource(slow, clock), theme, language);
    first.closeWhen([&] { return proxy.countOf(evictions) > 0; }, pressed);
    code = first.run();
  }
  if (code != 0) return code;
  // nothing of the first window is left by now: its threads have ended as well
  std::printf("closed after %lld ms\n", static_cast<long long>(pressed.elapsed()));
  std::fflush(stdout);
  proxy.clear();
  return Operator(arguments, QStringLiteral("resume"), makeLiveSource(slow, clock), theme, language).run();
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments().mid(1);
  if (arguments.size() != 4) return 2;
  Theme theme(ThemeKind::Dark);
  theme.applyTo(application);
  Language language(application);
  language.setCode(QStringLiteral("en"));
  if (arguments[3] == u"close") return closeDuringDrain(arguments, theme, language);
  const SystemClock clock;
  return Operator(arguments, arguments[3], openAs(arguments[0], clock), theme, language).run();
}
