// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/plan_book.h"

#include <algorithm>
#include <utility>

namespace cardinal::ui {

bool NodesAtWork::begin(const std::string& node) {
  const MutexLock lock(m_mutex);
  return m_nodes.insert(node).second;
}

void NodesAtWork::end(const std::string& node) {
  const MutexLock lock(m_mutex);
  m_nodes.erase(node);
}

bool NodesAtWork::contains(const std::string& node) const {
  const MutexLock lock(m_mutex);
  return m_nodes.contains(node);
}

PlanBook::PlanBook(SourceInfo source, std::string folder, std::shared_ptr<MemoryJournal> memory)
    : m_source(std::move(source)),
      m_kept(m_source.kind != SourceKind::Demo && !folder.empty()),
      m_file(std::move(folder)),
      m_memory(std::move(memory)) {}

PlanJournal& PlanBook::journal() {
  return isKept() ? static_cast<PlanJournal&>(m_file) : *m_memory;
}

Result<std::vector<PlanProgress>> PlanBook::unfinished() const {
  if (!isKept()) return unfinishedPlans(m_memory->entries());
  auto contents = m_file.read();
  if (!contents) return unexpected(contents.error());
  std::vector<PlanProgress> open = unfinishedPlans(contents->entries);
  const std::string here = placeOf(m_source.name, m_source.server);
  const auto elsewhere = [&here](const PlanProgress& one) { return placeOf(one.plan.cluster, one.plan.server) != here; };
  open.erase(std::remove_if(open.begin(), open.end(), elsewhere), open.end());
  return open;
}

Result<void> PlanBook::checkFree(const std::string& node) const {
  const auto check = [&](const std::vector<JournalEntry>& entries) {
    return cardinal::checkFree(entries, m_source.name, m_source.server, node);
  };
  if (!isKept()) return check(m_memory->entries());
  const auto contents = m_file.read();
  if (!contents) return unexpected(contents.error());
  return check(contents->entries);
}

Result<NodeHold> PlanBook::lock(const std::string& node) const {
  if (!m_atWork->begin(node)) return unexpected(makeError(ErrorCode::PlanRunning, node, m_source.name));
  NodeHold hold(m_atWork, node);
  if (!isKept()) return hold;
  auto lock = m_file.lockNode(placeOf(m_source.name, m_source.server), node);
  if (!lock) return unexpected(lock.error());
  hold.keep(std::move(*lock));
  return hold;
}

}  // namespace cardinal::ui
