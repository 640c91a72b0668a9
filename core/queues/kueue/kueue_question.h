// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/queues/kueue/kueue_cycle.h"

namespace cardinal::queues {

/// What would get a waiting workload in. Each was tried: with it, and nothing else changed, quota is reserved.
struct QueueRemedy {
  enum class Kind : std::uint8_t {
    FewerPods,     ///< `pods` instead of all, over all pod sets together
    MoreQuota,     ///< `amount` more nominal quota of a flavor's resource in the ClusterQueue
    OthersFinish,  ///< nothing but waiting: it fits once others of its tree have ended
  };
  Kind kind = Kind::OthersFinish;
  std::int64_t pods = 0;
  std::string flavor;
  std::string resource;
  Amount amount = 0;
};

/// Would Kueue admit it now?
enum class QueueVerdict : std::uint8_t {
  NotQueued,      ///< no queue takes it: `message` says why
  Held,           ///< Kueue does not look at it: `hold`; `message` may be empty
  Refused,        ///< before flavors were looked for
  Waits,          ///< no flavor has room
  NeedsVictims,   ///< room is made by evicting others: `victims` are candidates, not a promise
  ReservesQuota,  ///< and then waits for `checks`
  Admitted,
};

struct QueueAnswer {
  QueueVerdict verdict = QueueVerdict::NotQueued;
  std::string clusterQueue;
  std::string message;  ///< in Kueue's words; empty where quota is reserved
  FlavorAssignment assignment;
  std::vector<EvictedWorkload> victims;
  std::vector<std::string> checks;  ///< admission checks to wait for
  std::size_t ahead = 0;            ///< of those waiting in the same ClusterQueue
  bool hasTopology = false;         ///< nodes have to suit too, which is not judged here
  KueueHold hold = KueueHold::None;
  bool isOfOtherCluster = false;  ///< MultiKueue: its pods run elsewhere
  std::vector<QueueRemedy> remedies;
};

/// Asks as if the workload came to the head of its queue now and nobody of another queue went before. It need not be
/// among `objects`. Pure. Not looked at: see runCycle.
QueueAnswer askKueue(const KueueObjects& objects, const KueueWorkload& workload);

/// The same for many workloads: what the questions have in common is made once. Keeps a reference to `objects`. Of one
/// thread.
class KueueQuestions {
 public:
  explicit KueueQuestions(const KueueObjects& objects);
  ~KueueQuestions();
  KueueQuestions(const KueueQuestions&) = delete;
  KueueQuestions& operator=(const KueueQuestions&) = delete;

  QueueAnswer ask(const KueueWorkload& workload);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal::queues
