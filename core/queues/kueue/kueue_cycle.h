// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/queues/kueue/flavor_search.h"

namespace cardinal::queues {

/// What Kueue's process remembers and no object contains. Empty = as after a restart; its texts may then name flavors
/// that a Kueue which had tried some already would leave out.
struct KueueMemory {
  struct Queue {
    std::optional<ObjectKey> preempting;  ///< waits for its victims, and keeps its place at the head
    std::set<ObjectKey> parked;           ///< tried in vain, and not again until something changes
    std::int64_t generation = 0;          ///< of what the queue has
  };
  std::map<std::string, Queue> queues;
  std::map<ObjectKey, FlavorProgress> progress;
  std::int64_t cycles = 0;
};

/// All that wait in a ClusterQueue, as Kueue orders them (position API). Those of a stopped LocalQueue are not in it.
std::vector<ObjectKey> pendingOf(const KueueObjects& objects, const std::string& queue, const KueueMemory& memory);

/// The same for every ClusterQueue that is named, in one pass, with an empty memory.
std::map<std::string, std::vector<const KueueWorkload*>> pendingByQueue(const KueueObjects& objects);
/// Kueue's order in the line of a ClusterQueue: priority, then time, then UID.
bool waitsBefore(const KueueWorkload& a, const KueueWorkload& b);

/// What a cycle does with a workload.
enum class AttemptOutcome : std::uint8_t {
  Refused,  ///< before flavors were looked for
  NoFit,
  NoVictims,   ///< would need evictions, and nobody may be evicted for it
  Overtaken,   ///< by a workload handled before it in the cycle
  Preempting,  ///< others are evicted for it
  Reserved,
};

struct EvictedWorkload {
  ObjectKey workload;
  VictimReason reason = VictimReason::InClusterQueue;
  bool wasEvicted = false;  ///< before already
};

struct KueueAttempt {
  ObjectKey workload;
  std::string clusterQueue;
  std::string tree;  ///< root cohort, or the queue itself; order between trees does not matter
  AttemptOutcome outcome = AttemptOutcome::Refused;
  std::string message;  ///< why it waits, as the workload's condition says; empty = reserved
  FlavorAssignment assignment;
  std::vector<EvictedWorkload> victims;
  bool admitted = false;  ///< reserved, and no admission check is left to wait for
};

/// One scheduling cycle over the heads of all queues: those refused at once first, then the others in the order in
/// which they are handled. `memory` is as Kueue's would be afterwards; `objects` are as before. Source: Kueue v0.19.2,
/// pkg/scheduler/scheduler.go, pkg/cache/queue/cluster_queue.go, with its default feature gates. Not looked at:
/// topology, LimitRanges, MultiKueue, waitForPodsReady, usage-based fair sharing.
std::vector<KueueAttempt> runCycle(const KueueObjects& objects, KueueMemory& memory);

/// Flavors and victims for one workload as if it were alone at the head, in the counts that fit where fewer are
/// allowed.
struct Nomination {
  FlavorAssignment assignment;
  std::vector<Victim> victims;
};
Nomination nominate(KueueState& state, const KueueWorkload& workload, QuotaTree::Node queue,
                    const FlavorProgress* progress);

/// Why a workload is refused before flavors are looked for; empty = it is not.
std::string refusalBeforeFlavors(const KueueObjects& objects, const KueueWorkload& workload,
                                 const KueueClusterQueue& queue);

/// The checks of its queue that a workload with these flavors waits for.
std::vector<std::string> checksFor(const KueueClusterQueue& queue, const FlavorAssignment& assignment);

}  // namespace cardinal::queues
