// SPDX-License-Identifier: Apache-2.0
#include "core/service/metrics/endpoint.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/kube/decode/decoder.h"
#include "core/kube/kubeconfig/read_file.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/metrics/prometheus_answer.h"

namespace cardinal {
namespace {

constexpr std::size_t kLongestGet = 6000;  // intermediaries commonly take 8 KiB
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20U;
constexpr std::chrono::seconds kHeaderTimeout{60};  // the server may compute for a while before it writes
constexpr std::chrono::seconds kTotalTimeout{130};  // Prometheus gives up after two minutes

/// The API server's own words, when they are: a Status object.
std::optional<Error> refusalOfProxy(const MetricsEndpoint& endpoint, const HttpResponse& answer) {
  if (!endpoint.proxied || !isJson(answer.head)) return std::nullopt;
  Decoder decoder;
  const auto status = decoder.status(answer.body);
  if (!status || !status->failure) return std::nullopt;
  return answerError(answer.head, answer.body,
                     {"get", "services/proxy", endpoint.ns, endpoint.service, endpoint.prefix}, decoder);
}

void trimEnd(std::string& text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
}

bool isTokenChar(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || c == '-' || c == '_' || c == '.';
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

Result<std::pair<std::string, std::string>> tenantHeader(const std::string& text) {
  constexpr std::size_t kLongest = 256;
  constexpr std::string_view kTaken[] = {"authorization",
                                         "host",
                                         "content-length",
                                         "content-type",
                                         "connection",
                                         "accept",
                                         "cookie",
                                         "te",
                                         "transfer-encoding",
                                         "accept-encoding",
                                         "upgrade",
                                         "expect",
                                         "proxy-authorization"};
  const auto refuse = [&] {
    return unexpected(makeError(ErrorCode::InvalidField, "--prometheus-tenant", {}, text.substr(0, kLongest)));
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || text.size() > kLongest) return refuse();
  const std::string name = text.substr(0, colon);
  const std::size_t start = text.find_first_not_of(' ', colon + 1);
  if (start == std::string::npos || !std::all_of(name.begin(), name.end(), isTokenChar)) return refuse();
  const std::string value = text.substr(start);
  const bool printable = std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c < 0x7f; });
  if (!printable || std::find(std::begin(kTaken), std::end(kTaken), lowered(name)) != std::end(kTaken)) return refuse();
  return std::pair(name, value);
}

Result<ClusterAccess> accessOf(const MetricsAddress& address) {
  auto url = parseServerUrl(address.url);
  if (!url) return unexpected(makeError(ErrorCode::InvalidField, "--prometheus", {}, url.error().detail));
  ClusterAccess access;
  access.server = std::move(*url);
  access.tokenFile = address.tokenFile;
  if (!address.tokenFile.empty()) {
    auto token = readRegularFile(address.tokenFile, kMaxFileBytes);
    if (!token) return unexpected(token.error());
    trimEnd(*token);
    access.token = Secret(std::move(*token));
  }
  if (!address.user.empty()) {
    access.username = address.user;
    auto password = address.passwordFile.empty() ? Result<std::string>(std::string())
                                                 : readRegularFile(address.passwordFile, kMaxFileBytes);
    if (!password) return unexpected(password.error());
    trimEnd(*password);
    access.password = Secret(std::move(*password));
  }
  if (auto tenant = tenantHeader(address.tenant); !address.tenant.empty() && !tenant) return unexpected(tenant.error());
  if (!address.caFile.empty()) {
    auto ca = readRegularFile(address.caFile, kMaxFileBytes);
    if (!ca) return unexpected(ca.error());
    access.caPem = std::move(*ca);
  }
  return access;
}

HttpRequest metricsRequest(const MetricsEndpoint& endpoint, const std::string& path,
                           const QueryParameters& parameters) {
  QueryBuilder query;
  for (const auto& [name, value] : parameters) query.add(name, value);
  HttpRequest request;
  request.path = endpoint.prefix + "/api/v1" + path;
  request.lane = Lane::List;
  request.compressed = true;
  request.maxBodyBytes = kMaxMetricsBytes;
  request.headerTimeout = kHeaderTimeout;
  request.totalTimeout = kTotalTimeout;
  request.headers = endpoint.headers;
  if (endpoint.proxied || query.text().size() <= kLongestGet) {
    request.query = query.text();
  } else {
    request.method = "POST";
    request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    request.body = query.text();
  }
  return request;
}

Result<std::string> metricsText(const MetricsEndpoint& endpoint, HttpResponse answer) {
  const int status = answer.head.status;
  if (status >= 200 && status < 300) return std::move(answer.body);
  if (auto refusal = refusalOfProxy(endpoint, answer)) return unexpected(std::move(*refusal));
  PrometheusDecoder decoder;
  const std::string line = firstLineOf(answer.body);
  const auto decoded = decoder.decode(std::move(answer.body), [](const SeriesView&) {});
  Error error = makeError(ErrorCode::MetricsQuery, endpoint.name);
  error.httpStatus = status;
  const bool words =
      !decoded && decoded.error().code == ErrorCode::MetricsQuery && !line.empty() && line.front() == '{';
  error.detail = words ? decoded.error().detail : "HTTP " + std::to_string(status) + (line.empty() ? "" : ": " + line);
  return unexpected(std::move(error));
}

}  // namespace cardinal
