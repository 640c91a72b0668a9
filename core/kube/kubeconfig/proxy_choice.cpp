// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/proxy_choice.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace cardinal {
namespace {

/// 16 bytes for both families; IPv4 mapped, so that lengths of networks compare.
using Address = std::array<unsigned char, 16>;

struct ParsedAddress {
  Address bytes{};
  bool v4 = false;
};

std::optional<ParsedAddress> addressOf(const std::string& text) {
  ParsedAddress out;
  if (inet_pton(AF_INET6, text.c_str(), out.bytes.data()) == 1) return out;
  in_addr v4 = {};
  if (inet_pton(AF_INET, text.c_str(), &v4) != 1) return std::nullopt;
  out.v4 = true;
  out.bytes[10] = out.bytes[11] = 0xFF;
  const auto* const four = reinterpret_cast<const unsigned char*>(&v4.s_addr);
  std::copy(four, four + 4, out.bytes.begin() + 12);
  return out;
}

bool samePrefix(const Address& a, const Address& b, int bits) {
  for (int i = 0; i < bits; ++i) {
    const auto byte = static_cast<std::size_t>(i / 8);
    const unsigned mask = 0x80U >> static_cast<unsigned>(i % 8);
    if (((a[byte] ^ b[byte]) & mask) != 0) return false;
  }
  return true;
}

bool isLoopback(const std::string& host) {
  if (host == "localhost") return true;
  const auto address = addressOf(host);
  if (!address) return false;
  if (address->v4) return address->bytes[12] == 127;
  Address loopback{};
  loopback[15] = 1;
  return address->bytes == loopback;
}

bool inNetwork(const ParsedAddress& host, const std::string& entry) {
  const std::size_t slash = entry.find('/');
  const auto network = addressOf(entry.substr(0, slash));
  int bits = -1;
  const std::string length = entry.substr(slash + 1);
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), bits);
  if (!network || error != std::errc() || end != length.data() + length.size() || network->v4 != host.v4) return false;
  const int most = host.v4 ? 32 : 128;
  return bits >= 0 && bits <= most && samePrefix(host.bytes, network->bytes, bits + (host.v4 ? 96 : 0));
}

/// Cuts ":port" off; false when it is there and another one.
bool portFits(std::string& entry, int port) {
  if (!entry.empty() && entry.front() == '[') {
    const std::size_t close = entry.find(']');
    if (close == std::string::npos) return true;
    const std::string rest = entry.substr(close + 1);
    entry = entry.substr(1, close - 1);
    return rest.empty() || rest == ":" + std::to_string(port);
  }
  const std::size_t colon = entry.find(':');
  if (colon == std::string::npos || entry.find(':', colon + 1) != std::string::npos) return true;  // none, or IPv6
  const std::string rest = entry.substr(colon);
  entry.resize(colon);
  return rest == ":" + std::to_string(port);
}

bool excludes(std::string entry, const ServerUrl& server, const std::optional<ParsedAddress>& address) {
  if (entry == "*") return true;
  if (entry.find('/') != std::string::npos) return address && inNetwork(*address, entry);
  if (!portFits(entry, server.port) || entry.empty()) return false;
  if (address) {
    const auto listed = addressOf(entry);
    return listed && listed->bytes == address->bytes;
  }
  if (entry.compare(0, 2, "*.") == 0) entry.erase(0, 1);
  if (entry.front() == '.') return server.host.ends_with(entry);
  return server.host == entry || server.host.ends_with("." + entry);
}

std::string lowered(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

bool isExcluded(const ServerUrl& server, const std::string& list) {
  ServerUrl folded = server;
  folded.host = lowered(server.host);
  const auto address = addressOf(folded.host);
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    std::string entry = lowered(list.substr(at, end - at));
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    entry.erase(std::remove_if(entry.begin(), entry.end(), blank), entry.end());
    if (!entry.empty() && excludes(std::move(entry), folded, address)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

std::string environmentProxy(const ServerUrl& server, const Environment& environment) {
  std::string proxy = (server.https ? environment.httpsProxy : environment.httpProxy).value_or("");
  if (proxy.empty() || server.host.empty() || isLoopback(lowered(server.host))) return {};
  if (isExcluded(server, environment.noProxy.value_or(""))) return {};
  if (proxy.find("://") == std::string::npos) proxy.insert(0, "http://");
  const std::string scheme = proxy.substr(0, proxy.find("://"));
  const bool known = scheme == "http" || scheme == "https" || scheme == "socks5" || scheme == "socks5h";
  const bool plain = std::all_of(proxy.begin(), proxy.end(), [](char c) { return c > ' ' && c < 0x7F; });
  return known && plain ? proxy : std::string();
}

}  // namespace cardinal
