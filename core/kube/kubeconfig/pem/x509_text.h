// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509.h>

#include <string>

#include "core/base/clock.h"

namespace cardinal {

/// A distinguished name as RFC 2253 writes it, in UTF-8, at most 512 bytes; hostile text.
std::string nameText(const X509_NAME* name);

/// 0 = it cannot be read.
UnixSeconds toUnix(const ASN1_TIME* time);

}  // namespace cardinal
