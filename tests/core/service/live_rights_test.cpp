// SPDX-License-Identifier: Apache-2.0
#include "core/service/live_rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/service/suspend_watch.h"
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

class LiveRightsTest : public ::testing::Test {
 protected:
  LiveRightsTest() : m_rights(m_loop, m_transport, "team", [this](const Rights& rights) { told.push_back(rights); }) {}
  void answerAll(int status, const std::string& body) {
    while (!m_transport.open.empty()) m_transport.respond(status, body);
  }

  std::vector<Rights> told;
  test::ManualLoop m_loop;
  test::FakeTransport m_transport;
  LiveRights m_rights;
};

TEST_F(LiveRightsTest, AsksForEachFeatureSideBySideAndTellsOnce) {
  m_rights.ask();
  ASSERT_EQ(m_transport.open.size(), kFeatures);
  m_rights.ask();
  EXPECT_EQ(m_transport.open.size(), kFeatures) << "not twice at a time";
  EXPECT_TRUE(m_transport.open.front().request.harmless) << "a lost answer of a question leaves nothing unknown";
  EXPECT_THAT(m_transport.open.front().request.path, HasSubstr("selfsubjectaccessreviews"));
  for (std::size_t i = 0; i < kFeatures; ++i) m_transport.respond(201, verdict(i % 2 == 0));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0][Feature::ListNodes], Permission::Allowed);
  EXPECT_TRUE(told[0].denied(Feature::WatchNodes));
  EXPECT_EQ(told[0].ns, "team");
}

TEST_F(LiveRightsTest, WhatCannotBeToldIsUnknownAndNeverDenied) {
  m_rights.ask();
  answerAll(403, "{}");
  EXPECT_EQ(told.back()[Feature::PatchNodes], Permission::Unknown);
  m_rights.ask();
  answerAll(201, verdict(false, "webhook is down"));
  EXPECT_EQ(told.back()[Feature::PatchNodes], Permission::Unknown);
  m_rights.ask();
  answerAll(201, "garbage");
  EXPECT_EQ(told.back()[Feature::PatchNodes], Permission::Unknown);
  m_rights.ask();
  while (!m_transport.open.empty()) m_transport.fail(ErrorCode::Timeout);
  EXPECT_EQ(told.back()[Feature::PatchNodes], Permission::Unknown);
}

TEST_F(LiveRightsTest, AsksAgainAfterFiveMinutes) {
  m_rights.ask();
  answerAll(201, verdict(true));
  m_loop.advance(4min);
  EXPECT_TRUE(m_transport.open.empty());
  m_loop.advance(2min);
  EXPECT_EQ(m_transport.open.size(), kFeatures);
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
  EXPECT_EQ(createFeature("Service"), Feature::CreatePods);
}

TEST(Suspend, IsNoticedWithinASecondOfWaking) {
  test::ManualLoop loop;
  std::chrono::milliseconds asleep{5000};
  int resumed = 0;
  const SuspendWatch watch(loop, [&] { ++resumed; }, [&] { return asleep; });
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
