// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// For devices that kube-scheduler only counts: slots of time-slicing and MPS, MIG instances, accelerators of which
/// nothing but the resource is known. The kubelet's device plugin chooses, so no card is named. A container that asks
/// for several slots of MPS is refused in the plugin's words: it would fail on the node (NVIDIA/k8s-device-plugin
/// README, "With CUDA MPS": failRequestsGreaterThanOne). GKE's own plugin has rules of its own. Volcano's GPU share
/// (volcano.sh/gpu-memory, gpu-number) is decided card by card, and predicted only where no other pod has a part of
/// one.
class CountedDeviceRule final : public CardRule {
 public:
  explicit CountedDeviceRule(const Demand& demand);

  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& view, NodeRejection& out) const override;
  bool takes(const NodeView& /*view*/, CardIndex /*card*/) const override { return true; }
  void take(const CardChoice& /*choice*/, std::vector<Card>& /*cards*/) const override {}
  std::optional<Caveat> doubt(const NodeView& view) const override;

 private:
  std::int64_t freeDevices(const NodeView& view) const;
  /// The plugin refuses it on this node; nothing = its configuration is not known.
  std::optional<bool> isRefused(const NodeView& view) const;
  /// The node says that no plugin serves the resource any more, or that its cards cannot hold all that is published:
  /// the kubelet may refuse what kube-scheduler places.
  bool isLeftOver(const NodeView& view) const;
  bool isTooLarge(const NodeView& view) const { return isRefused(view).value_or(false); }
  std::int64_t roomOf(const NodeView& view) const;
  /// Intel's GPU-aware scheduling gives parts of one card, and which cards have room is not read.
  bool isOfUnreadCards(const NodeView& view) const;
  /// Nothing = other pods have parts of cards, and which is not read.
  std::optional<std::int64_t> roomOfVolcanoShare(const NodeView& view) const;

  std::string m_resource;
  std::int64_t m_count = 0;          ///< requested; 0 = nothing is requested of this rule
  int m_cards = 0;                   ///< devices that this is, where the resource measures parts of one
  std::int64_t m_perContainer = 0;   ///< most that one container asks
  std::vector<std::string> m_asked;  ///< m_resource and what else is requested
  std::int64_t m_shareMemory = 0;    ///< of Volcano's GPU share
  bool m_isVolcanoShare = false;
  bool m_requestsIntelParts = false;
};

}  // namespace cardinal::alloc
