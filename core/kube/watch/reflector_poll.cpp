// SPDX-License-Identifier: Apache-2.0
// Reflector where no watch is to be had: the server refuses it, or something in between keeps its news back.
#include <algorithm>

#include "core/kube/watch/reflector.h"

namespace cardinal {
namespace {

constexpr int kPollsBeforeWatch = 20;  // about ten minutes: the right may be given, the proxy be mended
constexpr int kHeldBackOnceMore = 2;   // news may come between the end of a watch and the list that judges it
constexpr int kIdleTimesList = 10;     // a list that takes long is not read one after the other

}  // namespace

/// The list may be forbidden by now as well, which is another state: it is read at once.
void Reflector::beginPolling() {
  m_polling = true;
  m_polls = 0;
  beginList();
}

void Reflector::pollLater() {
  cancelPending();
  m_status.polled = true;
  m_status.watchOpen = false;
  m_status.error.reset();
  const bool tryWatch = ++m_polls >= kPollsBeforeWatch;
  if (tryWatch) m_polling = false;
  const auto interval = m_context.timeouts.pollInterval;
  const auto lasted = std::chrono::duration_cast<std::chrono::milliseconds>(m_context.loop.now() - m_listBegan);
  const auto wait = std::max(interval, kIdleTimesList * lasted) +
                    std::chrono::milliseconds(
                        static_cast<std::int64_t>(m_context.random() * static_cast<double>(interval.count()) / 2));
  m_next = tryWatch ? &Reflector::openWatch : &Reflector::beginList;
  m_timer = m_context.loop.callAfter(wait, [this] {
    m_timer = 0;
    const Step next = m_next;
    m_next = nullptr;
    (this->*next)();
  });
  setPhase(ReflectorPhase::Live);
}

/// A quiet cluster and a proxy that buffers look the same from here; the server's list distinguishes them.
void Reflector::checkQuietWatch() {
  closeWatch();
  m_judging = true;
  beginList();
}

void Reflector::judgeQuietWatch(std::size_t news) {
  m_judging = false;
  m_quietWait = std::max(m_quietWait, m_context.timeouts.quietWatch);
  if (news == 0) {
    m_heldBack = 0;
    m_quietWait *= 2;
    return;
  }
  m_polling = ++m_heldBack >= kHeldBackOnceMore;
  m_polls = 0;
}

}  // namespace cardinal
