// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <unordered_map>

#include "core/model/label_sketch.h"

namespace cardinal::alloc {

/// The answers to one question about pods, answered once for each of their classes (`SchedulerView::podClasses`):
/// 100,000 pods are of a few hundred.
class ClassAnswers {
 public:
  template <typename Answer>
  bool of(LabelHash podClass, Answer answerOf) {
    Recent& recent = m_recent[podClass >> kShift];
    if (recent.known && recent.podClass == podClass) return recent.answer;
    const auto [found, isNew] = m_all.try_emplace(podClass, false);
    if (isNew) found->second = answerOf();
    recent = {podClass, found->second, true};
    return recent.answer;
  }

 private:
  static constexpr int kShift = 55;  ///< 512 of them
  struct Recent {
    LabelHash podClass = 0;
    bool answer = false;
    bool known = false;
  };
  std::array<Recent, std::size_t{1} << (64 - kShift)> m_recent{};
  std::unordered_map<LabelHash, bool> m_all;
};

}  // namespace cardinal::alloc
