// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

namespace cardinal::test {

/// Passes TCP between loopback ports without understanding a byte, so that TLS and HTTP/2 stay those of the two ends,
/// and does to the connections what networks do. One thread; all methods from any other thread, effective when they
/// return.
class TcpProxy {
 public:
  /// Every new connection is joined with one of its own to `upstreamPort`. Listens on a free port.
  explicit TcpProxy(int upstreamPort);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;
  TcpProxy& operator=(const TcpProxy&) = delete;

  int port() const;
  int accepted() const;   ///< connections so far
  int open() const;       ///< connections now
  int corrupted() const;  ///< bytes that were turned over
  /// Bytes of the server's answers that passed so far.
  std::size_t answered() const;

  /// From now on nobody listens: new connections are refused. Open ones stay.
  void refuse();
  /// Listens again, on the same port.
  void listenAgain();
  /// Open connections end with RST.
  void reset();
  /// Open connections end with FIN.
  void close();
  /// Half-open: open connections stay open, and not a byte passes in either direction any more, whatever is sent. New
  /// connections are not touched.
  void freeze();
  /// New connections are accepted and nothing more: what a firewall does that swallows packets.
  void swallowNew(bool swallow);
  /// Bytes of the server's answers wait this long before they pass (0 = none).
  void delay(std::chrono::milliseconds time);
  /// Each connection's answers pass at so many bytes a second (0 = as fast as they come).
  void throttle(std::size_t bytesPerSecond);
  /// The next connection on which the server answers ends with RST after `bytes` of the answer. Once.
  void resetAfter(std::size_t bytes);
  /// On the first connection whose answer gets there, byte number `byte` of it is turned over. Once.
  void corruptAt(std::size_t byte);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal::test
