// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

#include "core/alloc/types.h"
#include "ui/i18n/gpu_texts.h"

namespace cardinal::ui {

/// A place by its names.
struct NamedPlace {
  QString node;                  ///< empty = none; of groups only, whose pods all have their line
  std::vector<CardIndex> cards;  ///< empty = whole cards that nobody numbers
  int cardCount = 0;
  DeviceSort sort = DeviceSort::Card;  ///< what is counted
  QString pod = {};                    ///< "Worker 2"; empty where the workload has one role
  bool operator==(const NamedPlace&) const = default;
};

/// What an answer says, by names alone: it outlives the snapshot, and two of different states can be compared.
struct PredictionSummary {
  UnixSeconds time = 0;    ///< of the state
  bool isRefused = false;  ///< the request itself is faulty; nothing else is filled
  std::size_t fits = 0;    ///< replicas that have a place
  Certainty certainty = Certainty::Certain;
  std::vector<NamedPlace> places;  ///< of the replicas that fit, in order; the first 200
};

/// One role of what was asked, with its answer.
struct RoleAnswer {
  QString role;      ///< "Worker"; empty where the workload has but one
  int replicas = 1;  ///< pods that are wanted
  const AllocationAnswer* answer = nullptr;
  const GpuRequest* gpu = nullptr;  ///< of a pod
  /// Every pod has a place.
  bool isWhole() const {
    return answer->requestProblems.empty() && answer->placements.size() >= static_cast<std::size_t>(replicas);
  }
};
/// "Worker 2" of the second pod; empty without a role.
QString podOfRole(const QString& role, std::size_t pod);

/// Of all roles, one after another; the least certain one counts.
PredictionSummary summaryOf(const std::vector<RoleAnswer>& roles, const ClusterSnapshot& snapshot);

bool samePlaces(const PredictionSummary& a, const PredictionSummary& b);
/// Same places and certainty. How many other places are as good does not count: in a busy cluster that number changes
/// with every pod, and the place on show stays.
bool saysTheSame(const PredictionSummary& a, const PredictionSummary& b);

/// An answer, and the one that it differs from. Words in the language in force; cluster names are cleaned.
struct PreviewChange {
  PredictionSummary before;
  PredictionSummary now;  ///< its time is that of the first state that said so

  QString title() const;
  /// What was said before and is not any more, a line each: "Place: was node-a, card 2".
  QStringList lines() const;
  /// Where the replica was before; empty where that has not changed.
  QString placeBefore(std::size_t replica) const;
  /// The first place that differs: as it was, as it is.
  std::pair<QString, QString> places() const;
};

}  // namespace cardinal::ui
