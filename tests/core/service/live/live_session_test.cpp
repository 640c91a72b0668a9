// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/live_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/service/live/writes/live_writes.h"
#include "tests/core/service/live/live_session_fixture.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::ElementsAre;

TEST_F(LiveSessionTest, NodesBeforePodsAndDataBeforeTheStateThatPromisesIt) {
  EXPECT_TRUE(asks("/api/v1/nodes"));
  EXPECT_FALSE(asks("/api/v1/pods"));
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Connecting);
  answer("/api/v1/nodes", 200, listText("NodeList", R"({"metadata":{"name":"a"}})"));
  EXPECT_TRUE(asks("/api/v1/pods"));
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Loading);
  EXPECT_EQ(m_sink.last().nodesLoaded, 1U);
  answer("/api/v1/pods", 200, listText("PodList"));
  openWatch("/api/v1/nodes");
  openWatch("/api/v1/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_EQ(m_sink.last().watchesOpen, 2);
  EXPECT_EQ(m_sink.last().watchesWanted, 2);
  EXPECT_FALSE(asks("/api/v1/namespaces/kube-system/configmaps")) << "no gpushare node, no health to ask for";
  const auto live = std::find(m_sink.calls.begin(), m_sink.calls.end(), "phase 3");
  EXPECT_EQ(std::count(m_sink.calls.begin(), live, "delta 0"), 1);
  EXPECT_EQ(std::count(m_sink.calls.begin(), live, "delta 1"), 1);
  m_session.testConnection();
  answer("/version", 200, R"({"gitVersion":"v1.20.2"})");
  EXPECT_EQ(m_sink.last().serverVersion, "v1.20.2");
}

/// Whether pods come as a stream is a question of the version, never of which answer came first.
TEST(LiveSession, PodsAreReadTheSameWayWhicheverAnswerComesFirst) {
  for (const bool versionFirst : {true, false}) {
    test::ManualLoop loop;
    test::FakeTransport transport;
    Sink sink;
    LiveSession session(loop, transport, loop, [] { return 0.0; }, "home", sink, {}, {});
    session.begin();
    loop.advance(0ms);
    const auto answer = [&](const std::string& path, const std::string& body) {
      const auto at = std::find_if(transport.open.begin(), transport.open.end(),
                                   [&](const auto& call) { return call.request.path == path; });
      ASSERT_NE(at, transport.open.end()) << path;
      const auto handler = at->handler;
      transport.open.erase(at);
      const ResponseHead head{200, {{"content-type", "application/json"}}};
      if (handler.head) handler.head(head);
      handler.end(HttpResponse{head, body});
      loop.advance(0ms);
    };
    const auto pods = [&] {
      return std::find_if(transport.open.begin(), transport.open.end(),
                          [](const auto& call) { return call.request.path == "/api/v1/pods"; });
    };
    const std::string version = R"({"gitVersion":"v1.33.1"})";
    if (versionFirst) answer("/version", version);
    answer("/api/v1/nodes", listText("NodeList"));
    if (!versionFirst) {
      EXPECT_EQ(pods(), transport.open.end()) << "it waits for the version";
      answer("/version", version);
    }
    ASSERT_NE(pods(), transport.open.end());
    EXPECT_THAT(pods()->request.query, ::testing::HasSubstr("sendInitialEvents=true"));
  }
}

TEST_F(LiveSessionTest, TheLoadedShareIsReportedForNodesAndThenForPods) {
  EXPECT_FALSE(m_sink.last().shareLoaded());
  answer("/api/v1/nodes", 200, pageText("NodeList", R"({"metadata":{"name":"a"}})", 3));
  ASSERT_EQ(m_sink.last().phase, ConnectionPhase::Loading);
  EXPECT_EQ(m_sink.last().nodesToCome, 3U);
  EXPECT_EQ(m_sink.last().shareLoaded(), 0.25);
  answer("/api/v1/nodes", 200, listText("NodeList", R"({"metadata":{"name":"b"}})"));
  EXPECT_EQ(m_sink.last().nodesToCome, 0U);
  EXPECT_FALSE(m_sink.last().shareLoaded()) << "how many pods there are is not known yet";
  answer("/api/v1/pods", 200, pageText("PodList", R"({"metadata":{"name":"p","namespace":"n"}})", 1));
  EXPECT_EQ(m_sink.last().podsToCome, 1U);
  EXPECT_EQ(m_sink.last().shareLoaded(), 0.5);
  answer("/api/v1/pods", 200, listText("PodList", R"({"metadata":{"name":"q","namespace":"n"}})"));
  openWatch("/api/v1/nodes");
  openWatch("/api/v1/pods");
  ASSERT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_FALSE(m_sink.last().shareLoaded());
}

/// The first page of nodes shows what the line carries; on a slow one nothing comes before the nodes, from which the
/// map is drawn.
TEST_F(LiveSessionTest, PodsBeginBesideNodesOnAFastLine) {
  const std::string page = pageText("NodeList", R"({"metadata":{"name":"a"}})", 3);
  answer("/api/v1/nodes", 200, page, {40'000, std::chrono::milliseconds(40)});
  EXPECT_FALSE(asks("/api/v1/pods")) << "1 MB/s";
  answer("/api/v1/nodes", 200, page, {400'000, std::chrono::milliseconds(20)});
  ASSERT_TRUE(asks("/api/v1/pods"));
  answer("/api/v1/pods", 200, listText("PodList", R"({"metadata":{"name":"p","namespace":"n"}})"));
  openWatch("/api/v1/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Loading) << "nodes are still to come";
  answer("/api/v1/nodes", 200, listText("NodeList", R"({"metadata":{"name":"b"}})"));
  openWatch("/api/v1/nodes");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
}

TEST_F(LiveSessionTest, ForbiddenClusterFallsBackToTheNamespace) {
  answer("/api/v1/nodes", 403, forbidden());
  answer("/api/v1/pods", 403, forbidden());
  ASSERT_TRUE(asks("/api/v1/namespaces/home/pods"));
  EXPECT_EQ(m_sink.last().scope, "home");
  answer("/api/v1/namespaces/home/pods", 200, listText("PodList"));
  openWatch("/api/v1/namespaces/home/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_TRUE(m_sink.last().error);
  EXPECT_EQ(m_sink.last().error->subject, "list nodes");
  EXPECT_EQ(m_sink.last().watchesWanted, 1);
}

TEST_F(LiveSessionTest, NoRightsAtAllIsAFailure) {
  answer("/api/v1/nodes", 403, forbidden());
  answer("/api/v1/pods", 403, forbidden());
  answer("/api/v1/namespaces/home/pods", 403, forbidden());
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Failed);
  EXPECT_EQ(m_sink.last().error->code, ErrorCode::Forbidden);
  m_session.refresh();
  m_loop.advance(0ms);
  EXPECT_TRUE(asks("/api/v1/nodes")) << "the user may ask again";
}

TEST_F(LiveSessionTest, LostServerIsReportedAndEverythingComesBackTogether) {
  goLive();
  m_loop.advance(2s);
  breakOff("/api/v1/nodes", ErrorCode::ConnectionFailed, true);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live) << "reopened at once, nobody needs to know";
  breakOff("/api/v1/nodes", ErrorCode::ConnectionRefused, true);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Reconnecting);
  EXPECT_EQ(m_sink.last().error->code, ErrorCode::ConnectionRefused);
  EXPECT_GT(m_sink.last().nextTry, m_loop.wallNow());
  breakOff("/api/v1/pods", ErrorCode::ConnectionFailed, true);
  breakOff("/api/v1/pods", ErrorCode::ConnectionRefused, true);
  m_loop.advance(800ms);
  breakOff("/api/v1/pods", ErrorCode::ConnectionRefused, true);
  ASSERT_TRUE(asks("/api/v1/nodes", true));
  EXPECT_FALSE(asks("/api/v1/pods", true)) << "pods wait longer than nodes";
  openWatch("/api/v1/nodes");
  EXPECT_TRUE(asks("/api/v1/pods", true)) << "the server is back: nobody waits any longer";
  answer("/version", 200, R"({"gitVersion":"v1.35.4"})");
  EXPECT_EQ(m_sink.last().serverVersion, "v1.35.4") << "it was away, and may be another one now";
  openWatch("/api/v1/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_FALSE(m_sink.last().error);
  EXPECT_EQ(m_sink.last().nextTry, 0);
}

/// Nodes, ConfigMaps and pods are followed, and every one of the watches breaks.
class LostSession : public LiveSessionTest {
 protected:
  void loseEverything() {
    answer("/api/v1/nodes", 200, listText("NodeList", kGpushareNode));
    answer(maps, 200, listText("ConfigMapList"));
    answer("/api/v1/pods", 200, listText("PodList"));
    const std::string paths[] = {"/api/v1/nodes", maps, "/api/v1/pods"};
    for (const std::string& path : paths) openWatch(path);
    m_loop.advance(2s);
    for (const std::string& path : paths) {
      breakOff(path, ErrorCode::ConnectionFailed, true);
      breakOff(path, ErrorCode::ConnectionRefused, true);
    }
  }
  const std::string maps = "/api/v1/namespaces/kube-system/configmaps";
};

TEST_F(LostSession, OneProbeKnocksAndTheOthersWait) {
  loseEverything();
  ASSERT_EQ(m_sink.last().phase, ConnectionPhase::Reconnecting);
  EXPECT_GT(m_sink.last().nextTry, m_loop.wallNow());
  m_loop.advance(800ms);
  ASSERT_TRUE(asks("/readyz"));
  EXPECT_FALSE(asks("/api/v1/nodes", true) || asks("/api/v1/pods", true) || asks(maps, true))
      << "one request, not four";
  breakOff("/readyz", ErrorCode::ConnectionRefused, false);
  m_loop.advance(1600ms);
  answer("/readyz", 403, "no");
  m_loop.advance(5s);
  EXPECT_TRUE(asks("/api/v1/nodes", true) && asks("/api/v1/pods", true) && asks(maps, true));
  for (const std::string& path : {std::string("/api/v1/nodes"), maps, std::string("/api/v1/pods")}) openWatch(path);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
}

TEST_F(LostSession, NobodyWaitsForTheProbeWhoDoesNotWantTo) {
  loseEverything();
  m_session.refresh();
  m_loop.advance(0ms);
  EXPECT_TRUE(asks("/api/v1/nodes", true) && asks("/api/v1/pods", true) && asks(maps, true));
}

TEST_F(LiveSessionTest, RejectedCredentialsNeedTheUser) {
  answer("/api/v1/nodes", 401, R"({"kind":"Status","status":"Failure","reason":"Unauthorized","code":401})");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Failed);
  EXPECT_EQ(m_sink.last().error->code, ErrorCode::Unauthorized);
  EXPECT_EQ(m_sink.last().nextTry, 0);
}

/// A user who named the namespaces to look at.
class SeveralNamespaces : public LiveSessionTest {
 protected:
  SeveralNamespaces() : LiveSessionTest({"team-a", "team-b"}) {}
  void nodesForbidden() { answer("/api/v1/nodes", 403, forbidden()); }
  std::string pods(const std::string& ns, const std::string& name) {
    return listText("PodList", R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + R"(","uid":"u-)" + name +
                                   R"(","resourceVersion":"3"}})");
  }
  std::vector<std::string> lastReplacement() const {
    std::vector<std::string> names;
    for (const ClusterDelta& delta : m_sink.all) {
      if (delta.op != ClusterDelta::Op::ReplacePods) continue;
      names.clear();
      for (const auto& pod : delta.pods) names.push_back(pod->meta.key.name);
    }
    return names;
  }
};
const std::string kTeamA = "/api/v1/namespaces/team-a/pods";
const std::string kTeamB = "/api/v1/namespaces/team-b/pods";

TEST_F(SeveralNamespaces, AreReadSideBySideAndReportedAsOne) {
  nodesForbidden();
  EXPECT_FALSE(asks("/api/v1/pods")) << "nothing else is asked for";
  answer(kTeamA, 200, pods("team-a", "one"));
  openWatch(kTeamA);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Loading);
  answer(kTeamB, 200, pods("team-b", "two"));
  openWatch(kTeamB);
  EXPECT_THAT(lastReplacement(), testing::UnorderedElementsAre("one", "two"));
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_EQ(m_sink.last().scope, "team-a, team-b");
  EXPECT_EQ(m_sink.last().podsLoaded, 2U);
}

TEST_F(SeveralNamespaces, OneThatIsForbiddenDoesNotBlankTheOther) {
  nodesForbidden();
  answer(kTeamB, 403, forbidden());
  answer(kTeamA, 200, pods("team-a", "one"));
  openWatch(kTeamA);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_EQ(m_sink.last().scope, "team-a");
  EXPECT_THAT(m_sink.last().refusedNamespaces, ElementsAre("team-b"));
  EXPECT_THAT(lastReplacement(), ElementsAre("one"));
}

TEST_F(SeveralNamespaces, OneOfUnknownSizeMakesTheSumUnknown) {
  nodesForbidden();
  answer(kTeamA, 200, pageText("PodList", R"({"metadata":{"name":"one","namespace":"team-a"}})", 2));
  EXPECT_FALSE(m_sink.last().podsToCome);
  EXPECT_FALSE(m_sink.last().shareLoaded());
  answer(kTeamB, 200, pods("team-b", "two"));
  EXPECT_EQ(m_sink.last().podsToCome, 2U);
  EXPECT_EQ(m_sink.last().shareLoaded(), 0.5);
}

TEST_F(SeveralNamespaces, AreThoseWhoseRightsMatter) {
  EXPECT_THAT(m_session.namespacesRead(), ElementsAre("team-a", "team-b")) << "before anything was read";
}

TEST_F(LiveSessionTest, RightsMatterWhereThereArePodsAndMostWhereThereAreMany) {
  EXPECT_TRUE(m_session.namespacesRead().empty());
  answer("/api/v1/nodes", 200, listText("NodeList"));
  answer(
      "/api/v1/pods", 200,
      listText("PodList", R"({"metadata":{"name":"a","namespace":"few"}},{"metadata":{"name":"b","namespace":"many"}},)"
                          R"({"metadata":{"name":"c","namespace":"many"}})"));
  EXPECT_THAT(m_session.namespacesRead(), ElementsAre("many", "few"));
}

TEST_F(LiveSessionTest, RightsMatterInTheNamespaceThatIsFallenBackTo) {
  answer("/api/v1/nodes", 403, forbidden());
  answer("/api/v1/pods", 403, forbidden());
  EXPECT_THAT(m_session.namespacesRead(), ElementsAre("home"));
}

TEST_F(SeveralNamespaces, AllForbiddenIsAFailure) {
  nodesForbidden();
  answer(kTeamA, 403, forbidden());
  answer(kTeamB, 403, forbidden());
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Failed);
  EXPECT_TRUE(m_sink.last().error);
}

TEST_F(SeveralNamespaces, WhatOneWatchTellsLeavesTheOthersPods) {
  nodesForbidden();
  answer(kTeamA, 200, pods("team-a", "one"));
  openWatch(kTeamA);
  answer(kTeamB, 200, pods("team-b", "two"));
  openWatch(kTeamB);
  m_session.refresh();
  answer(kTeamB, 200, listText("PodList"));
  EXPECT_THAT(lastReplacement(), ElementsAre("one"));
}

TEST_F(LiveSessionTest, AWatchThatIsNotPermittedIsReportedAsPolling) {
  answer("/api/v1/nodes", 200, listText("NodeList"));
  openWatch("/api/v1/nodes");
  answer("/api/v1/pods", 200, listText("PodList"));
  answer("/api/v1/pods", 403, forbidden(), true);
  answer("/api/v1/pods", 200, listText("PodList"));
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_EQ(m_sink.last().polledLists, 1);
  EXPECT_FALSE(m_sink.last().error);
}

TEST_F(LiveSessionTest, ACertificateWithoutNamesIsReported) {
  goLive();
  EXPECT_TRUE(m_sink.last().cautions.empty());
  m_session.testConnection();
  const auto call = *find("/version", false);
  std::erase_if(m_transport.open, [&](const auto& other) { return other.id == call.id; });
  HttpResponse response{ResponseHead{200, {{"content-type", "application/json"}}}, R"({"gitVersion":"v1.20.2"})"};
  response.times.commonNameOnly = true;
  call.handler.end(std::move(response));
  m_loop.advance(0ms);
  EXPECT_EQ(m_sink.last().cautions, (std::vector<Caution>{{CautionCode::CertificateWithoutNames, "", ""}}));
}

TEST_F(LiveSessionTest, HealthIsFollowedOnceAGpushareNodeIsThere) {
  const std::string maps = "/api/v1/namespaces/kube-system/configmaps";
  answer("/api/v1/nodes", 200, listText("NodeList", kGpushareNode));
  answer(
      maps, 200,
      listText(
          "ConfigMapList",
          R"({"metadata":{"name":"unhealthy-gpu-g","namespace":"kube-system"},"data":{"gpus":"0"}},{"metadata":{"name":"other","namespace":"kube-system"}})"));
  ASSERT_FALSE(m_sink.all.empty());
  EXPECT_EQ(m_sink.all.back().op, ClusterDelta::Op::UpsertUnhealthy);
  EXPECT_EQ(m_sink.all.back().unhealthy.gpus, "0");
  openWatch(maps);
  stream(maps, R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}})");
  answer(maps, 200, listText("ConfigMapList"));
  EXPECT_EQ(m_sink.all.back().op, ClusterDelta::Op::DeleteUnhealthy) << "found by comparing with the new list";
  EXPECT_EQ(m_sink.all.back().unhealthy.node, "g");
}

TEST_F(LiveSessionTest, HealthThatIsNotPermittedIsNoError) {
  answer("/api/v1/nodes", 200, listText("NodeList", kGpushareNode));
  openWatch("/api/v1/nodes");
  answer("/api/v1/namespaces/kube-system/configmaps", 403, forbidden());
  answer("/api/v1/pods", 200, listText("PodList"));
  openWatch("/api/v1/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_FALSE(m_sink.last().error);
  EXPECT_EQ(m_sink.last().watchesWanted, 2);
}

TEST_F(LiveSessionTest, ObjectsOfGpuStacksAreThereBeforeTheStateThatPromisesThem) {
  m_hasNoGroups = false;
  const std::string group = "/apis/scheduling.koordinator.sh/v1alpha1";
  EXPECT_FALSE(asks("/apis")) << "not before the first answer about nodes";
  answer("/api/v1/nodes", 200, listText("NodeList"));
  answer("/api/v1/pods", 200, listText("PodList"));
  openWatch("/api/v1/nodes");
  openWatch("/api/v1/pods");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Loading);
  answer("/apis", 200, R"({"groups":[{"versions":[{"groupVersion":"scheduling.koordinator.sh/v1alpha1"}]}]})");
  answer(group, 200, R"({"kind":"APIResourceList","resources":[{"name":"devices","kind":"Device"}]})");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Loading);
  answer(group + "/devices", 200, listText("DeviceList", R"({"metadata":{"name":"n"}})"));
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  ASSERT_EQ(m_sink.all.back().op, ClusterDelta::Op::ReplaceExtras);
  EXPECT_EQ(m_sink.all.back().extras.size(), 1U);
  EXPECT_LT(std::find(m_sink.calls.begin(), m_sink.calls.end(),
                      "delta " + std::to_string(static_cast<int>(ClusterDelta::Op::ReplaceExtras))),
            std::find(m_sink.calls.begin(), m_sink.calls.end(), "phase 3"));
  openWatch(group + "/devices");
  EXPECT_EQ(m_sink.last().watchesOpen, 3);
  EXPECT_EQ(m_sink.last().watchesWanted, 3);
  // Trouble with them is not trouble with the connection: cards and pods are live.
  m_loop.advance(2s);
  breakOff(group + "/devices", ErrorCode::ParseFailed, true);
  breakOff(group + "/devices", ErrorCode::ParseFailed, true);
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_FALSE(m_sink.last().error);
  EXPECT_EQ(m_sink.last().watchesOpen, 2);
}

TEST_F(LiveSessionTest, ObjectsOfGpuStacksDoNotKnockAtAServerThatIsAway) {
  m_hasNoGroups = false;
  const std::string group = "/apis/resource.k8s.io/v1";
  const std::vector<std::string> all = {"/api/v1/nodes", "/api/v1/pods", group + "/resourceslices",
                                        group + "/deviceclasses"};
  answer("/api/v1/nodes", 200, listText("NodeList"));
  answer("/api/v1/pods", 200, listText("PodList"));
  answer("/apis", 200, R"({"groups":[{"versions":[{"groupVersion":"resource.k8s.io/v1"}]}]})");
  answer(
      group, 200,
      R"({"kind":"APIResourceList","resources":[{"name":"resourceslices","kind":"ResourceSlice"},{"name":"deviceclasses","kind":"DeviceClass"}]})");
  answer(all[2], 200, listText("ResourceSliceList"));
  answer(all[3], 200, listText("DeviceClassList"));
  for (const std::string& path : all) openWatch(path);
  ASSERT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  m_loop.advance(2s);
  for (const std::string& path : all) {
    breakOff(path, ErrorCode::ConnectionFailed, true);
    breakOff(path, ErrorCode::ConnectionRefused, true);
  }
  for (int i = 0; i < 3; ++i) {
    m_loop.advance(30s);
    EXPECT_FALSE(asks("/readyz")) << "nodes and pods ask for themselves, and say what is wrong";
    EXPECT_FALSE(asks(all[2], true) || asks(all[3], true) || asks(all[2]) || asks(all[3]));
    for (const std::string& path : {all[0], all[1]}) {
      for (const bool streaming : {true, false}) {
        if (asks(path, streaming)) breakOff(path, ErrorCode::Timeout, streaming);
      }
    }
    EXPECT_EQ(m_sink.last().error->code, ErrorCode::Timeout) << "what the last try found, not the first";
  }
  m_session.refresh();
  m_loop.advance(0ms);
  for (const std::string& path : all) EXPECT_TRUE(asks(path) || asks(path, true)) << path;
}

TEST_F(LiveSessionTest, ObjectsOfGpuStacksGoOnWithTheOthers) {
  m_hasNoGroups = false;
  const std::string devices = "/apis/scheduling.koordinator.sh/v1alpha1/devices";
  answer("/api/v1/nodes", 200, listText("NodeList"));
  answer("/api/v1/pods", 200, listText("PodList"));
  answer("/apis", 200, R"({"groups":[{"versions":[{"groupVersion":"scheduling.koordinator.sh/v1alpha1"}]}]})");
  answer("/apis/scheduling.koordinator.sh/v1alpha1", 200,
         R"({"kind":"APIResourceList","resources":[{"name":"devices","kind":"Device"}]})");
  answer(devices, 200, listText("DeviceList"));
  for (const std::string& path : {std::string("/api/v1/nodes"), std::string("/api/v1/pods"), devices}) openWatch(path);
  m_loop.advance(2s);
  for (const std::string& path : {std::string("/api/v1/nodes"), devices}) {
    breakOff(path, ErrorCode::ConnectionFailed, true);
    breakOff(path, ErrorCode::ConnectionRefused, true);
  }
  m_loop.advance(800ms);
  ASSERT_TRUE(asks("/api/v1/nodes", true));
  EXPECT_FALSE(asks(devices, true));
  openWatch("/api/v1/nodes");
  EXPECT_TRUE(asks(devices, true));
}

TEST_F(LiveSessionTest, ObjectsOfGpuStacksThatAreNotPermittedAreNoError) {
  m_hasNoGroups = false;
  answer("/api/v1/nodes", 200, listText("NodeList"));
  answer("/api/v1/pods", 200, listText("PodList"));
  openWatch("/api/v1/nodes");
  openWatch("/api/v1/pods");
  answer("/apis", 200, R"({"groups":[{"versions":[{"groupVersion":"resource.k8s.io/v1"}]}]})");
  answer("/apis/resource.k8s.io/v1", 200,
         R"({"kind":"APIResourceList","resources":[{"name":"resourceslices","kind":"ResourceSlice"}]})");
  answer("/apis/resource.k8s.io/v1/resourceslices", 403, forbidden());
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
  EXPECT_FALSE(m_sink.last().error);
  EXPECT_EQ(m_sink.last().watchesWanted, 2);
}

TEST_F(LiveSessionTest, AStackThatIsInstalledMeanwhileIsLookedForAsSoonAsItsNodesAreThere) {
  goLive();
  m_hasNoGroups = false;
  stream(
      "/api/v1/nodes",
      R"({"type":"ADDED","object":{"kind":"Node","metadata":{"name":"k","uid":"1","resourceVersion":"11"},"status":{"allocatable":{"koordinator.sh/gpu-core":"200","koordinator.sh/gpu-memory":"32Gi","koordinator.sh/gpu-memory-ratio":"200"}}}})");
  EXPECT_TRUE(asks("/apis"));
}

TEST_F(LiveSessionTest, SignsOfLifeAreReportedAtMostOnceASecond) {
  goLive();
  const std::size_t before = m_sink.states.size();
  for (int i = 0; i < 30; ++i) {
    m_loop.advance(100ms);
    stream("/api/v1/pods",
           R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p)" + std::to_string(i) + R"("}}})");
  }
  EXPECT_LE(m_sink.states.size() - before, 4U);
  EXPECT_GE(m_sink.states.size() - before, 2U);
  m_loop.advance(1s);
  EXPECT_EQ(m_sink.last().podsLoaded, 30U);
  const std::size_t quiet = m_sink.states.size();
  m_loop.advance(60s);
  EXPECT_EQ(m_sink.states.size(), quiet);
}

/// Behind a load balancer an upgrade is nothing but watches that end and go on.
TEST_F(LiveSessionTest, AServerOfAnotherVersionIsNoticedWhenItsWatchesGoOn) {
  goLive();
  m_session.testConnection();
  answer("/version", 200, R"({"gitVersion":"v1.35.4"})");
  ASSERT_EQ(m_sink.last().serverVersion, "v1.35.4");
  if (asks("/apis/authentication.k8s.io/v1/selfsubjectreviews"))
    answer("/apis/authentication.k8s.io/v1/selfsubjectreviews", 404, forbidden());
  m_loop.advance(20s);
  EXPECT_FALSE(asks("/version")) << "nothing ended";
  for (const char* path : {"/api/v1/nodes", "/api/v1/pods"}) {
    breakOff(path, ErrorCode::TruncatedAnswer, true);
    ASSERT_TRUE(asks(path, true)) << path;
    openWatch(path);
  }
  m_loop.advance(5s);
  EXPECT_EQ(std::count_if(m_transport.open.begin(), m_transport.open.end(),
                          [](const auto& call) { return call.request.path == "/version"; }),
            1)
      << "asked once for both";
  answer("/version", 200, R"({"gitVersion":"v1.36.1"})");
  EXPECT_EQ(m_sink.last().serverVersion, "v1.36.1");
  EXPECT_EQ(m_sink.last().phase, ConnectionPhase::Live);
}

TEST_F(LiveSessionTest, OneChunkIsOneBatchInOrder) {
  goLive();
  m_sink.all.clear();
  stream("/api/v1/pods",
         R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p","uid":"1","resourceVersion":"11"}}}
    {"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"p","uid":"1","resourceVersion":"12"}}}
    {"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p","uid":"2","resourceVersion":"13"}}})");
  std::vector<ClusterDelta::Op> ops;
  for (const auto& delta : m_sink.all) ops.push_back(delta.op);
  EXPECT_THAT(ops, ElementsAre(ClusterDelta::Op::UpsertPod, ClusterDelta::Op::DeletePod, ClusterDelta::Op::UpsertPod));
}

TEST(LiveWrites, VersionsAndPatches) {
  EXPECT_TRUE(isServerAtLeast("v1.25.0", 25));
  EXPECT_TRUE(isServerAtLeast("v1.30.1-eks-1234", 25));
  EXPECT_TRUE(isServerAtLeast("2.0", 25));
  EXPECT_FALSE(isServerAtLeast("v1.20.2", 25));
  EXPECT_FALSE(isServerAtLeast("", 25));
  EXPECT_FALSE(isServerAtLeast("unknown", 0));
  EXPECT_EQ(labelPatch({{"a/b", "x\"y", false}, {"gone", "", true}}, "7"),
            R"({"metadata":{"labels":{"a/b":"x\"y","gone":null},"resourceVersion":"7"}})");
  EXPECT_EQ(labelPatch({}, ""), R"({"metadata":{"labels":{}}})");
}

}  // namespace
}  // namespace cardinal
