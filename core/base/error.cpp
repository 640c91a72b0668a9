// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

namespace cardinal {

const char* toString(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::FileMissing:
      return "FileMissing";
    case ErrorCode::FileUnreadable:
      return "FileUnreadable";
    case ErrorCode::FileUnwritable:
      return "FileUnwritable";
    case ErrorCode::ParseFailed:
      return "ParseFailed";
    case ErrorCode::InvalidField:
      return "InvalidField";
    case ErrorCode::InvalidArgument:
      return "InvalidArgument";
    case ErrorCode::NotFound:
      return "NotFound";
    case ErrorCode::Unsupported:
      return "Unsupported";
    case ErrorCode::LimitExceeded:
      return "LimitExceeded";
    case ErrorCode::KubeconfigMissing:
      return "KubeconfigMissing";
    case ErrorCode::KubeconfigInvalid:
      return "KubeconfigInvalid";
    case ErrorCode::ContextUnknown:
      return "ContextUnknown";
    case ErrorCode::ContextNotChosen:
      return "ContextNotChosen";
    case ErrorCode::CredentialInvalid:
      return "CredentialInvalid";
    case ErrorCode::AddressUnresolved:
      return "AddressUnresolved";
    case ErrorCode::ConnectionRefused:
      return "ConnectionRefused";
    case ErrorCode::ConnectionFailed:
      return "ConnectionFailed";
    case ErrorCode::TlsUntrusted:
      return "TlsUntrusted";
    case ErrorCode::TlsExpired:
      return "TlsExpired";
    case ErrorCode::TlsNameMismatch:
      return "TlsNameMismatch";
    case ErrorCode::TlsClientRejected:
      return "TlsClientRejected";
    case ErrorCode::TlsFailed:
      return "TlsFailed";
    case ErrorCode::Timeout:
      return "Timeout";
    case ErrorCode::TruncatedAnswer:
      return "TruncatedAnswer";
    case ErrorCode::NotApiServer:
      return "NotApiServer";
    case ErrorCode::Cancelled:
      return "Cancelled";
    case ErrorCode::Unauthorized:
      return "Unauthorized";
    case ErrorCode::Forbidden:
      return "Forbidden";
    case ErrorCode::ResourceMissing:
      return "ResourceMissing";
    case ErrorCode::AlreadyExists:
      return "AlreadyExists";
    case ErrorCode::Conflict:
      return "Conflict";
    case ErrorCode::Expired:
      return "Expired";
    case ErrorCode::Invalid:
      return "Invalid";
    case ErrorCode::TooManyRequests:
      return "TooManyRequests";
    case ErrorCode::ServerFailed:
      return "ServerFailed";
    case ErrorCode::ApiStatus:
      return "ApiStatus";
    case ErrorCode::NoPodTemplate:
      return "NoPodTemplate";
    case ErrorCode::NotDivisible:
      return "NotDivisible";
    case ErrorCode::CoreNotMultipleOfFive:
      return "CoreNotMultipleOfFive";
    case ErrorCode::CoreOutOfRange:
      return "CoreOutOfRange";
    case ErrorCode::CoreWithoutMemory:
      return "CoreWithoutMemory";
    case ErrorCode::QuantityInvalid:
      return "QuantityInvalid";
    case ErrorCode::MixedGpuRequests:
      return "MixedGpuRequests";
    case ErrorCode::StalePreview:
      return "StalePreview";
    case ErrorCode::NotConnected:
      return "NotConnected";
    case ErrorCode::ReadOnlySource:
      return "ReadOnlySource";
    case ErrorCode::PlanRunning:
      return "PlanRunning";
    case ErrorCode::PlanUnfinished:
      return "PlanUnfinished";
    case ErrorCode::Internal:
      return "Internal";
  }
  return "Internal";
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
