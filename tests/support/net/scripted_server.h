// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/net/certificates.h"

namespace cardinal::test {

struct ScriptedRequest {
  std::string method;
  std::string path;
  std::string query;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
  int connection = 0;  ///< number of the TCP connection, from 1
};

/// The server's side of one connection, for a handler to answer with.
class ScriptedConnection {
 public:
  virtual ~ScriptedConnection() = default;
  /// A whole answer with Content-Length. `extra` = header lines, each ended by CRLF.
  void respond(int status, const std::string& body, const std::string& contentType = "application/json",
               const std::string& extra = {});
  /// Head of a chunked answer; then chunk() as often as wanted and endChunks().
  void beginChunks(int status = 200, const std::string& contentType = "application/json");
  void chunk(std::string_view data);
  void endChunks() { write("0\r\n\r\n"); }
  /// Bytes as they are. False when the client is gone.
  virtual bool write(std::string_view bytes) = 0;
  /// Waits until the client goes away or the server is stopped.
  virtual void waitForEnd() = 0;
  /// Ends the connection; `reset`: with RST instead of FIN.
  virtual void close(bool reset = false) = 0;
  /// The socket, for poll(): becomes readable when the client goes away or the server is stopped.
  virtual int descriptor() const = 0;
};

struct ServerTls {
  KeyPair identity;
  std::string clientCaPem;   ///< not empty: a client certificate of this authority is demanded
  bool brokenHttp2 = false;  ///< agrees on HTTP/2 with who offers it, and then answers what is none
};

/// A small HTTP/1.1 server on a loopback port that does exactly what its handler says, also what no real server should.
/// The handler runs on the connection's own thread, several at a time.
class ScriptedServer {
 public:
  using Handler = std::function<void(const ScriptedRequest&, ScriptedConnection&)>;
  ScriptedServer(Handler handler, std::optional<ServerTls> tls);
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  int port() const;
  /// New connections see this identity. Only for a server that was made with TLS.
  void setTls(const ServerTls& tls);
  /// What came so far.
  std::vector<ScriptedRequest> requests() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// A loopback port on which nobody listens.
int unusedPort();

}  // namespace cardinal::test
