// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>

#include "core/base/result.h"
#include "core/manifest/manifest.h"
#include "core/sim/api/demo_store.h"
#include "core/sim/api/random.h"
#include "core/sim/demo_agenda.h"
#include "core/sim/demo_cluster.h"

namespace cardinal::sim {

/// Plays API server admission and the controllers that turn workloads into pods.
class DemoControllers {
 public:
  DemoControllers(DemoStore& store, DemoAgenda& agenda, Random& random);

  Result<DemoObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                            DemoTime now);
  /// Forgets an object that was made through `create` and reports the pods that go with it. Errors: ResourceMissing,
  /// Conflict.
  Result<std::vector<RawPod>> remove(const DemoObject& object, bool dryRun);
  /// A pod runs: its StatefulSet makes the next one.
  void podStarted(const RawPod& pod, DemoTime now);
  void addNamespace(const std::string& name) { m_store.addObject("Namespace", {"", name}); }

 private:
  struct Made {
    std::string kind;
    ObjectKey key;
    std::string owner;  ///< uid that its pods name
  };
  struct OrderedSet {
    ManifestObject object;
    ObjectKey key;
    std::string uid;
    int next = 0;
  };
  struct Owner {
    std::string kind;
    std::string name;
    std::string uid;
  };

  Result<ObjectKey> admit(const ManifestObject& object, const std::string& defaultNamespace) const;
  /// Uid of the controller that the pods name.
  std::string makePods(const ManifestObject& object, const ObjectKey& key, const std::string& uid, DemoTime now);
  void makePod(const ManifestObject& object, const ObjectKey& key, const std::string& uid, const Owner& owner,
               DemoTime delay, DemoTime now);
  void makeNext(OrderedSet& set, DemoTime now);

  DemoStore& m_store;
  DemoAgenda& m_agenda;
  Random& m_random;
  std::map<std::string, Made> m_made;           ///< by uid
  std::map<std::string, OrderedSet> m_ordered;  ///< StatefulSets that are not complete, by uid
};

}  // namespace cardinal::sim
