// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/why_full.h"

#include "core/alloc/engine/allocator.h"
#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/evaluation/overlay.h"

namespace cardinal::plan {
namespace {

/// The choice of a place whose cards get the same each.
void readChoice(const Candidate& place, alloc::CardChoice& out) {
  out.cards.assign(place.cards.begin(), place.cards.end());
  out.cardCount = place.cardCount;
  out.memoryPerCard = place.memoryPerCard;
  out.corePerCard = place.corePerCard;
  out.shares.clear();
}

}  // namespace

std::vector<NodeRejection> whyFull(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                   const AllocationAnswer& answer) {
  static const TieBreaker kFirst;
  alloc::Evaluator evaluator(request, snapshot);
  alloc::Overlay overlay(snapshot);
  alloc::Verdict verdict;
  alloc::CardChoice choice;
  std::vector<NodeIndex> nodes;
  for (const Candidate& candidate : answer.candidates) nodes.push_back(candidate.node);
  // Replicas open nodes that were refused for a skew before them.
  const bool open = !evaluator.betweenReplicas().empty();
  for (const NodeRejection& rejection : answer.rejections) {
    if (open && rejection.reason.code == ReasonCode::TopologySpreadSkew) nodes.push_back(rejection.node);
  }
  alloc::ClaimRule* const claims = evaluator.claims();
  for (const ReplicaPlacement& placement : answer.placements) {
    const NodeIndex node = placement.place.node;
    const alloc::CardRule& rule = evaluator.rule(evaluator.family(overlay.view(node)));
    const bool isWhole = claims == nullptr && rule.followsRow();
    if (!isWhole) evaluator.evaluate(overlay.view(node), kFirst, verdict);
    if (claims != nullptr) claims->placed(overlay.view(node));
    if (isWhole || placement.place.cards != verdict.choice.cards) {
      readChoice(placement.place, choice);
      overlay.take(node, rule, choice);
    } else {
      overlay.take(node, rule, verdict.choice);
    }
    if (open) evaluator.placed(overlay.view(node));
  }
  std::vector<NodeRejection> out;
  out.reserve(nodes.size());
  for (const NodeIndex node : nodes) {
    const alloc::NodeView view = overlay.view(node);
    evaluator.evaluate(view, kFirst, verdict);
    if (!verdict.feasible) evaluator.explain(view, verdict, out.emplace_back());
  }
  return out;
}

}  // namespace cardinal::plan
