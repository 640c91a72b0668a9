// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <vector>

#include "core/alloc/engine/standing_question.h"

namespace cardinal::bench {

/// Asks up and down the states again and again: neighbours differ in one node.
inline void walk(benchmark::State& state, StandingQuestion& question, const std::vector<SnapshotPtr>& states) {
  std::size_t feasible = question.answer(states[0]).candidates.size();
  std::size_t at = 0;
  bool up = true;
  for (auto _ : state) {
    if (at == 0) up = true;
    if (at + 1 == states.size()) up = false;
    at = up ? at + 1 : at - 1;
    feasible = question.answer(states[at]).candidates.size();
  }
  state.counters["feasible"] = static_cast<double>(feasible);
  state.counters["judged"] = static_cast<double>(question.judged());
}

}  // namespace cardinal::bench
