// SPDX-License-Identifier: Apache-2.0
// The transport against a scripted server: faults that a real API server does not produce.
#include "core/kube/transport/curl_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "core/base/error_places.h"
#include "core/base/server_certificate.h"
#include "core/kube/transport/exchange.h"
#include "tests/support/net/scripted_server.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/usual_time.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::CertificateAuthority;
using test::ScriptedConnection;
using test::ScriptedRequest;
using test::ScriptedServer;
using test::ServerTls;
using ::testing::HasSubstr;

const CertificateAuthority& authority() {
  static const CertificateAuthority kAuthority;
  return kAuthority;
}

ServerTls goodTls() {
  return ServerTls{authority().issue({"server", {"localhost"}, {"127.0.0.1"}, -3600, 3600}), {}};
}

ClusterAccess accessTo(int port) {
  ClusterAccess access;
  access.server.host = "127.0.0.1";
  access.server.port = port;
  access.caPem = authority().certificatePem();
  access.token = Secret("sesame");
  return access;
}

/// A loop with a transport, torn down in the right order.
struct Client {
  explicit Client(const ClusterAccess& access) : transport(loop, access, "cardinal/test") {}
  ~Client() { loop.stop(); }
  Result<HttpResponse> send(HttpRequest request, const std::stop_token& stop = {}) {
    return exchange(loop, transport, std::move(request), stop);
  }
  Result<HttpResponse> get(const std::string& path) {
    HttpRequest request;
    request.path = path;
    return send(std::move(request));
  }
  NetworkLoop loop;
  CurlTransport transport;
};

ScriptedServer::Handler answering(int status, const std::string& body) {
  return [=](const ScriptedRequest&, ScriptedConnection& connection) { connection.respond(status, body); };
}

ErrorCode codeOf(const Result<HttpResponse>& answer) {
  return answer ? ErrorCode::Internal : answer.error().code;
}

TEST(Transport, SendsWhatIsAskedAndReusesTheConnection) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  ClusterAccess access = accessTo(server.port());
  access.server.prefix = "/k8s/c-1";
  Client client(access);
  HttpRequest request;
  request.method = "PATCH";
  request.path = "/api/v1/nodes/n";
  request.query = "dryRun=All";
  request.headers = {{"Content-Type", "application/merge-patch+json"}};
  request.body = "{\"a\":1}";
  const auto answer = client.send(request);
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->head.status, 200);
  EXPECT_EQ(*answer->head.find("content-type"), "application/json");
  EXPECT_EQ(answer->body, "{}");
  ASSERT_TRUE(client.get("/version"));
  const auto seen = server.requests();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].method, "PATCH");
  EXPECT_EQ(seen[0].path, "/k8s/c-1/api/v1/nodes/n");
  EXPECT_EQ(seen[0].query, "dryRun=All");
  EXPECT_EQ(seen[0].body, "{\"a\":1}");
  EXPECT_EQ(seen[0].headers.at("authorization"), "Bearer sesame");
  EXPECT_EQ(seen[0].headers.at("content-type"), "application/merge-patch+json");
  EXPECT_EQ(seen[0].headers.at("accept"), "application/json");
  EXPECT_EQ(seen[0].headers.at("user-agent"), "cardinal/test");
  EXPECT_EQ(seen[0].headers.count("accept-encoding"), 0U);
  EXPECT_EQ(seen[1].connection, seen[0].connection);
}

/// A drain of a hundred pods makes one connection; a write that must arrive once never goes over one that may be dead.
TEST(Transport, WritesThatMayArriveTwiceShareAConnectionAndOthersDoNot) {
  ScriptedServer server(answering(201, "{}"), goodTls());
  Client client(accessTo(server.port()));
  HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/namespaces/d/pods/p/eviction";
  request.body = "{}";
  request.repeatable = true;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.send(request));
  request.repeatable = false;
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(client.send(request));
  const auto seen = server.requests();
  ASSERT_EQ(seen.size(), 7U);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(seen[i].connection, seen[0].connection) << i;
  EXPECT_NE(seen[5].connection, seen[4].connection);
  EXPECT_NE(seen[6].connection, seen[5].connection);
}

TEST(Transport, TrustsTheClustersAuthorityAndNoOther) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  ClusterAccess access = accessTo(server.port());
  const CertificateAuthority other("another CA");
  access.caPem = other.certificatePem();
  const auto untrusted = Client(access).get("/version");
  EXPECT_EQ(codeOf(untrusted), ErrorCode::TlsUntrusted) << describe(untrusted.error());
  EXPECT_EQ(untrusted.error().subject, access.server.authority());
  ASSERT_NE(untrusted.error().certificate, nullptr);
  EXPECT_EQ(untrusted.error().certificate->issuer, "CN=test CA");
  EXPECT_FALSE(untrusted.error().certificate->selfSigned);
  access.caPem.clear();
  const auto unknown = Client(access).get("/version");
  EXPECT_EQ(codeOf(unknown), ErrorCode::TlsUntrusted) << "without a CA the system's store decides, never nobody";
  EXPECT_EQ(unknown.error().place, kSystemTrustPlace);
  access.insecure = true;
  EXPECT_TRUE(Client(access).get("/version"));
  EXPECT_EQ(server.requests().size(), 1U) << "no request reached the server before it was trusted";
}

TEST(Transport, ASelfSignedCertificateIsReportedAsOne) {
  ScriptedServer server(answering(200, "{}"),
                        ServerTls{test::selfSigned({"itself", {}, {"127.0.0.1"}, -3600, 3600}), {}});
  const auto refused = Client(accessTo(server.port())).get("/");
  EXPECT_EQ(codeOf(refused), ErrorCode::TlsUntrusted);
  ASSERT_NE(refused.error().certificate, nullptr);
  EXPECT_TRUE(refused.error().certificate->selfSigned);
  EXPECT_EQ(refused.error().certificate->issuer, "CN=itself");
}

TEST(Transport, CertificateOutsideItsTime) {
  constexpr double kSlack = 60;
  const UnixSeconds now = SystemClock().wallNow();
  for (const bool early : {false, true}) {
    const long begin = early ? 3600 : -7200;
    const long end = early ? 7200 : -3600;
    ScriptedServer server(answering(200, "{}"), ServerTls{authority().issue({"s", {}, {"127.0.0.1"}, begin, end}), {}});
    const auto refused = Client(accessTo(server.port())).get("/");
    EXPECT_EQ(codeOf(refused), ErrorCode::TlsExpired);
    ASSERT_NE(refused.error().certificate, nullptr);
    const ServerCertificate& shown = *refused.error().certificate;
    EXPECT_NEAR(static_cast<double>(shown.notBefore), static_cast<double>(now + begin), kSlack);
    EXPECT_NEAR(static_cast<double>(shown.notAfter), static_cast<double>(now + end), kSlack);
    EXPECT_NEAR(static_cast<double>(shown.shownAt), static_cast<double>(now), kSlack);
    EXPECT_EQ(shown.failedAuthority, "");
  }
}

TEST(Transport, AnAuthorityOutsideItsTimeIsNamed) {
  const CertificateAuthority ended("ended CA", -3600);
  ScriptedServer server(answering(200, "{}"), ServerTls{ended.issue({"s", {}, {"127.0.0.1"}, -3600, 3600}), {}});
  ClusterAccess access = accessTo(server.port());
  access.caPem = ended.certificatePem();
  const auto refused = Client(access).get("/");
  EXPECT_EQ(codeOf(refused), ErrorCode::TlsExpired);
  ASSERT_NE(refused.error().certificate, nullptr);
  EXPECT_EQ(refused.error().certificate->failedAuthority, "CN=ended CA");
  EXPECT_LT(refused.error().certificate->notAfter, SystemClock().wallNow()) << "the time that ended is shown";
}

TEST(Transport, CertificateForAnotherName) {
  ScriptedServer server(answering(200, "{}"),
                        ServerTls{authority().issue({"s", {"kubernetes.example"}, {"10.9.9.9"}, -3600, 3600}), {}});
  ClusterAccess access = accessTo(server.port());
  {
    Client client(access);
    for (int attempt = 0; attempt < 2; ++attempt) {  // the second one may resume the first one's session
      const auto mismatch = client.get("/");
      EXPECT_EQ(codeOf(mismatch), ErrorCode::TlsNameMismatch) << describe(mismatch.error());
      EXPECT_EQ(mismatch.error().place, "127.0.0.1") << "what was asked for";
      ASSERT_NE(mismatch.error().certificate, nullptr);
      EXPECT_EQ(mismatch.error().certificate->names, (std::vector<std::string>{"kubernetes.example", "10.9.9.9"}));
    }
  }
  access.tlsServerName = "kubernetes.example";
  const auto answer = Client(access).get("/");
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(server.requests()[0].headers.at("host"), access.server.authority()) << "the Host header stays the server's";
}

TEST(Transport, ACertificateWithACommonNameAloneIsTakenAndNoted) {
  const auto noted = [](const test::CertificateOptions& options, bool insecure) {
    ScriptedServer server(answering(200, "{}"), ServerTls{authority().issue(options), {}});
    ClusterAccess access = accessTo(server.port());
    access.tlsServerName = "kubernetes.example";
    access.insecure = insecure;
    Client client(access);
    const auto first = client.get("/1");
    const auto again = client.get("/2");  // on the same connection
    EXPECT_TRUE(first && again);
    if (!first || !again) return false;
    EXPECT_EQ(first->times.commonNameOnly, again->times.commonNameOnly);
    return again->times.commonNameOnly;
  };
  EXPECT_TRUE(noted({"kubernetes.example", {}, {}, -3600, 3600}, false));
  EXPECT_FALSE(noted({"kubernetes.example", {"kubernetes.example"}, {}, -3600, 3600}, false));
  EXPECT_FALSE(noted({"kubernetes.example", {}, {}, -3600, 3600}, true)) << "no name was checked";
}

TEST(Transport, OfManyNamesInACertificateTwentyAreKept) {
  test::CertificateOptions options;
  for (int i = 0; i < 30; ++i) options.dnsNames.push_back("n" + std::to_string(i) + ".example");
  ScriptedServer server(answering(200, "{}"), ServerTls{authority().issue(options), {}});
  const auto mismatch = Client(accessTo(server.port())).get("/");
  EXPECT_EQ(codeOf(mismatch), ErrorCode::TlsNameMismatch);
  ASSERT_NE(mismatch.error().certificate, nullptr);
  EXPECT_EQ(mismatch.error().certificate->names.size(), 20U);
  EXPECT_EQ(mismatch.error().certificate->names.back(), "n19.example");
  EXPECT_EQ(mismatch.error().certificate->moreNames, 10U);
}

TEST(Transport, ClientCertificateWantedAndRefused) {
  const CertificateAuthority clients("client CA");
  ServerTls tls = goodTls();
  tls.clientCaPem = clients.certificatePem();
  ScriptedServer server(answering(200, "{}"), tls);
  ClusterAccess access = accessTo(server.port());
  EXPECT_EQ(codeOf(Client(access).get("/")), ErrorCode::TlsClientRejected) << "none was sent";
  const auto use = [&](const test::KeyPair& pair) {
    access.clientCertificatePem = pair.certificatePem;
    access.clientKeyPem = Secret(pair.keyPem);
  };
  use(authority().issue({"stranger", {}, {}, -3600, 3600}));
  const auto stranger = Client(access).get("/");
  EXPECT_EQ(codeOf(stranger), ErrorCode::TlsClientRejected)
      << "of an unknown authority: " << describe(stranger.error());
  use(clients.issue({"late", {}, {}, -7200, -3600}));
  EXPECT_EQ(codeOf(Client(access).get("/")), ErrorCode::TlsClientRejected) << "expired";
  use(clients.issue({"admin", {}, {}, -3600, 3600}));
  EXPECT_TRUE(Client(access).get("/"));
}

TEST(Transport, EncryptedKeyIsAnErrorAndNoCrash) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  ClusterAccess access = accessTo(server.port());
  const auto pair = authority().issue({"admin", {}, {}, -3600, 3600});
  access.clientCertificatePem = pair.certificatePem;
  access.clientKeyPem = Secret(test::encryptedKey(pair.keyPem, "secret"));
  EXPECT_EQ(codeOf(Client(access).get("/")), ErrorCode::CredentialInvalid);
}

TEST(Transport, PlainServerBehindHttps) {
  ScriptedServer server(answering(200, "{}"), std::nullopt);
  EXPECT_EQ(codeOf(Client(accessTo(server.port())).get("/")), ErrorCode::TlsFailed);
}

TEST(Transport, RefusedAndUnresolved) {
  ClusterAccess access = accessTo(test::unusedPort());
  const auto refused = Client(access).get("/");
  EXPECT_EQ(codeOf(refused), ErrorCode::ConnectionRefused);
  EXPECT_EQ(refused.error().subject, access.server.authority());
  access.server.host = "no-such-host.invalid";
  const auto unresolved = Client(access).get("/");
  EXPECT_EQ(codeOf(unresolved), ErrorCode::AddressUnresolved);
  EXPECT_EQ(unresolved.error().subject, "no-such-host.invalid");
}

TEST(Transport, NoProxyFromTheEnvironment) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  ASSERT_EQ(setenv("HTTPS_PROXY", "http://127.0.0.1:1", 1), 0);
  ASSERT_EQ(setenv("ALL_PROXY", "http://127.0.0.1:1", 1), 0);
  const auto answer = Client(accessTo(server.port())).get("/");
  unsetenv("HTTPS_PROXY");
  unsetenv("ALL_PROXY");
  EXPECT_TRUE(answer) << describe(answer.error());
}

TEST(Transport, TheProxyOfTheKubeconfigIsAlwaysUsed) {
  ScriptedServer proxy(
      [](const ScriptedRequest&, ScriptedConnection& connection) {
        connection.respond(407, "", "text/plain", "Proxy-Authenticate: Basic\r\n");
        connection.close();
      },
      std::nullopt);
  ClusterAccess access = accessTo(6443);
  access.proxyUrl = "http://127.0.0.1:" + std::to_string(proxy.port());
  const auto refused = Client(access).get("/");
  EXPECT_EQ(codeOf(refused), ErrorCode::ConnectionFailed);
  EXPECT_EQ(refused.error().place, "proxy-url") << describe(refused.error());
  EXPECT_THAT(refused.error().detail, HasSubstr("407"));
  ASSERT_EQ(proxy.requests().size(), 1U);
  EXPECT_EQ(proxy.requests()[0].method, "CONNECT");
  EXPECT_EQ(proxy.requests()[0].path, "127.0.0.1:6443");
  EXPECT_EQ(proxy.requests()[0].headers.count("authorization"), 0U) << "the token is for the cluster alone";
}

TEST(Transport, RedirectsAreAnswersAndNotFollowed) {
  ScriptedServer server(
      [](const ScriptedRequest&, ScriptedConnection& connection) {
        connection.respond(302, "", "text/html", "Location: https://127.0.0.1:1/elsewhere\r\n");
      },
      goodTls());
  const auto answer = Client(accessTo(server.port())).get("/");
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->head.status, 302);
  EXPECT_EQ(*answer->head.find("location"), "https://127.0.0.1:1/elsewhere");
}

TEST(Transport, CutAnswers) {
  ScriptedServer shortened(
      [](const ScriptedRequest&, ScriptedConnection& connection) {
        connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"kind\"");
        connection.close();
      },
      goodTls());
  const auto cut = Client(accessTo(shortened.port())).get("/api/v1/pods");
  EXPECT_EQ(codeOf(cut), ErrorCode::TruncatedAnswer);
  EXPECT_EQ(cut.error().subject, "/api/v1/pods");
  EXPECT_EQ(cut.error().detail, "7");
  ScriptedServer reset(
      [](const ScriptedRequest&, ScriptedConnection& connection) {
        connection.beginChunks();
        connection.chunk("{\"kind\"");
        std::this_thread::sleep_for(50ms);  // a reset overtakes what was not read yet
        connection.close(true);
      },
      goodTls());
  EXPECT_EQ(codeOf(Client(accessTo(reset.port())).get("/")), ErrorCode::TruncatedAnswer);
  ScriptedServer silent([](const ScriptedRequest&, ScriptedConnection& connection) { connection.close(); }, goodTls());
  EXPECT_EQ(codeOf(Client(accessTo(silent.port())).get("/")), ErrorCode::ConnectionFailed);
}

TEST(Transport, HeadersThatNeverCome) {
  ScriptedServer server([](const ScriptedRequest&, ScriptedConnection& connection) { connection.waitForEnd(); },
                        goodTls());
  Client client(accessTo(server.port()));
  HttpRequest request;
  request.path = "/slow";
  request.headerTimeout = 200ms;
  const auto begin = std::chrono::steady_clock::now();
  const auto answer = client.send(request);
  EXPECT_EQ(codeOf(answer), ErrorCode::Timeout);
  EXPECT_EQ(answer.error().place, "/slow");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s) << "the time of this request, not the usual one";
}

TEST(Transport, AnswerLargerThanAllowed) {
  ScriptedServer server(answering(200, std::string(5000, ' ')), goodTls());
  Client client(accessTo(server.port()));
  HttpRequest request;
  request.path = "/big";
  request.maxBodyBytes = 1000;
  EXPECT_EQ(codeOf(client.send(request)), ErrorCode::LimitExceeded);
}

TEST(Transport, HeaderWithLineBreakIsNotSent) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  Client client(accessTo(server.port()));
  HttpRequest request;
  request.path = "/";
  request.headers = {{"X-Test", "a\r\nInjected: yes"}};
  EXPECT_EQ(codeOf(client.send(request)), ErrorCode::InvalidArgument);
  EXPECT_TRUE(server.requests().empty());
}

TEST(Transport, CancelledWithinATenthOfASecond) {
  std::atomic<int> arrived{0};
  std::atomic<int> gone{0};
  ScriptedServer server(
      [&](const ScriptedRequest&, ScriptedConnection& connection) {
        ++arrived;
        arrived.notify_all();
        connection.waitForEnd();
        ++gone;
        gone.notify_all();
      },
      goodTls());
  Client client(accessTo(server.port()));
  const auto await = [](const std::atomic<int>& count, int number) {
    for (int now = count; now < number; now = count) count.wait(now);
  };
  const auto took = test::usualTime([&](int number) {
    std::stop_source stop;
    std::atomic<std::chrono::steady_clock::time_point> asked{};
    const std::jthread stopper([&] {
      await(arrived, number);
      asked = std::chrono::steady_clock::now();
      stop.request_stop();
    });
    HttpRequest request;
    request.path = "/";
    EXPECT_EQ(codeOf(client.send(request, stop.get_token())), ErrorCode::Cancelled);
    const auto ended = std::chrono::steady_clock::now();
    await(gone, number);  // the connection is closed, too
    return ended - asked.load();
  });
  EXPECT_LT(took, 100ms);
}

TEST(Transport, GoingAwayDoesNotWaitForTheServer) {
  ScriptedServer server([](const ScriptedRequest&, ScriptedConnection& connection) { connection.waitForEnd(); },
                        goodTls());
  auto client = std::make_unique<Client>(accessTo(server.port()));
  client->loop.post([&] {
    HttpRequest request;
    request.path = "/";
    client->transport.start(request, ResponseHandler{{}, {}, [](Result<HttpResponse>) {}});
  });
  while (server.requests().empty()) std::this_thread::sleep_for(5ms);
  const auto begin = std::chrono::steady_clock::now();
  client.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s) << "of the 30 seconds that an answer may take";
}

TEST(Transport, StreamsArriveInPiecesAndLanesAreSeparate) {
  std::promise<void> firstSeen;
  ScriptedServer server(
      [&](const ScriptedRequest& request, ScriptedConnection& connection) {
        if (request.path != "/watch") return connection.respond(200, "{}");
        connection.beginChunks();
        connection.chunk("one");
        firstSeen.get_future().wait();
        connection.chunk("two");
        connection.endChunks();
      },
      goodTls());
  Client client(accessTo(server.port()));
  std::promise<std::string> ended;
  std::string got;
  int status = 0;
  client.loop.post([&] {
    HttpRequest request;
    request.path = "/watch";
    request.lane = Lane::Watch;
    request.streaming = true;
    request.totalTimeout = 0ms;
    ResponseHandler handler;
    handler.head = [&](const ResponseHead& head) { status = head.status; };
    handler.data = [&](std::string chunk) {
      if (got.empty()) firstSeen.set_value();
      got += chunk;
    };
    handler.end = [&](Result<HttpResponse> answer) { ended.set_value(answer ? got : describe(answer.error())); };
    client.transport.start(std::move(request), std::move(handler));
  });
  EXPECT_EQ(ended.get_future().get(), "onetwo");
  EXPECT_EQ(status, 200);
  ASSERT_TRUE(client.get("/other"));
  const auto seen = server.requests();
  EXPECT_NE(seen[0].connection, seen[1].connection) << "a watch never shares the connection of a write";
}

TEST(Transport, DroppedConnectionsAreNotUsedAgain) {
  ScriptedServer server(answering(200, "{}"), goodTls());
  Client client(accessTo(server.port()));
  ASSERT_TRUE(client.get("/1"));
  client.loop.post([&] { client.transport.dropConnections(Lane::Interactive); });
  ASSERT_TRUE(client.get("/2"));
  EXPECT_NE(server.requests()[0].connection, server.requests()[1].connection);
}

TEST(Transport, TokenFileIsReadAgainWhenAsked) {
  const test::TemporaryFolder folder;
  ScriptedServer server(answering(200, "{}"), goodTls());
  ClusterAccess access = accessTo(server.port());
  access.tokenFile = folder.write("token", "second\n");
  Client client(access);
  ASSERT_TRUE(client.get("/1"));
  std::promise<bool> changed;
  client.loop.post([&] { changed.set_value(client.transport.renewCredentials()); });
  EXPECT_TRUE(changed.get_future().get());
  ASSERT_TRUE(client.get("/2"));
  folder.write("token", "half written \x01 token");
  std::promise<bool> kept;
  client.loop.post([&] { kept.set_value(client.transport.renewCredentials()); });
  EXPECT_FALSE(kept.get_future().get());
  ASSERT_TRUE(client.get("/3"));
  EXPECT_EQ(server.requests()[0].headers.at("authorization"), "Bearer sesame");
  EXPECT_EQ(server.requests()[1].headers.at("authorization"), "Bearer second");
  EXPECT_EQ(server.requests()[2].headers.at("authorization"), "Bearer second") << "the last good token stays";
}

}  // namespace
}  // namespace cardinal
