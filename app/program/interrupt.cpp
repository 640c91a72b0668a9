// SPDX-License-Identifier: Apache-2.0
#include "app/program/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

namespace cardinal::app {

namespace {

// A signal handler can reach nothing but static storage.
std::atomic<int> g_wakeUp{-1};

extern "C" void onSignal(int number) {
  const char byte = 's';
  const int descriptor = g_wakeUp.load();
  if (descriptor >= 0 && ::write(descriptor, &byte, 1) != 1) ::_exit(128 + number);
  std::signal(number, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  if (::pipe2(m_pipe, O_CLOEXEC) != 0) return;
  g_wakeUp = m_pipe[1];
  m_thread = std::jthread([this] {
    char byte = 0;
    if (::read(m_pipe[0], &byte, 1) == 1 && byte == 's') m_stop.request_stop();
  });
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
}

InterruptWatch::~InterruptWatch() {
  if (m_pipe[1] < 0) return;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  g_wakeUp = -1;
  ::close(m_pipe[1]);  // ends the thread's read
  m_thread.join();
  ::close(m_pipe[0]);
}

}  // namespace cardinal::app
