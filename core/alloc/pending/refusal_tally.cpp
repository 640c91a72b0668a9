// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/pending/refusal_tally.h"

#include <algorithm>

#include "core/alloc/explain/near_miss.h"
#include "core/alloc/selector_mismatch.h"

namespace cardinal::alloc {
namespace {

constexpr std::size_t kMaxDetails = 8;
constexpr std::size_t kMaxSamples = 32;

bool isSameGroup(const RefusalGroup& group, const Rejection& reason) {
  if (group.code != reason.code) return false;
  return reason.code != ReasonCode::InsufficientResource || group.nearest.detail == reason.detail;
}

void countDetail(std::vector<DetailCount>& details, const std::string& detail) {
  if (detail.empty()) return;
  const auto known =
      std::find_if(details.begin(), details.end(), [&](const DetailCount& entry) { return entry.detail == detail; });
  if (known != details.end()) {
    ++known->nodes;
  } else if (details.size() < kMaxDetails) {
    details.push_back({detail, 1});
  }
}

}  // namespace

RefusalTally::Group& RefusalTally::groupOf(const Rejection& reason) {
  if (m_last < m_groups.size() && isSameGroup(m_groups[m_last].refusals, reason)) return m_groups[m_last];
  const auto known = std::find_if(m_groups.begin(), m_groups.end(),
                                  [&](const Group& group) { return isSameGroup(group.refusals, reason); });
  m_last = static_cast<std::size_t>(known - m_groups.begin());
  if (known != m_groups.end()) return *known;
  Group& made = m_groups.emplace_back();
  made.refusals.code = reason.code;
  return made;
}

void RefusalTally::add(const NodeRejection& rejection) {
  RefusalGroup& refusals = count(rejection.node, rejection.reason);
  refusals.cards += static_cast<std::uint32_t>(rejection.cards.size());
  if (rejection.sumWouldFit) ++refusals.fragmented;
}

RefusalGroup& RefusalTally::count(NodeIndex node, const Rejection& reason) {
  Group& group = groupOf(reason);
  RefusalGroup& refusals = group.refusals;
  const Lack lack = lackOf(reason);
  if (refusals.nodes == 0 || lacksLess(lack, group.least)) {
    group.least = lack;
    refusals.nearest = reason;
    refusals.nearestNode = node;
  }
  ++refusals.nodes;
  if (reason.waiting == Waiting::NotNow) ++refusals.waitingHelps;
  if (reason.waiting == Waiting::Unknown) ++refusals.unknown;
  if (reason.code == ReasonCode::InsufficientResource && !refusals.details.empty()) {
    ++refusals.details.front().nodes;  // such a group is of one resource
  } else {
    const std::string& detail = reason.detail;
    const bool ofSelector = reason.code == ReasonCode::NodeSelectorMismatch;
    countDetail(refusals.details, ofSelector ? std::string(selectorMismatchOf(detail).wanted) : detail);
  }
  if (group.samples.size() < kMaxSamples) group.samples.push_back(node);
  return refusals;
}

const std::vector<NodeIndex>& RefusalTally::samples(ReasonCode code) const {
  static const std::vector<NodeIndex> kNone;
  const auto known =
      std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& group) { return group.refusals.code == code; });
  return known != m_groups.end() ? known->samples : kNone;
}

std::vector<RefusalGroup> RefusalTally::groups() const {
  std::vector<RefusalGroup> out;
  for (const Group& group : m_groups) {
    auto& details = out.emplace_back(group.refusals).details;
    std::stable_sort(details.begin(), details.end(),
                     [](const DetailCount& a, const DetailCount& b) { return a.nodes > b.nodes; });
  }
  std::stable_sort(out.begin(), out.end(), [](const RefusalGroup& a, const RefusalGroup& b) {
    return a.nodes != b.nodes ? a.nodes > b.nodes : a.code < b.code;
  });
  return out;
}

}  // namespace cardinal::alloc
