// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/demo_events.h"

#include <algorithm>
#include <variant>

#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kRetry = 60;        ///< a waiting pod is looked at again about once a minute
constexpr std::int32_t kMaxRetries = 60;  ///< a server forgets events after an hour
constexpr UnixSeconds kGrace = 30;

class Writer {
 public:
  Writer(ObjectRef about, UnixSeconds now, std::vector<ObjectEvent>& events)
      : m_about(std::move(about)), m_now(now), m_events(events) {}

  void add(const char* type, const char* reason, std::string message, const char* source, UnixSeconds at) {
    ObjectEvent event;
    event.type = type;
    event.reason = reason;
    event.message = std::move(message);
    event.source = source;
    event.about = m_about;
    event.first = std::min(at, m_now);
    event.last = event.first;
    m_events.push_back(std::move(event));
  }
  void normal(const char* reason, std::string message, const char* source, UnixSeconds at) {
    add("Normal", reason, std::move(message), source, at);
  }
  /// Noticed again and again until now.
  void repeat() {
    ObjectEvent& event = m_events.back();
    const auto times = std::clamp<UnixSeconds>((m_now - event.first) / kRetry + 1, 1, kMaxRetries);
    event.count = static_cast<std::int32_t>(times);
    event.last = event.first + (times - 1) * kRetry;
  }

 private:
  ObjectRef m_about;
  UnixSeconds m_now;
  std::vector<ObjectEvent>& m_events;
};

const char* schedulerOf(const RawPod& pod) {
  return pod.spec.schedulerName.empty() ? "default-scheduler" : pod.spec.schedulerName.c_str();
}

}  // namespace

void addDemoEvents(const RawPod& pod, UnixSeconds now, std::vector<ObjectEvent>& events) {
  Writer writer({"Pod", pod.meta.key}, now, events);
  const UnixSeconds created = pod.meta.created;
  if (pod.spec.nodeName.empty()) {
    if (pod.scheduledMessage.empty()) return;
    writer.add("Warning", "FailedScheduling", pod.scheduledMessage, schedulerOf(pod), created + 1);
    writer.repeat();
    return;
  }
  const std::string place = pod.meta.key.ns + "/" + pod.meta.key.name;
  writer.normal("Scheduled", "Successfully assigned " + place + " to " + pod.spec.nodeName, schedulerOf(pod),
                created + 1);
  if (pod.startTime == 0) return;
  for (const Container& container : pod.spec.containers) {
    writer.normal("Pulled", "Container image \"" + container.image + "\" already present on machine", "kubelet",
                  pod.startTime);
    writer.normal("Created", "Created container " + container.name, "kubelet", pod.startTime + 1);
    writer.normal("Started", "Started container " + container.name, "kubelet", pod.startTime + 1);
  }
  if (pod.restarts > 0) {
    writer.add("Warning", "BackOff", "Back-off restarting failed container", "kubelet", pod.startTime + kRetry);
    events.back().count = pod.restarts;
  }
  if (isTerminating(pod)) {
    const std::string container = pod.spec.containers.empty() ? pod.meta.key.name : pod.spec.containers.front().name;
    writer.normal("Killing", "Stopping container " + container, "kubelet", pod.meta.deletionTimestamp - kGrace);
  }
}

void addDemoEvents(const RawNode& node, UnixSeconds now, std::vector<ObjectEvent>& events) {
  Writer writer({"Node", node.meta.key}, now, events);
  writer.normal("Starting", "Starting kubelet.", "kubelet", node.meta.created);
  writer.normal("RegisteredNode",
                "Node " + node.meta.key.name + " event: Registered Node " + node.meta.key.name + " in Controller",
                "node-controller", node.meta.created + 2);
  for (const NodeCondition& condition : node.conditions) {
    if (condition.type != "Ready") continue;
    const bool ready = condition.status == "True";
    const std::string reason = ready ? "NodeReady" : "NodeNotReady";
    writer.add(ready ? "Normal" : "Warning", reason.c_str(), "Node " + node.meta.key.name + " status is now: " + reason,
               ready ? "kubelet" : "node-controller", std::max(condition.since, node.meta.created + 10));
  }
  if (node.unschedulable) {
    writer.normal("NodeNotSchedulable", "Node " + node.meta.key.name + " status is now: NodeNotSchedulable", "kubelet",
                  now - kRetry);
  }
}

void addDemoEvents(const RawExtra& extra, UnixSeconds now, std::vector<ObjectEvent>& events) {
  if (isNull(extra)) return;
  Writer writer({std::string(toString(kindOf(extra))), metaOf(extra).key}, now, events);
  if (const auto* workload = std::get_if<std::shared_ptr<const RawKueueWorkload>>(&extra)) {
    for (const NodeCondition& one : (*workload)->conditions) {
      const bool holds = one.status == "True";
      writer.add(holds ? "Normal" : "Warning", one.reason.c_str(), one.message, "kueue-admission", one.since);
      if (!holds) writer.repeat();
    }
  } else if (const auto* group = std::get_if<std::shared_ptr<const RawVolcanoPodGroup>>(&extra)) {
    for (const NodeCondition& one : (*group)->conditions) {
      writer.add("Warning", one.type.c_str(), one.message, "volcano", one.since);
      writer.repeat();
    }
  }
}

}  // namespace cardinal::sim
