// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/offer.h"

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
    case GpuMode::NoPlugin:
      return nodeRejection(ReasonCode::ModeNotPlaceable, Waiting::Unknown, modeText(view));
    default:
      return std::nullopt;
  }
}

class SharedOffer final : public Filter {
 public:
  explicit SharedOffer(const GpuRequest& gpu) : m_gpu(gpu) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (auto refused = checkPlaceable(view)) return refused;
    if (!isSharedMode(view.mode())) return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
    const bool offersCore = view.stack() == GpuStack::Ack && view.mode() == GpuMode::CoreMem;
    if (m_gpu.asksCore && !offersCore) return nodeRejection(ReasonCode::CoreNotOffered, Waiting::Never, modeText(view));
    if (!m_gpu.asksCore && offersCore) return nodeRejection(ReasonCode::CoreRequired, Waiting::Never, modeText(view));
    if (m_gpu.asksCore && m_gpu.cards > 1)
      return nodeRejection(ReasonCode::MultiCardNotSupported, Waiting::Never, modeText(view));
    return std::nullopt;
  }

  bool surelyPasses(const PlacementRow& row) const override {
    if (!isSharedMode(row.mode)) return false;
    const bool offersCore = row.stack == GpuStack::Ack && row.mode == GpuMode::CoreMem;
    return m_gpu.asksCore == offersCore && !(m_gpu.asksCore && m_gpu.cards > 1);
  }
  bool needsRecord() const override { return false; }

 private:
  const GpuRequest& m_gpu;
};

/// For requests that the scheduler of one stack places on nodes of that stack.
class StackOffer final : public Filter {
 public:
  explicit StackOffer(GpuStack stack) : m_stack(stack) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (view.mode() == GpuMode::Vgpu && view.stack() == m_stack) return std::nullopt;
    if (auto refused = checkPlaceable(view)) return refused;
    return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
  }
  bool surelyPasses(const PlacementRow& row) const override {
    return row.mode == GpuMode::Vgpu && row.stack == m_stack;
  }
  bool needsRecord() const override { return false; }

 private:
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
    return nodeRejection(ReasonCode::ModeMismatch, Waiting::Never, modeText(view));
  }
  bool surelyPasses(const PlacementRow& row) const override { return row.mode == GpuMode::Exclusive; }
  bool needsRecord() const override { return false; }
};

class WholeCardOffer final : public Filter {
 public:
  explicit WholeCardOffer(GpuRequest::Kind kind)
      : m_mode(kind == GpuRequest::Kind::Topology ? GpuMode::Topology : GpuMode::Exclusive),
        m_resource(wholeCardResource(kind)),
        m_slot(slotOf(m_resource)) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (view.mode() == m_mode) return std::nullopt;
    if (auto refused = checkPlaceable(view)) return refused;
    // kube-scheduler goes by the resource alone: a node that publishes it beside its own mode takes the pod.
    if (isPublished(view)) return std::nullopt;
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

  GpuMode m_mode;
  std::string_view m_resource;
  std::optional<ResourceSlot> m_slot;
};

}  // namespace

std::unique_ptr<Filter> makeOfferFilter(const Demand& demand) {
  const bool nothingRequested = demand.gpu.kind == GpuRequest::Kind::Shared && demand.gpu.memory.value <= 0;
  if (nothingRequested) return nullptr;
  switch (demand.gpu.kind) {
    case GpuRequest::Kind::Shared:
      return std::make_unique<SharedOffer>(demand.gpu);
    case GpuRequest::Kind::WholeCards:
    case GpuRequest::Kind::Topology:
      return std::make_unique<WholeCardOffer>(demand.gpu.kind);
    case GpuRequest::Kind::Vgpu:
      if (demand.gpu.stack == GpuStack::Kai) return std::make_unique<KaiOffer>();
      return std::make_unique<StackOffer>(demand.gpu.stack);
    default:
      return nullptr;
  }
}

}  // namespace cardinal::alloc
