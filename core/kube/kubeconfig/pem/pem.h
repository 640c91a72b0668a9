// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"

namespace cardinal {

/// What a PEM text holds, as far as it matters before a connection is tried.
struct CertificateInfo {
  std::string subject;
  UnixSeconds notBefore = 0;
  UnixSeconds notAfter = 0;
};

/// The certificates of a PEM text, in order. Error CredentialInvalid (detail = why) when there is none or one does not
/// parse.
Result<std::vector<CertificateInfo>> readCertificates(const std::string& pem);

/// Certificates only, each re-encoded; blocks that are no certificate are left out. Error as above when none is left.
Result<std::string> trustBundle(const std::string& pem);

/// Checks a client key and that it belongs to the first certificate. Errors CredentialInvalid: encrypted, unreadable,
/// no match. The key is never quoted.
Result<void> checkKeyPair(const std::string& certificatePem, const std::string& keyPem);

}  // namespace cardinal
