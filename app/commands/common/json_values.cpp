// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/json_values.h"

namespace cardinal::app {

namespace {

Json quantityJson(const std::optional<Quantity>& amount) {
  if (!amount) return nullptr;
  if (amount->isInteger()) return amount->value();
  constexpr double kNano = 1e9;
  return static_cast<double>(amount->floor()) + static_cast<double>(amount->nanoAboveFloor()) / kNano;
}

}  // namespace

Json orNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

std::string dumped(const Json& value) {
  constexpr int kIndent = 2;
  return value.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json gatesJson(const RawPodSpec& spec) {
  Json out = Json::array();
  for (const std::string& gate : spec.schedulingGates) out.push_back(gate);
  return out.empty() && spec.hasSchedulingGates ? Json(nullptr) : out;
}

Json acceleratorsJson(const std::vector<provider::AcceleratorRequest>& requests) {
  Json out = Json::array();
  for (const provider::AcceleratorRequest& one : requests) {
    Json containers = one.containers.empty() ? Json(nullptr) : Json::array();
    for (const Quantity& each : one.containers) containers.push_back(quantityJson(each));
    out.push_back({{"resource", one.resource},
                   {"amount", quantityJson(one.amount)},
                   {"memoryMiB", orNull(one.memoryMib)},
                   {"memoryPercent", orNull(one.memoryPercent)},
                   {"corePercent", orNull(one.corePercent)},
                   {"cards", orNull(one.cards)},
                   {"containers", std::move(containers)}});
  }
  return out;
}

}  // namespace cardinal::app
