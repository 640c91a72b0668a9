// SPDX-License-Identifier: Apache-2.0
// Pages of a list: how far it has come, and the next one asked for ahead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/kube/watch/reflector.h"
#include "tests/core/kube/fakes.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

/// One page; empty `token` = the last, `toCome` as remainingItemCount, less than 0 = not given.
std::string pageText(const std::vector<std::string>& pods, const std::string& token, long long toCome) {
  std::string items;
  for (const std::string& name : pods) {
    items += (items.empty() ? "" : ",") + (R"({"metadata":{"name":")" + name + R"(","namespace":"n","uid":"u-)" + name +
                                           R"(","resourceVersion":"5"}})");
  }
  const std::string remaining = toCome >= 0 ? R"(,"remainingItemCount":)" + std::to_string(toCome) : std::string();
  return R"({"kind":"PodList","metadata":{"resourceVersion":"10","continue":")" + token + "\"" + remaining +
         R"(},"items":[)" + items + "]}";
}

class PagesTest : public ::testing::Test {
 protected:
  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  Decoder m_decoder;
  ObjectStore<RawPod> m_store{m_decoder, StoreListener<RawPod>{}};
  Reflector m_reflector{Reflector::Options{podsResource(), "", "", 500}, m_store,
                        ReflectorContext{m_loop,
                                         m_transport,
                                         m_decoder,
                                         m_loop,
                                         [] { return 0.0; },
                                         {},
                                         nullptr,
                                         nullptr,
                                         nullptr,
                                         std::make_shared<LineSpeed>()},
                        [] {}};
};

TEST_F(PagesTest, UsesWhatTheServerSaysIsStillToCome) {
  m_reflector.start();
  EXPECT_FALSE(m_reflector.status().toCome) << "nothing is known before the first page";
  m_transport.respond(200, pageText({"a", "b"}, "t1", 4));
  EXPECT_EQ(m_reflector.status().toCome, 4U);
  m_transport.respond(200, pageText({"c"}, "t2", 9));
  EXPECT_EQ(m_reflector.status().toCome, 9U) << "objects came into being: the newest estimate counts";
  m_transport.respond(200, pageText({"d", "e"}, "t3", -1));
  EXPECT_EQ(m_reflector.status().toCome, 7U) << "counted down where a page is silent";
  m_transport.respond(200, pageText({"f"}, "", -1));
  EXPECT_EQ(m_reflector.status().toCome, 0U) << "complete, whatever was estimated";
  EXPECT_EQ(m_reflector.status().loaded, 6U);
}

TEST_F(PagesTest, WithoutAnEstimateNothingIsMadeUp) {
  m_reflector.start();
  m_transport.respond(200, pageText({"a"}, "t1", -1));
  EXPECT_FALSE(m_reflector.status().toCome) << "selectors and servers before 1.15";
  m_transport.respond(200, pageText({"b"}, "t2", 0));
  EXPECT_FALSE(m_reflector.status().toCome) << "the list goes on, so none to come is not true";
  m_transport.respond(200, pageText({"c"}, "t3", 9'000'000'000'000'000'000));
  EXPECT_FALSE(m_reflector.status().toCome) << "nonsense";
  m_transport.respond(200, pageText({}, "", -1));
  EXPECT_EQ(m_reflector.status().toCome, 0U);
}

StageTimes bodyOf(std::uint64_t bytes, std::chrono::microseconds time) {
  StageTimes times;
  times.bodyBytes = bytes;
  times.body = time;
  return times;
}

TEST_F(PagesTest, AFastLineGetsPlainPagesAndASlowOnePackedOnes) {
  m_reflector.start();
  EXPECT_TRUE(m_transport.only().compressed) << "nothing is known of the line";
  m_transport.times = bodyOf(10'000, 1ms);
  m_transport.respond(200, pageText({"a"}, "t1", -1));
  EXPECT_TRUE(m_transport.only().compressed) << "a small answer says nothing";
  m_transport.times = bodyOf(100'000, 20ms);
  m_transport.respond(200, pageText({"b"}, "t2", -1));
  EXPECT_FALSE(m_transport.only().compressed) << "5 MB/s";
  m_transport.times = bodyOf(4'000'000, 40s);
  m_transport.respond(200, pageText({"c"}, "t3", -1));
  m_transport.respond(200, pageText({"d"}, "t4", -1));
  EXPECT_TRUE(m_transport.only().compressed) << "the line became slow";
  m_transport.respond(200, pageText({"e"}, "", -1));
  EXPECT_FALSE(m_transport.only().compressed) << "a watch never is";
  EXPECT_EQ(m_store.size(), 5U);
}

TEST_F(PagesTest, PagesGrowOnAFastLineUntilOneIsSlow) {
  m_reflector.start();
  m_transport.respond(200, pageText({"a"}, "t1", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=500")) << "nothing is known of the line";
  m_transport.times = bodyOf(100'000, 20ms);
  m_transport.respond(200, pageText({"b"}, "t2", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=1000"));
  m_transport.respond(200, pageText({"c"}, "t3", -1));
  m_transport.respond(200, pageText({"d"}, "t4", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=2500")) << "no larger";
  m_loop.advance(2s);
  m_transport.respond(200, pageText({"e"}, "t5", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=2500")) << "neither quick nor slow";
  m_loop.advance(31s);
  m_transport.respond(200, pageText({"f"}, "t6", -1));
  m_transport.respond(200, pageText({"g"}, "t7", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=1000")) << "slow, then quick again";
  m_transport.respond(200, pageText({"h"}, "", -1));
  EXPECT_EQ(m_store.size(), 8U);
}

TEST(LineSpeed, IsKnownByAnswersThatAreLargeEnough) {
  LineSpeed line;
  EXPECT_EQ(line.verdict(), LineSpeed::Verdict::Unknown);
  line.note(32'767, 1us);
  EXPECT_EQ(line.verdict(), LineSpeed::Verdict::Unknown);
  line.note(200'000, 100ms);  // 2 MB/s
  EXPECT_EQ(line.verdict(), LineSpeed::Verdict::Fast);
  line.note(200'000, 101ms);
  EXPECT_EQ(line.verdict(), LineSpeed::Verdict::Slow);
  line.note(50'000, 0us);
  EXPECT_EQ(line.verdict(), LineSpeed::Verdict::Fast) << "no time is no division by nothing";
}

TEST(LineSpeed, AStreamIsSlowFromItsFirstPart) {
  EXPECT_FALSE(LineSpeed::isSlowStart(200'000, 1h)) << "a few small events are no measure";
  EXPECT_FALSE(LineSpeed::isSlowStart(300'000, 1s)) << "a hiccup of the server";
  EXPECT_TRUE(LineSpeed::isSlowStart(300'000, 1200ms));
  EXPECT_FALSE(LineSpeed::isSlowStart(4'000'000, 2900ms));
  EXPECT_TRUE(LineSpeed::isSlowStart(4'000'000, 3100ms));
  EXPECT_FALSE(LineSpeed::isSlowStart(5'000'000, 1h)) << "too much came to begin again";
}

TEST_F(PagesTest, AServerThatIgnoresTheLimitIsReadToItsEnd) {
  m_reflector.start();
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=500"));
  std::vector<std::string> names;
  for (int i = 0; i < 700; ++i) names.push_back("p" + std::to_string(i));
  m_transport.respond(200, pageText(names, "", -1));
  EXPECT_EQ(m_store.size(), 700U);
  EXPECT_TRUE(m_transport.only().streaming) << "the list is complete";
}

TEST_F(PagesTest, AnEmptyPageWithATokenGoesOn) {
  m_reflector.start();
  m_transport.respond(200, pageText({}, "t1", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("continue=t1"));
  EXPECT_FALSE(m_reflector.status().synced);
  m_transport.respond(200, pageText({"a"}, "", -1));
  EXPECT_EQ(m_store.size(), 1U);
}

TEST_F(PagesTest, BrokenPageIsAskedForAgainWithTheSameToken) {
  m_reflector.start();
  m_transport.respond(200, pageText({"a"}, "t1", -1));
  m_transport.respond(200, R"({"kind":"PodList","items":[{"metadata":{"name":"half)");
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  EXPECT_EQ(m_reflector.status().error->code, ErrorCode::TruncatedAnswer);
  EXPECT_EQ(m_reflector.status().error->subject, "/api/v1/pods");
  m_loop.advance(800ms);
  EXPECT_THAT(m_transport.only().query, HasSubstr("continue=t1"));
  m_transport.fail(ErrorCode::TruncatedAnswer);
  m_loop.advance(1600ms);
  m_transport.respond(200, pageText({"b"}, "", -1));
  EXPECT_EQ(m_store.size(), 2U) << "nothing lost, nothing doubled";
}

TEST_F(PagesTest, TheNextPageIsAskedForWhileThisOneIsDecoded) {
  m_reflector.start();
  m_transport.respond(
      200,
      R"({"kind":"PodList","metadata":{"continue":"t1","resourceVersion":"10"},"items":[{"metadata":{"name":"half)");
  ASSERT_EQ(m_transport.started.size(), 2U);
  EXPECT_THAT(m_transport.started.back().query, HasSubstr("continue=t1"));
  EXPECT_TRUE(m_transport.open.empty()) << "given up: the page before it was broken";
  m_loop.advance(800ms);
  EXPECT_THAT(m_transport.only().query, Not(HasSubstr("continue"))) << "the broken page itself is asked for again";
  m_transport.respond(200, pageText({"a"}, "t1", -1));
  EXPECT_THAT(m_transport.only().query, HasSubstr("continue=t1"));
  m_transport.respond(200, pageText({"b"}, "", -1));
  EXPECT_EQ(m_store.size(), 2U);
}

TEST_F(PagesTest, ATokenThatIsNotTheListsOwnIsNotFollowed) {
  m_reflector.start();
  m_transport.respond(
      200,
      R"({"apiVersion":"x\"continue\":\"no","kind":"PodList","metadata":{"x":{"continue":"trap"},"continue":"t1"},"items":[]})");
  EXPECT_THAT(m_transport.only().query, HasSubstr("continue=t1"));
  m_transport.respond(200,
                      R"({"kind":"PodList","metadata":{"x":{"continue":"trap"},"resourceVersion":"10"},"items":[]})");
  EXPECT_TRUE(m_transport.only().streaming) << "the list is complete";
}

/// Servers that do not agree behind one address: what happened between their states would never be reported.
TEST_F(PagesTest, APageOfAnotherStateBeginsTheListAnew) {
  const auto page = [](const char* version, const char* token, const char* name) {
    return R"({"kind":"PodList","metadata":{"resourceVersion":")" + std::string(version) + R"(","continue":")" + token +
           R"("},"items":[{"metadata":{"name":")" + name + R"(","namespace":"n","uid":"u","resourceVersion":"5"}}]})";
  };
  m_reflector.start();
  m_transport.respond(200, page("10", "t1", "before"));
  m_transport.respond(200, page("10", "t2", "same"));
  m_transport.respond(200, page("12", "t3", "mixed"));
  EXPECT_EQ(m_store.size(), 0U);
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=2000")) << "anew, in larger pages";
  EXPECT_THAT(m_transport.only().query, Not(HasSubstr("continue")));
  m_transport.respond(200, page("13", "t4", "again"));
  m_transport.respond(200, page("11", "", "other"));
  EXPECT_THAT(m_transport.only().query, Not(HasSubstr("limit"))) << "then in one piece";
  m_transport.respond(200, page("14", "", "whole"));
  EXPECT_TRUE(m_reflector.status().synced);
  EXPECT_EQ(m_store.size(), 1U);
  EXPECT_THAT(m_transport.only().query, HasSubstr("resourceVersion=14"));
}

}  // namespace
}  // namespace cardinal
