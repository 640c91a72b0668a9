// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: what the parts of an object come to, whichever format they were read from and in
// whatever order.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/kube/decode/parts/objects.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/object_event.h"
#include "core/model/raw.h"

namespace cardinal::decode {

// Watches.

/// Nothing for a word that is none of the five.
std::optional<WatchEventType> eventType(std::string_view text);

// Nodes.

/// An entry of status.addresses: the first internal address and the first host name count.
void addAddress(RawNode& node, std::string_view type, std::string_view address);
/// A name of an image; empty ones and those with a line break are left out.
void addImageName(NodeImage& image, std::string_view name);
/// Once annotations are read: the controllers of preferAvoidPods. Its text is JSON; what is not is ignored, as the
/// scheduler ignores it.
void readAvoids(RawNode& node);

// Pods.

/// A port of a container: one without a number on the node takes none there.
void addHostPort(Container& container, std::int64_t number, HostPort port);
/// A term or constraint of the pod; without a topology key it holds nothing but that there is such a rule.
void addPodAffinity(RawPodSpec& spec, PodAffinityTerm term);
void addTopologySpread(RawPodSpec& spec, TopologySpreadConstraint constraint);
/// The scheduler looks at no term without a weight.
void addPreferredNodeTerm(RawPodSpec& spec, PreferredNodeTerm term);

/// One condition of a pod's status.
void noteCondition(RawPod& pod, std::string_view type, std::string_view status, std::string_view reason,
                   std::string_view message);
/// status.resize of 1.27 to 1.32.
void noteResize(RawPod& pod, std::string_view text);

/// What is read from the status of one container.
struct ContainerStatus {
  HeldAmounts held;
  bool holds = false;  ///< the status has resources
  std::int64_t restarts = 0;
  std::string waiting;    ///< the reason for which it waits
  bool exitZero = false;  ///< it has ended with exit code 0
};

/// Restarts of all containers, the first reason for which one of them waits, and how many ended with exit code 0.
struct ContainerStatuses {
  std::int64_t restarts = 0;
  std::string waiting;
  int count = 0;
  int succeeded = 0;
  SharedList<HeldAmounts> held;
  void add(ContainerStatus container);
};

struct PodStatus {
  ContainerStatuses app;
  ContainerStatuses init;
  HeldAmounts whole;
  bool holdsWhole = false;           ///< the status has resources of the pod as a whole
  SharedList<HeldAmounts> claims{};  ///< nodeAllocatableResourceClaimStatuses, see claim_amounts.h
};

/// Once the status is read: phaseText, reason and resize of `pod` stand already.
void settleStatus(RawPod& pod, PodStatus status);
/// Once spec and status are read: allocated and actual resources are kept only where they differ from the requests.
void settleHeld(RawPod& pod);

// Devices.

/// `allocationMode` of a request.
void setMode(RawDeviceChoice& choice, std::string text);
/// A count of 0 is what the API server's defaulting reads as absent; protobuf writes it wherever there is none.
void settleCount(RawDeviceChoice& choice);
/// What a request without alternatives asks for. `hasExactly`: `exactly` is there; else its fields stood in the request
/// itself (v1alpha3, v1beta1), of which protobuf writes the empty ones too.
void settleRequest(RawDeviceRequest& request, RawDeviceChoice exactly, bool hasExactly);

// Others.

/// matchLabels of a budget's selector.
void addLabels(RawDisruptionBudget& budget, const StringMap& labels);

/// Fields of an event that depend on the component: newer components count in a series and leave the old fields empty.
struct EventFields {
  std::string reporter;
  UnixSeconds at = 0;
  UnixSeconds seriesLast = 0;
  std::int32_t seriesCount = 0;
  std::int32_t count = 0;
};
void settleEvent(ObjectEvent& event, const EventFields& fields);

}  // namespace cardinal::decode
