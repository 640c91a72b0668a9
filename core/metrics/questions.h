// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/metrics/card_table.h"

namespace cardinal {

struct RefreshQuestion {
  RefreshPart part = RefreshPart::Values;
  std::string query;  ///< PromQL
};

/// The questions of one refresh: the same few for ten nodes and for ten thousand, at most kMaxRefreshQuestions.
/// Each names the metrics of all dialects and drops the labels that tell cards nothing.
const std::vector<RefreshQuestion>& refreshQuestions();
inline constexpr std::size_t kMaxRefreshQuestions = 10;

/// Counts the series of any dialect; an empty answer = this server measures no cards.
std::string presenceQuestion();

/// "label, label, ..." that tell cards apart, for `by (...)`.
const std::string& cardLabelList();

}  // namespace cardinal
