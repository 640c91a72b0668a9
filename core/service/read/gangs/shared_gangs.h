// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"
#include "core/queues/answers/group_question.h"

namespace cardinal {

/// Gangs whose pods several objects make, as the manifest notes them (GangOverRoles with a group): an answer for each
/// object of those of which too few fit together now, those that run counted. By the object's position. `ns`: of
/// objects that name none; `claims`: that the files create. A pure function.
std::map<std::size_t, queues::GroupAnswer> askSharedGangs(const std::vector<ManifestObject>& objects,
                                                          const ClusterSnapshot& snapshot, const std::string& ns,
                                                          const std::shared_ptr<const ClaimObjects>& claims);

}  // namespace cardinal
