// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// What a Reservation keeps of one card for pods to come, in the node's memory unit.
struct KeptShare {
  std::string_view reservation;  ///< its name; lives as long as the node's record
  CardShare share;
};
/// By the Reservations' names. Any thread.
std::vector<KeptShare> keptOnCard(const NodeRecord& node, CardIndex card);

}  // namespace cardinal
