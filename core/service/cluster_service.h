// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/alloc/engine/preemption.h"
#include "core/alloc/pending/pending.h"
#include "core/alloc/types.h"
#include "core/service/source/source.h"
#include "core/service/writes/submit_outcome.h"

namespace cardinal {

/// What the nodes of a state say to one request.
struct NodesExplanation {
  AllocationAnswer answer;
  std::optional<Preemption> preemption;  ///< nothing = no pods are in the way, or evicting them does not help
};

/// Called by ClusterService on its threads (never the caller's); must return quickly. After the service is destroyed no
/// call comes.
class ServiceListener {
 public:
  virtual ~ServiceListener() = default;
  virtual void onSnapshot(SnapshotPtr snapshot) = 0;  ///< at most ten a second
  virtual void onConnection(const ConnectionState& state) = 0;
  virtual void onMetrics(UsePtr /*use*/) {}  ///< a new refresh, or its failure
};

/// Owns a source, the build thread and a worker each for writes, previews and other questions. Thread-safe. The
/// destructor cancels, stops and joins. Callbacks of requests come on a worker thread, exactly once, also when
/// cancelled (Error Cancelled / requestProblems).
class ClusterService {
 public:
  ClusterService(std::unique_ptr<ClusterSource> source, ServiceListener& listener, const Clock& clock);
  ~ClusterService();
  ClusterService(const ClusterService&) = delete;
  ClusterService& operator=(const ClusterService&) = delete;

  void start();
  void refresh();
  /// Ends the credential plugin that is waited for; nothing when none is.
  void cancelWaiting();
  /// Makes a new connection and reports its stages in ConnectionState::stages.
  void testConnection();
  SourceInfo info() const;
  SnapshotPtr snapshot() const;  ///< latest; an empty snapshot before the first
  ConnectionState connection() const;
  UsePtr use() const;  ///< latest; never null, empty before the first

  /// Computes an answer on the latest snapshot (or the given one). A newer preview request cancels an older one that
  /// has not begun.
  void preview(AllocationRequest request, SnapshotPtr on, std::function<void(AllocationAnswer)> done);
  /// Answers for the roles of one workload, as allocateInOrder gives them. Stands in one line with `preview`: a newer
  /// question of either cancels an older one that has not begun. One answer for each request, also when cancelled.
  void previewGroup(std::vector<AllocationRequest> requests, int gangs, SnapshotPtr on,
                    std::function<void(std::vector<AllocationAnswer>)> done);
  /// What the namespace says of the request's pods, with their volumes; for a pod that exists the volumes alone. Kept
  /// for ten seconds. Null when nothing needs asking. Blocks; `preview` does it by itself.
  std::shared_ptr<const NamespaceRules> rulesFor(const AllocationRequest& request, std::stop_token stop = {});
  /// A pod of the latest state, whether it asks for GPUs or not; null = there is none of that name. Blocks; not from a
  /// listener's callback.
  std::shared_ptr<const RawPod> pod(const ObjectKey& key) const;
  /// Why each pending pod of a state waits, with the volumes of these pods as rulesFor() gives them. Blocks.
  PendingReport pendingReport(const ClusterSnapshot& on, const std::stop_token& stop = {});
  /// The same on a worker. Never null; `complete` is false when the service stops meanwhile.
  void explainPending(SnapshotPtr on, std::function<void(std::shared_ptr<const PendingReport>)> done);
  /// What every node says to one request, and what the scheduler would evict for it; with its rules, where it has none.
  /// Answers come in the order of the questions, beside previews: neither makes the other void.
  void explainNodes(AllocationRequest request, SnapshotPtr on, std::function<void(NodesExplanation)> done);
  /// Creates the objects in order (core/service/writes/submit_order.h gives one that works); stops at the first error.
  void submit(std::vector<ManifestObject> objects, std::string defaultNamespace, bool dryRun,
              std::function<void(SubmitOutcome)> done);
  void patchNodeLabels(std::string node, std::vector<LabelChange> changes, std::string resourceVersion, bool dryRun,
                       std::function<void(Result<void>)> done);
  /// Both ask the metrics source; answers come in the order of the questions. `cancel` gives up one, begun or not.
  void history(HistoryQuery query, std::function<void(Result<History>)> done, std::stop_token cancel = {});
  void past(UnixSeconds window, std::function<void(Result<ClusterPast>)> done, std::stop_token cancel = {});
  /// One object as text, and events, read when somebody looks (core/service/read/object_reader.h); `cancel` gives up at
  /// once. Error Unsupported when the source cannot read them.
  void readObject(ObjectRef object, ObjectTextOptions options, std::stop_token cancel,
                  std::function<void(Result<ObjectText>)> done);
  void readEvents(std::vector<ObjectRef> objects, std::stop_token cancel,
                  std::function<void(Result<ObjectEvents>)> done);
  /// The own objects of workloads; what each answered, in the order of the question.
  void readWorkloads(std::vector<ObjectRef> workloads, std::stop_token cancel,
                     std::function<void(std::vector<Result<WorkloadObject>>)> done);
  /// What can be changed; its objects live as long as the service, and their calls block.
  ClusterWriter writer();
  /// Reads logs (core/service/read/log_reader.h); null = the source holds none. Lives and blocks likewise.
  LogReader* logReader();
  /// Writes the observed state (design: gzip JSON without secrets). Blocks; call from a worker.
  Result<void> saveSnapshot(const std::string& path) const;

  /// Blocks until the first complete state, a Failed connection, or the timeout. For the command line.
  Result<SnapshotPtr> waitForData(std::chrono::milliseconds timeout) const;
  /// Blocks while a metrics source is being looked for, at most for the timeout. For the command line.
  UsePtr waitForUse(std::chrono::milliseconds timeout) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal
