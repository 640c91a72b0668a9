// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <chrono>
#include <functional>
#include <memory>

#include "core/service/cluster_service.h"
#include "core/service/writes/change_session.h"

namespace cardinal::ui {

class WriteLock;

/// The one door between core's threads and the GUI. Keeps the latest snapshot in a mailbox and posts at most one event;
/// older ones are dropped. Answers are bound to a context object: if it is gone or asked again since, the callback is
/// not called. GUI thread only, except the listener functions.
class SnapshotBridge : public QObject, private ServiceListener {
  Q_OBJECT
 public:
  explicit SnapshotBridge(const Clock& clock, QObject* parent = nullptr);
  ~SnapshotBridge() override;

  /// Replaces the cluster that is looked at; the old service is stopped. The new one starts at once.
  void open(std::unique_ptr<ClusterSource> source);
  bool isOpen() const;

  SnapshotPtr snapshot() const;  ///< never null
  const ConnectionState& connection() const;
  UsePtr use() const;  ///< what is measured of the cards; never null
  /// As the source says; `writable` is false while the context is locked, whatever the source takes.
  SourceInfo info() const;
  /// The read-only lock of this context. connectionChanged follows its changes, too. Real writes (no dry runs)
  /// through the calls below are refused while it is on: error ReadOnlySource with place "lock".
  WriteLock& writeLock() const;
  const Clock& clock() const;
  /// The way out for changes of this cluster: its lock, its journal, who works on which node. Another one for each
  /// source; never null. The writes below are written down there before they are sent, and after.
  const ChangeSessionPtr& session() const;
  /// Folder of the journal that the command line shares; empty, as it is at first: nothing outlives the cluster. Before
  /// the first cluster is opened.
  void setJournalFolder(std::string folder);
  /// Data may be acted upon: connected and fresh.
  bool isFresh() const;
  /// Wall clock, from the injected clock.
  UnixSeconds now() const;

  /// Blocks until the first complete state and what is measured then, a failed connection or the timeout, and delivers
  /// what came by the signals below. For pictures without an event loop only. Errors: as ClusterService::waitForData,
  /// NotConnected when nothing is open.
  Result<void> waitForData(std::chrono::milliseconds timeout);

  /// Blocks until every question that was asked has its answer, or the timeout. For pictures without an event loop
  /// only.
  void finishQuestions(std::chrono::milliseconds timeout);

  void refresh();
  /// Ends the credential plugin that is waited for; nothing when none is.
  void cancelWaiting();
  /// Makes a new connection; the length of its stages comes with connectionChanged().
  void testConnection();
  /// Each call for the same context makes answers to its earlier calls void. `on`: the state to ask about; null = the
  /// shown one.
  void preview(QObject* context, AllocationRequest request, std::function<void(const AnswerPtr&)> done,
               SnapshotPtr on = {});
  /// The same for the roles of one workload, in the order in which their pods are created. In one line with `preview`:
  /// each makes the other's earlier answers void.
  void previewGroup(QObject* context, std::vector<AllocationRequest> requests, int gangs,
                    std::function<void(const std::vector<AnswerPtr>&)> done, SnapshotPtr on = {});
  /// Why each pending pod of `on` waits; null = the shown state. The report is never null.
  void explainPending(QObject* context, std::function<void(const std::shared_ptr<const PendingReport>&)> done,
                      SnapshotPtr on = {});
  /// What every node of `on` says to one request, and what would be evicted for it; beside previews, which it never
  /// makes void.
  void explainNodes(QObject* context, AllocationRequest request, SnapshotPtr on,
                    std::function<void(const NodesExplanation&)> done);
  void submit(QObject* context, std::vector<ManifestObject> objects, QString defaultNamespace, bool dryRun,
              std::function<void(const SubmitOutcome&)> done);
  void patchNodeLabels(QObject* context, QString node, std::vector<LabelChange> changes, QString resourceVersion,
                       bool dryRun, std::function<void(const Result<void>&)> done);
  /// The past of cards; a newer question of the same context gives the older one up.
  void history(QObject* context, HistoryQuery query, std::function<void(const Result<History>&)> done);
  /// Gives up the context's question; no answer comes.
  void cancelHistory(const QObject* context);
  void past(QObject* context, UnixSeconds window, std::function<void(const Result<ClusterPast>&)> done);
  /// What can be changed; empty while nothing is open. The calls of its objects block, so they belong on a worker that
  /// ends in `sourceClosing`.
  ClusterWriter writer() const;
  /// Reads logs; null = the source holds none. As above.
  LogReader* logReader() const;
  /// One object as text; its events and those of others. `cancel` gives up at once; no callback comes then.
  void readObject(QObject* context, ObjectRef object, ObjectTextOptions options, std::stop_token cancel,
                  std::function<void(const Result<ObjectText>&)> done);
  void readEvents(QObject* context, std::vector<ObjectRef> objects, std::stop_token cancel,
                  std::function<void(const Result<ObjectEvents>&)> done);
  /// The own objects of workloads (ClusterService::readWorkloads).
  void readWorkloads(QObject* context, std::vector<ObjectRef> workloads, std::stop_token cancel,
                     std::function<void(const std::vector<Result<WorkloadObject>>&)> done);
  void saveSnapshot(QObject* context, QString path, std::function<void(const Result<void>&)> done);

 signals:
  void snapshotChanged(const cardinal::SnapshotPtr& snapshot);
  void connectionChanged(const cardinal::ConnectionState& state);
  /// A new refresh; and the old one again every 15 seconds while none comes, for its samples age.
  void useChanged(const cardinal::UsePtr& use);
  void sourceChanged();
  /// The outcome of a write was written down.
  void journalled();
  /// The source is about to go: whoever works with `writer` stops before returning.
  void sourceClosing();

 private:
  void onSnapshot(SnapshotPtr snapshot) override;
  void onConnection(const ConnectionState& state) override;
  void onMetrics(UsePtr use) override;
  void openSession();
  void postDelivery();
  void deliver();

  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal::ui
