// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/read_objects.h"

namespace cardinal::json {
namespace {

void readPorts(Value& value, Container& container, const Path& parent, Problems& problems) {
  const Path path{&parent, "ports"};
  constexpr std::int64_t kMostPort = 65535;
  HostPort port;
  eachItem(value, path, problems, [&](Value& item, int) {
    std::int64_t number = 0;
    port.ip.clear(), port.protocol.clear();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "hostPort")
        readInt(field, number, path, problems);
      else if (key == "protocol")
        readText(field, port.protocol, path, problems);
      else if (key == "hostIP")
        readText(field, port.ip, path, problems);
    });
    if (number == 0) return;
    container.hasHostPort = true;
    if (number < 0 || number > kMostPort) return;
    port.port = static_cast<std::int32_t>(number);
    container.hostPorts.push_back(port);
  });
}

void readContainers(Value& value, SharedList<Container>& out, const Path& spec, std::string_view name,
                    Problems& problems) {
  eachItem(value, Path{&spec, name}, problems, [&](Value& item, int index) {
    const Path at{&spec, name, index};
    Container& container = out.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "name") {
        readText(field, container.name, Path{&at, "name"}, problems);
      } else if (key == "image") {
        readText(field, container.image, Path{&at, "image"}, problems);
      } else if (key == "resources") {
        const Path resources{&at, "resources"};
        eachField(field, resources, problems, [&](std::string_view list, Value& amounts) {
          if (list == "limits")
            readResources(amounts, container.limits, Path{&resources, "limits"}, problems);
          else if (list == "requests")
            readResources(amounts, container.requests, Path{&resources, "requests"}, problems);
        });
      } else if (key == "ports") {
        readPorts(field, container, at, problems);
      }
    });
  });
}

void readTolerations(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  eachItem(value, Path{&parent, "tolerations"}, problems, [&](Value& item, int index) {
    const Path at{&parent, "tolerations", index};
    Toleration& toleration = spec.tolerations.emplace_back();
    eachField(item, at, problems, [&](std::string_view key, Value& field) {
      if (key == "key")
        readText(field, toleration.key, at, problems);
      else if (key == "operator")
        readText(field, toleration.op, at, problems);
      else if (key == "value")
        readText(field, toleration.value, at, problems);
      else if (key == "effect")
        readText(field, toleration.effect, at, problems);
    });
  });
}

void readVolumes(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "volumes"};
  eachItem(value, path, problems, [&](Value& item, int) {
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "ephemeral" && !isNull(field)) spec.hasBoundVolumes = spec.hasEphemeralVolumes = true;
      if (key == "persistentVolumeClaim" && !isNull(field)) {
        spec.hasBoundVolumes = true;
        eachField(field, path, problems, [&](std::string_view part, Value& name) {
          if (part == "claimName") readText(name, spec.claims.emplace_back(), path, problems);
        });
      }
      if (key == "emptyDir" && !isNull(field)) spec.hasLocalData = true;
    });
  });
}

void readGates(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "schedulingGates"};
  eachItem(value, path, problems, [&](Value& item, int) {
    spec.hasSchedulingGates = true;
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "name") readText(field, spec.schedulingGates.emplace_back(), path, problems);
    });
  });
}

void readSpec(Value& value, RawPodSpec& spec, Problems& problems) {
  const Path path{nullptr, "spec"};
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const auto at = [&](std::string_view name) { return Path{&path, name}; };
    if (key == "containers")
      readContainers(field, spec.containers, path, "containers", problems);
    else if (key == "initContainers")
      readContainers(field, spec.initContainers, path, "initContainers", problems);
    else if (key == "nodeName")
      readText(field, spec.nodeName, at("nodeName"), problems);
    else if (key == "schedulerName")
      readText(field, spec.schedulerName, at("schedulerName"), problems);
    else if (key == "priorityClassName")
      readText(field, spec.priorityClassName, at("priorityClassName"), problems);
    else if (key == "priority")
      readInt32(field, spec.priority, at("priority"), problems);
    else if (key == "overhead")
      readResources(field, spec.overhead, at("overhead"), problems);
    else if (key == "nodeSelector")
      readMap(field, spec.nodeSelector, at("nodeSelector"), problems);
    else if (key == "affinity")
      readAffinity(field, spec, path, problems);
    else if (key == "tolerations")
      readTolerations(field, spec, path, problems);
    else if (key == "topologySpreadConstraints")
      readTopologySpread(field, spec, path, problems);
    else if (key == "volumes")
      readVolumes(field, spec, path, problems);
    else if (key == "schedulingGates")
      readGates(field, spec, path, problems);
    else if (key == "activeDeadlineSeconds")
      spec.hasDeadline = !isNull(field);
  });
}

PodPhase phaseOf(std::string_view text) {
  if (text == "Running") return PodPhase::Running;
  if (text == "Pending") return PodPhase::Pending;
  if (text == "Succeeded") return PodPhase::Succeeded;
  if (text == "Failed") return PodPhase::Failed;
  return PodPhase::Unknown;
}

void readConditions(Value& value, RawPod& pod, const Path& status, Problems& problems) {
  const Path path{&status, "conditions"};
  std::string type, state, reason, message;
  eachItem(value, path, problems, [&](Value& item, int) {
    type.clear(), state.clear(), reason.clear(), message.clear();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "type")
        readText(field, type, path, problems);
      else if (key == "status")
        readText(field, state, path, problems);
      else if (key == "reason")
        readText(field, reason, path, problems);
      else if (key == "message")
        readText(field, message, path, problems);
    });
    if (type == "PodScheduled" && state != "True") {
      pod.scheduledReason = reason;
      pod.scheduledMessage = message;
    }
  });
}

/// Restarts of all containers and the first reason for which one of them waits.
void readContainerStatuses(Value& value, const Path& path, std::int64_t& restarts, std::string& waiting,
                           Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int) {
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "restartCount") {
        std::int64_t count = 0;
        readInt(field, count, path, problems);
        if (count > 0 && count < INT32_MAX) restarts += count;
      } else if (key == "state" && waiting.empty()) {
        eachField(field, path, problems, [&](std::string_view state, Value& detail) {
          if (state != "waiting") return;
          eachField(detail, path, problems, [&](std::string_view part, Value& text) {
            if (part == "reason") readText(text, waiting, path, problems);
          });
        });
      }
    });
  });
}

void readStatus(Value& value, RawPod& pod, Problems& problems) {
  const Path path{nullptr, "status"};
  std::int64_t restarts = 0;
  std::int64_t initRestarts = 0;
  std::string waiting;
  std::string initWaiting;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const auto at = [&](std::string_view name) { return Path{&path, name}; };
    if (key == "phase")
      readText(field, pod.phaseText, at("phase"), problems);
    else if (key == "reason")
      readText(field, pod.reason, at("reason"), problems);
    else if (key == "startTime")
      readTime(field, pod.startTime, at("startTime"), problems);
    else if (key == "conditions")
      readConditions(field, pod, path, problems);
    else if (key == "containerStatuses")
      readContainerStatuses(field, at("containerStatuses"), restarts, waiting, problems);
    else if (key == "initContainerStatuses")
      readContainerStatuses(field, at("initContainerStatuses"), initRestarts, initWaiting, problems);
  });
  pod.phase = phaseOf(pod.phaseText);
  pod.restarts = static_cast<std::int32_t>(restarts > INT32_MAX ? INT32_MAX : restarts);
  // While init containers run, the others wait with the empty reason PodInitializing: the init container's own says
  // more.
  if (pod.reason.empty()) pod.reason = !initWaiting.empty() ? initWaiting : waiting;
}

}  // namespace

void readObject(Object& object, RawPod& pod) {
  Problems problems(pod.problems);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata")
      readMeta(field, pod.meta, problems);
    else if (key == "spec")
      readSpec(field, pod.spec, problems);
    else if (key == "status")
      readStatus(field, pod, problems);
  });
}

}  // namespace cardinal::json
