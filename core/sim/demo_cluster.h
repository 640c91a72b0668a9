// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/alloc/engine/allocator.h"
#include "core/base/result.h"
#include "core/manifest/manifest.h"
#include "core/metrics/history.h"
#include "core/metrics/use.h"
#include "core/model/extras/claim_objects.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/workloads/workload_object.h"

namespace cardinal {

/// Wall clock of the simulation: time since the Unix epoch.
using DemoTime = std::chrono::milliseconds;

struct DemoOptions {
  std::uint64_t seed = 1;
  DemoTime start{};      ///< now
  bool activity = true;  ///< pods finish and arrive by themselves
  TieBreaker breakTie;   ///< which of several equal places a pod gets; empty = at random by the seed
};

/// An object as the simulated server named it.
struct DemoObject {
  std::string kind;
  ObjectKey key;
  std::string uid;
};

/// A change of one label; `remove` drops it.
struct DemoLabel {
  std::string key;
  std::string value;
  bool remove = false;
};

/// What the simulated server says to an eviction.
struct DemoEviction {
  enum class Answer { Accepted, Gone, Blocked };
  Answer answer = Answer::Accepted;
  std::string budget;  ///< Blocked: by name
  std::string detail;  ///< the server's words
};

/// The built-in demo cluster: a state machine that behaves as API server, schedulers, controllers, device plugins and
/// kubelets together. It has no thread and no clock of its own: `advance` does what is due. About 60 nodes and 340
/// cards in named pools (see core/sim/population/demo_pools.cpp), about 400 GPU pods; every mode and every state worth
/// showing is there; behind them a few nodes of each GPU stack beyond Alibaba's (see
/// core/sim/population/demo_stacks.h). Same seed and same calls, same cluster. Not thread-safe.
///
/// New pods are decided 300-800 ms after their creation by core/alloc and start about a second later; refused ones
/// carry the scheduler's message and are tried again when something frees. The demo's own life (pods end, others come,
/// one event every 2-4 s) touches neither what was created through `create` nor the two walk-through nodes
/// sd-cluster-04 and -05, which only pods that tolerate the taint gpushare=true:NoSchedule can use.
class DemoCluster {
 public:
  explicit DemoCluster(DemoOptions options);
  ~DemoCluster();
  DemoCluster(const DemoCluster&) = delete;
  DemoCluster& operator=(const DemoCluster&) = delete;

  /// Everything that stands, as deltas that replace what was known; changes not yet delivered are part of it.
  std::vector<ClusterDelta> contents();
  /// Does what is due and returns all changes since the last call, those of `create` and `changeLabels` included.
  std::vector<ClusterDelta> advance(DemoTime now);
  /// When `advance` has something to do or to deliver; nothing when never.
  std::optional<DemoTime> nextEvent() const;

  /// What the exporters of the cluster export at `now`, and what a metrics store would have kept (see
  /// core/sim/population/demo_use.h).
  MetricsReport metrics(DemoTime now);
  History history(const HistoryQuery& query, DemoTime now);
  ClusterPast past(UnixSeconds window, DemoTime now);

  std::size_t nodeCount() const;
  std::size_t podCount() const;  ///< all pods, those without GPUs included

  static const char* serverVersion() { return "v1.20.11-aliyun.1"; }

  /// What the own object of a workload asks for (core/workloads/workload_object.h): its controllers keep as many pods
  /// as they once made. Error ResourceMissing.
  Result<WorkloadObject> workload(const std::string& kind, const ObjectKey& key) const;

  /// Creates an object and the pods it makes (Pod, Deployment, ReplicaSet, StatefulSet, Job; a StatefulSet makes the
  /// next pod when the one before runs). Kinds without pods are kept by name. `dryRun` checks everything and keeps
  /// nothing. Errors: Invalid (422, place = field path), AlreadyExists (409), ResourceMissing (404: namespace, or a
  /// kind the server does not have), Unsupported (pods of kinds the demo has no controller for).
  Result<DemoObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                            DemoTime now);

  /// Device claims and templates that `create` made as `made`, which is without what they ask for.
  void keepClaims(const ClaimObjects& claims, const DemoObject& made);

  /// Deletes an object that was made through `create`, and its pods with it. Errors: ResourceMissing (404), Conflict
  /// (409: the name belongs to another one by now).
  Result<void> remove(const DemoObject& object, bool dryRun, DemoTime now);

  /// Changes labels under the precondition that the node's resourceVersion is `resourceVersion` (empty = none). A new
  /// value of a label that device plugins select (ack.node.gpu.schedule, gpushare, cgpu) makes the node publish the
  /// resources of that mode two seconds later. Errors: ResourceMissing, Conflict (409), Invalid.
  Result<void> changeLabels(const std::string& node, const std::vector<DemoLabel>& labels,
                            const std::string& resourceVersion, bool dryRun, DemoTime now);
  /// The same together with `spec.unschedulable` (nothing = left as it is); the taint that belongs to it follows at
  /// once.
  Result<void> changeNode(const std::string& node, std::optional<bool> unschedulable,
                          const std::vector<DemoLabel>& labels, const std::string& resourceVersion, bool dryRun,
                          DemoTime now);

  /// Takes a node out of the cluster with all pods on it, and puts one of the same machine back under a new uid, with
  /// the label and open for pods; not `ready` = its kubelet does not report, until it is called again with `ready`. The
  /// resources of the label's mode are published two seconds after it is ready. Error ResourceMissing: no such node, or
  /// none that was removed.
  Result<void> removeNode(const std::string& node, DemoTime now);
  Result<void> returnNode(const std::string& node, const DemoLabel& label, bool ready, DemoTime now);
  /// Replaces the taints together with label changes; the precondition as above, and not empty.
  Result<void> changeTaints(const std::string& node, const std::vector<Taint>& taints,
                            const std::vector<DemoLabel>& labels, const std::string& resourceVersion, bool dryRun,
                            DemoTime now);

  /// Binds a waiting pod past the schedulers (pods/binding); it starts about a second later. Errors: as of a server,
  /// ResourceMissing and Conflict.
  Result<void> bind(const ObjectKey& pod, const std::string& uid, const std::string& node, bool dryRun, DemoTime now);

  /// Error ResourceMissing.
  Result<std::shared_ptr<const RawNode>> node(const std::string& name) const;
  Result<std::shared_ptr<const RawPod>> pod(const ObjectKey& key) const;
  /// Null (isNull) when there is no such object.
  RawExtra extra(ExtraKind kind, const ObjectKey& key) const;
  std::vector<std::shared_ptr<const RawPod>> podsOn(const std::string& node) const;
  std::vector<RawDisruptionBudget> budgets() const;
  /// Evicts the pod with this uid: it is gone two seconds later and its controller makes another one.
  DemoEviction evict(const ObjectKey& pod, const std::string& uid, bool dryRun, DemoTime now);
  /// Deletes a pod whatever its budgets say: it is gone two seconds later and its controller makes another one. Errors:
  /// ResourceMissing, Conflict (another pod of the name by now).
  Result<void> deletePod(const DemoObject& pod, bool dryRun, DemoTime now);
  /// Sets annotations of a pod or node; nothing as a value removes one. Errors: as above, Unsupported (another kind).
  Result<void> annotate(const DemoObject& object,
                        const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                        bool dryRun);
  /// Gives the pods of a Deployment, ReplicaSet or StatefulSet this number: the newest go, copies of the first come; a
  /// StatefulSet counts its pods by name.
  /// Errors: ResourceMissing (no pod of the cluster has such an owner), Invalid (below 0), Unsupported (another kind).
  Result<void> scale(const DemoObject& object, std::int32_t replicas, bool dryRun, DemoTime now);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal
