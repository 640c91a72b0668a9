// SPDX-License-Identifier: Apache-2.0
#include "core/base/error_places.h"
#include "core/base/server_certificate.h"
#include "ui/i18n/errors/error_families.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {
constexpr int kLongestIssuer = 240;
constexpr int kLongestNames = 600;
}  // namespace

QString ErrorTexts::issuer(const ServerCertificate& shown) {
  const QString name = shown.issuer.empty() ? tr("(not named)") : plain(shown.issuer, kLongestIssuer);
  return shown.selfSigned ? tr("It is self-signed: %1.").arg(name) : tr("It was issued by %1.").arg(name);
}

QString ErrorTexts::validity(const ServerCertificate& shown) {
  if (shown.failedAuthority.empty()) {
    return tr("It is valid from %1 until %2; this machine's clock said %3.")
        .arg(dateTime(shown.notBefore), dateTime(shown.notAfter), dateTime(shown.shownAt));
  }
  return tr("The authority %1 above it is valid from %2 until %3; this machine's clock said %4.")
      .arg(plain(shown.failedAuthority, kLongestIssuer), dateTime(shown.notBefore), dateTime(shown.notAfter),
           dateTime(shown.shownAt));
}

QString ErrorTexts::names(const ServerCertificate& shown, const QString& asked) {
  if (shown.names.empty()) return tr("It names neither a host nor an address; %1 was asked for.").arg(asked);
  QString list = joinNames(shown.names, kLongestNames);
  if (shown.moreNames > 0)
    list = tr("%1 and %n more", "names in a certificate", static_cast<int>(shown.moreNames)).arg(list);
  return tr("It names %1; %2 was asked for.").arg(list, asked);
}

QString ErrorTexts::withCertificate(const QString& sentence, const Error& error) {
  if (error.certificate == nullptr) return sentence;
  const ServerCertificate& shown = *error.certificate;
  const QString more = error.code == ErrorCode::TlsUntrusted ? issuer(shown)
                       : error.code == ErrorCode::TlsExpired ? validity(shown)
                                                             : names(shown, place(error));
  return joinSentences({sentence, more});
}

QString ErrorTexts::transport(const Error& error) {
  switch (error.code) {
    case ErrorCode::AddressUnresolved:
      return tr("The name %1 does not resolve. Check the server entry of the kubeconfig, the DNS and the VPN.")
          .arg(subject(error));
    case ErrorCode::ConnectionRefused:
      return tr("%1 refuses the connection. Check that the API server runs and that address and port are right.")
          .arg(subject(error));
    case ErrorCode::ConnectionFailed:
      return withReported(
          tr("There is no connection to %1. Check the network, the VPN and the firewall.").arg(subject(error)), error);
    case ErrorCode::TlsUntrusted:
      return withReported(
          withCertificate(
              error.place == kSystemTrustPlace
                  ? tr("The certificate of %1 is not signed by an authority that this machine trusts, and the "
                       "kubeconfig "
                       "names none. Set certificate-authority there; nothing was sent.")
                        .arg(subject(error))
                  : tr("The certificate of %1 is not signed by the authority that the kubeconfig trusts. Check "
                       "certificate-authority there; nothing was sent.")
                        .arg(subject(error)),
              error),
          error);
    case ErrorCode::TlsExpired:
      return withCertificate(
          tr("The certificate of %1 is outside its period of validity. Check this machine's clock, or have the "
             "server's "
             "certificate renewed.")
              .arg(subject(error)),
          error);
    case ErrorCode::TlsNameMismatch:
      return withReported(
          withCertificate(tr("The certificate of %1 was issued for other names. Correct the server address, or set "
                             "tls-server-name in the kubeconfig.")
                              .arg(subject(error)),
                          error),
          error);
    case ErrorCode::TlsClientRejected:
      return withReported(
          tr("%1 does not accept the client certificate of the kubeconfig: it may have expired or belong to "
             "another cluster. Get a new one.")
              .arg(subject(error)),
          error);
    case ErrorCode::TlsFailed:
      return withReported(tr("The encrypted connection to %1 failed. Check that this is the port of the API server.")
                              .arg(subject(error)),
                          error);
    case ErrorCode::Timeout:
      return tr("No answer in time: %1. Check the network; it will be tried again.").arg(subject(error));
    case ErrorCode::TruncatedAnswer:
      return withReported(
          tr("The answer to %1 ended early and was thrown away. Check the connection and any proxy in between.")
              .arg(subject(error)),
          error);
    case ErrorCode::NotApiServer:
      return withReported(
          tr("The answer to %1 is not from a Kubernetes API server. Check the server address; a proxy or a login "
             "page may stand in between.")
              .arg(subject(error)),
          error);
    case ErrorCode::Cancelled:
      return tr("Cancelled. Nothing more was done.");
    case ErrorCode::OutcomeUnknown:
      return withReported(
          tr("It is unknown whether the cluster did this: %1. The request was sent and no answer came. Look at the "
             "object before you repeat it.")
              .arg(subject(error)),
          error);
    default:
      return {};
  }
}

}  // namespace cardinal::ui
