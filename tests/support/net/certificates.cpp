// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <stdexcept>

#include "core/kube/kubeconfig/pem/openssl_owners.h"

namespace cardinal::test {
namespace {

using openssl::BioPtr;
using openssl::KeyPtr;
using openssl::X509Ptr;

void require(bool condition) {
  if (!condition) throw std::runtime_error("OpenSSL refused to make a test certificate");
}

std::string contentOf(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return std::string(data, static_cast<std::size_t>(size));
}

std::string pemOf(X509* certificate) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  require(PEM_write_bio_X509(out.get(), certificate) == 1);
  return contentOf(out.get());
}

std::string pemOf(EVP_PKEY* key) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  require(PEM_write_bio_PrivateKey(out.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return contentOf(out.get());
}

void addExtension(X509* certificate, X509* issuer, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
  require(extension != nullptr);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

void addNames(X509* certificate, X509* issuer, const CertificateOptions& options) {
  std::string names;
  for (const std::string& name : options.dnsNames) names += (names.empty() ? "DNS:" : ",DNS:") + name;
  for (const std::string& address : options.ipAddresses) names += (names.empty() ? "IP:" : ",IP:") + address;
  if (!names.empty()) addExtension(certificate, issuer, NID_subject_alt_name, names);
}

X509Ptr makeCertificate(const CertificateOptions& options, EVP_PKEY* key, long serial) {
  X509Ptr certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), options.notBefore);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), options.notAfter);
  X509_set_pubkey(certificate.get(), key);
  const auto* const name = reinterpret_cast<const unsigned char*>(options.commonName.c_str());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8, name, -1, -1, 0);
  return certificate;
}

}  // namespace

struct CertificateAuthority::State {
  KeyPtr key;
  X509Ptr certificate;
  std::string pem;
  mutable long serial = 1;
};

CertificateAuthority::CertificateAuthority(const std::string& commonName, long notAfter)
    : m_state(std::make_unique<State>()) {
  m_state->key.reset(EVP_EC_gen("P-256"));
  require(m_state->key != nullptr);
  CertificateOptions options;
  options.commonName = commonName;
  options.notBefore = notAfter - 7200;
  options.notAfter = notAfter;
  m_state->certificate = makeCertificate(options, m_state->key.get(), 1);
  X509* const certificate = m_state->certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  addExtension(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
  addExtension(certificate, certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
  require(X509_sign(certificate, m_state->key.get(), EVP_sha256()) > 0);
  m_state->pem = pemOf(certificate);
}

CertificateAuthority::~CertificateAuthority() = default;
CertificateAuthority::CertificateAuthority(CertificateAuthority&&) noexcept = default;

const std::string& CertificateAuthority::certificatePem() const {
  return m_state->pem;
}

KeyPair CertificateAuthority::issue(const CertificateOptions& options) const {
  const KeyPtr key(EVP_EC_gen("P-256"));
  require(key != nullptr);
  const X509Ptr certificate = makeCertificate(options, key.get(), ++m_state->serial);
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(m_state->certificate.get()));
  addNames(certificate.get(), m_state->certificate.get(), options);
  require(X509_sign(certificate.get(), m_state->key.get(), EVP_sha256()) > 0);
  return KeyPair{pemOf(certificate.get()), pemOf(key.get())};
}

KeyPair selfSigned(const CertificateOptions& options) {
  const KeyPtr key(EVP_EC_gen("P-256"));
  require(key != nullptr);
  const X509Ptr certificate = makeCertificate(options, key.get(), 1);
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get()));
  addNames(certificate.get(), certificate.get(), options);
  require(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);
  return KeyPair{pemOf(certificate.get()), pemOf(key.get())};
}

std::string encryptedKey(const std::string& keyPem, const std::string& passphrase) {
  const BioPtr in(BIO_new_mem_buf(keyPem.data(), static_cast<int>(keyPem.size())));
  const KeyPtr key(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
  require(key != nullptr);
  const BioPtr out(BIO_new(BIO_s_mem()));
  const auto* const words = reinterpret_cast<const unsigned char*>(passphrase.data());
  require(PEM_write_bio_PKCS8PrivateKey(out.get(), key.get(), EVP_aes_256_cbc(), passphrase.data(),
                                        static_cast<int>(passphrase.size()), nullptr,
                                        const_cast<unsigned char*>(words)) == 1);
  return contentOf(out.get());
}

}  // namespace cardinal::test
