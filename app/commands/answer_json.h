// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/commands/answer_report.h"
#include "app/commands/explain_report.h"

namespace cardinal::app {

/// The answers as JSON with stable English keys and codes; what is unknown is null. Ends with a line end.
std::string toJson(const std::vector<AskedWorkload>& asked, const ClusterSnapshot& snapshot);
/// The explanations likewise; nothing is cut.
std::string explanationJson(const std::vector<ExplainedPod>& pods, const ClusterSnapshot& snapshot);

}  // namespace cardinal::app
