// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "core/service/live/live_session.h"
#include "tests/core/kube/fakes.h"

namespace cardinal::test {

using namespace std::chrono_literals;

inline std::string listText(const std::string& kind, const std::string& items = "") {
  return R"({"kind":")" + kind + R"(","metadata":{"resourceVersion":"10"},"items":[)" + items + "]}";
}
/// One page of more: `toCome` as remainingItemCount.
inline std::string pageText(const std::string& kind, const std::string& items, int toCome) {
  return R"({"kind":")" + kind + R"(","metadata":{"resourceVersion":"10","continue":"more","remainingItemCount":)" +
         std::to_string(toCome) + R"(},"items":[)" + items + "]}";
}
inline std::string forbidden() {
  return R"({"kind":"Status","status":"Failure","reason":"Forbidden","message":"no","code":403})";
}
inline const std::string kQuotas = "/api/v1/resourcequotas";
inline const std::vector<std::string> kOnceThereAreCards = {kQuotas, "/api/v1/services", "/api/v1/namespaces"};
inline constexpr const char* kNoGroups = R"({"kind":"APIGroupList","groups":[]})";
inline constexpr const char* kGpushareNode =
    R"({"metadata":{"name":"g","uid":"1","resourceVersion":"1"},"status":{"capacity":{"aliyun.com/gpu-mem":"30","aliyun.com/gpu-count":"2"},
    "allocatable":{"aliyun.com/gpu-mem":"30","aliyun.com/gpu-count":"2"}}})";

/// Keeps the order of what is reported.
struct Sink final : SourceSink {
  void onDeltas(std::vector<ClusterDelta> deltas) override {
    for (ClusterDelta& delta : deltas) {
      calls.push_back("delta " + std::to_string(static_cast<int>(delta.op)));
      all.push_back(std::move(delta));
    }
  }
  void onConnection(const ConnectionState& state) override {
    calls.push_back("phase " + std::to_string(static_cast<int>(state.phase)));
    states.push_back(state);
  }
  const ConnectionState& last() const { return states.back(); }
  std::vector<std::string> calls;
  std::vector<ClusterDelta> all;
  std::vector<ConnectionState> states;
};

/// A live connection whose server is played: a test answers what is asked for.
class LiveSessionTest : public ::testing::Test {
 protected:
  explicit LiveSessionTest(std::vector<std::string> namespaces = {})
      : m_session(
            m_loop, m_transport, m_loop, [] { return 0.0; }, "home", m_sink, {}, std::move(namespaces)) {
    m_session.begin();
    m_loop.advance(0ms);
    // What the lists are read by is decided when the version is known, or known to be unavailable.
    breakOff("/version", ErrorCode::Timeout, false);
  }

  FakeTransport::Call* find(const std::string& path, bool streaming) {
    for (auto& call : m_transport.open) {
      if (call.request.path == path && call.request.streaming == streaming) return &call;
    }
    return nullptr;
  }
  bool asks(const std::string& path, bool streaming = false) { return find(path, streaming) != nullptr; }
  void answer(const std::string& path, int status, const std::string& body, bool streaming = false) {
    answer(path, status, body, Line{}, streaming);
  }
  /// What came over the line, packed or not, and in which time.
  struct Line {
    std::uint64_t bytes = 0;
    std::chrono::microseconds time{0};
  };
  void answer(const std::string& path, int status, const std::string& body, Line line, bool streaming = false) {
    const auto* found = find(path, streaming);
    ASSERT_NE(found, nullptr) << path;
    const auto call = *found;
    std::erase_if(m_transport.open, [&](const auto& other) { return other.id == call.id; });
    const ResponseHead head{status, {{"content-type", "application/json"}}};
    if (call.handler.head) call.handler.head(head);
    if (streaming) call.handler.data(body);
    StageTimes times;
    times.bodyBytes = line.bytes;
    times.body = line.time;
    call.handler.end(HttpResponse{head, streaming ? "" : body, times});
    m_loop.advance(0ms);
    if (m_hasNoGroups && path != "/apis" && asks("/apis")) answer("/apis", 200, kNoGroups);
    for (const std::string& other : kOnceThereAreCards) {
      if (path != other && asks(other)) answer(other, 403, forbidden());
    }
  }
  void breakOff(const std::string& path, ErrorCode code, bool streaming) {
    const auto* found = find(path, streaming);
    ASSERT_NE(found, nullptr) << path;
    const auto call = *found;
    std::erase_if(m_transport.open, [&](const auto& other) { return other.id == call.id; });
    call.handler.end(unexpected(makeError(code, "server")));
    m_loop.advance(0ms);
  }
  void openWatch(const std::string& path) {
    const auto* call = find(path, true);
    ASSERT_NE(call, nullptr) << path;
    const auto head = call->handler.head;
    head(ResponseHead{200, {{"content-type", "application/json"}}});
    m_loop.advance(0ms);
  }
  void stream(const std::string& path, const std::string& text) {
    const auto data = find(path, true)->handler.data;
    data(text);
    m_loop.advance(0ms);
  }
  void goLive() {
    answer("/api/v1/nodes", 200, listText("NodeList"));
    openWatch("/api/v1/nodes");
    answer("/api/v1/pods", 200, listText("PodList"));
    openWatch("/api/v1/pods");
    ASSERT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  }

  ManualLoop m_loop;
  FakeTransport m_transport;
  Sink m_sink;
  bool m_hasNoGroups = true;  // the server serves no kinds of GPU stacks, and says so at once
  LiveSession m_session;
};

}  // namespace cardinal::test
