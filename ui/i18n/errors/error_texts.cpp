// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/errors/error_texts.h"

#include "ui/i18n/errors/error_families.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

QString ErrorTexts::subject(const Error& error) {
  return error.subject.empty() ? tr("(not named)") : plain(error.subject);
}

QString ErrorTexts::place(const Error& error) {
  return error.place.empty() ? tr("(place unknown)") : plain(error.place);
}

QString ErrorTexts::detail(const Error& error) {
  return plain(error.detail);
}

QString ErrorTexts::withReported(const QString& sentence, const Error& error) {
  if (error.detail.empty()) return sentence;
  return tr("%1 Reported: %2", "a whole sentence, then the words of a parser or of the system")
      .arg(sentence, detail(error));
}

QString ErrorTexts::withServerWords(const QString& sentence, const Error& error) {
  if (error.detail.empty()) return sentence;
  return tr("%1 The server says: %2", "a whole sentence, then the server's own words").arg(sentence, detail(error));
}

QString ErrorTexts::serverWords(const Error& error) {
  return tr("The server says: %1").arg(plain(error.detail, 400));
}

QString errorDetailText(const Error& error) {
  return error.detail.empty() || errorText(error).contains(plain(error.detail)) ? QString()
                                                                                : ErrorTexts::serverWords(error);
}

QString errorText(const Error& error) {
  switch (error.code) {
    case ErrorCode::FileMissing:
    case ErrorCode::FileUnreadable:
    case ErrorCode::FileUnwritable:
    case ErrorCode::ParseFailed:
    case ErrorCode::InvalidField:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotFound:
    case ErrorCode::Unsupported:
    case ErrorCode::LimitExceeded:
      return ErrorTexts::file(error);
    case ErrorCode::KubeconfigMissing:
    case ErrorCode::KubeconfigInvalid:
    case ErrorCode::ContextUnknown:
    case ErrorCode::ContextNotChosen:
    case ErrorCode::ContextChanged:
    case ErrorCode::UserMissing:
    case ErrorCode::UserDefined:
    case ErrorCode::CredentialInvalid:
    case ErrorCode::PluginMissing:
    case ErrorCode::PluginFailed:
    case ErrorCode::PluginUnconfirmed:
      return ErrorTexts::kubeconfig(error);
    case ErrorCode::AddressUnresolved:
    case ErrorCode::ConnectionRefused:
    case ErrorCode::ConnectionFailed:
    case ErrorCode::TlsUntrusted:
    case ErrorCode::TlsExpired:
    case ErrorCode::TlsNameMismatch:
    case ErrorCode::TlsClientRejected:
    case ErrorCode::TlsFailed:
    case ErrorCode::Timeout:
    case ErrorCode::TruncatedAnswer:
    case ErrorCode::NotApiServer:
    case ErrorCode::Cancelled:
    case ErrorCode::OutcomeUnknown:
      return ErrorTexts::transport(error);
    case ErrorCode::Unauthorized:
    case ErrorCode::Forbidden:
    case ErrorCode::ResourceMissing:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
    case ErrorCode::Expired:
    case ErrorCode::Invalid:
    case ErrorCode::TooManyRequests:
    case ErrorCode::EvictionBlocked:
    case ErrorCode::ServerFailed:
    case ErrorCode::ApiStatus:
      return ErrorTexts::cluster(error);
    case ErrorCode::NoPodTemplate:
    case ErrorCode::NotDivisible:
    case ErrorCode::CoreNotMultipleOfFive:
    case ErrorCode::CoreOutOfRange:
    case ErrorCode::CoreWithoutMemory:
    case ErrorCode::QuantityInvalid:
    case ErrorCode::MixedGpuRequests:
    case ErrorCode::QuotaExceeded:
    case ErrorCode::LimitsViolated:
    case ErrorCode::MetricsMissing:
    case ErrorCode::MetricsQuery:
    case ErrorCode::StalePreview:
    case ErrorCode::NotConnected:
    case ErrorCode::ReadOnlySource:
    case ErrorCode::PlanRunning:
    case ErrorCode::PlanUnfinished:
    case ErrorCode::Internal:
      return ErrorTexts::request(error);
  }
  return {};
}

}  // namespace cardinal::ui
