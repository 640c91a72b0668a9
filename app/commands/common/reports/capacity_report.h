// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/commands/workload_input.h"
#include "core/plan/capacity/capacity.h"
#include "core/plan/capacity/whole_workloads.h"
#include "core/service/read/file_admission.h"

namespace cardinal::app {

struct WorkloadCapacity {
  AllocationRequest request;
  CapacityAnswer answer;
  std::vector<std::string> tolerated{};  ///< see assumeTolerations; empty where a manifest was given
};

/// Of an object that makes pods of several roles.
struct ObjectCapacity {
  std::size_t object = 0;  ///< in the input
  WholeWorkloads whole;
  bool hasUnknown = false;  ///< of some node it is unknown what it takes of a role: `whole` is the least
  bool isUnknown() const { return hasUnknown && whole.fits == 0; }
};

/// The answer as text for a terminal, in the language in force.
QString report(const WorkloadCapacity& capacity, const ClusterSnapshot& snapshot);
QString report(const ObjectCapacity& capacity, const WorkloadInput& input);
/// The answers as JSON with stable English keys and codes; what is not counted is null. Ends with a line end.
std::string toJson(const std::vector<WorkloadCapacity>& capacities, const std::vector<ObjectCapacity>& objects,
                   const ClusterSnapshot& snapshot, const WorkloadInput& input,
                   const std::vector<ObjectAdmission>& admissions);

}  // namespace cardinal::app
