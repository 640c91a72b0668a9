// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/sim/api/demo_store.h"
#include "core/sim/api/random.h"
#include "core/sim/demo_agenda.h"
#include "core/sim/demo_cluster.h"

namespace cardinal::sim {

/// Plays the eviction API with its disruption budgets, and the controllers that make evicted pods again once they are
/// gone.
class DemoEvictions {
 public:
  DemoEvictions(DemoStore& store, DemoAgenda& agenda, Random& random)
      : m_store(store), m_agenda(agenda), m_random(random) {}

  /// Protects the important applications of two namespaces as they stand now: each may miss one pod, one of them none.
  void protect();
  /// The budgets with their counts of this moment.
  std::vector<RawDisruptionBudget> budgets() const;
  /// Puts those whose counts have changed into the store, as the disruption controller does.
  void publish();

  DemoEviction evict(const ObjectKey& key, const std::string& uid, bool dryRun, DemoTime now);
  /// Lets the pod go without asking budgets; `isReplaced`: its controller makes another one.
  void drop(const RawPod& pod, bool isReplaced, DemoTime now);
  /// Another pod of the same controller; a StatefulSet's gets the name of `pod`.
  void makeAnother(const RawPod& pod, DemoTime now);
  /// A pod that is on its way out comes back once it is gone.
  void replaceLater(const RawPod& pod) { m_evicted.insert(pod.meta.uid); }
  /// A pod is gone: where it was evicted and has a controller, that makes another one.
  void podRemoved(const RawPod& pod, DemoTime now);

 private:
  struct Budget {
    ObjectKey key;
    std::string app;
    std::int32_t desired = 0;
  };
  std::int32_t healthy(const Budget& budget) const;

  DemoStore& m_store;
  DemoAgenda& m_agenda;
  Random& m_random;
  std::vector<Budget> m_budgets;
  std::vector<RawDisruptionBudget> m_published;
  std::set<std::string> m_evicted;  ///< uids
};

}  // namespace cardinal::sim
