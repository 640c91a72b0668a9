// SPDX-License-Identifier: Apache-2.0
// What the tests of faults share: a live source with a fault proxy between it and the real API server.
#pragma once

#include <atomic>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "tests/cluster/live/live_support.h"
#include "tests/support/net/fault_proxy.h"
#include "tests/support/net/proxy_client.h"
#include "tests/support/net/tcp_proxy.h"
#include "tests/support/temporary_folder.h"

namespace cardinal::test {

inline const std::string kNodes = "/api/v1/nodes";
inline const std::string kPods = "/api/v1/pods";

/// Waits of a tenth and less: what takes minutes with real networks takes seconds here.
inline Timeouts shortTimeouts() {
  Timeouts timeouts;
  timeouts.connect = 2s;
  timeouts.header = 2s;
  timeouts.stalledBody = 1s;
  timeouts.slowPage = 500ms;
  timeouts.silence = 2s;
  timeouts.firstWait = 50ms;
  timeouts.longestWait = 400ms;
  timeouts.untrusted = 1s;
  return timeouts;
}

inline std::string textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// First lists that come as a stream of events (from 1.32 on), and watches that follow a list.
inline Matcher streamsOf(const std::string& path) {
  return [watches = watchesOf(path)](const ScriptedRequest& request) {
    return watches(request) && request.query.find("sendInitialEvents=true") != std::string::npos;
  };
}
inline Matcher followsOf(const std::string& path) {
  return [watches = watchesOf(path), streams = streamsOf(path)](const ScriptedRequest& request) {
    return watches(request) && !streams(request);
  };
}

/// How a first list comes. Every generation has pages; the newer ones, which prefer streams, are tested in both ways.
enum class FirstList { Pages, Stream };
constexpr int kStreamsSince = 32;
inline std::vector<FirstList> firstLists() {
  if (serverMinor() < kStreamsSince) return {FirstList::Pages};
  return {FirstList::Pages, FirstList::Stream};
}

/// The real server as administrator.
inline Upstream realServer(const std::string& folder = CARDINAL_CLUSTER_STATE) {
  return Upstream(accessFrom(folder, "admin").server.port, textOf(folder + "/pki/ca.crt"),
                  KeyPair{textOf(folder + "/pki/admin.crt"), textOf(folder + "/pki/admin.key")});
}

/// The real server under the credentials that the client sends itself.
inline Upstream realServerForTokens() {
  const std::string folder = CARDINAL_CLUSTER_STATE;
  return Upstream(accessFrom(folder, "admin").server.port, textOf(folder + "/pki/ca.crt"));
}

inline ServerTls goodTls() {
  return ServerTls{loopbackIdentity(), {}};
}

/// A TCP proxy in front of the real server, and the administrator's access through it: TLS and HTTP/2 stay those of the
/// two ends.
struct Wire {
  explicit Wire(ClusterAccess to = accessFrom("admin")) : access(std::move(to)), proxy(access.server.port) {
    access.server.port = proxy.port();
  }
  ClusterAccess access;
  TcpProxy proxy;
};

/// A fault proxy in front of the real server, with what a test needs beside it.
class Stage {
  std::atomic<int> m_background{0};  // first: the proxy's threads use it
  bool m_pagesOnly = false;

 public:
  explicit Stage(const Upstream& server = realServer())
      : proxy(server, goodTls()), admin(accessFrom("admin")), ns(admin) {}

  ClusterAccess access() const {
    ClusterAccess out = accessToPort(proxy.port());
    out.context = "faults";
    out.ns = ns.name;
    return out;
  }
  ObjectKey key(const std::string& name) const { return ObjectKey{ns.name, name}; }
  /// The first list comes in this way, whatever client and server would have agreed upon. Before any other fault.
  void let(FirstList way) { way == FirstList::Pages ? pagesOnly() : streamsFirst(); }
  /// The real server as one without streamed lists.
  void pagesOnly() {
    m_pagesOnly = true;
    for (const std::string& path : {kNodes, kPods}) {
      addBackground(streamsOf(path), refuseWith(400, "BadRequest", "sendInitialEvents is forbidden for watch"));
    }
  }
  /// The pods are asked for only once the client knows which server it is: that it wants a stream is no matter of luck.
  void streamsFirst() {
    addBackground(listsOf(kNodes),
                  [this](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
                    const auto asked = requestsFor("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews");
                    for (int i = 0; proxy.countOf(asked) == 0 && i < 500; ++i) std::this_thread::sleep_for(10ms);
                    deliver(server.ask(request), client);
                  });
  }
  /// Faults but for what let() does.
  int faults() const { return proxy.faults() - m_background; }
  /// How many streams of this collection pagesOnly() refused.
  std::size_t refusedStreams(const std::string& path) const { return m_pagesOnly ? proxy.countOf(streamsOf(path)) : 0; }
  void createPod(const std::string& name) { admin.createPod(ns.name, name); }

  FaultProxy proxy;
  Operator admin;
  Namespace ns;

 private:
  void addBackground(const Matcher& matches, const Fault& fault) {
    proxy.when(matches,
               [this, fault](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
                 ++m_background;
                 fault(request, client, server);
               });
  }
};

inline ::testing::AssertionResult hasPod(Recorder& seen, const ObjectKey& key) {
  return seen.waitUntil([&](Recorder& r) { return r.pods.count(key) == 1; });
}

/// Of nodes, of pods, and of the kinds of GPU stacks that this generation serves.
inline ::testing::AssertionResult allWatchesOpen(Recorder& seen) {
  return seen.waitUntil([](Recorder& r) {
    const ConnectionState& state = r.stateUnlocked();
    return state.watchesOpen >= 2 && state.watchesOpen == state.watchesWanted;
  });
}

/// The error of the first state that has this code.
inline ::testing::AssertionResult sawError(Recorder& seen, ErrorCode code, Error* out = nullptr) {
  return seen.waitUntil([&](Recorder& r) {
    const Error* const error = r.firstError(code);
    if (error != nullptr && out != nullptr) *out = *error;
    return error != nullptr;
  });
}

}  // namespace cardinal::test
