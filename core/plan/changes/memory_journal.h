// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/mutex.h"
#include "core/plan/changes/journal.h"

namespace cardinal {

/// A journal that ends with the process: the demo cluster does so too. Thread-safe.
class MemoryJournal final : public PlanJournal {
 public:
  Result<void> write(const JournalEntry& entry) override {
    const MutexLock lock(m_mutex);
    m_entries.push_back(entry);
    return {};
  }
  std::vector<JournalEntry> entries() const {
    const MutexLock lock(m_mutex);
    return m_entries;
  }

 private:
  mutable Mutex m_mutex;
  std::vector<JournalEntry> m_entries CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
