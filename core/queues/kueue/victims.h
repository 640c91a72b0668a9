// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/queues/kueue/kueue_state.h"

namespace cardinal::queues {

/// Why Kueue evicts a workload: reason of its condition Preempted.
enum class VictimReason : std::uint8_t {
  InClusterQueue,
  InCohortReclamation,
  InCohortFairSharing,
  InCohortReclaimWhileBorrowing,
};
/// As in the condition.
const char* toString(VictimReason reason);

struct Victim {
  std::size_t holder = 0;  ///< of KueueState::holders
  VictimReason reason = VictimReason::InClusterQueue;
};

/// Who looks for room, what it takes in all, and which cells are short.
struct RoomQuestion {
  const KueueWorkload* workload = nullptr;
  QuotaTree::Node queue = QuotaTree::kNone;
  CellAmounts usage;
  std::vector<int> shortCells;
};

/// Whom Kueue would evict for it, in its order; empty = eviction does not help, or is not allowed. The state is as
/// before afterwards. Sources: Kueue v0.19.2, pkg/scheduler/preemption (classical, fairsharing, common).
std::vector<Victim> findVictims(KueueState& state, const RoomQuestion& question);

/// Parts of it, for the two ways of choosing.
namespace victims {
bool mayEvict(const KueueWorkload& preemptor, const KueueWorkload& candidate, PreemptionPolicy policy);
bool usesAny(const QuotaHolder& holder, const std::vector<int>& cells);
/// The order in which candidates are taken: evicted already, other queues, lower priority, newest, UID.
bool comesFirst(const QuotaHolder& a, const QuotaHolder& b, QuotaTree::Node ownQueue);
bool fits(const KueueState& state, const RoomQuestion& question, bool mayBorrow);
/// Puts back those that are not needed after all; `fitsNow` asks about the state.
template <typename Fits>
void putBack(KueueState& state, std::vector<Victim>& victims, Fits&& fitsNow) {
  for (std::size_t i = victims.size() < 2 ? 0 : victims.size() - 1; i-- > 0;) {
    state.add(state.holders()[victims[i].holder]);
    if (fitsNow()) {
      victims[i] = victims.back();
      victims.pop_back();
    } else {
      state.remove(state.holders()[victims[i].holder]);
    }
  }
}
void restore(KueueState& state, const std::vector<Victim>& victims);
std::vector<Victim> findFairly(KueueState& state, const RoomQuestion& question);
}  // namespace victims

}  // namespace cardinal::queues
