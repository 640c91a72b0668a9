// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/kai.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/saturate.h"

namespace cardinal::kai {
namespace {

using Kind = Request::Kind;

std::int64_t amountOf(const Resources& resources, const std::string& name) {
  for (const auto& [other, amount] : resources.others) {
    if (other == name) return amount;
  }
  return 0;
}

/// What is short, in the scheduler's words for it; `released`: what ends counts as free.
std::vector<std::string> shortOf(const Node& node, const State& state, const Request& request, bool released) {
  const auto free = [&](std::int64_t all, std::int64_t used, std::int64_t releasing) {
    return all - used + (released ? releasing : 0);
  };
  std::vector<std::string> out;
  const Resources& requested = request.resources;
  if (requested.cpuMilli > free(node.allocatable.cpuMilli, state.used.cpuMilli, state.releasing.cpuMilli))
    out.emplace_back("CPU cores");
  if (requested.memory > free(node.allocatable.memory, state.used.memory, state.releasing.memory))
    out.emplace_back("memory");
  std::vector<std::string> others;
  for (const auto& [name, amount] : requested.others) {
    if (amount > free(amountOf(node.allocatable, name), amountOf(state.used, name), amountOf(state.releasing, name)))
      others.push_back(name);
  }
  if (requested.pods > free(node.allocatable.pods, state.used.pods, state.releasing.pods)) others.emplace_back("pods");
  std::sort(others.begin(), others.end());
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

double portionOf(const Node& node, const Request& request) {
  constexpr double kHundred = 100;
  if (request.fraction > 0) return std::round(request.fraction * kHundred) / kHundred;
  const double exact = static_cast<double>(request.memory) / static_cast<double>(node.cardMemory);
  return std::ceil(exact * kHundred) / kHundred;
}

/// Memory of one card at most, or exactly several times as much, which the scheduler takes for valid too.
bool isValidSize(const Node& node, const Request& request) {
  if (request.fraction > 0) return true;
  const double portion = portionOf(node, request);
  return portion <= 1 || portion == std::floor(portion);
}

bool matches(const Node& node, const Group& group, std::int64_t need) {
  return group.used != 0 && group.allocated != group.releasing &&
         node.cardMemory - group.allocated + group.releasing - need >= 0;
}

std::int64_t matching(const Node& node, const State& state, std::int64_t need) {
  return std::count_if(state.groups.begin(), state.groups.end(),
                       [&](const Group& group) { return matches(node, group, need); });
}

std::vector<CardChoice> cardsOf(const Node& node, const State& state, const Request& request,
                                const Settings& settings) {
  std::vector<CardChoice> out;
  if (request.kind != Kind::Shared) return out;
  const std::int64_t need = needOn(node, request);
  for (const Group& group : state.groups) {
    if (!matches(node, group, need)) continue;
    const double part = static_cast<double>(group.used) / static_cast<double>(node.cardMemory);
    out.push_back({&group, settings.spreadCards ? 1 - part : part});
  }
  constexpr std::int64_t kMaxCards = 1024;
  const std::int64_t whole = std::min(state.idleGpus + state.releasingGpus, kMaxCards);
  for (std::int64_t i = 0; i < whole; ++i) out.push_back({nullptr, settings.spreadCards ? 1.0 : 0.0});
  std::stable_sort(out.begin(), out.end(), [](const CardChoice& a, const CardChoice& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.group != nullptr && b.group != nullptr && a.group->name < b.group->name;
  });
  return out;
}

/// Reasons of a node whose resources do not suffice; empty where the scheduler finds none to name.
std::vector<std::string> shortage(const Node& node, const State& state, const Request& request) {
  const auto idle = static_cast<double>(state.idleGpus);
  const auto devices = static_cast<double>(request.devices);
  const bool isShared = request.kind == Kind::Shared;
  const std::vector<std::string> lacking = shortOf(node, state, request, false);
  const double plain = isShared ? request.fraction * devices : static_cast<double>(request.gpus);
  if (lacking.empty() && plain <= idle && (!isShared || isValidSize(node, request))) return {};
  const std::string start = "node(s) didn't have enough resources: ";
  std::vector<std::string> out;
  const double requested = isShared ? devices * portionOf(node, request) : static_cast<double>(request.gpus);
  if (requested > idle) out.push_back(start + "GPUs");
  if (isShared && request.memory > node.cardMemory) out.push_back(start + "GPU memory");
  for (const std::string& name : lacking) out.push_back(start + name);
  return out;
}

/// At most three decimals, cut, without zeros at the end.
std::string shown(double value) {
  std::string text = std::to_string(value);
  text.resize(text.size() - 3);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

double roomOf(const Node& node, const State& state, const Request& request) {
  if (request.kind != Kind::CpuOnly) return static_cast<double>(state.idleGpus + state.releasingGpus);
  return static_cast<double>(node.allocatable.cpuMilli - state.used.cpuMilli + state.releasing.cpuMilli);
}

std::int64_t supplyOf(const Node& node, const Request& request) {
  return request.kind == Kind::CpuOnly ? node.allocatable.cpuMilli : node.gpus;
}

double placementScore(const Node& node, const State& state, const Request& request, const Settings& settings,
                      const Extremes& extremes) {
  constexpr double kMax = 9;
  if (supplyOf(node, request) <= 0) return 0;
  const double room = roomOf(node, state, request);
  if (settings.spreadNodes) {
    const std::int64_t count = request.kind == Kind::CpuOnly ? node.allocatable.cpuMilli : node.gpuCount;
    return count > 0 ? room / static_cast<double>(count) : 0;
  }
  if (extremes.mostRoom == 0) return 0;
  if (extremes.leastRoom == extremes.mostRoom) return kMax;
  return kMax * (1 - (room - extremes.leastRoom) / (extremes.mostRoom - extremes.leastRoom));
}

void refuse(NodeFit& out, const Node& node, const Request& request, std::vector<std::string> reasons, bool framed) {
  out.fits = false;
  std::string text;
  for (const std::string& reason : reasons) text += (text.empty() ? "" : ". \n") + reason;
  if (!text.empty())
    out.reason =
        framed ? "Pod " + request.name + " cannot be scheduled on node " + node.name + ". reasons: " + text : text;
  out.reasons = std::move(reasons);
}

}  // namespace

bool hasRoom(const Node& node, const State& state, const Request& request, bool released) {
  if (!shortOf(node, state, request, released).empty()) return false;
  const std::int64_t gpus = state.idleGpus + (released ? state.releasingGpus : 0);
  if (request.kind != Kind::Shared) return request.gpus <= gpus;
  const std::int64_t open = std::min(request.devices, matching(node, state, needOn(node, request)));
  return isValidSize(node, request) && gpus + open >= request.devices;
}

void add(Extremes& extremes, const Node& node, const State& state, const Request& request) {
  extremes.mostGpus = std::max(extremes.mostGpus, node.gpus);
  extremes.mostCpuMilli = std::max(extremes.mostCpuMilli, node.allocatable.cpuMilli);
  extremes.mostMemory = std::max(extremes.mostMemory, node.allocatable.memory);
  extremes.mostPods = std::max(extremes.mostPods, node.allocatable.pods);
  if (supplyOf(node, request) <= 0) return;
  const double room = roomOf(node, state, request);
  extremes.leastRoom = extremes.any ? std::min(extremes.leastRoom, room) : room;
  extremes.mostRoom = extremes.any ? std::max(extremes.mostRoom, room) : room;
  extremes.any = true;
}

EarlyRefusal earlyRefusal(const Request& request, const Extremes& extremes) {
  const double gpus = request.kind == Kind::Shared ? request.fraction * static_cast<double>(request.devices)
                                                   : static_cast<double>(request.gpus);
  const Resources& requested = request.resources;
  const bool lacksGpus = gpus > static_cast<double>(extremes.mostGpus);
  const bool lacksOther = requested.cpuMilli > extremes.mostCpuMilli || requested.memory > extremes.mostMemory ||
                          requested.pods > extremes.mostPods;
  if (!lacksGpus && !lacksOther) return {};
  constexpr double kMilli = 1000;
  constexpr double kGigabyte = 1e9;
  std::string text = "Scheduling conditions were not met for pod " + request.name +
                     ":\nMaxNodePoolResources: The pod " + request.name + " requires GPU: " + shown(gpus) +
                     ", CPU: " + shown(static_cast<double>(requested.cpuMilli) / kMilli) +
                     " (cores), memory: " + shown(static_cast<double>(requested.memory) / kGigabyte) +
                     " (GB), pods: " + std::to_string(requested.pods) + ". ";
  if (lacksOther) return {std::move(text), false};
  if (extremes.mostGpus == 0)
    text += "No node in the default node-pool has GPU resources";
  else
    text += "Max GPU resources available in a single node in the default node-pool is topped at " +
            std::to_string(extremes.mostGpus);
  return {text + ".\n", true};
}

NodeFit fit(const Node& node, const State& state, const Request& request, const Settings& settings,
            const std::string& otherRefusal) {
  NodeFit out;
  out.fitsNow = hasRoom(node, state, request, false);
  out.cards = cardsOf(node, state, request, settings);
  const bool isShared = request.kind == Kind::Shared;
  if (!hasRoom(node, state, request, true)) {
    refuse(out, node, request, out.fitsNow ? std::vector<std::string>{} : shortage(node, state, request), true);
    return out;
  }
  const std::int64_t slots = node.allocatable.pods - state.used.pods + state.releasing.pods;
  if (isShared && request.memory > 0 && !node.memoryKnown) {
    refuse(out, node, request,
           {"node is not a gpu node or the gpu memory count on the node was not synced yet, task: <" + request.name +
            ">, node: <" + node.name + ">"},
           true);
  } else if (slots < (isShared ? 2 : 1)) {  // a shared card is held by a pod of the stack's own
    refuse(out, node, request, {"node(s) pod number exceeded"}, true);
  } else if (!node.refusals.empty()) {
    refuse(out, node, request, {node.refusals.front()}, true);
  } else if (!otherRefusal.empty()) {
    refuse(out, node, request, {otherRefusal}, false);
  } else {
    out.fits = true;
  }
  return out;
}

double score(const Node& node, const State& state, const Request& request, const Settings& settings,
             const Extremes& extremes) {
  constexpr double kSharing = 10000;
  constexpr double kAvailable = 1000;
  constexpr double kType = 10;
  double sum = placementScore(node, state, request, settings, extremes);
  if (matching(node, state, needOn(node, request)) > 0) sum += kSharing;
  if (hasRoom(node, state, request, false)) sum += kAvailable;
  if (request.kind == Kind::CpuOnly && node.gpus == 0) sum += kType;
  return sum;
}

const char* toString(Status status) {
  switch (status) {
    case Status::Pending:
      return "Pending";
    case Status::Pipelined:
      return "Pipelined";
    case Status::Binding:
      break;
  }
  return "Binding";
}

Status statusOn(const Node& node, const NodeFit& fit, const Request& request) {
  if (!fit.fits) return Status::Pending;
  if (request.kind != Kind::Shared) return fit.fitsNow ? Status::Binding : Status::Pipelined;
  const auto count = static_cast<std::size_t>(request.devices);
  if (fit.cards.size() < count) return Status::Pending;
  const std::int64_t need = needOn(node, request);
  const bool waits = std::any_of(fit.cards.begin(), fit.cards.begin() + static_cast<std::ptrdiff_t>(count),
                                 [&](const CardChoice& card) {
                                   return card.group != nullptr && node.cardMemory - card.group->allocated - need < 0;
                                 });
  return waits || !fit.fitsNow ? Status::Pipelined : Status::Binding;
}

std::string messageOf(const Request& request, const EarlyRefusal& early, std::vector<std::string> reasons) {
  std::string text = "\nPodSchedulingErrors.\nResources were not found for pod " + request.name + " due to: ";
  if (!early.text.empty()) return text + early.text + ".";
  text += "no nodes with enough resources were found";
  std::map<std::string, int> counts;
  for (std::string& reason : reasons) ++counts[std::move(reason)];
  std::vector<std::string> lines;
  for (const auto& [reason, count] : counts) lines.push_back(std::to_string(count) + " " + reason);
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) text += (&line == &lines.front() ? ": " : ". \n") + line;
  return text + (lines.empty() ? "." : "..");
}

}  // namespace cardinal::kai
