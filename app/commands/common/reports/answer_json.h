// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/commands/common/reports/answer_report.h"
#include "app/commands/common/reports/explain_report.h"
#include "app/commands/common/reports/group_report.h"

namespace cardinal::app {

/// The answers as JSON with stable English keys and codes; what is unknown is null. Ends with a line end. Every object
/// of the files is listed: in `workloads` (one entry a role), `unanswered`, `others` or `problems`.
std::string toJson(const PreviewedFiles& files, const ClusterSnapshot& snapshot);
/// The explanations likewise; nothing is cut. `input` null = the pod was no file's.
std::string explanationJson(const std::vector<ExplainedPod>& pods, const ClusterSnapshot& snapshot,
                            const WorkloadInput* input, const std::vector<ObjectAdmission>& admissions);

}  // namespace cardinal::app
