// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "core/alloc/types.h"
#include "core/model/extras/gang_name.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Calls `use` for each pod that its gang counts as placed: bound, and neither ended nor ending; of Volcano also those
/// that have done their work. Only namespaces for which `isAsked` holds are looked at.
void eachPlacedMember(const ClusterSnapshot& snapshot, const std::function<bool(std::string_view)>& isAsked,
                      const std::function<void(const RawPod&, const GangName&)>& use);

/// How many of the pods of a gang find room at once, by the arithmetic of previews.
struct GangFit {
  std::optional<std::int64_t> fits;  ///< nothing = not known
  bool isOpen = false;  ///< more may fit: in another order, or on nodes of which it is not known what they take
};
/// `needed`: of the pods of all requests. One request is one form of pods.
GangFit fitGang(std::span<const AllocationRequest> requests, std::int64_t needed, const ClusterSnapshot& snapshot,
                const std::stop_token& stop = {});

/// What follows from the places of such pods is never certain: nobody knows whether the scheduler has the plugin
/// (GangName::isAssumed); YuniKorn takes placeholders for the pods.
bool isGangModelled(GangSystem system, bool isAssumed);

}  // namespace cardinal
