// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/kept_room.h"
#include "core/provider/stacks/koordinator/koordinator.h"

namespace cardinal::koordinator {

/// Reservations of Koordinator: who may take the room that they hold, and how much of it is left. Compared with v1.8.0
/// as far as devices go; of the plugin Reservation these are its rules for owners, names, labels, taints. Source:
/// https://github.com/koordinator-sh/koordinator/tree/v1.8.0/pkg/scheduler/plugins/reservation (transformer.go).
/// Pure functions of any thread; KeptBook is one node's and one thread's.

/// May the pod take what the Reservation holds? `isInUse`: a pod was bound through it, which ends those that are
/// allocated once. Nothing = that rests on rules that are not evaluated.
std::optional<bool> mayTake(const ReservationAffinity& affinity, const RawPod& pod,
                            const RawKoordinatorReservation& reservation, bool isInUse, const StringMap& nodeLabels);

/// The Reservation through which a bound pod was placed, as its annotation reservation-allocated names it.
struct ReservationReference {
  std::string name;
  std::string uid;  ///< empty = unknown
  bool isTo(const RawKoordinatorReservation& reservation) const;
};
/// Nothing = through none.
std::optional<ReservationReference> reservationOf(const RawPod& pod);

/// What the Reservations of one node still keep, apart from cards.
class KeptBook {
 public:
  KeptBook() = default;
  explicit KeptBook(const std::vector<std::shared_ptr<const RawKoordinatorReservation>>& held);
  bool isEmpty() const { return m_rooms.empty(); }
  /// To be called with every bound, not terminal pod of the node.
  void add(const RawPod& pod);
  /// In the order of the Reservations; amounts of 0 are gone. The book is empty afterwards.
  KeptRooms take();

 private:
  KeptRooms m_rooms;
};

}  // namespace cardinal::koordinator
