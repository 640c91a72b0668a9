// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/successors.h"

#include <algorithm>
#include <utility>

#include "core/model/snapshot.h"

namespace cardinal {
namespace {

/// Uid of the controller; empty = none makes the pod again.
std::string controllerOf(const PodRecord& pod) {
  for (const OwnerRef& owner : pod.raw->meta.owners) {
    if (owner.controller) return owner.uid;
  }
  return {};
}

template <typename Visit>
void forEachPod(const ClusterSnapshot& snapshot, Visit visit) {
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) visit(*pod);
  }
  for (const PodPtr& pod : snapshot.unboundPods) visit(*pod);
}

Successor successorOf(const PodRecord& pod) {
  Successor out{pod.key(), pod.raw->spec.nodeName, {}};
  for (const CardShare& share : pod.shares) {
    if (share.card != kPendingCard) out.cards.push_back(share.card);
  }
  std::sort(out.cards.begin(), out.cards.end());
  return out;
}

}  // namespace

void SuccessorWatch::begin(const ClusterSnapshot& before, const std::vector<EvictionTarget>& leaving) {
  m_controllers.clear();
  m_successors.clear();
  std::map<ObjectKey, const EvictionTarget*> goes;
  for (const EvictionTarget& target : leaving) goes[target.pod] = &target;
  forEachPod(before, [&](const PodRecord& pod) {
    const auto at = goes.find(pod.key());
    const std::string controller = controllerOf(pod);
    if (at != goes.end() && !controller.empty()) m_controllers[controller].leaving.push_back(*at->second);
  });
  forEachPod(before, [&](const PodRecord& pod) {
    const auto at = m_controllers.find(controllerOf(pod));
    if (at != m_controllers.end()) at->second.known.insert(pod.raw->meta.uid);
  });
}

void SuccessorWatch::follow(const ClusterSnapshot& now) {
  std::map<std::string, std::vector<Successor>> fresh;
  forEachPod(now, [&](const PodRecord& pod) {
    const auto at = m_controllers.find(controllerOf(pod));
    if (at == m_controllers.end() || at->second.known.count(pod.raw->meta.uid) > 0) return;
    fresh[at->first].push_back(successorOf(pod));
  });
  m_successors.clear();
  for (auto& entry : fresh) {
    const std::string& controller = entry.first;
    std::vector<Successor>& pods = entry.second;
    std::vector<const EvictionTarget*> open;
    const auto take = [&pods](auto fits) -> std::optional<Successor> {
      const auto at = std::find_if(pods.begin(), pods.end(), fits);
      if (at == pods.end()) return std::nullopt;
      Successor out = std::move(*at);
      pods.erase(at);
      return out;
    };
    for (const EvictionTarget& target : m_controllers.at(controller).leaving) {
      auto met =
          target.node.empty() ? std::nullopt : take([&](const Successor& pod) { return pod.node == target.node; });
      if (met) {
        m_successors[target.pod] = std::move(*met);
      } else {
        open.push_back(&target);
      }
    }
    std::erase_if(open, [&](const EvictionTarget* target) {
      auto equal = take([&](const Successor& pod) {
        const auto& nodes = target->equalNodes;
        return std::find(nodes.begin(), nodes.end(), pod.node) != nodes.end();
      });
      if (equal) m_successors[target->pod] = std::move(*equal);
      return equal.has_value();
    });
    for (const EvictionTarget* target : open) {
      auto bound = take([](const Successor& pod) { return !pod.node.empty(); });
      if (!bound) bound = take([](const Successor&) { return true; });
      if (bound) m_successors[target->pod] = std::move(*bound);
    }
  }
}

const Successor* SuccessorWatch::of(const ObjectKey& pod) const {
  const auto at = m_successors.find(pod);
  return at == m_successors.end() ? nullptr : &at->second;
}

}  // namespace cardinal
