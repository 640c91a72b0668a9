// SPDX-License-Identifier: Apache-2.0
// What holds quota: ClusterQueues, Cohorts, LocalQueues, flavors, checks. Source: Kueue v0.19.2, apis/kueue.
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"

namespace cardinal::json {
namespace {

void readQuantity(Value& value, std::optional<Quantity>& out, const Path& path, Problems& problems) {
  if (isNull(value)) return;
  ResourceList read;
  readAmount(value, "", read, path, problems);
  if (!read.empty()) out = std::as_const(read).begin()->amount;
}

void readFlavorQuotas(Value& value, RawKueueFlavorQuotas& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "name") return readText(field, out.flavor, Path{&at, key}, problems);
    if (key != "resources") return;
    eachItem(field, Path{&at, key}, problems, [&](Value& item, int index) {
      const Path path{&at, "resources", index};
      RawKueueQuota& quota = out.resources.emplace_back();
      eachField(item, path, problems, [&](std::string_view part, Value& amount) {
        if (part == "name")
          readText(amount, quota.resource, Path{&path, part}, problems);
        else if (part == "nominalQuota")
          readQuantity(amount, quota.nominal, Path{&path, part}, problems);
        else if (part == "borrowingLimit")
          readQuantity(amount, quota.borrowingLimit, Path{&path, part}, problems);
        else if (part == "lendingLimit")
          readQuantity(amount, quota.lendingLimit, Path{&path, part}, problems);
      });
    });
  });
}

void readGroups(Value& value, std::vector<RawKueueResourceGroup>& out, const Path& spec, Problems& problems) {
  eachItem(value, Path{&spec, "resourceGroups"}, problems, [&](Value& item, int index) {
    const Path at{&spec, "resourceGroups", index};
    RawKueueResourceGroup& group = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "coveredResources") return readTexts(field, group.coveredResources, Path{&at, key}, problems);
      if (key != "flavors") return;
      eachItem(field, Path{&at, key}, problems, [&](Value& flavor, int place) {
        readFlavorQuotas(flavor, group.flavors.emplace_back(), Path{&at, "flavors", place}, problems);
      });
    });
  });
}

void readWeight(Value& value, std::optional<Quantity>& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "weight") readQuantity(field, out, Path{&at, key}, problems);
  });
}

void readPreemption(Value& value, RawKueueClusterQueue& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "withinClusterQueue") {
      readText(field, out.withinClusterQueue, path, problems);
    } else if (key == "reclaimWithinCohort") {
      readText(field, out.reclaimWithinCohort, path, problems);
    } else if (key == "borrowWithinCohort") {
      eachField(field, path, problems, [&](std::string_view part, Value& inner) {
        if (part == "policy")
          readText(inner, out.borrowPolicy, Path{&path, part}, problems);
        else if (part == "maxPriorityThreshold" && !isNull(inner))
          readInt(inner, out.borrowThreshold.emplace(0), Path{&path, part}, problems);
      });
    }
  });
}

void readFungibility(Value& value, RawKueueClusterQueue& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "whenCanBorrow")
      readText(field, out.whenCanBorrow, path, problems);
    else if (key == "whenCanPreempt")
      readText(field, out.whenCanPreempt, path, problems);
    else if (key == "preference")
      readText(field, out.flavorPreference, path, problems);
  });
}

/// admissionChecksStrategy; v1beta1 has a list of names beside it.
void readStrategy(Value& value, RawKueueClusterQueue& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key != "admissionChecks") return;
    eachItem(field, Path{&at, key}, problems, [&](Value& item, int index) {
      const Path path{&at, "admissionChecks", index};
      RawKueueRequiredCheck& check = out.checks.emplace_back();
      eachField(item, path, problems, [&](std::string_view part, Value& inner) {
        if (part == "name")
          readText(inner, check.name, Path{&path, part}, problems);
        else if (part == "onFlavors")
          readTexts(inner, check.flavors, Path{&path, part}, problems);
      });
    });
  });
}

void readQueueSpec(std::string_view key, Value& field, RawKueueClusterQueue& out, const Path& spec,
                   Problems& problems) {
  const Path at{&spec, key};
  if (key == "cohortName" || key == "cohort") {
    readText(field, out.cohort, at, problems);
  } else if (key == "resourceGroups") {
    readGroups(field, out.groups, spec, problems);
  } else if (key == "queueingStrategy") {
    readText(field, out.queueingStrategy, at, problems);
  } else if (key == "namespaceSelector") {
    readLabelSelector(field, out.namespaceSelector, at, problems);
  } else if (key == "preemption") {
    readPreemption(field, out, at, problems);
  } else if (key == "flavorFungibility") {
    readFungibility(field, out, at, problems);
  } else if (key == "stopPolicy") {
    readText(field, out.stopPolicy, at, problems);
  } else if (key == "fairSharing") {
    readWeight(field, out.fairWeight, at, problems);
  } else if (key == "admissionChecksStrategy") {
    readStrategy(field, out, at, problems);
  } else if (key == "admissionChecks") {
    std::vector<std::string> names;
    readTexts(field, names, at, problems);
    for (std::string& name : names) out.checks.push_back({std::move(name), {}});
  }
}

/// Metadata, and each field of the spec by `use`.
template <typename T, typename Use>
void readWithSpec(Object& object, T& out, Use&& use) {
  Problems problems(out.problems);
  const Path spec{nullptr, "spec"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata")
      readMeta(part, out.meta, problems);
    else if (key == "spec")
      eachField(part, spec, problems, [&](std::string_view name, Value& field) { use(name, field, spec, problems); });
  });
}

void readTaints(Value& value, std::vector<Taint>& out, const Path& path, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int) {
    Taint& taint = out.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "key")
        readText(field, taint.key, path, problems);
      else if (key == "value")
        readText(field, taint.value, path, problems);
      else if (key == "effect")
        readText(field, taint.effect, path, problems);
    });
  });
}

void readTolerations(Value& value, std::vector<Toleration>& out, const Path& path, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int) {
    Toleration& toleration = out.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "key")
        readText(field, toleration.key, path, problems);
      else if (key == "operator")
        readText(field, toleration.op, path, problems);
      else if (key == "value")
        readText(field, toleration.value, path, problems);
      else if (key == "effect")
        readText(field, toleration.effect, path, problems);
    });
  });
}

}  // namespace

void readConditions(Value& value, std::vector<NodeCondition>& out, const Path& status, Problems& problems) {
  eachItem(value, Path{&status, "conditions"}, problems, [&](Value& item, int index) {
    const Path at{&status, "conditions", index};
    NodeCondition& condition = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      const Path path{&at, key};
      if (key == "type")
        readText(field, condition.type, path, problems);
      else if (key == "status")
        readText(field, condition.status, path, problems);
      else if (key == "reason")
        readText(field, condition.reason, path, problems);
      else if (key == "message")
        readText(field, condition.message, path, problems);
      else if (key == "lastTransitionTime")
        readTime(field, condition.since, path, problems);
    });
  });
}

void readObject(Object& object, RawKueueClusterQueue& queue) {
  Problems problems(queue.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, queue.meta, problems);
    } else if (key == "spec") {
      eachField(part, spec, problems,
                [&](std::string_view name, Value& field) { readQueueSpec(name, field, queue, spec, problems); });
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "fairSharing") queue.tellsShare = !isNull(field);
      });
    }
  });
}

void readObject(Object& object, RawKueueCohort& cohort) {
  readWithSpec(object, cohort, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    if (key == "parentName" || key == "parent")
      readText(field, cohort.parent, Path{&spec, key}, problems);
    else if (key == "resourceGroups")
      readGroups(field, cohort.groups, spec, problems);
    else if (key == "fairSharing")
      readWeight(field, cohort.fairWeight, Path{&spec, key}, problems);
  });
}

void readObject(Object& object, RawKueueLocalQueue& queue) {
  readWithSpec(object, queue, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    if (key == "clusterQueue")
      readText(field, queue.clusterQueue, Path{&spec, key}, problems);
    else if (key == "stopPolicy")
      readText(field, queue.stopPolicy, Path{&spec, key}, problems);
  });
}

void readObject(Object& object, RawKueueFlavor& flavor) {
  readWithSpec(object, flavor, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    const Path at{&spec, key};
    if (key == "nodeLabels")
      readMap(field, flavor.nodeLabels, at, problems);
    else if (key == "nodeTaints")
      readTaints(field, flavor.taints, at, problems);
    else if (key == "tolerations")
      readTolerations(field, flavor.tolerations, at, problems);
    else if (key == "topologyName")
      readText(field, flavor.topology, at, problems);
  });
}

void readObject(Object& object, RawKueueTopology& topology) {
  readWithSpec(object, topology, [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
    const Path at{&spec, key};
    if (key != "levels") return;
    eachItem(field, at, problems, [&](Value& item, int) {
      eachField(item, at, problems, [&](std::string_view name, Value& label) {
        if (name == "nodeLabel") readText(label, topology.levels.emplace_back(), at, problems);
      });
    });
  });
}

void readObject(Object& object, RawKueuePriorityClass& priority) {
  Problems problems(priority.problems);
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata")
      readMeta(part, priority.meta, problems);
    else if (key == "value")
      readInt32(part, priority.value, Path{nullptr, "value"}, problems);
  });
}

void readObject(Object& object, RawKueueCheck& check) {
  Problems problems(check.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, check.meta, problems);
    } else if (key == "spec") {
      eachField(part, spec, problems, [&](std::string_view name, Value& field) {
        if (name == "controllerName") readText(field, check.controllerName, Path{&spec, name}, problems);
      });
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        if (name == "conditions") readConditions(field, check.conditions, status, problems);
      });
    }
  });
}

}  // namespace cardinal::json
