// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/binding.h"

#include "core/model/pods/pod_owner.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace cardinal {
namespace {

constexpr const char* kHostname = "kubernetes.io/hostname";

std::string dump(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool hasPatchableTemplate(std::string_view kind) {
  return kind == "Deployment" || kind == "StatefulSet" || kind == "ReplicaSet";
}

}  // namespace

BindBlocker bindBlocker(const PodRecord& pod) {
  const RawPod& raw = *pod.raw;
  if (!raw.spec.nodeName.empty() || isTerminal(raw) || isTerminating(raw)) return BindBlocker::NotWaiting;
  if (raw.spec.hasSchedulingGates) return BindBlocker::Gated;
  switch (pod.request.kind()) {
    case GpuRequest::Kind::None:
    case GpuRequest::Kind::WholeCards:
    case GpuRequest::Kind::Counted:
      return BindBlocker::None;
    case GpuRequest::Kind::Shared:
    case GpuRequest::Kind::Topology:
      return BindBlocker::SharedCards;
    case GpuRequest::Kind::Vgpu:
    case GpuRequest::Kind::Claims:
      break;
  }
  return BindBlocker::OtherGpu;
}

std::string hostnameOf(const RawNode& node) {
  const std::string* label = find(node.meta.labels, kHostname);
  return label == nullptr || label->empty() ? node.meta.key.name : *label;
}

NodeConstraint constraintTo(const RawNode& node, const RawPod& pod) {
  NodeConstraint out;
  const std::string hostname = hostnameOf(node);
  out.yaml = std::string("nodeSelector:\n  ") + kHostname + ": " + dump(hostname) + "\n";
  const OwnerRef* owner = controllerOf(pod);
  out.kind = owner == nullptr ? "Pod" : owner->kind;
  out.name = owner == nullptr ? pod.meta.key.name : owner->name;
  if (owner == nullptr) return out;
  if (const auto deployment = likelyDeploymentOf(pod); !deployment.empty()) {
    out.kind = "Deployment";
    out.name = deployment;
  }
  out.way = out.kind == "Job"                ? ConstraintWay::MakeJobAnew
            : hasPatchableTemplate(out.kind) ? ConstraintWay::PatchOwner
                                             : ConstraintWay::ChangeOwner;
  if (out.way != ConstraintWay::PatchOwner) return out;
  nlohmann::json patch;
  patch["spec"]["template"]["spec"]["nodeSelector"][kHostname] = hostname;
  out.command = "kubectl patch " + out.kind + " " + out.name + " -n " + pod.meta.key.ns + " -p '" + dump(patch) + "'";
  return out;
}

std::string bindCommand(const BindOrder& order) {
  nlohmann::ordered_json body;
  body["apiVersion"] = "v1";
  body["kind"] = "Binding";
  body["metadata"]["name"] = order.pod.name;
  if (!order.podUid.empty()) body["metadata"]["uid"] = order.podUid;
  body["target"] = {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", order.node}};
  const std::string text = body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return "echo '" + text + "' | kubectl create --raw /api/v1/namespaces/" + order.pod.ns + "/pods/" + order.pod.name +
         "/binding -f -";
}

}  // namespace cardinal
