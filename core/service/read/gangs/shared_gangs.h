// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/alloc/rules_of.h"
#include "core/alloc/types.h"
#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"
#include "core/queues/answers/group_question.h"

namespace cardinal {

struct SharedGangQuestion {
  std::string ns;               ///< of objects that name none
  std::optional<int> replicas;  ///< as AdmissionQuestion has it
  RulesOf rules;                ///< likewise
  /// Claims that the files create: claimObjectsOf().
  std::function<std::shared_ptr<const ClaimObjects>(const std::vector<ManifestObject>&)> claimsOf;
};

/// Gangs whose pods several objects make, as the manifest notes them (GangOverRoles with a group): an answer for each
/// object of those of which too few fit together now, those that run counted. By the object's position. Of an object
/// that exists only the pods that it lacks are asked about.
std::map<std::size_t, queues::GroupAnswer> askSharedGangs(const std::vector<ManifestObject>& objects,
                                                          const ClusterSnapshot& snapshot,
                                                          const SharedGangQuestion& question);

}  // namespace cardinal
