// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {

inline std::string textOf(const Candidate& one, const ClusterSnapshot& cluster) {
  std::string out = text(one, cluster) + " " + std::to_string(one.score) + "/" + std::to_string(one.total) + ":";
  for (const ScorePart& part : one.parts) out += std::string(" ") + toString(part.code) + std::to_string(part.value);
  return out + "\n";
}

inline std::string textOf(const NodeRejection& one, const ClusterSnapshot& cluster) {
  std::string out = cluster.node(one.node).name + (one.sumWouldFit ? " sum" : "") + " " + text(one.reason);
  for (const Rejection& card : one.cards) out += " | " + text(card);
  return out + "\n";
}

inline std::string textOf(const Fragmentation& one) {
  return std::to_string(one.freeMib) + "/" + std::to_string(one.usableMib) + "/" + std::to_string(one.fits) + "\n";
}

/// Everything that an answer says.
inline std::string whole(const AllocationAnswer& answer, const ClusterSnapshot& cluster) {
  std::string out = std::to_string(answer.generation) + " " + toString(answer.certainty) + " of " +
                    std::to_string(answer.tied) + " sampled " + std::to_string(answer.sampled) +
                    (answer.totalsKnown ? " totals" : "") + " " + std::to_string(answer.requestProblems.size()) + "\n";
  for (const Caveat caveat : answer.caveats) out += std::string(toString(caveat)) + " ";
  for (const Candidate& one : answer.candidates) out += textOf(one, cluster);
  for (const NodeRejection& one : answer.rejections) out += textOf(one, cluster);
  for (const ReasonCount& one : answer.reasonCounts) out += toString(one.code) + std::to_string(one.nodes) + " ";
  for (const NearMiss& one : answer.nearMisses)
    out += "miss " + cluster.node(one.node).name + std::to_string(one.card) + toString(one.code) +
           std::to_string(one.lacking) + "\n";
  for (const ReplicaPlacement& one : answer.placements)
    out += "place " + std::string(toString(one.certainty)) + std::to_string(one.tied) + textOf(one.place, cluster);
  if (answer.firstMiss) out += "first " + textOf(*answer.firstMiss, cluster);
  return out + textOf(answer.before) + textOf(answer.after);
}

}  // namespace cardinal::testing
