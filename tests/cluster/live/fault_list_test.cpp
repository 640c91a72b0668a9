// SPDX-License-Identifier: Apache-2.0
// Faults of lists and watches of the live source against the real API server (docs/faults.md).
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::HasSubstr;

constexpr int kPage = 20;
constexpr int kManyPods = kPage + 10;

/// More than one page of pods in a namespace of its own.
struct Pages : Stage {
  explicit Pages(FirstList way = FirstList::Pages) {
    let(way);
    for (int i = 0; i < kManyPods; ++i) createPod("p" + std::to_string(i));
  }
  static Timeouts timeouts() {
    Timeouts out = shortTimeouts();
    out.pageSize = kPage;
    return out;
  }
  std::size_t pagesOf(int limit) const {
    const std::string part = "limit=" + std::to_string(limit);
    return proxy.countOf([part](const ScriptedRequest& request) {
      return listsOf(kPods)(request) && request.query.find(part) != std::string::npos;
    });
  }
  /// Once a page behind the first was asked for, a list from the start with a larger limit than that page had: a slow
  /// machine makes pages smaller, a fast line makes them larger.
  bool beganAnewInLargerPages() const {
    int refused = 0;
    const std::size_t larger = proxy.countOf([&refused](const ScriptedRequest& request) {
      if (!listsOf(kPods)(request)) return false;
      const std::size_t at = request.query.find("limit=");
      const int limit = at != std::string::npos ? std::atoi(request.query.c_str() + at + 6) : 0;
      if (request.query.find("continue=") == std::string::npos) return refused > 0 && limit > refused;
      if (refused == 0) refused = limit;
      return false;
    });
    return larger > 0;
  }
  ::testing::AssertionResult allThere(Recorder& seen, int more = 0) {
    return seen.waitUntil([&](Recorder& r) {
      return std::count_if(r.pods.begin(), r.pods.end(), [&](const auto& p) { return p.first.ns == ns.name; }) ==
             kManyPods + more;
    });
  }
};

Matcher secondPage() {
  return [](const ScriptedRequest& request) {
    return listsOf(kPods)(request) && request.query.find("continue=") != std::string::npos;
  };
}

TEST(FaultList, CutPagesAreReadAgainAndNothingIsLostOrDoubled) {
  Pages stage;
  for (const Cut how : {Cut::Short, Cut::Reset, Cut::Unframed}) stage.proxy.when(secondPage(), cutAt(100, how), 1);
  stage.proxy.when(secondPage(), corruptAt(2, '\x01'), 1);  // where either format can tell
  Live live(stage.access(), Pages::timeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(stage.allThere(live.seen));
  EXPECT_EQ(stage.faults(), 4);
  // Pods of other tests may make further pages.
  std::map<std::string, int> asked;
  const std::size_t further = stage.proxy.countOf([&asked](const ScriptedRequest& request) {
    if (!secondPage()(request)) return false;
    ++asked[request.query];
    return true;
  });
  const auto most = std::max_element(asked.begin(), asked.end(),
                                     [](const auto& one, const auto& other) { return one.second < other.second; });
  ASSERT_NE(most, asked.end());
  EXPECT_EQ(most->second, 5) << "the same page again";
  EXPECT_EQ(further, 4 + asked.size()) << "and no other one";
  EXPECT_EQ(stage.proxy.countOf(listsOf(kPods)), further + 1) << "not the list from the start";
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer, &error));
  EXPECT_EQ(error.subject, kPods);
}

TEST(FaultList, CutStreamsAreReadAgainAndNothingIsLostOrDoubled) {
  for (const FirstList way : firstLists()) {
    if (way == FirstList::Pages) continue;
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}, std::size_t{9000}}) {
      Pages stage(way);
      stage.proxy.when(streamsOf(kPods), endStreamAfter(bytes), 1);
      Live live(stage.access(), Pages::timeouts());
      ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)) << bytes;
      EXPECT_TRUE(stage.allThere(live.seen));
      EXPECT_EQ(stage.faults(), 1);
      EXPECT_EQ(live.seen.replacements(), 1) << "a part of a list is no list";
      EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
    }
  }
}

TEST(FaultList, AStreamThatIsHeldBackIsReadAsPages) {
  for (const FirstList way : firstLists()) {
    if (way == FirstList::Pages) continue;
    Pages stage(way);
    stage.proxy.when(streamsOf(kPods), bufferedStream());
    Timeouts timeouts = Pages::timeouts();
    timeouts.endOfStream = 300ms;
    Live live(stage.access(), timeouts);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_TRUE(stage.allThere(live.seen));
    EXPECT_GE(stage.pagesOf(kPage), 1U);
  }
}

TEST(FaultList, AListThatIsTooSlowUsesSmallerPages) {
  Pages stage;
  stage.proxy.when(
      listsOf(kPods),
      [](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
        std::this_thread::sleep_for(600ms);  // a slow page is one of 500 ms here
        cutAt(100, Cut::Reset)(request, client, server);
      },
      1);
  Timeouts timeouts = shortTimeouts();
  timeouts.header = 30s;
  timeouts.pageSize = 200;
  Live live(stage.access(), timeouts);
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(stage.allThere(live.seen));
  EXPECT_GE(stage.pagesOf(100), 1U) << "half of it";
}

TEST(FaultList, ADrippingBodyIsGivenUp) {
  Stage stage;
  stage.createPod("before");
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.proxy.when(listsOf(kPods), trickle(1, 50ms), 1);
  live.source->refresh();
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::Timeout, &error));
  EXPECT_THAT(error.detail, HasSubstr("slowly"));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
}

TEST(FaultList, AContinueTokenThatIsGoneBeginsTheListAnewInLargerPages) {
  Pages stage;
  stage.proxy.when(secondPage(), refuseWith(410, "Expired", "The provided continue parameter is too old"), 1);
  Live live(stage.access(), Pages::timeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(stage.allThere(live.seen));
  EXPECT_TRUE(stage.beganAnewInLargerPages());
  EXPECT_EQ(live.seen.replacements(), 1) << "one list came to its end";
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
}

/// From 1.34 on the server goes on with the list from a snapshot in its cache, which etcd's compaction does not touch.
TEST(FaultList, CompactionLosesTheContinueTokenAndTheListBeginsAnew) {
  constexpr int kSnapshotsSince = 34;
  Pages stage;
  std::atomic<int> compactions{0};
  // Between the first page and the second: the server itself answers 410 then.
  stage.proxy.when(
      secondPage(),
      [&](const ScriptedRequest& request, ScriptedConnection& client, const Upstream& server) {
        // Compaction keeps the newest revision, which must not be that of the first page.
        stage.createPod("between");
        if (clusterCommand("compact-etcd", CARDINAL_CLUSTER_STATE) == 0) ++compactions;
        deliver(server.ask(request), client);
      },
      1);
  Timeouts timeouts = Pages::timeouts();
  timeouts.header = 30s;  // the compaction takes its time
  Live live(stage.access(), timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(hasPod(live.seen, stage.key("between")));
  EXPECT_EQ(compactions, 1);
  EXPECT_TRUE(stage.allThere(live.seen, 1));
  // As many as the pods of the other tests in this cluster make of it.
  EXPECT_EQ(stage.beganAnewInLargerPages(), serverMinor() < kSnapshotsSince) << "or the token is still good";
  EXPECT_EQ(live.seen.replacements(), 1) << "one list came to its end";
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
}

/// 410 as an answer and as an event of a stream.
std::vector<Fault> expiries() {
  const std::string words = "too old resource version: 1 (2)";
  return {
      refuseWith(410, "Expired", words),
      streamOf(R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":")" + words +
               R"(","reason":"Expired","code":410}})"),
  };
}

TEST(FaultList, ExpiredVersionsListAgainAtOnceInsideAndOutsideOfTheStream) {
  for (const Fault& fault : expiries()) {
    Stage stage;
    stage.pagesOnly();
    stage.createPod("before");
    stage.proxy.when(followsOf(kPods), fault, 1);
    Live live(stage.access(), Timeouts{});  // long waits: what comes at once did not wait
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.createPod("after");
    EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
    EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
    EXPECT_EQ(live.seen.replacements(), 2);
    EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Reconnecting));
  }
}

TEST(FaultList, AVersionThatExpiredAfterAStreamedListIsListedAgain) {
  for (const FirstList way : firstLists()) {
    for (const Fault& fault : expiries()) {
      Stage stage;
      stage.let(way);
      stage.createPod("before");
      stage.proxy.when(followsOf(kPods), fault, 1);
      Timeouts timeouts = shortTimeouts();
      timeouts.watchLength = 1s;  // the stream ends as planned, and the watch that follows it meets the fault
      Live live(stage.access(), timeouts);
      ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.replacementsUnlocked() == 2; }));
      stage.createPod("after");
      EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
      EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
      EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
    }
  }
}

TEST(FaultList, AFirstStreamThatExpiresIsAskedForAgain) {
  for (const FirstList way : firstLists()) {
    if (way == FirstList::Pages) continue;
    for (const Fault& fault : expiries()) {
      Stage stage;
      stage.let(way);
      stage.createPod("before");
      stage.proxy.when(streamsOf(kPods), fault, 1);
      Live live(stage.access(), shortTimeouts());
      ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
      EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
      EXPECT_EQ(live.seen.replacements(), 1);
      EXPECT_EQ(stage.faults(), 1);
      EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
    }
  }
}

TEST(FaultList, AWatchThatAlwaysEndsAtOnceIsNotRepeatedInALoop) {
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    stage.proxy.when(way == FirstList::Pages ? followsOf(kPods) : watchesOf(kPods), streamOf(""));
    Live live(stage.access(), shortTimeouts());
    Error error;
    ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer, &error));
    EXPECT_EQ(error.place, "watch");
    EXPECT_LT(stage.proxy.countOf(watchesOf(kPods)), 20U);
    stage.proxy.clear();
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.createPod("after");
    EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
  }
}

TEST(FaultList, AVersionThatIsTooLargeEndsInAFreshList) {
  Stage stage;
  stage.pagesOnly();
  stage.createPod("before");
  stage.proxy.when(followsOf(kPods), refuseWith(504, "Timeout", "Too large resource version: 9, current: 8"), 3);
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(sawError(live.seen, ErrorCode::ServerFailed));
  ASSERT_TRUE(allWatchesOpen(live.seen));
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_EQ(live.seen.replacements(), 2);
  EXPECT_EQ(stage.proxy.countOf([](const ScriptedRequest& request) {
    return listsOf(kPods)(request) && request.query.find("resourceVersion") != std::string::npos;
  }),
            0U)
      << "a list never names a version that a server may not have yet";
}

TEST(FaultList, AWatchThatIsCutInsideAnEventDropsItAndGoesOn) {
  Stage stage;
  stage.pagesOnly();
  stage.proxy.when(followsOf(kPods), endStreamAfter(100), 1);
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("cut");
  EXPECT_TRUE(hasPod(live.seen, stage.key("cut")));
  EXPECT_EQ(stage.faults(), 1);
}

TEST(FaultList, GarbageInAStreamIsNeverSkipped) {
  const std::string garbage[] = {"<html>", "{\"type\":\"NEWS\",\"object\":{}}\n",
                                 "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\"}}\n"};
  for (const FirstList way : firstLists()) {
    for (const std::string& text : garbage) {
      Stage stage;
      stage.let(way);
      stage.createPod("before");
      stage.proxy.when(way == FirstList::Pages ? followsOf(kPods) : streamsOf(kPods), streamOf(text), 1);
      Live live(stage.access(), shortTimeouts());
      // A watch with garbage costs a second list; of a first list that is garbage nothing is shown.
      const int lists = way == FirstList::Pages ? 2 : 1;
      ASSERT_TRUE(live.seen.waitUntil([lists](Recorder& r) { return r.replacementsUnlocked() == lists; })) << text;
      ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
      EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
      EXPECT_EQ(stage.faults(), 1);
      EXPECT_TRUE(live.seen.wasIn(ConnectionPhase::Reconnecting)) << "it is reported: " << text;
    }
  }
}

TEST(FaultList, AnEventThatIsTooLargeIsNotKeptInMemory) {
  // 17 MiB of one event: more than the 16 MiB that are taken.
  const std::string huge = R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"x","annotations":{"a":")" +
                           std::string(std::size_t{17} << 20U, 'a') + "\"}}}}";
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    stage.createPod("before");
    stage.proxy.when(way == FirstList::Pages ? followsOf(kPods) : streamsOf(kPods), streamOf(huge), 1);
    Live live(stage.access(), shortTimeouts());
    ASSERT_TRUE(allWatchesOpen(live.seen));
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_TRUE(hasPod(live.seen, stage.key("before"))) << "the others stay";
    EXPECT_EQ(stage.faults(), 1);
  }
}

TEST(FaultList, StreamsNeverAskForCompression) {
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    Live live(stage.access());
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    const auto compressed = [](const ScriptedRequest& request) {
      return request.headers.count("accept-encoding") != 0;
    };
    EXPECT_EQ(stage.proxy.countOf(
                  [&](const ScriptedRequest& request) { return watchesOf(kPods)(request) && compressed(request); }),
              0U);
    EXPECT_EQ(stage.proxy.countOf(
                  [&](const ScriptedRequest& request) { return listsOf(kPods)(request) && compressed(request); }),
              way == FirstList::Pages ? 1U : 0U);
    EXPECT_EQ(stage.proxy.countOf(streamsOf(kPods)) > stage.refusedStreams(kPods), way == FirstList::Stream);
  }
}

/// Pods whose pages are large enough to measure a line by, behind a line that can be made slow.
struct Line : Stage {
  static constexpr int kLarge = 12;
  explicit Line(FirstList way) : wire(proxy.port()) {
    let(way);
    for (int i = 0; i < kLarge; ++i) addLargePod("p" + std::to_string(i));
  }
  ClusterAccess access() const {
    ClusterAccess out = Stage::access();
    out.server.port = wire.port();
    return out;
  }
  static Timeouts timeouts() {
    Timeouts out;
    out.pageSize = 2;
    return out;
  }
  std::size_t pages(bool packed) const {
    return proxy.countOf([packed](const ScriptedRequest& request) {
      return listsOf(kPods)(request) && (request.headers.count("accept-encoding") != 0) == packed;
    });
  }
  TcpProxy wire;

 private:
  /// Packing halves it.
  void addLargePod(const std::string& name) {
    std::string noise(std::size_t{60} << 10U, '0');
    std::mt19937 chance(static_cast<unsigned>(name.back()));
    for (char& c : noise) c = "0123456789abcdef"[chance() % 16];
    ASSERT_EQ(
        admin.send(
            "POST", "/api/v1/namespaces/" + ns.name + "/pods",
            R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","annotations":{"noise":")" + noise +
                R"("}},"spec":{"schedulerName":"nobody","automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})"),
        201)
        << admin.lastBody;
  }
};

bool hasAll(Line& stage, Live& live) {
  return live.seen.waitUntil([&](Recorder& r) {
    return std::count_if(r.pods.begin(), r.pods.end(), [&](const auto& p) { return p.first.ns == stage.ns.name; }) ==
           Line::kLarge;
  });
}

TEST(FaultList, AFastLineGetsPlainPages) {
  Line stage(FirstList::Pages);
  Live live(stage.access(), Line::timeouts());
  EXPECT_TRUE(hasAll(stage, live));
  EXPECT_GE(stage.pages(true), 1U) << "the first ones measure the line";
  EXPECT_GE(stage.pages(false), 2U);
}

TEST(FaultList, ASlowLineGetsPackedPagesEvenWhereTheServerStreams) {
  for (const FirstList way : firstLists()) {
    Line stage(way);
    stage.wire.throttle(200'000);
    Live live(stage.access(), Line::timeouts());
    EXPECT_TRUE(hasAll(stage, live));
    EXPECT_EQ(stage.proxy.countOf(streamsOf(kPods)) > stage.refusedStreams(kPods), way == FirstList::Stream);
    EXPECT_GE(stage.pages(true), static_cast<std::size_t>(Line::kLarge / 2));
    EXPECT_EQ(stage.pages(false), 0U);
  }
}

TEST(FaultList, AProxyThatHoldsNewsBackIsFoundOutAndTheListIsReadInstead) {
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    Timeouts timeouts = shortTimeouts();
    timeouts.silence = 60s;
    timeouts.silenceGrace = 60s;
    timeouts.quietWatch = 700ms;
    timeouts.pollInterval = 300ms;
    timeouts.endOfStream = 500ms;
    stage.proxy.when(way == FirstList::Pages ? followsOf(kPods) : watchesOf(kPods), bufferedStream());
    Live live(stage.access(), timeouts);
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.createPod("held-back-1");
    EXPECT_TRUE(hasPod(live.seen, stage.key("held-back-1")));
    for (int i = 2; live.seen.state().polledLists == 0 && i < 20; ++i) {
      stage.createPod("held-back-" + std::to_string(i));
      EXPECT_TRUE(hasPod(live.seen, stage.key("held-back-" + std::to_string(i))));
    }
    EXPECT_EQ(live.seen.state().polledLists, 1);
    EXPECT_EQ(live.seen.state().phase, ConnectionPhase::Live);
    stage.createPod("polled");
    EXPECT_TRUE(hasPod(live.seen, stage.key("polled")));
  }
}

TEST(FaultList, AWatchThatIsNotPermittedIsReplacedByLists) {
  for (const FirstList way : firstLists()) {
    Stage stage;
    stage.let(way);
    Timeouts timeouts = shortTimeouts();
    timeouts.pollInterval = 300ms;
    stage.proxy.when(way == FirstList::Pages ? followsOf(kPods) : watchesOf(kPods),
                     refuseWith(403, "Forbidden", "pods is forbidden: User \"u\" cannot watch"));
    Live live(stage.access(), timeouts);
    ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().polledLists == 1; }));
    // The watch of nodes, asked for before, may be answered later than the lists of pods.
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_EQ(live.seen.state().polledLists, 1);
    stage.createPod("polled");
    EXPECT_TRUE(hasPod(live.seen, stage.key("polled")));
    EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
  }
}

TEST(FaultList, AWatchThatIsBufferedIsOpenedAgain) {
  Stage stage;
  Timeouts timeouts = shortTimeouts();
  timeouts.watchLength = 1s;
  timeouts.silenceGrace = 500ms;
  stage.pagesOnly();
  stage.proxy.when(followsOf(kPods), bufferedStream(), 1);
  Live live(stage.access(), timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("held-back");
  EXPECT_TRUE(hasPod(live.seen, stage.key("held-back")));
}

}  // namespace
}  // namespace cardinal
