// SPDX-License-Identifier: Apache-2.0
#include "core/replay/replayers.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/replay/kube/dra_replay.h"
#include "core/replay/kube/kube_scheduler_replay.h"
#include "core/replay/kube/nrt_replay.h"
#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/recording.h"
#include "core/replay/recording/stack_replays.h"
#include "core/replay/stacks/gpu_manager_replay.h"
#include "core/replay/stacks/hami_replay.h"
#include "core/replay/stacks/volcano_replay.h"

namespace cardinal {
namespace {

constexpr std::string_view kGpushare = "gpushare";
constexpr std::string_view kLinkCase = "tkestack gpu-manager";

// One line per scheduler.
constexpr std::array kReplayers{
    StackReplayer{"dra", "k8s.io/dynamic-resource-allocation v0.35.4", replay::replayDra},
    StackReplayer{"gpu-manager", "tkestack gpu-admission", replay::replayGpuAdmission},
    StackReplayer{"gpu-manager", kLinkCase, replay::replayGpuManagerNode},
    StackReplayer{"hami", "HAMi v2.10.0", replay::replayHami},
    StackReplayer{"kai", "KAI-Scheduler v0.17.0", replay::replayKai},
    StackReplayer{"koordinator", "Koordinator v1.8.0", replay::replayKoordinator},
    StackReplayer{"kube-scheduler", "kube-scheduler v1.35.4", replay::replayKubeScheduler},
    StackReplayer{"kueue", "kueue v0.19.2", replay::replayKueue},
    StackReplayer{"numa", "scheduler-plugins v0.34.7", replay::replayNodeTopology},
    StackReplayer{"volcano", "Volcano v1.15.1", replay::replayVolcano},
};

/// What the recording says it is. Card choices of gpu-manager name no source, and have the links of the cards instead.
std::string sourceOf(const nlohmann::json& scenario) {
  if (!scenario.is_object()) return {};
  const auto source = scenario.find("source");
  if (source != scenario.end()) return source->is_string() ? source->get<std::string>() : std::string();
  return scenario.contains("topology") && scenario.contains("memory_bytes") ? std::string(kLinkCase) : std::string();
}

const StackReplayer* replayerOf(const nlohmann::json& scenario) {
  const std::string source = sourceOf(scenario);
  for (const StackReplayer& replayer : kReplayers) {
    if (source.rfind(replayer.source, 0) == 0) return &replayer;
  }
  return nullptr;
}

Result<std::optional<ReplayedRecording>> replayGpushare(const std::string& text, const std::string& file) {
  const auto recording = parseRecording(text, file);
  if (!recording) return unexpected(recording.error());
  if (!*recording) return std::optional<ReplayedRecording>();
  ReplayedRecording out{std::string(kGpushare),
                        (*recording)->name,
                        (*recording)->recordsFaults() ? NotReplayed::SchedulerFaults : NotReplayed::None,
                        {}};
  if (out.reason != NotReplayed::None) return std::optional(std::move(out));
  auto result = replayRecording(**recording);
  if (!result) return unexpected(result.error());
  out.result = std::move(result).value();
  return std::optional(std::move(out));
}

Result<std::optional<ReplayedRecording>> replayStack(const StackReplayer& replayer, const nlohmann::json& scenario,
                                                     const std::string& file) {
  try {
    const replay::Field root(scenario, {});
    if (!root.find("steps")) return std::optional<ReplayedRecording>();
    ReplayedRecording out{std::string(replayer.stack), root.at("name").text(), NotReplayed::None, {}};
    out.result = replayer.replay(root);
    return std::optional(std::move(out));
  } catch (const replay::FieldFault& fault) {
    return unexpected(makeError(ErrorCode::InvalidField, fault.field, file, fault.value));
  }
}

}  // namespace

std::span<const StackReplayer> stackReplayers() {
  return kReplayers;
}

Result<std::optional<ReplayedRecording>> replayText(const std::string& text, const std::string& file,
                                                    std::string_view onlyStack) {
  const nlohmann::json scenario = nlohmann::json::parse(text, nullptr, false);
  const StackReplayer* replayer = scenario.is_discarded() ? nullptr : replayerOf(scenario);
  const std::string_view stack = replayer != nullptr ? replayer->stack : kGpushare;
  if (!onlyStack.empty() && stack != onlyStack) return std::optional<ReplayedRecording>();
  return replayer != nullptr ? replayStack(*replayer, scenario, file) : replayGpushare(text, file);
}

}  // namespace cardinal
