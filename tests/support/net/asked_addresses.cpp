// SPDX-License-Identifier: Apache-2.0
// Loaded before a program (LD_PRELOAD): writes down whom it asks. One line for each connect() and each name that is
// looked up, appended to the file that $CARDINAL_ASKED names: "connect 127.0.0.1:6443", "unix", "name example.com". The
// calls themselves go on as they are.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

namespace {

void note(const std::string& line) {
  const char* file = std::getenv("CARDINAL_ASKED");
  if (file == nullptr) return;
  const int to = ::open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (to < 0) return;
  const std::string whole = line + "\n";
  [[maybe_unused]] const auto written = ::write(to, whole.data(), whole.size());
  ::close(to);
}

std::string addressOf(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (address->sa_family == AF_INET) {
    const auto* four = reinterpret_cast<const sockaddr_in*>(address);
    ::inet_ntop(AF_INET, &four->sin_addr, text.data(), text.size());
    return std::string(text.data()) + ":" + std::to_string(ntohs(four->sin_port));
  }
  const auto* six = reinterpret_cast<const sockaddr_in6*>(address);
  ::inet_ntop(AF_INET6, &six->sin6_addr, text.data(), text.size());
  return "[" + std::string(text.data()) + "]:" + std::to_string(ntohs(six->sin6_port));
}

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int connect(int socket, const sockaddr* address, socklen_t length) {
  const bool isNet = address->sa_family == AF_INET || address->sa_family == AF_INET6;
  note(isNet ? "connect " + addressOf(address) : "unix");
  return real<int (*)(int, const sockaddr*, socklen_t)>("connect")(socket, address, length);
}

int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** found) {
  note(std::string("name ") + (node != nullptr ? node : ""));
  return real<int (*)(const char*, const char*, const addrinfo*, addrinfo**)>("getaddrinfo")(node, service, hints,
                                                                                             found);
}

}  // extern "C"
