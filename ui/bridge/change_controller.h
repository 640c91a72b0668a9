// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/changes/binding.h"
#include "core/plan/changes/changes.h"
#include "core/plan/changes/object_act.h"
#include "core/plan/make/node_edit.h"
#include "core/service/worker.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal {
struct WriteReply;
}

namespace cardinal::ui {

/// What became of an undo or an edit.
struct ChangeOutcome {
  std::optional<PlanProgress> progress;  ///< it was begun
  UndoAnswer undo;                       ///< of undos: why it was not begun
  std::vector<EditConflict> conflicts;   ///< of edits: somebody else changed the same fields meanwhile
  std::vector<CreatedRef> removed;       ///< objects that were deleted
  bool bound = false;                    ///< the pod is on its node
  bool acted = false;                    ///< one object was changed, as it was asked for by name
  std::optional<Error> error;
  bool isDone() const {
    return ((progress && progress->phase == PlanPhase::Done) || !removed.empty() || bound || acted) && !error;
  }
  /// Something in the cluster is other than before.
  bool changedSomething() const { return progress || !removed.empty() || bound || acted; }
};

/// Nothing said, or what the server warns of.
struct ServerPreflight {
  std::vector<std::string> warnings;  ///< hostile text
  std::optional<Error> refused;
};

/// A node as the server returns it now, and what the server says to an edit of it (dry run).
struct EditPreflight {
  std::shared_ptr<const RawNode> node;
  std::vector<EditConflict> conflicts;
  std::optional<Error> refused;
  std::vector<ObjectKey> victims;  ///< pods that its NoExecute taints evict at once
};

/// The journal of changes for the window, and the small changes that are made with it: undo, labels and taints. Both go
/// through the bridge's session. Files and servers are met on a thread of its own; answers come on the GUI thread. GUI
/// thread only.
class ChangeController : public QObject {
  Q_OBJECT
 public:
  /// The bridge outlives it.
  explicit ChangeController(SnapshotBridge& bridge, QObject* parent = nullptr);
  ~ChangeController() override;

  /// Reads the journal anew; `changed` follows.
  void refresh();
  /// The newest first; of every cluster.
  const std::vector<ChangeRecord>& changes() const { return m_changes; }
  std::size_t unreadable() const { return m_unreadable; }
  const std::optional<Error>& error() const { return m_error; }
  /// True when the change was made in the cluster that is looked at.
  bool isHere(const ChangeRecord& change) const;

  using Done = std::function<void(const ChangeOutcome&)>;
  /// Takes the change back, if its fields are still what it made of them. `done` is not called when `context` is gone.
  void undo(QObject* context, const ChangeRecord& change, Done done);
  /// Deletes objects that were submitted, the last one first; stops at the first that cannot be deleted.
  void remove(QObject* context, std::vector<CreatedRef> objects, Done done);
  /// Puts a pod on a node past its scheduler.
  void bind(QObject* context, const BindOrder& order, Done done);
  /// What the server says to it without doing it.
  void preflightBind(QObject* context, const BindOrder& order, std::function<void(const ServerPreflight&)> done);
  /// Evicts, deletes, scales or annotates one object.
  void act(QObject* context, const ObjectAct& act, Done done);
  /// What the server says to it without doing it.
  void preflightAct(QObject* context, const ObjectAct& act, std::function<void(const ServerPreflight&)> done);
  /// Writes the edit, if the fields are still as `seen` shows them.
  void edit(QObject* context, std::shared_ptr<const RawNode> seen, NodeEdit edit, Done done);
  /// Reads the node and lets the server check the edit without keeping it. An empty edit only reads.
  void preflightEdit(QObject* context, std::shared_ptr<const RawNode> seen, std::string node, NodeEdit edit,
                     std::function<void(const Result<EditPreflight>&)> done);
  /// Blocks until everything that was asked has its answer; for pictures and tests without an event loop only.
  void finish();

 signals:
  void changed();

 private:
  /// A write by somebody who may, on the controller's thread.
  struct Order {
    ChangeSessionPtr session;
    ClusterWriter writer;
    std::stop_token stop;
  };
  void post(std::function<void(const std::stop_token&)> job);
  void preflight(QObject* context, std::function<Result<WriteReply>(const std::stop_token&)> ask,
                 std::function<void(const ServerPreflight&)> done);
  /// `node`: the one that is held meanwhile; empty = none.
  void run(QObject* context, std::string node, std::function<ChangeOutcome(const Order&)> work, Done done);

  SnapshotBridge& m_bridge;
  std::vector<ChangeRecord> m_changes;
  std::size_t m_unreadable = 0;
  std::optional<Error> m_error;
  std::unique_ptr<Worker> m_worker;  ///< last: joined before the rest goes
};

}  // namespace cardinal::ui
