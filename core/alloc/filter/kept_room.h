// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/alloc/demand.h"
#include "core/provider/stacks/koordinator/koordinator_reservations.h"

namespace cardinal::alloc {

/// False: there may be Reservations that were not read.
bool knowsReservations(const NodeRecord& node);

/// What Reservations of Koordinator keep of nodes from one pod. Who places the pod must know Reservations: a scheduler
/// of another name than the Reservation's does not see them, unless Koordinator shares out the pod's cards. Called for
/// nodes with kept room only. One thread.
class KeptFromPod {
 public:
  /// The request of `demand` must outlive it.
  explicit KeptFromPod(const Demand& demand)
      : m_pod(*demand.request.pod), m_isOfKoordinator(demand.gpu.stack == GpuStack::Koordinator) {}

  /// Turns to a node; null = nothing is kept there.
  void look(const NodeRecord* node) {
    m_rooms.clear();
    if (node != nullptr && node->kept != nullptr) read(*node);
  }
  std::int64_t pods() const { return static_cast<std::int64_t>(m_rooms.size()); }
  /// Of a resource of the node; milli units or whole ones.
  std::int64_t amount(std::string_view resource, bool milli) const;

 private:
  void read(const NodeRecord& node);
  bool sees(const KeptRoom& room) const;

  const RawPod& m_pod;
  bool m_isOfKoordinator;
  std::optional<koordinator::ReservationAffinity> m_affinity;
  std::vector<const KeptRoom*> m_rooms;
};

}  // namespace cardinal::alloc
