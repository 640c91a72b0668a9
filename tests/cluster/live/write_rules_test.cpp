// SPDX-License-Identifier: Apache-2.0
// What is repeated and what is not when writes go wrong, against a scripted server
// (docs/reference/kubernetes-client.md 4.9).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <ctime>
#include <thread>

#include "core/kube/transport/curl_transport.h"
#include "core/kube/transport/exchange.h"
#include "core/service/live/writes/live_nodes.h"
#include "core/service/live/writes/live_writes.h"
#include "tests/support/net/scripted_server.h"
#include "tests/support/usual_time.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::ScriptedConnection;
using test::ScriptedRequest;
using test::ScriptedServer;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string nodeText(int version, const std::string& value) {
  return R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"n","uid":"u","resourceVersion":")" +
         std::to_string(version) + R"(","labels":{"k":")" + value + R"("}}})";
}
std::string conflictText() {
  return R"({"kind":"Status","status":"Failure","reason":"Conflict","message":"the object has been modified","code":409})";
}

class WriteRules : public ::testing::Test {
 protected:
  using Handler = std::function<void(const ScriptedRequest&, ScriptedConnection&, int count)>;
  void serve(Handler handler) {
    m_server = std::make_unique<ScriptedServer>(
        [this, handler = std::move(handler)](const ScriptedRequest& request, ScriptedConnection& connection) {
          handler(request, connection, ++m_counts[request.method == "GET" ? 0 : 1]);
        },
        std::nullopt);
    ClusterAccess access;
    access.server = ServerUrl{false, "127.0.0.1", m_server->port(), ""};
    m_transport = std::make_unique<CurlTransport>(m_loop, access, "cardinal-test/1");
    m_writes = std::make_unique<LiveWrites>(m_loop, *m_transport, "default",
                                            [this](std::chrono::milliseconds time, const std::stop_token&) {
                                              m_pauses.push_back(time);
                                              return true;
                                            });
  }
  ~WriteRules() override { m_loop.stop(); }

  Result<void> relabel(std::optional<std::string> seen = "old", const std::string& version = "1") {
    LabelChange change{"k", "new", false};
    change.seen = std::move(seen);
    return m_writes->patchNodeLabels("n", {change}, version, false, "v1.20.2", {});
  }
  Result<CreatedObject> createPod(bool dryRun = false) {
    ManifestObject object;
    object.apiVersion = "v1";
    object.kind = "Pod";
    object.key = {"d", "p"};
    object.json = R"({"kind":"Pod","metadata":{"name":"p"}})";
    return m_writes->create(object, "d", dryRun, "v1.20.2", {});
  }
  int writes() const { return m_counts[1]; }

  std::atomic<int> m_counts[2] = {0, 0};
  NetworkLoop m_loop;
  std::unique_ptr<ScriptedServer> m_server;
  std::unique_ptr<CurlTransport> m_transport;
  std::unique_ptr<LiveWrites> m_writes;
  std::vector<std::chrono::milliseconds> m_pauses;
};

TEST_F(WriteRules, ACreateWhoseAnswerIsLostIsNeverSentAgain) {
  serve([](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "POST") return connection.close(true);
    connection.respond(200, R"({"kind":"Pod","metadata":{"name":"p"}})");
  });
  const auto made = createPod();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::OutcomeUnknown) << describe(made.error());
  EXPECT_EQ(made.error().subject, "POST /api/v1/namespaces/d/pods");
  EXPECT_THAT(made.error().detail, HasSubstr("pods/p is there now"));
  EXPECT_EQ(writes(), 1);
}

TEST_F(WriteRules, ALostDryRunLeavesNothingUnknown) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int) { connection.close(true); });
  const auto tried = createPod(true);
  ASSERT_FALSE(tried);
  EXPECT_NE(tried.error().code, ErrorCode::OutcomeUnknown) << describe(tried.error());
}

TEST_F(WriteRules, WhatNeverLeftIsTriedThreeTimesMore) {
  ClusterAccess access;
  access.server = ServerUrl{false, "127.0.0.1", test::unusedPort(), ""};
  m_transport = std::make_unique<CurlTransport>(m_loop, access, "cardinal-test/1");
  m_writes = std::make_unique<LiveWrites>(m_loop, *m_transport, "default",
                                          [this](std::chrono::milliseconds time, const std::stop_token&) {
                                            m_pauses.push_back(time);
                                            return true;
                                          });
  EXPECT_EQ(createPod().error().code, ErrorCode::ConnectionRefused);
  EXPECT_EQ(m_pauses.size(), 3U);
}

TEST_F(WriteRules, ABusyServerIsAskedAgainWhenItSays) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int count) {
    if (count < 3) return connection.respond(429, "{}", "application/json", "Retry-After: 2\r\n");
    connection.respond(201, R"({"kind":"Pod","metadata":{"name":"p","namespace":"d","uid":"u"}})");
  });
  const auto made = createPod();
  EXPECT_TRUE(made) << describe(made.error());
  EXPECT_THAT(m_pauses, ElementsAre(2000ms, 2000ms));
}

TEST_F(WriteRules, ABusyServerMaySayItWithADate) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int count) {
    if (count > 1)
      return connection.respond(201, R"({"kind":"Pod","metadata":{"name":"p","namespace":"d","uid":"u"}})");
    const std::time_t at = std::time(nullptr) + 40;
    std::tm parts{};
    gmtime_r(&at, &parts);
    char date[64];
    std::strftime(date, sizeof date, "Retry-After: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    connection.respond(429, "{}", "application/json", date);
  });
  EXPECT_TRUE(createPod());
  ASSERT_EQ(m_pauses.size(), 1U);
  EXPECT_GT(m_pauses[0], 0s);
  EXPECT_LE(m_pauses[0], 40s) << "from now on, and not the longest wait there is";
}

/// A server that was upgraded may have dropped the version of evictions that it took before.
TEST_F(WriteRules, AServerOfAnotherVersionIsAskedAnewHowItTakesEvictions) {
  std::string version = "v1.21.0";
  std::vector<std::string> bodies;
  serve([&](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "POST") {
      bodies.push_back(request.body);
      return connection.respond(201, R"({"kind":"Status","status":"Success"})");
    }
    const std::string of = version == "v1.21.0" ? "v1beta1" : "v1";
    connection.respond(
        200,
        R"({"kind":"APIResourceList","resources":[{"name":"pods/eviction","kind":"Eviction","group":"policy","version":")" +
            of + R"("}]})");
  });
  LiveNodes nodes(m_loop, *m_transport, [&] { return version; });
  ASSERT_TRUE(nodes.evict({"d", "p"}, "u", -1, false, {}));
  ASSERT_TRUE(nodes.evict({"d", "p"}, "u", -1, false, {}));
  EXPECT_EQ(m_counts[0], 1) << "asked once";
  version = "v1.25.0";
  ASSERT_TRUE(nodes.evict({"d", "p"}, "u", -1, false, {}));
  ASSERT_EQ(bodies.size(), 3U);
  EXPECT_THAT(bodies[1], HasSubstr("policy/v1beta1"));
  EXPECT_THAT(bodies[2], HasSubstr("\"policy/v1\""));
}

TEST_F(WriteRules, ABusyServerThatSaysNothingIsNotAskedAgain) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int) {
    connection.respond(429, R"({"kind":"Status","status":"Failure","reason":"TooManyRequests","code":429})");
  });
  EXPECT_EQ(createPod().error().code, ErrorCode::TooManyRequests);
  EXPECT_EQ(writes(), 1) << "a disruption budget answers like that";
}

TEST_F(WriteRules, ACreateThatFailedInsideTheServerIsNotRepeated) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int) {
    connection.respond(500, R"({"kind":"Status","status":"Failure","reason":"InternalError","code":500})");
  });
  EXPECT_EQ(createPod().error().code, ErrorCode::ServerFailed);
  EXPECT_EQ(writes(), 1);
}

TEST_F(WriteRules, ALostLabelChangeThatWasMadeIsASuccess) {
  serve([](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "PATCH") return connection.close(true);
    connection.respond(200, nodeText(2, "new"));
  });
  const auto done = relabel();
  EXPECT_TRUE(done) << describe(done.error());
  EXPECT_EQ(writes(), 1);
}

TEST_F(WriteRules, ALostLabelChangeThatWasNotMadeIsRepeatedOnce) {
  serve([](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "PATCH") return connection.close(true);
    connection.respond(200, nodeText(1, "old"));
  });
  const auto done = relabel();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(writes(), 2);
}

TEST_F(WriteRules, ANewerNodeWithTheSameLabelIsNoObstacle) {
  std::atomic<int> version{7};
  serve([&](const ScriptedRequest& request, ScriptedConnection& connection, int count) {
    if (request.method == "GET") return connection.respond(200, nodeText(version, "old"));
    if (count < 3) {
      ++version;  // the kubelet wrote its status
      return connection.respond(409, conflictText());
    }
    EXPECT_THAT(request.body, HasSubstr(R"("resourceVersion":"9")"));
    connection.respond(200, nodeText(10, "new"));
  });
  const auto done = relabel();
  EXPECT_TRUE(done) << describe(done.error());
  EXPECT_EQ(writes(), 3);
}

TEST_F(WriteRules, AnotherValueIsAConflictWithBoth) {
  serve([&](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "GET") return connection.respond(200, nodeText(2, "theirs"));
    connection.respond(409, conflictText());
  });
  const auto done = relabel();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::Conflict);
  EXPECT_EQ(done.error().subject, "nodes/n");
  EXPECT_THAT(done.error().causes, ElementsAre(ErrorCause{"k", kTheirs, "theirs"}, ErrorCause{"k", kSeen, "old"},
                                               ErrorCause{"k", kYours, "new"}));
  EXPECT_EQ(writes(), 1);
}

TEST_F(WriteRules, WithoutAVersionWhatWasSeenIsCheckedFirst) {
  serve([&](const ScriptedRequest& request, ScriptedConnection& connection, int) {
    if (request.method == "GET") return connection.respond(200, nodeText(2, "theirs"));
    connection.respond(200, nodeText(3, "new"));
  });
  EXPECT_EQ(relabel("old", "").error().code, ErrorCode::Conflict);
  EXPECT_EQ(writes(), 0);
  EXPECT_TRUE(relabel("theirs", ""));
}

TEST_F(WriteRules, EveryCauseOfARefusalIsKept) {
  serve([&](const ScriptedRequest&, ScriptedConnection& connection, int) {
    connection.respond(422, R"({"kind":"Status","status":"Failure","reason":"Invalid","code":422,"message":"two things",
      "details":{"causes":[{"reason":"FieldValueInvalid","message":"bad","field":"spec.a"},
                           {"reason":"FieldValueRequired","message":"missing","field":"spec.b"}]}})");
  });
  const auto made = createPod();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().place, "spec.a");
  EXPECT_THAT(made.error().causes, ElementsAre(ErrorCause{"spec.a", "FieldValueInvalid", "bad"},
                                               ErrorCause{"spec.b", "FieldValueRequired", "missing"}));
}

TEST_F(WriteRules, ACancelledRequestEndsWithinATenthOfASecond) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int) { connection.waitForEnd(); });
  for (const char* method : {"GET", "POST"}) {
    const std::atomic<int>& arrived = m_counts[*method == 'G' ? 0 : 1];
    const auto took = test::usualTime([&](int number) {
      std::stop_source stop;
      HttpRequest request;
      request.method = method;
      request.path = "/x";
      std::chrono::steady_clock::time_point asked;
      std::thread user([&] {
        while (arrived < number) std::this_thread::sleep_for(1ms);
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
      });
      const auto answer = exchange(m_loop, *m_transport, std::move(request), stop.get_token());
      const auto ended = std::chrono::steady_clock::now();
      user.join();
      EXPECT_FALSE(answer);
      if (!answer) {
        EXPECT_EQ(answer.error().code, *method == 'G' ? ErrorCode::Cancelled : ErrorCode::OutcomeUnknown);
      }
      return ended - asked;
    });
    EXPECT_LT(took, 100ms) << method;
  }
}

TEST_F(WriteRules, ImpersonationIsSentWithEveryRequest) {
  serve([](const ScriptedRequest&, ScriptedConnection& connection, int) { connection.respond(200, "{}"); });
  ClusterAccess access;
  access.server = ServerUrl{false, "127.0.0.1", m_server->port(), ""};
  access.impersonation = Impersonation{"alice", "7", {"team"}, {{"example.com/scope", {"a b"}}}};
  CurlTransport transport(m_loop, access, "cardinal-test/1");
  HttpRequest request;
  request.path = "/x";
  ASSERT_TRUE(exchange(m_loop, transport, std::move(request), {}));
  m_loop.stop();
  const auto seen = m_server->requests().back().headers;
  EXPECT_EQ(seen.at("impersonate-user"), "alice");
  EXPECT_EQ(seen.at("impersonate-uid"), "7");
  EXPECT_EQ(seen.at("impersonate-group"), "team");
  EXPECT_EQ(seen.at("impersonate-extra-example.com%2fscope"), "a b") << "names arrive in lower case here";
}

}  // namespace
}  // namespace cardinal
