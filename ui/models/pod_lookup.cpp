// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pod_lookup.h"

#include <algorithm>

namespace cardinal::ui {

QString podKeyOf(const PodRecord& pod) {
  return QString::fromStdString(pod.key().ns) + u'/' + QString::fromStdString(pod.key().name);
}

ObjectKey podKeyFrom(const QString& key) {
  const qsizetype slash = key.indexOf(u'/');
  return {key.left(slash).toStdString(), key.mid(slash + 1).toStdString()};
}

std::pair<PodPtr, NodePtr> findPod(const ClusterSnapshot& snapshot, const QString& key) {
  const ObjectKey wanted = podKeyFrom(key);
  const auto in = [&wanted](const std::vector<PodPtr>& pods) -> PodPtr {
    const auto found = std::lower_bound(pods.begin(), pods.end(), wanted,
                                        [](const PodPtr& pod, const ObjectKey& k) { return pod->key() < k; });
    return found != pods.end() && (*found)->key() == wanted ? *found : nullptr;
  };
  if (PodPtr pod = in(snapshot.unboundPods)) return {pod, nullptr};
  for (const NodePtr& node : snapshot.nodes) {
    if (PodPtr pod = in(node->pods)) return {pod, node};
  }
  return {};
}

QString firstNodeWithCards(const ClusterSnapshot& snapshot) {
  for (const NodePtr& node : snapshot.nodes) {
    if (!node->cards.empty()) return QString::fromStdString(node->name);
  }
  return {};
}

}  // namespace cardinal::ui
