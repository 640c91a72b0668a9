// SPDX-License-Identifier: Apache-2.0
#include "app/commands/progress_line.h"

#include <unistd.h>

#include <iostream>

namespace cardinal::app {

namespace {

constexpr std::chrono::milliseconds kTimeout{1000};
constexpr std::chrono::milliseconds kPause{200};
constexpr const char* kStartOver = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine()
    : m_terminal(isatty(STDERR_FILENO) == 1), m_next(std::chrono::steady_clock::now() + kTimeout) {}

void ProgressLine::show(const QString& text) {
  const Moment now = std::chrono::steady_clock::now();
  if (!m_terminal || now < m_next) return;
  m_next = now + kPause;
  m_shown = true;
  std::cerr << kStartOver << text.toStdString() << std::flush;
}

void ProgressLine::clear() {
  if (m_shown) std::cerr << kStartOver << std::flush;
  m_shown = false;
}

}  // namespace cardinal::app
