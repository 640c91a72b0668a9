// SPDX-License-Identifier: Apache-2.0
#include "core/service/source/source.h"

#include "core/base/error_places.h"

namespace cardinal {

std::optional<double> ConnectionState::shareLoaded() const {
  if (phase != ConnectionPhase::Loading) return std::nullopt;
  const bool nodes = nodesVisible && nodesToCome != 0U;
  const std::size_t loaded = nodes ? nodesLoaded : podsLoaded;
  const std::optional<std::size_t> toCome = nodes ? nodesToCome : podsToCome;
  if (!toCome || loaded + *toCome == 0) return std::nullopt;
  return static_cast<double>(loaded) / static_cast<double>(loaded + *toCome);
}

namespace {

Error noMetricsOf(const SourceInfo& info) {
  return makeError(ErrorCode::MetricsMissing, info.name, info.kind == SourceKind::File ? kSnapshotPlace : "");
}

}  // namespace

Result<History> ClusterSource::history(const HistoryQuery& /*query*/, std::stop_token /*stop*/) {
  return unexpected(noMetricsOf(info()));
}

Result<ClusterPast> ClusterSource::past(UnixSeconds /*window*/, std::stop_token /*stop*/) {
  return unexpected(noMetricsOf(info()));
}

NamespaceRules ClusterSource::namespaceRules(const RulesQuestion& question, std::stop_token /*stop*/) {
  NamespaceRules unknown;
  unknown.ns = question.ns;
  return unknown;
}

}  // namespace cardinal
