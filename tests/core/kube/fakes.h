// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"

namespace cardinal::test {

/// Time that a test moves by hand, for timers and for clocks alike.
class ManualLoop final : public EventLoop, public Clock {
 public:
  void post(Task task) override { m_tasks.push_back(std::move(task)); }
  TimerId callAfter(std::chrono::milliseconds delay, Task task) override {
    m_timers.emplace(std::make_pair(m_now + delay, ++m_lastTimer), std::move(task));
    return m_lastTimer;
  }
  void cancelTimer(TimerId timer) override {
    for (auto it = m_timers.begin(); it != m_timers.end(); ++it) {
      if (it->first.second == timer) {
        m_timers.erase(it);
        return;
      }
    }
  }
  std::chrono::steady_clock::time_point now() const override { return m_now; }
  std::chrono::steady_clock::time_point steadyNow() const override { return m_now; }
  UnixSeconds wallNow() const override {
    return 1'700'000'000 + std::chrono::duration_cast<std::chrono::seconds>(m_now.time_since_epoch()).count();
  }

  /// Runs what is queued, then lets `time` pass and runs the timers in it, in order.
  void advance(std::chrono::milliseconds time) {
    runTasks();
    const auto until = m_now + time;
    while (!m_timers.empty() && m_timers.begin()->first.first <= until) {
      auto due = m_timers.extract(m_timers.begin());
      m_now = std::max(m_now, due.key().first);
      due.mapped()();
      runTasks();
    }
    m_now = until;
  }
  std::size_t timers() const { return m_timers.size(); }
  /// Time until the next timer; -1 without one.
  std::chrono::milliseconds untilNext() const {
    if (m_timers.empty()) return std::chrono::milliseconds(-1);
    return std::chrono::duration_cast<std::chrono::milliseconds>(m_timers.begin()->first.first - m_now);
  }

 private:
  void runTasks() {
    while (!m_tasks.empty()) {
      Task task = std::move(m_tasks.front());
      m_tasks.pop_front();
      task();
    }
  }
  std::chrono::steady_clock::time_point m_now{};
  std::deque<Task> m_tasks;
  std::map<std::pair<std::chrono::steady_clock::time_point, TimerId>, Task> m_timers;
  TimerId m_lastTimer = 0;
};

/// Keeps requests until the test answers them.
class FakeTransport final : public Transport {
 public:
  struct Call {
    RequestId id = 0;
    HttpRequest request;
    ResponseHandler handler;
  };

  RequestId start(HttpRequest request, ResponseHandler handler) override {
    started.push_back(request);
    open.push_back(Call{++m_last, std::move(request), std::move(handler)});
    return m_last;
  }
  void cancel(RequestId request) override {
    std::erase_if(open, [&](const Call& call) { return call.id == request; });
  }
  void dropConnections(Lane) override { ++dropped; }
  bool renewCredentials() override {
    ++renewals;
    return renewable;
  }

  /// The one request that is open.
  const HttpRequest& only() const { return open.at(open.size() == 1 ? 0 : 99).request; }
  /// `times` of the answers from now on.
  StageTimes times;
  void respond(int status, const std::string& body, std::vector<std::pair<std::string, std::string>> headers = {}) {
    const Call call = take();
    headers.emplace_back("content-type", "application/json");
    const ResponseHead head{status, std::move(headers)};
    if (call.request.streaming) {
      call.handler.head(head);
      call.handler.data(body);
      call.handler.end(HttpResponse{head, {}});
    } else {
      call.handler.end(HttpResponse{head, body, times});
    }
  }
  void fail(ErrorCode code) { take().handler.end(unexpected(makeError(code, "server"))); }
  void openStream(int status = 200) {
    open.at(0).handler.head(ResponseHead{status, {{"content-type", "application/json"}}});
  }
  void stream(const std::string& text) {
    const auto data = open.at(0).handler.data;
    data(text);
  }
  void endStream() { take().handler.end(HttpResponse{}); }

  std::vector<HttpRequest> started;
  std::vector<Call> open;
  int dropped = 0;
  int renewals = 0;
  bool renewable = false;

 private:
  Call take() {
    Call call = open.at(0);
    open.erase(open.begin());
    return call;
  }
  RequestId m_last = 0;
};

}  // namespace cardinal::test
