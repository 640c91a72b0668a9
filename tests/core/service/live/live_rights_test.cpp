// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/live_rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/service/live/suspend_watch.h"
#include "tests/core/kube/fakes.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

std::string verdict(bool allowed, const std::string& failure = "") {
  return R"({"kind":"SelfSubjectAccessReview","status":{"allowed":)" + std::string(allowed ? "true" : "false") +
         (failure.empty() ? "" : R"(,"evaluationError":")" + failure + "\"") + "}}";
}

struct Asked {
  std::string what;  // "create pods/eviction"
  std::string ns;    // empty = everywhere
};

Asked requestedBy(const HttpRequest& request) {
  const auto rule = nlohmann::json::parse(request.body).at("spec").at("resourceAttributes");
  Asked out;
  out.what = rule.at("verb").get<std::string>() + " " + rule.at("resource").get<std::string>();
  if (rule.contains("subresource")) out.what += "/" + rule.at("subresource").get<std::string>();
  if (rule.contains("namespace")) out.ns = rule.at("namespace").get<std::string>();
  return out;
}

class LiveRightsTest : public ::testing::Test {
 protected:
  using Server = std::function<bool(const Asked&)>;

  LiveRightsTest()
      : m_rights(
            m_loop, m_transport, "team", [this] { return read; },
            [this](const Rights& rights) { reported.push_back(rights); }) {}
  void answerAll(int status, const std::string& body) {
    while (!m_transport.open.empty()) m_transport.respond(status, body);
  }
  void answerAll(const Server& allows) {
    while (!m_transport.open.empty())
      m_transport.respond(201, verdict(allows(requestedBy(m_transport.open.front().request))));
  }
  /// Questions about one namespace since the test began.
  std::size_t questions(const std::string& ns) const {
    return static_cast<std::size_t>(std::count_if(m_transport.started.begin(), m_transport.started.end(),
                                                  [&](const HttpRequest& one) { return requestedBy(one).ns == ns; }));
  }
  static bool nowhere(const Asked&) { return false; }
  const Rights& last() const { return reported.back(); }

  std::vector<std::string> read{"team"};
  std::vector<Rights> reported;
  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  LiveRights m_rights;
};

/// Rights that are asked about in the whole cluster: all but those of services.
constexpr std::size_t kEverywhere = kFeatures - 1;

TEST_F(LiveRightsTest, AsksForEachFeatureSideBySideAndTellsOnce) {
  m_rights.ask();
  ASSERT_EQ(m_transport.open.size(), kEverywhere);
  m_rights.ask();
  EXPECT_EQ(m_transport.open.size(), kEverywhere) << "not twice at a time";
  EXPECT_TRUE(m_transport.open.front().request.harmless) << "a lost answer of a question leaves nothing unknown";
  EXPECT_THAT(m_transport.open.front().request.path, HasSubstr("selfsubjectaccessreviews"));
  answerAll([](const Asked& asked) { return asked.what != "watch nodes"; });
  ASSERT_EQ(reported.size(), 1U) << "what is allowed in every namespace is not asked of each";
  EXPECT_EQ(last().of(Feature::ListNodes), Permission::Allowed);
  EXPECT_TRUE(last().denied(Feature::WatchNodes));
  EXPECT_EQ(last().of(Feature::CreateJobs, "whichever"), Permission::Allowed);
  EXPECT_EQ(last().contextNamespace(), "team");
}

TEST_F(LiveRightsTest, EachNamespaceHasItsOwnAnswer) {
  read = {"team-a", "team-b"};
  m_rights.ask();
  answerAll([](const Asked& asked) { return asked.ns == "team-b" && asked.what == "create jobs"; });
  EXPECT_TRUE(last().denied(Feature::CreateJobs, "team-a"));
  EXPECT_EQ(last().of(Feature::CreateJobs, "team-b"), Permission::Allowed);
  EXPECT_TRUE(last().denied(Feature::CreatePods, "team-b"));
  EXPECT_EQ(last().of(Feature::CreateJobs, "team-c"), Permission::Unknown)
      << "some namespaces say nothing about another";
  EXPECT_TRUE(last().denied(Feature::CreateJobs)) << "the context's own is asked about as well";
  EXPECT_TRUE(last().denied(Feature::PatchNodes, "team-b")) << "nodes belong to no namespace";
  EXPECT_FALSE(last().mayOnlyRead());
}

TEST_F(LiveRightsTest, AtMostFiftyNamespacesAndNeverAllAtOnce) {
  read.clear();
  for (int i = 0; i < 60; ++i) read.push_back("n" + std::to_string(i));
  m_rights.ask();
  std::size_t most = 0;
  while (!m_transport.open.empty()) {
    most = std::max(most, m_transport.open.size());
    m_transport.respond(201, verdict(false));
  }
  EXPECT_LE(most, 40U) << "a change that somebody wants waits for less than a second";
  EXPECT_TRUE(last().denied(Feature::CreatePods, "n49"));
  EXPECT_EQ(last().of(Feature::CreatePods, "n50"), Permission::Unknown);
  EXPECT_FALSE(last().mayOnlyRead()) << "of ten namespaces nobody knows";
}

TEST_F(LiveRightsTest, WhatIsNotAnsweredInTenSecondsIsNotKnown) {
  read = {"team-a"};
  m_rights.ask();
  for (std::size_t i = 0; i < kEverywhere; ++i) m_transport.respond(201, verdict(false));
  m_transport.respond(201, verdict(false));
  ASSERT_FALSE(m_transport.open.empty());
  m_loop.advance(11s);
  EXPECT_TRUE(m_transport.open.empty()) << "given up";
  EXPECT_TRUE(last().denied(Feature::PatchNodes));
  EXPECT_EQ(last().of(Feature::CreateJobs, "team-a"), Permission::Unknown);
}

TEST_F(LiveRightsTest, NamespacesThatComeLaterAreAskedAboutAlone) {
  m_rights.look();
  EXPECT_TRUE(m_transport.started.empty()) << "not before the server answered at all";
  m_rights.ask();
  answerAll(nowhere);
  const std::size_t before = m_transport.started.size();
  read = {"team", "team-b"};
  m_rights.look();
  answerAll(nowhere);
  EXPECT_EQ(m_transport.started.size() - before, questions("team-b"));
  EXPECT_TRUE(last().denied(Feature::CreateJobs, "team-b"));
  EXPECT_TRUE(last().mayOnlyRead());
  read = {"team"};
  m_rights.look();
  answerAll(nowhere);
  EXPECT_EQ(last().of(Feature::CreateJobs, "team"), Permission::Denied);
}

TEST_F(LiveRightsTest, NamespacesThatComeMeanwhileAreNotForgotten) {
  m_rights.ask();
  for (std::size_t i = 0; i < kEverywhere; ++i) m_transport.respond(201, verdict(false));
  read = {"team", "late"};
  m_rights.look();
  answerAll(nowhere);
  EXPECT_TRUE(last().denied(Feature::CreateJobs, "late"));
}

TEST_F(LiveRightsTest, ServicesAreAskedAboutWhereMetricsAreReadThroughThem) {
  m_rights.setServices({"monitoring"});
  EXPECT_TRUE(m_transport.started.empty());
  m_rights.ask();
  answerAll(nowhere);
  EXPECT_EQ(questions("monitoring"), 1U) << "nothing else is done there";
  EXPECT_TRUE(last().denied(Feature::ProxyServices, "monitoring"));
  EXPECT_EQ(last().of(Feature::ProxyServices, "team"), Permission::Unknown);
  EXPECT_TRUE(last().mayOnlyRead());
  m_rights.setServices({"metrics"});
  answerAll([](const Asked& asked) { return asked.ns == "metrics"; });
  EXPECT_EQ(last().of(Feature::ProxyServices, "metrics"), Permission::Allowed);
  EXPECT_EQ(last().of(Feature::ProxyServices, "monitoring"), Permission::Unknown);
  m_rights.setServices({});
  EXPECT_TRUE(last().services().empty());
}

TEST_F(LiveRightsTest, WhatCannotBeReviewedIsUnknownAndNeverDenied) {
  m_rights.ask();
  answerAll(403, "{}");
  EXPECT_EQ(last().of(Feature::PatchNodes), Permission::Unknown);
  m_rights.ask();
  answerAll(201, verdict(false, "webhook is down"));
  EXPECT_EQ(last().of(Feature::PatchNodes), Permission::Unknown);
  EXPECT_EQ(last().of(Feature::CreatePods, "team"), Permission::Unknown);
  m_rights.ask();
  answerAll(201, "garbage");
  EXPECT_EQ(last().of(Feature::PatchNodes), Permission::Unknown);
  m_rights.ask();
  while (!m_transport.open.empty()) m_transport.fail(ErrorCode::Timeout);
  EXPECT_EQ(last().of(Feature::PatchNodes), Permission::Unknown);
}

TEST_F(LiveRightsTest, AsksAgainAfterFiveMinutes) {
  m_rights.ask();
  answerAll(201, verdict(true));
  m_loop.advance(4min);
  EXPECT_TRUE(m_transport.open.empty());
  m_loop.advance(1min);
  EXPECT_EQ(m_transport.open.size(), kEverywhere);
}

TEST_F(LiveRightsTest, ARefusalWhileNamespacesAreAskedAboutIsNotForgotten) {
  m_rights.ask();
  for (std::size_t i = 0; i < kEverywhere; ++i) m_transport.respond(201, verdict(false));
  m_rights.ask();
  const std::size_t before = m_transport.started.size();
  answerAll(nowhere);
  EXPECT_GT(m_transport.started.size(), before + kEverywhere) << "everything is asked anew";
}

TEST(AccessReview, NamesTheRule) {
  EXPECT_EQ(accessReview(Feature::PatchNodes, "team"),
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":)"
            R"({"resource":"nodes","verb":"patch"}}})");
  EXPECT_EQ(accessReview(Feature::EvictPods, "team"),
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":)"
            R"({"namespace":"team","resource":"pods","subresource":"eviction","verb":"create"}}})");
  EXPECT_THAT(accessReview(Feature::CreateJobs, "team"), HasSubstr(R"("group":"batch")"));
  EXPECT_THAT(accessReview(Feature::ListPods, "team"), Not(HasSubstr("namespace")));
  EXPECT_EQ(ruleText(Feature::EvictPods), "create pods/eviction");
  EXPECT_EQ(ruleYaml(Feature::CreateJobs), "- apiGroups: [\"batch\"]\n  resources: [jobs]\n  verbs: [create]\n");
  EXPECT_EQ(createFeature("Job"), Feature::CreateJobs);
  EXPECT_FALSE(createFeature("ReplicaSet")) << "creating pods is another right";
  EXPECT_EQ(deleteFeature("Deployment"), Feature::DeleteDeployments);
  EXPECT_THAT(accessReview(Feature::EvictPods, ""), Not(HasSubstr("namespace"))) << "in all of them";
}

TEST(Suspend, IsNoticedWithinASecondOfWaking) {
  test::ManualLoop loop;
  std::chrono::milliseconds asleep{5000};
  int resumed = 0;
  const SuspendWatch watch(
      loop, [&] { ++resumed; }, [&] { return asleep; });
  loop.advance(10s);
  EXPECT_EQ(resumed, 0);
  asleep += 500ms;
  loop.advance(2s);
  EXPECT_EQ(resumed, 0) << "too short to matter";
  asleep += 1h;
  loop.advance(1s);
  EXPECT_EQ(resumed, 1);
  loop.advance(10s);
  EXPECT_EQ(resumed, 1);
}

}  // namespace
}  // namespace cardinal
