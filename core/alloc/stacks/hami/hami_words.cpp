// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/alloc/stacks/hami/hami.h"

namespace cardinal::hami {
namespace {

constexpr std::array<std::string_view, kCardReasons> kReasonNames{"CardNotHealth",
                                                                  "CardCordoned",
                                                                  "CardTypeMismatch",
                                                                  "CardUuidMismatch",
                                                                  "CardTimeSlicingExhausted",
                                                                  "ExclusiveDeviceAllocateConflict",
                                                                  "ResourceQuotaNotFit",
                                                                  "CardInsufficientMemory",
                                                                  "CardInsufficientCore",
                                                                  "CardComputeUnitsExhausted",
                                                                  "CardMigTopologyInfeasible",
                                                                  "CardNotFoundCustomFilterRule",
                                                                  "NumaNotFit",
                                                                  "AllocatedCardsInsufficientRequest"};

std::string countsText(const Refusal& refusal) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCardReasons; ++i) {
    if (refusal.counts[i] == 0) continue;
    parts.push_back(std::to_string(refusal.counts[i]) + "/" + std::to_string(refusal.cards) + " " +
                    std::string(kReasonNames[i]));
  }
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

/// A JSON string as Go writes it, for the characters that ids and profiles can hold.
std::string jsonText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out + "\"";
}

}  // namespace

std::string textOf(const Refusal& refusal) {
  switch (refusal.kind) {
    case Refusal::Kind::Unregistered:
      return "node unregistered";
    case Refusal::Kind::InsufficientDevice:
      return "NodeInsufficientDevice";
    case Refusal::Kind::Cards:
      return countsText(refusal);
    case Refusal::Kind::None:
    case Refusal::Kind::TooManyChoices:
      break;
  }
  return {};
}

std::string deviceListText(const Node& node, const Verdict& verdict, VendorIndex vendor) {
  const Vendor& of = vendors()[vendor];
  std::string out;
  for (const PlacedSegment& segment : verdict.segments) {
    if (segment.vendor != vendor) continue;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      const Placed& placed = verdict.placed[i];
      const Card& card = node.cards[placed.card];
      out += card.id + "," + (of.rule == VendorRule::Amd ? card.type : of.word) + "," +
             std::to_string(placed.memoryMib) + "," + std::to_string(placed.cores) + ":";
    }
    out += ";";
  }
  return out;
}

std::string migAllocationsText(const Node& node, const Verdict& verdict) {
  std::string out;
  std::size_t next = 0;
  for (const PlacedSegment& part : verdict.segments) {
    if (part.vendor != kNvidia) continue;
    const std::size_t segment = next++;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const Placed& placed = verdict.placed[i];
      if (placed.profile < 0 || placed.placement.size == 0) continue;
      const Card& card = node.cards[placed.card];
      out += (out.empty() ? "[" : ",");
      out += "{\"containerIndex\":" + std::to_string(segment) + ",\"deviceIndex\":" + std::to_string(i - part.begin) +
             ",\"gpuUUID\":" + jsonText(card.id) +
             ",\"profile\":" + jsonText(card.profiles[static_cast<std::size_t>(placed.profile)].name) +
             ",\"placement\":{\"start\":" + std::to_string(placed.placement.start) +
             ",\"size\":" + std::to_string(placed.placement.size) + "}}";
    }
  }
  return out.empty() ? out : out + "]";
}

std::string weightsRefusal(const Request& request) {
  return "calcScore failed " + request.choice.weightsError + " for pod " + request.pod.name;
}

std::string lockRefusal(const Node& node, const std::string& nodeName, const Request& request, UnixSeconds now,
                        bool holderExists) {
  const auto firstApp = request.containers.begin() +
                        static_cast<std::ptrdiff_t>(std::min(request.initContainers, request.containers.size()));
  // Cambricon has a lock of its own, Moore Threads none.
  const bool locks = std::any_of(firstApp, request.containers.end(), [](const ContainerRequest& requested) {
    return requested.requestsCards() && vendors()[requested.vendor].registers != Registers::Capacity;
  });
  const NodeLock& lock = node.lock;
  if (!locks || !lock.present) return {};
  if (!lock.parseError.empty()) return lock.parseError;
  const bool expired = now > lock.since && now - lock.since > kLockExpiresAfter;
  const bool isNamed = !lock.holder.name.empty();
  const bool isOwn = isNamed && lock.holder == request.pod;
  if (expired || isOwn || (isNamed && !holderExists)) return {};
  return "node " + nodeName + " has been locked within 5m0s: node lock contention";
}

}  // namespace cardinal::hami
