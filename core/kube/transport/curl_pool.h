// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/transport.

#include <curl/curl.h>

#include <functional>

#include "core/kube/transport/network_loop.h"

namespace cardinal {

/// One CURLM with its connections; its sockets and its timer live on the loop. Loop thread only.
class CurlPool {
 public:
  /// `progressed` is called after libcurl did something; it may destroy the pool.
  CurlPool(NetworkLoop& loop, std::function<void()> progressed);
  ~CurlPool();
  CurlPool(const CurlPool&) = delete;
  CurlPool& operator=(const CurlPool&) = delete;

  bool add(CURL* handle);
  void remove(CURL* handle);
  bool idle() const { return m_running == 0; }
  /// What ended since the last call; nullptr when nothing is left.
  CURLMsg* nextMessage();

 private:
  static int onSocket(CURL* handle, curl_socket_t descriptor, int what, void* self, void* socket);
  static int onTimer(CURLM* multi, long milliseconds, void* self);
  void act(curl_socket_t descriptor, int events);

  NetworkLoop& m_loop;
  std::function<void()> m_progressed;
  CURLM* m_multi;
  TimerId m_timer = 0;
  int m_running = 0;
};

}  // namespace cardinal
