// SPDX-License-Identifier: Apache-2.0
// Faults of lists and watches of the live source against the real API server (docs/faults.md).
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "tests/cluster/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::HasSubstr;

constexpr int kPage = 20;
constexpr int kManyPods = kPage + 10;

/// More than one page of pods in a namespace of its own.
struct Pages : Stage {
  Pages() {
    for (int i = 0; i < kManyPods; ++i) createPod("p" + std::to_string(i));
  }
  static Patience patience() {
    Patience out = shortPatience();
    out.pageSize = kPage;
    return out;
  }
  std::size_t pagesOf(int limit) const {
    const std::string part = "limit=" + std::to_string(limit);
    return proxy.countOf([part](const ScriptedRequest& request) {
      return listsOf(kPods)(request) && request.query.find(part) != std::string::npos;
    });
  }
  ::testing::AssertionResult allThere(Recorder& seen) {
    return seen.waitUntil([&](Recorder& r) {
      return std::count_if(r.pods.begin(), r.pods.end(), [&](const auto& p) { return p.first.ns == ns.name; }) ==
             kManyPods;
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
  stage.proxy.when(secondPage(), corruptAt(100, '\x01'), 1);
  Live live(stage.access(), Pages::patience());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(stage.allThere(live.seen));
  EXPECT_EQ(stage.proxy.faults(), 4);
  EXPECT_EQ(stage.proxy.countOf(secondPage()), 5U) << "the same page again, not the list from the start";
  EXPECT_EQ(stage.proxy.countOf(listsOf(kPods)), 6U);
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer, &error));
  EXPECT_EQ(error.subject, kPods);
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
  Patience patience = shortPatience();
  patience.header = 30s;
  patience.pageSize = 200;
  Live live(stage.access(), patience);
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(stage.allThere(live.seen));
  EXPECT_GE(stage.pagesOf(100), 1U) << "half of it";
}

TEST(FaultList, ADrippingBodyIsGivenUp) {
  Stage stage;
  stage.createPod("before");
  Live live(stage.access(), shortPatience());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.proxy.when(listsOf(kPods), trickle(1, 50ms), 1);
  live.source->refresh();
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::Timeout, &error));
  EXPECT_THAT(error.detail, HasSubstr("slowly"));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
}

TEST(FaultList, CompactionLosesTheContinueTokenAndTheListBeginsAnew) {
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
  Patience patience = Pages::patience();
  patience.header = 30s;  // the compaction takes its time
  Live live(stage.access(), patience);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(hasPod(live.seen, stage.key("between")));
  EXPECT_EQ(compactions, 1);
  // As many as the pods of the other tests in this cluster make of it.
  EXPECT_GE(stage.pagesOf(kPage * 4), 1U) << "in larger pages";
  EXPECT_EQ(live.seen.replacements(), 1) << "one list came to its end";
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
}

TEST(FaultList, ExpiredVersionsListAgainAtOnceInsideAndOutsideOfTheStream) {
  const std::string words = "too old resource version: 1 (2)";
  const Fault faults[] = {
      refuseWith(410, "Expired", words),
      streamOf(R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":")" + words +
               R"(","reason":"Expired","code":410}})"),
  };
  for (const Fault& fault : faults) {
    Stage stage;
    stage.createPod("before");
    stage.proxy.when(watchesOf(kPods), fault, 1);
    Live live(stage.access(), Patience{});  // long waits: what comes at once did not wait
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.createPod("after");
    EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
    EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
    EXPECT_EQ(live.seen.replacements(), 2);
    EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Reconnecting));
  }
}

TEST(FaultList, AWatchThatAlwaysEndsAtOnceIsNotRepeatedInALoop) {
  Stage stage;
  stage.proxy.when(watchesOf(kPods), streamOf(""));
  Live live(stage.access(), shortPatience());
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TruncatedAnswer, &error));
  EXPECT_EQ(error.place, "watch");
  EXPECT_LT(stage.proxy.countOf(watchesOf(kPods)), 20U);
  stage.proxy.clear();
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("after");
  EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
}

TEST(FaultList, AVersionThatIsTooLargeEndsInAFreshList) {
  Stage stage;
  stage.createPod("before");
  stage.proxy.when(watchesOf(kPods), refuseWith(504, "Timeout", "Too large resource version: 9, current: 8"), 3);
  Live live(stage.access(), shortPatience());
  ASSERT_TRUE(sawError(live.seen, ErrorCode::ServerFailed));
  ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().watchesOpen == 2; }));
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
  stage.proxy.when(watchesOf(kPods), endStreamAfter(100), 1);
  Live live(stage.access(), shortPatience());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("cut");
  EXPECT_TRUE(hasPod(live.seen, stage.key("cut")));
  EXPECT_EQ(stage.proxy.faults(), 1);
}

TEST(FaultList, GarbageInAStreamIsNeverSkipped) {
  const std::string garbage[] = {"<html>", "{\"type\":\"NEWS\",\"object\":{}}\n",
                                 "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\"}}\n"};
  for (const std::string& text : garbage) {
    Stage stage;
    stage.createPod("before");
    stage.proxy.when(watchesOf(kPods), streamOf(text), 1);
    Live live(stage.access(), shortPatience());
    ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.replacementsUnlocked() == 2; })) << text;
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  }
}

TEST(FaultList, AnEventThatIsTooLargeIsNotKeptInMemory) {
  Stage stage;
  stage.createPod("before");
  // 17 MiB of one event: more than the 16 MiB that are taken.
  const std::string huge = R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"x","annotations":{"a":")" +
                           std::string(std::size_t{17} << 20U, 'a') + "\"}}}}";
  stage.proxy.when(watchesOf(kPods), streamOf(huge), 1);
  Live live(stage.access(), shortPatience());
  ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().watchesOpen == 2; }));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before"))) << "the others stay";
}

TEST(FaultList, StreamsNeverAskForCompression) {
  Stage stage;
  Live live(stage.access());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto compressed = [](const ScriptedRequest& request) { return request.headers.count("accept-encoding") != 0; };
  EXPECT_EQ(stage.proxy.countOf(
                [&](const ScriptedRequest& request) { return watchesOf(kPods)(request) && compressed(request); }),
            0U);
  EXPECT_EQ(stage.proxy.countOf(
                [&](const ScriptedRequest& request) { return listsOf(kPods)(request) && compressed(request); }),
            1U);
}

TEST(FaultList, AProxyThatHoldsNewsBackIsFoundOutAndTheListIsReadInstead) {
  Stage stage;
  Patience patience = shortPatience();
  patience.silence = 60s;
  patience.silenceGrace = 60s;
  patience.quietWatch = 700ms;
  patience.pollInterval = 300ms;
  stage.proxy.when(watchesOf(kPods), bufferedStream());
  Live live(stage.access(), patience);
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

TEST(FaultList, AWatchThatIsNotPermittedIsReplacedByLists) {
  Stage stage;
  Patience patience = shortPatience();
  patience.pollInterval = 300ms;
  stage.proxy.when(watchesOf(kPods), refuseWith(403, "Forbidden", "pods is forbidden: User \"u\" cannot watch"));
  Live live(stage.access(), patience);
  ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return r.stateUnlocked().polledLists == 1; }));
  // The watch of nodes, asked for before, may be answered later than the lists of pods.
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_EQ(live.seen.state().polledLists, 1);
  stage.createPod("polled");
  EXPECT_TRUE(hasPod(live.seen, stage.key("polled")));
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
}

TEST(FaultList, AWatchThatIsBufferedIsOpenedAgain) {
  Stage stage;
  Patience patience = shortPatience();
  patience.watchLength = 1s;
  patience.silenceGrace = 500ms;
  stage.proxy.when(watchesOf(kPods), bufferedStream(), 1);
  Live live(stage.access(), patience);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("held-back");
  EXPECT_TRUE(hasPod(live.seen, stage.key("held-back")));
}

}  // namespace
}  // namespace cardinal
