// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/writes/live_nodes.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

using namespace std::chrono_literals;

Error errorOf(ErrorCode code, int status) {
  Error error = makeError(code);
  error.httpStatus = status;
  return error;
}

ApiStatus withCause(const std::string& reason, const std::string& message) {
  ApiStatus status;
  status.failure = true;
  status.message = "Cannot evict pod as it would violate the pod's disruption budget.";
  status.causes.push_back({reason, message, ""});
  return status;
}

TEST(NodePatchBody, ChangesOnlyWhatItIsAskedTo) {
  NodePatch patch;
  patch.labels = {{"a", "x", false}, {"b", "", true}};
  patch.resourceVersion = "7";
  EXPECT_EQ(nodePatchBody(patch), R"({"metadata":{"labels":{"a":"x","b":null},"resourceVersion":"7"}})");
  NodePatch cordon;
  cordon.unschedulable = true;
  EXPECT_EQ(nodePatchBody(cordon), R"({"spec":{"unschedulable":true}})");
  cordon.unschedulable = false;
  EXPECT_EQ(nodePatchBody(cordon), R"({"spec":{"unschedulable":null}})");
}

TEST(EvictionReply, NamesTheBudgetThatBlocks) {
  const auto status =
      withCause("DisruptionBudget", "The disruption budget keep-two needs 2 healthy pods and has 2 currently");
  const auto reply = evictionReply(status, std::nullopt, errorOf(ErrorCode::TooManyRequests, 429));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->answer, EvictionAnswer::Blocked);
  EXPECT_EQ(reply->budget, "keep-two");
  EXPECT_EQ(reply->detail, "The disruption budget keep-two needs 2 healthy pods and has 2 currently");
}

TEST(EvictionReply, TellsAnOverloadedServerFromABudget) {
  const auto reply = evictionReply({}, 10s, errorOf(ErrorCode::TooManyRequests, 429));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->answer, EvictionAnswer::Busy);
  EXPECT_EQ(reply->retryAfter, 10s);
  EXPECT_EQ(evictionReply({}, std::nullopt, errorOf(ErrorCode::ServerFailed, 504))->answer, EvictionAnswer::Busy);
}

TEST(EvictionReply, AnAbsentOrReplacedPodIsGone) {
  EXPECT_EQ(evictionReply({}, std::nullopt, errorOf(ErrorCode::ResourceMissing, 404))->answer, EvictionAnswer::Gone);
  EXPECT_EQ(evictionReply({}, std::nullopt, errorOf(ErrorCode::Conflict, 409))->answer, EvictionAnswer::Gone);
}

TEST(EvictionReply, WaitsForANamespaceThatEndsAndForABrokenBudget) {
  const auto ending =
      evictionReply(withCause("NamespaceTerminating", "x"), std::nullopt, errorOf(ErrorCode::Forbidden, 403));
  EXPECT_EQ(ending->answer, EvictionAnswer::Busy);
  ApiStatus broken;
  broken.message = "pod disruption budget disruptions allowed is negative";
  const auto slow = evictionReply(broken, std::nullopt, errorOf(ErrorCode::Forbidden, 403));
  EXPECT_EQ(slow->answer, EvictionAnswer::Blocked);
  EXPECT_GE(slow->retryAfter, 30s);
}

TEST(EvictionReply, WhatWaitingDoesNotCureIsAnError) {
  EXPECT_EQ(evictionReply({}, std::nullopt, errorOf(ErrorCode::Forbidden, 403)).error().code, ErrorCode::Forbidden);
  EXPECT_EQ(evictionReply({}, std::nullopt, errorOf(ErrorCode::ServerFailed, 500)).error().code,
            ErrorCode::ServerFailed);
}

}  // namespace
}  // namespace cardinal
