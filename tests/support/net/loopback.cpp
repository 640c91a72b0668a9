// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>

namespace cardinal::test {
namespace {

constexpr int kBacklog = 64;

sockaddr_in loopbackAddress(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int bindTo(int& port) {
  const int bound = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  setsockopt(bound, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = loopbackAddress(port);
  if (bind(bound, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(bound);
    throw std::runtime_error("cannot bind to the loopback");
  }
  socklen_t length = sizeof address;
  getsockname(bound, reinterpret_cast<sockaddr*>(&address), &length);
  port = ntohs(address.sin_port);
  return bound;
}

}  // namespace

int bindToLoopback(int& port) {
  // The system takes a port that it chose itself away from a socket that stops listening; one asked for by number
  // stays.
  const int chooser = port == 0 ? bindTo(port) : -1;
  const int bound = bindTo(port);
  if (chooser >= 0) ::close(chooser);
  return bound;
}

void listenOn(int bound) {
  if (listen(bound, kBacklog) != 0) throw std::runtime_error("cannot listen on the loopback");
}

int listenOnLoopback(int& port) {
  const int listener = bindToLoopback(port);
  listenOn(listener);
  return listener;
}

void stopListening(int listener) {
  shutdown(listener, SHUT_RD);
}

int connectToLoopback(int port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopbackAddress(port);
  if (connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(descriptor);
    return -1;
  }
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return descriptor;
}

void resetOnClose(int descriptor) {
  const linger now = {1, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

}  // namespace cardinal::test
