// SPDX-License-Identifier: Apache-2.0
// In which format a reflector asks, what it does with what it gets, and with servers that mix both up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/kube/played_reflector.h"
#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using namespace test;
using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kProtobuf = "application/vnd.kubernetes.protobuf";
constexpr const char* kProtobufStream = "application/vnd.kubernetes.protobuf;stream=watch";
constexpr const char* kBoth = "application/vnd.kubernetes.protobuf, application/json";

json pod(const std::string& name, int version) {
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata",
           {{"name", name}, {"namespace", "n"}, {"uid", "u-" + name}, {"resourceVersion", std::to_string(version)}}}};
}

json list(const std::vector<std::string>& names, const std::string& token = "") {
  json out = {{"apiVersion", "v1"},
              {"kind", "PodList"},
              {"metadata", {{"resourceVersion", "10"}, {"continue", token}}},
              {"items", json::array()}};
  for (const std::string& name : names) out["items"].push_back(pod(name, 5));
  return out;
}

std::string frame(const std::string& type, const json& object) {
  return protobufFrame(protobufEvent(type, object));
}

std::string endOfInitialEvents() {
  json mark = {{"apiVersion", "v1"},
               {"kind", "Pod"},
               {"metadata", {{"resourceVersion", "20"}, {"annotations", {{"k8s.io/initial-events-end", "true"}}}}}};
  return frame("BOOKMARK", mark);
}

class ReflectorFormat : public PlayedReflector {
 protected:
  void answer(int status, const std::string& body, const std::string& type) {
    m_transport.respond(status, body, {{"content-type", type}});
  }
  void openStream(const std::string& type) {
    m_transport.open.at(0).handler.head(ResponseHead{200, {{"content-type", type}}});
  }
  void goLive() {
    m_reflector.start();
    answer(200, protobufObject(list({"a", "b"})), kProtobuf);
    openStream(kProtobufStream);
    ASSERT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  }
  /// What the request that is open accepts; empty = what the transport says, JSON.
  std::string accepted() const {
    for (const auto& [name, value] : m_transport.only().headers) {
      if (name == "Accept") return value;
    }
    return {};
  }
  const Error& error() const { return *m_reflector.status().error; }
};

using Seen = std::set<std::string>;

TEST_F(ReflectorFormat, PagesAndEventsOfProtobuf) {
  m_reflector.start();
  EXPECT_EQ(accepted(), kBoth);
  answer(200, protobufObject(list({"a"}, "more")), kProtobuf);
  EXPECT_THAT(m_transport.only().query, HasSubstr("continue=more"));
  EXPECT_EQ(accepted(), kBoth);
  answer(200, protobufObject(list({"b"})), kProtobuf);
  EXPECT_EQ(seen, (Seen{"a", "b"}));
  EXPECT_THAT(m_transport.only().query, HasSubstr("watch=1"));
  EXPECT_EQ(accepted(), kBoth);
  openStream(kProtobufStream);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  const std::string events =
      frame("ADDED", pod("c", 11)) + frame("DELETED", pod("a", 12)) + frame("BOOKMARK", pod("", 30));
  for (const char byte : events) m_transport.stream(std::string(1, byte));
  EXPECT_EQ(seen, (Seen{"b", "c"}));
  m_loop.advance(2s);
  m_transport.endStream();
  EXPECT_THAT(m_transport.only().query, HasSubstr("resourceVersion=30&"));
}

TEST_F(ReflectorFormat, AnInitialListAsAStreamOfProtobuf) {
  m_streams->wanted = true;
  m_reflector.start();
  EXPECT_EQ(accepted(), kBoth);
  openStream(kProtobufStream);
  m_transport.stream(frame("ADDED", pod("a", 5)) + frame("ADDED", pod("b", 6)));
  EXPECT_TRUE(seen.empty());
  m_transport.stream(endOfInitialEvents() + frame("ADDED", pod("c", 21)));
  EXPECT_EQ(seen, (Seen{"a", "b", "c"}));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
}

/// Bookmarks alone keep a watch alive and its version young; they bring no object.
TEST_F(ReflectorFormat, BookmarksOnly) {
  goLive();
  for (int version = 100; version < 140; ++version) m_transport.stream(frame("BOOKMARK", pod("", version)));
  EXPECT_EQ(seen, (Seen{"a", "b"}));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
  m_loop.advance(2s);
  m_transport.endStream();
  EXPECT_THAT(m_transport.only().query, HasSubstr("resourceVersion=139&"));
}

/// What was asked for does not matter: the content type of each answer decides.
TEST_F(ReflectorFormat, AServerMayAnswerInEitherFormatEachTime) {
  m_reflector.start();
  answer(200, list({"a"}, "more").dump(), "application/json");
  answer(200, protobufObject(list({"b"})), kProtobuf);
  EXPECT_EQ(seen, (Seen{"a", "b"}));
  openStream("application/json;stream=watch");
  m_transport.stream(json{{"type", "ADDED"}, {"object", pod("c", 11)}}.dump());
  EXPECT_EQ(seen, (Seen{"a", "b", "c"}));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Live);
}

TEST_F(ReflectorFormat, WhereProtobufIsRefusedJsonIsAskedForAtOnce) {
  for (const int status : {406, 415}) {
    FakeTransport transport;
    Reflector reflector({podsResource(), "", "", 500}, m_store,
                        ReflectorContext{m_loop, transport, m_decoder, m_loop, [] { return 0.5; }}, [] {});
    reflector.start();
    transport.respond(status, R"({"kind":"Status","status":"Failure","code":)" + std::to_string(status) + "}");
    ASSERT_EQ(transport.open.size(), 1U) << status;
    EXPECT_TRUE(transport.only().headers.empty());
    transport.respond(200, list({"a"}).dump());
    EXPECT_TRUE(transport.only().headers.empty()) << "remembered for the watch";
  }
}

TEST_F(ReflectorFormat, AWatchThatRefusesProtobufIsAskedForAsJson) {
  m_reflector.start();
  answer(200, protobufObject(list({"a"})), kProtobuf);
  answer(406, "only the following media types are accepted", "text/plain");
  EXPECT_THAT(m_transport.only().query, HasSubstr("watch=1&resourceVersion=10"));
  EXPECT_EQ(accepted(), "");
}

TEST_F(ReflectorFormat, JsonAnnouncedAsProtobufIsNamedAndThenAskedForAsJson) {
  m_reflector.start();
  answer(200, list({"a"}).dump(), kProtobuf);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  EXPECT_EQ(error().code, ErrorCode::NotApiServer);
  EXPECT_EQ(error().subject, "/api/v1/pods");
  EXPECT_THAT(error().detail, HasSubstr("announced as protobuf, but begins with \"{"));
  EXPECT_THAT(error().detail, HasSubstr("JSON is asked for from now on"));
  m_loop.advance(60s);
  EXPECT_EQ(accepted(), "");
  answer(200, list({"a"}).dump(), "application/json");
  EXPECT_EQ(seen, (Seen{"a"}));
}

TEST_F(ReflectorFormat, ProtobufAnnouncedAsJsonIsNamedAndThenAskedForAsJson) {
  m_reflector.start();
  answer(200, protobufObject(list({"a"})), "application/json");
  EXPECT_EQ(error().code, ErrorCode::NotApiServer);
  EXPECT_THAT(error().detail, HasSubstr("announced as JSON, but is protobuf"));
  m_loop.advance(60s);
  EXPECT_EQ(accepted(), "");
}

TEST_F(ReflectorFormat, AWatchOfTheOtherFormatIsNamedAndTheListIsReadAgainAsJson) {
  goLive();
  m_transport.stream(json{{"type", "ADDED"}, {"object", pod("c", 11)}}.dump());
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  EXPECT_EQ(error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(error().subject, "/api/v1/pods");
  EXPECT_THAT(error().detail, HasSubstr("no stream of protobuf messages"));
  EXPECT_EQ(seen, (Seen{"a", "b"}));
  m_loop.advance(60s);
  EXPECT_EQ(accepted(), "");
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=500"));
}

TEST_F(ReflectorFormat, AWatchOfProtobufAnnouncedAsJsonIsNamed) {
  m_reflector.start();
  answer(200, protobufObject(list({"a"})), kProtobuf);
  openStream("application/json");
  m_transport.stream(frame("ADDED", pod("c", 11)));
  EXPECT_EQ(error().code, ErrorCode::ParseFailed);
  EXPECT_THAT(error().detail, HasSubstr("no stream of JSON objects"));
  m_loop.advance(60s);
  EXPECT_EQ(accepted(), "");
}

TEST_F(ReflectorFormat, AnEventThatCannotBeReadIsNotSkipped) {
  goLive();
  m_transport.stream(protobufFrame("\x0a\x7f"));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  EXPECT_EQ(error().subject, "watch event");
  m_loop.advance(60s);
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=500"));
}

/// A page that was cut on its way says nothing about the format.
TEST_F(ReflectorFormat, ATruncatedPageIsAskedForAgainAsItWas) {
  m_reflector.start();
  const std::string body = protobufObject(list({"a", "b"}));
  answer(200, body.substr(0, body.size() / 2), kProtobuf);
  EXPECT_EQ(error().code, ErrorCode::TruncatedAnswer);
  EXPECT_EQ(error().subject, "/api/v1/pods");
  EXPECT_TRUE(seen.empty());
  m_loop.advance(60s);
  EXPECT_EQ(accepted(), kBoth);
}

TEST_F(ReflectorFormat, AFailureTellsTheServersWords) {
  m_reflector.start();
  answer(403,
         protobufObject({{"apiVersion", "v1"},
                         {"kind", "Status"},
                         {"status", "Failure"},
                         {"message", "pods is forbidden"},
                         {"reason", "Forbidden"},
                         {"code", 403}}),
         kProtobuf);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Forbidden);
  EXPECT_EQ(error().detail, "pods is forbidden");
}

TEST_F(ReflectorFormat, AnErrorEventOfProtobufListsAgain) {
  goLive();
  m_transport.stream(frame("ERROR", {{"apiVersion", "v1"},
                                     {"kind", "Status"},
                                     {"status", "Failure"},
                                     {"message", "too old"},
                                     {"reason", "Expired"},
                                     {"code", 410}}));
  EXPECT_THAT(m_transport.only().query, HasSubstr("limit=500"));
  EXPECT_EQ(accepted(), kBoth);
}

TEST_F(ReflectorFormat, TheMemoryBudgetHoldsInPagesAndEventsOfProtobuf) {
  m_reflector.start();
  m_used = std::size_t{1} << 60U;
  answer(200, protobufObject(list({"a"}, "more")), kProtobuf);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::TooMuch);
  EXPECT_EQ(seen, (Seen{"a"}));
  m_used = 0;
  m_reflector.retryNow();
  answer(200, protobufObject(list({"a"})), kProtobuf);
  openStream(kProtobufStream);
  m_used = std::size_t{1} << 60U;
  json large = pod("c", 11);
  large["metadata"]["annotations"]["k"] = std::string(std::size_t{300} << 10U, 'x');
  m_transport.stream(frame("ADDED", large));
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::TooMuch);
}

/// A kind without a reader of protobuf is never asked for as such, and an answer of it is none.
TEST_F(ReflectorFormat, OtherKindsAreAskedForAsJsonAlone) {
  ObjectStore<RawKoordinatorDevice> store(m_decoder, {});
  Reflector reflector({{"scheduling.koordinator.sh", "v1alpha1", "devices", false}, "", "", 500}, store,
                      ReflectorContext{m_loop, m_transport, m_decoder, m_loop, [] { return 0.5; }}, [] {});
  reflector.start();
  EXPECT_EQ(accepted(), "");
  answer(200, protobufEnvelope("scheduling.koordinator.sh/v1alpha1", "DeviceList", ""), kProtobuf);
  EXPECT_EQ(reflector.status().error->code, ErrorCode::NotApiServer);
}

}  // namespace
}  // namespace cardinal
