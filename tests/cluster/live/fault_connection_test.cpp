// SPDX-License-Identifier: Apache-2.0
// Faults of connections between the live source and the real API server (docs/faults.md).
#include <gmock/gmock.h>

#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::HasSubstr;

/// The pods of the test's namespace by name, to see that nothing is lost or doubled.
std::size_t podsIn(Recorder& seen, const std::string& ns) {
  const auto pods = seen.podsNow();
  return static_cast<std::size_t>(
      std::count_if(pods.begin(), pods.end(), [&](const auto& pod) { return pod.first.ns == ns; }));
}

/// A console that is live through a TCP proxy and has heard of one pod by its watch; and another user who goes
/// directly.
struct LiveThroughWire {
  explicit LiveThroughWire(const Timeouts& timeouts = shortTimeouts())
      : admin(accessFrom("admin")), ns(admin), live(wire.access, timeouts) {
    EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    admin.createPod(ns.name, "before");  // a watch that ends at once and without an event is a fault of its own
    EXPECT_TRUE(hasPod(live.seen, {ns.name, "before"}));
  }
  /// What another user does shows in the console, and what was there is still there once.
  void expectToFollow(const std::string& name) {
    admin.createPod(ns.name, name);
    EXPECT_TRUE(hasPod(live.seen, {ns.name, name}));
    EXPECT_EQ(podsIn(live.seen, ns.name), 2U);
    EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) { return !r.stateUnlocked().error; }));
  }
  Wire wire;
  Operator admin;
  Namespace ns;
  Live live;
};

TEST(FaultConnection, UnresolvedNameIsReportedAndRetried) {
  ClusterAccess access = accessFrom("admin");
  access.server.host = "no-such-host.invalid";
  Live live(access, shortTimeouts());
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::AddressUnresolved, &error));
  EXPECT_EQ(error.subject, "no-such-host.invalid");
  EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) {
    return r.wasReported([](const ConnectionState& state) {
      return state.phase == ConnectionPhase::Reconnecting && state.error &&
             state.error->code == ErrorCode::AddressUnresolved;
    });
  }));
}

TEST(FaultConnection, RefusedKeepsEverythingAndComesBackWithoutListing) {
  LiveThroughWire stage;
  stage.wire.proxy.refuse();
  stage.wire.proxy.reset();
  Error error;
  ASSERT_TRUE(sawError(stage.live.seen, ErrorCode::ConnectionRefused, &error));
  EXPECT_EQ(error.subject, stage.wire.access.server.authority());
  EXPECT_TRUE(stage.live.seen.waitForPhase(ConnectionPhase::Reconnecting));
  EXPECT_EQ(podsIn(stage.live.seen, stage.ns.name), 1U);
  const auto lists = stage.live.seen.replacements();
  stage.wire.proxy.listenAgain();
  ASSERT_TRUE(stage.live.seen.waitForPhase(ConnectionPhase::Live));
  stage.expectToFollow("after");
  EXPECT_EQ(stage.live.seen.replacements(), lists) << "from the version that was known, not from the start";
}

TEST(FaultConnection, ANetworkThatSwallowsPacketsIsATimeout) {
  LiveThroughWire stage;
  stage.wire.proxy.swallowNew(true);
  stage.wire.proxy.reset();
  Error error;
  ASSERT_TRUE(sawError(stage.live.seen, ErrorCode::Timeout, &error));
  EXPECT_EQ(error.subject, stage.wire.access.server.authority());
  EXPECT_EQ(podsIn(stage.live.seen, stage.ns.name), 1U);
  stage.wire.proxy.swallowNew(false);
  ASSERT_TRUE(stage.live.seen.waitForPhase(ConnectionPhase::Live));
  stage.expectToFollow("after");
}

TEST(FaultConnection, AConsoleThatWaitsForTheNetworkGoesAwayAtOnce) {
  auto stage = std::make_unique<LiveThroughWire>(Timeouts{});
  stage->wire.proxy.swallowNew(true);
  stage->wire.proxy.reset();
  ASSERT_TRUE(stage->live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().watchesOpen == 0; }));
  const auto begin = std::chrono::steady_clock::now();
  stage->live.source.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s)
      << "switching to another cluster is instant: the network is waited for half a minute";
}

TEST(FaultConnection, AHalfOpenWatchIsNoticedAndReplaced) {
  Timeouts timeouts = shortTimeouts();
  timeouts.watchLength = 2s;
  timeouts.silenceGrace = 500ms;
  LiveThroughWire stage(timeouts);
  const auto lists = stage.live.seen.replacements();
  stage.wire.proxy.freeze();
  stage.expectToFollow("unheard");
  EXPECT_EQ(stage.live.seen.replacements(), lists) << "from the version that was known";
}

TEST(FaultConnection, AHalfOpenConnectionDoesNotStopAList) {
  LiveThroughWire stage;
  stage.wire.proxy.freeze();
  stage.admin.createPod(stage.ns.name, "unheard");
  stage.live.source->refresh();
  EXPECT_TRUE(hasPod(stage.live.seen, {stage.ns.name, "unheard"}));
  EXPECT_EQ(podsIn(stage.live.seen, stage.ns.name), 2U);
}

TEST(FaultConnection, PlannedEndsOfWatchesShowNothing) {
  Timeouts timeouts = shortTimeouts();
  timeouts.watchLength = 2s;
  timeouts.header = 30s;
  Stage stage;
  Live live(stage.access(), timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto lists = live.seen.replacements();
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder&) { return stage.proxy.countOf(watchesOf(kPods)) >= 3; }));
  EXPECT_EQ(live.seen.replacements(), lists);
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Reconnecting));
}

TEST(FaultConnection, WatchesThatEndWithoutAWordGoOnWhereTheyWere) {
  for (const bool reset : {false, true}) {
    LiveThroughWire stage;
    const auto lists = stage.live.seen.replacements();
    if (reset)
      stage.wire.proxy.reset();
    else
      stage.wire.proxy.close();
    stage.expectToFollow("after");
    EXPECT_EQ(stage.live.seen.replacements(), lists);
    EXPECT_FALSE(stage.live.seen.wasIn(ConnectionPhase::Failed));
  }
}

TEST(FaultConnection, CorruptedBytesDoNotGetPastTls) {
  Wire wire;
  Operator admin(accessFrom("admin"));
  const Namespace ns(admin);
  constexpr std::size_t kPodsThere = 30;
  for (std::size_t i = 0; i < kPodsThere; ++i) admin.createPod(ns.name, "p" + std::to_string(i));
  wire.proxy.corruptAt(6000);  // behind the handshake
  Live live(wire.access, shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_EQ(podsIn(live.seen, ns.name), kPodsThere);
  EXPECT_EQ(wire.proxy.corrupted(), 1);
  // Of a question beside the lists, which nothing waits for, it may be thrown away later.
  for (int i = 0; wire.proxy.accepted() <= wire.proxy.open() && i < 1000; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_GT(wire.proxy.accepted(), wire.proxy.open()) << "one connection was thrown away";
}

TEST(FaultConnection, ASlowNetworkIsNotAFault) {
  Wire wire;
  wire.proxy.delay(150ms);
  Timeouts timeouts = shortTimeouts();
  timeouts.connect = timeouts.header = 5s;
  Live live(wire.access, timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Reconnecting));
}

TEST(FaultConnection, AnswersThatNeverCome) {
  Stage stage;
  stage.proxy.when(listsOf(kNodes), silence(), 1);
  Live live(stage.access(), shortTimeouts());
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::Timeout, &error));
  EXPECT_EQ(error.place, kNodes);
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
}

TEST(FaultConnection, AWriteWithoutAnAnswerIsNotRepeated) {
  Stage stage;
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::string path = "/api/v1/namespaces/" + stage.ns.name + "/pods";
  stage.proxy.when(requestsFor("POST", path), loseAnswer());
  const auto created = live.source->writer().creator->create(podManifest("once"), stage.ns.name, false, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(stage.proxy.countOf(requestsFor("POST", path)), 1U);
  EXPECT_TRUE(hasPod(live.seen, stage.key("once"))) << "the watch tells what became of it";
}

TEST(FaultConnection, LoginPagesAndRedirects) {
  for (const int status : {200, 302}) {
    Stage stage;
    stage.createPod("before");
    Live live(stage.access(), shortTimeouts());
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.proxy.when(everything(), loginPage(status));
    live.source->refresh();
    Error error;
    ASSERT_TRUE(sawError(live.seen, ErrorCode::NotApiServer, &error));
    EXPECT_THAT(error.detail, HasSubstr("Sign in to the network"));
    if (status == 302) {
      EXPECT_THAT(error.detail, HasSubstr("login.example"));
    }
    EXPECT_EQ(podsIn(live.seen, stage.ns.name), 1U);
    stage.proxy.clear();
    EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  }
}

TEST(FaultConnection, AProxyThatWantsALoginIsNamed) {
  ScriptedServer proxy(
      [](const ScriptedRequest&, ScriptedConnection& client) {
        client.respond(407, "", "text/plain", "Proxy-Authenticate: Basic\r\n");
        client.close();
      },
      std::nullopt);
  ClusterAccess access = accessFrom("admin");
  access.proxyUrl = "http://127.0.0.1:" + std::to_string(proxy.port());
  Live live(access, shortTimeouts());
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::ConnectionFailed, &error));
  EXPECT_EQ(error.place, "proxy-url");
  EXPECT_THAT(error.detail, HasSubstr("407"));
}

TEST(FaultConnection, ServerErrorsAreReportedWithTheirWordsAndPassed) {
  for (const FirstList way : firstLists()) {
    for (const int status : {500, 502, 503}) {
      Stage stage;
      stage.let(way);
      stage.createPod("before");
      stage.proxy.when(way == FirstList::Pages ? listsOf(kPods) : streamsOf(kPods),
                       status == 502 ? answerWith(502, "no upstream today", "text/plain")
                                     : refuseWith(status, "InternalError", "etcdserver: leader changed"),
                       2);
      Live live(stage.access(), shortTimeouts());
      Error error;
      ASSERT_TRUE(sawError(live.seen, ErrorCode::ServerFailed, &error));
      EXPECT_EQ(error.httpStatus, status);
      EXPECT_THAT(error.detail, HasSubstr(status == 502 ? "no upstream today" : "leader changed"));
      ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
      EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
      EXPECT_EQ(stage.faults(), 2);
    }
  }
}

TEST(FaultConnection, ABusyServerDecidesWhenItIsAskedAgain) {
  for (const char* const words : {"storage is (re)initializing", "apiserver is shutting down", "too many requests"}) {
    Stage stage;
    stage.proxy.when(listsOf(kNodes), refuseWith(429, "TooManyRequests", words, "Retry-After: 1\r\n"), 1);
    const auto begin = std::chrono::steady_clock::now();
    Live live(stage.access(), shortTimeouts());
    Error error;
    ASSERT_TRUE(sawError(live.seen, ErrorCode::TooManyRequests, &error));
    EXPECT_THAT(error.detail, HasSubstr(words));
    EXPECT_TRUE(live.seen.waitUntil([](Recorder& r) {
      return r.wasReported([](const ConnectionState& state) {
        return state.error && state.error->code == ErrorCode::TooManyRequests && state.nextTry > 0;
      });
    }));
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_GE(std::chrono::steady_clock::now() - begin, 1s) << "not before the server said";
  }
}

}  // namespace
}  // namespace cardinal
