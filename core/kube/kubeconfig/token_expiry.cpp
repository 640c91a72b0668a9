// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/token_expiry.h"

#include <nlohmann/json.hpp>
#include <string>

#include "core/kube/kubeconfig/pem/base64.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxTokenBytes = std::size_t{64} << 10U;

/// The alphabet for URLs, unpadded, as the usual one.
std::string standardBase64(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c == '-' ? '+' : c == '_' ? '/' : c;
  while (out.size() % 4 != 0) out.push_back('=');
  return out;
}

}  // namespace

std::optional<UnixSeconds> tokenExpiry(std::string_view token) {
  const std::size_t first = token.find('.');
  const std::size_t second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos || token.size() > kMaxTokenBytes) return std::nullopt;
  const auto payload = decodeBase64(standardBase64(token.substr(first + 1, second - first - 1)));
  if (!payload) return std::nullopt;
  const auto claims = nlohmann::json::parse(*payload, nullptr, false);
  if (!claims.is_object()) return std::nullopt;
  const auto found = claims.find("exp");
  if (found == claims.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<UnixSeconds>();
}

}  // namespace cardinal
