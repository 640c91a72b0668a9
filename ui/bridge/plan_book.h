// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/mutex.h"
#include "core/plan/journal.h"
#include "core/service/source.h"
#include "ui/bridge/memory_journal.h"

namespace cardinal::ui {

/// Nodes that plans of this process work on. Thread-safe.
class NodesAtWork {
 public:
  /// False when one is at work on it already.
  bool begin(const std::string& node);
  void end(const std::string& node);
  bool contains(const std::string& node) const;

 private:
  mutable Mutex m_mutex;
  std::set<std::string> m_nodes CARDINAL_GUARDED_BY(m_mutex);
};

/// Held while a plan works on a node, against other plans of this process and of others.
class NodeHold {
 public:
  NodeHold(std::shared_ptr<NodesAtWork> atWork, std::string node) : m_atWork(std::move(atWork)), m_node(std::move(node)) {}
  ~NodeHold() {
    if (m_atWork) m_atWork->end(m_node);
  }
  NodeHold(NodeHold&& other) noexcept = default;
  NodeHold& operator=(NodeHold&&) = delete;
  NodeHold(const NodeHold&) = delete;
  NodeHold& operator=(const NodeHold&) = delete;
  void keep(NodeLock lock) { m_lock = std::move(lock); }

 private:
  std::shared_ptr<NodesAtWork> m_atWork;
  std::string m_node;
  NodeLock m_lock;
};

/// Where the plans of one cluster are written down and which of them wait for a decision. Thread-safe; the files are read and
/// written where it is called.
class PlanBook {
 public:
  /// `folder`: that of the command line's journal. A demo cluster never uses it; without a folder the plans are written to
  /// `memory`, which is not null.
  PlanBook(SourceInfo source, std::string folder, std::shared_ptr<MemoryJournal> memory);

  const SourceInfo& source() const { return m_source; }
  PlanJournal& journal();
  /// Plans of this cluster that are neither done nor rolled back nor left. Error FileUnreadable.
  Result<std::vector<PlanProgress>> unfinished() const;
  /// Error PlanUnfinished (subject = node, detail = id) where a plan for the node waits.
  Result<void> checkFree(const std::string& node) const;
  /// Held while a plan works on the node. Errors: PlanRunning, FileUnwritable.
  Result<NodeHold> lock(const std::string& node) const;
  /// A plan of this process works on the node.
  bool isAtWork(const std::string& node) const { return m_atWork->contains(node); }

 private:
  bool isKept() const { return m_kept; }

  SourceInfo m_source;
  bool m_kept;
  JournalFile m_file;
  std::shared_ptr<MemoryJournal> m_memory;
  std::shared_ptr<NodesAtWork> m_atWork = std::make_shared<NodesAtWork>();
};

using PlanBookPtr = std::shared_ptr<PlanBook>;

}  // namespace cardinal::ui
