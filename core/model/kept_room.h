// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/gpu.h"
#include "core/model/raw.h"

namespace cardinal {

struct RawKoordinatorReservation;  // core/model/extras/koordinator.h

/// What a Reservation still keeps of its node for pods to come: what it holds, less what the pods bound through it
/// hold. Pods that it is not for, and that its scheduler places, find this taken. Source:
/// https://koordinator.sh/docs/user-manuals/resource-reservation
struct KeptRoom {
  std::shared_ptr<const RawKoordinatorReservation> by;  ///< never null
  ResourceList resources;                               ///< of the node, what is above 0
  std::uint32_t pods = 0;                               ///< bound through it
  std::vector<CardShare> cards;                         ///< by card, in the node's memory unit, what is above 0
};
/// Of one node, by the Reservations' names. Immutable once published.
using KeptRooms = std::vector<KeptRoom>;

}  // namespace cardinal
