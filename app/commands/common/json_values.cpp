// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/json_values.h"

namespace cardinal::app {

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

}  // namespace cardinal::app
