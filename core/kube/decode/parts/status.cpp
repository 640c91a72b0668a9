// SPDX-License-Identifier: Apache-2.0
#include "core/kube/decode/parts/status.h"

#include <utility>

namespace cardinal {
namespace {

ErrorCode codeOfReason(const std::string& reason) {
  static constexpr std::pair<const char*, ErrorCode> kReasons[] = {
      {"Unauthorized", ErrorCode::Unauthorized},
      {"Forbidden", ErrorCode::Forbidden},
      {"NotFound", ErrorCode::ResourceMissing},
      {"AlreadyExists", ErrorCode::AlreadyExists},
      {"Conflict", ErrorCode::Conflict},
      {"Gone", ErrorCode::Expired},
      {"Expired", ErrorCode::Expired},
      {"Invalid", ErrorCode::Invalid},
      {"TooManyRequests", ErrorCode::TooManyRequests},
      {"InternalError", ErrorCode::ServerFailed},
      {"ServerTimeout", ErrorCode::ServerFailed},
      {"Timeout", ErrorCode::ServerFailed},
      {"ServiceUnavailable", ErrorCode::ServerFailed},
  };
  for (const auto& [name, code] : kReasons) {
    if (reason == name) return code;
  }
  return ErrorCode::ApiStatus;
}

ErrorCode codeOfNumber(int code) {
  switch (code) {
    case 401:
      return ErrorCode::Unauthorized;
    case 403:
      return ErrorCode::Forbidden;
    case 404:
      return ErrorCode::ResourceMissing;
    case 409:
      return ErrorCode::Conflict;
    case 410:
      return ErrorCode::Expired;
    case 422:
      return ErrorCode::Invalid;
    case 429:
      return ErrorCode::TooManyRequests;
    default:
      return code >= 500 && code < 600 ? ErrorCode::ServerFailed : ErrorCode::ApiStatus;
  }
}

}  // namespace

Error statusError(const ApiStatus& status) {
  Error error;
  error.code = codeOfReason(status.reason);
  if (error.code == ErrorCode::ApiStatus) error.code = codeOfNumber(status.code);
  error.httpStatus = status.code;
  error.detail = status.message.empty() ? status.reason : status.message;
  error.subject = status.kind;
  if (!status.name.empty()) error.subject += (error.subject.empty() ? "" : "/") + status.name;
  constexpr std::size_t kMaxCauses = 20;
  for (std::size_t i = 0; i < status.causes.size() && i < kMaxCauses; ++i) {
    const StatusCause& cause = status.causes[i];
    error.causes.push_back({cause.field, cause.reason, cause.message});
  }
  if (error.code == ErrorCode::Invalid && !status.causes.empty()) {
    error.place = status.causes.front().field;
    if (error.detail.empty()) error.detail = status.causes.front().message;
  }
  return error;
}

std::optional<RawUnhealthyGpus> unhealthyGpus(const RawConfigMap& map) {
  const std::string_view name = map.meta.key.name;
  if (map.meta.key.ns != "kube-system") return std::nullopt;
  if (name.size() > kUnhealthyGpuPrefix.size() && name.substr(0, kUnhealthyGpuPrefix.size()) == kUnhealthyGpuPrefix) {
    return RawUnhealthyGpus{std::string(name.substr(kUnhealthyGpuPrefix.size())), map.meta.resourceVersion, map.gpus};
  }
  if (name.size() <= kTopologyReportSuffix.size()) return std::nullopt;
  const std::size_t node = name.size() - kTopologyReportSuffix.size();
  if (name.substr(node) != kTopologyReportSuffix) return std::nullopt;
  return RawUnhealthyGpus{std::string(name.substr(0, node)), map.meta.resourceVersion, {}, map.devices, map.bandwidth};
}

}  // namespace cardinal
