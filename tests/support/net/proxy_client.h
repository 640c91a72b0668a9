// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kube/transport/curl_transport.h"
#include "core/kube/transport/exchange.h"
#include "tests/support/net/certificates.h"

namespace cardinal::test {

/// One authority for everything that a test's proxies and servers show.
inline const CertificateAuthority& testAuthority() {
  static const CertificateAuthority kAuthority;
  return kAuthority;
}

inline KeyPair loopbackIdentity() {
  return testAuthority().issue({"server", {"localhost"}, {"127.0.0.1"}, -3600, 3600});
}

inline ClusterAccess accessToPort(int port) {
  ClusterAccess access;
  access.server.host = "127.0.0.1";
  access.server.port = port;
  access.caPem = testAuthority().certificatePem();
  access.token = Secret("sesame");
  return access;
}

/// The program's own transport on a loop of its own.
struct ProxyClient {
  explicit ProxyClient(const ClusterAccess& access) : transport(loop, access, "cardinal/test") {}
  explicit ProxyClient(int port) : ProxyClient(accessToPort(port)) {}
  ~ProxyClient() { loop.stop(); }
  ProxyClient(const ProxyClient&) = delete;
  ProxyClient& operator=(const ProxyClient&) = delete;

  Result<HttpResponse> send(HttpRequest request) { return exchange(loop, transport, std::move(request), {}); }
  Result<HttpResponse> get(const std::string& path, const std::string& query = {}) {
    HttpRequest request;
    request.path = path;
    request.query = query;
    return send(std::move(request));
  }

  NetworkLoop loop;
  CurlTransport transport;
};

}  // namespace cardinal::test
