// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/alloc/explain/scheduler_words.h"

namespace cardinal {
namespace {

struct Words {
  std::string_view text;
  ReasonCode code;
};

/// The first that is found counts. kube-scheduler 1.20 to 1.36, the gpushare extender, HAMi.
constexpr std::array kWords = {
    Words{"GPU Memory in one device", ReasonCode::InsufficientCardMemory},
    Words{"CardInsufficientMemory", ReasonCode::InsufficientCardMemory},
    Words{"CardInsufficientCore", ReasonCode::InsufficientCardCore},
    Words{"CardComputeUnitsExhausted", ReasonCode::InsufficientCardCore},
    Words{"CardTimeSlicingExhausted", ReasonCode::CardFull},
    Words{"CardNotHealth", ReasonCode::CardUnhealthy},
    Words{"ExclusiveDeviceAllocateConflict", ReasonCode::CardNotEmpty},
    Words{"AllocatedCardsInsufficientRequest", ReasonCode::NotEnoughCards},
    Words{"NumaNotFit", ReasonCode::NotEnoughCards},
    Words{"NodeInsufficientDevice", ReasonCode::NotEnoughWholeCards},
    Words{"CardMigTopologyInfeasible", ReasonCode::ModeNotPlaceable},
    Words{"CardTypeMismatch", ReasonCode::NodeSelectorMismatch},
    Words{"CardUuidMismatch", ReasonCode::NodeSelectorMismatch},
    Words{"Insufficient nvidia.com/gpu", ReasonCode::NotEnoughWholeCards},
    Words{"Insufficient aliyun.com/gpu-mem", ReasonCode::InsufficientResource},
    Words{"Insufficient aliyun.com/gpu-core", ReasonCode::InsufficientResource},
    Words{"Insufficient aliyun.com/gpu", ReasonCode::NotEnoughWholeCards},
    Words{"Insufficient ", ReasonCode::InsufficientResource},
    Words{"Too many pods", ReasonCode::TooManyPods},
    Words{"were unschedulable", ReasonCode::NodeUnschedulable},
    Words{"node.kubernetes.io/not-ready", ReasonCode::NodeNotReady},
    Words{"node.kubernetes.io/unreachable", ReasonCode::NodeNotReady},
    Words{"taint", ReasonCode::TaintNotTolerated},
    Words{"volume node affinity", ReasonCode::VolumeElsewhere},
    Words{"PersistentVolume's node affinity", ReasonCode::VolumeElsewhere},
    Words{"no available volume zone", ReasonCode::VolumeElsewhere},
    Words{"node affinity", ReasonCode::NodeAffinityMismatch},
    Words{"node selector", ReasonCode::NodeSelectorMismatch},
    Words{"requested node name", ReasonCode::NodeNameMismatch},
    Words{"free ports", ReasonCode::HostPortTaken},
    Words{"missing required label", ReasonCode::TopologyKeyMissing},
    Words{"topology spread constraints", ReasonCode::TopologySpreadSkew},
    Words{"existing pods anti-affinity rules", ReasonCode::ExistingAntiAffinity},
    Words{"pod anti-affinity rules", ReasonCode::PodAntiAffinityConflict},
    Words{"pod affinity rules", ReasonCode::PodAffinityUnmatched},
};

/// What begins behind the reasons: what preemption and the deallocation of claims came to, in numbers of the same
/// nodes.
constexpr std::array<std::string_view, 5> kTails = {
    ". preemption: ", ". no new claims to deallocate", ". still not schedulable",
    ". deallocation of ResourceClaim completed", ". deletion of ResourceClaim completed"};

std::string_view withoutTail(std::string_view text) {
  for (const std::string_view tail : kTails) text = text.substr(0, text.find(tail));
  return text;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Where the next "N words" part starts: after ", ", ": " or ". " and before a number.
std::size_t nextPart(std::string_view text, std::size_t from) {
  for (std::size_t i = std::max<std::size_t>(from, 2); i < text.size(); ++i) {
    const char mark = text[i - 2];
    const bool parts = text[i - 1] == ' ' && (mark == ',' || mark == ':' || mark == '.');
    if (parts && isDigit(text[i])) return i;
  }
  return std::string_view::npos;
}

void add(std::vector<ReasonCount>& out, std::string_view part) {
  std::uint32_t nodes = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), nodes);
  if (error != std::errc() || end == part.data() + part.size() || *end != ' ') return;
  const auto known = std::find_if(kWords.begin(), kWords.end(), [part](const Words& words) {
    return part.find(words.text) != std::string_view::npos;
  });
  if (known == kWords.end()) return;
  const auto same =
      std::find_if(out.begin(), out.end(), [known](const ReasonCount& count) { return count.code == known->code; });
  if (same != out.end()) {
    same->nodes += nodes;
  } else {
    out.push_back({known->code, nodes});
  }
}

}  // namespace

bool isWordOfDevicePlugin(std::string_view refusal) noexcept {
  return refusal.starts_with("request for '") || refusal.starts_with("invalid request for sharing GPU");
}

std::vector<ReasonCount> reasonsInMessage(std::string_view message) {
  constexpr std::size_t kMaxRead = 8192;
  const std::string_view text = withoutTail(message.substr(0, kMaxRead));
  std::vector<ReasonCount> out;
  std::size_t at = nextPart(text, 0);
  while (at != std::string_view::npos) {
    const std::size_t next = nextPart(text, at + 1);
    add(out, text.substr(at, next == std::string_view::npos ? next : next - at));
    at = next;
  }
  return out;
}

}  // namespace cardinal
