// SPDX-License-Identifier: Apache-2.0
#include "app/program/console.h"

#include <unistd.h>

#include <iostream>

#include "core/base/hostile_text.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"

namespace cardinal::app {

Console::Console(CommonOptions options, const Clock& clock) : m_options(std::move(options)), m_clock(clock) {}

void Console::write(std::string_view bytes) {
  if (json())
    std::cout << withEscapes(bytes);
  else
    std::cout << bytes;
}

void Console::line(const QString& text) {
  std::cout << text.toStdString() << '\n';
}

void Console::flush() {
  std::cout.flush();
}

void Console::complain(const QString& text) {
  std::cout.flush();
  std::cerr << "cardinal: " << text.toStdString() << '\n';
}

void Console::complainVerbatim(std::string_view text) {
  std::cout.flush();
  std::cerr << text << '\n';
}

int Console::fail(const Error& error) {
  complain(ui::errorText(error));
  return kInputError;
}

void Console::tellCautions(const std::vector<Caution>& cautions) {
  for (const Caution& caution : cautions) complain(ui::cautionText(caution));
}

int Console::finish(int code) {
  std::cout.flush();
  return std::cout.good() ? code : static_cast<int>(kInputError);
}

bool Console::canAsk() const {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

std::string Console::ask(const QString& question) {
  std::cout.flush();
  std::cerr << question.toStdString() << ' ' << std::flush;
  std::string typed;
  std::getline(std::cin, typed);
  return typed;
}

}  // namespace cardinal::app
