// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/plan/changes/journal.h"
#include "core/plan/changes/memory_journal.h"
#include "core/plan/make/make_plan.h"
#include "core/service/source/source.h"
#include "core/service/writes/write_log.h"

namespace cardinal {

/// Held while somebody works on a node, against others in this process and in others. Moved, not copied.
class NodeHold {
 public:
  NodeHold(NodeHold&&) noexcept = default;
  NodeHold& operator=(NodeHold&&) = delete;
  NodeHold(const NodeHold&) = delete;
  NodeHold& operator=(const NodeHold&) = delete;
  ~NodeHold();

 private:
  friend class ChangeSession;
  struct Held;
  NodeHold(std::shared_ptr<Held> held, std::string node) : m_held(std::move(held)), m_node(std::move(node)) {}

  std::shared_ptr<Held> m_held;  ///< null = moved from
  std::string m_node;
  NodeLock m_lock;
};

/// The way out for the changes of one cluster, the same for the command line, the window and the plans of both: whether
/// writes are locked, where changes are written down, who works on a node, and what a change is called. What is sent
/// goes through ClusterWriter. Thread-safe; files are read and written where it is called.
class ChangeSession {
 public:
  /// `folder`: of the journal on disk, which every process of the user shares; empty = nothing outlives the object. The
  /// journal of a demo cluster ends with it in any case. `clock` outlives the session.
  ChangeSession(SourceInfo source, std::string folder, const Clock& clock);
  ~ChangeSession();
  ChangeSession(const ChangeSession&) = delete;
  ChangeSession& operator=(const ChangeSession&) = delete;

  const SourceInfo& source() const { return m_source; }
  const Clock& clock() const { return m_clock; }
  /// The journal is on disk.
  bool isKept() const { return m_kept; }

  /// The read-only lock, as far as there is one: the window has it, the command line asks for each change instead.
  void setLocked(bool locked) { m_locked = locked; }
  /// To be asked where a change is asked for. Error ReadOnlySource (subject = cluster): place "lock" while locked, else
  /// the source takes no writes.
  Result<void> mayWrite() const;

  PlanJournal& journal();
  /// Everything that the journal holds, of other clusters too. Error FileUnreadable.
  Result<JournalContents> contents() const;
  /// Plans of this cluster that are neither done nor rolled back nor left. Error FileUnreadable.
  Result<std::vector<PlanProgress>> unfinished() const;
  /// What writes single requests down.
  WriteLog log() { return {journal(), m_source, m_clock}; }
  /// What a new plan is made with: its id, the cluster and the time.
  PlanContext newPlan() const;

  /// Error PlanUnfinished (subject = node, detail = id) where a plan for the node waits for a decision; FileUnreadable.
  Result<void> checkFree(const std::string& node) const;
  /// Errors: PlanRunning while somebody else works on the node, FileUnwritable.
  Result<NodeHold> hold(const std::string& node) const;
  /// The same for somebody who begins something: errors of checkFree too, asked under the hold.
  Result<NodeHold> holdFree(const std::string& node) const;
  /// Somebody in this process works on the node.
  bool isAtWork(const std::string& node) const;

 private:
  const SourceInfo m_source;
  const Clock& m_clock;
  const bool m_kept;
  JournalFile m_file;
  MemoryJournal m_memory;
  std::atomic<bool> m_locked{false};
  const std::shared_ptr<NodeHold::Held> m_held;
};

using ChangeSessionPtr = std::shared_ptr<ChangeSession>;

}  // namespace cardinal
