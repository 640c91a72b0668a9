// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/counted_devices.h"

#include <algorithm>
#include <limits>

#include "core/alloc/filter/filter.h"
#include "core/base/saturate.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
#include "core/model/other_view.h"
#include "core/provider/gpu_keys.h"

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

/// As many MIG instances of the resource as devices: none is shared, so several devices are several instances. So it is
/// with partitions.
bool isOneInstanceEach(const NodeView& view, std::string_view resource) {
  if (view.mode() == GpuMode::Partitions) return true;
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

constexpr std::string_view kGpuShare = "cloud.google.com/gke-gpu-sharing-strategy";
constexpr std::string_view kGpuClients = "cloud.google.com/gke-max-shared-clients-per-gpu";
constexpr std::string_view kVolcanoMemory = "volcano.sh/gpu-memory";
constexpr std::string_view kVolcanoCards = "volcano.sh/gpu-number";
constexpr std::string_view kIntelCompute = "gpu.intel.com/millicores";
constexpr std::string_view kIntelMemory = "gpu.intel.com/memory.max";
constexpr std::string_view kTooLargeForGke = "invalid request for sharing GPU";
constexpr std::string_view kTooLarge = "request for '";

std::int64_t amountIn(const ResourceList& list, std::string_view resource) {
  const Quantity* amount = find(list, resource);
  return amount != nullptr ? std::max<std::int64_t>(amount->value(), 0) : 0;
}

/// GKE's own plugin shares the cards of this node: its strategy; null = it does not.
const std::string* strategyOfGke(const NodeView& view) {
  return view.node->exists() ? find(view.raw().meta.labels, kGpuShare) : nullptr;
}

/// Nothing = not known.
std::optional<std::int64_t> cardsOfGke(const NodeView& view) {
  const std::string* label = find(view.raw().meta.labels, kGpuClients);
  std::int64_t clients = 0;
  if (label == nullptr || !provider::parseGoInteger(*label, clients) || clients < 1) return std::nullopt;
  const std::int64_t slots = amountIn(view.raw().capacity, kNvidiaCards);
  return slots > 0 && slots % clients == 0 ? std::optional(slots / clients) : std::nullopt;
}

}  // namespace

CountedDeviceRule::CountedDeviceRule(const Demand& demand)
    : m_resource(demand.gpu.kind() == GpuRequest::Kind::WholeCards ? std::string(kNvidiaCards) : demand.gpu.resource),
      m_count(demand.gpu.number().value_or(1)),
      m_cards(demand.gpu.number().value_or(1)),
      m_perContainer(mostOfOneContainer(demand.spec, m_resource)),
      m_asked{m_resource} {
  for (const ResourceAsk& ask : demand.gpu.asks) {
    if (ask.resource != m_resource) m_asked.push_back(ask.resource);
    if (demand.gpu.kind() == GpuRequest::Kind::Counted && ask.resource == m_resource) m_count = ask.amount;
    if (ask.resource == kVolcanoMemory) m_shareMemory = ask.amount;
    m_requestsIntelParts = m_requestsIntelParts || ask.resource == kIntelCompute || ask.resource == kIntelMemory;
    m_isVolcanoShare = m_isVolcanoShare || ask.resource == kVolcanoMemory || ask.resource == kVolcanoCards;
  }
}

std::optional<bool> CountedDeviceRule::isRefused(const NodeView& view) const {
  if (m_perContainer <= 1) return false;
  // GoogleCloudPlatform/container-engine-accelerators, pkg/gpu/nvidia/gpusharing: one slot a container, but of MPS
  // several on a node of one card.
  if (const std::string* strategy = isSlicedMode(view.mode()) ? strategyOfGke(view) : nullptr) {
    if (*strategy != "mps") return true;
    const auto cards = cardsOfGke(view);
    return cards ? std::optional(*cards > 1) : std::nullopt;
  }
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
    if (finding.code == FindingCode::MigLayoutInvalid) return true;
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
  const std::int64_t free =
      freeBesideOtherView(*view.node, m_resource).value_or(saturatedDifference<std::int64_t>(total, held));
  return std::max<std::int64_t>(
      saturatedDifference<std::int64_t>(free, saturatedProduct<std::int64_t>(view.placed, m_count)), 0);
}

/// volcano-sh/volcano, pkg/scheduler/api/devices/nvidia/gpushare: a pod's memory is of one card, each of which has the
/// same part of the sum; cards by number are those of which no pod has anything.
std::optional<std::int64_t> CountedDeviceRule::roomOfVolcanoShare(const NodeView& view) const {
  const std::int64_t held = amountIn(view.node->requested, kVolcanoMemory);
  if (m_shareMemory <= 0) return held > 0 ? std::nullopt : std::optional(freeDevices(view) / m_count);
  const std::int64_t cards = amountIn(view.raw().allocatable, kVolcanoCards);
  const std::int64_t each = cards > 0 ? amountIn(view.raw().allocatable, kVolcanoMemory) / cards : 0;
  if (cards <= 0) return std::nullopt;
  if (m_shareMemory > each) return 0;
  if (held > 0 || amountIn(view.node->requested, kVolcanoCards) > 0 || m_asked.size() > 1) return std::nullopt;
  return std::max<std::int64_t>(saturatedDifference(saturatedProduct(cards, each / m_shareMemory), view.placed), 0);
}

/// Source: intel-device-plugins-for-kubernetes, fractional resources of the GPU plugin: 1000 millicores are a card. The
/// sums say enough of the only card, and of cards of which nothing is requested.
bool CountedDeviceRule::isOfUnreadCards(const NodeView& view) const {
  constexpr std::int64_t kCard = 1000;
  if (!m_requestsIntelParts || amountIn(view.raw().allocatable, kIntelCompute) <= kCard) return false;
  return view.placed > 0 || amountIn(view.node->requested, kIntelCompute) > 0 ||
         amountIn(view.node->requested, kIntelMemory) > 0;
}

std::int64_t CountedDeviceRule::roomOf(const NodeView& view) const {
  if (isTooLarge(view) || isLeftOver(view) || isOfUnreadCards(view)) return 0;
  return m_isVolcanoShare ? roomOfVolcanoShare(view).value_or(0) : freeDevices(view) / m_count;
}

bool CountedDeviceRule::choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  out = CardChoice{};
  out.cardCount = m_cards;
  if (m_count <= 0) {
    room = {0, 0, std::numeric_limits<std::int64_t>::max()};
    return true;
  }
  room = {0, 0, roomOf(view)};
  return room.fits > 0;
}

void CountedDeviceRule::explain(const NodeView& view, NodeRejection& out) const {
  if (isTooLarge(view)) {
    std::string words = std::string(kTooLarge) + m_resource + ": " + std::to_string(m_perContainer) +
                        "' too large: maximum request size for shared resources is 1";
    if (const std::string* strategy = strategyOfGke(view))
      words = std::string(kTooLargeForGke) +
              (*strategy == "mps" ? " (MPS), at most 1 nvidia.com/gpu can be requested on multi-GPU nodes"
                                  : " (time-sharing), at most 1 nvidia.com/gpu can be requested on GPU nodes");
    out.reason = Rejection{ReasonCode::StackRefused, Waiting::Never, kPendingCard, 0, 0, std::move(words)};
    return;
  }
  if (isLeftOver(view)) {
    out.reason = nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, toString(view.mode()));
    return;
  }
  if (isOfUnreadCards(view)) {
    out.reason = nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, std::string(kIntelCompute));
    return;
  }
  if (m_isVolcanoShare) {
    const bool isKnown = roomOfVolcanoShare(view).has_value();
    out.reason = isKnown
                     ? Rejection{ReasonCode::StackRefused,
                                 m_shareMemory > 0 ? Waiting::Never : Waiting::NotNow,
                                 kPendingCard,
                                 0,
                                 0,
                                 m_shareMemory > 0 ? "no enough gpu memory on node" : "no enough gpu number on node"}
                     : nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, "volcano.sh/gpu-memory");
    return;
  }
  out.reason = Rejection{
      ReasonCode::InsufficientResource, Waiting::NotNow, kPendingCard, m_count, freeDevices(view), m_resource};
}

}  // namespace cardinal::alloc
