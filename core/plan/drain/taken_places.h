// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"
#include "core/plan/drain/assigned_pods.h"
#include "core/plan/drain/claim_book.h"

namespace cardinal {

/// A copy of a state in which places can be taken, one pod after another. The state itself is never touched. One
/// thread.
class TakenPlaces {
 public:
  explicit TakenPlaces(const ClusterSnapshot& snapshot) : m_state(snapshot), m_claims(snapshot.extras) {}

  const ClusterSnapshot& state() const { return m_state; }
  ClusterSnapshot& state() { return m_state; }

  /// Puts a pod like this one there.
  void take(const Candidate& place, const RawPod& pod);
  /// A pod that the state no longer holds leaves its device claims.
  void release(const RawPod& pod);
  /// Claims and templates that are created beside the pods.
  void addClaims(const ClaimObjects& objects, const std::string& ns);

 private:
  std::shared_ptr<NodeRecord> own(NodeIndex index);
  void putRecord(NodeIndex index, std::shared_ptr<const NodeExtras> extras);
  std::vector<std::shared_ptr<const RawPod>> countedOn(const NodeRecord& node);
  void listCards(NodeIndex index, const NodeRecord& node);
  void takeDevices(NodeIndex index, const RawPod& pod);
  void readAgain(const plan::ClaimBook::Names& names);

  ClusterSnapshot m_state;
  plan::ClaimBook m_claims;
  std::optional<plan::AssignedPods> m_assigned;  ///< of m_state.unboundPods, when first asked
  std::size_t m_claiming = 0;                    ///< pods with claims so far
  std::unordered_map<std::uint32_t, std::shared_ptr<NodeRecord>> m_owned;
};

}  // namespace cardinal
