// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "tests/core/plan/plan_scene.h"

namespace cardinal::testing {

inline constexpr const char* kMigConfig = "nvidia.com/mig.config";
inline constexpr const char* kMigState = "nvidia.com/mig.config.state";
inline constexpr const char* kProduct = "nvidia.com/gpu.product";
inline constexpr const char* kPluginConfig = "nvidia.com/device-plugin.config";
inline constexpr const char* kStrategy = "nvidia.com/gpu.sharing-strategy";

inline void relabel(RawNode& node, const std::string& key, const std::string& value) {
  eraseIf(node.meta.labels, [&](const auto& entry) { return entry.first == key; });
  node.meta.labels.emplace_back(key, value);
}

inline void offer(RawNode& node, const std::string& name, std::int64_t amount) {
  eraseIf(node.allocatable, [&](const ResourceAmount& entry) { return entry.name == name; });
  node.allocatable.push_back({name, Quantity::fromInteger(amount)});
}

/// A node of the GPU operator with eight whole cards that MIG can cut.
inline NodeBuilder migNode(const std::string& config = "all-disabled", const std::string& strategy = "mixed") {
  return nvidiaNode("a", 8)
      .label("nvidia.com/mig.capable", "true")
      .label("nvidia.com/gpu.deploy.mig-manager", "true")
      .label("nvidia.com/mig.strategy", strategy)
      .label(kProduct, "NVIDIA-H100-80GB-HBM3")
      .label(kMigConfig, config)
      .label(kMigState, "success");
}

/// PLAYED: mig-manager with the device plugin and feature discovery behind it, strategy mixed. It takes every value of
/// the label that it sees, begins a little later, and works for a while.
class PlayedMigManager {
 public:
  /// The label was written.
  void see(const RawNode& node) {
    const std::string* config = find(node.meta.labels, kMigConfig);
    if (config == nullptr || config->empty() || *config == m_taken) return;
    m_taken = *config;
    m_inbox.push_back(*config);
  }
  /// Time goes on.
  void step(RawNode& node) {
    if (!m_working.empty() || !m_inbox.empty()) openWhileAtWork = openWhileAtWork || (began && !node.unschedulable);
    if (++m_idle < kSteps) return;
    m_idle = 0;
    if (!m_working.empty()) return finish(node);
    if (m_inbox.empty()) return;
    m_working = m_inbox.front();
    m_inbox.pop_front();
    if (m_working == unknown) {
      m_working.clear();
      return relabel(node, kMigState, "failed");
    }
    began = true;
    relabel(node, kMigState, "pending");
    if (!stuck) clear(node);
  }

  bool stuck = false;            ///< never gets further than pending
  bool began = false;            ///< it has stopped something at least once
  bool openWhileAtWork = false;  ///< pods could come to the node while it worked
  std::string unknown = "no-such-config";

 private:
  static constexpr int kSteps = 4;

  static void clear(RawNode& node) {
    for (ResourceAmount& entry : node.allocatable) {
      if (entry.name.starts_with("nvidia.com/")) entry.amount = Quantity{};
    }
  }
  void finish(RawNode& node) {
    if (stuck) return;
    const std::string config = std::exchange(m_working, {});
    clear(node);
    if (config == "all-disabled") offer(node, "nvidia.com/gpu", 8);
    if (config == "all-1g.10gb") offer(node, "nvidia.com/mig-1g.10gb", 56);
    if (config == "own-layout") offer(node, "nvidia.com/mig-3g.40gb", 16);
    relabel(node, kMigState, "success");
  }

  std::string m_taken = "all-disabled";
  std::deque<std::string> m_inbox;
  std::string m_working;
  int m_idle = 0;
};

/// A node of another stack with two pods, its operators played, and everything a runner needs.
struct StackScene : Scene {
  explicit StackScene(const NodeBuilder& builder) {
    nodes.pluginWorks = false;
    nodes.put(*builder.raw());
    before = nodes.node("a");
  }
  Plan planTo(const std::string& word) { return switchPlan(word); }
};

struct MigScene : StackScene {
  MigScene() : StackScene(migNode()) {
    nodes.onChange = [this](RawNode& node) { manager.see(node); };
    time.onPause = [this] { manager.step(nodes.node("a")); };
  }
  PlayedMigManager manager;
};

}  // namespace cardinal::testing
