// SPDX-License-Identifier: Apache-2.0
// What the proxy that ends TLS does, seen by the client of the program; a scripted server stands for the real one.
#include "tests/support/net/fault_proxy.h"

#include <gtest/gtest.h>

#include <future>

#include "tests/support/net/proxy_client.h"

namespace cardinal::test {
namespace {

using namespace std::chrono_literals;

const std::string kBody = "{\"kind\":\"PodList\",\"items\":[]}";

/// A server that demands a client certificate, and the proxy that has one.
struct Stage {
  static ServerTls demanding() { return {loopbackIdentity(), testAuthority().certificatePem()}; }

  ScriptedServer server{[](const ScriptedRequest& request, ScriptedConnection& client) {
                          if (request.query.find("watch=1") != std::string::npos) {
                            client.beginChunks();
                            client.chunk("{\"a\":1}");
                            client.chunk("{\"b\":2}");
                            return client.endChunks();
                          }
                          if (request.path != "/chunked")
                            return client.respond(200, kBody, "application/json", "Audit-Id: 7\r\n");
                          client.beginChunks();
                          client.chunk(kBody.substr(0, 5));
                          client.chunk(kBody.substr(5));
                          client.endChunks();
                        },
                        demanding()};
  FaultProxy proxy{
      Upstream(server.port(), testAuthority().certificatePem(), testAuthority().issue({"admin", {}, {}, -3600, 3600})),
      ServerTls{loopbackIdentity(), {}}};
};

ErrorCode codeOf(const Result<HttpResponse>& answer) {
  return answer ? ErrorCode::Internal : answer.error().code;
}

/// The whole text of a stream, or the error in words.
std::string streamed(ProxyClient& client) {
  std::promise<std::string> ended;
  std::string text;
  client.loop.post([&] {
    HttpRequest request;
    request.path = "/pods";
    request.query = "watch=1";
    request.streaming = true;
    ResponseHandler handler;
    handler.data = [&](const std::string& chunk) { text += chunk; };
    handler.end = [&](const Result<HttpResponse>& answer) {
      ended.set_value(answer ? text : text + " " + toString(answer.error().code));
    };
    client.transport.start(std::move(request), std::move(handler));
  });
  return ended.get_future().get();
}

TEST(FaultProxy, PassesRequestsUnderItsOwnIdentity) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  HttpRequest request;
  request.method = "POST";
  request.path = "/pods";
  request.query = "dryRun=All";
  request.headers = {{"Content-Type", "application/json"}};
  request.body = "{}";
  const auto answer = client.send(request);
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->body, kBody);
  EXPECT_EQ(*answer->head.find("audit-id"), "7");
  const auto seen = stage.server.requests();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].method, "POST");
  EXPECT_EQ(seen[0].query, "dryRun=All");
  EXPECT_EQ(seen[0].body, "{}");
  EXPECT_EQ(seen[0].headers.at("content-type"), "application/json");
  EXPECT_EQ(seen[0].headers.count("authorization"), 0U) << "the client's token is nothing to the real server";
  const auto chunked = client.get("/chunked");
  ASSERT_TRUE(chunked) << describe(chunked.error());
  EXPECT_EQ(chunked->body, kBody);
}

TEST(FaultProxy, PassesStreamsAndEndsThem) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  EXPECT_EQ(streamed(client), "{\"a\":1}{\"b\":2}");
  stage.proxy.when(watchesOf("/pods"), endStreamAfter(9));
  EXPECT_EQ(streamed(client).substr(0, 4), "{\"a\"");
  stage.proxy.when(watchesOf("/pods"), streamOf("{}"));
  EXPECT_EQ(streamed(client), "{}");
}

TEST(FaultProxy, RulesMeetWhatTheyNameAndAsOftenAsTheySay) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  stage.proxy.when(listsOf("/pods"), refuseWith(429, "TooManyRequests", "say \"please\"", "Retry-After: 3\r\n"), 1);
  EXPECT_EQ(client.get("/nodes")->head.status, 200);
  const auto refused = client.get("/pods", "limit=500");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->head.status, 429);
  EXPECT_EQ(*refused->head.find("retry-after"), "3");
  EXPECT_NE(refused->body.find(R"("message":"say \"please\"")"), std::string::npos);
  EXPECT_EQ(client.get("/pods")->head.status, 200) << "once";
  EXPECT_EQ(stage.proxy.faults(), 1);
  stage.proxy.when(everything(), loginPage(302));
  EXPECT_EQ(client.get("/pods")->head.status, 302);
  stage.proxy.clear();
  EXPECT_EQ(client.get("/pods")->head.status, 200);
  EXPECT_EQ(stage.proxy.countOf(listsOf("/pods")), 4U);
}

TEST(FaultProxy, CutsInThreeWays) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  for (const Cut how : {Cut::Short, Cut::Reset}) {
    stage.proxy.when(everything(), cutAt(10, how), 1);
    EXPECT_EQ(codeOf(client.get("/pods")), ErrorCode::TruncatedAnswer);
  }
  stage.proxy.when(everything(), cutAt(10, Cut::Unframed), 1);
  const auto unframed = client.get("/pods");
  ASSERT_TRUE(unframed) << "the transport cannot know";
  EXPECT_EQ(unframed->body, kBody.substr(0, 10));
}

TEST(FaultProxy, ChangesBytes) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  stage.proxy.when(everything(), corruptAt(0, '#'), 1);
  EXPECT_EQ(client.get("/pods")->body, "#" + kBody.substr(1));
  stage.proxy.when(everything(), changed([](RealAnswer& answer) { answer.status = 503; }), 1);
  EXPECT_EQ(client.get("/pods")->head.status, 503);
}

TEST(FaultProxy, TakesItsTime) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  HttpRequest request;
  request.path = "/pods";
  request.headerTimeout = 200ms;
  stage.proxy.when(everything(), silence(), 1);
  EXPECT_EQ(codeOf(client.send(request)), ErrorCode::Timeout);
  const auto begin = std::chrono::steady_clock::now();
  stage.proxy.when(everything(), late(100ms), 1);
  EXPECT_TRUE(client.get("/pods"));
  stage.proxy.when(everything(), trickle(10, 20ms), 1);
  EXPECT_EQ(client.get("/pods")->body, kBody);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 140ms);
}

TEST(FaultProxy, AnAnswerThatIsLostWasDoneAndAHangUpWasNot) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  stage.proxy.when(everything(), hangUp(true), 1);
  EXPECT_EQ(codeOf(client.get("/pods")), ErrorCode::ConnectionFailed);
  EXPECT_TRUE(stage.server.requests().empty());
  stage.proxy.when(everything(), loseAnswer(), 1);
  EXPECT_EQ(codeOf(client.get("/pods")), ErrorCode::ConnectionFailed);
  EXPECT_EQ(stage.server.requests().size(), 1U);
}

TEST(FaultProxy, PresentsAnotherCertificate) {
  Stage stage;
  stage.proxy.present(ServerTls{testAuthority().issue({"late", {}, {"127.0.0.1"}, -7200, -3600}), {}});
  EXPECT_EQ(codeOf(ProxyClient(stage.proxy.port()).get("/pods")), ErrorCode::TlsExpired);
  stage.proxy.present(ServerTls{loopbackIdentity(), {}});
  EXPECT_TRUE(ProxyClient(stage.proxy.port()).get("/pods"));
}

TEST(FaultProxy, AServerThatIsAwayIsAConnectionThatEnds) {
  FaultProxy proxy(Upstream(unusedPort(), testAuthority().certificatePem()), ServerTls{loopbackIdentity(), {}});
  EXPECT_EQ(codeOf(ProxyClient(proxy.port()).get("/pods")), ErrorCode::ConnectionFailed);
}

}  // namespace
}  // namespace cardinal::test
