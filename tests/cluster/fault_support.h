// SPDX-License-Identifier: Apache-2.0
// What the tests of faults share: a live source with a fault proxy between it and the real API server.
#pragma once

#include <fstream>
#include <functional>
#include <iterator>

#include "tests/cluster/live_support.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/proxy_client.h"
#include "tests/support/tcp_proxy.h"
#include "tests/support/temporary_folder.h"

namespace cardinal::test {

inline const std::string kNodes = "/api/v1/nodes";
inline const std::string kPods = "/api/v1/pods";

/// Waits of a tenth and less: what takes minutes with real networks takes seconds here.
inline Patience shortPatience() {
  Patience patience;
  patience.connect = 2s;
  patience.header = 2s;
  patience.stalledBody = 1s;
  patience.slowPage = 500ms;
  patience.silence = 2s;
  patience.firstWait = 50ms;
  patience.longestWait = 400ms;
  patience.untrusted = 1s;
  return patience;
}

inline std::string textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
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
  Wire() : access(accessFrom("admin")), proxy(access.server.port) { access.server.port = proxy.port(); }
  ClusterAccess access;
  TcpProxy proxy;
};

/// A fault proxy in front of the real server, with what a test needs beside it.
struct Stage {
  explicit Stage(const Upstream& server = realServer())
      : proxy(server, goodTls()), admin(accessFrom("admin")), ns(admin) {}

  ClusterAccess access() const {
    ClusterAccess out = accessToPort(proxy.port());
    out.context = "faults";
    out.ns = ns.name;
    return out;
  }
  ObjectKey key(const std::string& name) const { return ObjectKey{ns.name, name}; }
  void createPod(const std::string& name) { admin.createPod(ns.name, name); }

  FaultProxy proxy;
  Operator admin;
  Namespace ns;
};

inline ::testing::AssertionResult hasPod(Recorder& seen, const ObjectKey& key) {
  return seen.waitUntil([&](Recorder& r) { return r.pods.count(key) == 1; });
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
