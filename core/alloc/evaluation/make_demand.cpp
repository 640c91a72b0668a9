// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/make_demand.h"

#include <algorithm>
#include <utility>

#include "core/alloc/evaluation/bound_by_name.h"
#include "core/alloc/stacks/dra/dra_claims.h"
#include "core/alloc/stacks/hami/hami_rule.h"
#include "core/alloc/stacks/kai_rule.h"
#include "core/alloc/stacks/stack_rules.h"
#include "core/model/extras/extra.h"
#include "core/provider/pod_request.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal::alloc {
namespace {

constexpr int kMaxReplicas = 100'000;

void checkAim(const AllocationRequest& request, const ClusterSnapshot& snapshot, std::vector<Error>& problems) {
  if (!request.onlyNode) {
    if (request.onlyCard)
      problems.push_back(makeError(ErrorCode::InvalidArgument, "card", {}, std::to_string(*request.onlyCard)));
    return;
  }
  const auto node = snapshot.findNode(*request.onlyNode);
  if (!node) {
    problems.push_back(makeError(ErrorCode::NotFound, *request.onlyNode, "nodes"));
    return;
  }
  if (!request.onlyCard) return;
  const auto cards = static_cast<std::int64_t>(snapshot.cardsOf(*node).size());
  if (*request.onlyCard < 0 || *request.onlyCard >= cards) {
    problems.push_back(makeError(ErrorCode::NotFound, "card " + std::to_string(*request.onlyCard), *request.onlyNode));
  }
}

/// Requested in a form whose scheduler is not predicted.
bool isUnplaceable(const AllocationRequest& request) {
  const GpuRequest& gpu = request.gpu;
  if (gpu.kind() != GpuRequest::Kind::Vgpu) return false;
  // Its annotations mean nothing to kube-scheduler, which takes the pod for one without a GPU.
  if (gpu.stack == GpuStack::Kai) return !isKaiRequest(request.pod->spec, gpu);
  return !alloc::hasStackRule(gpu.stack);
}

/// Cards of several vendors in one container, or Ascend's soft split, where HAMi shares them out.
bool isHamisAlone(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  const bool unread = request.gpu.kind() == GpuRequest::Kind::Counted && isUnreadByHami(*request.pod);
  return unread && std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(),
                               [](const NodePtr& node) { return node->gpu.stack == GpuStack::Hami; });
}

/// Requests that were put together by hand may lack what the pod itself breaks.
void addProblemsOfPod(const RawPod& pod, std::vector<Error>& problems) {
  problems = readUsage(pod).request.problems;
}

/// No API server takes them; from a file they would read as nothing requested, or as room given.
void addNegativeAmounts(const RawPod& pod, std::vector<Error>& problems) {
  const auto look = [&](const ResourceList& list) {
    for (const ResourceAmount& entry : list) {
      if (!problems.empty() || entry.amount >= Quantity{}) continue;
      problems.push_back(makeError(ErrorCode::QuantityInvalid, std::to_string(entry.amount.value()),
                                   provider::displayName(pod.meta.key) + ", " + entry.name));
    }
  };
  for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers}) {
    for (const Container& container : *containers) {
      look(container.requests);
      look(container.limits);
    }
  }
  look(pod.spec.overhead);
}

}  // namespace

Demand makeDemand(const AllocationRequest& request) {
  Demand demand{request, request.gpu, request.pod->spec, {}, false};
  provider::addPodRequests(demand.resources, *request.pod);
  // HAMi's own keys stand on no node: its extender counts them, kube-scheduler is configured to ignore them.
  const bool hami = request.gpu.kind() == GpuRequest::Kind::Vgpu && request.gpu.stack == GpuStack::Hami;
  if (hami) {
    eraseIf(demand.resources, [](const ResourceAmount& entry) {
      const bool own = provider::stackOfResource(entry.name) == GpuStack::Hami;
      return own || entry.name == kNvidiaCards;
    });
  }
  // KAI counts cards itself: those of terminating pods are promised, those of reservation pods are its own.
  if (isKaiRequest(demand.spec, demand.gpu))
    eraseIf(demand.resources, [](const ResourceAmount& entry) { return entry.name == kNvidiaCards; });
  eraseIf(demand.resources, [](const ResourceAmount& entry) { return entry.amount <= Quantity{}; });
  demand.extenderOnly = request.gpu.kind() == GpuRequest::Kind::Shared && !request.gpu.asksSharedMemory();
  return demand;
}

std::vector<Error> problemsOf(const AllocationRequest& request, const ClusterSnapshot& snapshot) {
  if (!request.pod) return {makeError(ErrorCode::Internal, {}, {}, "a request without a pod")};
  std::vector<Error> problems = request.gpu.problems;
  if (problems.empty()) addProblemsOfPod(*request.pod, problems);
  if (problems.empty()) addNegativeAmounts(*request.pod, problems);
  if (request.replicas > kMaxReplicas) {
    problems.push_back(makeError(ErrorCode::LimitExceeded, "replicas", request.name, std::to_string(kMaxReplicas)));
  } else if (request.replicas < 1) {
    problems.push_back(makeError(ErrorCode::InvalidArgument, "replicas", {}, std::to_string(request.replicas)));
  }
  // What follows is about schedulers.
  if (auto bound = boundByName(*request.pod, snapshot)) {
    problems.push_back(std::move(*bound));
    return problems;
  }
  if (isUnplaceable(request) || isHamisAlone(request, snapshot)) {
    problems.push_back(
        makeError(ErrorCode::Unsupported, request.gpu.resource, provider::displayName(request.pod->meta.key)));
  }
  if (request.gpu.kind() == GpuRequest::Kind::Claims) {
    for (Error& problem : claimsOf(request, snapshot.extras.get()).problems) problems.push_back(std::move(problem));
    for (Error& problem : adminAccessProblems(request, snapshot)) problems.push_back(std::move(problem));
  }
  checkAim(request, snapshot, problems);
  return problems;
}

}  // namespace cardinal::alloc
