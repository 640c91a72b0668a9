// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/raw.h"

namespace cardinal {

/// Decisions recorded from kube-scheduler 1.20 with the open-source gpushare extender, as typed values. The file format
/// stands in tests/data/gpushare/1.20.2/README.md.

using NodeNames = std::vector<std::string>;

/// The extender's answer for every node, without the scheduler's own filters.
struct RecordedCardCheck {
  NodeNames feasible;
  std::map<std::string, NodeNames> failed;  ///< by the extender's words
  bool operator==(const RecordedCardCheck&) const = default;
};

struct RecordedResult {
  PodPhase phase = PodPhase::Unknown;
  std::optional<std::string> node;  ///< nothing = refused
  std::optional<std::int64_t> card;
  StringMap annotations;              ///< as written by the extender
  bool filterCalled = false;          ///< the extender was called
  std::optional<NodeNames> nodesIn;   ///< nodes that passed the scheduler's own filters
  std::optional<NodeNames> feasible;  ///< nothing = the pod never reaches the extender
  std::optional<RecordedCardCheck> cardCheck;
  std::string message;                                 ///< of the PodScheduled condition; empty = placed
  std::optional<std::vector<std::int64_t>> usedUnits;  ///< of the node's cards after the step
};

struct RecordedStep {
  enum class Action {
    Decide,       ///< `create`, `rescheduled`
    Preexisting,  ///< was there before
    Terminate,
    Delete,
    Complete,
    ConfigMap,  ///< card health was reported
    Nothing,    ///< texts and remarks
  };
  std::int64_t number = 0;
  Action action = Action::Nothing;
  RawPod pod;  ///< key alone for Terminate, Delete and Complete
  RecordedResult result;
  bool removedAfterwards = false;             ///< the refused pod was deleted at once
  std::string healthNode;                     ///< ConfigMap: whose cards
  bool healthKnown = false;                   ///< false = the ConfigMap is gone
  std::optional<std::string> unhealthyCards;  ///< nothing = the ConfigMap does not say
};

/// What the extender and the scheduler would say at the end to a pod that asks `request` units.
struct RecordedProbe {
  std::int64_t request = 0;
  NodeNames cardOk;
  NodeNames feasible;
};

struct RecordedCard {
  std::int64_t total = 0;
  std::int64_t used = 0;
  bool operator==(const RecordedCard&) const = default;
};

struct Recording {
  std::string name;
  std::vector<std::shared_ptr<const RawNode>> nodes;
  std::vector<RecordedStep> steps;
  std::vector<RecordedProbe> probes;
  std::map<std::string, std::vector<RecordedCard>> cards;  ///< at the end, by node

  /// Recordings named `s8-...` hold faults of the extender (unsigned wrap, a cache that forgets): its answers there do
  /// not follow from the cluster's state.
  bool recordsFaults() const { return name.rfind("s8-", 0) == 0; }
};

/// Reads a recording. Nothing when the text is JSON without steps (lists of nodes and pods lie beside recordings).
/// Errors, place = `file`: ParseFailed (subject = file, place = byte), InvalidField (field with its path; an action
/// that is not known among them).
Result<std::optional<Recording>> parseRecording(const std::string& text, const std::string& file);

}  // namespace cardinal
