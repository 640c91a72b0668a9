// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/metrics/card_table.h"
#include "core/metrics/history.h"

namespace cardinal {

struct RefreshQuestion {
  RefreshPart part = RefreshPart::Values;
  std::string query;  ///< PromQL
};

/// The questions of one refresh: the same few for ten nodes and for ten thousand, at most kMaxRefreshQuestions.
/// Each names the metrics of all dialects and drops the labels that say nothing of cards.
const std::vector<RefreshQuestion>& refreshQuestions();
inline constexpr std::size_t kMaxRefreshQuestions = 10;

/// Counts the series of any dialect; an empty answer = this server measures no cards.
std::string presenceQuestion();

/// A question about the past of one metric. `query` gives one series per card or MIG instance, without a name.
struct PastQuestion {
  std::string metric;
  std::string query;
};

/// The past of some cards. `seen` = metrics that exist (others are not queried). Each point is what was so in the
/// `step` seconds before it, at least a minute: the average of how busy a card was and of its power, the most of the
/// rest.
std::vector<PastQuestion> historyQuestions(UseMeasure measure, std::span<const std::string> seen,
                                           std::span<const CardSample> cards, UnixSeconds step);

/// The past of all cards as one series per metric, added up by the source (rule: foldOf): memory of MIG instances is
/// summed, a MIG card is as busy as its busiest instance. Of several answers the first that has points counts.
std::vector<PastQuestion> clusterQuestions(UseMeasure measure, std::span<const std::string> seen, UnixSeconds step);

/// All cards over the last `window` seconds.
struct WindowQuestions {
  std::vector<PastQuestion> averageBusy;
  std::vector<PastQuestion> peaks;  ///< of how busy a card was and of its used memory
  std::string coverage;             ///< steps that have a sample; empty when nothing was seen
  int steps = 0;                    ///< how many there are
};
/// `hasInstances`: used memory is summed per card before its peak is taken, because the sum of the instances' peaks may
/// never have been in use at one time.
WindowQuestions windowQuestions(UnixSeconds window, std::span<const std::string> seen, bool hasInstances);

/// "label, label, ..." that distinguish cards, for `by (...)`.
const std::string& cardLabelList();

}  // namespace cardinal
