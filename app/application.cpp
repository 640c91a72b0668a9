// SPDX-License-Identifier: Apache-2.0
#include "app/application.h"

#include <QApplication>
#include <QCoreApplication>
#include <QStandardPaths>
#include <iostream>

#include "app/command_line.h"
#include "app/commands/node_work.h"
#include "app/console.h"
#include "ui/bridge/kubeconfig_watch.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/language.h"
#include "ui/i18n/texts.h"
#include "ui/pages/shell/main_window.h"
#include "ui/pages/shell/namespaces_dialog.h"
#include "ui/pages/use/metrics_address.h"
#include "ui/theme/system_appearance.h"
#include "ui/theme/theme.h"

namespace cardinal::app {

namespace {

class StartTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Start)

 public:
  static QString unusable(const std::string& reason) {
    return tr("The command line cannot be used. See cardinal --help. Reported: %1").arg(ui::plain(reason));
  }
  static QString noDisplay() {
    return tr(
        "There is no display for the window: neither DISPLAY nor WAYLAND_DISPLAY is set. Use a subcommand such as "
        "inspect or render; see cardinal --help.");
  }
};

void nameApplication() {
  QCoreApplication::setApplicationName(QStringLiteral("cardinal"));
  QCoreApplication::setApplicationVersion(QStringLiteral(CARDINAL_VERSION));
}

/// Everything the window needs, in the order of dependence; destroyed in reverse.
class Desktop {
 public:
  Desktop(QApplication& application, CommonOptions options);

  /// Opens what the command line chose. Without a choice a broken kubeconfig is shown in the window, over the demo
  /// cluster.
  Result<void> open();
  void show() { m_window.show(); }

 private:
  Result<void> openChoice(SourceChoice choice);
  ui::SourceActions sourceActions();
  void follow(const SourceChoice& choice);
  void onKubeconfigChanged();

  SystemClock m_clock;
  CommonOptions m_options;
  ui::WindowSettings m_settings;
  ui::Language m_language;
  ui::Theme m_theme;
  std::shared_ptr<CredentialPlugins> m_plugins = makeCredentialPlugins();
  ui::KubeconfigWatch m_kubeconfigWatch;
  SourceChoice m_opened;
  std::string m_fingerprint;  ///< of what is connected; empty = no cluster
  ui::SnapshotBridge m_bridge;
  ui::SystemAppearance m_appearance{QDBusConnection::sessionBus()};
  ui::MainWindow m_window;
};

ui::WindowSettings userSettings() {
  return ui::WindowSettings(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                            QStringLiteral("/cardinal/cardinal.ini"));
}

Desktop::Desktop(QApplication& application, CommonOptions options)
    : m_options(std::move(options)),
      m_settings(userSettings()),
      m_language(application),
      m_theme(m_settings.theme().value_or(ui::ThemeKind::Dark)),
      m_bridge(m_clock),
      m_window(m_theme, m_language, m_bridge, m_settings) {
  const QString chosen = m_settings.language();
  m_language.setCode(chosen.isEmpty() ? ui::Language::fromLocale() : chosen);
  m_theme.applyTo(application);
  m_window.setSourceActions(sourceActions());
  QObject::connect(&m_kubeconfigWatch, &ui::KubeconfigWatch::changed, &m_window, [this] { onKubeconfigChanged(); });
  m_window.setJournalFolder(stateFolder());
  m_window.setRecordFolder(stateFolder() + "/history");
  m_window.followDesktop(m_appearance);
}

ui::SourceActions Desktop::sourceActions() {
  ui::SourceActions actions;
  actions.open = [this](SourceChoice choice) {
    if (choice.context && !choice.kubeconfig) choice.kubeconfig = m_options.source.kubeconfig;
    return openChoice(choice);
  };
  actions.useMetrics = [this](const MetricsAddress& address) {
    ui::rememberAddress(m_settings, m_bridge.info(), address);
    SourceChoice choice = m_opened;
    choice.prometheus = address;
    return openChoice(choice);
  };
  actions.useNamespaces = [this](const std::string& namespaces) {
    ui::rememberNamespaces(m_settings, m_bridge.info(), QString::fromStdString(namespaces));
    SourceChoice choice = m_opened;
    choice.namespaces = namespaces;
    return openChoice(choice);
  };
  actions.contexts = [this] { return listContexts(m_options.source.kubeconfig); };
  return actions;
}

Result<void> Desktop::openChoice(SourceChoice choice) {
  choice.plugins.all = m_options.source.plugins.all;
  choice.plugins.fingerprints = m_settings.allowedPlugins();
  if (const auto prompt = pluginToAllow(choice, m_clock)) {
    // Answered later; meanwhile the cluster that was looked at stays.
    m_window.askPlugin(*prompt, [this, choice, fingerprint = prompt->fingerprint] {
      m_settings.allowPlugin(fingerprint);
      if (Result<void> opened = openChoice(choice); !opened) m_window.showError(opened.error());
    });
    return {};
  }
  auto source = openSource(choice, m_clock, m_plugins);
  if (!source) return unexpected(std::move(source).error());
  if ((*source)->info().kind == SourceKind::Live) {
    // What the user named for this context in the window; the command line goes before it.
    SourceChoice told = choice;
    if (told.prometheus.url.empty()) told.prometheus = ui::rememberedAddress(m_settings, (*source)->info());
    if (told.namespaces.empty()) told.namespaces = ui::rememberedNamespaces(m_settings, (*source)->info()).toStdString();
    const bool more = told.prometheus.url != choice.prometheus.url || told.namespaces != choice.namespaces;
    if (more) source = openSource(told, m_clock, m_plugins);
    if (!source) return unexpected(std::move(source).error());
  }
  m_bridge.open(std::move(source).value());
  follow(choice);
  return {};
}

/// The connection keeps what it was opened with; that the file says something else by now is only told.
void Desktop::follow(const SourceChoice& choice) {
  m_opened = choice;
  const bool live = m_bridge.info().kind == SourceKind::Live;
  m_fingerprint = live ? clusterFingerprint(choice, m_clock).value_or(std::string()) : std::string();
  m_kubeconfigWatch.setFiles(live ? kubeconfigFiles(choice) : std::vector<std::string>());
}

void Desktop::onKubeconfigChanged() {
  const Result<std::string> now = clusterFingerprint(m_opened, m_clock);
  if (m_fingerprint.empty() || (now && *now == m_fingerprint)) return m_window.hideKubeconfigChange();
  m_window.showKubeconfigChange(now ? std::optional<Error>() : now.error(), [this] {
    if (Result<void> opened = openChoice(m_opened); !opened) m_window.showError(opened.error());
  });
}

Result<void> Desktop::open() {
  Result<void> opened = openChoice(m_options.source);
  if (opened || m_options.choosesSource()) return opened;
  SourceChoice demo;
  demo.demo = true;
  if (Result<void> fallback = openChoice(demo); !fallback) return fallback;
  m_window.showError(opened.error());
  return {};
}

bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int runWindow(int& argc, char** argv, CommonOptions options, const Clock& clock) {
  const QApplication application(argc, argv);
  QGuiApplication::setDesktopFileName(QStringLiteral("cardinal"));
  Console console(options, clock);
  Desktop desktop(*qApp, std::move(options));
  if (const Result<void> opened = desktop.open(); !opened) return console.fail(opened.error());
  desktop.show();
  return QApplication::exec();
}

/// A QCoreApplication for translated text, without display and widgets.
class TextProgram {
 public:
  TextProgram(int& argc, char** argv) : m_application(argc, argv), m_language(m_application) {
    m_language.setCode(ui::Language::fromLocale());
  }

 private:
  QCoreApplication m_application;
  ui::Language m_language;
};

int runText(int& argc, char** argv, Invocation invocation, const Clock& clock) {
  const TextProgram program(argc, argv);
  Console console(std::move(invocation.common), clock);
  return console.finish(invocation.text(console));
}

}  // namespace

int run(int argc, char** argv) {
  nameApplication();
  const SystemClock clock;
  auto parsed = parseCommandLine(argc, argv);
  if (const auto* answered = std::get_if<Answered>(&parsed)) {
    std::cout << answered->text << std::flush;
    return kDone;
  }
  if (const auto* unusable = std::get_if<Unusable>(&parsed)) {
    const TextProgram program(argc, argv);
    Console({}, clock).complain(StartTexts::unusable(unusable->reason));
    return kInputError;
  }
  auto& invocation = std::get<Invocation>(parsed);
  if (invocation.text) return runText(argc, argv, std::move(invocation), clock);
  if (invocation.picture) return invocation.picture(argc, argv, invocation.common);
  if (!hasDisplay()) {
    const TextProgram program(argc, argv);
    Console({}, clock).complain(StartTexts::noDisplay());
    return kInputError;
  }
  return runWindow(argc, argv, std::move(invocation.common), clock);
}

}  // namespace cardinal::app
