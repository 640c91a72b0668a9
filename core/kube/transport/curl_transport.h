// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/plugin/credential_plugin.h"
#include "core/kube/transport/network_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// HTTP/2 and 1.1 over TLS by libcurl; 1.1 alone where HTTP/2 is agreed on and then fails from the start. Never follows
/// redirects, never asks the environment for a proxy, trusts the cluster's CA and nothing else when the kubeconfig
/// names one (docs/reference/kubernetes-client.md 2.3 to 2.7). Lives on `loop`'s thread; destroy it there or after the
/// loop was stopped. Requests that still run are then forgotten.
class CurlTransport final : public Transport {
 public:
  /// `plugin`: set exactly when `access.exec` is. Requests wait for its credential; meanwhile nothing is sent.
  CurlTransport(NetworkLoop& loop, const ClusterAccess& access, std::string userAgent,
                std::shared_ptr<CredentialPlugin> plugin = nullptr);
  ~CurlTransport() override;
  CurlTransport(const CurlTransport&) = delete;
  CurlTransport& operator=(const CurlTransport&) = delete;

  RequestId start(HttpRequest request, ResponseHandler handler) override;
  void cancel(RequestId request) override;
  void dropConnections(Lane lane) override;
  bool renewCredentials() override;
  void allowRenewal() override;

 private:
  struct Transfer;
  struct State;
  std::unique_ptr<State> m_state;
};

/// "cardinal/0.1.0 (linux/amd64)".
std::string defaultUserAgent();

}  // namespace cardinal
