// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/net/scripted_server.h"

namespace cardinal::test {

/// The real server's answer, whole and without its framing.
struct RealAnswer {
  int status = 0;
  std::string contentType;
  std::vector<std::string> headers;  ///< other lines that mean something: Retry-After, Warning, Audit-Id, ...
  std::string body;
};

/// The API server behind a fault proxy: HTTP/1.1 over TLS, a connection for every request. Thread-safe. Throws when the
/// server cannot be reached, and the proxy then closes the client's connection as if it had been the server's.
class Upstream {
 public:
  /// `identity`: the client certificate that is shown to the server, and the Authorization header of the client is then
  /// left out; without one the client's own header is passed on.
  Upstream(int port, std::string caPem, KeyPair identity = {});

  /// Asks and waits for the end of the answer. Not for watches.
  RealAnswer ask(const ScriptedRequest& request) const;
  /// Passes the answer on byte by byte as it comes, until one side ends it or `bytes` of its body have passed.
  void pass(const ScriptedRequest& request, ScriptedConnection& client, std::size_t bytes = kAll) const;

  static constexpr std::size_t kAll = ~std::size_t{0};

 private:
  int m_port;
  std::string m_caPem;
  KeyPair m_identity;
};

/// Sends an answer as a server would: with Content-Length and its headers.
void deliver(const RealAnswer& answer, ScriptedConnection& client);

}  // namespace cardinal::test
