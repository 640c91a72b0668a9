// SPDX-License-Identifier: Apache-2.0
#include "core/plan/run/outcome.h"

namespace cardinal {

bool mayBeDone(const Error& error) noexcept {
  constexpr int kFirstRefusal = 400;
  constexpr int kRequestTimeout = 408;
  switch (error.code) {
    case ErrorCode::OutcomeUnknown:
    case ErrorCode::ServerFailed:
    case ErrorCode::Timeout:
    case ErrorCode::TruncatedAnswer:
    case ErrorCode::ParseFailed:
    case ErrorCode::NotApiServer:
    case ErrorCode::Internal:
      return true;
    case ErrorCode::ApiStatus:
      return error.httpStatus < kFirstRefusal || error.httpStatus == kRequestTimeout;
    default:
      return false;
  }
}

}  // namespace cardinal
