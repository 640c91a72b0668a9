// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/replay/recording/comparison.h"
#include "core/replay/recording/recorded_json.h"

// Private to core/replay.

namespace cardinal::replay {

/// The pod that a step names, among those that are played: a map by key, or a list of what has it in `raw`. Its end
/// where there is none; whether the recording says so too is compared.
template <typename Pods>
auto playedPod(Pods& pods, const Field& step, Comparison& comparison) {
  const ObjectKey key{step.at("namespace").text(), step.at("name").text()};
  auto found = pods.end();
  if constexpr (requires { pods.find(key); }) {
    found = pods.find(key);
  } else {
    found = std::find_if(pods.begin(), pods.end(), [&key](const auto& pod) { return pod.raw.meta.key == key; });
  }
  const bool isSkipped = step.at("result").find("skipped").has_value();
  comparison.compare("skipped", flagText(isSkipped), flagText(found == pods.end()));
  return found;
}

}  // namespace cardinal::replay
