// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/replay/recording/replay.h"

namespace cardinal::replay {

inline std::string flagText(bool flag) {
  return flag ? "true" : "false";
}

/// Counts decisions and collects differences, one mismatch per step however many of its figures differ. Values are
/// compared as texts, so that a difference is shown as it was compared.
class Comparison {
 public:
  /// Begins a step; what is compared until the next call belongs to it. Nothing = the state at the end.
  void begin(std::optional<std::int64_t> step, bool isDecision) {
    settle();
    m_step = step;
    if (isDecision) ++m_result.decisions;
  }

  void compare(const std::string& what, const std::string& recorded, const std::string& ours) {
    if (recorded == ours) return;
    m_differs = true;
    m_result.differences.push_back({m_step, what, recorded, ours});
  }

  /// Sets of names: the order does not count.
  void compareSets(const std::string& what, std::vector<std::string> recorded, std::vector<std::string> ours) {
    std::sort(recorded.begin(), recorded.end());
    std::sort(ours.begin(), ours.end());
    compare(what, joined(recorded), joined(ours));
  }

  /// `ours` must hold the recorded value: the scheduler drew among equals.
  void compareAmong(const std::string& what, const std::string& recorded, const std::vector<std::string>& ours) {
    if (std::find(ours.begin(), ours.end(), recorded) == ours.end()) compare(what, recorded, joined(ours));
  }

  ReplayResult take() {
    settle();
    return std::move(m_result);
  }

  static std::string joined(const std::vector<std::string>& items) {
    std::string out;
    for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
    return "[" + out + "]";
  }

 private:
  void settle() {
    m_result.mismatches += m_differs ? 1 : 0;
    m_differs = false;
  }

  ReplayResult m_result;
  std::optional<std::int64_t> m_step;
  bool m_differs = false;
};

}  // namespace cardinal::replay
