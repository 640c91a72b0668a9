// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/rest/server_clock.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

ResponseHead jsonHead(int status) {
  return {status, {{"content-type", "application/json"}}};
}
const CallSubject kListPods{"list", "pods", "", "", "/api/v1/pods"};

std::string statusText(const std::string& reason, int code, const std::string& more = "") {
  return R"({"kind":"Status","status":"Failure","message":"the server's words","reason":")" + reason + R"(","code":)" +
         std::to_string(code) + more + "}";
}

TEST(Paths, CollectionsAndObjects) {
  EXPECT_EQ(*collectionPath(podsResource(), ""), "/api/v1/pods");
  EXPECT_EQ(*collectionPath(podsResource(), "team-a"), "/api/v1/namespaces/team-a/pods");
  EXPECT_EQ(*collectionPath(nodesResource(), "ignored"), "/api/v1/nodes");
  EXPECT_EQ(*objectPath(nodesResource(), "", "n 1"), "/api/v1/nodes/n%201");
  EXPECT_EQ(*collectionPath(*builtInResource("apps/v1", "Deployment"), "ns"),
            "/apis/apps/v1/namespaces/ns/deployments");
  EXPECT_EQ(*collectionPath(*builtInResource("batch/v1", "Job"), "ns"), "/apis/batch/v1/namespaces/ns/jobs");
  EXPECT_FALSE(builtInResource("apps/v1beta1", "Deployment"));
}

TEST(Paths, SegmentsCannotEscape) {
  for (const std::string& name : {std::string("."), std::string(".."), std::string("a/b"), std::string("../../secrets"),
                                  std::string("a%2fb"), std::string("a\0b", 3)}) {
    EXPECT_FALSE(objectPath(podsResource(), "ns", name)) << name;
    EXPECT_FALSE(collectionPath(podsResource(), name)) << name;
  }
  EXPECT_FALSE(objectPath(podsResource(), "ns", ""));
  EXPECT_EQ(objectPath(podsResource(), "ns", "..").error().code, ErrorCode::InvalidArgument);
  EXPECT_FALSE(groupPath("../v1"));
}

TEST(Queries, EmptyParametersAreNotSent) {
  EXPECT_EQ(QueryBuilder().add("a", "").addNumber("limit", 0).add("b", "x=y&z,ä").addNumber("n", 5).text(),
            "b=x%3Dy%26z%2C%C3%A4&n=5");
}

TEST(Answers, SuccessIsNoError) {
  Decoder decoder;
  EXPECT_FALSE(answerError(jsonHead(200), "{}", kListPods, decoder));
  EXPECT_FALSE(answerError(jsonHead(201), "{}", kListPods, decoder));
}

TEST(Answers, ForbiddenNamesVerbResourceAndPlace) {
  Decoder decoder;
  const auto cluster = answerError(jsonHead(403), statusText("Forbidden", 403), kListPods, decoder);
  ASSERT_TRUE(cluster);
  EXPECT_EQ(cluster->code, ErrorCode::Forbidden);
  EXPECT_EQ(cluster->subject, "list pods");
  EXPECT_EQ(cluster->place, "cluster");
  EXPECT_EQ(cluster->detail, "the server's words");
  EXPECT_EQ(cluster->httpStatus, 403);
  const auto one =
      answerError(jsonHead(403), statusText("Forbidden", 403), {"create", "deployments", "team-a", "", "/p"}, decoder);
  EXPECT_EQ(one->subject, "create deployments");
  EXPECT_EQ(one->place, "team-a");
}

TEST(Answers, CodesOfTheOthers) {
  Decoder decoder;
  const auto codeOf = [&](int status, const std::string& reason) {
    return answerError(jsonHead(status), statusText(reason, status), kListPods, decoder)->code;
  };
  EXPECT_EQ(codeOf(401, "Unauthorized"), ErrorCode::Unauthorized);
  EXPECT_EQ(codeOf(404, "NotFound"), ErrorCode::ResourceMissing);
  EXPECT_EQ(codeOf(409, "AlreadyExists"), ErrorCode::AlreadyExists);
  EXPECT_EQ(codeOf(409, "Conflict"), ErrorCode::Conflict);
  EXPECT_EQ(codeOf(410, "Expired"), ErrorCode::Expired);
  EXPECT_EQ(codeOf(422, "Invalid"), ErrorCode::Invalid);
  EXPECT_EQ(codeOf(429, "TooManyRequests"), ErrorCode::TooManyRequests);
  EXPECT_EQ(codeOf(503, "ServiceUnavailable"), ErrorCode::ServerFailed);
  EXPECT_EQ(codeOf(400, "BadRequest"), ErrorCode::ApiStatus);
}

TEST(Answers, InvalidNamesTheField) {
  Decoder decoder;
  const auto error = answerError(
      jsonHead(422),
      statusText(
          "Invalid", 422,
          R"(,"details":{"name":"x","kind":"Deployment","causes":[{"reason":"FieldValueInvalid","message":"m","field":"spec.replicas"}]})"),
      {"create", "deployments", "ns", "x", "/p"}, decoder);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::Invalid);
  EXPECT_EQ(error->place, "spec.replicas");
  EXPECT_EQ(error->subject, "Deployment/x");
}

TEST(Answers, PlainTextFromTheOutermostLayer) {
  Decoder decoder;
  const ResponseHead head{401, {{"content-type", "text/plain"}}};
  const auto error = answerError(head, "Unauthorized\n", kListPods, decoder);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::Unauthorized);
  EXPECT_EQ(error->detail, "Unauthorized");
}

TEST(Answers, PagesAndRedirectsAreNotFromAnApiServer) {
  Decoder decoder;
  const auto page =
      answerError({200, {{"content-type", "text/html"}}}, "\n <html>\n<title>Login</title>", kListPods, decoder);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->code, ErrorCode::NotApiServer);
  EXPECT_EQ(page->subject, "/api/v1/pods");
  EXPECT_EQ(page->detail, "text/html: <html>");
  const auto redirect = answerError({302, {{"location", "https://login.example/"}}}, "", kListPods, decoder);
  EXPECT_EQ(redirect->code, ErrorCode::NotApiServer);
  EXPECT_THAT(redirect->detail, ::testing::HasSubstr("login.example"));
  const auto proxy =
      answerError({502, {{"content-type", "text/html"}}}, "<html>Bad gateway</html>", kListPods, decoder);
  EXPECT_EQ(proxy->code, ErrorCode::NotApiServer);
  EXPECT_EQ(proxy->httpStatus, 502);
  EXPECT_EQ(answerError({200, {}}, "hello", kListPods, decoder)->code, ErrorCode::NotApiServer);
}

TEST(RetryAfter, SecondsDatesAndNonsense) {
  const auto of = [](const std::string& value) { return retryAfter({429, {{"retry-after", value}}}, 1'700'000'000); };
  EXPECT_EQ(of("7"), 7s);
  EXPECT_EQ(of("0"), 1s);
  EXPECT_EQ(of("99999"), 120s);
  EXPECT_EQ(of("999999999999999999999999"), 120s);
  EXPECT_EQ(of("Tue, 14 Nov 2023 22:13:50 GMT"), 30s) << "1'700'000'030";
  EXPECT_FALSE(of("soon"));
  EXPECT_FALSE(retryAfter({429, {}}, 0));
}

TEST(Warnings, OnlyCode299EachOnce) {
  const ResponseHead head{
      200,
      {{"warning",
        R"(299 - "apps/v1beta1 is \"old\"", 299 kube "second" "Tue, 14 Nov 2023 22:13:50 GMT", 199 - "misc")"},
       {"warning", "299 - \"second\""},
       {"warning", "garbage"},
       {"warning", "299 - \"not closed"}}};
  EXPECT_THAT(warningsOf(head), ElementsAre("apps/v1beta1 is \"old\"", "second", "not closed"));
}

TEST(ServerClock, TheMedianOfTheLastFiveCounts) {
  ServerClock clock;
  const UnixSeconds now = 1'700'000'000;
  const auto answered = [&](const std::string& date) { clock.note(ResponseHead{200, {{"date", date}}}, now); };
  answered("Tue, 14 Nov 2023 22:13:30 GMT");  // ten seconds ahead
  answered("no date");
  answered("Tue, 14 Nov 2023 22:13:31 GMT");
  EXPECT_FALSE(clock.offset()) << "two answers are no proof";
  answered("Tue, 14 Nov 2023 23:13:20 GMT");  // an hour: one that was delayed
  EXPECT_EQ(clock.offset(), 11);
  for (int i = 0; i < 5; ++i) answered("Tue, 14 Nov 2023 22:13:20 GMT");
  EXPECT_EQ(clock.offset(), 0) << "it was set right";
}

TEST(Answers, TheAuditIdStandsBehindTheWordsOfAFailure) {
  Decoder decoder;
  ResponseHead head = jsonHead(500);
  head.headers.emplace_back("audit-id", "4711");
  EXPECT_EQ(answerError(head, statusText("InternalError", 500), kListPods, decoder)->detail,
            "the server's words, Audit-Id 4711");
  head.status = 404;
  EXPECT_EQ(answerError(head, statusText("NotFound", 404), kListPods, decoder)->detail, "the server's words");
}

}  // namespace
}  // namespace cardinal
