// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/counted_devices.h"

#include <algorithm>
#include <limits>

#include "core/alloc/filter/filter.h"
#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"

namespace cardinal::alloc {
namespace {

/// Of names of shared devices, where the configuration renames them.
constexpr const char* kSharedSuffix = ".shared";

std::int64_t mostOfOneContainer(const RawPodSpec& spec, const std::string& resource) {
  std::int64_t most = 0;
  for (const auto* containers : {&spec.containers, &spec.initContainers}) {
    for (const Container& container : *containers) {
      for (const ResourceList* list : {&container.limits, &container.requests}) {
        if (const Quantity* amount = find(*list, resource)) most = std::max(most, amount->value());
      }
    }
  }
  return most;
}

/// True where one of the names in ", " is the resource.
bool listsResource(std::string_view names, std::string_view resource) {
  constexpr std::string_view kBetween = ", ";
  for (;;) {
    const std::size_t end = names.find(kBetween);
    if (names.substr(0, end) == resource) return true;
    if (end == std::string_view::npos) return false;
    names.remove_prefix(end + kBetween.size());
  }
}

/// As many MIG instances of the resource as devices: none is shared, so several devices are several instances.
bool isOneInstanceEach(const NodeView& view, std::string_view resource) {
  const bool isMig = view.mode() == GpuMode::MigSingle || view.mode() == GpuMode::MigMixed;
  if (!isMig || view.node->devices == nullptr) return false;
  std::int64_t instances = 0;
  const auto add = [&](const std::vector<InstanceGroup>& groups) {
    for (const InstanceGroup& group : groups) instances += group.resource == resource ? group.total : 0;
  };
  add(view.node->devices->instances);
  for (const CardDetail& card : view.node->devices->cards) add(card.instances);
  const Quantity* registered = find(view.raw().capacity, resource);
  if (registered == nullptr) registered = find(view.raw().allocatable, resource);
  return registered != nullptr && registered->value() == instances;
}

}  // namespace

CountedDeviceRule::CountedDeviceRule(const Demand& demand)
    : m_resource(demand.gpu.kind == GpuRequest::Kind::WholeCards ? std::string(kNvidiaCards) : demand.gpu.resource),
      m_count(demand.gpu.cards),
      m_perContainer(mostOfOneContainer(demand.spec, m_resource)),
      m_asked{m_resource} {
  for (const ResourceAsk& ask : demand.gpu.asks) {
    if (ask.resource != m_resource) m_asked.push_back(ask.resource);
  }
}

std::optional<bool> CountedDeviceRule::isRefused(const NodeView& view) const {
  if (m_perContainer <= 1) return false;
  const NodeExtras* const extras = view.node->extras.get();
  const bool isKnown =
      extras != nullptr && extras->nvidia != nullptr && view.node->exists() && view.stack() == GpuStack::Nvidia;
  const DevicePluginConfig* const config = isKnown ? configOf(*extras->nvidia, view.raw()) : nullptr;
  if (config == nullptr || !config->isRead) {
    // What the plugin does by default; of time-slicing the default is often changed.
    if (view.mode() == GpuMode::MpsSlots) return true;
    const bool mayBeShared = isSlicedMode(view.mode()) && !isOneInstanceEach(view, m_resource);
    return mayBeShared ? std::nullopt : std::optional(false);
  }
  const bool isShared = std::any_of(config->shared.begin(), config->shared.end(), [&](const SharedDevices& one) {
    return m_resource == one.resource || m_resource == one.resource + kSharedSuffix;
  });
  return isShared && config->failsAboveOne.value_or(config->sharing == DeviceSharing::Mps);
}

bool CountedDeviceRule::isLeftOver(const NodeView& view) const {
  if (!isSlicedMode(view.mode())) return false;
  const auto& findings = view.node->findings;
  return std::any_of(findings.begin(), findings.end(), [this](const Finding& finding) {
    if (finding.code != FindingCode::StaleResource) return false;
    return std::any_of(m_asked.begin(), m_asked.end(),
                       [&](const std::string& name) { return listsResource(finding.detail, name); });
  });
}

std::optional<Caveat> CountedDeviceRule::doubt(const NodeView& view) const {
  return isRefused(view) ? std::nullopt : std::optional(Caveat::SlotsMayFail);
}

std::int64_t CountedDeviceRule::freeDevices(const NodeView& view) const {
  const Quantity* allocatable = find(view.raw().allocatable, m_resource);
  const Quantity* requested = find(view.node->requested, m_resource);
  const std::int64_t total = allocatable != nullptr ? allocatable->value() : 0;
  const std::int64_t held = requested != nullptr ? requested->value() : 0;
  return std::max<std::int64_t>(saturatedDifference<std::int64_t>(saturatedDifference<std::int64_t>(total, held),
                                                                  saturatedProduct<std::int64_t>(view.placed, m_count)),
                                0);
}

bool CountedDeviceRule::choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  out = CardChoice{};
  out.cardCount = static_cast<int>(std::min<std::int64_t>(m_count, std::numeric_limits<int>::max()));
  if (m_count <= 0) {
    room = {0, 0, std::numeric_limits<std::int64_t>::max()};
    return true;
  }
  room = {0, 0, isTooLarge(view) || isLeftOver(view) ? 0 : freeDevices(view) / m_count};
  return room.fits > 0;
}

void CountedDeviceRule::explain(const NodeView& view, NodeRejection& out) const {
  if (isTooLarge(view)) {
    out.reason = Rejection{ReasonCode::StackRefused,
                           Waiting::Never,
                           kPendingCard,
                           0,
                           0,
                           "request for '" + m_resource + ": " + std::to_string(m_perContainer) +
                               "' too large: maximum request size for shared resources is 1"};
    return;
  }
  if (isLeftOver(view)) {
    out.reason = nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, toString(view.mode()));
    return;
  }
  out.reason = Rejection{
      ReasonCode::InsufficientResource, Waiting::NotNow, kPendingCard, m_count, freeDevices(view), m_resource};
}

}  // namespace cardinal::alloc
