// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace cardinal::app {

/// While it lives, the first Ctrl-C (SIGINT) or SIGTERM asks for a stop instead of ending the process; the second ends
/// it. At most one at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }

 private:
  std::stop_source m_stop;
  int m_pipe[2] = {-1, -1};
  std::jthread m_thread;  ///< turns a byte of the pipe into the stop
};

}  // namespace cardinal::app
