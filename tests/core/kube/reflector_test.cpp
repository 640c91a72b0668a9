// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/reflector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/core/kube/fakes.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

struct MadePod {
  std::string name;
  int version;
  std::string uid = "";
};

std::string podText(const MadePod& pod) {
  return R"({"kind":"Pod","metadata":{"name":")" + pod.name + R"(","namespace":"n","uid":")" +
         (pod.uid.empty() ? "u-" + pod.name : pod.uid) + R"(","resourceVersion":")" + std::to_string(pod.version) +
         R"("}})";
}
std::string listText(int version, const std::vector<MadePod>& pods, const std::string& token = "") {
  std::string items;
  for (const MadePod& pod : pods) items += (items.empty() ? "" : ",") + podText(pod);
  return R"({"kind":"PodList","metadata":{"resourceVersion":")" + std::to_string(version) + R"(","continue":")" +
         token + R"("},"items":[)" + items + "]}";
}
std::string eventText(const std::string& type, const MadePod& pod) {
  return R"({"type":")" + type + R"(","object":)" + podText(pod) + "}\n";
}
std::string bookmarkText(int version) {
  return R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":")" + std::to_string(version) +
         "\"}}}\n";
}
std::string statusText(int code, const std::string& reason) {
  return R"({"kind":"Status","status":"Failure","message":"words of the server","reason":")" + reason + R"(","code":)" +
         std::to_string(code) + "}";
}
std::string errorText(int code, const std::string& reason) {
  return R"({"type":"ERROR","object":)" + statusText(code, reason) + "}\n";
}

/// A reflector of pods with everything around it played; keeps a copy of what it tells, as a builder would.
class ReflectorTest : public ::testing::Test {
 protected:
  ReflectorTest()
      : m_store(m_decoder, StoreListener<RawPod>{[this](auto all) { replaced(std::move(all)); },
                                                 [this](auto pod) {
                                                   ++upserts;
                                                   seen[pod->meta.key.name] = pod->meta.resourceVersion;
                                                 },
                                                 [this](auto pod) {
                                                   ++removals;
                                                   seen.erase(pod->meta.key.name);
                                                 }}),
        m_reflector(Reflector::Options{podsResource(), "", "", 500}, m_store,
                    ReflectorContext{m_loop, m_transport, m_decoder, m_loop, [] { return 0.0; }},
                    [this] { ++changes; }) {}

  void replaced(std::vector<std::shared_ptr<const RawPod>> all) {
    ++replacements;
    seen.clear();
    for (const auto& pod : all) {
      EXPECT_TRUE(seen.emplace(pod->meta.key.name, pod->meta.resourceVersion).second)
          << "doubled: " << pod->meta.key.name;
    }
    last = std::move(all);
  }
  /// Listed with these pods at version 10 and watching.
  void goLive(const std::vector<MadePod>& pods = {{"a", 5}, {"b", 6}}) {
    m_reflector.start();
    m_transport.respond(200, listText(10, pods));
    m_transport.openStream();
    ASSERT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  }
  const std::string& query() const { return m_transport.only().query; }
  bool watching() const { return m_transport.only().streaming; }
  ReflectorPhase phase() const { return m_reflector.status().phase; }

  std::map<std::string, std::string> seen;
  std::vector<std::shared_ptr<const RawPod>> last;
  int replacements = 0, upserts = 0, removals = 0, changes = 0;
  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  Decoder m_decoder;
  ObjectStore<RawPod> m_store;
  Reflector m_reflector;
};

using Seen = std::map<std::string, std::string>;

TEST_F(ReflectorTest, PagesThenOneReplacementThenWatch) {
  m_reflector.start();
  EXPECT_EQ(phase(), ReflectorPhase::Listing);
  EXPECT_EQ(m_transport.only().path, "/api/v1/pods");
  EXPECT_EQ(query(), "limit=500&timeout=60s");
  EXPECT_EQ(m_transport.only().lane, Lane::List);
  m_transport.respond(200, listText(10, {{"a", 5}}, "token/1"));
  EXPECT_EQ(query(), "limit=500&continue=token%2F1&timeout=60s");
  EXPECT_EQ(m_reflector.status().loaded, 1U);
  m_transport.respond(200, listText(10, {}, "token2"));
  EXPECT_EQ(replacements, 0) << "nothing half loaded is passed on, and an empty page is not the last";
  m_transport.respond(200, listText(10, {{"b", 6}}));
  EXPECT_EQ(replacements, 1);
  EXPECT_EQ(seen, (Seen{{"a", "5"}, {"b", "6"}}));
  EXPECT_EQ(query(), "watch=1&resourceVersion=10&allowWatchBookmarks=true&timeoutSeconds=300");
  EXPECT_EQ(m_transport.only().lane, Lane::Watch);
  EXPECT_FALSE(m_transport.only().compressed);
  EXPECT_EQ(phase(), ReflectorPhase::Listing) << "live only when the watch is open";
  m_transport.openStream();
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  EXPECT_TRUE(m_reflector.status().watchOpen && m_reflector.status().synced);
  EXPECT_EQ(m_reflector.status().lastContact, m_loop.wallNow());
}

TEST_F(ReflectorTest, EventsHoweverTheNetworkCutsThem) {
  goLive();
  const std::string text = eventText("ADDED", {"c", 11}) + eventText("MODIFIED", {"a", 12}) +
                           eventText("DELETED", {"b", 13}) + bookmarkText(20);
  for (const char c : text) m_transport.stream(std::string(1, c));
  EXPECT_EQ(seen, (Seen{{"a", "12"}, {"c", "11"}}));
  m_loop.advance(2s);
  m_transport.endStream();
  EXPECT_THAT(query(), HasSubstr("resourceVersion=20&")) << "a bookmark moves the version on";
  EXPECT_EQ(upserts, 2);
}

TEST_F(ReflectorTest, DuplicatesAndOldNewsChangeNothing) {
  goLive();
  m_transport.stream(eventText("ADDED", {"a", 5}) + eventText("MODIFIED", {"b", 4}));
  EXPECT_EQ(upserts, 0);
  EXPECT_EQ(seen, (Seen{{"a", "5"}, {"b", "6"}}));
  m_transport.stream(eventText("MODIFIED", {"new", 11}));
  EXPECT_EQ(seen.count("new"), 1U) << "a change of an unknown object is an addition";
  m_transport.stream(eventText("ADDED", {"a", 100}) + eventText("MODIFIED", {"a", 99}));
  EXPECT_EQ(seen["a"], "100") << "100 is newer than 99 although it sorts before it";
}

TEST_F(ReflectorTest, DeletionOfAnOldNamesakeIsNotOurs) {
  goLive();
  m_transport.stream(eventText("MODIFIED", {"a", 20, "second-life"}) + eventText("DELETED", {"a", 21, "u-a"}));
  EXPECT_EQ(seen["a"], "20");
  m_transport.stream(eventText("DELETED", {"a", 19, "second-life"}));
  EXPECT_EQ(seen["a"], "20") << "an older deletion is ignored";
  m_transport.stream(eventText("DELETED", {"a", 22, "second-life"}) + eventText("DELETED", {"nobody", 23}));
  EXPECT_EQ(seen, (Seen{{"b", "6"}}));
}

TEST_F(ReflectorTest, PlannedEndIsReopenedAtOnceAndShowsNothing) {
  goLive();
  for (int minute = 0; minute < 5; ++minute) {
    m_transport.stream(bookmarkText(11 + minute));  // as servers do
    m_loop.advance(60s);
  }
  m_transport.endStream();
  EXPECT_TRUE(watching());
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  EXPECT_FALSE(m_reflector.status().error);
  m_transport.openStream();
  EXPECT_EQ(replacements, 1) << "no list was needed";
}

TEST_F(ReflectorTest, CutStreamIsReopenedFromTheLastVersion) {
  goLive();
  m_transport.stream(eventText("ADDED", {"c", 15}) + R"({"type":"ADDED","object":{"ki)");
  m_loop.advance(5s);
  m_transport.fail(ErrorCode::TruncatedAnswer);
  EXPECT_THAT(query(), HasSubstr("resourceVersion=15&"));
  m_transport.openStream();
  m_transport.stream(eventText("ADDED", {"d", 16}));
  EXPECT_EQ(seen.count("d"), 1U) << "the rest of the cut event is forgotten";
}

TEST_F(ReflectorTest, RefusedReconnectsWaitLongerAndKeepVersionAndData) {
  goLive();
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  for (const auto wait : {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
    m_transport.fail(ErrorCode::ConnectionRefused);
    EXPECT_EQ(phase(), ReflectorPhase::Waiting);
    EXPECT_EQ(m_reflector.status().error->code, ErrorCode::ConnectionRefused);
    EXPECT_GT(m_reflector.status().nextTry, m_loop.wallNow());
    EXPECT_EQ(m_loop.untilNext(), wait);
    EXPECT_TRUE(m_transport.open.empty());
    m_loop.advance(wait);
    EXPECT_TRUE(watching());
    EXPECT_THAT(query(), HasSubstr("resourceVersion=10&"));
  }
  EXPECT_EQ(seen.size(), 2U);
  m_transport.openStream();
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  EXPECT_FALSE(m_reflector.status().error);
}

TEST_F(ReflectorTest, OtherWatchFailuresListAgainAfterThree) {
  goLive();
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_transport.respond(503, statusText(503, "ServiceUnavailable"));
  m_loop.advance(1s);
  EXPECT_TRUE(watching());
  m_transport.fail(ErrorCode::Timeout);
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_loop.advance(4s);
  EXPECT_FALSE(watching());
}

TEST_F(ReflectorTest, VeryShortWatchCountsAsFailure) {
  goLive();
  m_transport.endStream();
  EXPECT_EQ(phase(), ReflectorPhase::Waiting);
  m_loop.advance(800ms);
  EXPECT_FALSE(watching()) << "and is cured by a list";
}

TEST_F(ReflectorTest, StreamsThatEndAfterEachEventAreSlowedDown) {
  goLive();
  int version = 11;
  int atOnce = 0;
  while (phase() == ReflectorPhase::Live && atOnce < 50) {
    m_transport.stream(eventText("MODIFIED", {"a", version++}));
    m_transport.endStream();
    ++atOnce;
    if (phase() == ReflectorPhase::Live) m_transport.openStream();
  }
  EXPECT_LT(atOnce, 10);
  m_loop.advance(800ms);
  EXPECT_TRUE(watching());
}

TEST_F(ReflectorTest, ExpiredAsStatusListsAgainAtOnceAndFindsMissedDeletions) {
  goLive();
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_transport.respond(410, statusText(410, "Expired"));
  EXPECT_FALSE(watching());
  EXPECT_EQ(phase(), ReflectorPhase::Listing);
  EXPECT_EQ(seen.size(), 2U) << "the old state stays until the list is complete";
  const auto before = last;
  m_transport.respond(200, listText(50, {{"b", 6}, {"c", 40}}));
  EXPECT_EQ(seen, (Seen{{"b", "6"}, {"c", "40"}}));
  EXPECT_EQ(replacements, 2);
  const auto isB = [](const auto& pod) { return pod->meta.key.name == "b"; };
  EXPECT_EQ(*std::find_if(last.begin(), last.end(), isB), *std::find_if(before.begin(), before.end(), isB))
      << "unchanged objects are shared";
}

TEST_F(ReflectorTest, ExpiredInsideTheStreamListsAgainAtOnce) {
  goLive();
  m_transport.stream(eventText("MODIFIED", {"a", 11}) + errorText(410, "Expired") + eventText("MODIFIED", {"a", 12}));
  EXPECT_EQ(phase(), ReflectorPhase::Listing);
  EXPECT_EQ(seen["a"], "11") << "nothing behind the error is believed";
  m_transport.respond(200, listText(50, {{"a", 12}}));
  EXPECT_EQ(seen, (Seen{{"a", "12"}}));
}

TEST_F(ReflectorTest, ServerThatExpiresItsOwnListIsNotHammered) {
  goLive();
  m_transport.stream(errorText(410, "Gone"));
  for (int again = 0; again < 5; ++again) {
    m_transport.respond(200, listText(50, {{"a", 5}}));
    m_transport.openStream();
    m_transport.stream(errorText(410, "Gone"));
    EXPECT_EQ(phase(), ReflectorPhase::Waiting) << again;
    m_loop.advance(60s);
  }
}

TEST_F(ReflectorTest, ListWinsEvenWhenVersionsWentBack) {
  goLive({{"a", 500}, {"b", 600}});
  m_reflector.relist();
  m_transport.respond(200, listText(9, {{"a", 8}}));
  EXPECT_EQ(seen, (Seen{{"a", "8"}})) << "as after a restored backup";
  EXPECT_EQ(m_reflector.status().wentBack, 1);
}

TEST_F(ReflectorTest, OtherErrorsInTheStream) {
  goLive();
  m_transport.stream(errorText(500, "InternalError"));
  EXPECT_EQ(phase(), ReflectorPhase::Waiting);
  m_loop.advance(1s);
  EXPECT_TRUE(watching()) << "an internal error is retried from the same version";
  m_transport.openStream();
  m_transport.stream(errorText(400, "BadRequest"));
  m_loop.advance(60s);
  EXPECT_FALSE(watching()) << "an unknown one ends in a list";
}

TEST_F(ReflectorTest, UndecodableEventIsNeverSkipped) {
  for (const char* text :
       {R"({"type":"ADDED","object":{"kind":"Table"}})", R"({"type":"RENAMED","object":{}})", "<html>", "{\"a\":}"}) {
    SCOPED_TRACE(text);
    m_reflector.relist();
    m_transport.respond(200, listText(10, {{"a", 5}}));
    m_transport.openStream();
    m_transport.stream(eventText("ADDED", {"c", 11}) + text);
    EXPECT_EQ(phase(), ReflectorPhase::Waiting);
    m_loop.advance(60s);
    EXPECT_FALSE(watching());
  }
}

TEST_F(ReflectorTest, OldTokensAreNotTriedAgain) {
  m_reflector.start();
  m_transport.respond(200, listText(10, {{"a", 5}}, "t1"));
  for (int i = 0; i < 11; ++i) {
    m_transport.fail(ErrorCode::ConnectionRefused);
    m_loop.advance(m_loop.untilNext());
  }
  EXPECT_THAT(query(), Not(HasSubstr("continue")));
  m_transport.respond(200, listText(20, {{"b", 6}}));
  EXPECT_EQ(seen, (Seen{{"b", "6"}}));
}

TEST_F(ReflectorTest, ExpiredTokenMeansLargerPagesThenOnePiece) {
  m_reflector.start();
  m_transport.respond(200, listText(10, {{"a", 5}}, "t1"));
  m_transport.respond(410, statusText(410, "Expired"));
  EXPECT_EQ(query(), "limit=2000&timeout=60s");
  m_transport.respond(200, listText(11, {{"a", 5}}, "t2"));
  m_transport.respond(410, statusText(410, "Expired"));
  EXPECT_EQ(query(), "timeout=60s");
  m_transport.respond(200, listText(12, {{"a", 5}, {"b", 6}}));
  EXPECT_EQ(seen.size(), 2U);
  m_reflector.relist();
  EXPECT_EQ(query(), "limit=500&timeout=60s");
}

TEST_F(ReflectorTest, SlowListsUseSmallerPages) {
  m_reflector.start();
  m_transport.fail(ErrorCode::Timeout);
  m_loop.advance(800ms);
  EXPECT_EQ(query(), "limit=250&timeout=60s");
}

TEST_F(ReflectorTest, RejectedCredentialsAreRenewedOnceThenItStops) {
  goLive();
  m_transport.renewable = true;
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_transport.respond(401, statusText(401, "Unauthorized"));
  EXPECT_EQ(m_transport.renewals, 1);
  EXPECT_TRUE(watching()) << "repeated at once with the new token";
  m_transport.respond(401, statusText(401, "Unauthorized"));
  EXPECT_EQ(phase(), ReflectorPhase::Unauthorized);
  EXPECT_EQ(m_transport.renewals, 1) << "no loop";
  m_loop.advance(24h);
  EXPECT_TRUE(m_transport.open.empty());
  EXPECT_EQ(seen.size(), 2U);
  m_reflector.retryNow();
  EXPECT_FALSE(watching());
}

TEST_F(ReflectorTest, ForbiddenIsNotAnEmptyList) {
  goLive();
  m_reflector.relist();
  m_transport.respond(403, statusText(403, "Forbidden"));
  EXPECT_EQ(phase(), ReflectorPhase::Forbidden);
  EXPECT_EQ(m_reflector.status().error->subject, "list pods");
  EXPECT_EQ(m_reflector.status().error->place, "cluster");
  EXPECT_EQ(seen.size(), 2U);
  m_loop.advance(9min);
  EXPECT_TRUE(m_transport.open.empty());
  m_loop.advance(1min);
  EXPECT_EQ(m_transport.open.size(), 1U);
}

TEST_F(ReflectorTest, MissingResourceAndBadCertificates) {
  m_reflector.start();
  m_transport.respond(404, statusText(404, "NotFound"));
  EXPECT_EQ(phase(), ReflectorPhase::NotServed);
  EXPECT_EQ(m_loop.timers(), 0U);
  m_reflector.retryNow();
  m_transport.fail(ErrorCode::TlsUntrusted);
  EXPECT_EQ(phase(), ReflectorPhase::Untrusted);
  m_loop.advance(60s);
  EXPECT_EQ(m_transport.open.size(), 1U);
}

TEST_F(ReflectorTest, AnswersThatAreNotFromAnApiServer) {
  m_reflector.start();
  const auto call = m_transport.open.at(0);
  m_transport.open.clear();
  call.handler.end(HttpResponse{ResponseHead{200, {{"content-type", "text/html"}}}, "<html>Please log in</html>"});
  EXPECT_EQ(phase(), ReflectorPhase::Waiting);
  EXPECT_EQ(m_reflector.status().error->code, ErrorCode::NotApiServer);
  EXPECT_THAT(m_reflector.status().error->detail, HasSubstr("Please log in"));
}

TEST_F(ReflectorTest, BusyServerDecidesTheWait) {
  goLive();
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_transport.respond(429, statusText(429, "TooManyRequests"), {{"retry-after", "7"}});
  EXPECT_EQ(m_loop.untilNext(), 7s);
  m_loop.advance(7s);
  EXPECT_TRUE(watching()) << "no list: nothing was lost";
}

TEST_F(ReflectorTest, SilenceIsSuspiciousOnceBookmarksWereSeen) {
  goLive();
  m_transport.stream(bookmarkText(11));
  m_loop.advance(149s);
  EXPECT_EQ(m_transport.dropped, 0);
  m_transport.stream(bookmarkText(12));
  m_loop.advance(149s);
  EXPECT_EQ(m_transport.dropped, 0);
  m_loop.advance(1s);
  EXPECT_EQ(m_transport.dropped, 1) << "the connection is given up with the stream";
  EXPECT_THAT(query(), HasSubstr("resourceVersion=12&"));
}

TEST_F(ReflectorTest, WithoutBookmarksTheDeadlineOfTheWatchCounts) {
  goLive();
  m_transport.stream(eventText("ADDED", {"c", 11}));
  m_loop.advance(329s);
  EXPECT_EQ(m_transport.dropped, 0);
  m_loop.advance(1s);
  EXPECT_EQ(m_transport.dropped, 1);
}

TEST_F(ReflectorTest, AWatchThatIsRefusedIsReplacedByAListEveryThirtySeconds) {
  m_reflector.start();
  m_transport.respond(200, listText(10, {{"a", 5}}));
  m_transport.respond(403, statusText(403, "Forbidden"));
  EXPECT_FALSE(watching()) << "whether the list is forbidden as well is asked at once";
  m_transport.respond(200, listText(11, {{"a", 5}}));
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  EXPECT_TRUE(m_reflector.status().polled);
  EXPECT_FALSE(m_reflector.status().watchOpen);
  EXPECT_FALSE(m_reflector.status().error.has_value());
  m_loop.advance(29s);
  EXPECT_TRUE(m_transport.open.empty());
  m_loop.advance(1s);
  EXPECT_EQ(phase(), ReflectorPhase::Live) << "a list for news does not look like loading";
  EXPECT_EQ(m_reflector.status().loaded, 1U);
  m_transport.respond(200, listText(12, {{"b", 12}}));
  EXPECT_EQ(seen, (Seen{{"b", "12"}}));
}

TEST_F(ReflectorTest, AServerThatKnowsNoWatchIsPolledAndAskedAgainLater) {
  m_reflector.start();
  m_transport.respond(200, listText(10, {{"a", 5}}));
  m_transport.respond(405, statusText(405, "MethodNotAllowed"));
  for (int i = 0; i < 20; ++i) {
    ASSERT_FALSE(watching());
    m_transport.respond(200, listText(11 + i, {{"a", 5}}));
    m_loop.advance(30s);
  }
  ASSERT_TRUE(watching()) << "after about ten minutes";
  m_transport.openStream();
  EXPECT_FALSE(m_reflector.status().polled);
  EXPECT_TRUE(m_reflector.status().watchOpen);
}

TEST_F(ReflectorTest, ARightThatIsGoneAltogetherIsForbiddenAndNotPolled) {
  m_reflector.start();
  m_transport.respond(200, listText(10, {{"a", 5}}));
  m_transport.respond(403, statusText(403, "Forbidden"));
  m_transport.respond(403, statusText(403, "Forbidden"));
  EXPECT_EQ(phase(), ReflectorPhase::Forbidden);
  EXPECT_EQ(seen.size(), 1U);
}

TEST_F(ReflectorTest, AWatchWhoseNewsIsHeldBackIsReplacedByLists) {
  goLive({{"a", 5}});
  m_loop.advance(120s);
  ASSERT_FALSE(watching()) << "a watch that never reported anything is checked by a list";
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  m_transport.respond(200, listText(20, {{"a", 15}}));
  EXPECT_EQ(seen, (Seen{{"a", "15"}}));
  m_transport.openStream();
  EXPECT_FALSE(m_reflector.status().polled) << "once may be chance";
  m_loop.advance(120s);
  m_transport.respond(200, listText(30, {{"a", 25}}));
  EXPECT_TRUE(m_reflector.status().polled);
  EXPECT_EQ(phase(), ReflectorPhase::Live);
  EXPECT_TRUE(m_transport.open.empty());
}

TEST_F(ReflectorTest, AQuietClusterIsCheckedLessAndLessOften) {
  goLive({{"a", 5}});
  m_loop.advance(120s);
  m_transport.respond(200, listText(20, {{"a", 5}}));
  m_transport.openStream();
  m_loop.advance(239s);
  EXPECT_TRUE(watching());
  m_loop.advance(1s);
  EXPECT_FALSE(watching());
  m_transport.respond(200, listText(21, {{"a", 5}}));
  EXPECT_TRUE(watching());
  EXPECT_FALSE(m_reflector.status().polled);
}

TEST_F(ReflectorTest, RetryNowSkipsTheWait) {
  m_reflector.start();
  m_transport.fail(ErrorCode::ConnectionRefused);
  EXPECT_TRUE(m_transport.open.empty());
  m_reflector.retryNow();
  EXPECT_EQ(m_transport.open.size(), 1U);
  EXPECT_EQ(m_loop.timers(), 0U);
  m_reflector.retryNow();
  EXPECT_EQ(m_transport.open.size(), 1U) << "nothing to skip while it lists";
}

TEST_F(ReflectorTest, AWatchThatIsBeingOpenedIsNotReplacedByAList) {
  goLive();
  m_loop.advance(2s);
  m_transport.fail(ErrorCode::ConnectionFailed);
  m_transport.fail(ErrorCode::ConnectionRefused);
  ASSERT_EQ(phase(), ReflectorPhase::Waiting);
  while (m_transport.open.empty()) m_loop.advance(100ms);
  ASSERT_TRUE(watching());
  // Another kind of object is back meanwhile, and everybody who waits is let go.
  m_reflector.release(0ms);
  m_loop.advance(1s);
  EXPECT_TRUE(watching()) << "the version that is known is still good";
  m_reflector.retryNow();
  EXPECT_TRUE(watching());
  EXPECT_EQ(m_transport.open.size(), 1U);
}

TEST_F(ReflectorTest, NothingRunsAfterItIsGone) {
  test::ManualLoop loop;
  test::FakeTransport transport;
  {
    Reflector reflector(Reflector::Options{podsResource(), "", "", 500}, m_store,
                        ReflectorContext{loop, transport, m_decoder, loop, [] { return 0.0; }}, [] {});
    reflector.start();
  }
  EXPECT_TRUE(transport.open.empty());
  EXPECT_EQ(loop.timers(), 0U);
}

TEST(Backoff, JitterIsAppliedAndQuietTimeResets) {
  double share = 0.0;
  Backoff backoff([&] { return share; });
  test::ManualLoop time;
  EXPECT_EQ(backoff.next(time.now(), std::nullopt), 800ms);
  share = 0.5;
  EXPECT_EQ(backoff.next(time.now(), std::nullopt), 2400ms);
  time.advance(2min);
  EXPECT_EQ(backoff.next(time.now(), std::nullopt), 4800ms) << "two minutes count from the end of the wait";
  time.advance(2min + 5s);
  EXPECT_EQ(backoff.next(time.now(), std::nullopt), 1200ms);
  share = 0.999;
  EXPECT_EQ(backoff.next(time.now(), 10s), 14995ms);
}

TEST(JsonFramer, AnyCutGivesTheSameObjects) {
  const std::string text = R"({"a":"}{\"","b":[{},{"c":"\\"}]})"
                           "\n"
                           R"({"x":"中"})"
                           "\r\n"
                           R"({}{"y":1})";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    JsonFramer framer(1000);
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size(); at += size)
      ASSERT_TRUE(framer.feed(std::string_view(text).substr(at, size), out));
    ASSERT_EQ(out,
              (std::vector<std::string>{R"({"a":"}{\"","b":[{},{"c":"\\"}]})", R"({"x":"中"})", "{}", R"({"y":1})"}))
        << size;
    ASSERT_EQ(framer.pending(), 0U);
  }
}

TEST(JsonFramer, RefusesWhatIsNoStreamOfObjects) {
  std::vector<std::string> out;
  EXPECT_FALSE(JsonFramer(100).feed("[{}]", out));
  EXPECT_FALSE(JsonFramer(100).feed("}", out));
  EXPECT_FALSE(JsonFramer(100).feed("\"text\"", out));
  JsonFramer framer(10);
  EXPECT_TRUE(framer.feed("{\"a\":", out));
  EXPECT_FALSE(framer.feed("\"0123456789", out));
}

TEST(ResourceVersions, OrderedOnlyWhenPlainNumbers) {
  EXPECT_TRUE(isNewerVersion("100", "99"));
  EXPECT_FALSE(isNewerVersion("99", "100"));
  EXPECT_FALSE(isNewerVersion("7", "7"));
  EXPECT_TRUE(isNewerVersion("99999999999999999999999999", "9999999999999999999999999"));
  EXPECT_FALSE(isNewerVersion("b", "a"));
  EXPECT_FALSE(isNewerVersion("2", ""));
  EXPECT_FALSE(isNewerVersion("02", "1"));
}

}  // namespace
}  // namespace cardinal
