// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// A copy of a state in which places can be taken, one pod after another. The state itself is never touched. One
/// thread.
class TakenPlaces {
 public:
  explicit TakenPlaces(const ClusterSnapshot& snapshot) : m_state(snapshot) {}

  const ClusterSnapshot& state() const { return m_state; }
  ClusterSnapshot& state() { return m_state; }

  /// Puts a pod like this one there.
  void take(const Candidate& place, const RawPod& pod);

 private:
  std::shared_ptr<NodeRecord> own(NodeIndex index);

  ClusterSnapshot m_state;
  std::unordered_map<std::uint32_t, std::shared_ptr<NodeRecord>> m_owned;
};

}  // namespace cardinal
