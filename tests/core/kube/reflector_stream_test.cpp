// SPDX-License-Identifier: Apache-2.0
// Initial lists as streams, and going on after sleep. No server of the test cluster streams lists: what a newer one
// does is played here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/kube/transport/rate_limit.h"
#include "tests/core/kube/played_reflector.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

std::string podText(const std::string& name, int version) {
  return R"({"kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"n","uid":"u-)" + name +
         R"(","resourceVersion":")" + std::to_string(version) + R"("}})";
}
std::string event(const std::string& type, const std::string& name, int version) {
  return R"({"type":")" + type + R"(","object":)" + podText(name, version) + "}\n";
}
std::string endOfInitialEvents(int version) {
  return R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":")" + std::to_string(version) +
         R"(","annotations":{"k8s.io/initial-events-end":"true"}}}})"
         "\n";
}
std::string listText(int version, int pods = 0) {
  std::string items;
  for (int i = 0; i < pods; ++i) items += (i > 0 ? "," : "") + podText("p" + std::to_string(i), 1);
  return R"({"kind":"PodList","metadata":{"resourceVersion":")" + std::to_string(version) + R"("},"items":[)" + items +
         "]}";
}
std::string statusText(int code, const std::string& reason) {
  return R"({"kind":"Status","status":"Failure","message":"words","reason":")" + reason + R"(","code":)" +
         std::to_string(code) + "}";
}

class StreamTest : public test::PlayedReflector {
 protected:
  StreamTest() { m_streams->wanted = true; }
  const std::string& query() const { return m_transport.only().query; }
};

TEST_F(StreamTest, TheListIsOneReplacementAndTheStreamGoesOnAsTheWatch) {
  m_reflector.start();
  EXPECT_THAT(query(), HasSubstr("sendInitialEvents=true"));
  EXPECT_THAT(query(), HasSubstr("resourceVersionMatch=NotOlderThan"));
  EXPECT_THAT(query(), Not(HasSubstr("limit=")));
  m_transport.openStream();
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Listing);
  m_transport.stream(event("ADDED", "a", 1) + event("ADDED", "b", 2));
  EXPECT_EQ(replacements, 0) << "nothing is shown before the list is whole";
  EXPECT_EQ(m_reflector.status().loaded, 2U) << "but it is counted";
  m_transport.stream(endOfInitialEvents(10) + event("DELETED", "a", 11));
  EXPECT_EQ(replacements, 1);
  EXPECT_EQ(seen, std::set<std::string>{"b"});
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  m_transport.stream(event("ADDED", "c", 12));
  EXPECT_EQ(seen, (std::set<std::string>{"b", "c"}));
  m_loop.advance(2s);
  m_transport.endStream();
  m_loop.advance(0ms);
  EXPECT_THAT(query(), HasSubstr("resourceVersion=12"));
  EXPECT_THAT(query(), Not(HasSubstr("sendInitialEvents"))) << "never when a watch is resumed";
}

/// The first word that it is complete says how many there are.
TEST_F(StreamTest, TheCountIsWholeWhenTheListIs) {
  std::vector<std::size_t> loaded;
  changed = [&] {
    if (m_reflector.status().phase == ReflectorPhase::Live) loaded.push_back(m_reflector.status().loaded);
  };
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1));
  m_transport.stream(event("ADDED", "b", 2) + event("ADDED", "c", 3) + endOfInitialEvents(10));
  ASSERT_FALSE(loaded.empty());
  EXPECT_EQ(loaded.front(), 3U);
}

TEST_F(StreamTest, TheCountOfAListUnderWayIsReportedAFewTimesASecond) {
  int reports = 0;
  changed = [&] { ++reports; };
  m_reflector.start();
  m_transport.openStream();
  const int before = reports;
  for (int i = 0; i < 1000; ++i) {
    m_loop.advance(1ms);
    m_transport.stream(event("ADDED", "p" + std::to_string(i), 1 + i));
  }
  EXPECT_GE(reports - before, 10);
  EXPECT_LE(reports - before, 21);
}

TEST_F(StreamTest, AMarkThatComesSecondsLaterIsWaitedFor) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1));
  m_loop.advance(6s);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Listing);
  m_transport.stream(endOfInitialEvents(10));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  EXPECT_EQ(replacements, 1);
  EXPECT_EQ(m_transport.started.size(), 1U);
}

TEST_F(StreamTest, AnEndMarkOnAnOrdinaryWatchIsABookmark) {
  m_streams->wanted = false;
  m_reflector.start();
  m_transport.respond(200, listText(10, 2));
  m_transport.openStream();
  m_transport.stream(endOfInitialEvents(12));
  EXPECT_EQ(seen, (std::set<std::string>{"p0", "p1"})) << "nothing is deleted";
  EXPECT_EQ(replacements, 1);
  m_loop.advance(2s);
  m_transport.endStream();
  m_loop.advance(0ms);
  EXPECT_THAT(query(), HasSubstr("resourceVersion=12"));
}

TEST_F(StreamTest, AnEtcdThatIsTooOldForStreamsMeansPages) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(
      R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"InternalError","code":500,)"
      R"("message":"storage does not support RequestWatchProgress"}})");
  EXPECT_TRUE(m_streams->refused);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Listing) << "no failure is shown";
  EXPECT_THAT(query(), HasSubstr("limit=500"));
}

TEST_F(StreamTest, ARefusalIsRememberedAndPagesAreReadInstead) {
  m_reflector.start();
  m_transport.respond(422, statusText(422, "Invalid"));
  EXPECT_TRUE(m_streams->refused);
  EXPECT_THAT(query(), HasSubstr("limit=500"));
  m_transport.respond(200, listText(10, 1));
  EXPECT_EQ(replacements, 1);
}

TEST_F(StreamTest, ARefusalInsideTheStreamCountsAsWell) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(R"({"type":"ERROR","object":)" + statusText(400, "BadRequest") + "}");
  EXPECT_TRUE(m_streams->refused);
  EXPECT_THAT(query(), HasSubstr("limit=500"));
}

TEST_F(StreamTest, AServerThatNeverEndsTheListIsGivenUp) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1));
  m_loop.advance(29s);
  m_transport.stream(event("ADDED", "b", 2));
  m_loop.advance(29s);
  EXPECT_THAT(query(), HasSubstr("sendInitialEvents")) << "30 seconds since the last event";
  m_loop.advance(2s);
  EXPECT_THAT(query(), HasSubstr("limit=500"));
  m_transport.respond(200, listText(10, 3));
  EXPECT_EQ(seen.size(), 3U) << "what was streamed before does not mix with it";
}

TEST_F(StreamTest, ABrokenStreamBeginsAgain) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1));
  m_transport.fail(ErrorCode::TruncatedAnswer);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  m_loop.advance(2s);
  EXPECT_THAT(query(), HasSubstr("sendInitialEvents"));
  m_transport.openStream();
  m_transport.stream(event("ADDED", "b", 2) + endOfInitialEvents(5));
  EXPECT_EQ(seen, std::set<std::string>{"b"});
}

TEST_F(StreamTest, WhoMayListButNotWatchHasPages) {
  m_reflector.start();
  m_transport.respond(403, statusText(403, "Forbidden"));
  EXPECT_THAT(query(), HasSubstr("limit=500"));
  m_transport.respond(200, listText(10, 3));
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_FALSE(m_streams->refused) << "other collections may still be watched";
}

TEST_F(StreamTest, TheSecondBrokenStreamInARowIsFollowedByPages) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1));
  m_transport.fail(ErrorCode::TruncatedAnswer);
  m_loop.advance(2s);
  EXPECT_THAT(query(), HasSubstr("sendInitialEvents"));
  m_transport.openStream();
  m_transport.endStream();
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting) << "not at once: the server may be in trouble";
  m_loop.advance(4s);
  EXPECT_THAT(query(), HasSubstr("limit=500"));
  EXPECT_TRUE(m_streams->refused) << "for all resources: it is the way there that cuts them";
  m_transport.respond(200, listText(10, 2));
  EXPECT_EQ(seen.size(), 2U);
}

TEST_F(StreamTest, ANetworkThatIsGoneSaysNothingAboutStreams) {
  m_reflector.start();
  for (int i = 0; i < 4; ++i) {
    m_transport.fail(ErrorCode::ConnectionRefused);
    m_loop.advance(m_loop.untilNext());
    EXPECT_THAT(query(), HasSubstr("sendInitialEvents"));
  }
}

TEST_F(StreamTest, WhatDoesNotFitIntoTheBudgetIsNotReadAndWhatIsThereIsKept) {
  m_reflector.start();
  m_transport.openStream();
  const std::string blanks(std::size_t{300} << 10U, ' ');
  m_transport.stream(event("ADDED", "a", 1) + blanks);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Listing);
  m_used = Timeouts{}.memoryBudget + 1;
  m_transport.stream(event("ADDED", "b", 2) + blanks);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::TooMuch);
  EXPECT_EQ(m_reflector.status().error->code, ErrorCode::LimitExceeded);
  EXPECT_EQ(seen, (std::set<std::string>{"a", "b"}));
  EXPECT_TRUE(m_transport.open.empty());
}

TEST_F(StreamTest, EventsStopAtTheBudgetToo) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(event("ADDED", "a", 1) + endOfInitialEvents(10));
  m_used = Timeouts{}.memoryBudget + 1;
  m_transport.stream(event("ADDED", "b", 11) + std::string(std::size_t{300} << 10U, ' '));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::TooMuch);
  EXPECT_EQ(seen, (std::set<std::string>{"a", "b"})) << "what was read stays";
  EXPECT_TRUE(m_transport.open.empty());
}

TEST_F(StreamTest, ABusyServerInTheStreamIsWatchedAgainFromTheSameVersion) {
  m_streams->wanted = false;
  m_reflector.start();
  m_transport.respond(200, listText(10, 1));
  m_transport.openStream();
  m_transport.stream(event("MODIFIED", "p0", 11) + R"({"type":"ERROR","object":)" + statusText(429, "TooManyRequests") +
                     "}");
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  m_loop.advance(60s);
  EXPECT_TRUE(m_transport.only().streaming) << "a list would make it busier";
  EXPECT_THAT(query(), HasSubstr("resourceVersion=11&"));
}

TEST_F(StreamTest, AVersionOlderThanFiveMinutesIsNotTriedAgain) {
  m_streams->wanted = false;
  m_reflector.start();
  m_transport.respond(200, listText(10, 1));
  m_transport.openStream();
  m_transport.stream(event("MODIFIED", "p0", 11));
  m_loop.advance(200s);
  m_transport.fail(ErrorCode::TruncatedAnswer);
  m_transport.fail(ErrorCode::Timeout);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  m_loop.advance(3s);
  EXPECT_TRUE(m_transport.only().streaming) << "the server still knows it";
  m_transport.openStream();
  m_loop.advance(110s);  // less than a watch that tells nothing may last
  m_transport.fail(ErrorCode::TruncatedAnswer);
  m_transport.fail(ErrorCode::Timeout);
  m_loop.advance(10s);
  EXPECT_FALSE(m_transport.only().streaming) << "etcd has forgotten it";
}

/// As proxies do. The played clock begins at 22:13:20, and a quarter of each wait comes on top by chance.
TEST_F(StreamTest, ABusyServerMaySayItWithADate) {
  const auto waitsAMinute = [this](const char* date) {
    m_transport.respond(429, statusText(429, "TooManyRequests"), {{"retry-after", date}});
    const auto wait = m_loop.untilNext();
    EXPECT_EQ(wait, 75s) << date;
    m_loop.advance(wait);
  };
  m_reflector.start();
  waitsAMinute("Tue, 14 Nov 2023 22:14:20 GMT");
  m_streams->wanted = false;
  m_transport.fail(ErrorCode::TruncatedAnswer);
  m_loop.advance(30s);
  EXPECT_THAT(query(), HasSubstr("limit=")) << "a list";
  waitsAMinute("Tue, 14 Nov 2023 22:16:05 GMT");
  m_transport.respond(200, listText(10, 1));
  EXPECT_THAT(query(), HasSubstr("resourceVersion=10")) << "a watch";
  waitsAMinute("Tue, 14 Nov 2023 22:17:20 GMT");
}

TEST_F(StreamTest, WithoutTheRightItIsReportedAndNotTriedInALoop) {
  m_reflector.start();
  m_transport.respond(403, statusText(403, "Forbidden"));
  m_transport.respond(403, statusText(403, "Forbidden"));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Forbidden);
  EXPECT_FALSE(m_streams->refused);
}

TEST_F(StreamTest, AfterSleepTheWatchGoesOnFromWhereItWas) {
  m_reflector.start();
  m_transport.openStream();
  m_transport.stream(endOfInitialEvents(10));
  m_reflector.reconnect();
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  EXPECT_TRUE(m_transport.open.empty()) << "the old stream is given up";
  m_loop.advance(2s);
  EXPECT_THAT(query(), HasSubstr("resourceVersion=10"));
  m_transport.openStream();
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  EXPECT_EQ(replacements, 1) << "nothing was listed anew";
}

TEST_F(StreamTest, AfterSleepAListBeginsAgain) {
  m_streams->wanted = false;
  m_reflector.start();
  m_reflector.reconnect();
  m_loop.advance(2s);
  EXPECT_THAT(query(), HasSubstr("limit=500"));
  m_transport.respond(200, listText(10, 1));
  EXPECT_EQ(seen.size(), 1U);
}

TEST_F(StreamTest, QuickPagesGrowForTheNextList) {
  m_streams->wanted = false;
  m_reflector.start();
  m_transport.respond(200, R"({"kind":"PodList","metadata":{"resourceVersion":"1","continue":"t"},"items":[)" +
                               podText("first", 1) + "]}");
  EXPECT_THAT(query(), HasSubstr("limit=500")) << "the pages of one list are alike";
  m_transport.respond(200, listText(1, 501));
  m_reflector.relist();
  EXPECT_THAT(query(), HasSubstr("limit=1000"));
}

TEST(RateLimit, HundredAtOnceThenFiftyASecond) {
  const RateLimit::Time begin{};
  RateLimit limit(begin);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(limit.take(begin).count(), 0) << i;
  EXPECT_EQ(limit.take(begin), 20ms);
  EXPECT_EQ(limit.take(begin), 40ms) << "those who wait go in order";
  EXPECT_EQ(limit.take(begin + 10s).count(), 0);
}

}  // namespace
}  // namespace cardinal
