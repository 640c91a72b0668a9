// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/write_log.h"

#include <unistd.h>

#include <atomic>
#include <utility>

#include "core/plan/run/outcome.h"

namespace cardinal {
namespace {

/// A request whose answer was lost may have been done.
NoteState stateOf(const Error& error) {
  return mayBeDone(error) ? NoteState::Begun : NoteState::Failed;
}

}  // namespace

std::string newChangeId(UnixSeconds now) {
  static std::atomic<unsigned> number{0};
  return std::to_string(now) + "-" + std::to_string(::getpid()) + "-" + std::to_string(number++);
}

WriteLog::Open WriteLog::begin(std::string verb, std::string kind, ObjectKey object) const {
  Open open;
  open.id = newChangeId(m_clock.wallNow());
  open.note.verb = std::move(verb);
  open.note.cluster = m_source.name;
  open.note.server = m_source.server;
  open.note.kind = std::move(kind);
  open.note.object = std::move(object);
  return open;
}

Result<void> WriteLog::write(const Open& open) {
  JournalEntry entry;
  entry.time = m_clock.wallNow();
  entry.plan = open.id;
  entry.event = JournalEvent::Noted;
  entry.note = std::make_shared<const ChangeNote>(open.note);
  return m_journal.write(entry);
}

Result<std::vector<WriteLog::Open>> WriteLog::beginSubmit(const std::vector<ManifestObject>& objects,
                                                          const std::string& defaultNamespace) {
  std::vector<Open> out;
  for (const ManifestObject& object : objects) {
    ObjectKey key = object.key;
    if (key.ns.empty()) key.ns = defaultNamespace;
    out.push_back(begin("create", object.kind, std::move(key)));
    out.back().note.fields.push_back({"apiVersion", std::nullopt, object.apiVersion});
    if (auto written = write(out.back()); !written) return unexpected(written.error());
  }
  return out;
}

void WriteLog::endSubmit(std::vector<Open> open, const SubmitOutcome& outcome) {
  for (std::size_t i = 0; i < open.size(); ++i) {
    ChangeNote& note = open[i].note;
    if (i < outcome.created.size()) {
      note.state = NoteState::Done;
      note.object = outcome.created[i].key;
      note.uid = outcome.created[i].uid;
    } else {
      note.error =
          i == outcome.created.size() && outcome.failure ? outcome.failure->error : makeError(ErrorCode::Cancelled);
      note.state = stateOf(*note.error);
    }
    // What was sent cannot be called back: a full disk leaves the entry as begun, which says just that.
    static_cast<void>(write(open[i]));
  }
}

Result<WriteLog::Open> WriteLog::beginLabels(const std::string& node, const std::vector<LabelChange>& changes,
                                             const RawNode* before) {
  Open open = begin("patch", "Node", {{}, node});
  if (before != nullptr) open.note.uid = before->meta.uid;
  for (const LabelChange& change : changes) {
    FieldChange field{"metadata.labels[" + change.key + "]", std::nullopt, std::nullopt};
    const std::string* old = before == nullptr ? nullptr : find(before->meta.labels, change.key);
    if (old != nullptr) field.before = *old;
    if (!change.remove) field.after = change.value;
    open.note.fields.push_back(std::move(field));
  }
  if (auto written = write(open); !written) return unexpected(written.error());
  return open;
}

Result<WriteLog::Open> WriteLog::beginAct(const ObjectAct& act) {
  Open open = begin(toString(act.verb), act.object.kind, act.object.key);
  open.note.uid = act.object.uid;
  open.note.fields = noteOf(act).fields;
  if (auto written = write(open); !written) return unexpected(written.error());
  return open;
}

Result<WriteLog::Open> WriteLog::beginBind(const BindOrder& order) {
  Open open = begin("bind", "Pod", order.pod);
  open.note.uid = order.podUid;
  open.note.fields.push_back({"spec.nodeName", std::nullopt, order.node});
  if (auto written = write(open); !written) return unexpected(written.error());
  return open;
}

void WriteLog::end(Open open, const Result<void>& outcome) {
  open.note.state = outcome ? NoteState::Done : stateOf(outcome.error());
  if (!outcome) open.note.error = outcome.error();
  static_cast<void>(write(open));
}

}  // namespace cardinal
