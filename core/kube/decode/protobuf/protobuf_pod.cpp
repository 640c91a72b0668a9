// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/kube/decode/parts/object_parts.h"
#include "core/kube/decode/protobuf/protobuf_reader.h"
#include "core/model/pods/claim_amounts.h"
#include "core/model/pods/pod_fields.h"

namespace cardinal::protobuf {
namespace {

/// Numbers of PodSpec up to here are known: read below, or one of those that do not steer placement
/// (core/model/pods/pod_fields.h).
constexpr std::uint32_t kLastKnownSpecField = 41;

void readPort(Message message, Container& container, const Path& path, Problems& problems) {
  HostPort port;
  std::int64_t number = 0;
  while (message.next()) {
    switch (message.number()) {
      case 2:
        number = message.integer32();
        break;
      case 4:
        readText(message, port.protocol, path, problems);
        break;
      case 5:
        readText(message, port.ip, path, problems);
        break;
      default:
        break;
    }
  }
  decode::addHostPort(container, number, std::move(port));
}

/// ResourceRequirements.
void readRequirements(Message message, ResourceList& limits, ResourceList& requests, const Path& path,
                      Problems& problems) {
  while (message.next()) {
    if (message.number() == 1)
      addAmount(message, limits, Path{&path, "limits"}, problems);
    else if (message.number() == 2)
      addAmount(message, requests, Path{&path, "requests"}, problems);
  }
  decode::dropRepeatedKeys(limits);
  decode::dropRepeatedKeys(requests);
}

/// Of these readContainer() reads, and of no others: wireOf() tells containers apart by them.
constexpr bool isReadOfContainer(std::uint32_t number) {
  return number == 1 || number == 2 || number == 6 || number == 8 || number == 15 || number == 24;
}

void readContainer(Message message, Container& container, bool init, const Path& at, Problems& problems) {
  std::string scratch;
  while (message.next()) {
    if (!isReadOfContainer(message.number())) continue;
    switch (message.number()) {
      case 1:
        readText(message, container.name, Path{&at, "name"}, problems);
        break;
      case 2:
        readText(message, container.image, Path{&at, "image"}, problems);
        break;
      case 6:
        readPort(message.entry(), container, Path{&at, "ports"}, problems);
        break;
      case 8:
        readRequirements(message.message(), container.limits, container.requests, Path{&at, "resources"}, problems);
        break;
      case 15: {
        Message context = message.message();
        while (context.next()) {
          if (context.number() == 2) container.privileged = context.flag();
        }
        break;
      }
      case 24:
        container.isSidecar = init && viewText(message, scratch, at, problems) == "Always";
        break;
      default:
        break;
    }
  }
}

/// What readContainer() reads of the containers that stand here in a row, as it is written: pods of one controller have
/// it in common, whereas each mounts a token of its own. Empty = not to be read.
std::string_view wireOf(const Message::Run& run, bool init, Progress& progress) {
  std::string& out = progress.pool->scratch();
  out.assign(1, init ? 'i' : 'c');
  try {
    Message list(run.wire, progress);
    while (list.next() && out.size() <= ListPool::kMaxWire) {
      out.push_back('\0');  // no field begins with it
      Message container = list.message();
      while (container.next()) {
        if (isReadOfContainer(container.number())) out.append(container.written());
      }
    }
  } catch (const Fault&) {
    out.clear();  // whoever reads it will say what is wrong
  }
  progress.at = run.wire.data();
  return out;
}

void readContainers(Message& field, SharedList<Container>& out, std::string_view name, const Path& spec,
                    Problems& problems) {
  const bool init = name == "initContainers";
  const auto readOne = [&] {
    makeRoom(out, field);
    const auto index = static_cast<int>(std::as_const(out).size());
    readContainer(field.entry(), out.emplace_back(), init, Path{&spec, name, index}, problems);
  };
  readRun(field, out, problems, readOne, [&](const Message::Run& run) { return wireOf(run, init, field.progress()); });
}

/// No name is none, as in JSON: an empty one is written wherever there is none.
template <typename List>
void addName(Message& field, List& out, const Path& path, Problems& problems) {
  std::string name;
  readText(field, name, path, problems);
  if (!name.empty()) out.push_back(std::move(name));
}

/// VolumeSource: what is there but empty counts.
void readVolumeSource(Message source, RawPodSpec& spec, const Path& path, Problems& problems) {
  while (source.next()) {
    switch (source.number()) {
      case 2:
        spec.hasLocalData = true;
        break;
      case 10: {
        spec.hasBoundVolumes = true;
        Message claim = source.message();
        while (claim.next()) {
          if (claim.number() == 1) addName(claim, spec.claims, path, problems);
        }
        break;
      }
      case 29:
        spec.hasBoundVolumes = spec.hasEphemeralVolumes = true;
        break;
      default:
        break;
    }
  }
}

void readVolume(Message volume, RawPodSpec& spec, const Path& path, Problems& problems) {
  while (volume.next()) {
    if (volume.number() == 2) readVolumeSource(volume.message(), spec, path, problems);
  }
}

void readGate(Message gate, RawPodSpec& spec, const Path& path, Problems& problems) {
  spec.hasSchedulingGates = true;
  while (gate.next()) {
    if (gate.number() == 1) addName(gate, spec.schedulingGates, path, problems);
  }
}

void readDeviceClaim(Message message, PodDeviceClaim& claim, const Path& path, Problems& problems) {
  while (message.next()) {
    switch (message.number()) {
      case 1:
        readText(message, claim.name, path, problems);
        break;
      case 3:
        readText(message, claim.claim, path, problems);
        break;
      case 4:
        readText(message, claim.claimTemplate, path, problems);
        break;
      default:
        break;
    }
  }
}

/// A field newer than this program: JSON would contain its name.
void noteUnread(RawPodSpec& spec, std::uint32_t number) {
  std::string name = "field " + std::to_string(number);
  if (number == 42) name = "workloadRef";
  if (number == 43) name = "schedulingGroup";
  const auto& known = std::as_const(spec.unreadFields);
  if (std::find(known.begin(), known.end(), name) == known.end()) noteUnreadField(spec, name);
}

void readFurtherSpec(Message& field, RawPodSpec& spec, const Path& path, Problems& problems) {
  std::string scratch;
  switch (field.number()) {
    case 29:
      readText(field, spec.runtimeClass, Path{&path, "runtimeClassName"}, problems);
      break;
    case 31:
      spec.neverPreempts = viewText(field, scratch, Path{&path, "preemptionPolicy"}, problems) == "Never";
      break;
    case 32:
      addAmount(field, spec.overhead, Path{&path, "overhead"}, problems);
      break;
    case 33: {
      const auto index = static_cast<int>(std::as_const(spec.topologySpread).size());
      readTopologySpread(field.entry(), spec, Path{&path, "topologySpreadConstraints", index}, problems);
      break;
    }
    case 38:
      readGate(field.entry(), spec, Path{&path, "schedulingGates"}, problems);
      break;
    case 39:
      readDeviceClaim(field.entry(), spec.deviceClaims.emplace_back(), Path{&path, "resourceClaims"}, problems);
      break;
    case 40:
      readRequirements(field.message(), spec.podLimits, spec.podRequests, Path{&path, "resources"}, problems);
      break;
    default:
      if (field.number() > kLastKnownSpecField) noteUnread(spec, field.number());
      break;
  }
}

void readSpec(Message field, RawPodSpec& spec, Problems& problems) {
  const Path path{nullptr, "spec"};
  const auto at = [&path](std::string_view name) { return Path{&path, name}; };
  while (field.next()) {
    switch (field.number()) {
      case 1:
        readVolume(field.entry(), spec, at("volumes"), problems);
        break;
      case 2:
        readContainers(field, spec.containers, "containers", path, problems);
        break;
      case 5:
        spec.hasDeadline = true;
        break;
      case 7:
        addEntry(field, spec.nodeSelector, at("nodeSelector"), problems);
        break;
      case 10:
        readText(field, spec.nodeName, at("nodeName"), problems);
        break;
      case 18:
        readAffinity(field.message(), spec, path, problems);
        break;
      case 19:
        readText(field, spec.schedulerName, at("schedulerName"), problems);
        break;
      case 20:
        readContainers(field, spec.initContainers, "initContainers", path, problems);
        break;
      case 22:
        readRun(field, spec.tolerations, problems, [&] {
          makeRoom(spec.tolerations, field);
          const auto index = static_cast<int>(std::as_const(spec.tolerations).size());
          readToleration(field.entry(), spec.tolerations.emplace_back(), Path{&path, "tolerations", index}, problems);
        });
        break;
      case 24:
        readText(field, spec.priorityClassName, at("priorityClassName"), problems);
        break;
      case 25:
        spec.priority = field.integer32();
        break;
      default:
        readFurtherSpec(field, spec, path, problems);
        break;
    }
  }
  decode::dropRepeatedKeys(spec.nodeSelector);
  decode::dropRepeatedKeys(spec.overhead);
}

void readCondition(Message message, RawPod& pod, const Path& path, Problems& problems) {
  std::array<std::string, 4> scratch;
  std::string_view type, status, reason, words;
  while (message.next()) {
    switch (message.number()) {
      case 1:
        type = viewText(message, scratch[0], path, problems);
        break;
      case 2:
        status = viewText(message, scratch[1], path, problems);
        break;
      case 5:
        reason = viewText(message, scratch[2], path, problems);
        break;
      case 6:
        words = viewText(message, scratch[3], path, problems);
        break;
      default:
        break;
    }
  }
  decode::noteCondition(pod, type, status, reason, words);
}

/// ContainerState: waiting, terminated.
void readState(Message state, decode::ContainerStatus& container, const Path& path, Problems& problems) {
  while (state.next()) {
    if (state.number() == 1) {
      Message waiting = state.message();
      while (waiting.next()) {
        if (waiting.number() == 1) readText(waiting, container.waiting, path, problems);
      }
    } else if (state.number() == 3) {
      Message terminated = state.message();
      while (terminated.next()) {
        if (terminated.number() == 1) container.exitZero = terminated.integer32() == 0;
      }
    }
  }
}

/// ResourceRequirements of a status: the requests are what is held.
void readHeld(Message message, HeldAmounts& held, const Path& path, Problems& problems) {
  const Path resources{&path, "resources"};
  while (message.next()) {
    if (message.number() == 2) addAmount(message, held.actual, Path{&resources, "requests"}, problems);
  }
}

decode::ContainerStatus readContainerStatus(Message status, const Path& path, Problems& problems) {
  decode::ContainerStatus container;
  while (status.next()) {
    switch (status.number()) {
      case 1:
        readText(status, container.held.container, path, problems);
        break;
      case 2:
        readState(status.message(), container, path, problems);
        break;
      case 5:
        container.restarts = status.integer32();
        break;
      case 10:
        addAmount(status, container.held.allocated, Path{&path, "allocatedResources"}, problems);
        break;
      case 11:
        container.holds = true;
        readHeld(status.message(), container.held, path, problems);
        break;
      default:
        break;
    }
  }
  decode::dropRepeatedKeys(container.held.allocated);
  decode::dropRepeatedKeys(container.held.actual);
  return container;
}

/// NodeAllocatableResourceClaimStatus: what a device claim takes of the node's own resources.
HeldAmounts readClaimAmounts(Message status, const Path& path, Problems& problems) {
  HeldAmounts held;
  std::string claim;
  while (status.next()) {
    if (status.number() == 1)
      readText(status, claim, Path{&path, "resourceClaimName"}, problems);
    else if (status.number() == 3)
      addAmount(status, held.actual, Path{&path, "resources"}, problems);
  }
  decode::dropRepeatedKeys(held.actual);
  held.container = holderOfClaim(claim);
  return held;
}

void readFurtherStatus(Message& field, RawPod& pod, decode::PodStatus& status, const Path& path, Problems& problems) {
  std::string scratch;
  switch (field.number()) {
    case 11:
      readText(field, pod.nominatedNode, Path{&path, "nominatedNodeName"}, problems);
      break;
    case 14:
      decode::noteResize(pod, viewText(field, scratch, Path{&path, "resize"}, problems));
      break;
    case 19:
      addAmount(field, status.whole.allocated, Path{&path, "allocatedResources"}, problems);
      break;
    case 20:
      status.holdsWhole = true;
      readHeld(field.message(), status.whole, path, problems);
      break;
    case 21: {
      const auto index = static_cast<int>(std::as_const(status.claims).size());
      const Path at{&path, "nodeAllocatableResourceClaimStatuses", index};
      status.claims.push_back(readClaimAmounts(field.entry(), at, problems));
      break;
    }
    default:
      break;
  }
}

void readStatus(Message field, RawPod& pod, decode::PodStatus& status, Problems& problems) {
  const Path path{nullptr, "status"};
  const auto at = [&path](std::string_view name) { return Path{&path, name}; };
  while (field.next()) {
    switch (field.number()) {
      case 1:
        readText(field, pod.phaseText, at("phase"), problems);
        break;
      case 2:
        readCondition(field.entry(), pod, at("conditions"), problems);
        break;
      case 4:
        readText(field, pod.reason, at("reason"), problems);
        break;
      case 7:
        readTime(field, pod.startTime, at("startTime"), problems);
        break;
      case 8:
        status.app.add(readContainerStatus(field.entry(), at("containerStatuses"), problems));
        break;
      case 10:
        status.init.add(readContainerStatus(field.entry(), at("initContainerStatuses"), problems));
        break;
      default:
        readFurtherStatus(field, pod, status, path, problems);
        break;
    }
  }
  decode::dropRepeatedKeys(status.whole.allocated);
  decode::dropRepeatedKeys(status.whole.actual);
}

}  // namespace

void readObject(Message object, RawPod& pod) {
  Problems problems(pod.problems);
  decode::PodStatus status;
  while (object.next()) {
    switch (object.number()) {
      case 1:
        readMeta(object.message(), pod.meta, problems);
        break;
      case 2:
        readSpec(object.message(), pod.spec, problems);
        break;
      case 3:
        readStatus(object.message(), pod, status, problems);
        break;
      default:
        break;
    }
  }
  decode::settleStatus(pod, std::move(status));
  decode::settleHeld(pod);
}

}  // namespace cardinal::protobuf
