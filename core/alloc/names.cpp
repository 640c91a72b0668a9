// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/alloc/types.h"

namespace cardinal {

const char* toString(ReasonCode code) noexcept {
  switch (code) {
    case ReasonCode::RequestInvalid:
      return "RequestInvalid";
    case ReasonCode::NodeUnknown:
      return "NodeUnknown";
    case ReasonCode::NodeUnschedulable:
      return "NodeUnschedulable";
    case ReasonCode::NodeNotReady:
      return "NodeNotReady";
    case ReasonCode::NodeNameMismatch:
      return "NodeNameMismatch";
    case ReasonCode::NodeSelectorMismatch:
      return "NodeSelectorMismatch";
    case ReasonCode::NodeAffinityMismatch:
      return "NodeAffinityMismatch";
    case ReasonCode::TaintNotTolerated:
      return "TaintNotTolerated";
    case ReasonCode::InsufficientResource:
      return "InsufficientResource";
    case ReasonCode::TooManyPods:
      return "TooManyPods";
    case ReasonCode::NoGpu:
      return "NoGpu";
    case ReasonCode::ModeMismatch:
      return "ModeMismatch";
    case ReasonCode::CoreNotOffered:
      return "CoreNotOffered";
    case ReasonCode::CoreRequired:
      return "CoreRequired";
    case ReasonCode::MultiCardNotSupported:
      return "MultiCardNotSupported";
    case ReasonCode::ModeNotPlaceable:
      return "ModeNotPlaceable";
    case ReasonCode::CardUnhealthy:
      return "CardUnhealthy";
    case ReasonCode::InsufficientCardMemory:
      return "InsufficientCardMemory";
    case ReasonCode::InsufficientCardCore:
      return "InsufficientCardCore";
    case ReasonCode::NoCommonCard:
      return "NoCommonCard";
    case ReasonCode::NotEnoughCards:
      return "NotEnoughCards";
    case ReasonCode::CardFull:
      return "CardFull";
    case ReasonCode::CardNotEmpty:
      return "CardNotEmpty";
    case ReasonCode::NotEnoughWholeCards:
      return "NotEnoughWholeCards";
    case ReasonCode::NotAimedAt:
      return "NotAimedAt";
    case ReasonCode::NeverBound:
      return "NeverBound";
    case ReasonCode::HostPortTaken:
      return "HostPortTaken";
    case ReasonCode::TopologyKeyMissing:
      return "TopologyKeyMissing";
    case ReasonCode::TopologySpreadSkew:
      return "TopologySpreadSkew";
    case ReasonCode::PodAffinityUnmatched:
      return "PodAffinityUnmatched";
    case ReasonCode::PodAntiAffinityConflict:
      return "PodAntiAffinityConflict";
    case ReasonCode::VolumeElsewhere:
      return "VolumeElsewhere";
    case ReasonCode::StackRefused:
      return "StackRefused";
    case ReasonCode::ExistingAntiAffinity:
      return "ExistingAntiAffinity";
  }
  return "?";
}

const char* toString(ScoreCode code) noexcept {
  switch (code) {
    case ScoreCode::CardPacking:
      return "CardPacking";
    case ScoreCode::BestFit:
      return "BestFit";
    case ScoreCode::LeastAllocated:
      return "LeastAllocated";
    case ScoreCode::MostAllocated:
      return "MostAllocated";
    case ScoreCode::CapacityRatio:
      return "CapacityRatio";
    case ScoreCode::BalancedAllocation:
      return "BalancedAllocation";
    case ScoreCode::TaintToleration:
      return "TaintToleration";
    case ScoreCode::NodeAffinity:
      return "NodeAffinity";
    case ScoreCode::TopologySpread:
      return "TopologySpread";
    case ScoreCode::PodAffinity:
      return "PodAffinity";
    case ScoreCode::ImageLocality:
      return "ImageLocality";
    case ScoreCode::PreferAvoidPods:
      return "PreferAvoidPods";
  }
  return "?";
}

const char* toString(Certainty certainty) noexcept {
  switch (certainty) {
    case Certainty::Certain:
      return "Certain";
    case Certainty::OneOf:
      return "OneOf";
    case Certainty::Modelled:
      return "Modelled";
  }
  return "?";
}

const char* toString(Caveat caveat) noexcept {
  switch (caveat) {
    case Caveat::ClosedScheduler:
      return "ClosedScheduler";
    case Caveat::NodeScoresNotModelled:
      return "NodeScoresNotModelled";
    case Caveat::CardChosenByKubelet:
      return "CardChosenByKubelet";
    case Caveat::PodAffinity:
      return "PodAffinity";
    case Caveat::TopologySpread:
      return "TopologySpread";
    case Caveat::Volumes:
      return "Volumes";
    case Caveat::SchedulingGates:
      return "SchedulingGates";
    case Caveat::PreferredNodeAffinity:
      return "PreferredNodeAffinity";
    case Caveat::HostPorts:
      return "HostPorts";
    case Caveat::UnknownMemory:
      return "UnknownMemory";
    case Caveat::CountLabelIgnored:
      return "CountLabelIgnored";
    case Caveat::NodesNotReady:
      return "NodesNotReady";
    case Caveat::TooManyPodsOnCard:
      return "TooManyPodsOnCard";
    case Caveat::StackScheduler:
      return "StackScheduler";
    case Caveat::DeviceClaims:
      return "DeviceClaims";
    case Caveat::RuntimeOverhead:
      return "RuntimeOverhead";
    case Caveat::ClaimMissing:
      return "ClaimMissing";
    case Caveat::LabelKeys:
      return "LabelKeys";
    case Caveat::FieldsNotRead:
      return "FieldsNotRead";
    case Caveat::FieldsByGate:
      return "FieldsByGate";
    case Caveat::ReservationsNotRead:
      return "ReservationsNotRead";
    case Caveat::SmcRWithoutErdma:
      return "SmcRWithoutErdma";
    case Caveat::NumaNotEvaluated:
      return "NumaNotEvaluated";
    case Caveat::GroupIncomplete:
      return "GroupIncomplete";
    case Caveat::SlotsMayFail:
      return "SlotsMayFail";
    case Caveat::TolerationsAtAdmission:
      return "TolerationsAtAdmission";
    case Caveat::PriorityNotRead:
      return "PriorityNotRead";
    case Caveat::PluginsNotEvaluated:
      return "PluginsNotEvaluated";
    case Caveat::ProfileNotVerified:
      return "ProfileNotVerified";
    case Caveat::OtherScheduler:
      return "OtherScheduler";
    case Caveat::NodesSampled:
      return "NodesSampled";
    case Caveat::ServicesNotRead:
      return "ServicesNotRead";
    case Caveat::ReplicasInteract:
      return "ReplicasInteract";
    case Caveat::RulesNotRead:
      return "RulesNotRead";
    case Caveat::ContainersUnmatched:
      return "ContainersUnmatched";
    case Caveat::VolumeLimits:
      return "VolumeLimits";
    case Caveat::Preemption:
      return "Preemption";
  }
  return "?";
}

void CardRefusals::keepOnly(CardIndex card) {
  CardRefusals kept;
  for (const Rejection& one : *this) {
    if (one.card == card) kept.push_back(one);
  }
  *this = std::move(kept);
}

}  // namespace cardinal
