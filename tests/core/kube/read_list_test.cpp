// SPDX-License-Identifier: Apache-2.0
// Lists that are read once: asked for as protobuf where the kind has it, and read whatever the server makes of that.
#include "core/kube/rest/read_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>

#include "tests/support/protobuf_encoder.h"

namespace cardinal {
namespace {

using namespace test;
using nlohmann::json;
using ::testing::ElementsAre;

constexpr const char* kProtobuf = "application/vnd.kubernetes.protobuf";
constexpr const char* kJson = "application/json";

json budgets(const std::vector<std::string>& names, const std::string& token = "") {
  json out = {{"apiVersion", "policy/v1"},
              {"kind", "PodDisruptionBudgetList"},
              {"metadata", {{"resourceVersion", "10"}, {"continue", token}}},
              {"items", json::array()}};
  for (const std::string& name : names) {
    out["items"].push_back({{"metadata", {{"name", name}}},
                            {"spec", {{"selector", json::object()}}},
                            {"status", {{"disruptionsAllowed", 2}}}});
  }
  return out;
}

/// Runs what is posted at once, on the caller's thread.
class CallersLoop final : public EventLoop {
 public:
  void post(Task task) override { task(); }
  TimerId callAfter(std::chrono::milliseconds, Task) override { return 0; }
  void cancelTimer(TimerId) override {}
  std::chrono::steady_clock::time_point now() const override { return {}; }
};

/// Gives its answers one after the other.
class Script final : public Transport {
 public:
  void add(int status, const std::string& body, const std::string& type) {
    answers.push_back({ResponseHead{status, {{"content-type", type}}}, body});
  }
  RequestId start(HttpRequest request, ResponseHandler handler) override {
    std::string accepted;
    for (const auto& [name, value] : request.headers) accepted += name == "Accept" ? value : "";
    accepts.push_back(accepted);
    paths.push_back(request.path + "?" + request.query);
    if (answers.empty()) {
      handler.end(unexpected(makeError(ErrorCode::ConnectionRefused, "server")));
    } else {
      HttpResponse answer = std::move(answers.front());
      answers.pop_front();
      handler.end(std::move(answer));
    }
    return 1;
  }
  void cancel(RequestId) override {}
  void dropConnections(Lane) override {}
  bool renewCredentials() override { return false; }

  std::deque<HttpResponse> answers;
  std::vector<std::string> accepts, paths;
};

class ReadList : public ::testing::Test {
 protected:
  Result<std::vector<std::string>> read(const std::string& version = "v1", std::size_t most = 100) {
    std::vector<std::string> names;
    const ListQuestion question{ResourceType{"policy", version, "poddisruptionbudgets", true}, "team-a", "a=b"};
    const auto done =
        readList<RawDisruptionBudget>(m_loop, m_server, question, {}, [&](ListPage<RawDisruptionBudget> page) {
          for (const auto& item : page.items) {
            EXPECT_EQ(item->disruptionsAllowed, 2);
            names.push_back(item->meta.key.name);
          }
          return names.size() < most;
        });
    if (!done) return unexpected(done.error());
    return names;
  }
  CallersLoop m_loop;
  Script m_server;
};

TEST_F(ReadList, PagesComeAsProtobuf) {
  m_server.add(200, protobufObject(budgets({"a"}, "more")), kProtobuf);
  m_server.add(200, protobufObject(budgets({"b"})), kProtobuf);
  EXPECT_THAT(*read(), ElementsAre("a", "b"));
  EXPECT_THAT(m_server.accepts, ElementsAre(kAcceptProtobuf, kAcceptProtobuf));
  EXPECT_THAT(m_server.paths,
              ElementsAre("/apis/policy/v1/namespaces/team-a/poddisruptionbudgets?fieldSelector=a%3Db&limit=500",
                          "/apis/policy/v1/namespaces/team-a/poddisruptionbudgets?fieldSelector=a%3Db&limit=500&"
                          "continue=more"));
}

TEST_F(ReadList, AServerMayAnswerInJsonPageByPage) {
  m_server.add(200, budgets({"a"}, "more").dump(), kJson);
  m_server.add(200, protobufObject(budgets({"b"})), kProtobuf);
  EXPECT_THAT(*read(), ElementsAre("a", "b"));
}

/// A version whose field numbers nobody looked up is not asked for in protobuf.
TEST_F(ReadList, AVersionThatIsNotKnownComesAsJson) {
  json list = budgets({"a"});
  list["apiVersion"] = "policy/v2";
  m_server.add(200, list.dump(), kJson);
  EXPECT_THAT(*read("v2"), ElementsAre("a"));
  EXPECT_THAT(m_server.accepts, ElementsAre(""));
}

TEST_F(ReadList, ARefusalAndAnAnswerThatIsMixedUpAreAskedForAsJson) {
  const std::vector<HttpResponse> useless = {
      {ResponseHead{406, {{"content-type", kJson}}}, R"({"kind":"Status","status":"Failure","code":406})"},
      {ResponseHead{415, {{"content-type", "text/plain"}}}, "only JSON"},
      {ResponseHead{200, {{"content-type", kProtobuf}}}, budgets({"x"}).dump()},
      {ResponseHead{200, {{"content-type", kJson}}}, protobufObject(budgets({"x"}))},
      {ResponseHead{200, {{"content-type", kProtobuf}}}, protobufEnvelope("policy/v1", "SecretList", "")}};
  for (const HttpResponse& first : useless) {
    SCOPED_TRACE(first.body);
    m_server.accepts.clear();
    m_server.answers = {first};
    m_server.add(200, budgets({"a"}, "more").dump(), kJson);
    m_server.add(200, budgets({"b"}).dump(), kJson);
    const auto names = read();
    ASSERT_TRUE(names) << describe(names.error());
    EXPECT_THAT(*names, ElementsAre("a", "b"));
    EXPECT_THAT(m_server.accepts, ElementsAre(kAcceptProtobuf, "", ""));
  }
}

TEST_F(ReadList, WhatJsonDoesNotCureIsTheError) {
  m_server.add(200, "<html>login", "text/html");
  m_server.add(200, "<html>login", "text/html");
  const auto names = read();
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().code, ErrorCode::NotApiServer);
  EXPECT_EQ(m_server.accepts.size(), 2U);
}

TEST_F(ReadList, ARefusalOfTheRightIsAskedOnce) {
  m_server.add(
      403,
      protobufObject(
          {{"apiVersion", "v1"}, {"kind", "Status"}, {"status", "Failure"}, {"reason", "Forbidden"}, {"code", 403}}),
      kProtobuf);
  const auto names = read();
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().code, ErrorCode::Forbidden);
  EXPECT_EQ(names.error().place, "team-a");
  EXPECT_EQ(m_server.accepts.size(), 1U);
}

/// A page that was cut is no shorter list, and no reason to ask for another format.
TEST_F(ReadList, ACutPageIsAnError) {
  const std::string whole = protobufObject(budgets({"a", "b"}));
  m_server.add(200, whole.substr(0, whole.size() / 2), kProtobuf);
  const auto names = read();
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().code, ErrorCode::TruncatedAnswer);
  EXPECT_EQ(m_server.accepts.size(), 1U);
}

TEST_F(ReadList, WhoHasEnoughAsksForNoFurtherPage) {
  m_server.add(200, protobufObject(budgets({"a", "b"}, "more")), kProtobuf);
  EXPECT_THAT(*read("v1", 2), ElementsAre("a", "b"));
  EXPECT_EQ(m_server.accepts.size(), 1U);
}

}  // namespace
}  // namespace cardinal
