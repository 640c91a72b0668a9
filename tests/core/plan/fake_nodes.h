// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/plan/changes/journal.h"
#include "core/plan/changes/plan_time.h"

namespace cardinal::testing {

/// Ends the program where it stands, as a kill would.
struct Killed {};

/// Burns at every place where a kill could strike.
class Fuse {
 public:
  void set(int places) { m_left = places; }
  void burn() {
    if (m_left >= 0 && m_left-- == 0) throw Killed();
  }

 private:
  std::atomic<int> m_left{-1};
};

/// A clock that pauses move.
class FakeTime final : public PlanTime {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override {
    const std::lock_guard lock(m_mutex);
    return m_now;
  }
  UnixSeconds wallNow() const override { return wall; }
  void pause(std::chrono::milliseconds length, const std::stop_token&) override {
    {
      const std::lock_guard lock(m_mutex);
      m_now += length;
    }
    if (onPause) onPause();
  }
  std::function<void()> onPause;
  UnixSeconds wall = 1'700'000'000;

 private:
  mutable std::mutex m_mutex;
  std::chrono::steady_clock::time_point m_now{};
};

inline std::vector<JournalEntry> entriesOf(const std::vector<std::string>& lines) {
  std::vector<JournalEntry> out;
  for (const std::string& line : lines) out.push_back(parseLine(line).value());
  return out;
}

/// A journal whose lines survive the "kill" of the runner.
class MemoryJournal final : public PlanJournal {
 public:
  explicit MemoryJournal(Fuse& fuse) : m_fuse(fuse) {}
  Result<void> write(const JournalEntry& entry) override {
    m_fuse.burn();
    if (full || lines.size() >= room)
      return unexpected(makeError(ErrorCode::FileUnwritable, "journal", {}, "No space left on device"));
    lines.push_back(toLine(entry));
    m_fuse.burn();
    return {};
  }
  std::vector<JournalEntry> entries() const { return entriesOf(lines); }
  std::vector<std::string> lines;
  bool full = false;
  std::size_t room = ~std::size_t{0};  ///< entries until the disk is full

 private:
  Fuse& m_fuse;
};

/// One API server with device plugins and controllers, as far as plans meet them. `acts` lists every change that was
/// made through it, in order.
class FakeNodes final : public NodeOperations {
 public:
  explicit FakeNodes(Fuse& fuse) : m_fuse(fuse) {}

  void put(RawNode node) { m_nodes[node.meta.key.name] = std::move(node); }
  void put(RawPod pod) { m_pods.push_back(std::move(pod)); }
  RawNode& node(const std::string& name) { return m_nodes.at(name); }
  void removeNode(const std::string& name) { m_nodes.erase(name); }
  std::size_t podCount() const { return m_pods.size(); }

  Result<std::shared_ptr<const RawNode>> readNode(const std::string& name, std::stop_token) override {
    const std::lock_guard lock(m_mutex);
    if (onRead) onRead();
    const auto at = m_nodes.find(name);
    if (at == m_nodes.end()) return unexpected(makeError(ErrorCode::ResourceMissing, "nodes/" + name));
    return std::make_shared<const RawNode>(at->second);
  }

  Result<std::vector<std::shared_ptr<const RawPod>>> podsOn(const std::string& name, std::stop_token) override {
    const std::lock_guard lock(m_mutex);
    // What was terminating at the last look is gone at this one.
    std::erase_if(m_pods, [](const RawPod& pod) { return isTerminating(pod); });
    std::vector<std::shared_ptr<const RawPod>> out;
    for (const RawPod& pod : m_pods) {
      if (pod.spec.nodeName == name) out.push_back(std::make_shared<const RawPod>(pod));
    }
    return out;
  }

  Result<std::vector<RawDisruptionBudget>> budgets(std::stop_token) override {
    return std::vector<RawDisruptionBudget>{};
  }

  Result<bool> hasDaemonSet(const ObjectKey& daemonSet, std::stop_token) override {
    const std::lock_guard lock(m_mutex);
    askedDaemonSets.push_back(daemonSet.ns + "/" + daemonSet.name);
    if (daemonSetError) return unexpected(*daemonSetError);
    return std::find(goneDaemonSets.begin(), goneDaemonSets.end(), daemonSet.name) == goneDaemonSets.end();
  }

  Result<void> patchNode(const std::string& name, const NodePatch& patch, bool dryRun, std::stop_token) override {
    m_fuse.burn();
    {
      const std::lock_guard lock(m_mutex);
      if (beforePatch) beforePatch();
      const auto at = m_nodes.find(name);
      if (at == m_nodes.end()) return unexpected(makeError(ErrorCode::ResourceMissing, name));
      if (patchError) return unexpected(*patchError);
      if (labelError && !patch.labels.empty()) return unexpected(*labelError);
      if (!patch.resourceVersion.empty() && patch.resourceVersion != at->second.meta.resourceVersion) {
        return unexpected(makeError(ErrorCode::Conflict, name));
      }
      if (!dryRun) change(at->second, patch);
    }
    m_fuse.burn();
    return {};
  }

  Result<EvictionReply> evict(const ObjectKey& key, const std::string& uid, int, bool, std::stop_token) override {
    m_fuse.burn();
    Result<EvictionReply> reply = [&]() -> Result<EvictionReply> {
      ++m_inFlight;
      mostInFlight = std::max<int>(mostInFlight, m_inFlight);
      std::this_thread::yield();
      const std::lock_guard lock(m_mutex);
      --m_inFlight;
      if (beforeEvict) beforeEvict();
      if (evictError) return unexpected(*evictError);
      if (saysGone) return EvictionReply{EvictionAnswer::Gone, {}, "the object has been modified", {}};
      const auto at = std::find_if(m_pods.begin(), m_pods.end(), [&](const RawPod& p) { return p.meta.uid == uid; });
      if (at == m_pods.end()) return EvictionReply{EvictionAnswer::Gone, {}, {}, {}};
      if (blockedFor > 0 || key.name == blockedPod) {
        blockedFor = std::max(blockedFor - 1, 0);
        return EvictionReply{EvictionAnswer::Blocked, "keep-two", "needs 2 healthy pods", {}};
      }
      acts.push_back("evict " + key.name);
      at->meta.deletionTimestamp = 1'700'000'000;
      if (loseEvictions-- > 0) return unexpected(makeError(ErrorCode::OutcomeUnknown, "POST eviction"));
      return EvictionReply{};
    }();
    m_fuse.burn();
    return reply;
  }

  /// The node as its device plugins make it by its labels.
  static void publish(RawNode& node) {
    const std::string* mode = find(node.meta.labels, "ack.node.gpu.schedule");
    const bool topology = mode != nullptr && *mode == "topology";
    for (ResourceAmount& entry : node.allocatable) {
      if (entry.name == "aliyun.com/gpu") entry.amount = Quantity::fromInteger(topology ? 8 : 0);
      if (entry.name == "nvidia.com/gpu") entry.amount = Quantity::fromInteger(topology ? 0 : 8);
    }
  }

  std::vector<std::string> acts;
  std::vector<std::string> askedDaemonSets;  ///< "namespace/name" of each question
  std::vector<std::string> goneDaemonSets;   ///< names
  std::optional<Error> daemonSetError;
  std::function<void()> beforePatch;  ///< another operator, between our look and our write
  std::function<void()> beforeEvict;
  std::function<void()> onRead;
  std::function<void(RawNode&)> onChange;  ///< operators of a stack, which see what was written
  std::optional<Error> patchError;
  std::optional<Error> labelError;  ///< of writes that change labels
  std::optional<Error> evictError;
  bool saysGone = false;  ///< evictions are answered as if the pod were gone; it stands
  bool pluginWorks = true;
  int blockedFor = 0;      ///< evictions that a budget refuses first
  std::string blockedPod;  ///< the pod of this name is refused for ever
  int loseEvictions = 0;   ///< of so many evictions the answer does not come back
  std::atomic<int> mostInFlight{0};

 private:
  void change(RawNode& node, const NodePatch& patch) {
    if (patch.unschedulable) {
      acts.emplace_back(*patch.unschedulable ? "cordon" : "uncordon");
      node.unschedulable = *patch.unschedulable;
      std::erase_if(node.taints, [](const Taint& t) { return t.key == "node.kubernetes.io/unschedulable"; });
      if (node.unschedulable) node.taints.push_back({"node.kubernetes.io/unschedulable", "", "NoSchedule"});
    }
    for (const LabelChange& change : patch.labels) {
      acts.push_back(change.remove ? "unlabel" : "label " + change.value);
      eraseIf(node.meta.labels, [&](const auto& entry) { return entry.first == change.key; });
      if (!change.remove) node.meta.labels.emplace_back(change.key, change.value);
    }
    for (const LabelChange& change : patch.annotations) {
      acts.push_back(change.remove ? "unannotate" : "annotate " + change.value);
      eraseIf(node.meta.annotations, [&](const auto& entry) { return entry.first == change.key; });
      if (!change.remove) node.meta.annotations.emplace_back(change.key, change.value);
    }
    if (patch.taints) acts.emplace_back("taints");
    if (patch.taints) node.taints = *patch.taints;
    node.meta.resourceVersion = std::to_string(++m_version);
    if (pluginWorks) publish(node);
    if (onChange) onChange(node);
  }

  Fuse& m_fuse;
  std::recursive_mutex m_mutex;
  std::map<std::string, RawNode> m_nodes;
  std::vector<RawPod> m_pods;
  int m_version = 100;
  std::atomic<int> m_inFlight{0};
};

}  // namespace cardinal::testing
