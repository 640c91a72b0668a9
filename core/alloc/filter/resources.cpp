// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/resources.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

std::int64_t amountOf(const Quantity& quantity, bool milli) {
  if (!milli) return quantity.value();
  constexpr std::int64_t kMilli = 1000;
  const std::int64_t whole = quantity.value();
  if (quantity.isInteger() && whole >= 0 && whole <= std::numeric_limits<std::int64_t>::max() / kMilli)
    return whole * kMilli;
  return quantity.milliValue();
}

template <typename Word>
bool sameWord(const char* a, const char* b) {
  Word x = 0;
  Word y = 0;
  std::memcpy(&x, a, sizeof(Word));
  std::memcpy(&y, b, sizeof(Word));
  return x == y;
}

/// Equality without a call to the library: a scan over all nodes compares little else. Words may overlap.
inline bool sameName(const std::string& a, const std::string& b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  const char* left = a.data();
  const char* right = b.data();
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  constexpr std::size_t kHalf = sizeof(std::uint32_t);
  if (size >= kWord) {
    for (std::size_t at = 0; at + kWord < size; at += kWord) {
      if (!sameWord<std::uint64_t>(left + at, right + at)) return false;
    }
    return sameWord<std::uint64_t>(left + size - kWord, right + size - kWord);
  }
  if (size >= kHalf) {
    return sameWord<std::uint32_t>(left, right) && sameWord<std::uint32_t>(left + size - kHalf, right + size - kHalf);
  }
  return size == 0 || (left[0] == right[0] && left[size / 2] == right[size / 2] && left[size - 1] == right[size - 1]);
}

}  // namespace

ResourceCheck::ResourceCheck(const Demand& demand, bool checksUnnamed) : m_kept(demand) {
  m_asks.push_back({"pods", 1, false, ReasonCode::TooManyPods, 0, 0});
  m_asks.push_back({"cpu", 0, true, ReasonCode::InsufficientResource, 0, 0});
  m_asks.push_back({"memory", 0, false, ReasonCode::InsufficientResource, 0, 0});
  const bool whole = demand.gpu.kind == GpuRequest::Kind::WholeCards || demand.gpu.kind == GpuRequest::Kind::Topology;
  for (const ResourceAmount& entry : demand.resources) {
    const auto known =
        std::find_if(m_asks.begin(), m_asks.end(), [&](const Ask& ask) { return ask.name == entry.name; });
    if (known != m_asks.end()) {
      known->amount = amountOf(entry.amount, known->milli);
      continue;
    }
    const bool cards = whole && entry.name == wholeCardResource(demand.gpu.kind);
    m_asks.push_back({entry.name, entry.amount.value(), false,
                      cards ? ReasonCode::NotEnoughWholeCards : ReasonCode::InsufficientResource, 0, 0});
  }
  addUnnamed(demand, checksUnnamed);
  for (Ask& ask : m_asks) {
    ask.slot = slotOf(ask.name);
    ask.hash = hashOfLabelText(ask.name);
    if (ask.code != ReasonCode::TooManyPods) ask.detail = ask.name;
  }
}

void ResourceCheck::addUnnamed(const Demand& demand, bool checksUnnamed) {
  if (!checksUnnamed || demand.resources.empty()) return;
  constexpr std::string_view kStorage = "ephemeral-storage";
  if (find(demand.resources, kStorage) == nullptr)
    m_asks.push_back({std::string(kStorage), 0, false, ReasonCode::InsufficientResource, 0, 0});
  for (Ask& ask : m_asks) ask.always = ask.code != ReasonCode::TooManyPods;
}

std::int64_t ResourceCheck::amountIn(const ResourceList& list, const Ask& ask, std::size_t& at) {
  if (at < list.size() && sameName(list[at].name, ask.name)) return amountOf(list[at].amount, ask.milli);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!sameName(list[i].name, ask.name)) continue;
    at = i;
    return amountOf(list[i].amount, ask.milli);
  }
  return 0;
}

// Inlined by force, as what calls it: a scan is in here for each resource of each node.
template <bool kHasRow>
[[gnu::always_inline]] inline ResourceCheck::Amounts ResourceCheck::amountsOf(const NodeView& view, Ask& ask) const {
  const bool pods = ask.code == ReasonCode::TooManyPods;
  if constexpr (kHasRow) {
    if (pods) return {view.row->podsAllocatable, view.row->podCount};
    if (ask.slot) {
      const auto at = static_cast<std::size_t>(*ask.slot);
      return {view.row->allocatable[at], view.row->requested[at]};
    }
    for (const RowResource& one : view.rowResources()) {
      if (one.name == ask.hash) return {one.allocatable, one.requested};
    }
    return {};
  } else {
    Amounts out{amountIn(view.raw().allocatable, ask, ask.allocatableAt),
                pods ? std::int64_t{view.node->podCount} : amountIn(view.node->requested, ask, ask.requestedAt)};
    if (m_kept.pods() > 0)
      out.requested =
          saturatedSum<std::int64_t>(out.requested, pods ? m_kept.pods() : m_kept.amount(ask.name, ask.milli));
    return out;
  }
}

/// What the node has of one resource, and what is free of it.
template <bool kHasRow>
[[gnu::always_inline]] inline ResourceCheck::Found ResourceCheck::checkAsk(const NodeView& view, Ask& ask,
                                                                           ResourceFit& out) {
  const auto [allocatable, requested] = amountsOf<kHasRow>(view, ask);
  std::int64_t free = saturatedDifference<std::int64_t>(allocatable, requested);
  if (view.placed != 0)
    free = saturatedDifference<std::int64_t>(free, saturatedProduct<std::int64_t>(view.placed, ask.amount));
  const Found found{allocatable, free};
  if (ask.amount <= 0 && !(ask.always && free < 0)) return found;
  if (free < ask.amount) {
    refuse(ask, found, out);
  } else if (out.room > 0) {
    out.room = std::min(out.room, free / ask.amount);
  }
  return found;
}

void ResourceCheck::refuse(const Ask& ask, const Found& found, ResourceFit& out) {
  out.room = 0;
  const Waiting waiting = found.allocatable < ask.amount ? Waiting::Never : Waiting::NotNow;
  // Of several that are short, one that no end of pods brings says more than one that others have.
  if (out.rejection && (waiting == Waiting::NotNow || (*out.rejection).waiting == Waiting::Never)) return;
  out.rejection.say(ask.code, waiting, ask.amount, std::max<std::int64_t>(found.free, 0), ask.detail);
}

template <bool kHasRow>
void ResourceCheck::checkAll(const NodeView& view, ResourceFit& out) {
  checkAsk<kHasRow>(view, m_asks[kPods], out);
  const Found cpu = checkAsk<kHasRow>(view, m_asks[kCpu], out);
  out.basic.cpuAllocatable = cpu.allocatable;
  out.basic.cpuRequested = saturatedDifference<std::int64_t>(cpu.allocatable, cpu.free);
  const Found memory = checkAsk<kHasRow>(view, m_asks[kMemory], out);
  out.basic.memoryAllocatable = memory.allocatable;
  out.basic.memoryRequested = saturatedDifference<std::int64_t>(memory.allocatable, memory.free);
  for (std::size_t i = kOthers; i < m_asks.size(); ++i) checkAsk<kHasRow>(view, m_asks[i], out);
}

void ResourceCheck::check(const NodeView& view, ResourceFit& out) {
  out.rejection.reset();
  out.room = std::numeric_limits<std::int64_t>::max();
  if (view.row != nullptr) return checkAll<true>(view, out);
  // Nodes with kept room have no row.
  m_kept.look(view.node);
  checkAll<false>(view, out);
}

}  // namespace cardinal::alloc
