// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/mutex.h"
#include "core/plan/journal.h"
#include "core/service/source.h"

namespace cardinal::ui {

/// A journal that ends with the process: the demo cluster does so too. Thread-safe.
class MemoryJournal final : public PlanJournal {
 public:
  Result<void> write(const JournalEntry& entry) override;
  std::vector<JournalEntry> entries() const;

 private:
  mutable Mutex m_mutex;
  std::vector<JournalEntry> m_entries CARDINAL_GUARDED_BY(m_mutex);
};

/// Where the plans of one cluster are written down and which of them wait for a decision. Thread-safe; the files are read and
/// written where it is called.
class PlanBook {
 public:
  /// `folder`: that of the command line's journal. A demo cluster never uses it; without a folder nothing outlives the book.
  PlanBook(SourceInfo source, std::string folder);

  const SourceInfo& source() const { return m_source; }
  PlanJournal& journal();
  /// Plans of this cluster that are neither done nor rolled back nor left. Error FileUnreadable.
  Result<std::vector<PlanProgress>> unfinished() const;
  /// Error PlanUnfinished (subject = node, detail = id) where a plan for the node waits.
  Result<void> checkFree(const std::string& node) const;
  /// Held while a plan works on the node. Errors: PlanRunning, FileUnwritable.
  Result<NodeLock> lock(const std::string& node) const;

 private:
  bool isKept() const { return m_kept; }

  SourceInfo m_source;
  bool m_kept;
  JournalFile m_file;
  MemoryJournal m_memory;
};

using PlanBookPtr = std::shared_ptr<PlanBook>;

}  // namespace cardinal::ui
