// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>

#include "core/alloc/pending/pending.h"
#include "core/queues/kueue_index.h"

namespace cardinal::app {

/// One pod, asked about on its own.
struct ExplainedPod {
  AllocationRequest request;
  AllocationAnswer answer;
  PendingExplanation why;
  std::optional<NodeIndex> only;                ///< the user asked about this node alone
  std::optional<queues::PodQueueWait> queue{};  ///< Kueue holds it back; quota comes before nodes
  bool mayBeHeld = false;                       ///< of a file: Kueue would or might hold it back

  /// Its group, or a queue of another system than Kueue, holds it back, or may: it does not start now whatever the
  /// nodes have.
  bool isHeldBack() const { return queue && queue->other.has_value(); }
  /// The pod fits: on the node that was asked about, else anywhere.
  bool fits() const;
  /// Of the node. Never certain of a pod that its queue holds back: what admits it may choose the nodes (a flavor's
  /// labels and tolerations become the pod's), and others may take the room before.
  Certainty certainty() const;
};

/// Node by node and card by card which rule refused, with figures and whether waiting helps; the nearest fits and the
/// changes that the engine has proven. In the language in force; long lists are cut and say so.
QString explanation(const ExplainedPod& pod, const ClusterSnapshot& snapshot);

}  // namespace cardinal::app
