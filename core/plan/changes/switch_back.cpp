// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/switch_back.h"

namespace cardinal {

std::optional<SwitchTarget> switchBack(const ChangeRecord& change) {
  if (change.blocker != UndoBlocker::NotReversible || change.result != ChangeResult::Done || !change.progress)
    return std::nullopt;
  const Plan& plan = change.progress->plan;
  if (plan.kind != PlanKind::Switch || !plan.target) return std::nullopt;
  const std::string key = labelKeyOf(*plan.target);
  const std::string* before = find(plan.before.labels, key);
  if (before == nullptr) before = find(plan.before.annotations, key);
  std::string word;
  switch (plan.target->kind) {
    case SwitchTarget::Kind::Mode:
      // Without the label the cards were whole; only its value "default" makes them so again.
      word = before == nullptr ? toString(SwitchTarget{}) : *before;
      break;
    case SwitchTarget::Kind::OpenSource:
    case SwitchTarget::Kind::DedicatedCgpu:
      word = key + (before != nullptr && *before == "true" ? "=true" : "=false");
      break;
    case SwitchTarget::Kind::Placement:
      return std::nullopt;
    case SwitchTarget::Kind::Stack:
      word = before == nullptr ? key + '-' : key + '=' + *before;
      break;
  }
  auto target = parseSwitchTarget(word);
  return target && target->kind == plan.target->kind ? target : std::nullopt;
}

}  // namespace cardinal
