// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cardinal::test {

/// Objects written as the API server writes them in protobuf, from their JSON. Field numbers are those of the
/// generated.proto files of Kubernetes 1.35. Throws std::invalid_argument for a field that the table below does not
/// have, so that nothing of an object is lost silently.

/// One field of a message, as the tables of the encoder have it; its types are explained there.
struct ProtobufField {
  std::uint32_t number = 0;
  std::string name;
  std::string type;
};
/// By number.
std::vector<ProtobufField> protobufFields(const std::string& message);
/// Name in the tables of the message of a kind. Throws std::invalid_argument for a version that they do not have.
std::string protobufMessageOf(const std::string& apiVersion, const std::string& kind);

/// A message alone: protobufMessage("Toleration", {...}).
std::string protobufMessage(std::string_view message, const nlohmann::json& json);
/// With the magic and the envelope that tells version and kind.
std::string protobufEnvelope(std::string_view apiVersion, std::string_view kind, std::string_view raw);
/// A whole object or list, with apiVersion and kind in the JSON.
std::string protobufObject(const nlohmann::json& object);
/// One event of a watch, without its length in front.
std::string protobufEvent(std::string_view type, const nlohmann::json& object);
/// The same with its length in front, as it stands in the stream.
std::string protobufFrame(std::string_view event);

}  // namespace cardinal::test
