// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "core/sim/api/demo_store.h"
#include "core/sim/demo_agenda.h"
#include "core/sim/population/demo_workloads.h"

namespace cardinal::sim {

/// What happens in the demo by itself: jobs end, replicas are scaled down, new pods arrive.
class DemoLife {
 public:
  using Time = std::chrono::milliseconds;

  DemoLife(DemoStore& store, DemoAgenda& agenda, Random& random, DemoWorkloads& workloads);

  /// A pod of the demo's own that may end.
  void adopt(const ObjectKey& key) { m_own.insert(key); }
  /// Does one thing, and plans the next.
  void act(Time now, std::size_t waitingPods);
  /// Plans the first event.
  void begin(Time now);
  void forget(const ObjectKey& key) { m_own.erase(key); }

 private:
  void planNext(Time now);
  bool endOne(Time now);
  void arrive(Time now);

  DemoStore& m_store;
  DemoAgenda& m_agenda;
  Random& m_random;
  DemoWorkloads& m_workloads;
  std::set<ObjectKey> m_own;
  std::size_t m_wanted = 0;  ///< how many of its own pods the demo keeps about
};

}  // namespace cardinal::sim
