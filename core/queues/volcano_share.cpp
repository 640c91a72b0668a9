// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/queues/volcano_enqueue.h"

namespace cardinal::queues {

std::map<std::string, double> volcanoShares(double total, const std::map<std::string, VolcanoShareRequest>& queues) {
  constexpr int kMaxRounds = 1000;
  constexpr double kNothing = 1e-9;
  std::map<std::string, double> out;
  std::set<std::string> settled;
  double remaining = total;
  for (int round = 0; round < kMaxRounds; ++round) {
    double weights = 0;
    for (const auto& [name, queue] : queues) weights += settled.count(name) == 0 ? queue.weight : 0;
    if (weights <= 0) break;
    double given = 0;
    for (const auto& [name, queue] : queues) {
      if (settled.count(name) != 0) continue;
      double& share = out[name];
      const double before = share;
      share = std::min({before + remaining * queue.weight / weights, queue.limit, queue.request});
      share = std::max(share, queue.guarantee);
      if (queue.request <= share || share == before) settled.insert(name);
      given += share - before;
    }
    const double left = std::max(0.0, remaining - given);
    if (left < kNothing || left == remaining) break;
    remaining = left;
  }
  return out;
}

}  // namespace cardinal::queues
