// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/provider/stacks/kai.h"
#include "core/provider/stacks/kai_state.h"

namespace cardinal::kai {

/// Where the KAI-Scheduler v0.17.0 places one pod: nodes, scores, shared cards, texts. Source:
/// https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0 pkg/scheduler (actions/allocate, framework,
/// api/node_info, gpu_sharing, plugins nodeplacement, gpupack, gpuspread, gpusharingorder, nodeavailability,
/// resourcetype, predicates). Its mistakes are kept. Pure functions of any thread.
///
/// Not evaluated: queues, gangs, evictions, MIG (kai_mig.h), DRA, NUMA, topology, predicates of Kubernetes (left to the
/// caller).

/// Arguments of the scheduler: spec.placementStrategy of its SchedulingShard.
struct Settings {
  bool spreadNodes = false;  ///< plugin nodeplacement, for GPUs and cpu
  bool spreadCards = false;  ///< gpuspread instead of gpupack
};

/// Room over all nodes that the scores are measured against.
struct Extremes {
  double leastRoom = 0;
  double mostRoom = 0;
  std::int64_t mostGpus = 0;  ///< allocatable of one node
  std::int64_t mostCpuMilli = 0;
  std::int64_t mostMemory = 0;
  std::int64_t mostPods = 0;
  bool any = false;
};
/// Adds a node, whether it fits or not.
void add(Extremes& extremes, const Node& node, const State& state, const Request& request);

/// The refusal before any node is looked at; empty = none. `isWhole` false: the scheduler says more than this.
struct EarlyRefusal {
  std::string text;
  bool isWhole = true;
};
EarlyRefusal earlyRefusal(const Request& request, const Extremes& extremes);

/// True where resources and cards suffice, of whatever node; `released`: what ends counts as free.
bool hasRoom(const Node& node, const State& state, const Request& request, bool released);

/// A card that would be taken: a group, or a whole card.
struct CardChoice {
  const Group* group = nullptr;  ///< null = a card that is not shared yet; points into the State
  double score = 0;
};
struct NodeFit {
  bool fits = false;                 ///< now, or when what ends is gone
  bool fitsNow = false;              ///< without the words of predicates
  std::string reason;                ///< empty with `fits` false: the scheduler names none
  std::vector<std::string> reasons;  ///< the same without the frame, one by one, as the group's message counts them
  std::vector<CardChoice> cards;     ///< shared requests: in the order taken; equal scores by name, drawn in reality
};
/// `otherRefusal`: the words of a Kubernetes filter that refuses the node, empty = none does.
NodeFit fit(const Node& node, const State& state, const Request& request, const Settings& settings,
            const std::string& otherRefusal);
double score(const Node& node, const State& state, const Request& request, const Settings& settings,
             const Extremes& extremes);

enum class Status : std::uint8_t { Pending, Pipelined, Binding };
/// "Pending", "Pipelined" (promised on what is being released), "Binding".
const char* toString(Status status);
/// What becomes of the pod on a node that fits; Pending = it has too few cards, the next node is tried.
Status statusOn(const Node& node, const NodeFit& fit, const Request& request);

/// The pod group's fit error: `early` or the reasons of all nodes.
std::string messageOf(const Request& request, const EarlyRefusal& early, std::vector<std::string> reasons);

}  // namespace cardinal::kai
