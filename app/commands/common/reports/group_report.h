// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/commands/common/reports/answer_report.h"
#include "app/commands/workload_input.h"
#include "core/service/read/file_admission.h"

namespace cardinal::app {

/// The requests of one object: [first, end) of WorkloadInput::requests.
struct WorkloadGroup {
  std::size_t object = 0;
  std::size_t first = 0;
  std::size_t end = 0;
};
/// By object, in the order of the files; objects without requests have none.
std::vector<WorkloadGroup> groupsOf(const WorkloadInput& input);

/// What the files hold, and the answers to their requests, parallel to `input.requests`.
struct PreviewedFiles {
  WorkloadInput input;
  std::vector<PreviewedWorkload> workloads;
  std::vector<ObjectAdmission> admissions;  ///< before any node is looked at
};

/// After the last answer of a workload that has several roles or states a gang: how many of its pods fit, and whether
/// it starts. Empty for other positions and workloads.
QString groupReport(const PreviewedFiles& files, std::size_t position);
/// The same as JSON: an array of `workload`, `wanted`, `fits`, `gang`, `enforced`, `starts`, `cards`.
nlohmann::ordered_json groupsJson(const PreviewedFiles& files);

}  // namespace cardinal::app
