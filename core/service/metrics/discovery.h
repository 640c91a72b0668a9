// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/service/metrics/endpoint.h"

namespace cardinal {

/// Services of a list (`/api/v1/services`) that are commonly a Prometheus API, the likeliest first, at most 8; by name
/// and labels only, so the caller asks each. Errors: ParseFailed, TruncatedAnswer, NotApiServer.
Result<std::vector<MetricsEndpoint>> metricsServices(std::string body);

/// What is looked for, for messages.
std::string metricsServicesLookedFor();

}  // namespace cardinal
