// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/workload_input.h"
#include "app/program/session.h"
#include "core/service/read/file_admission.h"

namespace cardinal::app {

/// The namespace of objects that name none.
std::string namespaceFor(const CommonOptions& options, const SourceInfo& info);

/// What queue systems and the API server say of the objects of the files; `own`: of those that exist already too.
std::vector<ObjectAdmission> admissionsOf(const WorkloadInput& input, Session& session, const CommonOptions& options,
                                          const std::optional<int>& replicas = {},
                                          KnownObjects::Own own = KnownObjects::Own::Yes);

/// The requests become those of the pods that Kueue would release: with the node labels and tolerations of flavors.
void askAsReleased(WorkloadInput& input, const std::vector<ObjectAdmission>& admissions);

/// The domain whose nodes alone the pods of a role are asked about; empty = those of all.
std::string domainOf(const std::vector<ObjectAdmission>& admissions, const RoleOf& role);

/// In the language in force; empty = nothing is said of any object. `placed`: whose places are shown below; null = no
/// places are shown.
QString admissionReport(const std::vector<ObjectAdmission>& admissions, const WorkloadInput* placed);
/// An array with stable English keys and words, one entry for each admission; what is unknown is null. `objects`: those
/// that were asked about.
nlohmann::ordered_json admissionsJson(const std::vector<ObjectAdmission>& admissions,
                                      const std::vector<ManifestObject>& objects);

/// Kueue may hold this object back: no place of its pods is certain.
bool isHeldByQueue(const std::vector<ObjectAdmission>& admissions, std::size_t object);
/// Kueue is known not to admit one of them now.
bool isRefusedByQueue(const std::vector<ObjectAdmission>& admissions);

}  // namespace cardinal::app
