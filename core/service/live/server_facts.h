// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// Asks a server which version it is, whom it takes the identity for (SelfSubjectReview, from 1.28 on) and, after the
/// network was gone, whether it is back. Loop thread only; loop and transport outlive it.
class ServerFacts {
 public:
  struct Listener {
    std::function<void(const StageTimes&)> stages;    ///< of a request that may have made a new connection
    std::function<void(const std::string&)> version;  ///< "v1.33.1"
    std::function<void(const std::string&)> user;
    std::function<void(const ResponseHead&)> head;  ///< of every answer
    std::function<void()> settled;                  ///< the version was reported, or will not be
  };
  ServerFacts(Transport& transport, Listener listener) : m_transport(transport), m_listener(std::move(listener)) {}
  ~ServerFacts();
  ServerFacts(const ServerFacts&) = delete;
  ServerFacts& operator=(const ServerFacts&) = delete;

  /// Asks for the version, then for the user. What the server does not say is not reported.
  void ask();
  /// One small request; `done(true)` when any server answered it below 500, `done(false)` when not. Not while one is
  /// open.
  void probe(std::function<void(bool)> done);
  bool isProbing() const { return m_probe != 0; }

 private:
  void takeVersion(HttpResponse answer);
  void askUser();

  Transport& m_transport;
  Listener m_listener;
  RequestId m_version = 0;
  RequestId m_user = 0;
  RequestId m_probe = 0;
};

/// `status.userInfo.username` of a SelfSubjectReview; empty = it is none.
std::string reviewedUser(const std::string& body);

}  // namespace cardinal
