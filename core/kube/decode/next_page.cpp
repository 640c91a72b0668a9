// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/next_page.h"

#include "core/kube/decode/protobuf/protobuf_decoder.h"

namespace cardinal {

namespace {

// Tokens of a server are some hundred bytes long.
constexpr std::size_t kHead = 8192;

}  // namespace

std::string nextPageToken(std::string_view body, WireFormat format) {
  if (format == WireFormat::Protobuf) return protobuf::nextPageToken(body);
  std::string_view head = body.substr(0, kHead);
  head = head.substr(0, head.find("\"items\""));
  constexpr std::string_view kKey = "\"continue\":\"";
  const std::size_t at = head.find(kKey);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = head.substr(at + kKey.size());
  const std::size_t end = rest.find_first_of("\"\\");
  if (end == std::string_view::npos || rest[end] != '"') return {};
  return std::string(rest.substr(0, end));
}

}  // namespace cardinal
