// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/koordinator/koordinator_reservations.h"

#include <algorithm>
#include <utility>

#include "core/provider/pod_request.h"
#include "core/provider/stacks/koordinator/koordinator_json.h"

namespace cardinal::koordinator {
namespace {

constexpr const char* kAffinity = "scheduling.koordinator.sh/reservation-affinity";
constexpr const char* kIgnored = "scheduling.koordinator.sh/reservation-ignored";
constexpr const char* kExactMatch = "scheduling.koordinator.sh/exact-match-reservation";
constexpr const char* kAllocated = "scheduling.koordinator.sh/reservation-allocated";

void readLabels(const Json& object, ReservationAffinity& out) {
  simdjson::dom::object entries;
  if (object.get(entries) != simdjson::SUCCESS) {
    out.isRead = false;
    return;
  }
  for (const auto entry : entries) {
    std::string_view text;
    if (entry.value.get(text) != simdjson::SUCCESS)
      out.isRead = false;
    else
      out.labels.emplace_back(std::string(entry.key), std::string(text));
  }
}

void readAffinity(const std::string& text, ReservationAffinity& out) {
  const JsonText json(text);
  if (json.root() == nullptr) {
    out.isRead = false;
    return;
  }
  JsonMembers members;
  members.read(*json.root(), "name", out.name);
  if (const auto selector = members.member(*json.root(), "reservationSelector")) readLabels(*selector, out);
  const bool hasTerms = members.member(*json.root(), "requiredDuringSchedulingIgnoredDuringExecution").has_value();
  members.each(*json.root(), "tolerations", [&](const Json&) { out.isRead = false; });
  out.isRead = out.isRead && members.isRead && !hasTerms;
}

bool hasLabels(const StringMap& wanted, const StringMap& own, const StringMap& ofNode) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& label) {
    const std::string* value = find(own, label.first);
    if (value == nullptr) value = find(ofNode, label.first);
    return value != nullptr && *value == label.second;
  });
}

/// The pod could be any of those that the Reservation is for, were it not for rules that are not evaluated.
std::optional<bool> certainly(std::optional<bool> isOwner, bool isRead) {
  if (isOwner && !*isOwner) return false;
  if (!isOwner || !isRead) return std::nullopt;
  return true;
}

}  // namespace

ReservationAffinity readReservationAffinity(const RawPod& pod) {
  ReservationAffinity out;
  const std::string* ignored = find(pod.meta.labels, kIgnored);
  out.isIgnored = ignored != nullptr && *ignored == "true";
  const std::string* affinity = find(pod.meta.annotations, kAffinity);
  out.isNeeded = affinity != nullptr && !affinity->empty();
  if (out.isNeeded) readAffinity(*affinity, out);
  out.isRead = out.isRead && find(pod.meta.annotations, kExactMatch) == nullptr;
  return out;
}

std::optional<bool> mayTake(const ReservationAffinity& affinity, const RawPod& pod,
                            const RawKoordinatorReservation& reservation, bool isInUse, const StringMap& nodeLabels) {
  if (reservation.phase != "Available" || (isInUse && reservation.allocateOnce.value_or(true))) return false;
  if (affinity.isIgnored) return true;
  const std::optional<bool> isOwner = ownedBy(reservation, pod);
  if (!affinity.name.empty()) {
    if (affinity.name != reservation.meta.key.name) return false;
    return certainly(isOwner, affinity.isRead);
  }
  const bool isClosed = reservation.unschedulable || reservation.meta.deletionTimestamp != 0 || reservation.hasTaints;
  if (isClosed && affinity.isRead) return false;
  if (!hasLabels(affinity.labels, reservation.meta.labels, nodeLabels)) return false;
  return certainly(isOwner, affinity.isRead);
}

bool ReservationReference::isTo(const RawKoordinatorReservation& reservation) const {
  const ObjectMeta& meta = reservation.meta;
  return meta.key.name == name && (uid.empty() || meta.uid.empty() || meta.uid == uid);
}

std::optional<ReservationReference> reservationOf(const RawPod& pod) {
  const std::string* text = find(pod.meta.annotations, kAllocated);
  if (text == nullptr) return std::nullopt;
  const JsonText json(*text);
  if (json.root() == nullptr) return std::nullopt;
  ReservationReference out;
  JsonMembers members;
  members.read(*json.root(), "name", out.name);
  members.read(*json.root(), "uid", out.uid);
  return out;
}

KeptBook::KeptBook(const std::vector<std::shared_ptr<const RawKoordinatorReservation>>& held) {
  for (const auto& reservation : held) {
    KeptRoom& room = m_rooms.emplace_back();
    room.by = reservation;
    if (reservation->allocatable.empty())
      provider::addPodRequests(room.resources, reservation->pod);
    else
      room.resources = reservation->allocatable;
  }
}

void KeptBook::add(const RawPod& pod) {
  const std::optional<ReservationReference> through = reservationOf(pod);
  if (!through) return;
  const auto room =
      std::find_if(m_rooms.begin(), m_rooms.end(), [&](const KeptRoom& one) { return through->isTo(*one.by); });
  if (room == m_rooms.end()) return;
  ++room->pods;
  ResourceList requested;
  provider::addPodRequests(requested, pod);
  for (ResourceAmount& kept : room->resources) {
    const Quantity* amount = find(requested, kept.name);
    if (amount != nullptr) kept.amount = kept.amount.leftAfter(*amount);
  }
}

KeptRooms KeptBook::take() {
  for (KeptRoom& room : m_rooms)
    eraseIf(room.resources, [](const ResourceAmount& kept) { return kept.amount <= Quantity{}; });
  return std::exchange(m_rooms, {});
}

}  // namespace cardinal::koordinator
