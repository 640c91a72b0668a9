// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/kai_state.h"

#include <algorithm>

#include "core/base/saturate.h"

namespace cardinal::kai {
namespace {

using Kind = Request::Kind;

void addTo(Resources& into, const Resources& more) {
  into.cpuMilli = saturatedSum(into.cpuMilli, more.cpuMilli);
  into.memory = saturatedSum(into.memory, more.memory);
  into.pods = saturatedSum(into.pods, more.pods);
  for (const auto& [name, amount] : more.others) {
    const auto known = std::find_if(into.others.begin(), into.others.end(),
                                    [&name = name](const auto& one) { return one.first == name; });
    if (known == into.others.end())
      into.others.emplace_back(name, amount);
    else
      known->second = saturatedSum(known->second, amount);
  }
}

}  // namespace

std::int64_t needOn(const Node& node, const Request& request) {
  if (request.kind == Kind::CpuOnly) return 0;
  if (request.kind != Kind::Shared) return node.cardMemory;
  if (request.fraction > 0) return static_cast<std::int64_t>(request.fraction * static_cast<double>(node.cardMemory));
  return request.memory;
}

State emptyState(const Node& node) {
  State state;
  state.idleGpus = node.gpus;
  return state;
}

void add(State& state, const Node& node, const Request& request, const Holding& holding) {
  if (!holding.counts) return;
  addTo(state.used, request.resources);
  if (holding.releasing) addTo(state.releasing, request.resources);
  if (request.kind == Kind::Whole) {
    state.wholeGpus = saturatedSum(state.wholeGpus, request.gpus);
    if (holding.releasing) state.wholeReleasing = saturatedSum(state.wholeReleasing, request.gpus);
  }
  if (request.kind == Kind::Shared) {
    const std::int64_t need = needOn(node, request);
    for (const std::string& name : holding.groups) {
      auto group =
          std::find_if(state.groups.begin(), state.groups.end(), [&](const Group& one) { return one.name == name; });
      if (group == state.groups.end()) group = state.groups.insert(group, Group{name, 0, 0, 0});
      group->used = saturatedSum(group->used, need);
      group->allocated = saturatedSum(group->allocated, need);
      if (holding.releasing) group->releasing = saturatedSum(group->releasing, need);
    }
  }
  const auto live = std::count_if(state.groups.begin(), state.groups.end(), [](const Group& g) { return g.used > 0; });
  const auto ending = std::count_if(state.groups.begin(), state.groups.end(),
                                    [](const Group& g) { return g.used > 0 && g.used == g.releasing; });
  state.idleGpus = node.gpus - state.wholeGpus - live;
  state.releasingGpus = saturatedSum<std::int64_t>(state.wholeReleasing, ending);
}

}  // namespace cardinal::kai
