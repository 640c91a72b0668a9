// SPDX-License-Identifier: Apache-2.0
// The live source against a scripted server: answers that no real API server gives, or not when a test needs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "core/service/cluster_service.h"
#include "core/service/live/live_source.h"
#include "tests/cluster/live/played_cluster.h"
#include "tests/support/usual_time.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::ScriptedConnection;
using test::ScriptedRequest;
using test::ScriptedServer;
using ::testing::HasSubstr;

using test::isWatch;
using test::list;
using test::Live;
using test::PlayedCluster;
using test::pod;
using test::Watcher;

TEST(LiveFaults, LoginPageInsteadOfAnApiServer) {
  const PlayedCluster cluster([](const ScriptedRequest&, ScriptedConnection& connection) {
    connection.respond(200, "<html><title>Sign in</title></html>", "text/html");
    return true;
  });
  Live live(cluster);
  Error reported;
  ASSERT_TRUE(live.seen.waitUntil([&reported](Watcher& w) {
    reported = w.state.error.value_or(Error());
    return w.state.phase == ConnectionPhase::Reconnecting;
  }));
  EXPECT_EQ(reported.code, ErrorCode::NotApiServer);
  EXPECT_EQ(reported.subject, "/api/v1/nodes");
  EXPECT_THAT(reported.detail, HasSubstr("Sign in"));
  const auto created =
      live.source->writer().creator->create({"v1", "Pod", {"", "p"}, 1, nullptr, 0, "{}", {}}, "n", true, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::NotApiServer);
}

TEST(LiveFaults, CutPageIsReadAgainAndNothingIsLostOrDoubled) {
  std::atomic<int> cuts{0};
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/pods" || isWatch(request)) return false;
    const std::string first = list("PodList", pod("a"), "page2");
    const std::string second = list("PodList", pod("b"));
    if (request.query.find("continue=page2") == std::string::npos) {
      connection.respond(200, first);
    } else if (cuts++ == 0) {
      // Without a length libcurl takes the cut body for a whole one: only the JSON tells.
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" +
                       second.substr(0, 80));
      connection.close();
    } else {
      connection.respond(200, second);
    }
    return true;
  });
  Live live(cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"a", "b"}; }));
  EXPECT_EQ(cuts, 2);
  EXPECT_EQ(cluster.countOf("/api/v1/pods", "continue=page2"), 2U)
      << "the same page again, not the list from the start";
}

TEST(LiveFaults, ExpiredVersionInsideTheStreamListsAgain) {
  std::atomic<int> lists{0};
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/pods") return false;
    if (isWatch(request)) {
      if (lists > 1) return false;
      connection.beginChunks();
      connection.chunk(
          R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}})");
      connection.endChunks();
    } else {
      connection.respond(200, list("PodList", ++lists == 1 ? pod("a") + "," + pod("gone") : pod("a")));
    }
    return true;
  });
  Live live(cluster);
  EXPECT_TRUE(live.seen.waitUntil([&](Watcher& w) {
    return lists == 2 && w.state.phase == ConnectionPhase::Live && w.pods == std::set<std::string>{"a"};
  }));
}

TEST(LiveFaults, StreamThatIsCutInsideAnEventGoesOnFromTheLastOne) {
  std::atomic<int> watches{0};
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/pods" || !isWatch(request)) return false;
    connection.beginChunks();
    if (++watches == 1) {
      connection.chunk(R"({"type":"ADDED","object":)" + pod("c", 11) + "}\n{\"type\":\"ADDED\",\"obj");
      connection.close();
    } else {
      connection.chunk(R"({"type":"ADDED","object":)" + pod("d", 12) + "}\n");
      connection.waitForEnd();
    }
    return true;
  });
  Live live(cluster);
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods == std::set<std::string>{"a", "b", "c", "d"}; }));
  EXPECT_EQ(cluster.countOf("/api/v1/pods", "resourceVersion=11"), 1U);
}

TEST(LiveFaults, FiveHundredEventsInOneBreath) {
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/pods" || !isWatch(request)) return false;
    std::string text;
    for (int i = 0; i < 500; ++i)
      text += R"({"type":"ADDED","object":)" + pod("p" + std::to_string(i), 100 + i) + "}\n";
    connection.beginChunks();
    for (std::size_t at = 0; at < text.size(); at += 777) connection.chunk(text.substr(at, 777));
    connection.waitForEnd();
    return true;
  });
  Live live(cluster);
  EXPECT_TRUE(live.seen.waitUntil([](Watcher& w) { return w.pods.size() == 502; }));
}

/// Counts snapshots and looks for the pod that comes last.
class StormListener final : public ServiceListener {
 public:
  void onSnapshot(SnapshotPtr snapshot) override {
    const std::lock_guard lock(m_mutex);
    ++m_snapshots;
    m_pods = snapshot->otherPods;
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState&) override {}
  bool waitForPods(std::uint32_t count) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 20s, [&] { return m_pods == count; });
  }
  int snapshots() {
    const std::lock_guard lock(m_mutex);
    return m_snapshots;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  int m_snapshots = 0;
  std::uint32_t m_pods = 0;
};

TEST(LiveFaults, AStormOfEventsBecomesAtMostTenSnapshotsASecond) {
  constexpr int kPieces = 400;
  constexpr int kPerPiece = 10;  // every 5 ms: 2,000 a second
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.path != "/api/v1/pods" || !isWatch(request)) return false;
    connection.beginChunks();
    const auto begin = std::chrono::steady_clock::now();
    for (int piece = 0; piece < kPieces; ++piece) {
      std::string text;
      for (int i = 0; i < kPerPiece; ++i) {
        const int number = piece * kPerPiece + i;
        text += R"({"type":"ADDED","object":)" + pod("p" + std::to_string(number), 100 + number) + "}\n";
      }
      connection.chunk(text);
      std::this_thread::sleep_until(begin + (piece + 1) * 5ms);
    }
    connection.waitForEnd();
    return true;
  });
  const SystemClock clock;
  StormListener listener;
  const auto begin = std::chrono::steady_clock::now();
  ClusterService service(makeLiveSource(cluster.access(), clock), listener, clock);
  service.start();
  ASSERT_TRUE(listener.waitForPods(kPieces * kPerPiece + 2));
  const int snapshots = listener.snapshots();  // counted before the time is taken
  const auto tenths = (std::chrono::steady_clock::now() - begin) / 100ms;
  EXPECT_LE(snapshots, tenths + 2);
}

TEST(LiveFaults, WarningsOfAWriteAreHandedOn) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.method != "POST") return false;
    connection.respond(201, pod("p"), "application/json", "Warning: 299 - \"would violate PodSecurity\"\r\n");
    return true;
  });
  Live live(cluster);
  const auto created =
      live.source->writer().creator->create({"v1", "Pod", {"", "p"}, 1, nullptr, 0, "{}", {}}, "n", true, {});
  ASSERT_TRUE(created) << describe(created.error());
  EXPECT_EQ(created->warnings, (std::vector<std::string>{"would violate PodSecurity"}));
  EXPECT_EQ(cluster.countOf("/api/v1/namespaces/n/pods", "dryRun=All"), 1U);
}

TEST(LiveFaults, ACutWriteIsNotRepeated) {
  std::atomic<int> posts{0};
  const PlayedCluster cluster([&](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.method != "POST" || request.path != "/api/v1/namespaces/n/pods") return false;
    ++posts;
    connection.close();
    return true;
  });
  Live live(cluster);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const auto created =
      live.source->writer().creator->create({"v1", "Pod", {"", "p"}, 1, nullptr, 0, "{}", {}}, "n", false, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(posts, 1);
}

TEST(LiveFaults, AWriteIsCancelledWithinATenthOfASecond) {
  const PlayedCluster cluster([](const ScriptedRequest& request, ScriptedConnection& connection) {
    if (request.method != "POST" || request.path != "/api/v1/namespaces/n/pods") return false;
    connection.waitForEnd();
    return true;
  });
  Live live(cluster);
  const auto took = test::usualTime([&](int number) {
    std::stop_source stop;
    std::atomic<std::chrono::steady_clock::time_point> asked{};
    const std::jthread stopper([&] {
      while (cluster.countOf("/api/v1/namespaces/n/pods", "") < static_cast<std::size_t>(number))
        std::this_thread::sleep_for(1ms);
      asked = std::chrono::steady_clock::now();
      stop.request_stop();
    });
    const auto created = live.source->writer().creator->create({"v1", "Pod", {"", "p"}, 1, nullptr, 0, "{}", {}}, "n",
                                                               false, stop.get_token());
    const auto ended = std::chrono::steady_clock::now();
    EXPECT_FALSE(created);
    if (!created) {
      EXPECT_EQ(created.error().code, ErrorCode::OutcomeUnknown) << "it was on its way";
    }
    return ended - asked.load();
  });
  EXPECT_LT(took, 100ms);
}

}  // namespace
}  // namespace cardinal
