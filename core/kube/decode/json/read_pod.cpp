// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"
#include "core/kube/decode/parts/object_parts.h"
#include "core/model/pods/claim_amounts.h"
#include "core/model/pods/pod_fields.h"

namespace cardinal::json {
namespace {

void readPorts(Value& value, Container& container, const Path& parent, Problems& problems) {
  const Path path{&parent, "ports"};
  eachItem(value, path, problems, [&](Value& item, int) {
    std::int64_t number = 0;
    HostPort port;
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "hostPort")
        readInt(field, number, path, problems);
      else if (key == "protocol")
        readText(field, port.protocol, path, problems);
      else if (key == "hostIP")
        readText(field, port.ip, path, problems);
    });
    decode::addHostPort(container, number, std::move(port));
  });
}

std::string textOf(Value& value, const Path& path, Problems& problems) {
  std::string text;
  readText(value, text, path, problems);
  return text;
}

bool isText(Value& value, std::string_view expected, const Path& path, Problems& problems) {
  return textOf(value, path, problems) == expected;
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
      } else if (key == "restartPolicy") {
        container.isSidecar = name == "initContainers" && isText(field, "Always", at, problems);
      } else if (key == "securityContext") {
        const Path context{&at, "securityContext"};
        eachField(field, context, problems, [&](std::string_view part, Value& flag) {
          if (part == "privileged") readBool(flag, container.privileged, Path{&context, "privileged"}, problems);
        });
      }
    });
  });
}

void readTolerations(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  eachItem(value, Path{&parent, "tolerations"}, problems, [&](Value& item, int index) {
    readToleration(item, spec.tolerations.emplace_back(), Path{&parent, "tolerations", index}, problems);
  });
}

/// No name is none, as in protobuf, which cannot distinguish the two.
template <typename List>
void addName(Value& value, List& out, const Path& path, Problems& problems) {
  std::string name;
  readText(value, name, path, problems);
  if (!name.empty()) out.push_back(std::move(name));
}

void readVolumes(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "volumes"};
  eachItem(value, path, problems, [&](Value& item, int) {
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "ephemeral" && !isNull(field)) spec.hasBoundVolumes = spec.hasEphemeralVolumes = true;
      if (key == "persistentVolumeClaim" && !isNull(field)) {
        spec.hasBoundVolumes = true;
        eachField(field, path, problems, [&](std::string_view part, Value& name) {
          if (part == "claimName") addName(name, spec.claims, path, problems);
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
      if (key == "name") addName(field, spec.schedulingGates, path, problems);
    });
  });
}

/// spec.resources of the pod as a whole.
void readPodResources(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "resources"};
  eachField(value, path, problems, [&](std::string_view list, Value& amounts) {
    if (list == "limits")
      readResources(amounts, spec.podLimits, Path{&path, "limits"}, problems);
    else if (list == "requests")
      readResources(amounts, spec.podRequests, Path{&path, "requests"}, problems);
  });
}

void readDeviceClaims(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems) {
  const Path path{&parent, "resourceClaims"};
  eachItem(value, path, problems, [&](Value& item, int) {
    PodDeviceClaim& claim = spec.deviceClaims.emplace_back();
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "name")
        readText(field, claim.name, path, problems);
      else if (key == "resourceClaimName")
        readText(field, claim.claim, path, problems);
      else if (key == "resourceClaimTemplateName")
        readText(field, claim.claimTemplate, path, problems);
    });
  });
}

void readFurtherSpec(std::string_view key, Value& field, RawPodSpec& spec, const Path& path, Problems& problems) {
  if (key == "resources")
    readPodResources(field, spec, path, problems);
  else if (key == "resourceClaims")
    readDeviceClaims(field, spec, path, problems);
  else if (key == "runtimeClassName")
    readText(field, spec.runtimeClass, Path{&path, "runtimeClassName"}, problems);
  else if (key == "preemptionPolicy")
    spec.neverPreempts = isText(field, "Never", Path{&path, "preemptionPolicy"}, problems);
  else if (!isNull(field))
    noteUnreadField(spec, key);
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
    decode::noteCondition(pod, type, state, reason, message);
  });
}

/// The part of a status that says what is held. False where it does not speak of resources.
bool readHeld(std::string_view key, Value& field, HeldAmounts& held, const Path& path, Problems& problems) {
  if (key == "allocatedResources") {
    readResources(field, held.allocated, Path{&path, "allocatedResources"}, problems);
    return false;
  }
  if (key != "resources" || isNull(field)) return false;
  const Path resources{&path, "resources"};
  eachField(field, resources, problems, [&](std::string_view list, Value& amounts) {
    if (list == "requests") readResources(amounts, held.actual, Path{&resources, "requests"}, problems);
  });
  return true;
}

/// True when a terminated state reports exit code 0; Kubernetes always writes the code.
bool readExitZero(Value& value, const Path& path, Problems& problems) {
  std::int64_t code = -1;
  eachField(value, path, problems, [&](std::string_view part, Value& number) {
    if (part == "exitCode") readInt(number, code, path, problems);
  });
  return code == 0;
}

void readContainerStatuses(Value& value, const Path& path, decode::ContainerStatuses& statuses, Problems& problems) {
  eachItem(value, path, problems, [&](Value& item, int) {
    decode::ContainerStatus container;
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "name") {
        readText(field, container.held.container, path, problems);
      } else if (key == "restartCount") {
        readInt(field, container.restarts, path, problems);
      } else if (key == "state") {
        eachField(field, path, problems, [&](std::string_view state, Value& detail) {
          if (state == "terminated") container.exitZero = readExitZero(detail, path, problems);
          if (state != "waiting") return;
          eachField(detail, path, problems, [&](std::string_view part, Value& text) {
            if (part == "reason") readText(text, container.waiting, path, problems);
          });
        });
      } else if (readHeld(key, field, container.held, path, problems)) {
        container.holds = true;
      }
    });
    statuses.add(std::move(container));
  });
}

/// What device claims take of the node's own resources.
void readClaimAmounts(Value& value, SharedList<HeldAmounts>& out, const Path& parent, Problems& problems) {
  eachItem(value, Path{&parent, "nodeAllocatableResourceClaimStatuses"}, problems, [&](Value& item, int index) {
    const Path path{&parent, "nodeAllocatableResourceClaimStatuses", index};
    HeldAmounts held;
    std::string claim;
    eachField(item, path, problems, [&](std::string_view key, Value& field) {
      if (key == "resourceClaimName")
        readText(field, claim, Path{&path, "resourceClaimName"}, problems);
      else if (key == "resources")
        readResources(field, held.actual, Path{&path, "resources"}, problems);
    });
    held.container = holderOfClaim(claim);
    out.push_back(std::move(held));
  });
}

void readStatus(Value& value, RawPod& pod, Problems& problems) {
  const Path path{nullptr, "status"};
  decode::PodStatus status;
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
      readContainerStatuses(field, at("containerStatuses"), status.app, problems);
    else if (key == "initContainerStatuses")
      readContainerStatuses(field, at("initContainerStatuses"), status.init, problems);
    else if (key == "nominatedNodeName")
      readText(field, pod.nominatedNode, at("nominatedNodeName"), problems);
    else if (key == "nodeAllocatableResourceClaimStatuses")
      readClaimAmounts(field, status.claims, path, problems);
    else if (key == "resize")
      decode::noteResize(pod, textOf(field, at("resize"), problems));
    else if (readHeld(key, field, status.whole, path, problems))
      status.holdsWhole = true;
  });
  decode::settleStatus(pod, std::move(status));
}

}  // namespace

void readPodSpec(Value& value, RawPodSpec& spec, const Path& path, Problems& problems) {
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
    else
      readFurtherSpec(key, field, spec, path, problems);
  });
}

void readObject(Object& object, RawPod& pod) {
  Problems problems(pod.problems);
  eachField(object, [&](std::string_view key, Value& field) {
    if (key == "metadata")
      readMeta(field, pod.meta, problems);
    else if (key == "spec")
      readPodSpec(field, pod.spec, Path{nullptr, "spec"}, problems);
    else if (key == "status")
      readStatus(field, pod, problems);
  });
  decode::settleHeld(pod);
}

}  // namespace cardinal::json
