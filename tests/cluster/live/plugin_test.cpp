// SPDX-License-Identifier: Apache-2.0
// Credential plugins against the real API server of the fixture `cluster`: one that works, hangs, prints garbage,
// fails, and one whose credential lives for 20 seconds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "core/kube/plugin/credential_plugin.h"
#include "core/service/live/live_source.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;
using ::testing::HasSubstr;

constexpr const char* kV1 = "client.authentication.k8s.io/v1";

class Listener final : public SourceSink {
 public:
  void onDeltas(std::vector<ClusterDelta>) override {}
  void onConnection(const ConnectionState& state) override {
    const std::lock_guard lock(m_mutex);
    m_state = state;
    m_changed.notify_all();
  }
  template <typename Condition>
  bool waitUntil(Condition condition, std::chrono::seconds timeout = 30s) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, timeout, [&] { return condition(m_state); });
  }
  bool waitForPhase(ConnectionPhase phase) {
    return waitUntil([phase](const ConnectionState& state) { return state.phase == phase; });
  }
  ConnectionState state() {
    const std::lock_guard lock(m_mutex);
    return m_state;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  ConnectionState m_state;
};

class PluginCluster : public ::testing::Test {
 protected:
  /// Reaches the cluster with what this program prints.
  ClusterAccess accessWith(const std::string& script) {
    const std::string state = CARDINAL_CLUSTER_STATE;
    const std::string program = m_folder.write("plugin", "#!/bin/sh\nset -e\n" + script);
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::string file = m_folder.write(
        "config",
        "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- name: c\n  cluster:\n    server: " + server() +
            "\n    certificate-authority: " + state +
            "/pki/ca.crt\nusers:\n- name: u\n  user:\n    exec:\n      command: " + "./plugin\n      apiVersion: " +
            kV1 + "\n      interactiveMode: Never\n      provideClusterInfo: true\n" +
            "contexts:\n- name: x\n  context: {cluster: c, user: u}\n");
    const auto config = loadKubeconfig(file, Environment{});
    if (!config) throw std::runtime_error(describe(config.error()));
    auto access = config->resolve(std::nullopt, SystemClock().wallNow());
    if (!access) throw std::runtime_error(describe(access.error()));
    return std::move(*access);
  }

  static std::string server() {
    const auto config = loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/admin.kubeconfig", Environment{});
    if (!config) throw std::runtime_error(describe(config.error()));
    return config->clusters.at(0).server;
  }
  static std::string token() {
    const auto config = loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/readonly.kubeconfig", Environment{});
    if (!config) throw std::runtime_error(describe(config.error()));
    return config->users.at(0).token->reveal();
  }
  static std::string printToken(const std::string& token) {
    return R"(echo '{"kind":"ExecCredential","apiVersion":")" + std::string(kV1) + R"(","status":{"token":")" + token +
           "\"}}'\n";
  }

  void start(const std::string& script, CredentialPlugin::Times times = {}) {
    const ClusterAccess access = accessWith(script);
    m_plugin = std::make_shared<CredentialPlugin>(access, m_clock, times);
    m_source = makeLiveSource(access, m_clock, {}, m_plugin);
    m_source->start(m_seen);
  }

  TemporaryFolder m_folder;
  SystemClock m_clock;
  Listener m_seen;
  std::shared_ptr<CredentialPlugin> m_plugin;
  std::unique_ptr<ClusterSource> m_source;
};

TEST_F(PluginCluster, OneThatWorks) {
  start(printToken(token()));
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live)) << describe(m_seen.state().error.value_or(Error()));
  m_source->refresh();
  EXPECT_EQ(m_plugin->runs(), 1U) << "lists, watches and the version share one run";
}

TEST_F(PluginCluster, OneThatHangsIsReportedAndCanBeCancelled) {
  CredentialPlugin::Times times;
  times.late = 300ms;
  start("sleep 300", times);
  ASSERT_TRUE(m_seen.waitUntil([](const ConnectionState& s) { return !s.waitingFor.empty(); }));
  EXPECT_THAT(m_seen.state().waitingFor, HasSubstr("plugin"));
  m_source->cancelWaiting();
  ASSERT_TRUE(m_seen.waitUntil([](const ConnectionState& s) { return s.error && s.waitingFor.empty(); }));
  EXPECT_EQ(m_seen.state().error->code, ErrorCode::Cancelled);
  EXPECT_EQ(m_seen.state().phase, ConnectionPhase::Failed) << "it is not started again until somebody asks";
}

TEST_F(PluginCluster, OneThatHangsForGoodIsEnded) {
  CredentialPlugin::Times times;
  times.timeout = 500ms;
  times.grace = 200ms;
  start("trap '' TERM; sleep 300 & wait; sleep 300", times);
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(m_seen.state().error->code, ErrorCode::PluginFailed);
  EXPECT_THAT(m_seen.state().error->detail, HasSubstr("did not end within"));
}

TEST_F(PluginCluster, OneThatPrintsGarbage) {
  start("head -c 5000 /dev/urandom");
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(m_seen.state().error->code, ErrorCode::PluginFailed);
  EXPECT_THAT(m_seen.state().error->detail, HasSubstr("did not print an ExecCredential"));
}

TEST_F(PluginCluster, OneThatFailsShowsItsWordsAndRunsAgainOnAClick) {
  const std::string flag = (m_folder.path() / "logged-in").string();
  start("test -e '" + flag + "' || { echo 'run first: cloud login' >&2; exit 7; }\n" + printToken(token()));
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_THAT(m_seen.state().error->detail, HasSubstr("exit code 7: run first: cloud login"));
  m_folder.write("logged-in", "");
  m_source->refresh();
  EXPECT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live)) << describe(m_seen.state().error.value_or(Error()));
}

TEST_F(PluginCluster, ARejectedTokenIsRenewedOnceAndThenShown) {
  start(printToken("no-token-of-this-cluster"));
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(m_seen.state().error->code, ErrorCode::Unauthorized);
  std::this_thread::sleep_for(1s);
  EXPECT_EQ(m_plugin->runs(), 2U) << "one more run for the refused credential, and no loop";
  m_source->refresh();
  ASSERT_TRUE(m_seen.waitUntil([&](const ConnectionState& s) {
    return s.phase == ConnectionPhase::Failed && m_plugin->runs() > 2;
  })) << "a click tries again";
}

TEST_F(PluginCluster, OneWhoseTokenWasReplacedMeanwhileRecovers) {
  const std::string current = m_folder.write("current", token());
  start("printf '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + std::string(kV1) +
        "\",\"status\":{\"token\":\"%s\"}}' \"$(cat '" + current + "')\"");
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live));
  m_plugin->reject(1);  // as if the server had begun to refuse it
  m_source->refresh();
  EXPECT_TRUE(m_seen.waitUntil([&](const ConnectionState&) { return m_plugin->runs() == 2; }));
  EXPECT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live));
}

/// Real certificates of the cluster's authority that end 20 seconds after they were made: the server itself refuses
/// them afterwards.
TEST_F(PluginCluster, OneWhoseCredentialExpiresEveryTwentySeconds) {
  const std::string pki = std::string(CARDINAL_CLUSTER_STATE) + "/pki";
  m_folder.write("index", "");
  const std::string here = m_folder.path().string();
  m_folder.write("ca.conf",
                 "[ca]\ndefault_ca = test\n[test]\ndatabase = " + here + "/index\nnew_certs_dir = " + here +
                     "\nrand_serial = yes\ndefault_md = sha256\npolicy = any\nunique_subject = no\n[any]\ncommonName = "
                     "supplied\norganizationName = optional\n");
  m_folder.write("ext", "extendedKeyUsage = clientAuth\n");
  const std::string script =
      "cd '" + here + "'\n" +
      "openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /O=system:masters/CN=short -keyout k.pem "
      "-out r.pem 2>/dev/null\n"
      "end=$(date -u -d '+20 seconds' +%Y%m%d%H%M%SZ)\n"
      "expires=$(date -u -d '+20 seconds' +%Y-%m-%dT%H:%M:%SZ)\n"
      "openssl ca -batch -notext -config ca.conf -in r.pem -cert '" +
      pki + "/ca.crt' -keyfile '" + pki +
      "/ca.key' -extfile ext -startdate \"$(date -u -d '-60 seconds' +%Y%m%d%H%M%SZ)\" -enddate \"$end\" -out c.pem "
      "2>/dev/null\n"
      "printf 'kind: ExecCredential\\napiVersion: " +
      std::string(kV1) +
      "\\nstatus:\\n  expirationTimestamp: %s\\n  clientCertificateData: |\\n' \"$expires\"\n"
      "sed 's/^/    /' c.pem\nprintf '  clientKeyData: |\\n'\nsed 's/^/    /' k.pem\n";
  start(script);
  ASSERT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live)) << describe(m_seen.state().error.value_or(Error()));
  const auto until = std::chrono::steady_clock::now() + 45s;
  const auto latest = until + 75s;  // on a slow machine the runs themselves take their time
  const auto isOver = [&] {
    const auto now = std::chrono::steady_clock::now();
    return now >= latest || (now >= until && m_plugin->runs() >= 4);
  };
  while (!isOver()) {
    std::this_thread::sleep_for(2s);
    m_source->refresh();
    EXPECT_TRUE(m_seen.waitForPhase(ConnectionPhase::Live)) << describe(m_seen.state().error.value_or(Error()));
    ASSERT_FALSE(m_seen.state().phase == ConnectionPhase::Failed) << describe(m_seen.state().error.value_or(Error()));
  }
  EXPECT_GE(m_plugin->runs(), 4U) << "renewed at half of its life";
  EXPECT_LE(m_plugin->runs(), 8U) << "and not for every request";
}

TEST_F(PluginCluster, GoingAwayWhileThePluginHangsIsQuick) {
  CredentialPlugin::Times times;
  times.grace = 120s;
  start("trap '' TERM; sleep 300 & wait; sleep 300", times);
  while (m_plugin->runs() == 0) std::this_thread::sleep_for(5ms);
  const auto begin = std::chrono::steady_clock::now();
  m_source.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

}  // namespace
}  // namespace cardinal
