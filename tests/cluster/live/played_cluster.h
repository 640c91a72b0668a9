// SPDX-License-Identifier: Apache-2.0
// A scripted server that answers like a small cluster, and who listens to the live source that looks at it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/service/live/live_source.h"
#include "tests/support/net/scripted_server.h"

namespace cardinal::test {

using namespace std::chrono_literals;

inline const CertificateAuthority& playedAuthority() {
  static const CertificateAuthority kAuthority;
  return kAuthority;
}

/// Keeps the last state and the names of the pods.
class Watcher final : public SourceSink {
 public:
  void onDeltas(std::vector<ClusterDelta> deltas) override {
    const std::lock_guard lock(m_mutex);
    for (const ClusterDelta& delta : deltas) {
      if (delta.op == ClusterDelta::Op::ReplacePods) pods.clear();
      for (const auto& pod : delta.pods)
        EXPECT_TRUE(pods.insert(pod->meta.key.name).second) << "doubled " << pod->meta.key.name;
      if (delta.op == ClusterDelta::Op::DeletePod) pods.erase(delta.key.name);
    }
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState& newState) override {
    const std::lock_guard lock(m_mutex);
    state = newState;
    m_changed.notify_all();
  }
  template <typename Condition>
  bool waitUntil(Condition condition) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 20s, [&] { return condition(*this); });
  }
  bool waitForPhase(ConnectionPhase phase) {
    return waitUntil([phase](Watcher& w) { return w.state.phase == phase; });
  }

  ConnectionState now() {
    const std::lock_guard lock(m_mutex);
    return state;
  }

  ConnectionState state;       // guarded by the mutex
  std::set<std::string> pods;  // guarded by the mutex

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
};

inline std::string list(const std::string& kind, const std::string& items, const std::string& token = "") {
  return R"({"kind":")" + kind + R"(","metadata":{"resourceVersion":"10","continue":")" + token + R"("},"items":[)" +
         items + "]}";
}
inline std::string pod(const std::string& name, int version = 1) {
  return R"({"kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"n","uid":"u-)" + name +
         R"(","resourceVersion":")" + std::to_string(version) + R"("}})";
}

inline bool isWatch(const ScriptedRequest& request) {
  return request.query.find("watch=1") != std::string::npos;
}

/// A server that answers like a small cluster, except where the test's own handler answers (and returns true).
class PlayedCluster {
 public:
  using Override = std::function<bool(const ScriptedRequest&, ScriptedConnection&)>;
  explicit PlayedCluster(Override special, const std::string& version = "v1.20.2", bool brokenHttp2 = false)
      : m_server(
            [special = std::move(special), version](const ScriptedRequest& request, ScriptedConnection& connection) {
              if (special(request, connection)) return;
              if (isWatch(request)) {
                connection.beginChunks();
                return connection.waitForEnd();
              }
              if (request.path == "/version") return connection.respond(200, R"({"gitVersion":")" + version + "\"}");
              if (request.path == "/api/v1/nodes") return connection.respond(200, list("NodeList", ""));
              if (request.path == "/api/v1/pods")
                return connection.respond(200, list("PodList", pod("a") + "," + pod("b")));
              connection.respond(404, R"({"kind":"Status","status":"Failure","reason":"NotFound","code":404})");
            },
            ServerTls{playedAuthority().issue({"server", {}, {"127.0.0.1"}, -3600, 3600}), {}, brokenHttp2}) {}

  ClusterAccess access() const {
    ClusterAccess out;
    out.context = "scripted";
    out.server.host = "127.0.0.1";
    out.server.port = m_server.port();
    out.caPem = playedAuthority().certificatePem();
    out.token = Secret("sesame");
    return out;
  }
  std::vector<ScriptedRequest> requests() const { return m_server.requests(); }
  std::size_t countOf(const std::string& path, const std::string& part) const {
    const auto all = m_server.requests();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const ScriptedRequest& request) {
      return request.path == path && request.query.find(part) != std::string::npos;
    }));
  }

 private:
  ScriptedServer m_server;
};

struct Live {
  explicit Live(const PlayedCluster& cluster, const Timeouts& timeouts = {})
      : source(makeLiveSource(cluster.access(), clock, {}, nullptr, timeouts)) {
    source->start(seen);
  }
  SystemClock clock;
  Watcher seen;
  std::unique_ptr<ClusterSource> source;
};

}  // namespace cardinal::test
