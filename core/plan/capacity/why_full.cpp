// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/why_full.h"

#include "core/alloc/engine/allocator.h"
#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/evaluation/overlay.h"

namespace cardinal::plan {
namespace {

alloc::CardChoice choiceOf(const Candidate& place) {
  alloc::CardChoice out;
  out.cards = place.cards;
  out.cardCount = place.cardCount;
  out.memoryPerCard = place.memoryPerCard;
  out.corePerCard = place.corePerCard;
  return out;
}

}  // namespace

std::vector<NodeRejection> whyFull(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                   const AllocationAnswer& answer) {
  static const TieBreaker kFirst;
  alloc::Evaluator evaluator(request, snapshot);
  alloc::Overlay overlay(snapshot);
  alloc::Verdict verdict;
  std::vector<alloc::Family> families(snapshot.nodes.size(), alloc::Family::Plain);
  for (const Candidate& candidate : answer.candidates) {
    evaluator.evaluate(overlay.view(candidate.node), kFirst, verdict);
    families[candidate.node.value] = verdict.family;
  }
  alloc::ClaimRule* const claims = evaluator.claims();
  for (const ReplicaPlacement& placement : answer.placements) {
    const NodeIndex node = placement.place.node;
    if (claims != nullptr) claims->placed(overlay.view(node));
    overlay.take(node, evaluator.rule(families[node.value]), choiceOf(placement.place));
  }
  std::vector<NodeRejection> out;
  out.reserve(answer.candidates.size());
  for (const Candidate& candidate : answer.candidates) {
    const alloc::NodeView view = overlay.view(candidate.node);
    evaluator.evaluate(view, kFirst, verdict);
    if (!verdict.feasible) evaluator.explain(view, verdict, out.emplace_back());
  }
  return out;
}

}  // namespace cardinal::plan
