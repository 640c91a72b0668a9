// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/transport; shows libcurl.

#include <curl/curl.h>

#include <memory>

#include "core/base/server_certificate.h"

namespace cardinal {

/// What the other side showed in the handshakes of one transfer. libcurl does not report it when a handshake fails.
struct ShownCertificates {
  int handshakes = 0;  ///< that were begun: of a proxy that speaks TLS itself, then of the server
  std::shared_ptr<const ServerCertificate> last;  ///< null = none yet, or libcurl does not speak TLS by OpenSSL
};
/// Shared, because a connection outlives the transfer that made it.
using ShownCertificatesPtr = std::shared_ptr<ShownCertificates>;

/// Notes in `shown` what the handshakes of `handle` show; whether it is good stays OpenSSL's and libcurl's to say.
/// `shown` itself is read as long as the transfer runs. Loop thread only.
void noteCertificates(CURL* handle, ShownCertificatesPtr& shown);

}  // namespace cardinal
