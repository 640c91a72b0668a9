// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/parts/object_parts.h"

namespace cardinal::json {
namespace {

void readSelector(Value& value, RawDisruptionBudget& budget, const Path& spec, Problems& problems) {
  if (isNull(value)) return;
  const Path path{&spec, "selector"};
  budget.selectsNothing = false;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key == "matchLabels") {
      StringMap labels;
      readMap(field, labels, path, problems);
      decode::addLabels(budget, labels);
    } else if (key == "matchExpressions") {
      readRequirements(field, budget.selector, Path{&path, "matchExpressions"}, problems);
    }
  });
}

}  // namespace

void readObject(Object& object, RawDisruptionBudget& budget) {
  Problems problems(budget.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, budget.meta, problems);
    } else if (key == "spec") {
      eachField(part, spec, problems, [&](std::string_view name, Value& field) {
        if (name == "selector") {
          readSelector(field, budget, spec, problems);
        } else if (name == "unhealthyPodEvictionPolicy") {
          std::string policy;
          readText(field, policy, Path{&spec, name}, problems);
          budget.letsUnreadyGo = policy == "AlwaysAllow";
        }
      });
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "disruptionsAllowed")
          readInt32(field, budget.disruptionsAllowed, status, problems);
        else if (name == "currentHealthy")
          readInt32(field, budget.currentHealthy, status, problems);
        else if (name == "desiredHealthy")
          readInt32(field, budget.desiredHealthy, status, problems);
      });
    }
  });
}

}  // namespace cardinal::json
