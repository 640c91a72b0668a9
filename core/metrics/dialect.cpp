// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/dialect.h"

#include <array>
#include <unordered_map>

namespace cardinal {
namespace {

// A node's name before the machine's own idea of it; what a scrape adds (node) last.
constexpr ExportedLabel kCardLabels[] = {
    {"NodeName", LabelRole::Host},      {"Hostname", LabelRole::Host},
    {"hostname", LabelRole::Host},      {"node_name", LabelRole::Host},
    {"nodeid", LabelRole::Host},        {"exported_node", LabelRole::Host},
    {"node", LabelRole::Host},          {"gpu", LabelRole::Index},
    {"device_index", LabelRole::Index}, {"deviceidx", LabelRole::Index},
    {"minor_number", LabelRole::Index}, {"index", LabelRole::Index},
    {"gpu_id", LabelRole::Index},       {"id", LabelRole::Index},
    {"UUID", LabelRole::Uuid},          {"uuid", LabelRole::Uuid},
    {"device_uuid", LabelRole::Uuid},   {"deviceuuid", LabelRole::Uuid},
    {"devID", LabelRole::Uuid},         {"vdie_id", LabelRole::Uuid},
    {"GPU_I_ID", LabelRole::Instance},  {"GPU_I_PROFILE", LabelRole::Instance},
    {"gpu_i_id", LabelRole::Instance},  {"gpu_i_profile", LabelRole::Instance},
};

using Known = std::unordered_map<std::string_view, KnownMetric>;

Known allMetrics() {
  Known known;
  const auto all = dialects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const ExportedMetric& metric : all[i]->metrics) known.emplace(metric.name, KnownMetric{&metric, i});
  }
  return known;
}

}  // namespace

std::span<const Dialect* const> dialects() {
  static const std::array<const Dialect*, 8> all = {&dcgmDialect(),      &ackDialect(),   &hamiDialect(),
                                                    &nvidiaSmiDialect(), &arenaDialect(), &volcanoDialect(),
                                                    &amdDialect(),       &ascendDialect()};
  return all;
}

KnownMetric findMetric(std::string_view name) {
  static const Known known = allMetrics();
  const auto found = known.find(name);
  return found == known.end() ? KnownMetric{} : found->second;
}

std::span<const ExportedLabel> cardLabels() {
  return kCardLabels;
}

bool isExporterName(std::string_view name) {
  const auto has = [name](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("device-plugin") || has("vgpu-monitor")) return true;
  return has("exporter") && (has("dcgm") || has("gpu") || has("nvidia") || has("npu") || has("metrics"));
}

}  // namespace cardinal
