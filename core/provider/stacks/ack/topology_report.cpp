// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/ack/topology_report.h"

#include <simdjson.h>

#include <cmath>
#include <utility>

#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr std::string_view kHealthy = "Healthy";

void markDevices(const std::string& text, NodeCapacity& out) {
  dom::parser parser;
  dom::object devices;
  if (text.size() > kMaxBytes || parser.parse(text).get(devices) != simdjson::SUCCESS) return;
  for (const auto& device : devices) {
    CardIndex index = 0;
    std::string_view state;
    if (!parseCardIndex(device.key, index) || device.value.get(state) != simdjson::SUCCESS) continue;
    if (index < 0 || static_cast<std::size_t>(index) >= out.cards.size()) continue;
    out.cards[static_cast<std::size_t>(index)].health = state == kHealthy ? CardHealth::Healthy : CardHealth::Unhealthy;
  }
}

/// Empty when the text is no square matrix of finite numbers for so many cards.
LinkMatrix matrixOf(const std::string& text, std::size_t cards) {
  dom::parser parser;
  dom::array rows;
  if (text.size() > kMaxBytes || parser.parse(text).get(rows) != simdjson::SUCCESS || rows.size() != cards) return {};
  LinkMatrix matrix;
  for (const dom::element row : rows) {
    dom::array cells;
    if (row.get(cells) != simdjson::SUCCESS || cells.size() != cards) return {};
    auto& numbers = matrix.emplace_back();
    for (const dom::element cell : cells) {
      double number = 0;
      if (cell.get(number) != simdjson::SUCCESS || !std::isfinite(number)) return {};
      numbers.push_back(number);
    }
  }
  return matrix;
}

}  // namespace

void readTopologyReport(const RawUnhealthyGpus& report, NodeCapacity& out) {
  if (report.devices) markDevices(*report.devices, out);
  if (!report.bandwidth || out.cards.empty()) return;
  LinkMatrix matrix = matrixOf(*report.bandwidth, out.cards.size());
  if (matrix.empty()) {
    out.findings.push_back(
        {FindingCode::FieldUnreadable, kPendingCard, {}, "data.bandwidth: " + clipped(*report.bandwidth), 0, 0});
    return;
  }
  out.links = std::make_shared<const CardLinks>(CardLinks{std::move(matrix), *report.bandwidth});
}

}  // namespace cardinal::provider
