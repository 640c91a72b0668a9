// SPDX-License-Identifier: Apache-2.0
#include "core/kube/rest/answer.h"

#include <algorithm>
#include <charconv>

#include "core/kube/rest/server_clock.h"

namespace cardinal {
namespace {

constexpr std::size_t kShownText = 200;
constexpr std::size_t kMaxWarnings = 50;
constexpr std::size_t kMaxAuditId = 64;

std::string firstLine(const std::string& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string line = text.substr(begin, std::min(text.find_first_of("\r\n", begin), begin + kShownText) - begin);
  return line;
}

Error notApiServer(const ResponseHead& head, const std::string& body, const CallSubject& subject) {
  const std::string* const type = head.find("content-type");
  std::string detail = type != nullptr ? *type : "no content type";
  if (const std::string* const location = head.find("location")) detail += ", Location " + *location;
  const std::string line = firstLine(body);
  if (!line.empty()) detail += ": " + line;
  Error error = makeError(ErrorCode::NotApiServer, subject.path, {}, detail);
  error.httpStatus = head.status;
  return error;
}

/// Codes that mean the same without a Status: a proxy or the server's outermost layer answers plain text.
bool isSelfExplaining(int status) {
  return status == 401 || status == 403 || status == 404 || status == 429 || status >= 500;
}

void describeCall(Error& error, const CallSubject& subject) {
  const std::string what = subject.verb + " " + subject.resource;
  switch (error.code) {
    case ErrorCode::Forbidden:
      error.subject = what;
      error.place = subject.ns.empty() ? "cluster" : subject.ns;
      break;
    case ErrorCode::Conflict:
    case ErrorCode::AlreadyExists:
    case ErrorCode::ResourceMissing:
      if (error.subject.empty() || !subject.name.empty())
        error.subject = subject.resource + (subject.name.empty() ? "" : "/" + subject.name);
      error.place = subject.ns.empty() ? "cluster" : subject.ns;
      break;
    case ErrorCode::Invalid:
      break;  // subject and place name object and field
    default:
      if (error.subject.empty()) error.subject = what;
  }
}

/// What an administrator needs to find the request in the server's log.
void addAuditId(Error& error, const ResponseHead& head) {
  const std::string* const id = head.find("audit-id");
  if (head.status < 500 || id == nullptr || id->empty() || id->size() > kMaxAuditId) return;
  error.detail += (error.detail.empty() ? "Audit-Id " : ", Audit-Id ") + *id;
}

/// Position behind the quoted text that begins at `at`; the text itself without escapes in `out`.
std::size_t quotedText(const std::string& line, std::size_t at, std::string& out) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    out.push_back(line[at]);
  }
  return std::min(at + 1, line.size());
}

}  // namespace

std::optional<WireFormat> wireFormat(const ResponseHead& head) {
  constexpr std::string_view kProtobuf = "application/vnd.kubernetes.protobuf";
  const std::string* const type = head.find("content-type");
  if (type == nullptr) return std::nullopt;
  if (type->compare(0, 16, "application/json") == 0) return WireFormat::Json;
  const bool named = type->compare(0, kProtobuf.size(), kProtobuf) == 0;
  const char behind = named && type->size() > kProtobuf.size() ? (*type)[kProtobuf.size()] : ';';
  return named && (behind == ';' || behind == ' ') ? std::optional(WireFormat::Protobuf) : std::nullopt;
}

bool isJson(const ResponseHead& head) {
  return wireFormat(head) == WireFormat::Json;
}

std::optional<Error> answerError(const ResponseHead& head, const std::string& body, const CallSubject& subject,
                                 Decoder& decoder, bool protobufAsked) {
  const auto format = wireFormat(head);
  const bool success = head.status >= 200 && head.status < 300;
  const bool readable = format == WireFormat::Json || (format && protobufAsked);
  if (success && (readable || body.empty())) return std::nullopt;
  if (success || (head.status >= 300 && head.status < 400)) return notApiServer(head, body, subject);
  Error error;
  auto status = format ? decoder.status(body, *format) : Result<ApiStatus>(unexpected(Error{}));
  if (status && status->failure) {
    error = statusError(*status);
  } else if (isSelfExplaining(head.status) && (!format || body.empty()) && firstLine(body).compare(0, 1, "<") != 0) {
    ApiStatus plain;
    plain.code = head.status;
    plain.message = firstLine(body);
    error = statusError(plain);
  } else {
    return notApiServer(head, body, subject);
  }
  error.httpStatus = head.status;
  describeCall(error, subject);
  addAuditId(error, head);
  return error;
}

bool refusesProtobuf(const Error& error) {
  constexpr int kNotAcceptable = 406;
  constexpr int kUnsupportedMediaType = 415;
  return error.httpStatus == kNotAcceptable || error.httpStatus == kUnsupportedMediaType;
}

bool isUnreadable(const Error& error) {
  return error.code == ErrorCode::ParseFailed || error.code == ErrorCode::NotApiServer;
}

std::optional<std::chrono::seconds> retryAfter(const ResponseHead& head, UnixSeconds now) {
  const std::string* const value = head.find("retry-after");
  if (value == nullptr || value->empty()) return std::nullopt;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), seconds);
  if (error == std::errc::result_out_of_range) {
    seconds = 120;
  } else if (error != std::errc() || end != value->data() + value->size()) {
    const UnixSeconds until = httpDate(*value);
    if (until == 0) return std::nullopt;
    // The server means its own clock, and mostly sends its time, too.
    const std::string* const date = head.find("date");
    const UnixSeconds servers = date == nullptr ? 0 : httpDate(*date);
    seconds = until - (servers != 0 ? servers : now);
  }
  return std::chrono::seconds(std::clamp<std::int64_t>(seconds, 1, 120));
}

std::vector<std::string> warningsOf(const ResponseHead& head) {
  std::vector<std::string> out;
  for (const auto& [name, line] : head.headers) {
    if (name != "warning") continue;
    std::size_t at = 0;
    while (at < line.size() && out.size() < kMaxWarnings) {
      const std::size_t code = line.find_first_not_of(" \t,", at);
      if (code == std::string::npos) break;
      const std::size_t quote = line.find('"', code);
      if (quote == std::string::npos) break;
      std::string text;
      at = quotedText(line, quote, text);
      // An optional date follows, quoted as well, without a comma in between.
      const std::size_t next = line.find_first_not_of(" \t", at);
      if (next != std::string::npos && line[next] == '"') {
        std::string date;
        at = quotedText(line, next, date);
      }
      if (line.compare(code, 4, "299 ") == 0 && std::find(out.begin(), out.end(), text) == out.end())
        out.push_back(std::move(text));
    }
  }
  return out;
}

}  // namespace cardinal
