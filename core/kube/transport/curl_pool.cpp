// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/curl_pool.h"

#include <utility>

namespace cardinal {

CurlPool::CurlPool(NetworkLoop& loop, std::function<void()> progressed)
    : m_loop(loop), m_progressed(std::move(progressed)), m_multi(curl_multi_init()) {
  curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, onSocket);
  curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, onTimer);
  curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(m_multi, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
}

CurlPool::~CurlPool() {
  curl_multi_cleanup(m_multi);
  m_loop.cancelTimer(m_timer);
}

bool CurlPool::add(CURL* handle) {
  if (curl_multi_add_handle(m_multi, handle) != CURLM_OK) return false;
  ++m_running;
  return true;
}

void CurlPool::remove(CURL* handle) {
  curl_multi_remove_handle(m_multi, handle);
  --m_running;
}

CURLMsg* CurlPool::nextMessage() {
  int left = 0;
  return curl_multi_info_read(m_multi, &left);
}

int CurlPool::onSocket(CURL*, curl_socket_t descriptor, int what, void* self, void*) {
  auto& pool = *static_cast<CurlPool*>(self);
  if (what == CURL_POLL_REMOVE) {
    pool.m_loop.forgetSocket(descriptor);
    return 0;
  }
  pool.m_loop.watchSocket(descriptor, (what & CURL_POLL_IN) != 0, (what & CURL_POLL_OUT) != 0,
                          [&pool, descriptor](bool readable, bool writable) {
                            pool.act(descriptor, (readable ? CURL_CSELECT_IN : 0) | (writable ? CURL_CSELECT_OUT : 0));
                          });
  return 0;
}

int CurlPool::onTimer(CURLM*, long milliseconds, void* self) {
  auto& pool = *static_cast<CurlPool*>(self);
  pool.m_loop.cancelTimer(pool.m_timer);
  pool.m_timer = 0;
  if (milliseconds >= 0) {
    pool.m_timer = pool.m_loop.callAfter(std::chrono::milliseconds(milliseconds), [&pool] {
      pool.m_timer = 0;
      pool.act(CURL_SOCKET_TIMEOUT, 0);
    });
  }
  return 0;
}

void CurlPool::act(curl_socket_t descriptor, int events) {
  int running = 0;
  curl_multi_socket_action(m_multi, descriptor, events, &running);
  const auto progressed = m_progressed;
  progressed();
}

}  // namespace cardinal
