// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/plan/changes/change_note.h"
#include "core/plan/changes/progress.h"

namespace cardinal {

enum class JournalEvent : std::uint8_t {
  Planned,    ///< `planned` holds the whole plan
  StepBegun,  ///< written before the act of a step; `changes`: the act will change something. After it again without:
              ///< it is so by somebody else's doing; with `skipped`: the act was refused or not sent, nothing was done
  PodEvicting,  ///< before the first request for a pod's eviction; at a stop again: `changes` = it is gone, `skipped` =
                ///< it stays
  StepActed,
  StepDone,  ///< `skipped`: it must not be done any more
  Stopped,   ///< `stop`
  Resumed,
  RollbackBegun,
  UndoBegun,  ///< written before the act is taken back
  UndoDone,
  Finished,  ///< `phase`
  Noted,     ///< `note`: a change that is no plan; `plan` is its id
};
const char* toString(JournalEvent event) noexcept;

/// One line of the journal. Which fields mean something is said at the events.
struct JournalEntry {
  UnixSeconds time = 0;
  std::string plan;  ///< id
  JournalEvent event = JournalEvent::Planned;
  int step = -1;  ///< -1 = the plan as a whole
  bool changes = false;
  bool skipped = false;
  ObjectKey pod;
  std::string uid;
  std::string command;  ///< the equal kubectl command, for readers
  std::optional<PlanStop> stop;
  PlanPhase phase = PlanPhase::Done;
  std::shared_ptr<const Plan> planned;
  std::shared_ptr<const ChangeNote> note;
};

/// Where a runner writes what it is about to do. `write` returns when the entry would survive a crash.
class PlanJournal {
 public:
  virtual ~PlanJournal() = default;
  virtual Result<void> write(const JournalEntry& entry) = 0;
};

struct JournalContents {
  std::vector<JournalEntry> entries;  ///< in the order of the file
  std::size_t unreadable = 0;         ///< lines that are no entries; a torn last line is not counted
};

/// Entry as one line without its end, and back; nothing for text that is no entry.
std::string toLine(const JournalEntry& entry);
std::optional<JournalEntry> parseLine(std::string_view line);

/// Applies one entry to the progress of its plan; Planned begins it anew.
void apply(PlanProgress& progress, const JournalEntry& entry);
/// Every plan of the journal by its last state, in the order of their beginning.
std::vector<PlanProgress> plansOf(const std::vector<JournalEntry>& entries);
/// Those that are neither done nor rolled back nor left.
std::vector<PlanProgress> unfinishedPlans(const std::vector<JournalEntry>& entries);
/// Error PlanUnfinished where a plan for this node of this cluster waits for a decision: nothing else is begun there.
Result<void> checkFree(const std::vector<JournalEntry>& entries, const std::string& cluster, const std::string& server,
                       const std::string& node);

/// Held while a plan works on a node. Another process that dies lets go of it.
class NodeLock {
 public:
  NodeLock() = default;
  explicit NodeLock(int descriptor) : m_descriptor(descriptor) {}
  ~NodeLock();
  NodeLock(NodeLock&& other) noexcept;
  NodeLock& operator=(NodeLock&& other) noexcept;
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  int m_descriptor = -1;
};

/// The journal on disk: JSON lines, only ever appended to, each line synced before `write` returns. Several processes
/// may append; lines never mix. Thread-safe.
class JournalFile final : public PlanJournal {
 public:
  /// `folder` is made when it is missing (mode 0700).
  explicit JournalFile(std::string folder) : m_folder(std::move(folder)) {}

  /// Error FileUnwritable: subject = path, detail = the system's words.
  Result<void> write(const JournalEntry& entry) override;
  /// An absent file is an empty journal. Error FileUnreadable.
  Result<JournalContents> read() const;
  /// Error PlanRunning (subject = node) while another plan works on the node; FileUnwritable.
  Result<NodeLock> lockNode(const std::string& cluster, const std::string& node) const;
  std::string path() const { return m_folder + "/plans.jsonl"; }

 private:
  Result<void> makeFolder() const;

  std::string m_folder;
};

}  // namespace cardinal
