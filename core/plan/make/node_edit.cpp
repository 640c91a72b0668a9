// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/node_edit.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/plan/make/node_field.h"
#include "core/plan/make/stack_switches.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxName = 63;
constexpr std::size_t kMaxPrefix = 253;

bool isAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool isWordPart(char c) {
  return isAlphanumeric(c) || c == '-' || c == '_' || c == '.';
}

/// Letters, digits, "-", "_", ".", with a letter or digit at both ends.
bool isWord(std::string_view text) {
  return !text.empty() && isAlphanumeric(text.front()) && isAlphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(), isWordPart);
}

/// Labels of lower-case letters, digits and "-", joined by ".".
bool isSubdomain(std::string_view text) {
  const auto isLower = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (;;) {
    const std::string_view part = text.substr(0, text.find('.'));
    const bool good = !part.empty() && isLower(part.front()) && isLower(part.back()) &&
                      std::all_of(part.begin(), part.end(), [&](char c) { return isLower(c) || c == '-'; });
    if (!good) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

bool isReserved(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view prefix = key.substr(0, slash);
  return prefix == "kubernetes.io" || prefix == "k8s.io" || prefix.ends_with(".kubernetes.io") ||
         prefix.ends_with(".k8s.io");
}

std::optional<EditNote> gpuLabel(std::string_view key) {
  if (key == provider::kModeLabel || key == "gpushare" || key == provider::kDedicatedCgpuLabel)
    return EditNote::ModeLabel;
  // Not HAMi's `gpu`: others use that name for other things.
  for (const StackSwitch& one : stackSwitches()) {
    if (!one.annotation && one.values.empty() && one.key == key) return EditNote::ModeLabel;
  }
  return key == provider::kPlacementLabel ? std::optional(EditNote::PlacementLabel) : std::nullopt;
}

class Checker {
 public:
  void label(const LabelChange& change, std::size_t index) {
    m_place = {EditNote::KeyEmpty, false, index};
    add(checkKey(change.key));
    if (!change.remove) add(checkValue(change.value));
    add(gpuLabel(change.key));
    if (!m_labels.insert(change.key).second) add(EditNote::Twice);
    if (isReserved(change.key)) add(EditNote::Reserved);
  }

  void taint(const TaintChange& change, std::size_t index) {
    m_place = {EditNote::KeyEmpty, true, index};
    add(checkKey(change.key));
    if (!change.remove) add(checkValue(change.value));
    const bool known =
        change.effect == "NoSchedule" || change.effect == "PreferNoSchedule" || change.effect == "NoExecute";
    if (!known) add(EditNote::EffectUnknown);
    if (!m_taints.insert(change.key + ":" + change.effect).second) add(EditNote::Twice);
    if (isReserved(change.key)) add(EditNote::Reserved);
    if (change.effect == "NoExecute" && !change.remove) add(EditNote::EvictsPods);
  }

  std::vector<NotedEdit> finish() {
    std::stable_partition(m_notes.begin(), m_notes.end(), [](const NotedEdit& one) { return isRefusal(one.note); });
    return std::move(m_notes);
  }

 private:
  void add(std::optional<EditNote> note) {
    if (!note) return;
    m_place.note = *note;
    m_notes.push_back(m_place);
  }

  NotedEdit m_place;
  std::vector<NotedEdit> m_notes;
  std::set<std::string> m_labels;
  std::set<std::string> m_taints;
};

std::string fieldOfLabel(const std::string& key) {
  return "metadata.labels[" + key + "]";
}
std::string fieldOfTaint(const TaintChange& change) {
  return "spec.taints[" + change.key + ":" + change.effect + "]";
}

PlanCondition condition(ConditionCode code, std::string key, const std::optional<std::string>& value) {
  return {code, std::move(key), value.value_or(std::string()), !value.has_value()};
}

template <typename Change>
std::optional<std::string> wantedValue(const Change& change) {
  return change.remove ? std::nullopt : std::optional(change.value);
}

}  // namespace

const char* toString(EditNote note) noexcept {
  static constexpr const char* kNames[] = {"KeyEmpty",       "KeyInvalid",    "KeyTooLong", "ValueInvalid",
                                           "ValueTooLong",   "EffectUnknown", "Twice",      "ModeLabel",
                                           "PlacementLabel", "Reserved",      "EvictsPods"};
  return kNames[static_cast<std::size_t>(note)];
}

std::optional<EditNote> checkKey(std::string_view key) {
  if (key.empty()) return EditNote::KeyEmpty;
  const std::size_t slash = key.find('/');
  const bool prefixed = slash != std::string_view::npos;
  const std::string_view name = prefixed ? key.substr(slash + 1) : key;
  const std::string_view prefix = prefixed ? key.substr(0, slash) : std::string_view{};
  if (name.size() > kMaxName || prefix.size() > kMaxPrefix) return EditNote::KeyTooLong;
  if (!isWord(name) || (prefixed && !isSubdomain(prefix))) return EditNote::KeyInvalid;
  return std::nullopt;
}

std::optional<EditNote> checkValue(std::string_view value) {
  if (value.size() > kMaxName) return EditNote::ValueTooLong;
  return value.empty() || isWord(value) ? std::nullopt : std::optional(EditNote::ValueInvalid);
}

std::vector<NotedEdit> checkEdit(const NodeEdit& edit) {
  Checker checker;
  for (std::size_t i = 0; i < edit.labels.size(); ++i) checker.label(edit.labels[i], i);
  for (std::size_t i = 0; i < edit.taints.size(); ++i) checker.taint(edit.taints[i], i);
  return checker.finish();
}

NodeEdit editBetween(const RawNode& seen, const StringMap& wantedLabels, const std::vector<Taint>& wantedTaints) {
  NodeEdit out;
  for (const auto& [key, value] : wantedLabels) {
    const std::string* old = find(seen.meta.labels, key);
    if (old == nullptr || *old != value) out.labels.push_back({key, value, false});
  }
  for (const auto& [key, value] : seen.meta.labels) {
    if (find(wantedLabels, key) == nullptr) out.labels.push_back({key, {}, true});
  }
  const auto same = [](const Taint& a) {
    return [&a](const Taint& b) { return a.key == b.key && a.effect == b.effect; };
  };
  for (const Taint& taint : wantedTaints) {
    const auto old = std::find_if(seen.taints.begin(), seen.taints.end(), same(taint));
    if (old == seen.taints.end() || old->value != taint.value) {
      out.taints.push_back({taint.key, taint.value, taint.effect, false});
    }
  }
  for (const Taint& taint : seen.taints) {
    if (std::none_of(wantedTaints.begin(), wantedTaints.end(), same(taint))) {
      out.taints.push_back({taint.key, {}, taint.effect, true});
    }
  }
  return out;
}

std::vector<EditConflict> conflictsOf(const NodeEdit& edit, const RawNode& seen, const RawNode& now) {
  std::vector<EditConflict> out;
  const auto compare = [&](const std::string& field, std::optional<std::string> wanted) {
    auto before = fieldOf(seen, field);
    auto found = fieldOf(now, field);
    // Who wanted the same has done it for us.
    if (before != found && found != wanted)
      out.push_back({field, std::move(before), std::move(found), std::move(wanted)});
  };
  for (const LabelChange& change : edit.labels) compare(fieldOfLabel(change.key), wantedValue(change));
  for (const TaintChange& change : edit.taints) compare(fieldOfTaint(change), wantedValue(change));
  return out;
}

Plan makeEditPlan(const RawNode& seen, const NodeEdit& edit, const PlanContext& context) {
  constexpr std::chrono::seconds kBrief{60};
  Plan plan;
  plan.id = context.id;
  plan.kind = PlanKind::Edit;
  plan.cluster = context.cluster;
  plan.server = context.server;
  plan.node = seen.meta.key.name;
  plan.nodeUid = seen.meta.uid;
  plan.made = context.now;
  plan.before.unschedulable = seen.unschedulable;
  plan.before.taints = seen.taints;
  PlanStep step;
  step.code = StepCode::SetLabel;
  step.timeout = kBrief;
  step.before = {condition(ConditionCode::NodeSame, {}, std::string())};
  step.act.code = ActCode::SetLabels;
  step.undo.code = ActCode::SetLabels;
  for (const LabelChange& change : edit.labels) {
    const auto old = fieldOf(seen, fieldOfLabel(change.key));
    if (old) plan.before.labels.emplace_back(change.key, *old);
    step.before.push_back(condition(ConditionCode::LabelIs, change.key, old));
    step.after.push_back(condition(ConditionCode::LabelIs, change.key, wantedValue(change)));
    step.act.labels.push_back(change);
    step.undo.labels.push_back({change.key, old.value_or(std::string()), !old.has_value()});
    step.undone.push_back(step.before.back());
  }
  for (const TaintChange& change : edit.taints) {
    const auto old = fieldOf(seen, fieldOfTaint(change));
    const std::string key = change.key + ":" + change.effect;
    step.before.push_back(condition(ConditionCode::TaintIs, key, old));
    step.after.push_back(condition(ConditionCode::TaintIs, key, wantedValue(change)));
    step.act.taints.push_back(change);
    step.undo.taints.push_back({change.key, old.value_or(std::string()), change.effect, !old.has_value()});
    step.undone.push_back(step.before.back());
  }
  step.undoBefore = step.after;
  plan.steps.push_back(std::move(step));
  return plan;
}

}  // namespace cardinal
