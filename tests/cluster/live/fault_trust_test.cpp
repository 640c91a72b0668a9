// SPDX-License-Identifier: Apache-2.0
// Faults of certificates, credentials and rights between the live source and the real API server (docs/faults.md).
#include <gmock/gmock.h>

#include "core/base/server_certificate.h"
#include "tests/cluster/live/fault_support.h"

namespace cardinal {
namespace {

using namespace test;
using ::testing::HasSubstr;

ServerTls shown(const KeyPair& pair) {
  return ServerTls{pair, {}};
}

ClusterAccess withTokenOf(ClusterAccess access, const std::string& user) {
  access.token = accessFrom(user).token;
  return access;
}

TEST(FaultTrust, AServerCertificateOutsideItsTimeCostsNoData) {
  for (const bool early : {false, true}) {
    Stage stage;
    stage.createPod("before");
    Live live(stage.access(), shortTimeouts());
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
    stage.proxy.present(
        shown(testAuthority().issue({"late", {}, {"127.0.0.1"}, early ? 3600L : -7200L, early ? 7200L : -3600L})));
    stage.proxy.when(watchesOf(kPods), hangUp());
    live.source->refresh();
    Error error;
    ASSERT_TRUE(sawError(live.seen, ErrorCode::TlsExpired, &error));
    EXPECT_EQ(error.subject, stage.access().server.authority());
    ASSERT_NE(error.certificate, nullptr);
    const UnixSeconds now = SystemClock().wallNow();
    EXPECT_TRUE(early ? error.certificate->notBefore > now : error.certificate->notAfter < now)
        << "both dates are reported";
    EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
    stage.proxy.clear();
    stage.proxy.present(goodTls());
    EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)) << "without a click";
  }
}

TEST(FaultTrust, AnUnknownAuthorityIsNeverPassed) {
  Stage stage;
  const CertificateAuthority other("another CA");
  stage.proxy.present(shown(other.issue({"server", {}, {"127.0.0.1"}, -3600, 3600})));
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
  const Error refused = live.seen.lastIn(ConnectionPhase::Failed).error.value_or(Error());
  EXPECT_EQ(refused.code, ErrorCode::TlsUntrusted);
  ASSERT_NE(refused.certificate, nullptr);
  EXPECT_EQ(refused.certificate->issuer, "CN=another CA");
  EXPECT_TRUE(stage.proxy.requests().empty()) << "not a byte of a request";
  stage.proxy.present(goodTls());
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)) << "it is looked at again by itself";
}

TEST(FaultTrust, AReplacedAuthorityIsTakenFromItsFileWithoutAClick) {
  const TemporaryFolder folder;
  Stage stage;
  stage.createPod("before");
  ClusterAccess access = stage.access();
  access.caFile = folder.write("ca.crt", access.caPem);
  Live live(access, shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const CertificateAuthority next("the next CA");
  stage.proxy.present(shown(next.issue({"server", {}, {"127.0.0.1"}, -3600, 3600})));
  stage.proxy.when(watchesOf(kPods), hangUp());
  live.source->refresh();
  ASSERT_TRUE(sawError(live.seen, ErrorCode::TlsUntrusted));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  stage.proxy.clear();
  folder.write("ca.crt", next.certificatePem());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.createPod("after");
  EXPECT_TRUE(hasPod(live.seen, stage.key("after")));
}

TEST(FaultTrust, AnotherNameIsReportedAndTlsServerNameHelps) {
  Stage stage;
  stage.proxy.present(shown(testAuthority().issue({"server", {"kubernetes.example"}, {}, -3600, 3600})));
  ClusterAccess access = stage.access();
  {
    Live live(access, shortTimeouts());
    ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
    const Error mismatch = live.seen.lastIn(ConnectionPhase::Failed).error.value_or(Error());
    EXPECT_EQ(mismatch.code, ErrorCode::TlsNameMismatch);
    EXPECT_EQ(mismatch.place, access.server.host);
    ASSERT_NE(mismatch.certificate, nullptr);
    EXPECT_EQ(mismatch.certificate->names, (std::vector<std::string>{"kubernetes.example"}));
  }
  access.tlsServerName = "kubernetes.example";
  Live live(access, shortTimeouts());
  EXPECT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
}

TEST(FaultTrust, ACertificateWithACommonNameAloneIsUsedAndReportedOnce) {
  Stage stage;
  stage.proxy.present(shown(testAuthority().issue({"kubernetes.example", {}, {}, -3600, 3600})));
  ClusterAccess access = stage.access();
  access.tlsServerName = "kubernetes.example";
  Live live(access, shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const std::vector<Caution> once = {{CautionCode::CertificateWithoutNames, "", ""}};
  EXPECT_TRUE(live.seen.waitUntil([&once](Recorder& r) { return r.stateUnlocked().cautions == once; }));
}

TEST(FaultTrust, AnExpiredClientCertificateIsReportedBeforeItIsSent) {
  const auto config =
      loadKubeconfig(std::string(CARDINAL_CLUSTER_STATE) + "/expired-certificate.kubeconfig", Environment{});
  ASSERT_TRUE(config);
  const auto now = config->resolve(std::nullopt, SystemClock().wallNow());
  ASSERT_FALSE(now);
  EXPECT_EQ(now.error().code, ErrorCode::CredentialInvalid);
  EXPECT_THAT(now.error().detail, HasSubstr("expired 2020"));
}

TEST(FaultTrust, ATokenThatEndsWhileAWatchRunsIsReadAgain) {
  const TemporaryFolder folder;
  Stage stage(realServerForTokens());
  ClusterAccess access = withTokenOf(stage.access(), "readonly");
  access.tokenFile = folder.write("token", access.token.reveal());
  access.token = Secret("ended");
  stage.createPod("before");
  Live live(access);
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live)) << "the file had a newer one";
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Failed));
  EXPECT_FALSE(live.seen.wasIn(ConnectionPhase::Reconnecting));
}

TEST(FaultTrust, RejectedCredentialsStopWithoutALoop) {
  Stage stage(realServerForTokens());
  Live live(stage.access(), shortTimeouts());  // a token that this server never gave
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Failed));
  EXPECT_EQ(live.seen.state().error->code, ErrorCode::Unauthorized);
  EXPECT_EQ(stage.proxy.countOf(listsOf(kNodes)), 1U);
}

TEST(FaultTrust, WithoutACredentialTheServerNamesTheAnonymousUser) {
  Stage stage(realServerForTokens());
  ClusterAccess access = stage.access();
  access.token = Secret("");
  Live live(access, shortTimeouts());
  Error error;
  ASSERT_TRUE(sawError(live.seen, ErrorCode::Forbidden, &error));
  EXPECT_THAT(error.detail, HasSubstr("system:anonymous"));
}

TEST(FaultTrust, ANamespaceThatIsForbiddenDoesNotBlankTheRest) {
  Stage stage(realServerForTokens());
  ClusterAccess access = withTokenOf(stage.access(), "single-namespace");
  access.ns = "team-a";
  Live live(access, shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  const ConnectionState state = live.seen.state();
  EXPECT_EQ(state.scope, "team-a");
  EXPECT_FALSE(state.nodesVisible);
  EXPECT_EQ(state.error->code, ErrorCode::Forbidden);
  EXPECT_EQ(state.error->subject, "list nodes");
}

TEST(FaultTrust, ARightThatIsTakenAwayWhileRunningCostsNoOtherData) {
  Stage stage;
  stage.createPod("before");
  const Node node(stage.admin);
  Live live(stage.access(), shortTimeouts());
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  stage.proxy.when(listsOf(kNodes), refuseWith(403, "Forbidden", "nodes is forbidden: User \"u\" cannot list"));
  live.source->refresh();
  ASSERT_TRUE(live.seen.waitUntil([](Recorder& r) { return !r.stateUnlocked().nodesVisible; }));
  ASSERT_TRUE(live.seen.waitForPhase(ConnectionPhase::Live));
  EXPECT_TRUE(hasPod(live.seen, stage.key("before")));
  EXPECT_TRUE(live.seen.waitUntil([&](Recorder& r) { return r.nodes.count(node.name) == 1; }))
      << "what was seen before is not thrown away";
}

}  // namespace
}  // namespace cardinal
