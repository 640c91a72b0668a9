// SPDX-License-Identifier: Apache-2.0
#include <openssl/x509_vfy.h>

#include <cerrno>
#include <string_view>

#include "core/base/error_places.h"
#include "core/kube/transport/curl_handles.h"

namespace cardinal {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// OpenSSL names the alert that the other side sent; these are the ones about our certificate.
bool isClientRejection(std::string_view words) {
  for (const char* alert : {"alert bad certificate", "alert unsupported certificate", "alert certificate revoked",
                            "alert certificate expired", "alert certificate unknown", "alert unknown ca",
                            "alert access denied", "alert certificate required", "certificate required"}) {
    if (contains(words, alert)) return true;
  }
  return false;
}

ErrorCode verificationCode(CURL* handle, std::string_view words) {
  // libcurl compares names itself and has no number for it.
  if (contains(words, "subject name") && contains(words, "match")) return ErrorCode::TlsNameMismatch;
  long result = 0;
  curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result);
  switch (result) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return ErrorCode::TlsNameMismatch;
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return ErrorCode::TlsExpired;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_CERT_UNTRUSTED:
    case X509_V_ERR_INVALID_CA:
      return ErrorCode::TlsUntrusted;
    default:
      return ErrorCode::TlsFailed;
  }
}

ErrorCode codeOf(CURLcode code, CURL* handle, std::string_view words, bool headSeen) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return ErrorCode::AddressUnresolved;
    case CURLE_COULDNT_CONNECT: {
      long number = 0;
      curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
      return number == ECONNREFUSED ? ErrorCode::ConnectionRefused : ErrorCode::ConnectionFailed;
    }
    case CURLE_OPERATION_TIMEDOUT:
      return ErrorCode::Timeout;
    case CURLE_PEER_FAILED_VERIFICATION:
      return verificationCode(handle, words);
    case CURLE_SSL_CERTPROBLEM:
      return ErrorCode::CredentialInvalid;
    case CURLE_SSL_CONNECT_ERROR:
      return isClientRejection(words) ? ErrorCode::TlsClientRejected : ErrorCode::TlsFailed;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CIPHER:
      return ErrorCode::TlsFailed;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      // With TLS 1.3 the server refuses our certificate only after the handshake.
      if (isClientRejection(words)) return ErrorCode::TlsClientRejected;
      return headSeen ? ErrorCode::TruncatedAnswer : ErrorCode::ConnectionFailed;
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_BAD_CONTENT_ENCODING:
      return headSeen ? ErrorCode::TruncatedAnswer : ErrorCode::ConnectionFailed;
    default:
      return ErrorCode::ConnectionFailed;
  }
}

}  // namespace

Error transferError(CURLcode code, CURL* handle, const char* words, const ClusterAccess& access,
                    const HttpRequest& request, bool headSeen, std::size_t bytes) {
  const std::string text = words != nullptr && *words != '\0' ? words : curl_easy_strerror(code);
  Error error = makeError(codeOf(code, handle, text, headSeen), access.server.authority(), {}, text);
  if (error.code == ErrorCode::AddressUnresolved) error.subject = access.server.host;
  if (error.code == ErrorCode::TruncatedAnswer) {
    error.subject = request.path;
    error.detail = std::to_string(bytes);
  }
  const bool byProxy = code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_PROXY || contains(text, "CONNECT tunnel");
  if (byProxy) error.place = "proxy-url";
  return error;
}

void addCertificate(Error& error, const ShownCertificates& shown, const ClusterAccess& access) {
  const bool about = error.code == ErrorCode::TlsUntrusted || error.code == ErrorCode::TlsExpired ||
                     error.code == ErrorCode::TlsNameMismatch;
  const bool ofProxy = access.proxyUrl.rfind("https://", 0) == 0 && shown.handshakes < 2;
  if (!about || ofProxy) return;
  if (error.code == ErrorCode::TlsUntrusted && access.caPem.empty()) error.place = kSystemTrustPlace;
  if (error.code == ErrorCode::TlsNameMismatch)
    error.place = access.tlsServerName.empty() ? access.server.host : access.tlsServerName;
  error.certificate = shown.last;
}

}  // namespace cardinal
