// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/alloc/pending/pending.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {

inline std::string textOf(const Candidate& one, const ClusterSnapshot& cluster) {
  std::string out = text(one, cluster) + " " + std::to_string(one.cardCount) + (one.cardsTied ? " tied " : " x ") +
                    std::to_string(one.memoryPerCard.value) + "," + std::to_string(one.corePerCard.value) + " " +
                    std::to_string(one.score) + "/" + std::to_string(one.total) + " avoided " +
                    std::to_string(one.avoidedTaints) + ":";
  for (const ScorePart& part : one.parts)
    out += std::string(" ") + toString(part.code) + std::to_string(part.value) + "/" + std::to_string(part.max) +
           (part.decides ? "" : "i");
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

/// Everything that is said of waiting pods.
inline std::string textOf(const PendingReport& report, const ClusterSnapshot& cluster) {
  std::string out;
  for (const PendingExplanation& why : report.explanations) {
    const OfferedRoom& room = why.room;
    out += std::string(toString(why.outlook)) + (why.fragmented ? " fragmented " : " ") + std::to_string(why.fitting) +
           " room " + std::to_string(room.nodes) + "," + std::to_string(room.cards) + "," +
           std::to_string(room.cardsUnknown) + "," + std::to_string(room.blocked) + "," +
           std::to_string(room.free.value) + "," + std::to_string(room.largest.value) + "," +
           std::to_string(room.freeCards) + "," + std::to_string(room.largestTotal.value) + "," +
           std::to_string(room.mostCards) + "\n";
    for (const RefusalGroup& group : why.groups)
      out += std::string(toString(group.code)) + std::to_string(group.nodes) + "," + std::to_string(group.cards) + "," +
             std::to_string(group.fragmented) + "," + std::to_string(group.waitingHelps) + " " + text(group.nearest) +
             "\n";
    for (const NearFit& near : why.nearest)
      out += cluster.node(near.miss.node).name + " " + std::to_string(near.miss.card) + " " +
             std::to_string(near.needed) + "/" + std::to_string(near.found) + "\n";
    for (const Remedy& remedy : why.remedies)
      out += std::string(toString(remedy.kind)) + " " + text(remedy.place, cluster) + std::to_string(remedy.to) + "x" +
             std::to_string(remedy.room) + remedy.subject + "\n";
    for (const EndingPod& end : why.endings) out += end.pod.name + "\n";
  }
  return out;
}

}  // namespace cardinal::testing
