// SPDX-License-Identifier: Apache-2.0
#include "core/service/cluster_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "core/alloc/engine/allocator.h"
#include "core/service/snapshot_publisher.h"
#include "tests/core/service/fake_source.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using testing::FakeSource;
using testing::gpushareNode;
using testing::Listener;
using testing::Mailbox;
using testing::phase;
using testing::SourceScript;

std::vector<ClusterDelta> oneNode(const std::string& name) {
  return {testing::upsert(gpushareNode(name, 1, 14))};
}

AllocationRequest requestOf(std::int64_t memory) {
  auto pod = std::make_shared<RawPod>();
  pod->meta.key = {"default", "p"};
  pod->spec.containers.push_back({"c", "i", {}, {{"aliyun.com/gpu-mem", Quantity::fromInteger(memory)}}, false});
  return makeRequest(pod);
}

ManifestObject objectNamed(const std::string& name) {
  ManifestObject object;
  object.kind = "Pod";
  object.key.name = name;
  return object;
}

/// A clock that stands until the test moves it.
class HandClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override {
    return std::chrono::steady_clock::time_point(std::chrono::milliseconds(m_now.load()));
  }
  UnixSeconds wallNow() const override { return 1'700'000'000; }
  void advance(std::chrono::milliseconds time) { m_now += time.count(); }

 private:
  std::atomic<std::int64_t> m_now{1'000'000};
};

/// When snapshots are published is a matter of the publisher's clock, not of how busy this machine is.
class Publishing : public ::testing::Test {
 protected:
  void tell(const std::string& node) { m_publisher.onDeltas(oneNode(node)); }
  /// How many were published when all that was reported is taken and what is due is out: the second question is
  /// answered in a later round than the first, and each round ends with what is due.
  std::size_t published() {
    m_publisher.rawContents();
    m_publisher.rawContents();
    std::size_t count = 0;
    m_listener.waitUntil([&count](const Listener& l) {
      count = l.snapshots().size();
      return true;
    });
    return count;
  }

  HandClock m_clock;
  Listener m_listener;
  SnapshotPublisher m_publisher{m_listener, m_clock, false};
};

TEST_F(Publishing, FirstSnapshotComesAtOnceAndLaterOnesAreJoined) {
  tell("n-0");
  EXPECT_EQ(published(), 1U);
  for (int i = 1; i <= 200; ++i) tell("n-" + std::to_string(i));
  EXPECT_EQ(published(), 1U);
  m_clock.advance(100ms);
  EXPECT_EQ(published(), 2U);
  EXPECT_EQ(m_listener.last()->nodes.size(), 201U);
}

TEST_F(Publishing, AtMostTenSnapshotsASecond) {
  tell("n-0");
  ASSERT_EQ(published(), 1U);
  for (std::size_t i = 1; i < 5; ++i) {
    tell("n-" + std::to_string(i));
    m_clock.advance(99ms);
    EXPECT_EQ(published(), i);
    m_clock.advance(1ms);
    EXPECT_EQ(published(), i + 1);
  }
}

/// Rules hang on it: answers of the version before are not left standing because the cluster is quiet.
TEST_F(Publishing, AnotherVersionOfTheServerIsPublishedThoughNothingElseChanged) {
  ConnectionState live = phase(ConnectionPhase::Live);
  live.serverVersion = "v1.35.4";
  m_publisher.onConnection(live);
  tell("n-0");
  // whether the connection was published before the node came is a matter of threads
  for (int i = 0; i < 2; ++i) {
    ASSERT_GE(published(), 1U);
    m_clock.advance(100ms);
  }
  const auto before = published();
  live.serverVersion = "v1.36.1";
  m_publisher.onConnection(live);
  EXPECT_EQ(published(), before + 1);
  EXPECT_EQ(m_listener.last()->serverVersion, "v1.36.1");
}

class Service : public ::testing::Test {
 protected:
  Service() { m_service.start(); }
  SourceScript m_script;
  SystemClock m_clock;
  Listener m_listener;
  ClusterService m_service{std::make_unique<FakeSource>(m_script), m_listener, m_clock};
};

TEST_F(Service, BeforeTheFirstDataTheSnapshotIsEmptyAndNotNull) {
  const SnapshotPtr snapshot = m_service.snapshot();
  ASSERT_TRUE(snapshot);
  EXPECT_TRUE(snapshot->nodes.empty());
  EXPECT_EQ(m_service.connection().phase, ConnectionPhase::Idle);
}

TEST_F(Service, ConnectionIsReportedInOrderAndItsVersionGetsIntoTheSnapshot) {
  m_script.sink->onConnection(phase(ConnectionPhase::Connecting));
  ConnectionState live = phase(ConnectionPhase::Live);
  live.serverVersion = "v1.20.2";
  live.scope = "team-a";
  m_script.sink->onDeltas(oneNode("n"));
  m_script.sink->onConnection(live);
  const auto data = m_service.waitForData(testing::kNever);
  ASSERT_TRUE(data);
  EXPECT_EQ((*data)->serverVersion, "v1.20.2");
  EXPECT_EQ((*data)->scope, "team-a");
  EXPECT_TRUE(m_listener.waitUntil([](const Listener& l) {
    return l.states().size() == 2 && l.states()[0].phase == ConnectionPhase::Connecting &&
           l.states()[1].phase == ConnectionPhase::Live;
  }));
}

TEST_F(Service, WaitingEndsWithTheCompleteStateEvenWhenTheClusterIsEmpty) {
  auto waiting = std::async(std::launch::async, [this] { return m_service.waitForData(testing::kNever); });
  m_script.sink->onConnection(phase(ConnectionPhase::Loading));
  m_script.sink->onConnection(phase(ConnectionPhase::Live));
  const auto data = waiting.get();
  ASSERT_TRUE(data);
  EXPECT_TRUE((*data)->nodes.empty());
}

TEST_F(Service, WaitingEndsWithTheErrorOfAFailedConnection) {
  ConnectionState failed = phase(ConnectionPhase::Failed);
  failed.error = makeError(ErrorCode::Unauthorized, "127.0.0.1:6443");
  m_script.sink->onConnection(failed);
  const auto data = m_service.waitForData(testing::kNever);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::Unauthorized);
}

TEST_F(Service, WaitingTooLongNamesTheSource) {
  const auto data = m_service.waitForData(1ms);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, ErrorCode::Timeout);
  EXPECT_EQ(data.error().subject, "fake");
}

TEST_F(Service, PreviewUsesTheLatestSnapshot) {
  m_script.sink->onDeltas(oneNode("n"));
  m_script.sink->onConnection(phase(ConnectionPhase::Live));
  ASSERT_TRUE(m_service.waitForData(testing::kNever));
  Mailbox<AllocationAnswer> answers;
  m_service.preview(requestOf(4), nullptr, [&](AllocationAnswer a) { answers.put(std::move(a)); });
  ASSERT_TRUE(answers.waitFor(1));
  EXPECT_EQ(answers.values().front().candidates.size(), 1U);
}

TEST_F(Service, PreviewWithoutDataSaysSo) {
  Mailbox<AllocationAnswer> answers;
  m_service.preview(requestOf(4), nullptr, [&](AllocationAnswer a) { answers.put(std::move(a)); });
  ASSERT_TRUE(answers.waitFor(1));
  ASSERT_EQ(answers.values().front().requestProblems.size(), 1U);
  EXPECT_EQ(answers.values().front().requestProblems.front().code, ErrorCode::NotConnected);
}

TEST_F(Service, NewerPreviewCancelsOlderOnesThatHaveNotBegun) {
  const SnapshotPtr snapshot = testing::snapshotOf({gpushareNode("n", 1, 14)});
  std::promise<void> begun;
  std::promise<void> goOn;
  Mailbox<std::pair<int, AllocationAnswer>> answers;
  m_service.preview(requestOf(1), snapshot, [&](AllocationAnswer a) {
    begun.set_value();
    goOn.get_future().wait();
    answers.put({0, std::move(a)});
  });
  begun.get_future().wait();
  for (int i = 1; i <= 3; ++i) {
    m_service.preview(requestOf(1), snapshot, [&answers, i](AllocationAnswer a) { answers.put({i, std::move(a)}); });
  }
  goOn.set_value();
  ASSERT_TRUE(answers.waitFor(4));
  for (const auto& [number, answer] : answers.values()) {
    const bool cancelled =
        !answer.requestProblems.empty() && answer.requestProblems.front().code == ErrorCode::Cancelled;
    EXPECT_EQ(cancelled, number == 1 || number == 2) << number;
  }
}

TEST_F(Service, SubmitStopsAtTheFirstErrorAndNamesTheObject) {
  m_script.create = [](const ManifestObject& object, bool, const std::stop_token&) -> Result<CreatedObject> {
    if (object.key.name == "second") return unexpected(makeError(ErrorCode::Forbidden, "create pods", "default"));
    return CreatedObject{object.kind, {"default", object.key.name}, "u", {}};
  };
  Mailbox<SubmitOutcome> outcomes;
  m_service.submit({objectNamed("first"), objectNamed("second"), objectNamed("third")}, "default", false,
                   [&](SubmitOutcome o) { outcomes.put(std::move(o)); });
  ASSERT_TRUE(outcomes.waitFor(1));
  const SubmitOutcome outcome = outcomes.values().front();
  ASSERT_EQ(outcome.created.size(), 1U);
  EXPECT_EQ(outcome.created.front().key.name, "first");
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->error.code, ErrorCode::Forbidden);
  EXPECT_EQ(outcome.failure->object, "Pod/default/second");
}

TEST(ServiceEnd, WritesUnderWayAreStoppedAndEveryCallbackComesOnce) {
  SourceScript script;
  SystemClock clock;
  Listener listener;
  Mailbox<SubmitOutcome> outcomes;
  std::promise<void> inside;
  script.create = [&](const ManifestObject&, bool, const std::stop_token& stop) -> Result<CreatedObject> {
    std::promise<void> stopped;
    const std::stop_callback onStop(stop, [&] { stopped.set_value(); });
    inside.set_value();
    stopped.get_future().wait();
    return unexpected(makeError(ErrorCode::Cancelled));
  };
  {
    ClusterService service(std::make_unique<FakeSource>(script), listener, clock);
    service.start();
    const auto keep = [&](SubmitOutcome o) { outcomes.put(std::move(o)); };
    service.submit({objectNamed("a")}, "default", false, keep);
    inside.get_future().wait();
    service.submit({objectNamed("b")}, "default", false, keep);
  }
  const auto all = outcomes.values();
  ASSERT_EQ(all.size(), 2U);
  for (const SubmitOutcome& outcome : all) {
    ASSERT_TRUE(outcome.failure);
    EXPECT_EQ(outcome.failure->error.code, ErrorCode::Cancelled);
  }
}

TEST(ServiceEnd, NothingIsReportedAfterwards) {
  SourceScript script;
  SystemClock clock;
  Listener listener;
  {
    ClusterService service(std::make_unique<FakeSource>(script), listener, clock);
    service.start();
    for (int i = 0; i < 100; ++i) script.sink->onDeltas(oneNode("n-" + std::to_string(i)));
  }
  SUCCEED();  // joined: the listener may go now
}

TEST(ServiceEnd, RefreshIsPassedOn) {
  SourceScript script;
  SystemClock clock;
  Listener listener;
  ClusterService service(std::make_unique<FakeSource>(script), listener, clock);
  service.refresh();
  EXPECT_EQ(script.refreshes, 0);
  service.start();
  service.refresh();
  EXPECT_EQ(script.refreshes, 1);
}

}  // namespace
}  // namespace cardinal
