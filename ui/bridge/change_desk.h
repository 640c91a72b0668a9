// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/binding.h"
#include "core/plan/changes.h"
#include "core/plan/node_edit.h"
#include "ui/bridge/memory_journal.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// What became of an undo or an edit.
struct ChangeOutcome {
  std::optional<PlanProgress> progress;  ///< it was begun
  UndoAnswer undo;                       ///< of undos: why it was not begun
  std::vector<EditConflict> conflicts;   ///< of edits: somebody else changed the same fields meanwhile
  std::vector<CreatedRef> removed;       ///< objects that were deleted
  bool bound = false;                    ///< the pod is on its node
  std::optional<Error> error;
  bool isDone() const { return ((progress && progress->phase == PlanPhase::Done) || !removed.empty() || bound) && !error; }
  /// Something in the cluster is other than before.
  bool changedSomething() const { return progress || !removed.empty() || bound; }
};

/// Nothing said, or what the server warns of.
struct BindLook {
  std::vector<std::string> warnings;  ///< hostile text
  std::optional<Error> refused;
};

/// A node as the server tells it now, and what the server says to an edit of it (dry run).
struct EditLook {
  std::shared_ptr<const RawNode> node;
  std::vector<EditConflict> conflicts;
  std::optional<Error> refused;
  std::vector<ObjectKey> victims;  ///< pods that its NoExecute taints evict at once
};

/// The journal of changes for the window, and the small changes that are made with it: undo, labels and taints. Files and
/// servers are met on a thread of its own; answers come on the GUI thread. A demo cluster's journal ends with the cluster.
/// Every write of the bridge is written into the same journal. GUI thread only.
class ChangeDesk : public QObject {
  Q_OBJECT
 public:
  /// `folder`: that of the command line's journal; empty = nothing outlives the object. The bridge outlives the desk.
  ChangeDesk(SnapshotBridge& bridge, std::string folder, QObject* parent = nullptr);
  ~ChangeDesk() override;

  /// As the constructor's; before the first cluster is opened.
  void setFolder(std::string folder);
  /// What takes the entries of a cluster that keeps none on disk; another one for each source. For plans of the same window.
  std::shared_ptr<MemoryJournal> memory() const;
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
  void lookAtBind(QObject* context, const BindOrder& order, std::function<void(const BindLook&)> done);
  /// Writes the edit, if the fields are still as `seen` shows them.
  void edit(QObject* context, std::shared_ptr<const RawNode> seen, NodeEdit edit, Done done);
  /// Reads the node and lets the server check the edit without keeping it. An empty edit only reads.
  void lookAtEdit(QObject* context, std::shared_ptr<const RawNode> seen, std::string node, NodeEdit edit,
                  std::function<void(const Result<EditLook>&)> done);
  /// Blocks until everything that was asked has its answer; for pictures and tests without an event loop only.
  void finish();

 signals:
  void changed();

 private:
  struct Impl;
  PlanContext planContext();
  void run(QObject* context, std::string node, std::function<ChangeOutcome(const std::stop_token&)> work, Done done);

  SnapshotBridge& m_bridge;
  std::unique_ptr<Impl> m_impl;
  std::vector<ChangeRecord> m_changes;
  std::size_t m_unreadable = 0;
  std::optional<Error> m_error;
  unsigned m_number = 0;
};

}  // namespace cardinal::ui
