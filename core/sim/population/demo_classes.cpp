// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_classes.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/model/extras/cluster_kinds.h"
#include "core/sim/api/demo_store.h"

namespace cardinal::sim {
namespace {

/// As the profiles of the workloads name them.
constexpr std::array<std::pair<const char*, std::int32_t>, 5> kClasses = {{{"batch", 100},
                                                                           {"high", 100'000},
                                                                           {"normal", 10'000},
                                                                           {"system-cluster-critical", 2'000'000'000},
                                                                           {"system-node-critical", 2'000'001'000}}};

}  // namespace

void addDemoClasses(DemoStore& store, const std::set<std::string>& namespaces, UnixSeconds now) {
  for (const auto& [name, value] : kClasses) {
    RawPriorityClass one;
    one.meta.key.name = name;
    one.meta.uid = std::string("demo-priority-") + name;
    one.meta.created = now;
    one.value = value;
    // The demo's scheduler evicts nobody.
    one.preemptionPolicy = "Never";
    store.putExtra(std::move(one));
  }
  for (const std::string& name : namespaces) {
    RawNamespace one;
    one.meta.key.name = name;
    one.meta.uid = "demo-namespace-" + name;
    one.meta.created = now;
    one.meta.labels.emplace_back("kubernetes.io/metadata.name", name);
    store.putExtra(std::move(one));
  }
}

}  // namespace cardinal::sim
