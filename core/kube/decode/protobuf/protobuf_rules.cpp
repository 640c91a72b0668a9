// SPDX-License-Identifier: Apache-2.0
// What a namespace and a drain ask for. Field numbers: docs/reference/protobuf.md 7.
#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"

namespace cardinal::protobuf {
namespace {

/// The rules of a scope selector have the numbers of a node selector's.
void readScopeSelector(Message selector, RawQuota& quota, const Path& path, Problems& problems) {
  while (selector.next()) {
    if (selector.number() == 1) readRequirement(selector.entry(), quota.scopeSelector.emplace_back(), path, problems);
  }
}

void readQuotaSpec(Message spec, RawQuota& quota, Problems& problems) {
  const Path path{nullptr, "spec"};
  while (spec.next()) {
    if (spec.number() == 2)
      addText(spec, quota.scopes, Path{&path, "scopes"}, problems);
    else if (spec.number() == 3)
      readScopeSelector(spec.message(), quota, Path{&path, "scopeSelector"}, problems);
  }
}

void readQuotaStatus(Message status, RawQuota& quota, Problems& problems) {
  const Path path{nullptr, "status"};
  while (status.next()) {
    if (status.number() == 1)
      addAmount(status, quota.hard, Path{&path, "hard"}, problems);
    else if (status.number() == 2)
      addAmount(status, quota.used, Path{&path, "used"}, problems);
  }
  decode::dropRepeatedKeys(quota.hard);
  decode::dropRepeatedKeys(quota.used);
}

void readLimitItem(Message message, RawLimitItem& out, const Path& at, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, out.type, Path{&at, "type"}, problems);
        break;
      case 2:
        addAmount(message, out.most, Path{&at, "max"}, problems);
        break;
      case 3:
        addAmount(message, out.least, Path{&at, "min"}, problems);
        break;
      case 4:
        addAmount(message, out.defaults, Path{&at, "default"}, problems);
        break;
      case 5:
        addAmount(message, out.defaultRequests, Path{&at, "defaultRequest"}, problems);
        break;
      case 6:
        addAmount(message, out.mostRatio, Path{&at, "maxLimitRequestRatio"}, problems);
        break;
      default:
        break;
    }
  }
  for (ResourceList* const list : {&out.most, &out.least, &out.defaults, &out.defaultRequests, &out.mostRatio})
    decode::dropRepeatedKeys(*list);
}

/// A selector that is there selects, also when nothing stands in it.
void readBudgetSelector(Message message, RawDisruptionBudget& budget, const Path& path, Problems& problems) {
  budget.selectsNothing = false;
  LabelSelector selector;
  while (message.next()) {
    if (message.number() == 1)
      addEntry(message, selector.matchLabels, path, problems);
    else if (message.number() == 2)
      readRequirement(message.entry(), selector.matchExpressions.emplace_back(), Path{&path, "matchExpressions"},
                      problems);
  }
  decode::dropRepeatedKeys(selector.matchLabels);
  decode::addLabels(budget, selector.matchLabels);
  for (NodeSelectorRequirement& rule : selector.matchExpressions) budget.selector.push_back(std::move(rule));
}

void readBudgetStatus(Message status, RawDisruptionBudget& budget) {
  while (status.next()) {
    if (status.number() == 3)
      budget.disruptionsAllowed = status.integer32();
    else if (status.number() == 4)
      budget.currentHealthy = status.integer32();
    else if (status.number() == 5)
      budget.desiredHealthy = status.integer32();
  }
}

}  // namespace

void readObject(Message object, RawQuota& quota) {
  Problems problems(quota.problems);
  while (object.next()) {
    if (object.number() == 1)
      readMeta(object.message(), quota.meta, problems);
    else if (object.number() == 2)
      readQuotaSpec(object.message(), quota, problems);
    else if (object.number() == 3)
      readQuotaStatus(object.message(), quota, problems);
  }
}

void readObject(Message object, RawLimitRange& range) {
  readSpecFields(object, range, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() != 1) return;
    const auto index = static_cast<int>(range.items.size());
    readLimitItem(field.entry(), range.items.emplace_back(), Path{&spec, "limits", index}, problems);
  });
}

void readObject(Message object, RawClaim& claim) {
  readSpecFields(object, claim, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() == 3) {
      readText(field, claim.volumeName, Path{&spec, "volumeName"}, problems);
    } else if (field.number() == 1) {
      addText(field, claim.accessModes, Path{&spec, "accessModes"}, problems);
    } else if (field.number() == 5) {
      readText(field, claim.storageClass.emplace(), Path{&spec, "storageClassName"}, problems);
      if (claim.storageClass->empty()) claim.storageClass.reset();
    }
  });
}

void readObject(Message object, RawVolume& volume) {
  readSpecFields(object, volume, [&](Message& field, const Path& spec, Problems& problems) {
    if (field.number() != 9) return;
    const Path path{&spec, "nodeAffinity"};
    Message affinity = field.message();
    while (affinity.next()) {
      if (affinity.number() != 1) continue;
      auto& terms = volume.nodeAffinity ? *volume.nodeAffinity : volume.nodeAffinity.emplace();
      readNodeSelector(affinity.message(), terms, Path{&path, "required"}, problems);
    }
  });
}

void readObject(Message object, RawDisruptionBudget& budget) {
  Problems problems(budget.problems);
  const Path spec{nullptr, "spec"};
  while (object.next()) {
    if (object.number() == 1) {
      readMeta(object.message(), budget.meta, problems);
    } else if (object.number() == 2) {
      Message field = object.message();
      while (field.next()) {
        if (field.number() == 2) {
          readBudgetSelector(field.message(), budget, Path{&spec, "selector"}, problems);
        } else if (field.number() == 4) {
          std::string policy;
          readText(field, policy, Path{&spec, "unhealthyPodEvictionPolicy"}, problems);
          budget.letsUnreadyGo = policy == "AlwaysAllow";
        }
      }
    } else if (object.number() == 3) {
      readBudgetStatus(object.message(), budget);
    }
  }
}

}  // namespace cardinal::protobuf
