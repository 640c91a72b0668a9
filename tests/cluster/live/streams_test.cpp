// SPDX-License-Identifier: Apache-2.0
// HTTP/2 as a server limits it: fewer streams on a connection than there are watches, and GOAWAY at any moment. The
// server of these tests takes seven streams a connection (100 by default) and sends a GOAWAY with one request of fifty.
#include <deque>
#include <thread>

#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;

constexpr int kStreamsOfAConnection = 7;
constexpr int kWatches = 24;
constexpr int kMostRequests = 3000;  // without a GOAWAY among them once in 10^26 times

class Http2Limits : public ::testing::Test {
 public:
  static std::string folder() { return std::string(CARDINAL_CLUSTER_STATE) + "-streams"; }
  static void SetUpTestSuite() {
    const std::string flags =
        " --apiserver-flag=--goaway-chance=0.02 --apiserver-flag=--http2-max-streams-per-connection=" +
        std::to_string(kStreamsOfAConnection);
    ASSERT_EQ(clusterCommand("up", folder(), "--replace --owner " + std::to_string(getpid()) + flags), 0);
  }
  static void TearDownTestSuite() { clusterCommand("down", folder()); }

 protected:
  Http2Limits() : m_wire(accessFrom(folder(), "admin")), m_admin(accessFrom(folder(), "admin")) {}

  Wire m_wire;
  Operator m_admin;
};

TEST_F(Http2Limits, MoreWatchesThanAConnectionTakesAreAllServedAndHearEverything) {
  std::deque<Namespace> namespaces;
  for (int i = 0; i < kWatches; ++i) {
    namespaces.emplace_back(m_admin);
    m_wire.access.namespaces.push_back(namespaces.back().name);
  }
  Live live(m_wire.access);  // the waits of the product, not those of tests
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  ASSERT_TRUE(allWatchesOpen(live.seen));
  EXPECT_GT(live.seen.state().watchesOpen, kWatches);
  EXPECT_GT(m_wire.proxy.open(), kWatches / kStreamsOfAConnection) << "further connections take what one does not";
  for (const Namespace& ns : namespaces) m_admin.createPod(ns.name, "later");
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) {
    return std::all_of(namespaces.begin(), namespaces.end(), [&](const Namespace& ns) {
      return r.pods.count({ns.name, "later"}) == 1;
    });
  }));
  EXPECT_EQ(live.seen.replacements(), kWatches) << "heard of by the watches, not by other lists";
}

/// What came of a watch: the loop writes, the test reads.
struct Heard {
  std::mutex mutex;
  std::condition_variable changed;
  std::string text;
  bool ended = false;
  bool waitFor(const std::string& part) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kTimeout, [&] { return text.find(part) != std::string::npos || ended; }) && !ended;
  }
};

TEST_F(Http2Limits, AGoawayEndsNeitherAWatchNorARequest) {
  const Namespace ns(m_admin);
  NetworkLoop loop;
  CurlTransport transport(loop, m_wire.access, "cardinal-test/1");
  Heard heard;
  const std::string pods = "/api/v1/namespaces/" + ns.name + "/pods";
  loop.post([&] {
    HttpRequest request;
    request.path = pods;
    request.query = "watch=1&resourceVersion=0&timeoutSeconds=600";
    request.lane = Lane::Watch;
    request.streaming = true;
    request.totalTimeout = 0ms;
    ResponseHandler handler;
    const auto add = [&heard](const std::string& text, bool ended) {
      const std::lock_guard lock(heard.mutex);
      heard.text += text;
      heard.ended = ended;
      heard.changed.notify_all();
    };
    handler.data = [add](const std::string& chunk) { add(chunk, false); };
    handler.end = [add](const Result<HttpResponse>&) { add("", true); };
    transport.start(std::move(request), std::move(handler));
  });
  m_admin.createPod(ns.name, "first");
  ASSERT_TRUE(heard.waitFor("\"first\""));
  const int before = m_wire.proxy.accepted();
  int asked = 0;
  for (; asked < kMostRequests && m_wire.proxy.accepted() == before; ++asked) {
    HttpRequest request;
    request.path = pods;
    request.lane = Lane::Watch;  // the connection of the watch
    const auto answer = exchange(loop, transport, std::move(request), {});
    ASSERT_TRUE(answer) << describe(answer.error()) << " after " << asked;
    ASSERT_EQ(answer->head.status, 200);
  }
  EXPECT_GT(m_wire.proxy.accepted(), before) << "no GOAWAY among " << asked << " requests";
  m_admin.createPod(ns.name, "second");
  EXPECT_TRUE(heard.waitFor("\"second\"")) << "the stream that runs goes on beside the new connection";
  loop.stop();
}

}  // namespace
}  // namespace cardinal
