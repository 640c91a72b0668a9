// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/service/metrics/endpoint.h"

namespace cardinal {

/// Services that may be a Prometheus API, the likeliest first, at most 8 of each.
struct FoundServices {
  std::vector<MetricsEndpoint> vouched;  ///< chosen by the operator, or of a namespace that operators use for one
  std::vector<MetricsEndpoint> others;   ///< of namespaces that anybody may own: their figures could be made up
};

/// Those of a list (`/api/v1/services`), by name and labels only, so the caller asks each. `chosen`: the operator's
/// choice, "namespace/name" or "namespace/name:port"; then it alone is looked for, whatever its name. Errors:
/// ParseFailed, TruncatedAnswer, NotApiServer.
Result<FoundServices> metricsServices(std::string body, const std::string& chosen = {});

/// True for "namespace/name" and "namespace/name:port", which is no address.
bool isServiceChoice(const std::string& text);

/// What is looked for, for messages.
std::string metricsServicesLookedFor();

}  // namespace cardinal
