// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"
#include "core/sim/api/random.h"

namespace cardinal::sim {

/// A kind of workload that runs in one pool of the demo.
struct DemoProfile {
  const char* pool;
  const char* ns;
  const char* name;
  const char* owner;  ///< "ReplicaSet", "StatefulSet", "Job"
  const char* image;
  int memory;    ///< gpu-mem in total; 0 in pools of whole cards
  int core;      ///< gpu-core.percentage; 0 = not requested
  int cards;     ///< whole cards, or label gpu-count when above 1
  int replicas;  ///< pods of one workload
  int cpuMilli;
  int memoryMib;
  const char* priorityClass;
  int priority;
};

const std::vector<DemoProfile>& demoProfiles();
/// Profiles of a pool that place one share on one card, or whole cards.
std::vector<const DemoProfile*> profilesOf(std::string_view pool);
/// Namespaces that exist in the demo from the start.
const std::vector<std::string>& demoNamespaces();
/// True for pods that end by themselves.
bool isFinite(const DemoProfile& profile);

/// Names the pods of the demo's own workloads: replicas share an owner until it is full, then the next one is made.
class DemoWorkloads {
 public:
  explicit DemoWorkloads(Random& random) : m_random(random) {}

  /// A pod without node, as the API server shows it right after its creation.
  RawPod makePod(const DemoProfile& profile, UnixSeconds created);
  /// A pod outside the table, owned by a ReplicaSet of that name.
  RawPod makeSingle(const std::string& ns, const std::string& name, UnixSeconds created);
  std::string nextResourceVersion();

 private:
  struct Instance {
    std::string name;  ///< of the owner
    std::string uid;
    std::string app;
    int made = 0;
  };
  Instance& instanceFor(const DemoProfile& profile);

  Random& m_random;
  std::map<const DemoProfile*, Instance> m_open;
  std::map<const DemoProfile*, int> m_count;
  std::uint64_t m_version = 48'100'000;
};

/// Sets limit and request of an extended resource.
void addRequest(Container& container, const char* resource, std::int64_t amount);

}  // namespace cardinal::sim
