// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/clock.h"

namespace cardinal {

/// What the certificate that a server showed says of itself, for the words of an error. Text is hostile and shortened.
struct ServerCertificate {
  std::string issuer;  ///< distinguished name
  bool selfSigned = false;
  std::string failedAuthority;  ///< not empty: this one above it failed, and the two times are its own
  UnixSeconds notBefore = 0;    ///< 0 = it cannot be read
  UnixSeconds notAfter = 0;
  std::vector<std::string> names;  ///< DNS names and addresses of subjectAltName, at most 20
  std::size_t moreNames = 0;       ///< of them that are left out
  UnixSeconds shownAt = 0;         ///< by this machine's clock

  bool operator==(const ServerCertificate&) const = default;
};

}  // namespace cardinal
