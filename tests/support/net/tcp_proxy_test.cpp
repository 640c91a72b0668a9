// SPDX-License-Identifier: Apache-2.0
// What the proxy below TLS does, seen by the client of the program.
#include "tests/support/net/tcp_proxy.h"

#include <gtest/gtest.h>

#include "tests/support/net/proxy_client.h"
#include "tests/support/net/scripted_server.h"

namespace cardinal::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBody = 100'000;

/// A server with a proxy in front of it.
struct Stage {
  ScriptedServer server{
      [](const ScriptedRequest&, ScriptedConnection& client) { client.respond(200, std::string(kBody, ' ')); },
      ServerTls{loopbackIdentity(), {}}};
  TcpProxy proxy{server.port()};
};

ErrorCode codeOf(const Result<HttpResponse>& answer) {
  return answer ? ErrorCode::Internal : answer.error().code;
}

HttpRequest impatient() {
  HttpRequest request;
  request.path = "/";
  request.connectTimeout = 200ms;
  request.headerTimeout = 200ms;
  return request;
}

TEST(TcpProxy, PassesWhatItDoesNotUnderstand) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  const auto answer = client.get("/");
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->body.size(), kBody);
  EXPECT_EQ(stage.proxy.accepted(), 1);
  EXPECT_EQ(stage.proxy.open(), 1);
  EXPECT_GT(stage.proxy.answered(), kBody);
}

TEST(TcpProxy, RefusesAndListensAgainOnTheSamePort) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  stage.proxy.refuse();
  EXPECT_EQ(codeOf(client.get("/")), ErrorCode::ConnectionRefused);
  stage.proxy.listenAgain();
  EXPECT_TRUE(client.get("/"));
}

TEST(TcpProxy, FrozenConnectionsAreHalfOpenAndNewOnesWork) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  ASSERT_TRUE(client.get("/"));
  stage.proxy.freeze();
  EXPECT_EQ(codeOf(client.send(impatient())), ErrorCode::Timeout) << "the connection looks alive and is not";
  EXPECT_EQ(stage.proxy.accepted(), 1);
  ProxyClient other(stage.proxy.port());
  EXPECT_TRUE(other.get("/"));
}

TEST(TcpProxy, SwallowedConnectionsNeverFinishTls) {
  Stage stage;
  stage.proxy.swallowNew(true);
  ProxyClient client(stage.proxy.port());
  EXPECT_EQ(codeOf(client.send(impatient())), ErrorCode::Timeout);
  EXPECT_TRUE(stage.server.requests().empty());
  stage.proxy.swallowNew(false);
  EXPECT_TRUE(client.get("/"));
}

TEST(TcpProxy, CutsInTheMiddleOfAnAnswer) {
  Stage stage;
  stage.proxy.resetAfter(kBody / 2);
  ProxyClient client(stage.proxy.port());
  EXPECT_EQ(codeOf(client.get("/")), ErrorCode::TruncatedAnswer);
  EXPECT_TRUE(client.get("/")) << "once";
}

TEST(TcpProxy, ABitThatIsTurnedOverDoesNotGetPastTls) {
  Stage stage;
  stage.proxy.corruptAt(kBody / 2);
  ProxyClient client(stage.proxy.port());
  EXPECT_EQ(codeOf(client.get("/")), ErrorCode::TruncatedAnswer);
}

TEST(TcpProxy, DelaysAnswers) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  ASSERT_TRUE(client.get("/"));
  stage.proxy.delay(150ms);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(client.get("/"));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 150ms);
}

TEST(TcpProxy, EndsOpenConnections) {
  Stage stage;
  ProxyClient client(stage.proxy.port());
  ASSERT_TRUE(client.get("/"));
  stage.proxy.reset();
  EXPECT_TRUE(client.get("/")) << "by a new connection";
  stage.proxy.close();
  EXPECT_TRUE(client.get("/"));
  EXPECT_EQ(stage.proxy.accepted(), 3);
}

}  // namespace
}  // namespace cardinal::test
