// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"
#include "core/provider/stacks/ack/ack_numa.h"

namespace cardinal::alloc {

/// Whole cards (nvidia.com/gpu, aliyun.com/gpu): the node's sum decides (ResourceCheck). Which cards the kubelet takes
/// the API never says beforehand; the topology scheduler takes the ones whose slowest link is fastest, which is known
/// where the node reports its links and every holder of its cards is known. Where the pods of a group go together, is
/// stacks/topology_group.h.
class WholeCardRule final : public CardRule {
 public:
  explicit WholeCardRule(const Demand& demand)
      : m_cards(std::max(demand.gpu.wholeCards().value_or(1), 1)),
        m_resource(wholeCardResource(demand.gpu.kind())),
        m_requestsNuma(demand.gpu.kind() == GpuRequest::Kind::Topology && provider::requestsNuma(*demand.request.pod)) {
  }

  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& view, NodeRejection& out) const override;
  bool takes(const NodeView& view, CardIndex card) const override;
  void take(const CardChoice& choice, std::vector<Card>& cards) const override;
  /// ACK does not report on which NUMA node a card is.
  std::optional<Caveat> doubt(const NodeView& view) const override;

 private:
  std::int64_t freeCards(const NodeView& view) const;
  /// Ascending; empty where the cards are unknown.
  std::vector<CardIndex> linked(const NodeView& view) const;

  int m_cards;
  std::string_view m_resource;
  bool m_requestsNuma;
};

}  // namespace cardinal::alloc
