// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/server_url.h"

#include <algorithm>
#include <charconv>

namespace cardinal {
namespace {

Unexpected<Error> wrong(const char* why) {
  return unexpected(makeError(ErrorCode::InvalidField, "server", {}, why));
}

bool hasForbidden(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 0x7F || c == '"' || c == '<' || c == '>' || c == '\\';
  });
}

bool parsePort(std::string_view text, int& port) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port > 0 && port <= 65535;
}

}  // namespace

std::string ServerUrl::authority() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string ServerUrl::text() const {
  return (https ? "https://" : "http://") + authority() + prefix;
}

Result<ServerUrl> parseServerUrl(std::string_view text) {
  if (text.empty()) return wrong("empty");
  if (hasForbidden(text)) return wrong("blank or control character");
  ServerUrl url;
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return wrong("no scheme: write https://");
  const std::string_view name = text.substr(0, scheme);
  if (name == "http") {
    url.https = false;
    url.port = 80;
  } else if (name != "https") {
    return wrong("the scheme is neither https nor http");
  }
  text.remove_prefix(scheme + 3);
  text = text.substr(0, text.find_first_of("?#"));
  const std::size_t slash = text.find('/');
  std::string_view authority = text.substr(0, slash);
  if (slash != std::string_view::npos) url.prefix = text.substr(slash);
  while (!url.prefix.empty() && url.prefix.back() == '/') url.prefix.pop_back();
  if (authority.find('@') != std::string_view::npos) return wrong("user information does not belong into the URL");
  std::string_view port;
  if (!authority.empty() && authority.front() == '[') {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return wrong("bracket not closed");
    url.host = authority.substr(1, close - 1);
    const std::string_view rest = authority.substr(close + 1);
    if (!rest.empty() && rest.front() != ':') return wrong("text behind the bracket");
    if (!rest.empty()) port = rest.substr(1);
  } else {
    const std::size_t colon = authority.find(':');
    url.host = authority.substr(0, colon);
    if (colon != std::string_view::npos) port = authority.substr(colon + 1);
    if (port.find(':') != std::string_view::npos) return wrong("an IPv6 address needs brackets");
  }
  if (url.host.empty()) return wrong("no host");
  if (!port.empty() && !parsePort(port, url.port)) return wrong("port out of range");
  return url;
}

}  // namespace cardinal
