// SPDX-License-Identifier: Apache-2.0
#include "core/service/source.h"

namespace cardinal {

Result<History> ClusterSource::history(const HistoryQuery& /*query*/, std::stop_token /*stop*/) {
  return unexpected(makeError(ErrorCode::MetricsMissing, info().name));
}

Result<ClusterPast> ClusterSource::past(UnixSeconds /*window*/, std::stop_token /*stop*/) {
  return unexpected(makeError(ErrorCode::MetricsMissing, info().name));
}

NamespaceRules ClusterSource::namespaceRules(const RulesQuestion& question, std::stop_token /*stop*/) {
  NamespaceRules unknown;
  unknown.ns = question.ns;
  return unknown;
}

}  // namespace cardinal
