// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/step_runner.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/plan/bound_pod.h"
#include "core/manifest/read/read_manifest.h"
#include "core/model/pods/pod_fields.h"
#include "core/model/pods/pod_owner.h"
#include "core/plan/capacity/more_nodes.h"
#include "core/plan/drain/group_placement.h"
#include "core/plan/what_if/pod_choice.h"
#include "core/plan/what_if/resized_pod.h"
#include "core/plan/what_if/switched_node.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/registry/allocation_writer.h"

namespace cardinal::plan {
namespace {

WhatIfFailure failed(ErrorCode code, std::string subject = {}, std::string place = {}, std::string detail = {}) {
  return {0, makeError(code, std::move(subject), std::move(place), std::move(detail)), {}};
}

WhatIfFailure noNode(const std::string& name) {
  return failed(ErrorCode::NotFound, name, "nodes");
}

RawPodPtr released(const RawPod& pod) {
  auto out = std::make_shared<RawPod>(pod);
  provider::unbind(*out);
  return out;
}

bool comesFirst(const RawPodPtr& a, const RawPodPtr& b) {
  if (a->spec.priority != b->spec.priority) return a->spec.priority > b->spec.priority;
  return a->meta.created < b->meta.created;
}

/// Its controller makes it again. One that is ending has been replaced already; that of a mirror pod is the node.
bool comesBack(const RawPod& pod) {
  return controllerOf(pod) != nullptr && !isMirrorPod(pod) && !isTerminal(pod) && !isTerminating(pod);
}

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Everything can be read, and of some pods it is known what they ask for and how many there are.
bool holdsPlaceablePods(const Manifest& manifest) {
  bool placeable = false;
  for (const ManifestObject& object : manifest.objects) {
    if (!object.problems.empty()) return false;
    placeable = placeable || std::any_of(object.roles.begin(), object.roles.end(),
                                         [](const ManifestRole& role) { return role.pod && role.pods; });
  }
  return placeable;
}

/// Its pods, or how many there are, stand in another object or are decided by the cluster.
bool isNotPlaced(const ManifestObject& object) {
  return std::any_of(object.roles.begin(), object.roles.end(),
                     [](const ManifestRole& role) { return !role.pods || (!role.pod && *role.pods > 0); });
}

/// Where the pod lay before the step; its released copy does not say it.
struct Leaving {
  RawPodPtr pod;
  std::string from;
};

}  // namespace

Result<WhatIfOutcome, WhatIfFailure> StepRunner::run(const WhatIfStep& step) {
  m_out = {};
  m_caveats.clear();
  m_seen = m_expected = 0;
  if (Done failure = std::visit([this](const auto& one) { return apply(one); }, step)) {
    return unexpected(std::move(*failure));
  }
  m_out.caveats.assign(m_caveats.begin(), m_caveats.end());
  return std::move(m_out);
}

bool StepRunner::tellNext() {
  if (m_stop.stop_requested()) return false;
  ++m_seen;
  if (m_onProgress) m_onProgress(m_seen, std::max(m_seen, m_expected));
  return true;
}

WhatIfPod& StepRunner::note(const RawPod& pod, PodOutcome outcome, const std::string& from) {
  WhatIfPod& out = m_out.pods.emplace_back();
  out.pod = pod.meta.key;
  out.requestsGpu = provider::requestedResources(pod).any();
  out.outcome = outcome;
  out.from = from;
  if (outcome == PodOutcome::Placed) ++m_out.placed;
  if (outcome == PodOutcome::Pending) ++m_out.pending;
  if (outcome == PodOutcome::Gone) ++m_out.gone;
  if (outcome == PodOutcome::Stays) ++m_out.stays;
  return out;
}

void StepRunner::lose(const RawPod& pod, const std::string& from) {
  note(pod, PodOutcome::Gone, from);
  m_state.removePod(pod.meta.key);
}

void StepRunner::keepCaveats(const AllocationAnswer& answer) {
  m_caveats.insert(answer.caveats.begin(), answer.caveats.end());
}

void StepRunner::bind(const RawPodPtr& pod, const AllocationAnswer& answer, const ReplicaPlacement& placement,
                      const std::string& from) {
  const ClusterSnapshot& view = m_state.view();
  const NodePtr node = view.nodes[placement.place.node.value];
  auto bound = std::make_shared<RawPod>(*pod);
  bindToPlace(*bound, placement.place, view, view.time * 1'000'000'000);
  bound->phase = PodPhase::Running;
  bound->phaseText = "Running";
  if (!m_state.bindClaims(*bound, node->name)) {
    m_caveats.insert(Caveat::DeviceClaims);
    leavePending(pod, answer, from);
    return;
  }
  WhatIfPod& out = note(*bound, PodOutcome::Placed, from);
  out.to = node->name;
  out.cards = placement.place.cards;
  out.certainty = placement.certainty;
  out.tied = placement.tied;
  out.assumes = m_assumed && placement.replica == 0;
  if (out.assumes && out.certainty == Certainty::Certain) out.certainty = Certainty::OneOf;
  m_state.putPod(std::move(bound));
  keepCaveats(answer);
}

WhatIfPod& StepRunner::leavePending(const RawPodPtr& pod, const AllocationAnswer& answer, const std::string& from) {
  WhatIfPod& out = note(*pod, PodOutcome::Pending, from);
  out.problems = answer.requestProblems;
  if (answer.firstMiss) {
    const NodeRecord& node = m_state.view().node(answer.firstMiss->node);
    out.why = answer.firstMiss->reason;
    out.nearest = node.name;
    out.nearestUnit = node.gpu.unit;
  }
  m_state.putPod(pod);
  keepCaveats(answer);
  return out;
}

StepRunner::Done StepRunner::schedule(const RawPodPtr& pod, const std::string& from) {
  if (!tellNext()) return failed(ErrorCode::Cancelled);
  const AllocationAnswer answer = allocate(makeRequest(pod), m_state.view(), {}, m_stop);
  if (m_stop.stop_requested()) return failed(ErrorCode::Cancelled);
  if (answer.placements.empty()) {
    leavePending(pod, answer, from);
    return std::nullopt;
  }
  const ReplicaPlacement& placement = answer.placements.front();
  bind(pod, answer, placement, from);
  m_assumed = m_assumed || placement.certainty != Certainty::Certain;
  return std::nullopt;
}

StepRunner::Done StepRunner::scheduleAll(std::vector<RawPodPtr> pods) {
  std::stable_sort(pods.begin(), pods.end(), comesFirst);
  std::vector<Leaving> leaving;
  for (const RawPodPtr& pod : pods) {
    leaving.push_back({released(*pod), pod->spec.nodeName});
    m_state.removePod(pod->meta.key);
  }
  m_expected += leaving.size();
  for (const Leaving& one : leaving) {
    if (Done failure = schedule(one.pod, one.from)) return failure;
  }
  return std::nullopt;
}

StepRunner::Done StepRunner::setCordon(const NodeRecord& node, bool cordoned) {
  if (node.raw->unschedulable == cordoned) return std::nullopt;
  constexpr std::string_view kCordonTaint = "node.kubernetes.io/unschedulable";
  auto raw = std::make_shared<RawNode>(*node.raw);
  raw->unschedulable = cordoned;
  std::erase_if(raw->taints, [&](const Taint& taint) { return taint.key == kCordonTaint; });
  if (cordoned) raw->taints.push_back({std::string(kCordonTaint), {}, "NoSchedule"});
  m_state.putNode(std::move(raw));
  return std::nullopt;
}

StepRunner::Done StepRunner::evict(const std::string& node, const DrainPolicy& policy) {
  const std::vector<RawPodPtr> pods = m_state.podsOn(node);
  std::vector<RawPodPtr> leaving;
  for (const PodVerdict& verdict : judgePods(pods, {}, policy)) {
    const auto pod =
        std::find_if(pods.begin(), pods.end(), [&](const RawPodPtr& one) { return one->meta.key == verdict.pod; });
    if (isTerminal(**pod)) continue;  // it holds nothing, and nothing comes back
    if (!mustGo(verdict.fate)) {
      note(**pod, PodOutcome::Stays, node).fate = verdict.fate;
    } else if (!comesBack(**pod)) {
      lose(**pod, node);
    } else {
      leaving.push_back(*pod);
    }
  }
  return scheduleAll(std::move(leaving));
}

StepRunner::Done StepRunner::apply(const AddNodes& step) {
  if (step.count < 1 || step.count > kMaxAddedNodes) {
    return failed(ErrorCode::InvalidArgument, "count", {}, std::to_string(step.count));
  }
  const NodePtr like = m_state.node(step.like);
  if (!like) return noNode(step.like);
  int number = 1;
  for (int i = 0; i < step.count; ++i) {
    std::string name;
    do {
      name = step.like + "-new-" + std::to_string(number++);
    } while (m_state.view().findNode(name));
    // Names that this step gave are not in the view yet, but the number only grows.
    m_out.added.push_back(std::move(name));
  }
  for (const std::string& name : m_out.added) {
    if (!m_state.publishLike(step.like, name)) return failed(ErrorCode::Unsupported, "ResourceSlice", step.like);
    m_state.putNode(emptyNodeLike(*like->raw, name));
  }
  return std::nullopt;
}

StepRunner::Done StepRunner::apply(const RemoveNode& step) {
  if (!m_state.node(step.node)) return noNode(step.node);
  std::vector<RawPodPtr> leaving;
  for (const RawPodPtr& pod : m_state.podsOn(step.node)) {
    if (comesBack(*pod) && !isDaemonPod(*pod)) {
      leaving.push_back(pod);
    } else {
      lose(*pod, step.node);
    }
  }
  m_state.removeNode(step.node);
  return scheduleAll(std::move(leaving));
}

StepRunner::Done StepRunner::apply(const DrainNode& step) {
  const NodePtr node = m_state.node(step.node);
  if (!node) return noNode(step.node);
  (void)setCordon(*node, true);
  DrainPolicy policy;
  policy.evictBare = policy.deleteLocalData = step.force;
  return evict(step.node, policy);
}

StepRunner::Done StepRunner::apply(const SwitchNode& step) {
  const NodePtr node = m_state.node(step.node);
  if (!node) return noNode(step.node);
  const SwitchAssessment assessment = assessSwitch(*node->raw, step.target, m_state.view().extras.get());
  if (assessment.way == SwitchWay::Same) return std::nullopt;
  if (assessment.way == SwitchWay::Refused) {
    return WhatIfFailure{0, makeError(ErrorCode::Unsupported, toString(step.target), step.node), assessment.notes};
  }
  auto switched = switchedNode(*node, assessment, step.unitsPerCard, m_state.view());
  if (!switched) return WhatIfFailure{0, switched.error(), {}};
  if (assessment.way != SwitchWay::Directly) {
    DrainPolicy policy;
    policy.gpuPodsOnly = assessment.way == SwitchWay::AfterDrain;
    (void)setCordon(*node, true);
    if (Done failure = evict(step.node, policy)) return failure;
  }
  m_state.putNode(*switched);
  return std::nullopt;
}

/// The pods of one role, named by workload and role.
StepRunner::Done StepRunner::create(const ManifestObject& object, const ManifestRole& role,
                                    const AllocationRequest& request, const AllocationAnswer& answer, bool gangWaits) {
  const std::string base = object.key.name.empty() ? "workload" : object.key.name;
  const std::string name = role.name.empty() ? base : base + "-" + lowerCase(role.name);
  const bool single = object.kind == "Pod" && request.replicas == 1;
  int number = 0;
  for (int replica = 0; replica < request.replicas; ++replica) {
    if (!tellNext()) return failed(ErrorCode::Cancelled);
    auto pod = std::make_shared<RawPod>(*request.pod);
    if (object.kind != "Pod") pod->meta.owners = {{object.kind, base, {}, true}};
    pod->meta.key.name = name;
    if (single && m_state.pod(pod->meta.key)) {
      return failed(ErrorCode::AlreadyExists, provider::displayName(pod->meta.key));
    }
    while (!single && (pod->meta.key.name = name + "-" + std::to_string(number++), m_state.pod(pod->meta.key))) {
    }
    pod->meta.uid = pod->meta.key.ns + "/" + pod->meta.key.name;
    const auto position = static_cast<std::size_t>(replica);
    const bool fits = position < answer.placements.size();
    if (fits && !gangWaits) {
      bind(pod, answer, answer.placements[position], {});
    } else {
      leavePending(pod, answer, {}).waitsForGang = fits;
    }
  }
  const auto isOpen = [](const ReplicaPlacement& one) { return one.certainty != Certainty::Certain; };
  m_assumed = m_assumed || (!gangWaits && std::any_of(answer.placements.begin(), answer.placements.end(), isOpen));
  return std::nullopt;
}

StepRunner::Done StepRunner::submit(const ManifestObject& object, const SubmitWorkload& step) {
  std::vector<const ManifestRole*> roles;
  std::vector<AllocationRequest> requests;
  std::vector<std::optional<std::int64_t>> gangs;
  for (const ManifestRole& role : object.roles) {
    const std::int64_t pods = step.replicas ? *step.replicas : role.pods.value_or(0);
    if (!role.pod || pods < 1) continue;
    auto base = std::make_shared<RawPod>(*role.pod);
    base->meta.key.ns = object.key.ns.empty() ? step.ns : object.key.ns;
    base->phase = PodPhase::Pending;
    roles.push_back(&role);
    gangs.push_back(ownGangOf(object, role));
    // As the API server makes its pods: later steps see their priority and overhead.
    const auto replicas = static_cast<int>(std::min<std::int64_t>(pods, kMaxStepReplicas));
    requests.push_back(alloc::admit(makeRequest(base, replicas), m_state.view()).request);
    m_expected += static_cast<std::size_t>(requests.back().replicas);
  }
  if (isNotPlaced(object)) m_out.notPlaced.push_back(object.kind + "/" + object.key.name);
  if (requests.empty()) return std::nullopt;
  const std::vector<AllocationAnswer> answers = allocateInOrder(requests, m_state.view(), m_stop, gangsOf(object));
  if (m_stop.stop_requested()) return failed(ErrorCode::Cancelled);
  const bool gangWaits =
      object.gang && object.gangEnforced && !outcomeOf(requests, answers, object.gang, gangs, gangsOf(object)).starts;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (Done failure = create(object, *roles[i], requests[i], answers[i], gangWaits)) return failure;
  }
  return std::nullopt;
}

StepRunner::Done StepRunner::apply(const SubmitWorkload& step) {
  if (step.replicas && (*step.replicas < 1 || *step.replicas > kMaxStepReplicas)) {
    return failed(ErrorCode::InvalidArgument, "replicas", {}, std::to_string(*step.replicas));
  }
  const auto manifest = readManifest(step.manifest, "manifest");
  if (!manifest || !holdsPlaceablePods(*manifest)) {
    return WhatIfFailure{0, parseManifest(step.manifest, "manifest").error(), {}};
  }
  if (const auto claims = m_claimsOf ? m_claimsOf(manifest->objects) : nullptr) m_state.addClaims(*claims, step.ns);
  for (const ManifestObject& object : manifest->objects) {
    if (step.replicas && object.roles.size() > 1) {
      return failed(ErrorCode::InvalidArgument, "replicas " + object.kind, {}, std::to_string(*step.replicas));
    }
    if (Done failure = submit(object, step)) return failure;
  }
  return std::nullopt;
}

StepRunner::Done StepRunner::apply(const DeletePods& step) {
  const auto pods = m_state.podsWhere([&](const RawPod& pod) { return isChosen(pod, step.pods); });
  if (pods.empty()) return failed(ErrorCode::NotFound, nameOf(step.pods), "pods");
  // A single pod of a controller is made again; a workload goes with its controller.
  if (step.pods.kind.empty() && comesBack(*pods.front())) return scheduleAll(pods);
  for (const RawPodPtr& pod : pods) {
    if (isMirrorPod(*pod) && !isTerminal(*pod)) {
      note(*pod, PodOutcome::Stays, pod->spec.nodeName).fate = PodFate::LeaveMirror;  // the kubelet goes on running it
    } else {
      lose(*pod, pod->spec.nodeName);
    }
  }
  return std::nullopt;
}

StepRunner::Done StepRunner::apply(const ResizePods& step) {
  if (!step.memory && !step.core && !step.cards) return failed(ErrorCode::InvalidArgument, "memory, core, cards");
  const auto chosen =
      m_state.podsWhere([&](const RawPod& pod) { return isChosen(pod, step.pods) && !isTerminal(pod); });
  if (chosen.empty()) return failed(ErrorCode::NotFound, nameOf(step.pods), "pods");
  std::vector<RawPodPtr> pods;
  for (const RawPodPtr& pod : chosen) {
    auto resized = resizedPod(*pod, step);
    if (!resized) return WhatIfFailure{0, resized.error(), {}};
    pods.push_back(*resized);
  }
  return scheduleAll(std::move(pods));
}

StepRunner::Done StepRunner::apply(const RetryPending& /*step*/) {
  std::vector<RawPodPtr> pods = m_state.unboundPods();
  std::erase_if(pods, [](const RawPodPtr& pod) { return isTerminal(*pod) || isTerminating(*pod) || isGated(*pod); });
  return scheduleAll(std::move(pods));
}

StepRunner::Done StepRunner::apply(const MovePod& step) {
  const RawPodPtr pod = m_state.pod({step.ns, step.name});
  if (!pod) return failed(ErrorCode::NotFound, step.ns + "/" + step.name, "pods");
  const NodePtr node = pod->spec.nodeName.empty() ? nullptr : m_state.node(pod->spec.nodeName);
  if (!node) return failed(ErrorCode::InvalidArgument, "pod", {}, step.ns + "/" + step.name);
  const auto verdict = judgePods({pod}, {}, DrainPolicy{}).front();
  if (verdict.fate != PodFate::Evict || isTerminal(*pod)) {
    note(*pod, PodOutcome::Stays, node->name).fate = verdict.fate;
    return std::nullopt;
  }
  const bool wasOpen = !node->raw->unschedulable;
  (void)setCordon(*node, true);
  if (Done failure = scheduleAll({pod})) return failure;
  if (wasOpen) (void)setCordon(*m_state.node(pod->spec.nodeName), false);
  return std::nullopt;
}

}  // namespace cardinal::plan
