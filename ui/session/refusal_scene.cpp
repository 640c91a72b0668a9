// SPDX-License-Identifier: Apache-2.0
#include "ui/session/refusal_scene.h"

#include <algorithm>

#include "core/alloc/explain/known_score.h"
#include "ui/session/preview_scene.h"

namespace cardinal::ui {

MapPreview makeRefusalScene(const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
                            std::optional<ReasonCode> only) {
  MapPreview scene;
  scene.generation = snapshot.generation;
  if (!answer.requestProblems.empty()) return scene;
  scene.hasScores = hasScores(answer);
  if (!only) scene.runnersUp = answer.candidates;
  addRefusals(scene, answer, snapshot);
  if (!only) return scene;
  std::vector<bool> marked(snapshot.nodes.size(), false);
  for (const NodeRejection& rejection : answer.rejections) {
    if (rejection.reason.code == *only) marked[rejection.node.value] = true;
  }
  std::erase_if(scene.refused, [&marked](const MapPreview::Refused& refused) { return !marked[refused.node.value]; });
  return scene;
}

}  // namespace cardinal::ui
