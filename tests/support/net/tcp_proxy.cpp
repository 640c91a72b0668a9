// SPDX-License-Identifier: Apache-2.0
#include "tests/support/net/tcp_proxy.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/net/loopback.h"

namespace cardinal::test {
namespace {

using Clock = std::chrono::steady_clock;

/// Bytes on their way, each piece with the time when it may go on.
struct Piece {
  Clock::time_point due;
  std::string bytes;
};

struct Pair {
  int client = -1;
  int server = -1;
  bool frozen = false;
  bool clientEnded = false;  // it sent FIN, which was passed on
  bool serverEnded = false;
  std::size_t answered = 0;
  std::optional<std::size_t> resetAfter;
  std::deque<Piece> late;      // of the answer
  Clock::time_point busyTo{};  // the line carries what came before
};

void sendAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;  // the other side learns of it by its own end
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

struct TcpProxy::State {
  int upstreamPort = 0;
  int port = 0;
  int listener = -1;
  bool refusing = false;
  int wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  bool stopping = false;
  bool swallowing = false;
  std::chrono::milliseconds delay{0};
  std::size_t bytesPerSecond = 0;
  std::optional<std::size_t> nextReset;
  std::optional<std::size_t> nextCorruption;
  std::list<Pair> pairs;
  std::atomic<int> accepted{0};
  std::atomic<int> open{0};
  std::atomic<int> corrupted{0};
  std::atomic<std::size_t> answered{0};
  std::mutex mutex;
  std::vector<std::function<void()>> orders;  // guarded by mutex
  std::thread thread;

  /// Runs `order` on the proxy's thread and waits for it.
  void tell(const std::function<void()>& order) {
    std::promise<void> done;
    {
      const std::lock_guard lock(mutex);
      orders.emplace_back([&] {
        order();
        done.set_value();
      });
    }
    const std::uint64_t one = 1;
    const ssize_t written = write(wakeup, &one, sizeof one);
    static_cast<void>(written);
    done.get_future().wait();
  }

  void runOrders() {
    std::uint64_t ignored = 0;
    const ssize_t got = read(wakeup, &ignored, sizeof ignored);
    static_cast<void>(got);
    std::vector<std::function<void()>> now;
    {
      const std::lock_guard lock(mutex);
      now.swap(orders);
    }
    for (const auto& order : now) order();
  }

  static void end(Pair& pair, bool reset) {
    for (int* const descriptor : {&pair.client, &pair.server}) {
      if (*descriptor < 0) continue;
      if (reset) resetOnClose(*descriptor);
      ::close(*descriptor);
      *descriptor = -1;
    }
  }

  void acceptOne() {
    const int client = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    const int yes = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    Pair pair;
    pair.client = client;
    pair.frozen = swallowing;
    if (!swallowing) {
      pair.server = connectToLoopback(upstreamPort);
      if (pair.server < 0) return end(pair, true);  // as if the server's own port had refused
      pair.resetAfter = std::exchange(nextReset, std::nullopt);
    }
    pairs.push_back(std::move(pair));
    ++accepted;
    ++open;
  }

  /// From the client to the server.
  void passQuestion(Pair& pair) {
    char buffer[65536];
    const ssize_t count = recv(pair.client, buffer, sizeof buffer, 0);
    if (count < 0) return end(pair, true);
    if (count == 0) {
      pair.clientEnded = true;
      shutdown(pair.server, SHUT_WR);
      return;
    }
    sendAll(pair.server, std::string_view(buffer, static_cast<std::size_t>(count)));
  }

  void takeAnswer(Pair& pair) {
    char buffer[65536];
    const ssize_t count = recv(pair.server, buffer, sizeof buffer, 0);
    if (count < 0) return end(pair, true);
    if (count == 0) {
      pair.serverEnded = true;
      if (pair.late.empty()) shutdown(pair.client, SHUT_WR);
      return;
    }
    std::string bytes(buffer, static_cast<std::size_t>(count));
    if (nextCorruption && *nextCorruption >= pair.answered && *nextCorruption < pair.answered + bytes.size()) {
      char& victim = bytes[*nextCorruption - pair.answered];
      victim = static_cast<char>(~victim);
      nextCorruption.reset();
      ++corrupted;
    }
    const bool cut = pair.resetAfter && *pair.resetAfter <= pair.answered + bytes.size();
    if (cut) bytes.resize(*pair.resetAfter - std::min(pair.answered, *pair.resetAfter));
    pair.answered += bytes.size();
    answered += bytes.size();
    if (bytesPerSecond > 0 && !cut) return passSlowly(pair, bytes);
    if (delay.count() > 0 && !cut) return pair.late.push_back({Clock::now() + delay, std::move(bytes)});
    sendAll(pair.client, bytes);
    if (!cut) return;
    // A reset overtakes what the client has not read yet; it shall see the bytes before the cut.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    end(pair, true);
  }

  void passSlowly(Pair& pair, const std::string& bytes) const {
    constexpr std::size_t kPiece = 4096;
    pair.busyTo = std::max(pair.busyTo, Clock::now() + delay);
    for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
      std::string piece = bytes.substr(at, kPiece);
      pair.busyTo += std::chrono::nanoseconds(1'000'000'000ULL * piece.size() / bytesPerSecond);
      pair.late.push_back({pair.busyTo, std::move(piece)});
    }
  }

  void passLate(Pair& pair) {
    while (!pair.frozen && !pair.late.empty() && pair.late.front().due <= Clock::now()) {
      sendAll(pair.client, pair.late.front().bytes);
      pair.late.pop_front();
      if (pair.late.empty() && pair.serverEnded) shutdown(pair.client, SHUT_WR);
    }
  }

  int waitMilliseconds() const {
    bool late = false;
    for (const Pair& pair : pairs) late = late || (!pair.frozen && !pair.late.empty());
    return late ? 1 : -1;
  }

  void serve(Pair& pair, short client, short server) {
    if (pair.client < 0 || pair.frozen) return;
    if (client != 0) passQuestion(pair);
    if (server != 0 && pair.server >= 0) takeAnswer(pair);
    if (pair.client >= 0 && pair.clientEnded && pair.serverEnded && pair.late.empty()) end(pair, false);
  }

  void run() {
    while (!stopping) {
      std::vector<pollfd> waiting = {{wakeup, POLLIN, 0},
                                     {refusing ? -1 : listener, POLLIN, 0}};  // -1 is not looked at
      std::vector<Pair*> asked;
      for (Pair& pair : pairs) {
        asked.push_back(&pair);
        const bool deaf = pair.frozen;
        waiting.push_back({deaf || pair.clientEnded ? -1 : pair.client, POLLIN, 0});
        waiting.push_back({deaf || pair.serverEnded ? -1 : pair.server, POLLIN, 0});
      }
      poll(waiting.data(), waiting.size(), waitMilliseconds());
      for (std::size_t i = 0; i < asked.size(); ++i) {
        passLate(*asked[i]);
        serve(*asked[i], waiting[2 + 2 * i].revents, waiting[3 + 2 * i].revents);
      }
      if (waiting[1].revents != 0) acceptOne();
      if (waiting[0].revents != 0) runOrders();
      const auto before = pairs.size();
      pairs.remove_if([](const Pair& pair) { return pair.client < 0; });
      open -= static_cast<int>(before - pairs.size());
    }
    for (Pair& pair : pairs) end(pair, true);
  }
};

TcpProxy::TcpProxy(int upstreamPort) : m_state(std::make_unique<State>()) {
  std::signal(SIGPIPE, SIG_IGN);
  m_state->upstreamPort = upstreamPort;
  m_state->listener = listenOnLoopback(m_state->port);
  m_state->thread = std::thread([state = m_state.get()] { state->run(); });
}

TcpProxy::~TcpProxy() {
  m_state->tell([this] { m_state->stopping = true; });
  m_state->thread.join();
  ::close(m_state->listener);
  ::close(m_state->wakeup);
}

int TcpProxy::port() const {
  return m_state->port;
}
int TcpProxy::accepted() const {
  return m_state->accepted;
}
int TcpProxy::open() const {
  return m_state->open;
}
int TcpProxy::corrupted() const {
  return m_state->corrupted;
}
std::size_t TcpProxy::answered() const {
  return m_state->answered;
}

void TcpProxy::refuse() {
  m_state->tell([this] {
    stopListening(m_state->listener);
    m_state->refusing = true;
  });
}

void TcpProxy::listenAgain() {
  m_state->tell([this] {
    if (std::exchange(m_state->refusing, false)) listenOn(m_state->listener);
  });
}

void TcpProxy::reset() {
  m_state->tell([this] {
    for (Pair& pair : m_state->pairs) State::end(pair, true);
  });
}

void TcpProxy::close() {
  m_state->tell([this] {
    for (Pair& pair : m_state->pairs) State::end(pair, false);
  });
}

void TcpProxy::freeze() {
  m_state->tell([this] {
    for (Pair& pair : m_state->pairs) pair.frozen = true;
  });
}

void TcpProxy::swallowNew(bool swallow) {
  m_state->tell([this, swallow] { m_state->swallowing = swallow; });
}

void TcpProxy::delay(std::chrono::milliseconds time) {
  m_state->tell([this, time] { m_state->delay = time; });
}

void TcpProxy::throttle(std::size_t bytesPerSecond) {
  m_state->tell([this, bytesPerSecond] { m_state->bytesPerSecond = bytesPerSecond; });
}

void TcpProxy::resetAfter(std::size_t bytes) {
  m_state->tell([this, bytes] { m_state->nextReset = bytes; });
}

void TcpProxy::corruptAt(std::size_t byte) {
  m_state->tell([this, byte] { m_state->nextCorruption = byte; });
}

}  // namespace cardinal::test
