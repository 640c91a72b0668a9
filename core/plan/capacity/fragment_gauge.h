// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/fragmentation/policy.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Takes new pods: it exists, is not cordoned and not reported as faulty. What is free elsewhere helps nobody.
bool isOpen(const NodeRecord& node);

/// The fragmentation measure F of core/fragmentation over a cluster as its nodes report it, in milli-GPU (1000 = one
/// card). Expected tasks are the GPU pods of the snapshot that it is made for, running and pending; so two states
/// measured by one gauge can be compared. A share of memory is read against the card of the node that is measured; a
/// node whose mode does not take a task, or whose cards are too small for it, has no access. Of nodes with more than
/// eight cards the first eight count. Nodes that are not open count for nothing. One thread per gauge.
class FragmentGauge {
 public:
  explicit FragmentGauge(const ClusterSnapshot& expecting);
  ~FragmentGauge();
  FragmentGauge(const FragmentGauge&) = delete;
  FragmentGauge& operator=(const FragmentGauge&) = delete;

  /// F of the cluster; nothing when no task is expected, because nothing is then known to be unusable.
  std::optional<double> measure(const ClusterSnapshot& snapshot) const;
  /// F of one node with these cards; 0 when no task is expected.
  double measure(const NodeRecord& node, std::span<const Card> cards) const;

  /// A place that a policy rates.
  struct Rated {
    int score = 0;
    std::vector<CardIndex> cards;  ///< that the policy would take; empty for a request without cards
    double change = 0;             ///< of F by this place, milli-GPU
  };
  /// What a policy says to the pod on a node that takes it; nothing where the method does not apply: modes without
  /// cards that can be counted, or cards beyond the eighth. `seed` counts for Random only.
  std::optional<Rated> rate(const PodRecord& pod, const NodeRecord& node, std::span<const Card> cards,
                            fragmentation::PolicyKind policy) const;
  /// The change of F when the pod takes these cards of the node; empty `cards` = the lowest that are enough.
  std::optional<double> change(const PodRecord& pod, const NodeRecord& node, std::span<const Card> cards,
                               const std::vector<CardIndex>& taken) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal
