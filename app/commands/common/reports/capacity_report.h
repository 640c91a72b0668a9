// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/commands/workload_input.h"
#include "core/plan/capacity/capacity.h"
#include "core/service/read/file_admission.h"

namespace cardinal::app {

struct WorkloadCapacity {
  AllocationRequest request;
  CapacityAnswer answer;
};

/// The answer as text for a terminal, in the language in force.
QString report(const WorkloadCapacity& capacity, const ClusterSnapshot& snapshot);
/// The answers as JSON with stable English keys and codes; what is not counted is null. Ends with a line end.
std::string toJson(const std::vector<WorkloadCapacity>& capacities, const ClusterSnapshot& snapshot,
                   const WorkloadInput& input, const std::vector<ObjectAdmission>& admissions);

}  // namespace cardinal::app
