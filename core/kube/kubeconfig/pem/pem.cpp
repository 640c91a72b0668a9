// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/pem/pem.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

#include "core/kube/kubeconfig/pem/openssl_owners.h"
#include "core/kube/kubeconfig/pem/x509_text.h"

namespace cardinal {
namespace {

using openssl::BioPtr;
using openssl::KeyPtr;
using openssl::X509Ptr;

Unexpected<Error> invalid(std::string why) {
  return unexpected(makeError(ErrorCode::CredentialInvalid, {}, {}, std::move(why)));
}

/// OpenSSL's own words for the last failure; empties its queue.
std::string opensslWords() {
  const unsigned long code = ERR_peek_last_error();
  const char* const reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
  ERR_clear_error();
  return reason != nullptr ? reason : "unreadable";
}

BioPtr bioOf(const std::string& text) {
  return BioPtr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// OpenSSL asks this for a passphrase; without it, it would ask on the terminal.
int refusePassphrase(char*, int, int, void*) {
  return -1;
}

/// Every certificate block of the text; `broken` counts those that do not parse.
std::vector<X509Ptr> certificatesOf(const std::string& pem, int& broken) {
  std::vector<X509Ptr> out;
  const BioPtr in = bioOf(pem);
  char* name = nullptr;
  char* header = nullptr;
  unsigned char* data = nullptr;
  long size = 0;
  while (in != nullptr && PEM_read_bio(in.get(), &name, &header, &data, &size) == 1) {
    const std::string block(name);
    const unsigned char* at = data;
    if (block == "CERTIFICATE" || block == "X509 CERTIFICATE" || block == "TRUSTED CERTIFICATE") {
      X509Ptr certificate(d2i_X509(nullptr, &at, size));
      if (certificate != nullptr)
        out.push_back(std::move(certificate));
      else
        ++broken;
    }
    OPENSSL_free(name);
    OPENSSL_free(header);
    OPENSSL_clear_free(data, static_cast<std::size_t>(size));
  }
  ERR_clear_error();
  return out;
}

bool isEncrypted(const std::string& keyPem) {
  return keyPem.find("ENCRYPTED PRIVATE KEY") != std::string::npos ||
         keyPem.find("Proc-Type: 4,ENCRYPTED") != std::string::npos;
}

}  // namespace

Result<std::vector<CertificateInfo>> readCertificates(const std::string& pem) {
  int broken = 0;
  const std::vector<X509Ptr> certificates = certificatesOf(pem, broken);
  if (broken > 0) return invalid("a certificate block does not parse");
  if (certificates.empty()) return invalid("no certificate in the PEM text");
  std::vector<CertificateInfo> out;
  out.reserve(certificates.size());
  for (const X509Ptr& certificate : certificates) {
    out.push_back({nameText(X509_get_subject_name(certificate.get())), toUnix(X509_get0_notBefore(certificate.get())),
                   toUnix(X509_get0_notAfter(certificate.get()))});
  }
  return out;
}

Result<std::string> trustBundle(const std::string& pem) {
  int broken = 0;
  const std::vector<X509Ptr> certificates = certificatesOf(pem, broken);
  if (certificates.empty())
    return invalid(broken > 0 ? "no certificate block parses" : "no certificate in the PEM text");
  const BioPtr out(BIO_new(BIO_s_mem()));
  for (const X509Ptr& certificate : certificates) PEM_write_bio_X509(out.get(), certificate.get());
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return std::string(data, static_cast<std::size_t>(size));
}

Result<void> checkKeyPair(const std::string& certificatePem, const std::string& keyPem) {
  if (isEncrypted(keyPem)) return invalid("passphrase-protected keys are not supported by Kubernetes clients");
  const BioPtr in = bioOf(keyPem);
  const KeyPtr key(PEM_read_bio_PrivateKey(in.get(), nullptr, refusePassphrase, nullptr));
  if (key == nullptr) return invalid("no private key: " + opensslWords());
  int broken = 0;
  const std::vector<X509Ptr> certificates = certificatesOf(certificatePem, broken);
  if (certificates.empty()) return invalid("no certificate in the PEM text");
  if (X509_check_private_key(certificates.front().get(), key.get()) != 1) {
    ERR_clear_error();
    return invalid("the key does not belong to the certificate");
  }
  return {};
}

}  // namespace cardinal
