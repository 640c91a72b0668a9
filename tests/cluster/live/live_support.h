// SPDX-License-Identifier: Apache-2.0
// What tests of the live source against the real API server share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/kube/transport/curl_transport.h"
#include "core/service/live/live_source.h"
#include "tests/cluster/live/send.h"

namespace cardinal::test {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kTimeout = 30s;

/// Keeps what a source tells, as a builder would, and complains about anything lost or doubled.
class Recorder final : public SourceSink {
 public:
  void onDeltas(std::vector<ClusterDelta> deltas) override {
    const std::lock_guard lock(m_mutex);
    for (ClusterDelta& delta : deltas) apply(delta);
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState& state) override {
    const std::lock_guard lock(m_mutex);
    m_states.push_back(state);
    m_changed.notify_all();
  }

  template <typename Condition>
  ::testing::AssertionResult waitUntil(Condition condition, std::chrono::milliseconds timeout = kTimeout) {
    std::unique_lock lock(m_mutex);
    if (m_changed.wait_for(lock, timeout, [&] { return condition(*this); })) return ::testing::AssertionSuccess();
    std::string lastStates;
    for (std::size_t i = m_states.size() > 5 ? m_states.size() - 5 : 0; i < m_states.size(); ++i) {
      const ConnectionState& state = m_states[i];
      lastStates += "\n  phase " + std::to_string(static_cast<int>(state.phase)) +
                    (state.error ? " " + describe(*state.error) : "");
    }
    return ::testing::AssertionFailure() << nodes.size() << " nodes, " << pods.size()
                                         << " pods, last states:" << lastStates;
  }
  ::testing::AssertionResult waitForPhase(ConnectionPhase phase) {
    return waitUntil([phase](Recorder& r) { return r.stateUnlocked().phase == phase; });
  }
  const ConnectionState& stateUnlocked() const {
    static const ConnectionState kNone;
    return m_states.empty() ? kNone : m_states.back();
  }
  /// The first error of this code that was reported; null when none was. With the lock held.
  const Error* firstError(ErrorCode code) const {
    for (const ConnectionState& state : m_states) {
      if (state.error && state.error->code == code) return &*state.error;
    }
    return nullptr;
  }
  ConnectionState state() {
    const std::lock_guard lock(m_mutex);
    return stateUnlocked();
  }
  /// Whether such a state was reported, the first `from` left out: one that passes is not missed. With the lock held.
  template <typename Condition>
  bool wasReported(Condition condition, std::size_t from = 0) const {
    return std::any_of(m_states.begin() + static_cast<std::ptrdiff_t>(from), m_states.end(), condition);
  }
  std::size_t statesReported() {
    const std::lock_guard lock(m_mutex);
    return m_states.size();
  }
  /// The last state of this phase: the phase itself may pass while a test looks.
  ConnectionState lastIn(ConnectionPhase phase) {
    const std::lock_guard lock(m_mutex);
    const auto isIn = [phase](const ConnectionState& state) { return state.phase == phase; };
    const auto found = std::find_if(m_states.rbegin(), m_states.rend(), isIn);
    return found == m_states.rend() ? ConnectionState() : *found;
  }
  bool wasIn(ConnectionPhase phase) {
    const std::lock_guard lock(m_mutex);
    return std::any_of(m_states.begin(), m_states.end(), [phase](const auto& state) { return state.phase == phase; });
  }
  /// How often all pods were replaced at once, as after a list.
  int replacements() {
    const std::lock_guard lock(m_mutex);
    return m_replacements;
  }
  int replacementsUnlocked() const { return m_replacements; }
  std::map<ObjectKey, std::shared_ptr<const RawPod>> podsNow() {
    const std::lock_guard lock(m_mutex);
    return pods;
  }

  // guarded by the mutex; conditions of waitUntil hold it
  std::map<std::string, std::shared_ptr<const RawNode>> nodes;
  std::map<ObjectKey, std::shared_ptr<const RawPod>> pods;
  std::map<std::string, RawUnhealthyGpus> unhealthy;

 private:
  void apply(ClusterDelta& delta) {
    using Op = ClusterDelta::Op;
    switch (delta.op) {
      case Op::ReplaceNodes:
        nodes.clear();
        for (const auto& node : delta.nodes)
          EXPECT_TRUE(nodes.emplace(node->meta.key.name, node).second) << "doubled " << node->meta.key.name;
        break;
      case Op::ReplacePods:
        ++m_replacements;
        pods.clear();
        for (const auto& pod : delta.pods)
          EXPECT_TRUE(pods.emplace(pod->meta.key, pod).second) << "doubled " << pod->meta.key.name;
        break;
      case Op::UpsertNode:
        nodes[delta.nodes.at(0)->meta.key.name] = delta.nodes.at(0);
        break;
      case Op::UpsertPod:
        pods[delta.pods.at(0)->meta.key] = delta.pods.at(0);
        break;
      case Op::DeleteNode:
        EXPECT_EQ(nodes.erase(delta.key.name), 1U) << "deleted but not there: " << delta.key.name;
        break;
      case Op::DeletePod:
        EXPECT_EQ(pods.erase(delta.key), 1U) << "deleted but not there: " << delta.key.name;
        break;
      case Op::UpsertUnhealthy:
        unhealthy[delta.unhealthy.node] = delta.unhealthy;
        break;
      case Op::DeleteUnhealthy:
        unhealthy.erase(delta.unhealthy.node);
        break;
      case Op::ReplaceExtras:
      case Op::ForgetExtras:
      case Op::UpsertExtra:
      case Op::DeleteExtra:
        break;
    }
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<ConnectionState> m_states;
  int m_replacements = 0;
};

inline ClusterAccess accessFrom(const std::string& stateFolder, const std::string& name) {
  const auto config = loadKubeconfig(stateFolder + "/" + name + ".kubeconfig", Environment{});
  if (!config) throw std::runtime_error(describe(config.error()));
  auto access = config->resolve(std::nullopt, SystemClock().wallNow());
  if (!access) throw std::runtime_error(describe(access.error()));
  return std::move(*access);
}
inline ClusterAccess accessFrom(const std::string& name) {
  return accessFrom(CARDINAL_CLUSTER_STATE, name);
}

/// 35 for v1.35.4: which generation of Kubernetes the cluster of `stateFolder` is (up writes it down).
inline int serverMinor(const std::string& stateFolder = CARDINAL_CLUSTER_STATE) {
  std::ifstream file(stateFolder + "/cluster.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string mark = "\"version\": \"v1.";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) throw std::runtime_error("no version in " + stateFolder + "/cluster.json");
  return std::stoi(text.substr(at + mark.size()));
}

/// A source under test. The recorder outlives it.
struct Live {
  explicit Live(const ClusterAccess& access, const Timeouts& timeouts = {})
      : source(makeLiveSource(access, clock, {}, nullptr, timeouts)) {
    source->start(seen);
  }
  SystemClock clock;
  Recorder seen;
  std::unique_ptr<ClusterSource> source;
};

/// Requests beside the source, as another user of the cluster makes them.
class Operator {
 public:
  explicit Operator(const ClusterAccess& access) : m_transport(m_loop, access, "cardinal-test/1") {}
  ~Operator() { m_loop.stop(); }

  int send(const std::string& method, const std::string& path, const std::string& body = "",
           const std::string& type = "application/json") {
    const auto answer = sendTo(m_loop, m_transport, method, path, body, type);
    lastBody = answer ? answer->body : describe(answer.error());
    return answer ? answer->head.status : 0;
  }
  /// With what a controller would write to a young node, so that nothing but the test changes it.
  void createNode(const std::string& name) {
    ASSERT_EQ(send("POST", "/api/v1/nodes",
                   R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name +
                       R"(","labels":{"test":"live"},"annotations":{"node.alpha.kubernetes.io/ttl":"0"}}})"),
              201)
        << lastBody;
  }
  /// A pod that no scheduler takes, so that nothing but the test changes it.
  void createPod(const std::string& ns, const std::string& name) {
    ASSERT_EQ(send("POST", "/api/v1/namespaces/" + ns + "/pods", podBody(name)), 201) << lastBody;
  }
  void deletePod(const std::string& ns, const std::string& name) {
    ASSERT_EQ(send("DELETE", "/api/v1/namespaces/" + ns + "/pods/" + name + "?gracePeriodSeconds=0"), 200) << lastBody;
  }
  static std::string podBody(const std::string& name) {
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
           R"("},"spec":{"schedulerName":"nobody","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i","resources":{"limits":{"aliyun.com/gpu-mem":"2"}}}]}})";
  }

  std::string lastBody;

 private:
  NetworkLoop m_loop;
  CurlTransport m_transport;
};

inline std::string unique(const std::string& stem) {
  static int counter = 0;
  return stem + "-" + std::to_string(getpid()) + "-" + std::to_string(++counter);
}

/// A namespace of its own that goes away with the test.
struct Namespace {
  explicit Namespace(Operator& o) : admin(o), name(unique("live")) {
    EXPECT_EQ(admin.send("POST", "/api/v1/namespaces",
                         R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + name + "\"}}"),
              201)
        << admin.lastBody;
  }
  ~Namespace() { admin.send("DELETE", "/api/v1/namespaces/" + name); }
  Operator& admin;
  std::string name;
};

struct Node {
  explicit Node(Operator& o) : admin(o), name(unique("live-node")) { admin.createNode(name); }
  ~Node() { admin.send("DELETE", "/api/v1/nodes/" + name); }
  Operator& admin;
  std::string name;
};

inline ManifestObject podManifest(const std::string& name, const std::string& ns = "") {
  ManifestObject object;
  object.apiVersion = "v1";
  object.kind = "Pod";
  object.key = {ns, name};
  object.json = Operator::podBody(name);
  return object;
}

/// Runs one of the cluster's own commands on a cluster in `folder`.
inline int clusterCommand(const std::string& command, const std::string& folder, const std::string& more = "") {
  const std::string line =
      std::string("'") + CARDINAL_CLUSTER_TOOLS + "/" + command + "' --state '" + folder + "' " + more + " >/dev/null";
  return std::system(line.c_str());
}

}  // namespace cardinal::test
