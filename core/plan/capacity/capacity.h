// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal {

/// Replicas beyond which nobody counts: the answer is then "at least so many".
inline constexpr int kMaxCapacity = 100000;

/// What keeps nodes from taking one more.
struct CapacityBinding {
  ReasonCode code = ReasonCode::RequestInvalid;
  std::string detail;             ///< as in Rejection: the resource, label or taint
  std::uint32_t nodes = 0;        ///< nodes that it keeps from taking one more
  std::uint32_t tookSome = 0;     ///< of them, nodes that took replicas before
  std::uint32_t sumWouldFit = 0;  ///< of them, nodes whose free memory would be enough in sum, but on no card
};

/// What further nodes of one kind would bring. A further node is empty, healthy and schedulable.
struct CapacityGain {
  NodeIndex like;                       ///< a node of this kind
  std::uint32_t nodes = 0;              ///< nodes of this kind today
  std::optional<std::int64_t> withOne;  ///< how many more with 1 node more; nothing = too many to count, or unknown
  std::optional<std::int64_t> withTen;
  bool isUnknown = false;            ///< what such a node takes is not known
  std::optional<Rejection> refusal;  ///< why even an empty node takes none, or why it is unknown
};

struct CapacityAnswer {
  std::uint64_t generation = 0;            ///< of the snapshot
  UnixSeconds time = 0;                    ///< of the snapshot
  std::vector<Error> requestProblems;      ///< not empty: nothing else is filled
  std::int64_t fits = 0;                   ///< on nodes of which it is known what they take
  std::uint32_t unknownNodes = 0;          ///< nodes that may take more than is known: `fits` is then the least
  bool isLeast = false;                    ///< at least `fits`: the limit was reached, or it hangs on equal places
  std::uint32_t nodesUsed = 0;             ///< nodes that would take some
  std::vector<CapacityBinding> bindings;   ///< by nodes, descending; empty when `isLeast`
  std::optional<NodeRejection> firstMiss;  ///< the node that lacks least for one more
  std::vector<CapacityGain> gains;         ///< at most 8 kinds of nodes, those that bring something first
  std::vector<Caveat> caveats;

  /// Nothing is known to fit, but of some nodes it is unknown whether they take any: that is not 0.
  bool isUnknown() const { return fits == 0 && unknownNodes > 0; }
};

/// How many more of this request fit, what binds, and what further nodes would bring. `request.replicas` does not
/// count. The replicas are placed one after another by the engine, so every rule that a preview obeys holds here. A
/// pure function; the snapshot is never touched. A stopped token ends early with requestProblems = {Cancelled}.
CapacityAnswer answerCapacity(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                              const std::stop_token& stop = {}, int limit = kMaxCapacity);

}  // namespace cardinal
