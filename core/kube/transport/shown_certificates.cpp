// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/shown_certificates.h"

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <string_view>

#include "core/kube/kubeconfig/pem/x509_text.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxNames = 20;
constexpr std::size_t kMaxNameBytes = 253;  // of a DNS name
constexpr int kIpv4Bytes = 4;
constexpr int kIpv6Bytes = 16;

struct NamesDeleter {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

/// An address in its usual form; empty = it is none.
std::string addressText(const ASN1_STRING* bytes) {
  const int size = ASN1_STRING_length(bytes);
  if (size != kIpv4Bytes && size != kIpv6Bytes) return {};
  char text[INET6_ADDRSTRLEN] = {};
  const int family = size == kIpv4Bytes ? AF_INET : AF_INET6;
  return inet_ntop(family, ASN1_STRING_get0_data(bytes), text, sizeof text) != nullptr ? std::string(text)
                                                                                       : std::string();
}

std::string dnsText(const ASN1_STRING* bytes) {
  const std::string_view text(reinterpret_cast<const char*>(ASN1_STRING_get0_data(bytes)),
                              static_cast<std::size_t>(ASN1_STRING_length(bytes)));
  return text.size() <= kMaxNameBytes ? std::string(text) : std::string(text.substr(0, kMaxNameBytes)) + "...";
}

/// Addresses of mail and the like name no server.
std::string serverName(const GENERAL_NAME& name) {
  if (name.type == GEN_DNS) return dnsText(name.d.dNSName);
  if (name.type == GEN_IPADD) return addressText(name.d.iPAddress);
  return {};
}

void readNames(const X509* certificate, ServerCertificate& out) {
  const std::unique_ptr<GENERAL_NAMES, NamesDeleter> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (names == nullptr) return;
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    std::string name = serverName(*sk_GENERAL_NAME_value(names.get(), i));
    if (name.empty()) continue;
    if (out.names.size() < kMaxNames)
      out.names.push_back(std::move(name));
    else
      ++out.moreNames;
  }
}

void readTimes(const X509* certificate, ServerCertificate& out) {
  out.notBefore = toUnix(X509_get0_notBefore(certificate));
  out.notAfter = toUnix(X509_get0_notAfter(certificate));
}

ServerCertificate readCertificate(const X509* certificate) {
  ServerCertificate out;
  out.issuer = nameText(X509_get_issuer_name(certificate));
  out.selfSigned = X509_NAME_cmp(X509_get_subject_name(certificate), X509_get_issuer_name(certificate)) == 0;
  readTimes(certificate, out);
  readNames(certificate, out);
  out.shownAt = SystemClock().wallNow();  // by the same clock OpenSSL judges
  return out;
}

void dropSlot(void*, void* slot, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<ShownCertificatesPtr*>(slot);
}

/// Where a context keeps what it notes in.
int slotIndex() {
  static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, dropSlot);
  return index;
}

void note(const SSL* connection, ServerCertificate certificate) {
  const auto* const slot =
      static_cast<ShownCertificatesPtr*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), slotIndex()));
  if (slot != nullptr) (*slot)->last = std::make_shared<const ServerCertificate>(std::move(certificate));
}

/// Called for every certificate of a chain; those that are good are read at the end of the handshake.
int onVerified(int good, X509_STORE_CTX* store) {
  if (good != 0) return good;
  const auto* const connection =
      static_cast<SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  const X509* const leaf = X509_STORE_CTX_get0_cert(store);
  if (connection == nullptr || leaf == nullptr) return good;
  ServerCertificate certificate = readCertificate(leaf);
  const X509* const failed = X509_STORE_CTX_get_current_cert(store);
  if (failed != nullptr && X509_STORE_CTX_get_error_depth(store) > 0) {
    certificate.failedAuthority = nameText(X509_get_subject_name(failed));
    readTimes(failed, certificate);
  }
  note(connection, std::move(certificate));
  return good;
}

/// Also the end of one that resumes a session, in which nothing is verified anew.
void onState(const SSL* connection, int state, int) {
  if ((state & SSL_CB_HANDSHAKE_DONE) == 0) return;
  const X509* const leaf = SSL_get0_peer_certificate(connection);
  if (leaf != nullptr) note(connection, readCertificate(leaf));
}

CURLcode onContext(CURL*, void* context, void* shared) {
  auto* const made = static_cast<SSL_CTX*>(context);
  const ShownCertificatesPtr& shown = *static_cast<const ShownCertificatesPtr*>(shared);
  ++shown->handshakes;
  auto slot = std::make_unique<ShownCertificatesPtr>(shown);
  if (SSL_CTX_set_ex_data(made, slotIndex(), slot.get()) != 1) return CURLE_OK;
  static_cast<void>(slot.release());  // the context's from here on
  SSL_CTX_set_verify(made, SSL_CTX_get_verify_mode(made), onVerified);
  SSL_CTX_set_info_callback(made, onState);
  return CURLE_OK;
}

/// With any other library the context of the callback is something else.
bool speaksOpenSsl() {
  const char* const library = curl_version_info(CURLVERSION_NOW)->ssl_version;
  constexpr std::string_view kOpenSsl = "OpenSSL/";
  return library != nullptr && std::string_view(library).substr(0, kOpenSsl.size()) == kOpenSsl;
}

}  // namespace

void noteCertificates(CURL* handle, ShownCertificatesPtr& shown) {
  static const bool possible = speaksOpenSsl();
  if (!possible) return;
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, &shown);
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, onContext);
}

}  // namespace cardinal
