// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/transport/transport.h"
#include "core/service/metrics/address.h"

namespace cardinal {

/// Where a Prometheus API answers.
struct MetricsEndpoint {
  std::string name;  ///< for people: "monitoring/prometheus-server:80", or the address
  std::string
      prefix;  ///< percent-encoded path before "/api/v1/..."; empty for an address (its own path is the transport's)
  bool proxied = false;     ///< through the API server: GET only, since POST needs another right
  std::string ns, service;  ///< of a proxied one
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< of every request: the tenant
};

/// What the transport of an address needs. Errors: InvalidField (subject "--prometheus", detail = why), those of the
/// files. Token and user exclude each other.
Result<ClusterAccess> accessOf(const MetricsAddress& address);

/// "X-Scope-OrgID: team-a" as name and value. Errors: InvalidField (subject "--prometheus-tenant") for what is no
/// header or one that means something else already (Authorization, Host, Content-Length, ...).
Result<std::pair<std::string, std::string>> tenantHeader(const std::string& text);

using QueryParameters = std::vector<std::pair<std::string, std::string>>;

/// A request to "/api/v1" + `path`, e.g. "/query". Long parameters go as a form where that is permitted.
HttpRequest metricsRequest(const MetricsEndpoint& endpoint, const std::string& path, const QueryParameters& parameters);

/// The text of an answer that a Prometheus may have written, or why it is none: the API server's refusal of the proxy
/// (Forbidden, Unauthorized, ResourceMissing, ServerFailed, with subject and place), or MetricsQuery (subject = the
/// endpoint, detail = status and first line) for what comes from another proxy or a login page.
Result<std::string> metricsText(const MetricsEndpoint& endpoint, HttpResponse answer);

}  // namespace cardinal
