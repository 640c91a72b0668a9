// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/kept_room.h"

#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/koordinator.h"

namespace cardinal::alloc {

bool knowsReservations(const NodeRecord& node) {
  return node.extras != nullptr && node.extras->reservationsKnown;
}

bool KeptFromPod::sees(const KeptRoom& room) const {
  const RawPodSpec& own = room.by->pod.spec;
  const bool isSame =
      own.usesDefaultScheduler() ? m_pod.spec.usesDefaultScheduler() : own.schedulerName == m_pod.spec.schedulerName;
  return isSame || m_isOfKoordinator;
}

void KeptFromPod::read(const NodeRecord& node) {
  if (!m_affinity) m_affinity = koordinator::readReservationAffinity(m_pod);
  for (const KeptRoom& room : *node.kept) {
    const bool isFree =
        koordinator::mayTake(*m_affinity, m_pod, *room.by, room.pods > 0, node.raw->meta.labels).value_or(false);
    if (!isFree && sees(room)) m_rooms.push_back(&room);
  }
}

std::int64_t KeptFromPod::amount(std::string_view resource, bool milli) const {
  std::int64_t sum = 0;
  for (const KeptRoom* room : m_rooms) {
    const Quantity* kept = find(room->resources, resource);
    if (kept != nullptr) sum = saturatedSum<std::int64_t>(sum, milli ? kept->milliValue() : kept->value());
  }
  return sum;
}

}  // namespace cardinal::alloc
