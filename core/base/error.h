// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cardinal {

struct ServerCertificate;

/// What went wrong, as a code. Core never builds sentences for people: `ui/i18n` turns a code and the
/// parameters of `Error` into a sentence that names the thing, the place and the remedy.
enum class ErrorCode {
  // Files and arguments.
  FileMissing,      ///< subject = path
  FileUnreadable,   ///< subject = path, detail = system message
  FileUnwritable,   ///< subject = path, detail = system message
  ParseFailed,      ///< subject = what was parsed, place = "line 3, column 7" or "byte 120", detail = parser's words
  InvalidField,     ///< subject = field, place = file or object, detail = the offending value
  InvalidArgument,  ///< subject = argument, detail = value
  NotFound,         ///< subject = what was looked for, place = where, detail = what there is, if that is a short list
  Unsupported,      ///< subject = what, place = where; known, but this program does not do it
  LimitExceeded,    ///< subject = what, detail = limit
  // kubeconfig.
  KubeconfigMissing,  ///< subject = path(s) looked at
  KubeconfigInvalid,  ///< subject = field or entry, place = file, detail = value or parser's words
  ContextUnknown,     ///< subject = context, place = file(s), detail = the contexts there are
  ContextNotChosen,   ///< no current-context; detail = the contexts there are
  ContextChanged,     ///< means another cluster or identity than when its tab was remembered; subject = context
  UserMissing,  ///< the context names no user, or one that is not defined; subject = field, place = file, detail = our
                ///< words
  UserDefined,  ///< to connect anonymously was asked for, and the context has a user; subject = user, place = file
  CredentialInvalid,  ///< subject = field, place = file or user entry, detail = OpenSSL's or our words
  PluginMissing,  ///< the credential plugin's program is not there; subject = command, place = PATH searched, detail =
                  ///< install hint
  PluginFailed,  ///< subject = command, place = user entry and file, detail = what happened, with the end of its stderr
  PluginUnconfirmed,  ///< nobody has allowed this plugin to run yet; subject = whole command, place = user entry and
                      ///< file
  // Transport.
  AddressUnresolved,  ///< subject = host
  ConnectionRefused,  ///< subject = host:port
  ConnectionFailed,   ///< subject = host:port, detail = libcurl's words
  TlsUntrusted,  ///< server certificate not signed by the trusted CA; subject = host:port, place = kSystemTrustPlace or
                 ///< empty
  TlsExpired,    ///< server certificate outside its validity; subject = host:port
  TlsNameMismatch,  ///< server certificate is for other names; subject = host:port, place = the name that was asked for
  TlsClientRejected,  ///< the server refused our certificate (expired, unknown); subject = host:port
  TlsFailed,          ///< any other TLS failure; subject = host:port, detail = OpenSSL's words
  Timeout,            ///< subject = host:port or operation
  TruncatedAnswer,    ///< the body ended early; subject = URL path, detail = bytes received
  NotApiServer,    ///< an answer that is no Kubernetes JSON; subject = URL path, detail = content type or first bytes
  Cancelled,       ///< the caller asked to stop
  OutcomeUnknown,  ///< a write was sent and no answer came; subject = what was asked, detail = why
  // Kubernetes answers (HTTP status in `httpStatus`, the server's own words in `detail`).
  Unauthorized,     ///< 401
  Forbidden,        ///< 403; subject = verb and resource, place = namespace or "cluster"
  ResourceMissing,  ///< 404
  AlreadyExists,    ///< 409 on create
  Conflict,         ///< 409 on update: the object changed meanwhile; `causes` hold both values where they are known
  Expired,          ///< 410
  Invalid,          ///< 422; place = field path of the first cause, `causes` = all of them
  TooManyRequests,  ///< 429
  EvictionBlocked,  ///< 429 to an eviction: a PodDisruptionBudget does not allow it now; subject = pod, place = budget,
                    ///< empty = not said
  ServerFailed,     ///< 5xx
  ApiStatus,        ///< any other status the server answered
  // Manifests and requests.
  NoPodTemplate,          ///< subject = kind, place = file and line: a kind that holds no pod template
  NotDivisible,           ///< subject = memory asked, detail = number of cards, place = object
  CoreNotMultipleOfFive,  ///< subject = value, place = object
  CoreOutOfRange,         ///< subject = value, place = object
  CoreWithoutMemory,      ///< place = object
  QuantityInvalid,        ///< subject = text, place = field
  MixedGpuRequests,       ///< containers of one pod ask for different GPU resources; place = object
  QuotaExceeded,   ///< the namespace's quota refuses the pod; subject = quota, place = namespace, detail = the server's
                   ///< kind of words
  LimitsViolated,  ///< a LimitRange refuses the pod; subject = limit range, place = namespace, detail = as above
  // Metrics.
  MetricsMissing,  ///< no metrics source; subject = the cluster's source, detail = what was looked for
  MetricsQuery,    ///< the metrics source refused a question; subject = source, detail = its words
  // State.
  StalePreview,    ///< the state changed since the preview was computed
  NotConnected,    ///< the source has no data yet or cannot take writes; subject = source
  ReadOnlySource,  ///< the source (a snapshot file) cannot be changed; subject = source
  PlanRunning,     ///< another process works on the node; subject = node, place = cluster
  PlanUnfinished,  ///< a plan of the node is neither finished nor left; subject = node, detail = the plan's id
  Internal,        ///< a bug; detail = what was seen
};

/// One reason of several for which a server refuses an object.
struct ErrorCause {
  std::string field;    ///< "spec.containers[0].image"; for a conflict the label
  std::string reason;   ///< the server's word; for a conflict kTheirs, kSeen or kYours
  std::string message;  ///< hostile; for a conflict the value
  bool operator==(const ErrorCause&) const = default;
};
/// Reasons of the causes of a Conflict over a value: what it is now, what the user saw, what the user wanted.
inline constexpr const char* kTheirs = "theirs";
inline constexpr const char* kSeen = "seen";
inline constexpr const char* kYours = "yours";

/// A failure as data. `detail` may hold foreign text (a server's message, a parser's words): it is hostile,
/// for the log and for plain-text display only. Secrets are never put into any field.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string subject;                  ///< the thing
  std::string place;                    ///< where it stands
  std::string detail;                   ///< foreign or technical words
  int httpStatus = 0;                   ///< 0 = no HTTP answer
  std::vector<ErrorCause> causes = {};  ///< at most 20; empty = only one is known
  /// TlsUntrusted, TlsExpired, TlsNameMismatch: what the server showed (server_certificate.h); null = not known.
  std::shared_ptr<const ServerCertificate> certificate = {};
};

inline Error makeError(ErrorCode code, std::string subject = {}, std::string place = {}, std::string detail = {}) {
  return Error{code, std::move(subject), std::move(place), std::move(detail), 0, {}, {}};
}

/// Stable English name of the code, for logs, `-o json` and tests.
const char* toString(ErrorCode code) noexcept;

/// One line for the log: code, subject, place, detail, status.
std::string describe(const Error& error);

}  // namespace cardinal
