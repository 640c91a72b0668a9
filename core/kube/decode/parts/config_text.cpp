// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/config_text.h"

#include "core/kube/kubeconfig/yaml_json.h"

namespace cardinal {

Result<std::string> configTextAsJson(std::string_view text, const std::string& source) {
  constexpr std::size_t kMaxText = std::size_t{1} << 20;
  if (text.size() > kMaxText)
    return unexpected(makeError(ErrorCode::LimitExceeded, "YAML", source, std::to_string(kMaxText)));
  try {
    auto json = yamlToJson(YAML::Load(std::string(text)));
    if (!json) return unexpected(makeError(ErrorCode::LimitExceeded, "YAML", source, {}));
    return std::move(*json);
  } catch (const YAML::Exception& failure) {
    std::string place = source;
    if (!failure.mark.is_null())
      place += ":" + std::to_string(failure.mark.line + 1) + ":" + std::to_string(failure.mark.column + 1);
    return unexpected(makeError(ErrorCode::ParseFailed, "YAML", place, failure.msg));
  }
}

}  // namespace cardinal
