// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_dra.h"

#include <array>

#include "core/sim/api/demo_claims.h"
#include "core/sim/api/raw_parts.h"
#include "core/sim/population/demo_stacks.h"

namespace cardinal::sim {
namespace {

constexpr const char* kDriver = "gpu.nvidia.com";
constexpr const char* kEntry = "gpus";  ///< of spec.resourceClaims
constexpr std::int64_t kMiB = std::int64_t{1} << 20;

RawDeviceAttribute text(std::string value) {
  RawDeviceAttribute out;
  out.kind = RawDeviceAttribute::Kind::String;
  out.text = std::move(value);
  return out;
}

RawDeviceClass makeClass(const std::string& name, const std::string& type) {
  RawDeviceClass out;
  out.meta.key.name = name;
  out.meta.uid = name + "-class";
  out.selectors = {"device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == '" + type + "'"};
  return out;
}

RawDeviceClaimSpec specFor(std::int64_t gpus) {
  RawDeviceChoice choice;
  choice.deviceClass = kDriver;
  choice.count = gpus;
  RawDeviceRequest request;
  request.name = kEntry;
  request.choices.push_back(std::move(choice));
  RawDeviceClaimSpec out;
  out.requests.push_back(std::move(request));
  return out;
}

}  // namespace

std::string claimTemplateFor(std::int64_t gpus) {
  return "gpus-" + std::to_string(gpus);
}

RawResourceSlice makeSlice(const RawNode& node, const std::string& model, std::int64_t mib, int cards, Random& random) {
  RawResourceSlice out;
  const std::string& name = node.meta.key.name;
  out.meta.key.name = name + "-" + kDriver + "-" + random.nameSuffix(5);
  out.meta.uid = random.uid();
  out.meta.created = node.meta.created;
  out.driver = kDriver;
  out.pool = name;
  out.generation = 1;
  out.sliceCount = 1;
  out.nodes.nodeName = name;
  for (int i = 0; i < cards; ++i) {
    RawDevice device;
    device.name = "gpu-" + std::to_string(i);
    device.attributes = {{"type", text("gpu")}, {"uuid", text("GPU-" + random.uid())}, {"productName", text(model)}};
    set(device.capacity, "memory", mib * kMiB);
    out.devices.push_back(std::move(device));
  }
  return out;
}

std::vector<RawDeviceClass> makeDeviceClasses() {
  return {makeClass(kDriver, "gpu"), makeClass("mig.nvidia.com", "mig")};
}

std::vector<RawResourceClaimTemplate> makeClaimTemplates() {
  std::vector<RawResourceClaimTemplate> out;
  for (const char* ns : {"default", kTrialNamespace}) {
    for (const std::int64_t gpus : {1, 2, 4}) {
      RawResourceClaimTemplate made;
      made.meta.key = {ns, claimTemplateFor(gpus)};
      made.meta.uid = made.meta.key.ns + "-" + made.meta.key.name;
      made.spec = specFor(gpus);
      out.push_back(std::move(made));
    }
  }
  return out;
}

void askByClaim(RawPod& pod, const std::string& claimTemplate) {
  pod.spec.deviceClaims.push_back({kEntry, {}, claimTemplate});
}

RawResourceClaim makeClaim(const RawPod& pod, const std::string& node, const std::vector<int>& cards) {
  RawResourceClaim out;
  out.meta.key = {pod.meta.key.ns, pod.meta.key.name + "-" + kEntry};
  out.spec = specFor(static_cast<std::int64_t>(cards.size()));
  giveClaimTo(pod, kEntry, out);
  RawDeviceAllocation& held = out.allocation.emplace();
  for (const int card : cards)
    held.results.push_back({kEntry, kDriver, node, "gpu-" + std::to_string(card), false, {}});
  NodeSelectorRequirement here;
  here.key = "metadata.name";
  here.op = "In";
  here.values = {node};
  held.nodeSelector.emplace(1).front().matchFields.push_back(std::move(here));
  out.reservedFor.push_back({"pods", pod.meta.key.name, pod.meta.uid});
  return out;
}

}  // namespace cardinal::sim
