// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/alloc/rules_of.h"
#include "core/manifest/manifest.h"
#include "core/model/snapshot.h"

namespace cardinal {

struct KnownObject;

/// An object of a file that has pods in the cluster already, and, of a Deployment, what its update needs beside the
/// pods that run: its new pods come while the old ones are still there. Source: Kubernetes 1.35,
/// pkg/controller/deployment/util (ResolveFenceposts): maxSurge is rounded up, maxUnavailable down, and where both come
/// to 0, one pod may be unavailable.
struct Rollout {
  bool isRecreate = false;  ///< the old pods end before new ones are created
  bool isUnread = false;    ///< strategy, maxSurge or maxUnavailable cannot be read: the numbers below are not known
  bool isOther = false;     ///< no Deployment: how its pods would be replaced is not known either
  std::int64_t replicas = 0;
  std::int64_t running = 0;  ///< pods of it that have not ended: in the snapshot, or as it counts them itself
  bool exists = false;       ///< there are such pods, or the object itself was read
  std::int64_t surge = 0;    ///< pods beyond `replicas` at most
  std::int64_t unavailable = 0;
  std::vector<std::pair<std::string, double>> needs{};  ///< what `surge` pods ask, by resource, in units of GroupCell
  /// Of them, so many find room beside what runs now; where it does not run yet, beside its own pods.
  std::int64_t fits = 0;
  /// Of an object that exists: pods that are created where the file leaves its pod template as it is. Nothing =
  /// unknown.
  std::optional<std::int64_t> lacking{};

  /// Pods that are created before any of the running ones has to go.
  std::int64_t created() const { return std::max<std::int64_t>(0, replicas + surge - running); }
  bool isStuck() const { return !isUnread && exists && surge > 0 && fits == 0 && unavailable == 0; }
};

/// Asks about many objects; the pods of the snapshot are counted once. Keeps a reference to it. Of one thread.
class RolloutQuestion {
 public:
  /// `rulesOf`: the volumes and LimitRanges that the pods would meet; without it they are not known.
  explicit RolloutQuestion(const ClusterSnapshot& snapshot, RulesOf rulesOf = {})
      : m_snapshot(snapshot), m_rulesOf(std::move(rulesOf)) {}

  /// Of an object whose pods are in the cluster, and of a Deployment whose strategy says maxSurge; nothing for others,
  /// where the number of pods of a Deployment is not known, and where it asks for none. `ns`: where it is created;
  /// `replicas`: instead of its own number; `known`: the object itself, null = it was not read.
  /// Searches with the arithmetic of the placement preview.
  std::optional<Rollout> ask(const ManifestObject& object, const std::string& ns,
                             std::optional<std::int64_t> replicas = {}, const KnownObject* known = nullptr);

 private:
  std::optional<Rollout> askOther(const ManifestObject& object, const std::string& ns,
                                  std::optional<std::int64_t> replicas, const KnownObject* known);
  /// In the snapshot.
  std::int64_t seenOf(const ManifestObject& object, const std::string& ns);
  std::int64_t runningOf(const ManifestObject& object, const std::string& ns, const KnownObject* known);
  std::int64_t runningOf(const ManifestObject& object, const std::string& ns);
  std::int64_t placesFor(const ManifestRole& role, std::int64_t pods) const;

  const ClusterSnapshot& m_snapshot;
  RulesOf m_rulesOf;
  /// By namespace that was asked about; of it by kind, as PodWorkload has it, and name.
  std::map<std::string, std::map<std::pair<std::string, std::string>, std::int64_t>> m_running;
};

}  // namespace cardinal
