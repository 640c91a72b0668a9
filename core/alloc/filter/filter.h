// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/alloc/node_view.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

class BetweenReplicas;

/// One rule about whole nodes. Built for one request, then called for every node. Replicas that are placed change what
/// it says where it has a `betweenReplicas`; else it is stateless, so safe to share between threads. Nothing = the node
/// passes.
class Filter {
 public:
  virtual ~Filter() = default;
  virtual std::optional<Rejection> check(const NodeView& view) const = 0;
  /// True where the row alone shows that the node passes; else `check` decides. Filters about nodes go by isOpen,
  /// mode and stack and nothing else of it.
  virtual bool surelyPasses(const PlacementRow& /*row*/) const { return false; }
  /// True where `check` is mostly called: the row does not show enough.
  virtual bool needsRecord() const { return true; }
  /// Null where replicas of the request have no say in it.
  virtual BetweenReplicas* betweenReplicas() { return nullptr; }
  /// Does recount() keep right what the rule saw when it was built? Of no meaning where it reads the pods of the node
  /// that it is asked about, and no others.
  virtual bool canRecount() const { return false; }
  /// A pod has left its node (by = -1), or is there again (+1).
  virtual void recount(const RawPod& /*pod*/, const RawNode& /*node*/, int /*by*/) {}
  /// Of a node that is full besides: would this rule let the pod in once the pods on it end?
  virtual Waiting onceEmptied(const NodeView& /*view*/) const { return Waiting::NotNow; }
};

inline Rejection nodeRejection(ReasonCode code, Waiting waiting, SharedText detail = {}) {
  return Rejection{code, waiting, kPendingCard, 0, 0, std::move(detail)};
}

}  // namespace cardinal::alloc
