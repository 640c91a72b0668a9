// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/offer.h"

#include <algorithm>
#include <array>

namespace cardinal::alloc {
namespace {

constexpr std::size_t kModes = static_cast<std::size_t>(kLastGpuMode) + 1;

/// By mode: thousands of nodes may be refused for theirs.
const std::array<SharedText, kModes>& modeNames() {
  static const std::array<SharedText, kModes> kNames = [] {
    std::array<SharedText, kModes> out;
    for (std::size_t i = 0; i < kModes; ++i) out[i] = toString(static_cast<GpuMode>(i));
    return out;
  }();
  return kNames;
}

SharedText modeText(const NodeView& view) {
  if (view.mode() == GpuMode::Unknown) {
    if (const std::string* label = find(view.raw().meta.labels, "ack.node.gpu.schedule")) return *label;
  }
  return modeNames()[static_cast<std::size_t>(view.mode())];
}

/// Modes in which it is unknown for every request form whether a pod fits.
std::optional<Rejection> checkPlaceable(const NodeView& view) {
  switch (view.mode()) {
    case GpuMode::None:
      return nodeRejection(ReasonCode::NoGpu, Waiting::Never);
    case GpuMode::Mig:
    case GpuMode::Disabled:
    case GpuMode::Unknown:
    case GpuMode::NotRead:
      return nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, modeText(view));
    default:
      return std::nullopt;
  }
}

/// Cards are there, and none of them is offered under the name that is asked for: kube-scheduler counts 0 of it.
/// Whether waiting helps hangs on why.
Rejection offersNone(std::string_view resource, std::int64_t needed) {
  return Rejection{ReasonCode::InsufficientResource, Waiting::Unknown, kPendingCard, needed, 0, std::string(resource)};
}

/// Of the resource that the request is named by.
std::int64_t amountOf(const GpuRequest& gpu) {
  const auto named = std::find_if(gpu.asks.begin(), gpu.asks.end(),
                                  [&](const ResourceAsk& ask) { return ask.resource == gpu.resource; });
  return named != gpu.asks.end() ? named->amount : gpu.number().value_or(1);
}

class SharedOffer final : public Filter {
 public:
  explicit SharedOffer(const SharedAmounts& requested) : m_requested(requested) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (auto refused = checkPlaceable(view)) return refused;
    if (view.mode() == GpuMode::NoPlugin) return offersNone(kGpuMemory, m_requested.memory.value);
    if (!isSharedMode(view.mode())) return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
    const bool offersCore = view.stack() == GpuStack::Ack && view.mode() == GpuMode::CoreMem;
    if (m_requested.asksCore && !offersCore)
      return nodeRejection(ReasonCode::CoreNotOffered, Waiting::Never, modeText(view));
    if (!m_requested.asksCore && offersCore)
      return nodeRejection(ReasonCode::CoreRequired, Waiting::Never, modeText(view));
    if (m_requested.asksCore && m_requested.cards > 1)
      return nodeRejection(ReasonCode::MultiCardNotSupported, Waiting::Never, modeText(view));
    return std::nullopt;
  }

  bool surelyPasses(const PlacementRow& row) const override {
    if (!isSharedMode(row.mode)) return false;
    const bool offersCore = row.stack == GpuStack::Ack && row.mode == GpuMode::CoreMem;
    return m_requested.asksCore == offersCore && !(m_requested.asksCore && m_requested.cards > 1);
  }
  bool needsRecord() const override { return false; }

 private:
  SharedAmounts m_requested;
};

/// For requests that the scheduler of one stack places on nodes of that stack.
class StackOffer final : public Filter {
 public:
  explicit StackOffer(const GpuRequest& gpu) : m_gpu(gpu), m_stack(gpu.stack) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (view.mode() == GpuMode::Vgpu && view.stack() == m_stack) return std::nullopt;
    if (auto refused = checkPlaceable(view)) return refused;
    if (view.mode() == GpuMode::NoPlugin) return offersNone(m_gpu.resource, amountOf(m_gpu));
    return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
  }
  bool surelyPasses(const PlacementRow& row) const override {
    return row.mode == GpuMode::Vgpu && row.stack == m_stack;
  }
  bool needsRecord() const override { return false; }

 private:
  const GpuRequest& m_gpu;
  GpuStack m_stack;
};

/// The KAI-Scheduler shares out cards that a plugin offers as whole ones. What it makes of slots and instances of the
/// same name is not known.
class KaiOffer final : public Filter {
 public:
  std::optional<Rejection> check(const NodeView& view) const override {
    if (view.mode() == GpuMode::Exclusive) return std::nullopt;
    if (auto refused = checkPlaceable(view)) return refused;
    const Quantity* amount = find(view.raw().allocatable, kNvidiaCards);
    if (amount != nullptr && *amount > Quantity{})
      return nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, modeText(view));
    if (view.mode() == GpuMode::NoPlugin) return offersNone(kNvidiaCards, 1);
    return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
  }
  bool surelyPasses(const PlacementRow& row) const override { return row.mode == GpuMode::Exclusive; }
  bool needsRecord() const override { return false; }
};

class WholeCardOffer final : public Filter {
 public:
  explicit WholeCardOffer(const GpuRequest& gpu) : WholeCardOffer(gpu.kind(), gpu.wholeCards().value_or(0)) {}
  WholeCardOffer(GpuRequest::Kind kind, int cards)
      : m_cards(cards),
        m_mode(kind == GpuRequest::Kind::Topology ? GpuMode::Topology : GpuMode::Exclusive),
        m_resource(wholeCardResource(kind)),
        m_slot(slotOf(m_resource)) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (view.mode() == m_mode) return std::nullopt;
    // Devices for claims that are not published completely say nothing of what the plugin beside them offers.
    const bool isOfPlugin = view.stack() == GpuStack::Dra && view.mode() == GpuMode::NotRead && isPublished(view);
    if (isOfPlugin) return std::nullopt;
    if (auto refused = checkPlaceable(view)) return refused;
    // kube-scheduler goes by the resource alone: a node that publishes it beside its own mode takes the pod.
    if (isPublished(view)) return std::nullopt;
    if (isOwnForm(view)) return offersNone(m_resource, m_cards);
    return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
  }

  bool surelyPasses(const PlacementRow& row) const override { return row.mode == m_mode; }
  bool needsRecord() const override { return false; }

 private:
  bool isPublished(const NodeView& view) const {
    if (view.row != nullptr && m_slot) return view.row->allocatable[static_cast<std::size_t>(*m_slot)] > 0;
    const Quantity* amount = find(view.raw().allocatable, m_resource);
    return amount != nullptr && *amount > Quantity{};
  }

  /// The node asks for this form of request, and has nothing of it now: an invalid MIG layout, cards that are sick, no
  /// plugin.
  bool isOwnForm(const NodeView& view) const {
    if (m_resource != kNvidiaCards) return false;
    if (view.mode() == GpuMode::NoPlugin || view.mode() == GpuMode::MigSingle) return true;
    if (!isSlicedMode(view.mode())) return false;
    const Quantity* registered = find(view.raw().capacity, m_resource);
    return registered != nullptr && *registered > Quantity{};
  }

  int m_cards;
  GpuMode m_mode;
  std::string_view m_resource;
  std::optional<ResourceSlot> m_slot;
};

}  // namespace

std::unique_ptr<Filter> makeOfferFilter(const Demand& demand) {
  if (const auto requested = demand.gpu.shared())
    return requested->memory.value > 0 ? std::make_unique<SharedOffer>(*requested) : nullptr;
  switch (demand.gpu.kind()) {
    case GpuRequest::Kind::WholeCards:
    case GpuRequest::Kind::Topology:
      return std::make_unique<WholeCardOffer>(demand.gpu);
    case GpuRequest::Kind::Vgpu:
      if (demand.gpu.stack == GpuStack::Kai) return std::make_unique<KaiOffer>();
      return std::make_unique<StackOffer>(demand.gpu);
    default:
      return nullptr;
  }
}

}  // namespace cardinal::alloc
