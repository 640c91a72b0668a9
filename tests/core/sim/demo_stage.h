// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/sim/demo_cluster.h"

namespace cardinal::testing {

inline constexpr DemoTime kDemoStart{1'760'000'000'000};

/// A demo cluster with an observer: what a console would have seen until now.
class DemoStage {
 public:
  explicit DemoStage(std::uint64_t seed = 7, bool activity = false, TieBreaker breakTie = {})
      : m_cluster(DemoOptions{seed, kDemoStart, activity, std::move(breakTie)}) {
    apply(m_cluster.contents());
  }

  DemoCluster& cluster() { return m_cluster; }
  DemoTime now() const { return m_now; }
  SnapshotPtr snapshot() { return m_builder.build(m_now.count() / 1000); }
  std::size_t deltasSeen() const { return m_deltas; }

  /// Lets time pass in small steps.
  void pass(std::chrono::milliseconds time) {
    const DemoTime end = m_now + time;
    while (m_now < end) {
      m_now = std::min(end, m_now + std::chrono::milliseconds(50));
      apply(m_cluster.advance(m_now));
    }
  }

  Result<DemoObject> tryCreate(const std::string& yaml, bool dryRun = false, const std::string& ns = "default") {
    return tryCreate(read(yaml), dryRun, ns);
  }
  /// Of an object that no file could hold, too.
  Result<DemoObject> tryCreate(const ManifestObject& object, bool dryRun = false, const std::string& ns = "default") {
    return m_cluster.create(object, ns, dryRun, m_now);
  }
  static ManifestObject read(const std::string& yaml) {
    auto manifest = parseManifest(yaml, "test.yaml");
    if (!manifest) throw std::runtime_error(describe(manifest.error()));
    return std::move(manifest->objects.front());
  }
  DemoObject create(const std::string& yaml) {
    auto created = tryCreate(yaml);
    if (!created) throw std::runtime_error(describe(created.error()));
    return std::move(created).value();
  }

 private:
  void apply(std::vector<ClusterDelta> deltas) {
    m_deltas += deltas.size();
    for (ClusterDelta& delta : deltas) m_builder.apply(std::move(delta));
  }

  DemoCluster m_cluster;
  SnapshotBuilder m_builder;
  DemoTime m_now = kDemoStart;
  std::size_t m_deltas = 0;
};

/// A pod of one container; `limits` are lines "name: amount".
inline std::string podYaml(const std::string& name, const std::string& limits, const std::string& extraSpec = {},
                           const std::string& labels = {}) {
  std::string text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\n";
  if (!labels.empty()) text += "  labels: {" + labels + "}\n";
  return text + "spec:\n" + extraSpec +
         "  containers:\n    - name: main\n      image: example/app:1\n      resources:\n        limits: {" + limits +
         "}\n";
}

/// The pod of that name in the snapshot; null when there is none.
inline PodPtr findPod(const ClusterSnapshot& snapshot, const std::string& name) {
  for (const PodPtr& pod : snapshot.unboundPods) {
    if (pod->key().name == name) return pod;
  }
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) {
      if (pod->key().name == name) return pod;
    }
  }
  return nullptr;
}

/// Pods whose name begins so.
inline std::vector<PodPtr> podsNamed(const ClusterSnapshot& snapshot, const std::string& prefix) {
  std::vector<PodPtr> found;
  const auto take = [&](const std::vector<PodPtr>& pods) {
    for (const PodPtr& pod : pods) {
      if (pod->key().name.rfind(prefix, 0) == 0) found.push_back(pod);
    }
  };
  take(snapshot.unboundPods);
  for (const NodePtr& node : snapshot.nodes) take(node->pods);
  return found;
}

}  // namespace cardinal::testing
