// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/refusal_scene.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/alloc/explain/known_score.h"
#include "ui/session/preview/preview_scene.h"

namespace cardinal::ui {

namespace {

struct SceneTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RefusalScene)
};

}  // namespace

MapPreview makeRefusalScene(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  MapPreview scene;
  scene.generation = snapshot.generation;
  if (!answer.requestProblems.empty()) {
    const QString words = SceneTexts::tr("not evaluated");
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
      MapPreview::Refused refused;
      refused.node = NodeIndex{static_cast<std::uint32_t>(i)};
      refused.reason = words;
      scene.refused.push_back(std::move(refused));
    }
    return scene;
  }
  scene.hasScores = hasScores(answer);
  scene.runnersUp = answer.candidates;
  addRefusals(scene, answer, snapshot);
  return scene;
}

std::vector<NodeIndex> nodesOfReason(const AllocationAnswer& answer, ReasonCode reason) {
  std::vector<NodeIndex> nodes;
  for (const NodeRejection& rejection : answer.rejections) {
    if (rejection.reason.code == reason) nodes.push_back(rejection.node);
  }
  const auto isNear = [&answer](NodeIndex node) {
    return std::any_of(answer.nearMisses.begin(), answer.nearMisses.end(),
                       [node](const NearMiss& miss) { return miss.node == node; });
  };
  std::stable_partition(nodes.begin(), nodes.end(), isNear);
  return nodes;
}

}  // namespace cardinal::ui
