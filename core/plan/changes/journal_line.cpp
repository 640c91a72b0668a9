// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/plan/changes/journal.h"

namespace cardinal {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Value whose name is `name` among the codes from 0 to `last`; nothing when none is.
template <typename Code>
std::optional<Code> codeOf(const std::string& name, Code last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (name == toString(static_cast<Code>(i))) return static_cast<Code>(i);
  }
  return std::nullopt;
}

/// A part that is missing or has another type; the line is then no entry.
struct Unreadable {};

const Json& part(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (at == json.end()) throw Unreadable();
  return *at;
}

std::string text(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (at == json.end()) return {};
  if (!at->is_string()) throw Unreadable();
  return at->get<std::string>();
}

std::int64_t number(const Json& json, const char* key, std::int64_t absent = 0) {
  const auto at = json.find(key);
  if (at == json.end()) return absent;
  if (!at->is_number_integer()) throw Unreadable();
  return at->get<std::int64_t>();
}

bool flag(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (at == json.end()) return false;
  if (!at->is_boolean()) throw Unreadable();
  return at->get<bool>();
}

template <typename Code>
Code code(const Json& json, const char* key, Code last) {
  const auto found = codeOf(text(json, key), last);
  if (!found) throw Unreadable();
  return *found;
}

template <typename Item, typename Read>
std::vector<Item> items(const Json& json, const char* key, Read read) {
  std::vector<Item> out;
  const auto at = json.find(key);
  if (at == json.end()) return out;
  if (!at->is_array()) throw Unreadable();
  for (const Json& item : *at) {
    if (!item.is_object()) throw Unreadable();
    out.push_back(read(item));
  }
  return out;
}

template <typename List, typename Write>
Json listOf(const List& list, Write write) {
  Json out = Json::array();
  for (const auto& item : list) out.push_back(write(item));
  return out;
}

Json conditionJson(const PlanCondition& condition) {
  Json out{{"code", toString(condition.code)}};
  if (!condition.key.empty()) out["key"] = condition.key;
  if (!condition.value.empty()) out["value"] = condition.value;
  if (condition.absent) out["absent"] = true;
  return out;
}

PlanCondition readCondition(const Json& json) {
  return {code(json, "code", kLastConditionCode), text(json, "key"), text(json, "value"), flag(json, "absent")};
}

Json changeJson(const LabelChange& change) {
  return change.remove ? Json{{"key", change.key}, {"remove", true}}
                       : Json{{"key", change.key}, {"value", change.value}};
}

LabelChange readChange(const Json& json) {
  return {text(json, "key"), text(json, "value"), flag(json, "remove")};
}

Json actJson(const PlanAct& act) {
  Json out{{"code", toString(act.code)}};
  if (!act.labels.empty()) {
    out["labels"] = listOf(act.labels, changeJson);
  }
  if (!act.annotations.empty()) out["annotations"] = listOf(act.annotations, changeJson);
  if (act.taints.empty()) return out;
  out["taints"] = listOf(act.taints, [](const TaintChange& change) {
    Json taint{{"key", change.key}, {"effect", change.effect}};
    if (!change.value.empty()) taint["value"] = change.value;
    if (change.remove) taint["remove"] = true;
    return taint;
  });
  return out;
}

PlanAct readAct(const Json& json) {
  PlanAct act;
  act.code = code(json, "code", ActCode::Evict);
  act.labels = items<LabelChange>(json, "labels", readChange);
  act.annotations = items<LabelChange>(json, "annotations", readChange);
  act.taints = items<TaintChange>(json, "taints", [](const Json& item) {
    return TaintChange{text(item, "key"), text(item, "value"), text(item, "effect"), flag(item, "remove")};
  });
  return act;
}

Json stepJson(const PlanStep& step) {
  Json out{{"code", toString(step.code)},
           {"before", listOf(step.before, conditionJson)},
           {"act", actJson(step.act)},
           {"after", listOf(step.after, conditionJson)},
           {"undo", actJson(step.undo)},
           {"undoBefore", listOf(step.undoBefore, conditionJson)},
           {"undone", listOf(step.undone, conditionJson)},
           {"timeoutSeconds", step.timeout.count()}};
  if (step.settle.count() > 0) out["settleSeconds"] = step.settle.count();
  if (!step.hopeless.empty()) out["hopeless"] = listOf(step.hopeless, conditionJson);
  return out;
}

PlanStep readStep(const Json& json) {
  PlanStep step;
  step.code = code(json, "code", StepCode::Uncordon);
  step.before = items<PlanCondition>(json, "before", readCondition);
  step.act = readAct(part(json, "act"));
  step.after = items<PlanCondition>(json, "after", readCondition);
  step.undo = readAct(part(json, "undo"));
  step.undoBefore = items<PlanCondition>(json, "undoBefore", readCondition);
  step.undone = items<PlanCondition>(json, "undone", readCondition);
  step.timeout = std::chrono::seconds(number(json, "timeoutSeconds"));
  step.settle = std::chrono::seconds(number(json, "settleSeconds"));
  step.hopeless = items<PlanCondition>(json, "hopeless", readCondition);
  return step;
}

Json drainJson(const DrainPolicy& policy) {
  return {{"gpuPodsOnly", policy.gpuPodsOnly},         {"ignoreDaemonSets", policy.ignoreDaemonSets},
          {"deleteLocalData", policy.deleteLocalData}, {"evictBare", policy.evictBare},
          {"graceSeconds", policy.graceSeconds},       {"timeoutSeconds", policy.timeout.count()}};
}

DrainPolicy readDrain(const Json& json) {
  DrainPolicy policy;
  policy.gpuPodsOnly = flag(json, "gpuPodsOnly");
  policy.ignoreDaemonSets = flag(json, "ignoreDaemonSets");
  policy.deleteLocalData = flag(json, "deleteLocalData");
  policy.evictBare = flag(json, "evictBare");
  policy.graceSeconds = static_cast<int>(number(json, "graceSeconds", -1));
  policy.timeout = std::chrono::seconds(number(json, "timeoutSeconds"));
  return policy;
}

Json mapJson(const StringMap& map) {
  return listOf(map, [](const auto& entry) { return Json{{"key", entry.first}, {"value", entry.second}}; });
}

std::vector<std::pair<std::string, std::string>> readMap(const Json& json, const char* key) {
  return items<std::pair<std::string, std::string>>(
      json, key, [](const Json& item) { return std::pair(text(item, "key"), text(item, "value")); });
}

Json beforeJson(const NodeBefore& before) {
  Json out{{"unschedulable", before.unschedulable},
           {"labels", mapJson(before.labels)},
           {"taints", listOf(before.taints,
                             [](const Taint& t) {
                               return Json{{"key", t.key}, {"value", t.value}, {"effect", t.effect}};
                             })},
           {"allocatable", listOf(before.allocatable, [](const ResourceAmount& r) {
              return Json{{"name", r.name}, {"amount", r.amount.floor()}};
            })}};
  if (!before.annotations.empty()) out["annotations"] = mapJson(before.annotations);
  return out;
}

NodeBefore readBefore(const Json& json) {
  NodeBefore before;
  before.unschedulable = flag(json, "unschedulable");
  before.labels = readMap(json, "labels");
  before.annotations = readMap(json, "annotations");
  before.taints = items<Taint>(json, "taints", [](const Json& item) {
    return Taint{text(item, "key"), text(item, "value"), text(item, "effect")};
  });
  before.allocatable = items<ResourceAmount>(json, "allocatable", [](const Json& item) {
    return ResourceAmount{text(item, "name"), Quantity::fromInteger(number(item, "amount"))};
  });
  return before;
}

Json planJson(const Plan& plan) {
  Json out{{"kind", toString(plan.kind)}, {"cluster", plan.cluster}, {"server", plan.server},
           {"node", plan.node},           {"nodeUid", plan.nodeUid}, {"made", plan.made}};
  out["drain"] = drainJson(plan.drain);
  if (plan.target) out["target"] = toString(*plan.target);
  if (!plan.undoes.empty()) out["undoes"] = plan.undoes;
  out["before"] = beforeJson(plan.before);
  out["steps"] = listOf(plan.steps, stepJson);
  return out;
}

Plan readPlan(const Json& json, const std::string& id) {
  Plan plan;
  plan.id = id;
  plan.kind = code(json, "kind", PlanKind::Undo);
  plan.undoes = text(json, "undoes");
  plan.cluster = text(json, "cluster");
  plan.server = text(json, "server");
  plan.node = text(json, "node");
  plan.nodeUid = text(json, "nodeUid");
  plan.made = number(json, "made");
  plan.drain = readDrain(part(json, "drain"));
  plan.target = parseSwitchTarget(text(json, "target"));
  plan.before = readBefore(part(json, "before"));
  plan.steps = items<PlanStep>(json, "steps", readStep);
  if (plan.kind == PlanKind::Switch && !plan.target) throw Unreadable();
  return plan;
}

Json errorJson(const Error& error) {
  return {{"code", toString(error.code)},
          {"subject", error.subject},
          {"place", error.place},
          {"detail", error.detail},
          {"httpStatus", error.httpStatus}};
}

Error readError(const Json& error) {
  return {code(error, "code", ErrorCode::Internal), text(error, "subject"), text(error, "place"), text(error, "detail"),
          static_cast<int>(number(error, "httpStatus"))};
}

Json noteJson(const ChangeNote& note) {
  Json out{{"state", toString(note.state)}, {"verb", note.verb}, {"cluster", note.cluster},
           {"server", note.server},         {"kind", note.kind}, {"name", note.object.name}};
  if (!note.object.ns.empty()) out["namespace"] = note.object.ns;
  if (!note.uid.empty()) out["uid"] = note.uid;
  out["fields"] = listOf(note.fields, [](const FieldChange& change) {
    Json field{{"field", change.field}};
    if (change.before) field["before"] = *change.before;
    if (change.after) field["after"] = *change.after;
    return field;
  });
  if (note.error) out["error"] = errorJson(*note.error);
  return out;
}

std::optional<std::string> maybeText(const Json& json, const char* key) {
  return json.contains(key) ? std::optional(text(json, key)) : std::nullopt;
}

ChangeNote readNote(const Json& json) {
  ChangeNote note;
  note.state = code(json, "state", NoteState::Failed);
  note.verb = text(json, "verb");
  note.cluster = text(json, "cluster");
  note.server = text(json, "server");
  note.kind = text(json, "kind");
  note.object = {text(json, "namespace"), text(json, "name")};
  note.uid = text(json, "uid");
  note.fields = items<FieldChange>(json, "fields", [](const Json& item) {
    return FieldChange{text(item, "field"), maybeText(item, "before"), maybeText(item, "after")};
  });
  if (json.contains("error")) note.error = readError(part(json, "error"));
  return note;
}

Json stopJson(const PlanStop& stop) {
  Json out{{"code", toString(stop.code)}, {"step", stop.step}};
  if (stop.code == StopCode::ConditionFailed || stop.code == StopCode::TimedOut) {
    out["condition"] = conditionJson(stop.condition);
  }
  if (!stop.found.empty()) out["found"] = stop.found;
  if (!stop.error) return out;
  out["error"] = errorJson(*stop.error);
  return out;
}

PlanStop readStop(const Json& json) {
  PlanStop stop;
  stop.code = code(json, "code", StopCode::JournalFailed);
  stop.step = static_cast<int>(number(json, "step"));
  if (json.contains("condition")) stop.condition = readCondition(part(json, "condition"));
  stop.found = text(json, "found");
  if (!json.contains("error")) return stop;
  stop.error = readError(part(json, "error"));
  return stop;
}

JournalEntry readEntry(const Json& json) {
  if (number(json, "v") != kVersion) throw Unreadable();
  JournalEntry entry;
  entry.time = number(json, "time");
  entry.plan = text(json, "plan");
  entry.event = code(json, "event", JournalEvent::Noted);
  entry.step = static_cast<int>(number(json, "step", -1));
  entry.changes = flag(json, "changes");
  entry.skipped = flag(json, "skipped");
  entry.pod = {text(json, "namespace"), text(json, "pod")};
  entry.uid = text(json, "uid");
  entry.command = text(json, "command");
  if (json.contains("stop")) entry.stop = readStop(part(json, "stop"));
  if (entry.event == JournalEvent::Finished) entry.phase = code(json, "phase", PlanPhase::Left);
  if (json.contains("planned"))
    entry.planned = std::make_shared<const Plan>(readPlan(part(json, "planned"), entry.plan));
  if (entry.event == JournalEvent::Noted) entry.note = std::make_shared<const ChangeNote>(readNote(part(json, "note")));
  if (entry.plan.empty() || (entry.event == JournalEvent::Planned && !entry.planned)) throw Unreadable();
  return entry;
}

}  // namespace

std::string toLine(const JournalEntry& entry) {
  Json out{{"v", kVersion}, {"time", entry.time}, {"plan", entry.plan}, {"event", toString(entry.event)}};
  if (entry.step >= 0) out["step"] = entry.step;
  if (entry.event == JournalEvent::StepBegun || entry.changes) out["changes"] = entry.changes;
  if (entry.skipped) out["skipped"] = true;
  if (!entry.pod.name.empty()) {
    out["namespace"] = entry.pod.ns;
    out["pod"] = entry.pod.name;
    out["uid"] = entry.uid;
  }
  if (!entry.command.empty()) out["command"] = entry.command;
  if (entry.stop) out["stop"] = stopJson(*entry.stop);
  if (entry.event == JournalEvent::Finished) out["phase"] = toString(entry.phase);
  if (entry.planned) out["planned"] = planJson(*entry.planned);
  if (entry.note) out["note"] = noteJson(*entry.note);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<JournalEntry> parseLine(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return readEntry(json);
  } catch (const Unreadable&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace cardinal
