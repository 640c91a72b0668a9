// SPDX-License-Identifier: Apache-2.0
// What a write says that was lost on its way.
#include "core/service/live/writes/live_writes.h"

#include <gtest/gtest.h>

namespace cardinal {
namespace {

/// Runs everything at once.
class InstantLoop final : public EventLoop {
 public:
  void post(Task task) override { task(); }
  TimerId callAfter(std::chrono::milliseconds, Task) override { return 0; }
  void cancelTimer(TimerId) override {}
  std::chrono::steady_clock::time_point now() const override { return {}; }
};

/// One node of one label, behind a way on which requests are lost, and come late.
class OneNode final : public Transport {
 public:
  RequestId start(HttpRequest request, ResponseHandler handler) override {
    handler.end(answer(request));
    return 1;
  }
  void cancel(RequestId) override {}
  void dropConnections(Lane) override {}
  bool renewCredentials() override { return false; }

  int patches = 0;
  std::string value = "a";
  int version = 5;
  int secondStatus = 200;  ///< where the precondition holds

 private:
  Result<HttpResponse> answer(const HttpRequest& request) {
    if (request.method == "GET") return json(200, node());
    if (++patches == 1) return unexpected(makeError(ErrorCode::OutcomeUnknown, "PATCH " + request.path));
    // The first comes in right before the second.
    value = "b";
    ++version;
    if (secondStatus == 200) {
      return json(409, R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Conflict","code":409})");
    }
    return json(secondStatus, R"({"kind":"Status","apiVersion":"v1","status":"Failure","code":)" +
                                  std::to_string(secondStatus) + "}");
  }
  std::string node() const {
    return R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"n","uid":"u","resourceVersion":")" +
           std::to_string(version) + R"(","labels":{"team":")" + value + "\"}}}";
  }
  static Result<HttpResponse> json(int status, std::string body) {
    return HttpResponse{{status, {{"content-type", "application/json"}}}, std::move(body)};
  }
};

Result<void> writeLabel(OneNode& server) {
  InstantLoop loop;
  LiveWrites writes(loop, server, "default", [](auto, const auto&) { return true; });
  const LabelChange change{"team", "b", false, std::make_optional<std::string>("a")};
  return writes.patchNodeLabels("n", {change}, "", false, "v1.30.0", {});
}

TEST(LiveWrites, ALostPatchThatArrivesLateIsNotTakenForSomebodyElses) {
  OneNode server;
  const auto done = writeLabel(server);
  EXPECT_EQ(server.patches, 2);
  EXPECT_EQ(server.value, "b");
  EXPECT_TRUE(done) << describe(done.error());
}

TEST(LiveWrites, ARefusalOfTheSecondSaysNothingOfTheFirst) {
  OneNode server;
  server.secondStatus = 403;
  EXPECT_TRUE(writeLabel(server)) << "the first arrived";
}

}  // namespace
}  // namespace cardinal
