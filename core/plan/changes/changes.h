// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/changes/journal.h"
#include "core/plan/make/make_plan.h"

namespace cardinal {

enum class ChangeResult : std::uint8_t {
  Unknown,  ///< begun; what became of it was not written down (the program ended)
  Done,
  Nothing,  ///< ended, and nothing had to be changed
  Failed,   ///< refused; nothing was changed
  Stopped,  ///< a plan that stands still: to be continued, rolled back or left
  RolledBack,
  Left,    ///< a plan that was ended half done
  Undone,  ///< a later change took it back
};
const char* toString(ChangeResult result) noexcept;

/// Why a change cannot be undone.
enum class UndoBlocker : std::uint8_t {
  None,
  NotDone,  ///< it changed nothing, or is not finished
  AlreadyUndone,
  NotReversible,  ///< its effect is not a field that can be set back (pods evicted, a mode switched by drain, an object
                  ///< deleted)
};
const char* toString(UndoBlocker blocker) noexcept;

/// An object that was created from this program.
struct CreatedRef {
  std::string apiVersion;
  std::string kind;
  ObjectKey key;
  std::string uid;
  bool operator==(const CreatedRef&) const = default;
};

/// One change that was made from this program, as the journal records it.
struct ChangeRecord {
  std::string id;
  UnixSeconds time = 0;
  std::string cluster;
  std::string server;
  std::string verb;    ///< "cordon", "uncordon", "drain", "switch-mode", "set-placement", "exclude-cards", "edit",
                       ///< "undo", "create", "delete", "patch", "bind", "evict", "scale", "annotate"
  std::string object;  ///< "Node/gpu-1", "Deployment/default/app"
  std::vector<FieldChange> fields;
  ChangeResult result = ChangeResult::Unknown;
  std::vector<std::string> commands;     ///< the equal kubectl commands
  std::optional<PlanProgress> progress;  ///< of plans
  std::optional<Error> error;            ///< Failed, Stopped: where there is one
  std::string undoneBy;                  ///< id of the change that took it back; empty = none
  UndoBlocker blocker = UndoBlocker::NotReversible;
  std::optional<CreatedRef>
      created;      ///< an object that was created: undone by deleting it (core/service/writes/object_acts.h)
  std::string uid;  ///< of the object; empty = not known
};

/// Every change of the journal, the newest first.
std::vector<ChangeRecord> changesOf(const std::vector<JournalEntry>& entries);

/// A field that is not any more what the change made of it.
struct UndoConflict {
  std::string field;
  std::optional<std::string> expected;  ///< what the change wrote
  std::optional<std::string> found;     ///< what stands now (hostile)
  bool operator==(const UndoConflict&) const = default;
};

/// The plan that takes a change back, or why there is none. The plan checks the fields again right before it writes,
/// under the node's resourceVersion.
struct UndoAnswer {
  UndoBlocker blocker = UndoBlocker::None;
  bool nodeReplaced = false;  ///< the node is another one by now (uid)
  std::vector<UndoConflict> conflicts;
  std::optional<Plan> plan;  ///< set when nothing of the above is in the way
};
UndoAnswer makeUndo(const ChangeRecord& change, const RawNode& node, const PlanContext& context);

}  // namespace cardinal
