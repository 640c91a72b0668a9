// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/preview_scene.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/alloc/explain/known_score.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"

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

/// What lands on a node, over all roles.
struct OnNode {
  struct OnCard {
    MemUnits memory;
    int pods = 0;
    std::map<std::size_t, int> roles;  ///< pods by role
  };
  std::map<CardIndex, OnCard> cards;
  std::map<std::size_t, int> roles;
  std::map<std::size_t, int> wholeRoles;  ///< of the pods with cards that nobody numbers
  int wholeCards = 0;
};

/// "Master, 2 × Worker", in the order of creation; empty for a workload of one role.
QString rolesText(const std::map<std::size_t, int>& pods, std::span<const RoleAnswer> roles) {
  QStringList names;
  for (const auto& [role, number] : pods) {
    if (role >= roles.size() || roles[role].role.isEmpty()) continue;
    names << (number > 1 ? count(number) + QStringLiteral(" × ") + roles[role].role : roles[role].role);
  }
  return joinList(names);
}

void addPlaced(std::map<NodeIndex, OnNode>& placed, const std::vector<ReplicaPlacement>& placements, std::size_t role) {
  for (const ReplicaPlacement& placement : placements) {
    OnNode& onThis = placed[placement.place.node];
    ++onThis.roles[role];
    if (placement.place.cards.empty()) {
      onThis.wholeCards += placement.place.cardCount;
      if (placement.place.cardCount > 0) ++onThis.wholeRoles[role];
    }
    for (const CardIndex card : placement.place.cards) {
      OnNode::OnCard& held = onThis.cards[card];
      held.memory += placement.place.memoryPerCard;
      ++held.pods;
      ++held.roles[role];
    }
  }
}

void addGhosts(MapPreview& scene, const std::map<NodeIndex, OnNode>& placed, std::span<const RoleAnswer> roles,
               const ClusterSnapshot& snapshot) {
  for (const auto& [node, onThis] : placed) {
    const MemoryUnit unit = snapshot.node(node).gpu.unit;
    const QString onNode = rolesText(onThis.roles, roles);
    // Cards of a node that take the same amount, for the same roles, share one label.
    std::map<std::pair<std::int64_t, QString>, std::vector<CardIndex>> alike;
    for (const auto& [card, held] : onThis.cards) {
      const std::int64_t amount = held.memory.value > 0 ? held.memory.value : -held.pods;
      alike[{amount, rolesText(held.roles, roles)}].push_back(card);
    }
    for (const auto& [key, cards] : alike) {
      const QString figure = key.first > 0 ? memoryNumber(MemUnits(key.first), unit) : count(-key.first);
      scene.ghosts.push_back(MapPreview::Ghost{node, cards, 0, u'+' + figure, key.second, onNode});
    }
    if (onThis.wholeCards > 0) {
      scene.ghosts.push_back(MapPreview::Ghost{
          node, {}, onThis.wholeCards, u'+' + count(onThis.wholeCards), rolesText(onThis.wholeRoles, roles), onNode});
    } else if (onThis.cards.empty() && !onNode.isEmpty()) {
      // Pods of a role without cards: named on the node, drawn on none of its cards.
      scene.ghosts.push_back(MapPreview::Ghost{node, {}, 0, {}, {}, onNode});
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
    if (miss != answer.nearMisses.end() && isNearMiss(rejection.reason)) {
      refused.nearMiss = true;
      refused.missCard = miss->card;
      const QString lacking = lackingText(*miss, snapshot.node(miss->node).gpu.unit);
      if (!lacking.isEmpty()) refused.missing = QChar(0x2212) + lacking;
    }
    scene.refused.push_back(std::move(refused));
  }
}

MapPreview makeMapPreview(const AllocationAnswer& any, const AllocationAnswer* aimed, const PreviewAim& aim,
                          const ClusterSnapshot& snapshot, std::span<const RoleAnswer> roles) {
  MapPreview scene;
  scene.generation = snapshot.generation;
  scene.hasScores = hasScores(any);
  const bool useAim = aimed && aimed->requestProblems.empty();
  // Under an aim that is not answered yet nothing is promised elsewhere.
  if (useAim || aim.node.isEmpty()) {
    std::map<NodeIndex, OnNode> placed;
    if (roles.empty()) addPlaced(placed, useAim ? aimed->placements : any.placements, 0);
    for (std::size_t i = 0; i < roles.size(); ++i) addPlaced(placed, roles[i].answer->placements, i);
    addGhosts(scene, placed, roles, snapshot);
  }
  const auto isTaken = [&scene](NodeIndex node) {
    return std::any_of(scene.ghosts.begin(), scene.ghosts.end(),
                       [node](const MapPreview::Ghost& ghost) { return ghost.node == node; });
  };
  for (const Candidate& candidate : any.candidates) {
    if (scene.runnersUp.size() == kRunnersUp) break;
    if (!isTaken(candidate.node)) scene.runnersUp.push_back(candidate);
  }
  if (!aim.node.isEmpty()) scene.aimed = snapshot.findNode(aim.node.toStdString());
  if (useAim) addRefusals(scene, *aimed, snapshot);
  addRefusals(scene, any, snapshot);
  // A node that has taken the pods of one role may refuse another: that it is taken is what the map shows.
  if (!roles.empty()) {
    std::set<NodeIndex> taken;
    for (const MapPreview::Ghost& ghost : scene.ghosts) taken.insert(ghost.node);
    std::erase_if(scene.refused, [&](const MapPreview::Refused& refused) { return taken.contains(refused.node); });
  }
  return scene;
}

}  // namespace cardinal::ui
