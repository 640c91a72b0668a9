// SPDX-License-Identifier: Apache-2.0
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>

#include "window_fixture.h"
#include "ui/bridge/kubeconfig_watch.h"
#include "ui/i18n/texts.h"
#include "ui/pages/preview/placement_dialog.h"
#include "ui/pages/shell/connection_dialog.h"
#include "ui/pages/shell/namespaces_dialog.h"
#include "ui/pages/shell/plugin_dialog.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

/// What the window shows of plugins, rights, the kubeconfig on disk and the connection.
class tst_connection : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;

  static QPushButton* button(QWidget& in, const QString& text) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().contains(text) && one->isVisible()) return one;
    }
    return nullptr;
  }
  void tell(const ConnectionState& state) {
    const MutexLock lock(m_fixture->script->mutex);
    m_fixture->script->sink->onConnection(state);
  }
  static ConnectionState live() {
    ConnectionState state;
    state.phase = ConnectionPhase::Live;
    state.lastContact = 1'700'000'000;
    return state;
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->open();
    QTRY_VERIFY(m_fixture->bridge().isFresh());
  }
  void cleanup() {
    m_preview.reset();
    m_fixture.reset();
  }

  void aPluginIsAskedAboutWithEverythingThatWouldRun() {
    PluginPrompt prompt;
    prompt.context = "prod";
    prompt.file = "/home/me/mailed.yaml";
    prompt.command = "aws";
    prompt.program = "/usr/bin/aws";
    prompt.arguments = {"eks", "get-token <b>x</b>"};
    prompt.variables = {"LD_PRELOAD"};
    bool allowed = false;
    m_window->askPlugin(prompt, [&allowed] { allowed = true; });
    QTRY_VERIFY(m_window->findChild<PluginDialog*>() && m_window->findChild<PluginDialog*>()->isVisible());
    PluginDialog& dialog = *m_window->findChild<PluginDialog*>();
    const QString texts = WindowFixture::visibleTexts(dialog);
    QVERIFY(texts.contains(QStringLiteral("/usr/bin/aws")));
    QVERIFY2(texts.contains(QStringLiteral("get-token <b>x</b>")), "plain text, whatever the file says");
    QVERIFY(texts.contains(QStringLiteral("LD_PRELOAD")));
    QTRY_VERIFY2(button(dialog, QStringLiteral("Do not run it"))->hasFocus(), "the safe answer is the easy one");
    QVERIFY(!allowed);
    QTest::mouseClick(button(dialog, QStringLiteral("Allow and connect")), Qt::LeftButton);
    QVERIFY(allowed);
  }

  void allowedPluginsAreRemembered() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    {
      WindowSettings settings(file);
      QVERIFY(settings.allowedPlugins().empty());
      settings.allowPlugin("aa");
      settings.allowPlugin("bb");
    }
    QCOMPARE(WindowSettings(file).allowedPlugins(), (std::vector<std::string>{"aa", "bb"}));
  }

  void aPluginThatIsWaitedForIsNamedAndCanBeStopped() {
    ConnectionState state = live();
    state.waitingFor = "/usr/bin/aws";
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Waiting for the credential plugin /usr/bin/aws")));
    QVERIFY(button(*m_window, QStringLiteral("Stop waiting")));
    tell(live());
    QTRY_VERIFY(!button(*m_window, QStringLiteral("Stop waiting")));
  }

  void namespacesThatAreSeenAndThoseThatAreNotAreNamed() {
    ConnectionState state = live();
    state.scope = "team-a, team-b";
    state.refusedNamespaces = {"team-c"};
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("You can see the namespaces team-a, team-b only")));
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Not permitted: pods of team-c.")));
  }

  void listsThatAreReadInsteadOfAWatchAreTold() {
    ConnectionState state = live();
    state.polledLists = 1;
    tell(state);
    QTRY_COMPARE(m_fixture->bridge().connection().polledLists, 1);
    ConnectionDialog dialog(pageContext(), m_window);
    dialog.open();
    QVERIFY(WindowFixture::visibleTexts(dialog).contains(QStringLiteral("Without a watch")));
  }

  void whatShouldBePutRightIsToldOnceAndStaysInTheDialog() {
    ConnectionState state = live();
    state.cautions = {{CautionCode::KubeconfigExposed, "/home/me/.kube/config", "0644"}};
    const auto told = [this] { return WindowFixture::visibleTexts(*m_window).count(QStringLiteral("/home/me/.kube/config")); };
    tell(state);
    QTRY_VERIFY(told() > 0);
    const auto first = told();
    ++state.watchesOpen;
    tell(state);
    QTRY_COMPARE(m_fixture->bridge().connection().watchesOpen, state.watchesOpen);
    QCOMPARE(told(), first);
    ConnectionDialog dialog(pageContext(), m_window);
    dialog.open();
    const QString texts = WindowFixture::visibleTexts(dialog);
    QVERIFY(texts.contains(QStringLiteral("/home/me/.kube/config")));
    QVERIFY(texts.contains(QStringLiteral("0644")));
    QVERIFY2(texts.contains(QStringLiteral("chmod 600")), "with what helps");
  }

  void namespacesAreTypedCheckedAndRemembered() {
    NamespacesDialog dialog(m_fixture->theme(), QStringLiteral("team-a"), m_window);
    QSignalSpy chosen(&dialog, &NamespacesDialog::chosen);
    dialog.open();
    QPushButton* use = button(dialog, QStringLiteral("Look at these"));
    QVERIFY(use);
    dialog.field()->setText(QStringLiteral("team-a Team_B"));
    QVERIFY2(WindowFixture::visibleTexts(dialog).contains(QStringLiteral("Team_B")), "the word that cannot be a name is named");
    QTest::mouseClick(use, Qt::LeftButton);
    QCOMPARE(chosen.count(), 0);
    dialog.field()->setText(QStringLiteral(" team-a team-b"));
    QTest::mouseClick(use, Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().first().toString(), QStringLiteral("team-a, team-b"));
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    SourceInfo prod;
    prod.name = "prod";
    prod.server = "10.0.0.1:6443";
    SourceInfo other = prod;
    other.name = "test";
    {
      WindowSettings settings(file);
      rememberNamespaces(settings, prod, QStringLiteral("team-a, team-b"));
    }
    QCOMPARE(rememberedNamespaces(WindowSettings(file), prod), QStringLiteral("team-a, team-b"));
    QVERIFY2(rememberedNamespaces(WindowSettings(file), other).isEmpty(), "of that context only");
  }

  void whatIsNotAllowedIsNotOfferedAndSaysWhy() {
    const SnapshotPtr state = m_fixture->bridge().snapshot();
    const SourceInfo source = m_fixture->bridge().info();
    Rights rights;
    QVERIFY2(placementRefusal(*state->nodes[0], source, true, rights).isEmpty(), "not known is no refusal");
    rights.of[static_cast<std::size_t>(Feature::PatchNodes)] = Permission::Denied;
    QVERIFY(placementRefusal(*state->nodes[0], source, true, rights).contains(QStringLiteral("patch nodes")));
    rights.ns = "team";
    rights.of[static_cast<std::size_t>(Feature::CreateJobs)] = Permission::Denied;
    QVERIFY(rightsRefusal(rights, Feature::CreateJobs).contains(QStringLiteral("team")));
  }

  void whoMayOnlyReadIsNotToldThatTheyCanWrite() {
    ConnectionState state = live();
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Can write")));
    for (std::size_t i = static_cast<std::size_t>(Feature::PatchNodes); i < kFeatures; ++i) state.rights.of[i] = Permission::Denied;
    tell(state);
    QTRY_VERIFY(!WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Can write")));
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Read-only")));
    state.rights.of[static_cast<std::size_t>(Feature::CreateJobs)] = Permission::Unknown;
    tell(state);
    QTRY_VERIFY2(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Can write")), "what is not known is offered");
  }

  void theConnectionIsShownWithItsErrorAndFollows() {
    QVERIFY(m_fixture->bridge().isOpen());
    auto* dialog = new ConnectionDialog(pageContext(), m_window);
    dialog->open();
    ConnectionState state = live();
    state.phase = ConnectionPhase::Failed;
    state.hasError = true;
    state.error = makeError(ErrorCode::PluginFailed, "aws", "users[u].exec (/k/config)", "it ended with exit code 7: log in");
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("exit code 7: log in")));
    QVERIFY(button(*dialog, QStringLiteral("Test again")));
    tell(live());
    QTRY_VERIFY(!WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("exit code 7")));
    dialog->close();
  }

  void aChangedKubeconfigIsToldAndNothingIsSwitched() {
    bool reconnected = false;
    m_window->showKubeconfigChange(std::nullopt, [&reconnected] { reconnected = true; });
    QPushButton* reconnect = button(*m_window, QStringLiteral("Reconnect"));
    QVERIFY(reconnect);
    QVERIFY(!reconnected);
    QTest::mouseClick(reconnect, Qt::LeftButton);
    QVERIFY(reconnected);
    QVERIFY(!button(*m_window, QStringLiteral("Reconnect")));
    m_window->showKubeconfigChange(makeError(ErrorCode::KubeconfigInvalid, "YAML", "/k/config"), [] {});
    QVERIFY2(!button(*m_window, QStringLiteral("Reconnect")), "there is nothing to reconnect to");
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("cannot be used as it is now")));
    m_window->hideKubeconfigChange();
    QVERIFY(!WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("cannot be used as it is now")));
  }

  void aFileThatIsReplacedIsNoticed() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("config"));
    const auto write = [&](const QString& to, const char* text) {
      QFile file(to);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    };
    write(path, "one");
    KubeconfigWatch watch;
    watch.setFiles({path.toStdString()});
    QSignalSpy spy(&watch, &KubeconfigWatch::changed);
    write(folder.filePath(QStringLiteral("new")), "two");
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(folder.filePath(QStringLiteral("new")), path));
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, 10'000);
    write(path, "three");
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 2, 10'000);
  }

  /// The path leads through a link of another folder, so that nobody sends an event, as on a network mount.
  void aFileIsLookedAtWhereNoEventComes() {
    QTemporaryDir folder;
    const QDir root(folder.path());
    const auto write = [&](const QString& name, const char* text) {
      QFile file(root.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    };
    const auto lead = [&](const QString& version) {
      QVERIFY(QFile::link(root.filePath(version), root.filePath(QStringLiteral("mount/next"))));
      QCOMPARE(std::rename(qPrintable(root.filePath(QStringLiteral("mount/next"))), qPrintable(root.filePath(QStringLiteral("mount/now")))), 0);
    };
    for (const char* name : {"mount", "home", "one", "two"}) QVERIFY(root.mkdir(QString::fromLatin1(name)));
    write(QStringLiteral("one/config"), "one");
    write(QStringLiteral("two/config"), "two");
    lead(QStringLiteral("one"));
    const QString path = root.filePath(QStringLiteral("home/config"));
    QVERIFY(QFile::link(root.filePath(QStringLiteral("mount/now/config")), path));
    KubeconfigWatch watch(nullptr, std::chrono::milliseconds(20));
    watch.setFiles({path.toStdString()});
    QSignalSpy spy(&watch, &KubeconfigWatch::changed);
    lead(QStringLiteral("two"));
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, 10'000);
    lead(QStringLiteral("one"));
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 2, 10'000);
  }

  void bothValuesOfAConflictAreNamed() {
    Error error = makeError(ErrorCode::Conflict, "nodes/a", "cluster", "words");
    error.causes = {{"mode", kTheirs, "spread"}, {"mode", kSeen, ""}, {"mode", kYours, "binpack"}};
    const QString text = errorText(error);
    QVERIFY(text.contains(QStringLiteral("\"spread\"")));
    QVERIFY(text.contains(QStringLiteral("\"binpack\"")));
    QVERIFY(text.contains(QStringLiteral("(no value)")));
  }

  void everyCauseOfARefusalIsNamed() {
    Error error = makeError(ErrorCode::Invalid, "Pod/p", "spec.a", "two things");
    error.causes = {{"spec.a", "FieldValueInvalid", "bad"}, {"spec.b", "FieldValueRequired", "missing"}};
    QVERIFY(errorText(error).contains(QStringLiteral("spec.b: missing")));
  }

 private:
  PageContext pageContext();
  SelectionState m_selection;
  std::unique_ptr<PreviewController> m_preview;
};

PageContext tst_connection::pageContext() {
  m_preview = std::make_unique<PreviewController>(m_fixture->bridge());
  return {m_fixture->theme(), m_fixture->bridge(), m_selection, *m_preview, WindowSettings()};
}

QTEST_MAIN(tst_connection)
#include "tst_connection.moc"
