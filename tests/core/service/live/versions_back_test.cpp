// SPDX-License-Identifier: Apache-2.0
// A server whose versions go back: etcd was restored from a backup, or another cluster answers at the address.
#include <gmock/gmock.h>

#include "tests/core/service/live/live_session_fixture.h"

namespace cardinal {
namespace {

using namespace test;

std::string podsAt(int version) {
  return R"({"kind":"PodList","metadata":{"resourceVersion":")" + std::to_string(version) +
         R"("},"items":[{"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5"}}]})";
}

class VersionsBack : public ::testing::Test {
 protected:
  VersionsBack() {
    m_reflector.start();
    m_transport.respond(200, podsAt(10));
    m_transport.openStream();
  }
  void listAgain(int version) {
    m_reflector.relist();
    m_transport.respond(200, podsAt(version));
    m_transport.openStream();
  }
  auto stored() const { return m_store.all().at(0); }
  bool watching() const { return m_transport.only().streaming; }

  ManualLoop m_loop;
  FakeTransport m_transport;
  Decoder m_decoder;
  ObjectStore<RawPod> m_store{m_decoder, StoreListener<RawPod>{}};
  Reflector m_reflector{Reflector::Options{podsResource(), "", "", 500}, m_store,
                        ReflectorContext{m_loop, m_transport, m_decoder, m_loop, [] { return 0.0; }}, [] {}};
};

/// A number that was given before the backup was restored is given again, to something else.
TEST_F(VersionsBack, TheSameVersionIsNotTheSameObject) {
  const auto before = stored();
  listAgain(700);
  EXPECT_EQ(stored(), before) << "unchanged, and the same pointer";
  EXPECT_EQ(m_reflector.status().wentBack, 0);
  listAgain(600);
  EXPECT_NE(stored(), before);
  EXPECT_EQ(m_reflector.status().wentBack, 1);
  listAgain(601);
  EXPECT_EQ(m_reflector.status().wentBack, 1) << "from there on it goes forward";
}

TEST_F(VersionsBack, AVersionOfAnotherPastIsNotWatchedFrom) {
  m_reflector.distrustVersions();
  EXPECT_FALSE(watching()) << "a watch from a version that is to come says nothing until it comes";
  m_transport.respond(200, podsAt(9));
  EXPECT_EQ(m_reflector.status().wentBack, 0) << "it was told";
  EXPECT_TRUE(watching());
  m_transport.fail(ErrorCode::ConnectionRefused);
  EXPECT_EQ(m_reflector.status().phase, ReflectorPhase::Waiting);
  m_reflector.distrustVersions();
  EXPECT_TRUE(m_transport.open.empty()) << "the wait goes on";
  m_loop.advance(1min);
  EXPECT_FALSE(watching()) << "it waited to open a watch";
}

TEST_F(LiveSessionTest, AServerThatWentBackIsReportedOnceAndReadAnewAsAWhole) {
  const auto older = [](const std::string& kind, int version) {
    return R"({"kind":")" + kind + R"(","metadata":{"resourceVersion":")" + std::to_string(version) +
           R"("},"items":[]})";
  };
  goLive();
  stream("/api/v1/nodes",
         R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}})");
  answer("/api/v1/nodes", 200, older("NodeList", 7));
  const std::vector<Caution> once{{CautionCode::VersionsWentBack, "", ""}};
  EXPECT_EQ(m_sink.last().cautions, once);
  ASSERT_TRUE(asks("/api/v1/pods")) << "its watch would say nothing until the server is there again";
  EXPECT_FALSE(asks("/api/v1/nodes")) << "that one was just read";
  answer("/api/v1/pods", 200, older("PodList", 7));
  EXPECT_FALSE(asks("/api/v1/nodes")) << "not in a circle";
  EXPECT_EQ(m_sink.last().cautions, once);
}

}  // namespace
}  // namespace cardinal
