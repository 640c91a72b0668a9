// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/upstream.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "tests/support/net/loopback.h"

namespace cardinal::test {
namespace {

constexpr const char* kPassedHeaders[] = {"retry-after:", "warning:", "audit-id:", "date:", "location:"};

struct SslFree {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

void useIdentity(SSL_CTX* context, const KeyPair& identity) {
  if (identity.certificatePem.empty()) return;
  const auto memory = [](const std::string& pem) { return BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())); };
  BIO* in = memory(identity.certificatePem);
  X509* const certificate = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
  require(SSL_CTX_use_certificate(context, certificate) == 1, "certificate for the server");
  X509_free(certificate);
  BIO_free(in);
  in = memory(identity.keyPem);
  EVP_PKEY* const key = PEM_read_bio_PrivateKey(in, nullptr, nullptr, nullptr);
  require(SSL_CTX_use_PrivateKey(context, key) == 1, "key for the server");
  EVP_PKEY_free(key);
  BIO_free(in);
}

/// One TLS connection to the server.
class Link {
 public:
  Link(int port, const std::string& caPem, const KeyPair& identity)
      : m_descriptor(connectToLoopback(port)), m_context(SSL_CTX_new(TLS_client_method())) {
    require(m_descriptor >= 0, "the server refuses the connection");
    useIdentity(m_context.get(), identity);
    BIO* const in = BIO_new_mem_buf(caPem.data(), static_cast<int>(caPem.size()));
    X509* const authority = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(m_context.get()), authority);
    X509_free(authority);
    BIO_free(in);
    SSL_CTX_set_verify(m_context.get(), SSL_VERIFY_PEER, nullptr);
    m_ssl.reset(SSL_new(m_context.get()));
    SSL_set_fd(m_ssl.get(), m_descriptor);
    if (SSL_connect(m_ssl.get()) == 1) return;
    ::close(m_descriptor);
    throw std::runtime_error("no TLS with the server");
  }
  ~Link() {
    m_ssl.reset();
    ::close(m_descriptor);
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void write(const std::string& bytes) {
    require(SSL_write(m_ssl.get(), bytes.data(), static_cast<int>(bytes.size())) > 0, "the server is gone");
  }
  /// Some bytes; none at the end.
  std::string read() {
    char buffer[16384];
    const int count = SSL_read(m_ssl.get(), buffer, sizeof buffer);
    return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
  }
  /// Waits for bytes of the server. False when the client went away first.
  bool waitForBytes(int client) const {
    if (SSL_pending(m_ssl.get()) > 0) return true;
    pollfd waiting[] = {{m_descriptor, POLLIN, 0}, {client, POLLIN, 0}};
    poll(waiting, 2, -1);
    return waiting[1].revents == 0;
  }

 private:
  int m_descriptor;
  std::unique_ptr<SSL_CTX, SslFree> m_context;
  std::unique_ptr<SSL, SslFree> m_ssl;
};

std::string textOf(const ScriptedRequest& request, bool ownIdentity) {
  std::string text = request.method + " " + request.path + (request.query.empty() ? "" : "?" + request.query) +
                     " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
  for (const auto& [name, value] : request.headers) {
    const bool replaced = name == "host" || name == "connection" || name == "content-length" ||
                          name == "accept-encoding" || (ownIdentity && name == "authorization");
    if (!replaced) text += name + ": " + value + "\r\n";
  }
  if (!request.body.empty()) text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  return text + "\r\n" + request.body;
}

std::string withoutChunks(const std::string& body) {
  std::string out;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t line = body.find("\r\n", at);
    require(line != std::string::npos, "a cut chunk of the server");
    const std::size_t size = std::stoul(body.substr(at, line - at), nullptr, 16);
    if (size == 0) return out;
    out.append(body, line + 2, size);
    at = line + 2 + size + 2;
  }
  throw std::runtime_error("the server's answer is cut");
}

RealAnswer parse(const std::string& text) {
  const std::size_t end = text.find("\r\n\r\n");
  require(end != std::string::npos, "the server gave no answer");
  RealAnswer answer;
  answer.status = std::stoi(text.substr(text.find(' ') + 1, 3));
  bool chunked = false;
  for (std::size_t at = text.find("\r\n") + 2; at < end + 2;) {
    const std::size_t next = text.find("\r\n", at);
    const std::string line = text.substr(at, next - at);
    std::string lower = line;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower.rfind("content-type: ", 0) == 0) answer.contentType = line.substr(14);
    if (lower == "transfer-encoding: chunked") chunked = true;
    for (const char* const name : kPassedHeaders) {
      if (lower.rfind(name, 0) == 0) answer.headers.push_back(line);
    }
    at = next + 2;
  }
  answer.body = chunked ? withoutChunks(text.substr(end + 4)) : text.substr(end + 4);
  return answer;
}

}  // namespace

Upstream::Upstream(int port, std::string caPem, KeyPair identity)
    : m_port(port), m_caPem(std::move(caPem)), m_identity(std::move(identity)) {}

RealAnswer Upstream::ask(const ScriptedRequest& request) const {
  Link link(m_port, m_caPem, m_identity);
  link.write(textOf(request, !m_identity.certificatePem.empty()));
  std::string text;
  for (std::string piece = link.read(); !piece.empty(); piece = link.read()) text += piece;
  return parse(text);
}

void Upstream::pass(const ScriptedRequest& request, ScriptedConnection& client, std::size_t bytes) const {
  Link link(m_port, m_caPem, m_identity);
  link.write(textOf(request, !m_identity.certificatePem.empty()));
  std::string head;
  std::size_t passed = 0;
  while (passed < bytes && link.waitForBytes(client.descriptor())) {
    std::string piece = link.read();
    if (piece.empty()) break;
    if (head.find("\r\n\r\n") == std::string::npos) {  // the head does not count
      head += piece;
      const std::size_t end = head.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      client.write(head.substr(0, end + 4));
      piece = head.substr(end + 4);
    }
    if (piece.size() > bytes - passed) piece.resize(bytes - passed);
    passed += piece.size();
    if (!client.write(piece)) break;
  }
  client.close();
}

void deliver(const RealAnswer& answer, ScriptedConnection& client) {
  std::string lines;
  for (const std::string& line : answer.headers) lines += line + "\r\n";
  client.respond(answer.status, answer.body, answer.contentType, lines);
}

}  // namespace cardinal::test
