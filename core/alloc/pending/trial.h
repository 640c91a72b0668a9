// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/alloc/evaluation/evaluator.h"

namespace cardinal::alloc {

/// What one node answers.
struct TrialAnswer {
  Candidate place;
  std::int64_t room = 0;  ///< how many of the request fit there
};

/// The engine run for one pod, node by node; nodes may be changed ones.
class Trial {
 public:
  /// `snapshot` must outlive the trial. Null pods and requests with problems take no node. `asked`: whose volumes,
  /// claims and scheduler count for the pod, too; null = those of another pod, of which they were not read.
  Trial(std::shared_ptr<const RawPod> pod, const ClusterSnapshot& snapshot, const AllocationRequest* asked = nullptr);

  bool isValid() const { return m_evaluator != nullptr; }
  const GpuRequest& gpu() const { return m_request.gpu; }
  const AllocationRequest& request() const { return m_request; }
  std::optional<TrialAnswer> on(const NodeView& view);
  std::optional<TrialAnswer> on(NodeIndex node);
  /// The refusal of the last view that was tried, when it was refused.
  void explain(const NodeView& view, NodeRejection& out) const { m_evaluator->explain(view, m_verdict, out); }
  /// Takes the last answer's place from the node's cards.
  void take(std::vector<Card>& cards) const;

 private:
  const ClusterSnapshot& m_snapshot;
  AllocationRequest m_request;
  std::unique_ptr<Evaluator> m_evaluator;
  Verdict m_verdict;
};

}  // namespace cardinal::alloc
