// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/scripted_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "tests/support/net/loopback.h"

namespace cardinal::test {
namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

int chooseHttp2(SSL*, const unsigned char** out, unsigned char* size, const unsigned char* offered,
                unsigned offeredSize, void*) {
  static constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen, size, kHttp2, sizeof kHttp2, offered, offeredSize);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

SSL_CTX* makeContext(const ServerTls& tls) {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  const auto memory = [](const std::string& pem) { return BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())); };
  BIO* in = memory(tls.identity.certificatePem);
  X509* certificate = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
  require(SSL_CTX_use_certificate(context, certificate) == 1, "certificate");
  X509_free(certificate);
  BIO_free(in);
  in = memory(tls.identity.keyPem);
  EVP_PKEY* key = PEM_read_bio_PrivateKey(in, nullptr, nullptr, nullptr);
  require(SSL_CTX_use_PrivateKey(context, key) == 1, "key");
  EVP_PKEY_free(key);
  BIO_free(in);
  if (tls.brokenHttp2) SSL_CTX_set_alpn_select_cb(context, chooseHttp2, nullptr);
  if (!tls.clientCaPem.empty()) {
    in = memory(tls.clientCaPem);
    X509* authority = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority);
    X509_free(authority);
    BIO_free(in);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  }
  return context;
}

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// A connection over a socket, with TLS or without.
class SocketConnection final : public ScriptedConnection {
 public:
  SocketConnection(int descriptor, SSL_CTX* context, std::atomic<bool>& stopping)
      : m_descriptor(descriptor), m_stopping(stopping) {
    if (context == nullptr) return;
    m_ssl = SSL_new(context);
    SSL_set_fd(m_ssl, descriptor);
    m_open = SSL_accept(m_ssl) == 1;
    if (!m_open) {
      drain();
      return;
    }
    const unsigned char* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(m_ssl, &protocol, &size);
    if (size != 2) return;
    read();
    write("this is no frame of HTTP/2, whatever was agreed on\r\n");
    m_open = false;
    drain();
  }
  ~SocketConnection() override {
    close(false);
    SSL_free(m_ssl);
  }

  bool open() const { return m_open; }

  bool write(std::string_view bytes) override {
    while (m_open && !bytes.empty()) {
      const auto size = std::min<std::size_t>(bytes.size(), 1U << 20U);
      const long count = m_ssl != nullptr ? SSL_write(m_ssl, bytes.data(), static_cast<int>(size))
                                          : static_cast<long>(send(m_descriptor, bytes.data(), size, MSG_NOSIGNAL));
      if (count <= 0)
        m_open = false;
      else
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return m_open;
  }

  /// Some bytes, or none when the client is gone.
  std::string read() {
    char buffer[16384];
    const long count = m_ssl != nullptr ? SSL_read(m_ssl, buffer, sizeof buffer)
                                        : static_cast<long>(recv(m_descriptor, buffer, sizeof buffer, 0));
    if (count <= 0) {
      m_open = false;
      return {};
    }
    return std::string(buffer, static_cast<std::size_t>(count));
  }

  void waitForEnd() override {
    while (m_open && !m_stopping) {
      pollfd waiting = {m_descriptor, POLLIN, 0};
      if (poll(&waiting, 1, 20) > 0) read();
    }
  }

  void close(bool reset) override {
    if (m_descriptor < 0) return;
    if (reset) {
      resetOnClose(m_descriptor);
    } else if (m_ssl != nullptr && m_open) {
      SSL_shutdown(m_ssl);
    }
    m_open = false;
    ::close(m_descriptor);
    m_descriptor = -1;
  }

  int descriptor() const override { return m_descriptor; }

  /// Makes a blocked read or write return.
  void interrupt() const {
    if (m_descriptor >= 0) shutdown(m_descriptor, SHUT_RDWR);
  }

 private:
  // Closing over unread bytes would send a reset that overtakes the TLS alert.
  void drain() const {
    shutdown(m_descriptor, SHUT_WR);
    char ignored[4096];
    pollfd waiting = {m_descriptor, POLLIN, 0};
    while (poll(&waiting, 1, 10'000) > 0 && recv(m_descriptor, ignored, sizeof ignored, 0) > 0) {
    }
  }

  int m_descriptor;
  std::atomic<bool>& m_stopping;
  SSL* m_ssl = nullptr;
  bool m_open = true;
};

/// Reads one request; false when the client is gone.
bool readRequest(SocketConnection& connection, std::string& pending, ScriptedRequest& out) {
  std::size_t end = 0;
  while ((end = pending.find("\r\n\r\n")) == std::string::npos) {
    const std::string more = connection.read();
    if (more.empty()) return false;
    pending += more;
    if (pending.front() == '\x16') {  // a TLS greeting: what an HTTP server says to it
      connection.write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return false;
    }
  }
  const std::string head = pending.substr(0, end + 2);
  pending.erase(0, end + 4);
  const std::size_t firstBlank = head.find(' ');
  const std::size_t secondBlank = head.find(' ', firstBlank + 1);
  out.method = head.substr(0, firstBlank);
  const std::string target = head.substr(firstBlank + 1, secondBlank - firstBlank - 1);
  const std::size_t mark = target.find('?');
  out.path = target.substr(0, mark);
  if (mark != std::string::npos) out.query = target.substr(mark + 1);
  for (std::size_t line = head.find("\r\n") + 2; line < head.size();) {
    const std::size_t lineEnd = head.find("\r\n", line);
    const std::size_t colon = head.find(':', line);
    std::size_t value = colon + 1;
    while (value < lineEnd && head[value] == ' ') ++value;
    out.headers[lowerCase(head.substr(line, colon - line))] = head.substr(value, lineEnd - value);
    line = lineEnd + 2;
  }
  const auto length = out.headers.find("content-length");
  const std::size_t wanted = length == out.headers.end() ? 0 : std::stoul(length->second);
  while (pending.size() < wanted) {
    const std::string more = connection.read();
    if (more.empty()) return false;
    pending += more;
  }
  out.body = pending.substr(0, wanted);
  pending.erase(0, wanted);
  return true;
}

}  // namespace

void ScriptedConnection::respond(int status, const std::string& body, const std::string& contentType,
                                 const std::string& extra) {
  write("HTTP/1.1 " + std::to_string(status) + " Scripted\r\nContent-Type: " + contentType +
        "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + extra + "\r\n" + body);
}

void ScriptedConnection::beginChunks(int status, const std::string& contentType) {
  write("HTTP/1.1 " + std::to_string(status) + " Scripted\r\nContent-Type: " + contentType +
        "\r\nTransfer-Encoding: chunked\r\n\r\n");
}

void ScriptedConnection::chunk(std::string_view data) {
  char size[32];
  snprintf(size, sizeof size, "%zx\r\n", data.size());
  write(std::string(size) + std::string(data) + "\r\n");
}

struct ScriptedServer::State {
  Handler handler;
  SSL_CTX* context = nullptr;  // guarded by mutex
  int listener = -1;
  int port = 0;
  std::atomic<bool> stopping{false};
  mutable std::mutex mutex;
  std::vector<ScriptedRequest> requests;  // guarded by mutex
  std::vector<std::thread> connections;   // guarded by mutex
  std::vector<SocketConnection*> open;    // guarded by mutex
  std::thread acceptor;

  /// Holds the context while a connection begins, so that it may be replaced meanwhile.
  std::shared_ptr<SSL_CTX> currentContext() {
    const std::lock_guard lock(mutex);
    if (context != nullptr) SSL_CTX_up_ref(context);
    return {context, SSL_CTX_free};
  }

  void serve(int descriptor, int number) {
    SocketConnection connection(descriptor, currentContext().get(), stopping);
    {
      const std::lock_guard lock(mutex);
      open.push_back(&connection);
    }
    std::string pending;
    while (connection.open() && !stopping) {
      ScriptedRequest request;
      if (!readRequest(connection, pending, request)) break;
      request.connection = number;
      {
        const std::lock_guard lock(mutex);
        requests.push_back(request);
      }
      handler(request, connection);
      const auto connectionHeader = request.headers.find("connection");
      if (connectionHeader != request.headers.end() && lowerCase(connectionHeader->second) == "close") break;
    }
    const std::lock_guard lock(mutex);
    open.erase(std::find(open.begin(), open.end(), &connection));
  }

  void acceptAll() {
    int number = 0;
    while (!stopping) {
      pollfd waiting = {listener, POLLIN, 0};
      if (poll(&waiting, 1, 20) <= 0) continue;
      const int descriptor = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (descriptor < 0) continue;
      timeval timeout = {10, 0};
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
      const int yes = 1;
      setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      const std::lock_guard lock(mutex);
      connections.emplace_back([this, descriptor, id = ++number] { serve(descriptor, id); });
    }
  }
};

ScriptedServer::ScriptedServer(Handler handler, std::optional<ServerTls> tls) : m_state(std::make_unique<State>()) {
  std::signal(SIGPIPE, SIG_IGN);  // a client that went away is a return value here
  m_state->handler = std::move(handler);
  if (tls) m_state->context = makeContext(*tls);
  m_state->listener = listenOnLoopback(m_state->port);
  m_state->acceptor = std::thread([state = m_state.get()] { state->acceptAll(); });
}

ScriptedServer::~ScriptedServer() {
  m_state->stopping = true;
  m_state->acceptor.join();
  std::vector<std::thread> connections;
  {
    const std::lock_guard lock(m_state->mutex);
    for (const SocketConnection* connection : m_state->open) connection->interrupt();
    connections.swap(m_state->connections);
  }
  for (std::thread& connection : connections) connection.join();
  close(m_state->listener);
  SSL_CTX_free(m_state->context);
}

void ScriptedServer::setTls(const ServerTls& tls) {
  SSL_CTX* next = makeContext(tls);
  {
    const std::lock_guard lock(m_state->mutex);
    std::swap(next, m_state->context);
  }
  SSL_CTX_free(next);
}

int ScriptedServer::port() const {
  return m_state->port;
}

std::vector<ScriptedRequest> ScriptedServer::requests() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->requests;
}

int unusedPort() {
  int port = 0;
  bindToLoopback(port);  // held until the program ends: a port that was let go is soon somebody else's
  return port;
}

}  // namespace cardinal::test
