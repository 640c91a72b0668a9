// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "core/base/error_places.h"
#include "core/model/pods/node_name_error.h"
#include "ui/i18n/errors/error_texts.h"

namespace cardinal::ui {

namespace {

class ErrorTitles {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ErrorTitles)

 public:
  static QString of(ErrorCode code);
  /// Of a pod that names its node.
  static QString bound() { return tr("bypasses the scheduler"); }
  /// On the way to the server; empty for others.
  static QString ofConnection(ErrorCode code);
  /// Of what was asked for, and of this program; empty for others.
  static QString ofRequest(ErrorCode code);
  /// Of what nobody has agreed to yet; empty = it is a plugin.
  static QString unconfirmed(const Error& error);
};

QString ErrorTitles::unconfirmed(const Error& error) {
  if (error.place == kNotCheckedPlace) return tr("server would not be checked");
  if (error.place == kTokenFilePlace) return tr("token file not allowed yet");
  if (error.place == kSummaryPlace) return tr("connection not agreed to yet");
  return {};
}

QString ErrorTitles::ofConnection(ErrorCode code) {
  switch (code) {
    case ErrorCode::KubeconfigMissing:
      return tr("no kubeconfig file");
    case ErrorCode::KubeconfigInvalid:
      return tr("kubeconfig not valid");
    case ErrorCode::ContextUnknown:
      return tr("unknown context");
    case ErrorCode::ContextNotChosen:
      return tr("no context chosen");
    case ErrorCode::ContextChanged:
      return tr("context changed");
    case ErrorCode::UserMissing:
      return tr("context without a user");
    case ErrorCode::UserDefined:
      return tr("context with a user");
    case ErrorCode::CredentialInvalid:
      return tr("credentials not usable");
    case ErrorCode::PluginMissing:
      return tr("credential plugin not found");
    case ErrorCode::PluginFailed:
      return tr("credential plugin failed");
    case ErrorCode::PluginUnconfirmed:
      return tr("credential plugin not allowed yet");
    case ErrorCode::AddressUnresolved:
      return tr("name has no address");
    case ErrorCode::ConnectionRefused:
      return tr("connection refused");
    case ErrorCode::ConnectionFailed:
      return tr("no connection");
    case ErrorCode::TlsUntrusted:
      return tr("certificate not trusted");
    case ErrorCode::TlsExpired:
      return tr("server certificate expired");
    case ErrorCode::TlsNameMismatch:
      return tr("certificate for another name");
    case ErrorCode::TlsClientRejected:
      return tr("client certificate rejected");
    case ErrorCode::TlsFailed:
      return tr("encryption failed");
    case ErrorCode::Timeout:
      return tr("no answer in time");
    case ErrorCode::TruncatedAnswer:
      return tr("answer ended early");
    case ErrorCode::NotApiServer:
      return tr("not a Kubernetes API server");
    case ErrorCode::Cancelled:
      return tr("cancelled");
    default:
      return {};
  }
}

QString ErrorTitles::ofRequest(ErrorCode code) {
  switch (code) {
    case ErrorCode::NoPodTemplate:
      return tr("no pod template");
    case ErrorCode::NotDivisible:
      return tr("memory does not divide");
    case ErrorCode::CoreNotMultipleOfFive:
      return tr("compute not in steps of 5");
    case ErrorCode::CoreOutOfRange:
      return tr("compute out of range");
    case ErrorCode::CoreWithoutMemory:
      return tr("compute without memory");
    case ErrorCode::QuotaExceeded:
      return tr("quota exceeded");
    case ErrorCode::LimitsViolated:
      return tr("limits violated");
    case ErrorCode::QuantityInvalid:
      return tr("not a quantity");
    case ErrorCode::MixedGpuRequests:
      return tr("mixed GPU requests");
    case ErrorCode::MetricsMissing:
      return tr("no metrics source");
    case ErrorCode::MetricsQuery:
      return tr("metrics question refused");
    case ErrorCode::StalePreview:
      return tr("preview out of date");
    case ErrorCode::NotConnected:
      return tr("not connected");
    case ErrorCode::ReadOnlySource:
      return tr("read-only");
    case ErrorCode::PlanRunning:
      return tr("another plan is running");
    case ErrorCode::PlanUnfinished:
      return tr("plan not finished");
    case ErrorCode::Internal:
      return tr("program error");
    default:
      return {};
  }
}

QString ErrorTitles::of(ErrorCode code) {
  switch (code) {
    case ErrorCode::FileMissing:
      return tr("file not found");
    case ErrorCode::FileUnreadable:
      return tr("file not readable");
    case ErrorCode::FileUnwritable:
      return tr("file not writable");
    case ErrorCode::ParseFailed:
      return tr("not well formed");
    case ErrorCode::InvalidField:
      return tr("field not valid");
    case ErrorCode::InvalidArgument:
      return tr("argument not valid");
    case ErrorCode::NotFound:
      return tr("not found");
    case ErrorCode::Unsupported:
      return tr("not supported");
    case ErrorCode::LimitExceeded:
      return tr("too large");
    case ErrorCode::OutcomeUnknown:
      return tr("outcome unknown");
    case ErrorCode::Unauthorized:
      return tr("credentials expired or not accepted");
    case ErrorCode::Forbidden:
      return tr("no permission");
    case ErrorCode::ResourceMissing:
      return tr("unknown to the server");
    case ErrorCode::AlreadyExists:
      return tr("exists already");
    case ErrorCode::Conflict:
      return tr("changed meanwhile");
    case ErrorCode::Expired:
      return tr("version expired");
    case ErrorCode::Invalid:
      return tr("rejected as invalid");
    case ErrorCode::TooManyRequests:
      return tr("too many requests");
    case ErrorCode::EvictionBlocked:
      return tr("blocked by a disruption budget");
    case ErrorCode::ServerFailed:
      return tr("server error");
    case ErrorCode::ApiStatus:
      return tr("unexpected answer");
    default:
      break;
  }
  const QString request = ofRequest(code);
  return request.isEmpty() ? ofConnection(code) : request;
}

}  // namespace

QString errorTitle(const Error& error) {
  if (error.code == ErrorCode::Unsupported && error.place == kNodeNamePlace) return ErrorTitles::bound();
  const QString title = error.code == ErrorCode::PluginUnconfirmed ? ErrorTitles::unconfirmed(error) : QString();
  return title.isEmpty() ? ErrorTitles::of(error.code) : title;
}

}  // namespace cardinal::ui
