// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <array>

namespace cardinal {

namespace {

// In the order of the enumeration.
constexpr std::array kNames = {
    "FileMissing",
    "FileUnreadable",
    "FileUnwritable",
    "ParseFailed",
    "InvalidField",
    "InvalidArgument",
    "NotFound",
    "Unsupported",
    "LimitExceeded",
    "KubeconfigMissing",
    "KubeconfigInvalid",
    "ContextUnknown",
    "ContextNotChosen",
    "ContextChanged",
    "UserMissing",
    "UserDefined",
    "CredentialInvalid",
    "PluginMissing",
    "PluginFailed",
    "PluginUnconfirmed",
    "AddressUnresolved",
    "ConnectionRefused",
    "ConnectionFailed",
    "TlsUntrusted",
    "TlsExpired",
    "TlsNameMismatch",
    "TlsClientRejected",
    "TlsFailed",
    "Timeout",
    "TruncatedAnswer",
    "NotApiServer",
    "Cancelled",
    "OutcomeUnknown",
    "Unauthorized",
    "Forbidden",
    "ResourceMissing",
    "AlreadyExists",
    "Conflict",
    "Expired",
    "Invalid",
    "TooManyRequests",
    "EvictionBlocked",
    "ServerFailed",
    "ApiStatus",
    "NoPodTemplate",
    "NotDivisible",
    "CoreNotMultipleOfFive",
    "CoreOutOfRange",
    "CoreWithoutMemory",
    "QuantityInvalid",
    "MixedGpuRequests",
    "QuotaExceeded",
    "LimitsViolated",
    "MetricsMissing",
    "MetricsQuery",
    "StalePreview",
    "NotConnected",
    "ReadOnlySource",
    "PlanRunning",
    "PlanUnfinished",
    "Internal",
};
static_assert(kNames.size() == static_cast<std::size_t>(ErrorCode::Internal) + 1);

}  // namespace

const char* toString(ErrorCode code) noexcept {
  const auto i = static_cast<std::size_t>(code);
  return i < kNames.size() ? kNames[i] : kNames.back();
}

namespace {

// A log line must stay one line whatever a server put into the text.
void appendPlain(std::string& out, const std::string& text) {
  constexpr std::size_t kMaxPart = 2048;
  for (const char c : text.substr(0, kMaxPart)) {
    const auto byte = static_cast<unsigned char>(c);
    out += (byte < 0x20U || byte == 0x7fU) ? ' ' : c;
  }
  if (text.size() > kMaxPart) out += "...";
}

void appendPart(std::string& out, const char* label, const std::string& text) {
  if (text.empty()) return;
  out += label;
  appendPlain(out, text);
}

}  // namespace

std::string describe(const Error& error) {
  std::string out = toString(error.code);
  appendPart(out, ": ", error.subject);
  appendPart(out, " at ", error.place);
  appendPart(out, ": ", error.detail);
  if (error.httpStatus != 0) out += " (HTTP " + std::to_string(error.httpStatus) + ")";
  return out;
}

}  // namespace cardinal
