// SPDX-License-Identifier: Apache-2.0
#include "core/service/open_source.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/service/visible_namespaces.h"
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
  choice.kubeconfig = m_folder.write("config", std::string(kTwoContexts) + "- name: nobody\n  context: {cluster: one}\n");
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
