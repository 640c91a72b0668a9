// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/service/cluster_service.h"

namespace cardinal::testing {

/// What the test makes a source tell and answer. Lives longer than the source.
class SourceScript {
 public:
  std::function<Result<CreatedObject>(const ManifestObject&, bool dryRun, std::stop_token)> create;
  std::function<Result<void>(const std::string& node, std::stop_token)> patch;
  std::function<NamespaceRules(const RulesQuestion&)> rules;  ///< empty = nothing is known
  SourceSink* sink = nullptr;
  int refreshes = 0;
};

class FakeSource final : public ClusterSource, private ObjectCreator, private NodeLabeler {
 public:
  explicit FakeSource(SourceScript& script, SourceKind kind = SourceKind::Live) : m_script(script), m_kind(kind) {}

  SourceInfo info() const override {
    SourceInfo info;
    info.kind = m_kind;
    info.name = "fake";
    return info;
  }
  void start(SourceSink& sink) override { m_script.sink = &sink; }
  void refresh() override { ++m_script.refreshes; }
  NamespaceRules namespaceRules(const RulesQuestion& question, std::stop_token stop) override {
    return m_script.rules ? m_script.rules(question) : ClusterSource::namespaceRules(question, std::move(stop));
  }
  ClusterWriter writer() override {
    ClusterWriter out;
    out.creator = this;
    out.labeler = this;
    return out;
  }

 private:
  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               std::stop_token stop) override {
    if (m_script.create) return m_script.create(object, dryRun, stop);
    return CreatedObject{object.kind, {defaultNamespace, object.key.name}, "uid", {}};
  }
  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>&, const std::string&, bool,
                               std::stop_token stop) override {
    return m_script.patch ? m_script.patch(node, stop) : Result<void>();
  }

  SourceScript& m_script;
  SourceKind m_kind;
};

/// So long means: it never comes, on a busy machine and under a sanitizer, too.
inline constexpr std::chrono::seconds kNever{60};

/// Keeps what was reported and lets a test wait for it.
class Listener final : public ServiceListener {
 public:
  void onSnapshot(SnapshotPtr snapshot) override {
    {
      const std::lock_guard lock(m_mutex);
      m_snapshots.push_back(std::move(snapshot));
    }
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState& state) override {
    {
      const std::lock_guard lock(m_mutex);
      m_states.push_back(state);
    }
    m_changed.notify_all();
  }

  template <typename Condition>
  bool waitUntil(Condition condition) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, kNever, [&] { return condition(*this); });
  }
  bool waitForSnapshots(std::size_t count) {
    return waitUntil([count](const Listener& self) { return self.m_snapshots.size() >= count; });
  }

  // Only inside waitUntil or when the service is gone.
  const std::vector<SnapshotPtr>& snapshots() const { return m_snapshots; }
  const std::vector<ConnectionState>& states() const { return m_states; }
  SnapshotPtr last() {
    const std::lock_guard lock(m_mutex);
    return m_snapshots.empty() ? nullptr : m_snapshots.back();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<SnapshotPtr> m_snapshots;
  std::vector<ConnectionState> m_states;
};

/// One value handed from a callback to the test.
template <typename T>
class Mailbox {
 public:
  void put(T value) {
    // Notified under the lock: who waits may end this object as soon as it has the value.
    const std::lock_guard lock(m_mutex);
    m_values.push_back(std::move(value));
    m_filled.notify_all();
  }
  bool waitFor(std::size_t count) {
    std::unique_lock lock(m_mutex);
    return m_filled.wait_for(lock, kNever, [&] { return m_values.size() >= count; });
  }
  std::vector<T> values() {
    const std::lock_guard lock(m_mutex);
    return m_values;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_filled;
  std::vector<T> m_values;
};

inline ConnectionState phase(ConnectionPhase value) {
  ConnectionState state;
  state.phase = value;
  return state;
}

}  // namespace cardinal::testing
