// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview_scene.h"

#include <algorithm>
#include <map>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kRunnersUp = 8;

/// What is missing, where it is an amount that a cell can hold.
QString lackingText(const NearMiss& miss, MemoryUnit unit) {
  if (miss.code == ReasonCode::InsufficientCardCore)
    return corePercent(CorePercent(static_cast<std::int32_t>(miss.lacking)));
  if (miss.code == ReasonCode::InsufficientCardMemory) return memoryNumber(MemUnits(miss.lacking), unit);
  return {};
}

struct Landing {
  std::map<CardIndex, MemUnits> memory;
  std::map<CardIndex, int> pods;
  int wholeCards = 0;
};

void addGhosts(MapPreview& scene, const std::vector<ReplicaPlacement>& placements, const ClusterSnapshot& snapshot) {
  std::map<NodeIndex, Landing> landings;
  for (const ReplicaPlacement& placement : placements) {
    Landing& landing = landings[placement.place.node];
    if (placement.place.cards.empty()) landing.wholeCards += placement.place.cardCount;
    for (const CardIndex card : placement.place.cards) {
      landing.memory[card] += placement.place.memoryPerCard;
      ++landing.pods[card];
    }
  }
  for (const auto& [node, landing] : landings) {
    const MemoryUnit unit = snapshot.node(node).gpu.unit;
    // Cards of a node that take the same amount share one label.
    std::map<std::int64_t, std::vector<CardIndex>> byAmount;
    for (const auto& [card, amount] : landing.memory) {
      byAmount[amount.value > 0 ? amount.value : -landing.pods.at(card)].push_back(card);
    }
    for (const auto& [amount, cards] : byAmount) {
      const QString figure = amount > 0 ? memoryNumber(MemUnits(amount), unit) : count(-amount);
      scene.ghosts.push_back(MapPreview::Ghost{node, cards, 0, u'+' + figure});
    }
    if (landing.wholeCards > 0) {
      scene.ghosts.push_back(MapPreview::Ghost{node, {}, landing.wholeCards, QStringLiteral("+1")});
    }
  }
}

}  // namespace

void addRefusals(MapPreview& scene, const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  // Ten thousand nodes refuse for a handful of reasons: each is put into words once.
  std::map<ReasonCode, QString> words;
  scene.refused.reserve(scene.refused.size() + answer.rejections.size());
  for (const NodeRejection& rejection : answer.rejections) {
    if (rejection.reason.code == ReasonCode::NotAimedAt) continue;
    // The answer for the aim comes first and says more about its node.
    if (scene.aimed == rejection.node && !scene.refused.empty() && scene.refused.front().node == rejection.node)
      continue;
    MapPreview::Refused refused;
    refused.node = rejection.node;
    QString& reason = words[rejection.reason.code];
    if (reason.isEmpty()) reason = reasonShort(rejection.reason.code);
    refused.reason = reason;
    const auto miss = std::find_if(answer.nearMisses.begin(), answer.nearMisses.end(),
                                   [&](const NearMiss& near) { return near.node == rejection.node; });
    if (miss != answer.nearMisses.end()) {
      refused.nearMiss = true;
      refused.missCard = miss->card;
      const QString lacking = lackingText(*miss, snapshot.node(miss->node).gpu.unit);
      if (!lacking.isEmpty()) refused.missing = QChar(0x2212) + lacking;
    }
    scene.refused.push_back(std::move(refused));
  }
}

MapPreview makeMapPreview(const AllocationAnswer& any, const AllocationAnswer* aimed, const PreviewAim& aim,
                          const ClusterSnapshot& snapshot) {
  MapPreview scene;
  scene.generation = snapshot.generation;
  const bool useAim = aimed && aimed->requestProblems.empty();
  // Under an aim that is not answered yet nothing is promised elsewhere.
  if (useAim || aim.node.isEmpty()) addGhosts(scene, useAim ? aimed->placements : any.placements, snapshot);
  for (const Candidate& candidate : any.candidates) {
    if (scene.runnersUp.size() == kRunnersUp) break;
    const bool taken = std::any_of(scene.ghosts.begin(), scene.ghosts.end(),
                                   [&](const MapPreview::Ghost& ghost) { return ghost.node == candidate.node; });
    if (!taken) scene.runnersUp.push_back(candidate);
  }
  if (!aim.node.isEmpty()) scene.aimed = snapshot.findNode(aim.node.toStdString());
  if (useAim) addRefusals(scene, *aimed, snapshot);
  addRefusals(scene, any, snapshot);
  return scene;
}

}  // namespace cardinal::ui
