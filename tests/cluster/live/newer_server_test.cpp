// SPDX-License-Identifier: Apache-2.0
// What kube-apiserver 1.20 does not have, or never does when a test needs it, from a scripted server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <ctime>
#include <thread>

#include "core/service/snapshots/gzip.h"
#include "core/service/writes/object_writer.h"
#include "tests/cluster/live/played_cluster.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kPods = "/api/v1/pods";
constexpr const char* kReviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

bool isStreamedList(const ScriptedRequest& request) {
  return request.path == kPods && request.query.find("sendInitialEvents=true") != std::string::npos;
}
bool isList(const ScriptedRequest& request, const char* path) {
  return request.path == path && request.method == "GET" && !isWatch(request);
}
std::string eventText(const std::string& type, const std::string& object) {
  return R"({"type":")" + type + R"(","object":)" + object + "}\n";
}
const char* const kEndOfInitialEvents =
    R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"20","annotations":{"k8s.io/initial-events-end":"true"}}}})"
    "\n";

/// A server of 1.33: it says who asks, and lets nobody go on to the pods before the client knows which server it is.
class NewServer {
 public:
  explicit NewServer(PlayedCluster::Override special)
      : cluster(
            [this, special = std::move(special)](const ScriptedRequest& request, ScriptedConnection& connection) {
              if (special(request, connection)) return true;
              if (request.path == kReviews) {
                connection.respond(201, R"({"kind":"SelfSubjectReview","status":{"userInfo":{"username":"alice"}}})");
                m_known = true;
                return true;
              }
              for (int i = 0; isList(request, "/api/v1/nodes") && !m_known && i < 2000; ++i)
                std::this_thread::sleep_for(10ms);
              return false;
            },
            "v1.33.1") {}

 private:
  std::atomic<bool> m_known{false};

 public:
  PlayedCluster cluster;
};

/// For tests that are not about streamed lists.
Timeouts withoutStreams() {
  Timeouts timeouts;
  timeouts.endOfStream = 100ms;
  return timeouts;
}

bool nothingSpecial(const ScriptedRequest&, ScriptedConnection&) {
  return false;
}

TEST(NewerServer, AStreamedListIsAskedForAndGoesOnAsTheWatch) {
  const NewServer server([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isStreamedList(request)) return false;
    connection.beginChunks();
    connection.chunk(eventText("ADDED", pod("a", 1)) + eventText("ADDED", pod("b", 2)) + kEndOfInitialEvents);
    connection.chunk(eventText("ADDED", pod("c", 21)));
    connection.waitForEnd();
    return true;
  });
  Live live(server.cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"a", "b", "c"}; }));
  EXPECT_EQ(server.cluster.countOf(kPods, "limit="), 0U) << "no page was asked for";
  EXPECT_EQ(server.cluster.countOf(kPods, "watch=1"), 1U) << "the stream is the watch";
}

TEST(NewerServer, ARefusedStreamBecomesPagesAndIsNotAskedForAgain) {
  const NewServer server([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isStreamedList(request)) return false;
    connection.respond(
        422,
        R"({"kind":"Status","status":"Failure","reason":"Invalid","message":"sendInitialEvents is forbidden","code":422})");
    return true;
  });
  Live live(server.cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"a", "b"}; }));
  EXPECT_FALSE(live.seen.now().error) << "nobody needs to know";
  EXPECT_EQ(server.cluster.countOf(kPods, "sendInitialEvents"), 1U);
}

TEST(NewerServer, AStreamThatNeverSaysItsEndIsGivenUpForPages) {
  const NewServer server([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isStreamedList(request)) return false;
    connection.beginChunks();
    connection.chunk(eventText("ADDED", pod("a", 1)));
    connection.waitForEnd();
    return true;
  });
  Timeouts timeouts;
  timeouts.endOfStream = 300ms;
  Live live(server.cluster, timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"a", "b"}; }));
}

TEST(NewerServer, ItSaysWhomItTakesUsFor) {
  const NewServer server(nothingSpecial);
  Live live(server.cluster);
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.state.serverUser == "alice"; }));
}

TEST(NewerServer, EvictionsAndBudgetsAreThoseOfPolicyV1) {
  const PlayedCluster cluster(
      [](const ScriptedRequest& request, ScriptedConnection& connection) {
        if (request.path == "/api/v1") {
          connection.respond(
              200,
              R"({"kind":"APIResourceList","resources":[{"name":"pods/eviction","kind":"Eviction","namespaced":true,"group":"policy","version":"v1"}]})");
        } else if (request.path == "/apis/policy/v1") {
          connection.respond(200, R"({"kind":"APIResourceList","resources":[]})");
        } else if (request.path == "/apis/policy/v1/poddisruptionbudgets") {
          connection.respond(200, list("PodDisruptionBudgetList", R"({"metadata":{"name":"budget","namespace":"n"}})"));
        } else if (request.path == "/apis/apps/v1/namespaces/n/daemonsets/monitor") {
          connection.respond(200, R"({"kind":"DaemonSet","apiVersion":"apps/v1","metadata":{"name":"monitor"}})");
        } else if (request.path == "/apis/apps/v1/namespaces/n/daemonsets/gone") {
          connection.respond(404, R"({"kind":"Status","status":"Failure","reason":"NotFound","code":404})");
        } else if (request.path == "/apis/apps/v1/namespaces/n/daemonsets/secret") {
          connection.respond(403, R"({"kind":"Status","status":"Failure","reason":"Forbidden","code":403})");
        } else if (request.path == "/api/v1/namespaces/n/pods/a/eviction") {
          connection.respond(201, R"({"kind":"Status","status":"Success"})");
        } else {
          return false;
        }
        return true;
      },
      "v1.33.1");
  Live live(cluster, withoutStreams());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  NodeOperations& nodes = *live.source->writer().nodes;
  const auto reply = nodes.evict({"n", "a"}, "u-a", -1, false, {});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->answer, EvictionAnswer::Accepted);
  const auto budgets = nodes.budgets({});
  ASSERT_TRUE(budgets) << describe(budgets.error());
  ASSERT_EQ(budgets->size(), 1U);
  EXPECT_EQ(budgets->front().meta.key.name, "budget");
  const auto there = nodes.hasDaemonSet({"n", "monitor"}, {});
  ASSERT_TRUE(there) << describe(there.error());
  EXPECT_TRUE(*there);
  const auto gone = nodes.hasDaemonSet({"n", "gone"}, {});
  ASSERT_TRUE(gone) << describe(gone.error());
  EXPECT_FALSE(*gone);
  const auto refused = nodes.hasDaemonSet({"n", "secret"}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::Forbidden);
  for (const ScriptedRequest& request : cluster.requests()) {
    if (request.path.find("/eviction") == std::string::npos) continue;
    EXPECT_THAT(request.body, AllOf(HasSubstr(R"("apiVersion":"policy/v1")"), HasSubstr(R"("uid":"u-a")")));
  }
}

ManifestObject podWith(const std::string& json) {
  return {"v1", "Pod", {"", "p"}, 1, nullptr, 0, json, {}};
}

TEST(NewerServer, FieldsAreCheckedByTheServerItself) {
  const NewServer server([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/namespaces/n/pods") return false;
    connection.respond(201, pod("p"));
    return true;
  });
  Live live(server.cluster, withoutStreams());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto created = live.source->writer().creator->create(podWith("{}"), "n", true, {});
  ASSERT_TRUE(created) << describe(created.error());
  EXPECT_EQ(created->fields, FieldCheck::Server);
  EXPECT_EQ(server.cluster.countOf("/api/v1/namespaces/n/pods", "fieldValidation=Strict"), 1U);
  EXPECT_EQ(server.cluster.countOf("/openapi/v2", ""), 0U);
}

TEST(OlderServer, FieldsAreCheckedAgainstItsDescription) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path == "/openapi/v2") {
      connection.respond(
          200,
          R"({"definitions":{"Pod":{"properties":{"kind":{"type":"string"},"spec":{"properties":{"hostname":{"type":"string"}}}},"x-kubernetes-group-version-kind":[{"group":"","version":"v1","kind":"Pod"}]}}})");
    } else if (request.path == "/api/v1/namespaces/n/pods") {
      connection.respond(201, pod("p"));
    } else {
      return false;
    }
    return true;
  });
  Live live(cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto wrong =
      live.source->writer().creator->create(podWith(R"({"kind":"Pod","spec":{"hostnmae":"h"}})"), "n", true, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::Invalid);
  EXPECT_EQ(wrong.error().place, "spec.hostnmae");
  const auto right =
      live.source->writer().creator->create(podWith(R"({"kind":"Pod","spec":{"hostname":"h"}})"), "n", true, {});
  ASSERT_TRUE(right) << describe(right.error());
  EXPECT_EQ(right->fields, FieldCheck::Schema);
  EXPECT_EQ(cluster.countOf("/openapi/v2", ""), 1U) << "read once";
}

std::string packed(const std::string& text) {
  GzipWriter writer;
  writer.write(text);
  writer.finish();
  return writer.take();
}

TEST(PlayedServer, APackedListIsReadAndNoStreamIsAskedForSo) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isList(request, kPods)) return false;
    EXPECT_EQ(request.headers.at("accept-encoding"), "gzip");
    connection.respond(200, packed(list("PodList", pod("packed"))), "application/json", "Content-Encoding: gzip\r\n");
    return true;
  });
  Live live(cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"packed"}; }));
  // From 1.37 on a stream would be packed piece by piece, which libcurl cannot read.
  for (const ScriptedRequest& request : cluster.requests()) {
    const bool asked = request.headers.count("accept-encoding") != 0;
    EXPECT_FALSE(isWatch(request) && asked) << request.path;
  }
}

std::string dateHeader(std::time_t when) {
  std::tm parts = {};
  gmtime_r(&when, &parts);
  char text[64];
  std::strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
  return text;
}

TEST(PlayedServer, AClockThatIsTenMinutesAheadIsNoticed) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    const std::string date = dateHeader(std::time(nullptr) + 600);
    if (isList(request, kPods))
      connection.respond(200, list("PodList", pod("a")), "application/json", date);
    else if (isList(request, "/api/v1/nodes"))
      connection.respond(200, list("NodeList", ""), "application/json", date);
    else if (request.path == "/version")
      connection.respond(200, R"({"gitVersion":"v1.20.2"})", "application/json", date);
    else
      return false;
    return true;
  });
  Live live(cluster);
  EXPECT_TRUE(live.seen.waitUntil(
      [](Watcher& w) { return w.state.clockOffset && *w.state.clockOffset > 590 && *w.state.clockOffset < 610; }));
}

TEST(PlayedServer, ItsAuditIdStandsBehindItsWords) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isList(request, kPods)) return false;
    connection.respond(
        500, R"({"kind":"Status","status":"Failure","reason":"InternalError","message":"etcd is ill","code":500})",
        "application/json", "Audit-Id: 0815-4711\r\n");
    return true;
  });
  Live live(cluster);
  EXPECT_TRUE(live.seen.waitUntil(
      [](Watcher& w) { return w.state.error && w.state.error->detail == "etcd is ill, Audit-Id 0815-4711"; }));
}

TEST(PlayedServer, AGatewayThatBreaksHttp2IsSpokenToInHttp1) {
  const PlayedCluster cluster(nothingSpecial, "v1.20.2", true);
  Timeouts timeouts;
  timeouts.firstWait = 50ms;
  Live live(cluster, timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  live.source->testConnection();
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.state.stages.protocol == "HTTP/1.1"; }));
}

TEST(PlayedServer, WhatDoesNotFitIntoTheBudgetIsNotReadAndWhatIsThereIsKept) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (!isList(request, kPods)) return false;
    connection.respond(200, list("PodList", pod("first"), "more"));
    return true;
  });
  Timeouts timeouts;
  timeouts.memoryBudget = 1;
  Live live(cluster, timeouts);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"first"}; }));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) {
    return w.state.error && w.state.error->code == ErrorCode::LimitExceeded && w.state.error->place == "memory";
  }));
  EXPECT_EQ(cluster.countOf(kPods, "continue="), 0U);
}

TEST(PlayedServer, WarningsOfAPatchAreReportedOnceEach) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.method != "PATCH") return false;
    connection.respond(200, R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"n","resourceVersion":"2"}})",
                       "application/json", "Warning: 299 - \"that label is deprecated\"\r\n");
    return true;
  });
  Live live(cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  for (const char* const value : {"x", "y"}) {
    const auto done = live.source->writer().labeler->patchNodeLabels("n", {{"k", value, false}}, "1", false, {});
    ASSERT_TRUE(done) << describe(done.error());
  }
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return !w.state.warnings.empty(); }));
  EXPECT_THAT(live.seen.now().warnings, ElementsAre("that label is deprecated"));
}

}  // namespace
}  // namespace cardinal
