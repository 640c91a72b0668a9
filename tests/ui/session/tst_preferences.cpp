// SPDX-License-Identifier: Apache-2.0
// The user's choices, and the desktop's where there are none.
#include <QComboBox>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusServer>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_defaults.h"
#include "ui/pages/shell/dialogs/preferences.h"
#include "ui/pages/shell/dialogs/preferences_dialog.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/theme/system_appearance.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

/// A settings portal of our own, on a connection from peer to peer.
class Portal : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
 public:
  Portal() : m_server(QStringLiteral("unix:tmpdir=/tmp")) {
    m_server.setAnonymousAuthenticationAllowed(true);
    connect(&m_server, &QDBusServer::newConnection, this, [this](QDBusConnection connection) {
      m_connections.append(connection);
      connection.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), this,
                                QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    });
  }
  QString address() const { return m_server.address(); }
  uint scheme = 0;
  uint contrast = 0;
  bool animations = true;

  void tell(const QString& key, uint value) {
    QDBusMessage signal =
        QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                   QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("SettingChanged"));
    signal << QStringLiteral("org.freedesktop.appearance") << key << QVariant::fromValue(QDBusVariant(value));
    for (const QDBusConnection& connection : std::as_const(m_connections)) connection.send(signal);
  }

 public slots:
  // NOLINTNEXTLINE(readability-identifier-naming): the portal's own name
  QMap<QString, QVariantMap> ReadAll(const QStringList& /*spaces*/) {
    return {{QStringLiteral("org.freedesktop.appearance"),
             {{QStringLiteral("color-scheme"), scheme}, {QStringLiteral("contrast"), contrast}}},
            {QStringLiteral("org.gnome.desktop.interface"), {{QStringLiteral("enable-animations"), animations}}}};
  }

 private:
  QDBusServer m_server;
  QList<QDBusConnection> m_connections;
};

class tst_preferences : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  int m_connection = 0;

  QDBusConnection peer(const Portal& portal) {
    return QDBusConnection::connectToPeer(portal.address(), QStringLiteral("peer%1").arg(++m_connection));
  }

 private slots:
  void initTestCase() {
    using Spaces = QMap<QString, QVariantMap>;
    qDBusRegisterMetaType<Spaces>();
  }
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() {
    m_fixture->theme().setTextScale(1);
    m_fixture->theme().setAnimations(true);
    m_fixture.reset();
  }

  void theDesktopsSettingsAreFollowedAndTheirChanges() {
    Portal portal;
    portal.scheme = 2;
    portal.animations = false;
    SystemAppearance system(peer(portal), {});
    Preferences preferences(m_fixture->theme(), m_fixture->language(), WindowSettings());
    preferences.follow(system);
    QTRY_VERIFY(system.isKnown());
    QCOMPARE(m_fixture->theme().kind(), ThemeKind::Light);
    QVERIFY(!m_fixture->theme().animations());
    portal.tell(QStringLiteral("color-scheme"), 1);
    QTRY_COMPARE(m_fixture->theme().kind(), ThemeKind::Dark);
    portal.tell(QStringLiteral("contrast"), 1);
    QTRY_COMPARE(m_fixture->theme().kind(), ThemeKind::Contrast);
    portal.tell(QStringLiteral("contrast"), 0);
    QTRY_COMPARE(m_fixture->theme().kind(), ThemeKind::Dark);
  }

  void theUsersChoiceWins() {
    Portal portal;
    portal.scheme = 2;
    SystemAppearance system(peer(portal), {});
    Preferences preferences(m_fixture->theme(), m_fixture->language(), WindowSettings());
    preferences.setTheme(ThemeKind::Contrast);
    preferences.setMotion(Preferences::Motion::Off);
    preferences.follow(system);
    QTRY_VERIFY(system.isKnown());
    QCOMPARE(m_fixture->theme().kind(), ThemeKind::Contrast);
    QVERIFY(!m_fixture->theme().animations());
    QVERIFY2(themeAfter(ThemeKind::Light) == ThemeKind::Dark, "who works in the light wants the dark, not contrast");
    QCOMPARE(themeAfter(themeAfter(themeAfter(ThemeKind::Light))), ThemeKind::Light);
    preferences.setTheme(std::nullopt);
    QCOMPARE(m_fixture->theme().kind(), ThemeKind::Light);
  }

  void withoutAPortalThePaletteDecides() {
    const SystemAppearance silent(QDBusConnection(QStringLiteral("no-such-bus")));
    QVERIFY(!silent.isKnown());
    QPalette dark;
    dark.setColor(QPalette::Window, Qt::black);
    dark.setColor(QPalette::WindowText, Qt::white);
    QCOMPARE(silent.theme(dark), ThemeKind::Dark);
    dark.setColor(QPalette::Window, Qt::white);
    dark.setColor(QPalette::WindowText, Qt::black);
    QCOMPARE(silent.theme(dark), ThemeKind::Light);
  }

  void choicesAreKept() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    {
      Preferences preferences(m_fixture->theme(), m_fixture->language(), WindowSettings(file));
      preferences.setTextPercent(150);
      preferences.setTheme(ThemeKind::Light);
      preferences.setMotion(Preferences::Motion::Off);
      QVERIFY(preferences.reopensTabs());
      preferences.setReopensTabs(false);
      preferences.settings().setText(QString::fromLatin1(kMapGroupingKey),
                                     QString::number(static_cast<int>(MapGrouping::Model)));
    }
    Preferences again(m_fixture->theme(), m_fixture->language(), WindowSettings(file));
    QCOMPARE(again.textPercent(), 150);
    QCOMPARE(again.theme().value_or(ThemeKind::Dark), ThemeKind::Light);
    QCOMPARE(again.motion(), Preferences::Motion::Off);
    QVERIFY(!again.reopensTabs());
    QCOMPARE(mapDefaults(again.settings()).grouping, MapGrouping::Model);
    QCOMPARE(m_fixture->theme().textScale(), 1.5);
  }

  void nonsenseInTheFileIsNotBelieved() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("cardinal.ini")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("theme=pink\ntextPercent=9000\nmotion=maybe\n[map]\ngrouping=77\nsorting=x\n");
    file.close();
    const WindowSettings settings(file.fileName());
    const Preferences preferences(m_fixture->theme(), m_fixture->language(), settings);
    QVERIFY(!preferences.theme().has_value());
    QCOMPARE(preferences.textPercent(), 200);
    QCOMPARE(preferences.motion(), Preferences::Motion::System);
    QCOMPARE(mapDefaults(settings).grouping, MapGrouping::Pool);
    QCOMPARE(mapDefaults(settings).sorting, MapSorting::Name);
  }

  void theDialogActsAtOnceAndChangesItsOwnLanguage() {
    ClusterView& window = m_fixture->open();
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<PreferencesDialog*>());
    auto* dialog = window.findChild<PreferencesDialog*>();
    const auto boxes = dialog->findChildren<QComboBox*>();
    QCOMPARE(boxes.size(), 7);
    const auto buttons = dialog->findChildren<QAbstractButton*>();
    const auto copy = std::find_if(buttons.begin(), buttons.end(), [](const QAbstractButton* one) {
      return one->text() == QStringLiteral("Save a copy…");
    });
    QVERIFY(copy != buttons.end());
    QVERIFY(!(*copy)->isEnabled());
    QVERIFY2((*copy)->toolTip().contains(QStringLiteral("not kept")), qPrintable((*copy)->toolTip()));
    for (const QComboBox* box : boxes) QVERIFY(!box->accessibleName().isEmpty());
    const auto choose = [](QComboBox* box, int index) {
      box->setCurrentIndex(index);
      emit box->activated(index);
    };
    choose(boxes[1], 2);
    QCOMPARE(m_fixture->theme().kind(), ThemeKind::Light);
    choose(boxes[2], 4);
    QCOMPARE(m_fixture->theme().textScale(), 2.0);
    choose(boxes[0], 1);
    QCOMPARE(m_fixture->language().code(), QStringLiteral("zh_CN"));
    QTRY_COMPARE(dialog->windowTitle(), QString::fromUtf8("首选项"));
    choose(boxes[0], 0);
  }
};

QTEST_MAIN(tst_preferences)
#include "tst_preferences.moc"
