// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/plan/changes/binding.h"
#include "core/plan/changes/changes.h"
#include "core/plan/changes/journal.h"
#include "core/plan/changes/object_act.h"
#include "core/service/source/source.h"
#include "core/service/writes/submit_outcome.h"

namespace cardinal {

/// Names a change in the journal: the time, the process and a number that no other change of the process has.
std::string newChangeId(UnixSeconds now);

/// Writes requests that are no plans into the journal: once before they are sent, once when their outcome is known.
/// Used where it is called; thread-safe as its journal is.
class WriteLog {
 public:
  /// All outlive the log.
  WriteLog(PlanJournal& journal, SourceInfo source, const Clock& clock)
      : m_journal(journal), m_source(std::move(source)), m_clock(clock) {}

  /// An entry that waits for its outcome.
  struct Open {
    std::string id;
    ChangeNote note;
  };

  /// Error FileUnwritable: nothing should be sent that cannot be written down first.
  Result<std::vector<Open>> beginSubmit(const std::vector<ManifestObject>& objects,
                                        const std::string& defaultNamespace);
  /// Objects after the one that was refused were not sent (error Cancelled). Where the answer was lost the entry stays
  /// begun: its outcome is not known.
  void endSubmit(std::vector<Open> open, const SubmitOutcome& outcome);

  /// Of a change of one object that was asked for by name.
  Result<Open> beginAct(const ObjectAct& act);
  void endAct(Open open, const Result<void>& outcome) { end(std::move(open), outcome); }

  /// Of a pod that is put on a node past its scheduler.
  Result<Open> beginBind(const BindOrder& order);
  void endBind(Open open, const Result<void>& outcome) { end(std::move(open), outcome); }

  /// `before`: the node as it was shown; null = not known.
  Result<Open> beginLabels(const std::string& node, const std::vector<LabelChange>& changes, const RawNode* before);
  void endLabels(Open open, const Result<void>& outcome) { end(std::move(open), outcome); }

 private:
  void end(Open open, const Result<void>& outcome);
  Result<void> write(const Open& open);
  Open begin(std::string verb, std::string kind, ObjectKey object) const;

  PlanJournal& m_journal;
  SourceInfo m_source;
  const Clock& m_clock;
};

}  // namespace cardinal
