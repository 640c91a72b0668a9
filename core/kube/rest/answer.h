// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/kube/decode/decoder.h"
#include "core/kube/transport/transport.h"

namespace cardinal {

/// What was asked, for messages about the answer.
struct CallSubject {
  std::string verb;      ///< "list", "watch", "create", "patch", "get"
  std::string resource;  ///< "pods"
  std::string ns;        ///< empty = the whole cluster
  std::string name;      ///< of one object, may be empty
  std::string path;      ///< as sent
};

/// How the body is written, by its content type; nothing where that is neither.
std::optional<WireFormat> wireFormat(const ResponseHead& head);
/// True for a JSON answer; a non-empty body with another or no content type did not come from an API server.
bool isJson(const ResponseHead& head);

/// The error of an answer, or nothing for 2xx JSON, and 2xx protobuf where that was asked for
/// (docs/reference/kubernetes-client.md 2.8, 4.8). Forbidden: subject "list pods", place = namespace or "cluster".
/// Unauthorized and the like keep the server's words in `detail`, those of 5xx with the Audit-Id behind them.
/// NotApiServer: subject = path, detail = content type and the beginning of the text.
std::optional<Error> answerError(const ResponseHead& head, const std::string& body, const CallSubject& subject,
                                 Decoder& decoder, bool protobufAsked = false);

/// Value of Accept that takes protobuf and JSON (docs/reference/protobuf.md 1).
inline constexpr const char* kAcceptProtobuf = "application/vnd.kubernetes.protobuf, application/json";
/// The server has no protobuf of what was asked for (406, 415).
bool refusesProtobuf(const Error& error);
/// The answer is not what it was announced as; in the other format it may be.
bool isUnreadable(const Error& error);

/// How long the server asks to wait: header Retry-After (seconds or a date), clamped to 1..120 s; nothing when it does
/// not ask.
std::optional<std::chrono::seconds> retryAfter(const ResponseHead& head, UnixSeconds now);

/// Texts of the Warning headers with code 299, each once. Hostile text.
std::vector<std::string> warningsOf(const ResponseHead& head);

}  // namespace cardinal
