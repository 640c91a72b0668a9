// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/change_session.h"

#include <algorithm>
#include <utility>

namespace cardinal {

/// Nodes that somebody in this process works on.
struct NodeHold::Held {
  mutable Mutex mutex;
  std::set<std::string> nodes CARDINAL_GUARDED_BY(mutex);

  bool begin(const std::string& node) {
    const MutexLock lock(mutex);
    return nodes.insert(node).second;
  }
  void end(const std::string& node) {
    const MutexLock lock(mutex);
    nodes.erase(node);
  }
  bool contains(const std::string& node) const {
    const MutexLock lock(mutex);
    return nodes.contains(node);
  }
};

NodeHold::~NodeHold() {
  if (m_held) m_held->end(m_node);
}

ChangeSession::ChangeSession(SourceInfo source, std::string folder, const Clock& clock)
    : m_source(std::move(source)),
      m_clock(clock),
      m_kept(m_source.kind != SourceKind::Demo && !folder.empty()),
      m_file(std::move(folder)),
      m_held(std::make_shared<NodeHold::Held>()) {}

ChangeSession::~ChangeSession() = default;

Result<void> ChangeSession::mayWrite() const {
  if (m_locked) return unexpected(makeError(ErrorCode::ReadOnlySource, m_source.name, "lock"));
  if (!m_source.writable) return unexpected(makeError(ErrorCode::ReadOnlySource, m_source.name));
  return {};
}

PlanJournal& ChangeSession::journal() {
  return m_kept ? static_cast<PlanJournal&>(m_file) : m_memory;
}

Result<JournalContents> ChangeSession::contents() const {
  if (m_kept) return m_file.read();
  JournalContents out;
  out.entries = m_memory.entries();
  return out;
}

Result<std::vector<PlanProgress>> ChangeSession::unfinished() const {
  const auto journal = contents();
  if (!journal) return unexpected(journal.error());
  std::vector<PlanProgress> open = unfinishedPlans(journal->entries);
  const std::string here = placeOf(m_source.name, m_source.server);
  std::erase_if(open, [&here](const PlanProgress& one) { return placeOf(one.plan.cluster, one.plan.server) != here; });
  return open;
}

PlanContext ChangeSession::newPlan() const {
  const UnixSeconds now = m_clock.wallNow();
  return {newChangeId(now), m_source.name, m_source.server, now};
}

Result<void> ChangeSession::checkFree(const std::string& node) const {
  const auto journal = contents();
  if (!journal) return unexpected(journal.error());
  return cardinal::checkFree(journal->entries, m_source.name, m_source.server, node);
}

Result<NodeHold> ChangeSession::hold(const std::string& node) const {
  if (!m_held->begin(node)) return unexpected(makeError(ErrorCode::PlanRunning, node, m_source.name));
  NodeHold hold(m_held, node);
  if (!m_kept) return hold;
  auto lock = m_file.lockNode(placeOf(m_source.name, m_source.server), node);
  if (!lock) return unexpected(lock.error());
  hold.m_lock = std::move(*lock);
  return hold;
}

Result<NodeHold> ChangeSession::holdFree(const std::string& node) const {
  auto held = hold(node);
  if (!held) return held;
  // Under the hold: somebody else may have begun a plan since it was looked at.
  if (auto free = checkFree(node); !free) return unexpected(free.error());
  return held;
}

bool ChangeSession::isAtWork(const std::string& node) const {
  return m_held->contains(node);
}

}  // namespace cardinal
