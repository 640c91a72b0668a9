// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <chrono>

namespace cardinal::app {

/// One line on standard error that says how far long work is: only on a terminal, only after a second, at most five
/// times a second.
class ProgressLine {
 public:
  ProgressLine();
  void show(const QString& text);
  void clear();

 private:
  using Moment = std::chrono::steady_clock::time_point;
  bool m_terminal = false;
  bool m_shown = false;
  Moment m_next;
};

}  // namespace cardinal::app
