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

void readLabels(const Json& object, ReservationWish& out) {
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

void readAffinity(const std::string& text, ReservationWish& out) {
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

ReservationWish readReservationWish(const RawPod& pod) {
  ReservationWish out;
  const std::string* ignored = find(pod.meta.labels, kIgnored);
  out.isIgnored = ignored != nullptr && *ignored == "true";
  const std::string* affinity = find(pod.meta.annotations, kAffinity);
  out.isNeeded = affinity != nullptr && !affinity->empty();
  if (out.isNeeded) readAffinity(*affinity, out);
  out.isRead = out.isRead && find(pod.meta.annotations, kExactMatch) == nullptr;
  return out;
}

std::optional<bool> mayTake(const ReservationWish& wish, const RawPod& pod,
                            const RawKoordinatorReservation& reservation, bool isInUse, const StringMap& nodeLabels) {
  if (reservation.phase != "Available" || (isInUse && reservation.allocateOnce.value_or(true))) return false;
  if (wish.isIgnored) return true;
  const std::optional<bool> isOwner = ownedBy(reservation, pod);
  if (!wish.name.empty()) {
    if (wish.name != reservation.meta.key.name) return false;
    return certainly(isOwner, wish.isRead);
  }
  const bool isClosed = reservation.unschedulable || reservation.meta.deletionTimestamp != 0 || reservation.hasTaints;
  if (isClosed && wish.isRead) return false;
  if (!hasLabels(wish.labels, reservation.meta.labels, nodeLabels)) return false;
  return certainly(isOwner, wish.isRead);
}

const RawKoordinatorReservation* reservationOf(
    const RawPod& pod, const std::vector<std::shared_ptr<const RawKoordinatorReservation>>& held) {
  const std::string* text = held.empty() ? nullptr : find(pod.meta.annotations, kAllocated);
  if (text == nullptr) return nullptr;
  const JsonText json(*text);
  if (json.root() == nullptr) return nullptr;
  JsonMembers members;
  std::string name;
  std::string uid;
  members.read(*json.root(), "name", name);
  members.read(*json.root(), "uid", uid);
  const auto found = std::find_if(held.begin(), held.end(), [&](const auto& one) {
    return one->meta.key.name == name && (uid.empty() || one->meta.uid.empty() || one->meta.uid == uid);
  });
  return found != held.end() ? found->get() : nullptr;
}

KeptBook::KeptBook(const std::vector<std::shared_ptr<const RawKoordinatorReservation>>& held) : m_held(held) {
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
  const RawKoordinatorReservation* through = reservationOf(pod, m_held);
  if (through == nullptr) return;
  const auto room =
      std::find_if(m_rooms.begin(), m_rooms.end(), [&](const KeptRoom& one) { return one.by.get() == through; });
  ++room->pods;
  ResourceList asked;
  provider::addPodRequests(asked, pod);
  for (ResourceAmount& kept : room->resources) {
    const Quantity* amount = find(asked, kept.name);
    if (amount != nullptr) kept.amount = kept.amount.leftAfter(*amount);
  }
}

KeptRooms KeptBook::take() {
  for (KeptRoom& room : m_rooms)
    eraseIf(room.resources, [](const ResourceAmount& kept) { return kept.amount <= Quantity{}; });
  m_held.clear();
  return std::exchange(m_rooms, {});
}

}  // namespace cardinal::koordinator
