// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/net/scripted_server.h"
#include "tests/support/net/upstream.h"

namespace cardinal::test {

/// What happens to one request instead of being passed on.
using Fault = std::function<void(const ScriptedRequest&, ScriptedConnection&, const Upstream&)>;
using Matcher = std::function<bool(const ScriptedRequest&)>;

/// Between a client and the real API server: ends the client's TLS with a test authority's certificate, passes requests
/// on (watches byte by byte, everything else whole) and lets chosen ones meet a fault. Speaks HTTP/1.1 to both sides;
/// for faults of TCP, of the real TLS and of HTTP/2 put a TcpProxy in between, in front of it or instead.
class FaultProxy {
 public:
  FaultProxy(Upstream upstream, ServerTls shown);
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  int port() const;
  /// The next `times` requests that match meet the fault; -1 = all of them. The rule that was added last is asked
  /// first.
  void when(Matcher matches, Fault fault, int times = -1);
  /// No faults any more; those under way go on.
  void clear();
  /// New connections see another certificate.
  void present(const ServerTls& tls);
  /// What the client sent so far, and how many of them met a fault.
  std::vector<ScriptedRequest> requests() const;
  int faults() const;
  std::size_t countOf(const Matcher& matches) const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

// Which requests.
Matcher listsOf(std::string path);                          ///< GET of this collection that is no watch
Matcher watchesOf(std::string path);                        ///< a watch of this collection
Matcher requestsFor(std::string method, std::string path);  ///< any query
Matcher everything();

// What happens. "The real answer" was asked from the server first.

/// This answer; the server is not asked. `extra` = header lines, each ended by CRLF.
Fault answerWith(int status, std::string body, std::string contentType = "application/json", std::string extra = {});
/// A Kubernetes Status with that code, reason and message; the server is not asked.
Fault refuseWith(int status, const std::string& reason, const std::string& message, const std::string& extra = {});
/// A page in HTML as captive portals and login pages send it; `status` 302 carries a Location.
Fault loginPage(int status = 200);
/// The real answer, changed.
Fault changed(std::function<void(RealAnswer&)> change);
/// The real answer ends after `bytes` of its body: with the announced length not reached and FIN, with RST, or without
/// any announced length, so that the transport believes that it is whole.
enum class Cut { Short, Reset, Unframed };
Fault cutAt(std::size_t bytes, Cut how);
/// Byte `byte` of the body of the real answer is `with` instead.
Fault corruptAt(std::size_t byte, char with);
/// The body of the real answer comes in drips of `bytes`, one every `pause`, until the client goes away.
Fault trickle(std::size_t bytes, std::chrono::milliseconds pause);
/// Nothing is answered; the connection stays open until the client closes it.
Fault silence();
/// The real answer comes after `time`.
Fault late(std::chrono::milliseconds time);
/// The connection ends without an answer, and the server never hears of the request.
Fault hangUp(bool reset = false);
/// The server does what was asked, and the connection ends without an answer.
Fault loseAnswer();
/// A watch passes until `bytes` of its body have come, then the connection ends.
Fault endStreamAfter(std::size_t bytes);
/// A watch whose head passes and whose events are kept by something in between that buffers.
Fault bufferedStream();
/// A watch that answers 200, sends `text` in one chunk and then ends as planned; the server is not asked.
Fault streamOf(std::string text);

}  // namespace cardinal::test
