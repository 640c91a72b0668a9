// SPDX-License-Identifier: Apache-2.0
// Answers written as protobuf: each kind that is read from it, and the failure that may stand in their place; and the
// same object in both formats.
#include <array>
#include <string>

#include "core/kube/decode/decoder.h"
#include "core/kube/decode/next_page.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "tests/fuzz/targets.h"
#include "tests/support/made_objects.h"

namespace cardinal::fuzz {
namespace {

template <typename T>
void requirePromisedError(const Result<T>& result) {
  if (!result) require(result.error().code != ErrorCode::Internal, "an answer of the server is no bug of ours");
}

template <typename Object, typename Use>
void readList(Decoder& decoder, std::string_view input, Use&& use) {
  const auto list = decoder.list<Object>(std::string(input), WireFormat::Protobuf);
  requirePromisedError(list);
  if (!list) return;
  require(nextPageToken(input, WireFormat::Protobuf).size() <= input.size(), "a token stands in the answer");
  for (const auto& item : list->items) use(*item);
}

template <typename Object>
void read(Decoder& decoder, std::string_view input) {
  readList<Object>(decoder, input, [](const Object&) {});
}

template <typename Object>
void requireEqual(const char* version, const char* kind, std::string_view bytes) {
  const test::MadeList made = test::madeList(version, kind, bytes);
  Decoder decoder;
  const auto fromJson = decoder.list<Object>(made.json);
  const auto fromProtobuf = decoder.list<Object>(made.protobuf, WireFormat::Protobuf);
  require(fromJson && fromProtobuf, "what a server can write is read in both formats");
  require(*fromJson->items.at(0) == *fromProtobuf->items.at(0), "the same object in both formats is equal");
}

template <typename Object>
void requireEqualDevices(const char* kind, std::string_view bytes) {
  constexpr std::array<const char*, 2> kShapes = {"resource.k8s.io/v1", "resource.k8s.io/v1beta1"};
  for (const char* const version : kShapes) requireEqual<Object>(version, kind, bytes);
}

using Compare = void (*)(std::string_view);
constexpr std::array<Compare, 17> kKinds = {
    [](std::string_view bytes) { requireEqual<RawNode>("v1", "Node", bytes); },
    [](std::string_view bytes) { requireEqual<RawPod>("v1", "Pod", bytes); },
    [](std::string_view bytes) { requireEqual<RawConfigMap>("v1", "ConfigMap", bytes); },
    [](std::string_view bytes) { requireEqual<RawQuota>("v1", "ResourceQuota", bytes); },
    [](std::string_view bytes) { requireEqual<RawLimitRange>("v1", "LimitRange", bytes); },
    [](std::string_view bytes) { requireEqual<RawClaim>("v1", "PersistentVolumeClaim", bytes); },
    [](std::string_view bytes) { requireEqual<RawVolume>("v1", "PersistentVolume", bytes); },
    [](std::string_view bytes) { requireEqual<ObjectEvent>("v1", "Event", bytes); },
    [](std::string_view bytes) { requireEqual<RawService>("v1", "Service", bytes); },
    [](std::string_view bytes) { requireEqual<RawNamespace>("v1", "Namespace", bytes); },
    [](std::string_view bytes) { requireEqual<RawPriorityClass>("scheduling.k8s.io/v1", "PriorityClass", bytes); },
    [](std::string_view bytes) { requireEqual<RawRuntimeClass>("node.k8s.io/v1", "RuntimeClass", bytes); },
    [](std::string_view bytes) { requireEqual<RawDisruptionBudget>("policy/v1", "PodDisruptionBudget", bytes); },
    [](std::string_view bytes) { requireEqualDevices<RawResourceSlice>("ResourceSlice", bytes); },
    [](std::string_view bytes) { requireEqualDevices<RawDeviceClass>("DeviceClass", bytes); },
    [](std::string_view bytes) { requireEqualDevices<RawResourceClaim>("ResourceClaim", bytes); },
    [](std::string_view bytes) { requireEqualDevices<RawResourceClaimTemplate>("ResourceClaimTemplate", bytes); }};

}  // namespace

void formats(std::string_view input) {
  if (input.empty()) return;
  kKinds[static_cast<unsigned char>(input[0]) % kKinds.size()](input.substr(1));
}

void protobuf(std::string_view input) {
  Decoder decoder;
  readList<RawPod>(decoder, input, [](const RawPod& pod) { readUsage(pod); });
  readList<RawNode>(decoder, input, [](const RawNode& node) { readCapacity(node, nullptr); });
  readList<RawConfigMap>(decoder, input, [](const RawConfigMap& map) { unhealthyGpus(map); });
  read<RawQuota>(decoder, input);
  read<RawLimitRange>(decoder, input);
  read<RawClaim>(decoder, input);
  read<RawVolume>(decoder, input);
  read<ObjectEvent>(decoder, input);
  read<RawService>(decoder, input);
  read<RawNamespace>(decoder, input);
  read<RawPriorityClass>(decoder, input);
  read<RawRuntimeClass>(decoder, input);
  read<RawDisruptionBudget>(decoder, input);
  read<RawResourceSlice>(decoder, input);
  read<RawDeviceClass>(decoder, input);
  read<RawResourceClaim>(decoder, input);
  read<RawResourceClaimTemplate>(decoder, input);
  requirePromisedError(decoder.status(std::string(input), WireFormat::Protobuf));
}

}  // namespace cardinal::fuzz
