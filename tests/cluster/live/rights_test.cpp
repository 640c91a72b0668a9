// SPDX-License-Identifier: Apache-2.0
// What users of different rights see, and two consoles that relabel one node, against the real API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "core/kube/transport/curl_transport.h"
#include "core/service/live/live_source.h"
#include "tests/cluster/live/send.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

ClusterAccess accessOf(const std::string& name) {
  const auto config = loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/" + name + ".kubeconfig", Environment{});
  if (!config) throw std::runtime_error(describe(config.error()));
  auto access = config->resolve(std::nullopt, SystemClock().wallNow());
  if (!access) throw std::runtime_error(describe(access.error()));
  return std::move(*access);
}

/// The admin, acting as somebody whom nobody gave a right.
ClusterAccess withoutRights() {
  ClusterAccess access = accessOf("admin");
  access.impersonation.user = "nobody-knows-me";
  return access;
}

class Console final : public SourceSink {
 public:
  explicit Console(const ClusterAccess& access) : source(makeLiveSource(access, m_clock)) { source->start(*this); }
  ~Console() override { source.reset(); }
  void onDeltas(std::vector<ClusterDelta> deltas) override {
    const std::lock_guard lock(m_mutex);
    for (const ClusterDelta& delta : deltas) {
      for (const auto& node : delta.nodes) m_nodes[node->meta.key.name] = node;
    }
    m_changed.notify_all();
  }
  void onConnection(const ConnectionState& state) override {
    const std::lock_guard lock(m_mutex);
    m_state = state;
    m_changed.notify_all();
  }
  template <typename Condition>
  bool waitUntil(Condition condition) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 30s, [&] { return condition(); });
  }
  bool knowsRights() {
    return waitUntil([this] { return m_state.rights.of(Feature::CreatePods) != Permission::Unknown; });
  }
  bool knowsStages() {
    return waitUntil([this] { return m_state.stages.known; });
  }
  bool waitForPhase(ConnectionPhase phase) {
    return waitUntil([this, phase] { return m_state.phase == phase; });
  }
  /// Waits until the node is seen; its version.
  std::string versionOf(const std::string& node) {
    EXPECT_TRUE(waitUntil([&] { return m_nodes.count(node) == 1; }));
    const std::lock_guard lock(m_mutex);
    return m_nodes.count(node) == 1 ? m_nodes.at(node)->meta.resourceVersion : std::string();
  }
  /// Only from inside waitUntil().
  const ConnectionState& seen() const { return m_state; }
  ConnectionState state() {
    const std::lock_guard lock(m_mutex);
    return m_state;
  }

 private:
  SystemClock m_clock;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  ConnectionState m_state;
  std::map<std::string, std::shared_ptr<const RawNode>> m_nodes;

 public:
  std::unique_ptr<ClusterSource> source;  ///< last: it tells until it is gone
};

class TestNode {
 public:
  explicit TestNode(const std::string& stem)
      : name(stem + "-" + std::to_string(getpid())), m_transport(m_loop, accessOf("admin"), "cardinal-test/1") {
    send("POST", "/api/v1/nodes",
         R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name + R"(","labels":{"mode":"old"},)" +
             // what a controller would write to a young node
             R"("annotations":{"node.alpha.kubernetes.io/ttl":"0"}}})");
  }
  ~TestNode() {
    send("DELETE", "/api/v1/nodes/" + name, "");
    m_loop.stop();
  }
  void send(const std::string& method, const std::string& path, const std::string& body,
            const std::string& type = "application/json") {
    const auto answer = sendTo(m_loop, m_transport, method, path, body, type);
    ASSERT_TRUE(answer) << describe(answer.error());
    lastBody = answer->body;
    EXPECT_LT(answer->head.status, 300) << answer->body;
  }
  const std::string name;
  std::string lastBody;

 private:
  NetworkLoop m_loop;
  CurlTransport m_transport;
};

/// Nothing is measured here: no service is asked through the API server.
std::vector<Feature> asked() {
  std::vector<Feature> out;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const auto feature = static_cast<Feature>(i);
    if (ruleOf(feature).place != RightPlace::Service) out.push_back(feature);
  }
  return out;
}

TEST(Rights, TheAdminMayDoEverything) {
  Console console(accessOf("admin"));
  ASSERT_TRUE(console.knowsRights());
  for (const Feature feature : asked())
    EXPECT_EQ(console.state().rights.of(feature), Permission::Allowed) << ruleText(feature);
}

TEST(Rights, AReadOnlyUserSeesEverythingAndMayWriteNothing) {
  Console console(accessOf("readonly"));
  ASSERT_TRUE(console.waitForPhase(ConnectionPhase::Live));
  ASSERT_TRUE(console.knowsRights());
  const Rights rights = console.state().rights;
  EXPECT_EQ(rights.of(Feature::ListNodes), Permission::Allowed);
  EXPECT_EQ(rights.of(Feature::WatchPods), Permission::Allowed);
  for (const Feature feature : {Feature::PatchNodes, Feature::EvictPods, Feature::DeletePods, Feature::BindPods,
                                Feature::CreatePods, Feature::CreateDeployments, Feature::CreateJobs})
    EXPECT_TRUE(rights.denied(feature)) << ruleText(feature);
}

TEST(Rights, ASingleNamespaceUserMayCreateThereAndSeesNoNodes) {
  Console console(accessOf("single-namespace"));
  ASSERT_TRUE(console.waitForPhase(ConnectionPhase::Live));
  ASSERT_TRUE(console.knowsRights());
  const ConnectionState state = console.state();
  EXPECT_EQ(state.scope, "team-a");
  EXPECT_FALSE(state.nodesVisible);
  EXPECT_EQ(state.rights.contextNamespace(), "team-a");
  EXPECT_TRUE(state.rights.denied(Feature::ListNodes));
  EXPECT_TRUE(state.rights.denied(Feature::ListPods)) << "not of the whole cluster";
  EXPECT_TRUE(state.rights.denied(Feature::PatchNodes));
  EXPECT_EQ(state.rights.of(Feature::CreatePods), Permission::Allowed);
  EXPECT_EQ(state.rights.of(Feature::CreateJobs), Permission::Allowed);
  EXPECT_TRUE(state.rights.denied(Feature::EvictPods)) << "deleting is another right than evicting";
  EXPECT_EQ(state.rights.of(Feature::DeletePods), Permission::Allowed);
}

TEST(Rights, EachOfSeveralNamespacesIsAskedAboutByItself) {
  ClusterAccess access = accessOf("single-namespace");
  access.namespaces = {"team-a", "team-b"};
  Console console(access);
  ASSERT_TRUE(console.waitUntil(
      [&console] { return console.seen().rights.of(Feature::CreatePods, "team-b") != Permission::Unknown; }));
  const Rights rights = console.state().rights;
  EXPECT_EQ(rights.of(Feature::CreatePods, "team-a"), Permission::Allowed);
  EXPECT_TRUE(rights.denied(Feature::CreatePods, "team-b"));
  EXPECT_EQ(rights.of(Feature::CreatePods, "team-c"), Permission::Unknown);
}

TEST(Rights, AUserWithoutAnyRightIsShownWhatIsMissing) {
  Console console(withoutRights());
  ASSERT_TRUE(console.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(console.state().error->code, ErrorCode::Forbidden);
  EXPECT_EQ(console.state().error->subject, "list nodes");
  EXPECT_NE(console.state().error->detail.find("nobody-knows-me"), std::string::npos) << "the server names who acts";
  ASSERT_TRUE(console.knowsRights());
  for (const Feature feature : asked()) EXPECT_TRUE(console.state().rights.denied(feature)) << ruleText(feature);
  EXPECT_EQ(console.source->info().user, "admin, as nobody-knows-me");
}

TEST(Rights, StagesOfTheConnectionAreReported) {
  Console console(accessOf("admin"));
  ASSERT_TRUE(console.knowsStages());
  const ConnectionStages first = console.state().stages;
  EXPECT_EQ(first.address, "127.0.0.1");
  EXPECT_EQ(first.protocol, "HTTP/2");
  EXPECT_GT(first.tls, 0);
  EXPECT_GT(first.firstByte, 0);
}

/// Must show 3: whatever the order, one wins and the other sees both values.
TEST(TwoConsoles, RelabelOneNodeAtTheSameMoment) {
  const TestNode node("both");
  Console one(accessOf("admin"));
  Console two(accessOf("admin"));
  const std::string version = one.versionOf(node.name);
  ASSERT_EQ(two.versionOf(node.name), version);
  const auto relabel = [&](Console& console, const std::string& value) {
    const LabelChange change{"mode", value, false, std::string("old")};
    return console.source->writer().labeler->patchNodeLabels(node.name, {change}, version, false, {});
  };
  std::optional<Result<void>> outcomes[2];
  std::thread first([&] { outcomes[0] = relabel(one, "from-one"); });
  std::thread second([&] { outcomes[1] = relabel(two, "from-two"); });
  first.join();
  second.join();
  ASSERT_NE(outcomes[0]->has_value(), outcomes[1]->has_value()) << "exactly one wins";
  const bool oneWon = outcomes[0]->has_value();
  const Error& lost = outcomes[oneWon ? 1 : 0]->error();
  EXPECT_EQ(lost.code, ErrorCode::Conflict) << describe(lost);
  const std::vector<ErrorCause> expected = {{"mode", kTheirs, oneWon ? "from-one" : "from-two"},
                                            {"mode", kSeen, "old"},
                                            {"mode", kYours, oneWon ? "from-two" : "from-one"}};
  EXPECT_EQ(lost.causes, expected);
}

TEST(TwoConsoles, AChangeOfSomethingElseIsNoObstacle) {
  TestNode node("other");
  Console console(accessOf("admin"));
  const std::string version = console.versionOf(node.name);
  node.send("PATCH", "/api/v1/nodes/" + node.name, R"({"metadata":{"annotations":{"written":"by the kubelet"}}})",
            "application/merge-patch+json");
  const LabelChange change{"mode", "new", false, std::string("old")};
  const auto done = console.source->writer().labeler->patchNodeLabels(node.name, {change}, version, false, {});
  EXPECT_TRUE(done) << describe(done.error());
  node.send("GET", "/api/v1/nodes/" + node.name, "");
  EXPECT_NE(node.lastBody.find(R"("mode":"new")"), std::string::npos);
}

}  // namespace
}  // namespace cardinal
