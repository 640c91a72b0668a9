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
  m_requests.push_back({"pods", 1, false, ReasonCode::TooManyPods, 0, 0});
  m_requests.push_back({"cpu", 0, true, ReasonCode::InsufficientResource, 0, 0});
  m_requests.push_back({"memory", 0, false, ReasonCode::InsufficientResource, 0, 0});
  const bool whole =
      demand.gpu.kind() == GpuRequest::Kind::WholeCards || demand.gpu.kind() == GpuRequest::Kind::Topology;
  for (const ResourceAmount& entry : demand.resources) {
    const auto known = std::find_if(m_requests.begin(), m_requests.end(),
                                    [&](const Request& request) { return request.name == entry.name; });
    if (known != m_requests.end()) {
      known->amount = amountOf(entry.amount, known->milli);
      continue;
    }
    const bool cards = whole && entry.name == wholeCardResource(demand.gpu.kind());
    m_requests.push_back({entry.name, entry.amount.value(), false,
                          cards ? ReasonCode::NotEnoughWholeCards : ReasonCode::InsufficientResource, 0, 0});
  }
  addUnnamed(demand, checksUnnamed);
  for (Request& request : m_requests) {
    request.slot = slotOf(request.name);
    request.hash = hashOfLabelText(request.name);
    if (request.code != ReasonCode::TooManyPods) request.detail = request.name;
  }
}

void ResourceCheck::addUnnamed(const Demand& demand, bool checksUnnamed) {
  if (!checksUnnamed || demand.resources.empty()) return;
  constexpr std::string_view kStorage = "ephemeral-storage";
  if (find(demand.resources, kStorage) == nullptr)
    m_requests.push_back({std::string(kStorage), 0, false, ReasonCode::InsufficientResource, 0, 0});
  for (Request& request : m_requests) request.always = request.code != ReasonCode::TooManyPods;
}

std::int64_t ResourceCheck::amountIn(const ResourceList& list, const Request& request, std::size_t& at) {
  if (at < list.size() && sameName(list[at].name, request.name)) return amountOf(list[at].amount, request.milli);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!sameName(list[i].name, request.name)) continue;
    at = i;
    return amountOf(list[i].amount, request.milli);
  }
  return 0;
}

// Inlined by force, as what calls it: a scan is in here for each resource of each node.
template <bool kHasRow>
[[gnu::always_inline]] inline ResourceCheck::Amounts ResourceCheck::amountsOf(const NodeView& view,
                                                                              Request& request) const {
  const bool pods = request.code == ReasonCode::TooManyPods;
  if constexpr (kHasRow) {
    if (pods) return {view.row->podsAllocatable, view.row->podCount};
    if (request.slot) {
      const auto at = static_cast<std::size_t>(*request.slot);
      return {view.row->allocatable[at], view.row->requested[at]};
    }
    for (const RowResource& one : view.rowResources()) {
      if (one.name == request.hash) return {one.allocatable, one.requested};
    }
    return {};
  } else {
    Amounts out{
        amountIn(view.raw().allocatable, request, request.allocatableAt),
        pods ? std::int64_t{view.node->podCount} : amountIn(view.node->requested, request, request.requestedAt)};
    if (m_kept.pods() > 0)
      out.requested =
          saturatedSum<std::int64_t>(out.requested, pods ? m_kept.pods() : m_kept.amount(request.name, request.milli));
    return out;
  }
}

/// What the node has of one resource, and what is free of it.
template <bool kHasRow>
[[gnu::always_inline]] inline ResourceCheck::Found ResourceCheck::checkRequest(const NodeView& view, Request& request,
                                                                               ResourceFit& out) {
  const auto [allocatable, requested] = amountsOf<kHasRow>(view, request);
  std::int64_t free = saturatedDifference<std::int64_t>(allocatable, requested);
  if (view.placed != 0)
    free = saturatedDifference<std::int64_t>(free, saturatedProduct<std::int64_t>(view.placed, request.amount));
  const Found found{allocatable, free};
  if (request.amount <= 0 && !(request.always && free < 0)) return found;
  if (free < request.amount) {
    refuse(request, found, out);
  } else if (out.room > 0) {
    out.room = std::min(out.room, free / request.amount);
  }
  return found;
}

void ResourceCheck::refuse(const Request& request, const Found& found, ResourceFit& out) {
  out.room = 0;
  const Waiting waiting = found.allocatable < request.amount ? Waiting::Never : Waiting::NotNow;
  // Of several that are short, one that no end of pods brings says more than one that others have.
  if (out.rejection && (waiting == Waiting::NotNow || (*out.rejection).waiting == Waiting::Never)) return;
  out.rejection.say(request.code, waiting, request.amount, std::max<std::int64_t>(found.free, 0), request.detail);
}

template <bool kHasRow>
void ResourceCheck::checkAll(const NodeView& view, ResourceFit& out) {
  checkRequest<kHasRow>(view, m_requests[kPods], out);
  const Found cpu = checkRequest<kHasRow>(view, m_requests[kCpu], out);
  out.basic.cpuAllocatable = cpu.allocatable;
  out.basic.cpuRequested = saturatedDifference<std::int64_t>(cpu.allocatable, cpu.free);
  const Found memory = checkRequest<kHasRow>(view, m_requests[kMemory], out);
  out.basic.memoryAllocatable = memory.allocatable;
  out.basic.memoryRequested = saturatedDifference<std::int64_t>(memory.allocatable, memory.free);
  for (std::size_t i = kOthers; i < m_requests.size(); ++i) checkRequest<kHasRow>(view, m_requests[i], out);
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
