// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kube/kubeconfig/kubeconfig.h"

namespace cardinal {

/// The proxy that the environment names for a server, as Go decides it (docs/reference/kubernetes-client.md 2.5):
/// loopback is never proxied, NO_PROXY knows hosts, ".domains", addresses, networks and ports; ALL_PROXY does not
/// count. Empty = direct; also for a proxy of a scheme that is none of http, https, socks5.
std::string environmentProxy(const ServerUrl& server, const Environment& environment);

}  // namespace cardinal
