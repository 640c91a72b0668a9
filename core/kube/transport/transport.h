// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace cardinal {

/// Requests of one lane share connections; lanes do not, so that a long list never delays a write and a dead connection
/// never stalls more than one of them.
enum class Lane : std::uint8_t { Interactive, List, Watch };

struct HttpRequest {
  std::string method = "GET";
  std::string path;   ///< percent-encoded, begins with "/"; the server's prefix is put in front
  std::string query;  ///< percent-encoded, without "?"
  std::vector<std::pair<std::string, std::string>>
      headers;  ///< beside Accept, Authorization and User-Agent, which the transport sets
  std::string body;
  Lane lane = Lane::Interactive;
  bool streaming = false;   ///< body is handed over in pieces as it comes, instead of whole at the end
  bool compressed = false;  ///< the answer may come gzipped; never for streams
  bool repeatable = false;  ///< a write whose precondition makes a second arrival do nothing: it may go over a
                            ///< connection that was used before, and again over another if that one dies
  bool harmless = false;    ///< nothing is kept by the server although the method is not GET: dry runs, reviews
  std::size_t maxBodyBytes = std::size_t{1} << 30U;  ///< after decompression; not for streams
  std::chrono::milliseconds connectTimeout{10'000};  ///< name, TCP, TLS, proxy
  std::chrono::milliseconds headerTimeout{30'000};   ///< from the request sent to the first header
  std::chrono::milliseconds totalTimeout{70'000};    ///< 0 = none
  /// A body that brings less than 1 KiB a second for so long is given up; not for streams.
  std::chrono::milliseconds stallWindow{20'000};
  /// How long somebody who was asked to stop still waits for the answer of a write that is on its way, so that its
  /// outcome is known where the server is well.
  std::chrono::milliseconds stopGrace{0};
};

struct ResponseHead {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case, in the order they came

  /// First value of a header (name in lower case), or nullptr.
  const std::string* find(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return &value;
    }
    return nullptr;
  }
};

/// How long each stage of a request took.
struct StageTimes {
  bool fresh = false;                      ///< a new connection was made for it; else the first three are 0
  std::chrono::microseconds name{0};       ///< of the server or the proxy
  std::chrono::microseconds connect{0};    ///< TCP
  std::chrono::microseconds tls{0};        ///< with CONNECT, where a proxy is in between
  std::chrono::microseconds firstByte{0};  ///< from the request sent
  std::chrono::microseconds body{0};       ///< from the first byte to the last
  std::uint64_t bodyBytes = 0;             ///< over the line, packed where the answer is
  std::string address;                     ///< that was connected to
  std::string protocol;                    ///< "HTTP/2" or "HTTP/1.1"
  /// The certificate that the server showed last names nothing, and was taken for its common name: clients of Go refuse
  /// it.
  bool commonNameOnly = false;
};

struct HttpResponse {
  ResponseHead head;
  std::string body;  ///< empty for streams
  StageTimes times = {};
};

/// What becomes of a request. Called on the loop's thread, never from inside start() or cancel(). Either may be empty
/// except `end`.
struct ResponseHandler {
  std::function<void(const ResponseHead&)> head;
  std::function<void(std::string chunk)> data;    ///< streams only
  std::function<void(Result<HttpResponse>)> end;  ///< once, unless cancelled; an answer of any status is a success
};

/// Names a request; 0 names none.
using RequestId = std::uint64_t;

/// Carries requests to one API server under one identity. All calls on the loop's thread. A request other than GET is
/// sent once at the most, unless the server itself says that it did not take it. Errors at the end of a request:
/// AddressUnresolved, ConnectionRefused, ConnectionFailed, Tls*, CredentialInvalid, Plugin*, Timeout,
/// TruncatedAnswer, LimitExceeded, InvalidArgument (a header that cannot be sent). OutcomeUnknown (subject = "POST
/// /path", detail = why) instead of these for what is neither GET nor harmless, once it was sent and as long as no
/// whole answer came, and for what is repeatable, once it was sent again and the second arrival was refused.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual RequestId start(HttpRequest request, ResponseHandler handler) = 0;
  /// Forgets a request at once: no further call to its handler. Unknown and 0 are ignored. What a write did is then
  /// unknown.
  virtual void cancel(RequestId request) = 0;
  /// New requests of the lane use new connections; running ones keep theirs.
  virtual void dropConnections(Lane lane) = 0;
  /// After a 401: reads credentials again that can change (a token file, a credential plugin). True when the request
  /// may be tried once more.
  virtual bool renewCredentials() = 0;
  /// The user asked to try again: what was given up about credentials may be tried anew.
  virtual void allowRenewal() {}
};

}  // namespace cardinal
