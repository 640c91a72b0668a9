// SPDX-License-Identifier: Apache-2.0
#include "app/application.h"

#include <QApplication>
#include <QCoreApplication>
#include <QIcon>
#include <iostream>

#include "app/command_line.h"
#include "app/desktop.h"
#include "app/handover.h"
#include "app/program/console.h"
#include "app/settings/own_kinds_file.h"
#include "app/settings/user_settings.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/language.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class StartTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Start)

 public:
  static QString unusable(const std::string& reason) {
    return tr("The command line cannot be used. See cardinal --help. Reported: %1").arg(ui::plain(reason));
  }
  static QString kindsNotUsed() { return tr("The kinds of this table are not used."); }
  static QString handedOver() {
    return tr("Shown in the window that is open already; --new-window opens another one.");
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

void readOwnKinds(Console& console) {
  const std::optional<Error> problem = takeOwnKinds();
  if (!problem) return;
  console.complain(ui::joinSentences({ui::errorText(*problem), StartTexts::kindsNotUsed()}));
}

bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int runWindow(int& argc, char** argv, Invocation invocation, const Clock& clock) {
  QApplication application(argc, argv);
  QGuiApplication::setDesktopFileName(QStringLiteral("cardinal"));
  QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/cardinal/cardinal.svg")));
  CommonOptions& options = invocation.common;
  Console console(options, clock);
  if (!invocation.newWindow) {
    const std::optional<Handover> handed = handOver(socketPath(), options);
    if (handed && handed->opened) {
      console.line(StartTexts::handedOver());
      return kDone;
    }
    if (handed) {
      console.complain(handed->complaint);
      return kInputError;
    }
  }
  readOwnKinds(console);
  Desktop desktop(application, std::move(options));
  if (const Result<void> opened = desktop.open(); !opened) return console.fail(opened.error());
  const HandoverServer server(socketPath(), [&desktop](const CommonOptions& asked) {
    desktop.bringToFront();
    return asked.choosesSource() || choosesView(asked.source) ? desktop.openInTab(asked.source) : Result<void>();
  });
  desktop.show();
  return QApplication::exec();
}

/// A QCoreApplication for translated text, without display and widgets.
class TextProgram {
 public:
  TextProgram(int& argc, char** argv) : m_application(argc, argv), m_language(m_application) {
    m_language.setCode(textLanguage());
  }

 private:
  QCoreApplication m_application;
  ui::Language m_language;
};

int runText(int& argc, char** argv, Invocation invocation, const Clock& clock) {
  const TextProgram program(argc, argv);
  Console console(std::move(invocation.common), clock);
  readOwnKinds(console);
  return console.finish(invocation.text(console));
}

}  // namespace

int run(int argc, char** argv) {
  nameApplication();
  const SystemClock clock;
  auto parsed = parseCommandLine(argc, argv);
  if (std::holds_alternative<Answered>(parsed)) {
    const TextProgram program(argc, argv);
    parsed = parseCommandLine(argc, argv);  // again, now that there are translators
    if (const auto* answered = std::get_if<Answered>(&parsed)) std::cout << answered->text << std::flush;
    return kDone;
  }
  if (const auto* unusable = std::get_if<Unusable>(&parsed)) {
    const TextProgram program(argc, argv);
    Console({}, clock).complain(StartTexts::unusable(unusable->reason));
    return kInputError;
  }
  auto& invocation = std::get<Invocation>(parsed);
  if (invocation.text) return runText(argc, argv, std::move(invocation), clock);
  if (invocation.picture) {
    (void)takeOwnKinds();
    return invocation.picture(argc, argv, invocation.common);
  }
  if (!hasDisplay()) {
    const TextProgram program(argc, argv);
    Console({}, clock).complain(StartTexts::noDisplay());
    return kInputError;
  }
  return runWindow(argc, argv, std::move(invocation), clock);
}

}  // namespace cardinal::app
