// SPDX-License-Identifier: Apache-2.0
// Workloads of Kueue. Source: Kueue v0.19.2, apis/kueue.
#include "core/kube/decode/json/read_extras.h"
#include "core/kube/decode/json/read_objects.h"

namespace cardinal::json {
namespace {

void readTopologyRequest(Value& value, RawKueueTopologyRequest& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (isNull(field)) return;
    if (key == "required") {
      readText(field, out.required, path, problems);
    } else if (key == "preferred") {
      readText(field, out.preferred, path, problems);
    } else if (key == "unconstrained") {
      readBool(field, out.unconstrained.emplace(false), path, problems);
    } else if (key == "podSetSliceRequiredTopology") {
      readText(field, out.slice, path, problems);
    } else if (key == "podSetSliceSize") {
      readInt32(field, out.sliceSize.emplace(0), path, problems);
    } else if (key == "podsetSliceRequiredTopologyConstraints") {
      eachItem(field, path, problems, [&](Value& item, int index) {
        auto& layer = out.layers.emplace_back();
        const Path place{&at, key, index};
        eachField(item, place, problems, [&](std::string_view part, Value& inner) {
          if (part == "topology")
            readText(inner, layer.first, Path{&place, part}, problems);
          else if (part == "size" && !isNull(inner))
            readInt32(inner, layer.second, Path{&place, part}, problems);
        });
      });
    }
  });
}

void readPodSet(Value& value, RawKueuePodSet& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "name") {
      readText(field, out.name, path, problems);
    } else if (key == "count") {
      readInt32(field, out.count, path, problems);
    } else if (key == "minCount" && !isNull(field)) {
      readInt32(field, out.minCount.emplace(0), path, problems);
    } else if (key == "topologyRequest" && !isNull(field)) {
      readTopologyRequest(field, out.topology.emplace(), path, problems);
    } else if (key == "template") {
      eachField(field, path, problems, [&](std::string_view part, Value& inner) {
        if (part == "spec") readPodSpec(inner, out.spec, Path{&path, part}, problems);
      });
    }
  });
}

void readWorkloadSpec(std::string_view key, Value& field, RawKueueWorkload& out, const Path& spec, Problems& problems) {
  const Path at{&spec, key};
  if (key == "queueName") {
    readText(field, out.queueName, at, problems);
  } else if (key == "priority") {
    if (!isNull(field)) readInt32(field, out.priority, at, problems);
  } else if (key == "priorityClassName") {
    readText(field, out.priorityClass, at, problems);
  } else if (key == "priorityClassRef") {
    eachField(field, at, problems, [&](std::string_view part, Value& inner) {
      if (part == "name") readText(inner, out.priorityClass, Path{&at, part}, problems);
    });
  } else if (key == "active") {
    if (!isNull(field)) readBool(field, out.active, at, problems);
  } else if (key == "podSets") {
    eachItem(field, at, problems, [&](Value& item, int index) {
      readPodSet(item, out.podSets.emplace_back(), Path{&spec, "podSets", index}, problems);
    });
  }
}

void readAssignment(Value& value, RawKueuePodSetAdmission& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "name") {
      readText(field, out.podSet, path, problems);
    } else if (key == "count") {
      if (!isNull(field)) readInt32(field, out.count.emplace(0), path, problems);
    } else if (key == "flavors") {
      eachField(field, path, problems, [&](std::string_view resource, Value& flavor) {
        auto& entry = out.flavors.emplace_back(std::string(resource), std::string());
        readText(flavor, entry.second, path, problems);
      });
    } else if (key == "resourceUsage") {
      readResources(field, out.usage, path, problems);
    }
  });
}

void readAdmission(Value& value, RawKueueWorkload& out, const Path& at, Problems& problems) {
  if (isNull(value)) return;
  RawKueueAdmission& admission = out.admission.emplace();
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    if (key == "clusterQueue") return readText(field, admission.clusterQueue, Path{&at, key}, problems);
    if (key != "podSetAssignments") return;
    eachItem(field, Path{&at, key}, problems, [&](Value& item, int index) {
      readAssignment(item, admission.podSets.emplace_back(), Path{&at, "podSetAssignments", index}, problems);
    });
  });
}

void readCheckState(Value& value, RawKueueCheckState& out, const Path& at, Problems& problems) {
  eachField(value, at, problems, [&](std::string_view key, Value& field) {
    const Path path{&at, key};
    if (key == "name")
      readText(field, out.check, path, problems);
    else if (key == "state")
      readText(field, out.state, path, problems);
    else if (key == "message")
      readText(field, out.message, path, problems);
  });
}

void readWorkloadStatus(std::string_view key, Value& field, RawKueueWorkload& out, const Path& status,
                        Problems& problems) {
  const Path at{&status, key};
  if (key == "conditions") {
    readConditions(field, out.conditions, status, problems);
  } else if (key == "admission") {
    readAdmission(field, out, at, problems);
  } else if (key == "reclaimablePods") {
    eachItem(field, at, problems, [&](Value& item, int) {
      RawKueueEndedPods& ended = out.reclaimable.emplace_back();
      eachField(item, at, problems, [&](std::string_view part, Value& inner) {
        if (part == "name")
          readText(inner, ended.podSet, at, problems);
        else if (part == "count")
          readInt32(inner, ended.count, at, problems);
      });
    });
  } else if (key == "admissionChecks") {
    eachItem(field, at, problems, [&](Value& item, int index) {
      readCheckState(item, out.checks.emplace_back(), Path{&status, "admissionChecks", index}, problems);
    });
  }
}

}  // namespace

void readObject(Object& object, RawKueueWorkload& workload) {
  Problems problems(workload.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") {
      readMeta(part, workload.meta, problems);
    } else if (key == "spec") {
      eachField(part, spec, problems,
                [&](std::string_view name, Value& field) { readWorkloadSpec(name, field, workload, spec, problems); });
    } else if (key == "status") {
      eachField(part, status, problems, [&](std::string_view name, Value& field) {
        readWorkloadStatus(name, field, workload, status, problems);
      });
    }
  });
}

}  // namespace cardinal::json
