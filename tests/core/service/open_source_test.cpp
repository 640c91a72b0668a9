// SPDX-License-Identifier: Apache-2.0
#include "core/service/open_source.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/error_places.h"
#include "core/kube/kubeconfig/salt.h"
#include "core/service/rights/visible_namespaces.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

constexpr const char* kTwoContexts = R"(apiVersion: v1
kind: Config
current-context: a
clusters:
- name: one
  cluster: {server: "https://10.0.0.1:6443"}
- name: two
  cluster: {server: "https://user:password@10.0.0.2"}
users:
- name: admin
  user: {token: abc}
contexts:
- name: a
  context: {cluster: one, user: admin, namespace: team}
- name: b
  context: {cluster: two, user: admin}
)";

/// The process's environment without a kubeconfig of its own.
class OpenSource : public ::testing::Test {
 protected:
  OpenSource() {
    ::setenv("HOME", m_folder.path().c_str(), 1);
    ::unsetenv("KUBECONFIG");
  }
  test::TemporaryFolder m_folder;
  SystemClock m_clock;
};

TEST_F(OpenSource, NothingChosenAndNoKubeconfigIsTheDemo) {
  const auto source = openSource({}, m_clock);
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->info().kind, SourceKind::Demo);
  EXPECT_EQ((*source)->info().name, "demo");
}

TEST_F(OpenSource, KubeconfigWithoutCurrentContextIsTheDemoToo) {
  m_folder.write(".kube/config", "apiVersion: v1\nkind: Config\n");
  const auto source = openSource({}, m_clock);
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->info().kind, SourceKind::Demo);
}

TEST_F(OpenSource, CurrentContextIsOpenedWhenNothingIsChosen) {
  m_folder.write(".kube/config", kTwoContexts);
  const auto source = openSource({}, m_clock);
  ASSERT_TRUE(source) << describe(source.error());
  EXPECT_EQ((*source)->info().kind, SourceKind::Live);
  EXPECT_EQ((*source)->info().name, "a");
  EXPECT_EQ((*source)->info().server, "10.0.0.1:6443");
  EXPECT_EQ((*source)->info().ns, "team");
}

TEST_F(OpenSource, AContextWithoutAUserIsOpenedAnonymouslyWhenThatIsChosen) {
  SourceChoice choice;
  choice.kubeconfig =
      m_folder.write("config", std::string(kTwoContexts) + "- name: nobody\n  context: {cluster: one}\n");
  choice.context = "nobody";
  const auto refused = openSource(choice, m_clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::UserMissing);
  choice.anonymous = true;
  const auto source = openSource(choice, m_clock);
  ASSERT_TRUE(source) << describe(source.error());
  EXPECT_EQ((*source)->info().user, "system:anonymous");
  EXPECT_EQ((*source)->info().name, "nobody");
  choice.context = "a";
  const auto known = openSource(choice, m_clock);
  ASSERT_FALSE(known) << "who has a user is not connected without a credential";
  EXPECT_EQ(known.error().code, ErrorCode::UserDefined);
}

TEST_F(OpenSource, AnonymousWithoutAKubeconfigIsNotTheDemo) {
  SourceChoice choice;
  choice.anonymous = true;
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::KubeconfigMissing);
}

TEST_F(OpenSource, BrokenKubeconfigIsAnErrorAndNotTheDemo) {
  m_folder.write(".kube/config", "clusters: [");
  const auto source = openSource({}, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::KubeconfigInvalid);
}

TEST_F(OpenSource, NamespacesAreReadHoweverTheyAreSeparatedAndCheckedBeforeAnythingIsOpened) {
  EXPECT_EQ(*namespacesIn(" team-a,team-b  team-a ,, c1"), (std::vector<std::string>{"team-a", "team-b", "c1"}));
  EXPECT_TRUE(namespacesIn("")->empty());
  SourceChoice choice;
  choice.kubeconfig = m_folder.write("config", kTwoContexts);
  choice.namespaces = "team-a, Team_B";
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(source.error().detail, "Team_B");
}

TEST_F(OpenSource, MoreNamespacesThanWatchesAreRefused) {
  std::string names;
  for (int i = 0; i <= 50; ++i) names += "n" + std::to_string(i) + ",";
  const auto refused = namespacesIn(names);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
}

TEST_F(OpenSource, AskedForKubeconfigMustExist) {
  SourceChoice choice;
  choice.kubeconfig = (m_folder.path() / "nowhere").string();
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::KubeconfigMissing);
}

TEST_F(OpenSource, UnknownContextNamesThoseThereAre) {
  SourceChoice choice;
  choice.kubeconfig = m_folder.write("config", kTwoContexts);
  choice.context = "c";
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::ContextUnknown);
  EXPECT_EQ(source.error().subject, "c");
}

TEST_F(OpenSource, TwoChoicesAtOnceAreRefused) {
  SourceChoice choice;
  choice.demo = true;
  choice.snapshot = "x";
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::InvalidArgument);
}

TEST_F(OpenSource, MissingSnapshotNamesThePath) {
  SourceChoice choice;
  choice.snapshot = (m_folder.path() / "nowhere.json").string();
  const auto source = openSource(choice, m_clock);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::FileMissing);
  EXPECT_EQ(source.error().subject, *choice.snapshot);
}

/// One context that needs nobody's consent but to what `cluster` and `user` say.
std::string oneContext(const std::string& cluster, const std::string& user) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters:\n- name: one\n  cluster: {" + cluster +
         "}\nusers:\n- name: admin\n  user: {" + user +
         "}\ncontexts:\n- name: a\n  context: {cluster: one, user: admin}\n";
}

constexpr const char* kInsecure = R"(server: "https://10.0.0.1:6443", insecure-skip-tls-verify: true)";
constexpr const char* kPlain = R"(server: "https://10.0.0.1:6443")";

TEST_F(OpenSource, AServerThatIsNotCheckedIsOpenedOnlyWhenThatWasAgreedToForThisConnection) {
  SourceChoice choice;
  choice.kubeconfig = m_folder.write("config", oneContext(kInsecure, "token: abc"));
  const auto refused = openSource(choice, m_clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::PluginUnconfirmed);
  EXPECT_EQ(refused.error().place, kNotCheckedPlace);
  EXPECT_EQ(refused.error().subject, "https://10.0.0.1:6443");
  const auto summary = accessToAllow(choice, m_clock);
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->insecure());
  choice.consent.known = {summary->fingerprint};
  EXPECT_FALSE(openSource(choice, m_clock)) << "what is remembered is never enough";
  choice.consent.known.clear();
  choice.consent.agreedNow = {summary->fingerprint};
  const auto agreed = openSource(choice, m_clock);
  ASSERT_TRUE(agreed) << describe(agreed.error());
  EXPECT_TRUE(isServerUnchecked(choice, m_clock));
  choice.consent = {};
  choice.consent.insecure = true;
  EXPECT_TRUE(openSource(choice, m_clock)) << "--insecure";
}

TEST_F(OpenSource, ATokenFileOfAnotherFolderIsSentOnlyWhenThatWasAgreedTo) {
  const std::string token = m_folder.write("elsewhere/token", "OTHER-CLUSTER-TOKEN");
  SourceChoice choice;
  choice.kubeconfig = m_folder.write("mail/config", oneContext(kPlain, "tokenFile: \"" + token + "\""));
  const auto refused = openSource(choice, m_clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::PluginUnconfirmed);
  EXPECT_EQ(refused.error().place, kTokenFilePlace);
  EXPECT_EQ(refused.error().subject, token);
  const auto summary = accessToAllow(choice, m_clock);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->outside, (std::vector<OutsideFile>{{"tokenFile", token}}));
  choice.consent.known = {summary->fingerprint};
  EXPECT_TRUE(openSource(choice, m_clock));
  choice.consent = {};
  choice.consent.tokenFiles = true;
  EXPECT_TRUE(openSource(choice, m_clock));
  // A link does not bring the token into the folder.
  std::filesystem::create_symlink(token, m_folder.path() / "mail" / "linked");
  choice.consent = {};
  choice.kubeconfig = m_folder.write("mail/config", oneContext(kPlain, "tokenFile: linked"));
  EXPECT_FALSE(openSource(choice, m_clock));
  // Beside the kubeconfig, or below it, is where credentials of this file stand.
  m_folder.write("mail/own/token", "OWN");
  choice.kubeconfig = m_folder.write("mail/config", oneContext(kPlain, "tokenFile: own/token"));
  EXPECT_TRUE(openSource(choice, m_clock));
}

/// A file that does not exist shows when it is read: its absence is an error only then.
TEST_F(OpenSource, NoFileOfElsewhereIsReadBeforeTheAnswer) {
  const std::string elsewhere = (m_folder.path() / "elsewhere").string();
  SourceChoice choice;
  choice.consent.summaryNeeded = true;
  choice.kubeconfig = m_folder.write(
      "mail/config", oneContext(std::string(kPlain) + ", certificate-authority: " + elsewhere + "/ca",
                                "client-certificate: " + elsewhere + "/crt, client-key: " + elsewhere + "/key"));
  const auto summary = accessToAllow(choice, m_clock);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->outside, (std::vector<OutsideFile>{{"certificate-authority", elsewhere + "/ca"},
                                                        {"client-certificate", elsewhere + "/crt"},
                                                        {"client-key", elsewhere + "/key"}}));
  EXPECT_EQ(summary->trust, ServerTrust::File);
  EXPECT_EQ(summary->caFile, elsewhere + "/ca");
  EXPECT_EQ(summary->signIn, (std::vector<SignIn>{SignIn::Certificate}));
  EXPECT_TRUE(clusterFingerprint(choice, m_clock, "salt"));
  const auto asked = openSource(choice, m_clock);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, ErrorCode::PluginUnconfirmed);
  choice.consent.agreedNow = {summary->fingerprint};
  const auto opened = openSource(choice, m_clock);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::FileMissing) << describe(opened.error());
  choice.kubeconfig = m_folder.write("mail/config", oneContext(kPlain, "tokenFile: " + elsewhere + "/token"));
  choice.consent.agreedNow.clear();
  const auto token = openSource(choice, m_clock);
  ASSERT_FALSE(token);
  EXPECT_EQ(token.error().code, ErrorCode::PluginUnconfirmed);
}

TEST_F(OpenSource, AWindowShowsEveryContextOnceAndAgainWhenItMeansSomethingElse) {
  SourceChoice choice;
  choice.consent.summaryNeeded = true;
  choice.consent.salt = "salt";
  choice.kubeconfig = m_folder.write("config", oneContext(kPlain, "token: abc"));
  const auto refused = openSource(choice, m_clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::PluginUnconfirmed);
  EXPECT_EQ(refused.error().place, kSummaryPlace);
  const auto summary = accessToAllow(choice, m_clock);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->server, "https://10.0.0.1:6443");
  EXPECT_EQ(summary->trust, ServerTrust::System);
  EXPECT_EQ(summary->signIn, (std::vector<SignIn>{SignIn::Token}));
  choice.consent.known = {summary->fingerprint};
  EXPECT_TRUE(openSource(choice, m_clock));
  m_folder.write("config", oneContext(kPlain, "token: renewed"));
  EXPECT_TRUE(openSource(choice, m_clock)) << "a token of tomorrow is the same agreement";
  m_folder.write("config", oneContext(R"(server: "https://10.0.0.2:6443")", "token: abc"));
  EXPECT_FALSE(openSource(choice, m_clock)) << "another server";
  m_folder.write("config", oneContext(std::string(kPlain) + R"(, proxy-url: "http://me:pw@evil:1")", "token: abc"));
  const auto proxied = accessToAllow(choice, m_clock);
  ASSERT_TRUE(proxied) << "another proxy";
  EXPECT_EQ(proxied->proxy, "http://evil:1") << "no password is shown";
}

TEST_F(OpenSource, APluginIsShownWhole) {
  SourceChoice choice;
  const std::string tail(5000, 'x');
  choice.kubeconfig =
      m_folder.write("config", oneContext(kPlain,
                                          "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, "
                                          "command: /bin/sh, args: [\"-c\", \"" +
                                              tail + "; evil\"], env: [{name: A, value: secret}]}"));
  const auto summary = accessToAllow(choice, m_clock);
  ASSERT_TRUE(summary && summary->plugin);
  EXPECT_EQ(summary->plugin->program, "/bin/sh");
  EXPECT_EQ(summary->plugin->arguments, (std::vector<std::string>{"-c", tail + "; evil"}));
  EXPECT_EQ(summary->plugin->variables, (std::vector<std::string>{"A"}));
  const auto refused = openSource(choice, m_clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::PluginUnconfirmed);
  choice.consent.plugins = true;
  EXPECT_TRUE(openSource(choice, m_clock));
}

TEST_F(OpenSource, FingerprintsAreOfNoUseWithoutTheSalt) {
  SourceChoice choice;
  choice.kubeconfig = m_folder.write("config", oneContext(kPlain, "username: me, password: weak"));
  const auto one = clusterFingerprint(choice, m_clock, "salt one");
  const auto two = clusterFingerprint(choice, m_clock, "salt two");
  ASSERT_TRUE(one && two);
  EXPECT_NE(*one, *two);
  const std::string folder = (m_folder.path() / "state" / "cardinal").string();
  const std::string salt = userSalt(folder);
  EXPECT_EQ(salt.size(), 64U);
  EXPECT_EQ(userSalt(folder), salt);
  EXPECT_NE(userSalt(folder + "-other"), salt);
  EXPECT_EQ(std::filesystem::status(folder + "/salt").permissions(), std::filesystem::perms(0600));
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms(0700));
}

TEST_F(OpenSource, ContextsAreListedWithoutSecrets) {
  const auto contexts = listContexts(m_folder.write("config", kTwoContexts));
  ASSERT_TRUE(contexts);
  ASSERT_EQ(contexts->size(), 2U);
  EXPECT_EQ(contexts->at(0).name, "a");
  EXPECT_EQ(contexts->at(0).server, "10.0.0.1:6443");
  EXPECT_EQ(contexts->at(0).ns, "team");
  EXPECT_TRUE(contexts->at(0).current);
  EXPECT_EQ(contexts->at(1).server.find("password"), std::string::npos);
  EXPECT_FALSE(contexts->at(1).current);
}

}  // namespace
}  // namespace cardinal
