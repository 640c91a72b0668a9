// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cardinal {

/// Where an API server is. `host` without brackets for IPv6; `prefix` begins with "/" and does not end with it, or is
/// empty.
struct ServerUrl {
  bool https = true;
  std::string host;
  int port = 443;
  std::string prefix;

  /// "host:port", IPv6 in brackets.
  std::string authority() const;
  /// "https://host:port/prefix".
  std::string text() const;
};

/// `server` of a kubeconfig. Query and fragment are dropped; the default port is the scheme's. Error InvalidField with
/// the reason in `detail` ("no scheme", ...); the caller adds field and file. Never quotes user information.
Result<ServerUrl> parseServerUrl(std::string_view text);

}  // namespace cardinal
