// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace cardinal::test {

struct KeyPair {
  std::string certificatePem;
  std::string keyPem;
};

/// What a certificate made for a test says. Offsets are seconds from now.
struct CertificateOptions {
  std::string commonName = "test";
  std::vector<std::string> dnsNames;
  std::vector<std::string> ipAddresses;
  long notBefore = -3600;
  long notAfter = 3600;
};

/// A certificate authority with fresh P-256 keys, for tests only.
class CertificateAuthority {
 public:
  /// `notAfter`: seconds from now, as in CertificateOptions.
  explicit CertificateAuthority(const std::string& commonName = "test CA", long notAfter = 3600);
  ~CertificateAuthority();
  CertificateAuthority(CertificateAuthority&&) noexcept;

  const std::string& certificatePem() const;
  KeyPair issue(const CertificateOptions& options) const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// A certificate that no authority but itself signed.
KeyPair selfSigned(const CertificateOptions& options);

/// The same key as PEM encrypted with a passphrase.
std::string encryptedKey(const std::string& keyPem, const std::string& passphrase);

}  // namespace cardinal::test
