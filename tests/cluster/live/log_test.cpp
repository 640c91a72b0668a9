// SPDX-License-Identifier: Apache-2.0
// Logs through the real API server, from a kubelet that is played here: the server asks it over TLS as it would a real
// one.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "core/service/read/log_lines.h"
#include "core/service/read/log_reader.h"
#include "core/service/writes/object_writer.h"
#include "tests/cluster/live/fault_support.h"
#include "tests/support/net/certificates.h"
#include "tests/support/net/scripted_server.h"

namespace cardinal::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A node whose kubelet is `server`, with a pod that runs there.
class Logs : public ::testing::Test {
 protected:
  Logs()
      : m_kubelet([this](const ScriptedRequest& request, ScriptedConnection& to) { answer(request, to); }, identity()) {
    EXPECT_TRUE(m_live.seen.waitForPhase(ConnectionPhase::Live));
    m_admin.createPod(m_ns.name, "talks");
    const std::string status =
        R"({"status":{"addresses":[{"type":"ExternalDNS","address":"127.0.0.1"}],)"
        R"("conditions":[{"type":"Ready","status":"True"}],"daemonEndpoints":{"kubeletEndpoint":{"Port":)" +
        std::to_string(m_kubelet.port()) + "}}}}";
    EXPECT_EQ(m_admin.send("PATCH", "/api/v1/nodes/" + m_node.name + "/status", status, "application/merge-patch+json"),
              200);
    const auto bound = m_live.source->writer().binder->bind({key(), {}, m_node.name, {}}, false, {});
    EXPECT_TRUE(bound) << (bound ? "" : describe(bound.error()));
  }

  ObjectKey key() const { return {m_ns.name, "talks"}; }
  static ServerTls identity() {
    const CertificateAuthority authority("kubelet");
    CertificateOptions options;
    options.ipAddresses = {"127.0.0.1"};
    return {authority.issue(options), {}};
  }

  void answer(const ScriptedRequest& request, ScriptedConnection& to) {
    if (request.query.find("previous=true") != std::string::npos) {
      return to.respond(400, "previous terminated container \"c\" in pod \"talks\" not found\n", "text/plain");
    }
    to.beginChunks(200, "text/plain");
    to.chunk("first\nsec");
    to.chunk("ond\n");
    if (request.query.find("follow=true") == std::string::npos) return to.endChunks();
    while (!m_more) std::this_thread::sleep_for(5ms);
    to.chunk("later\n");
    if (m_breaks) return to.close(true);
    to.waitForEnd();
  }

  Result<void> read(LogQuestion question, const std::stop_token& stop = {}) {
    question.pod = key();
    return m_live.source->logReader()->read(
        question,
        [this](std::string_view bytes) {
          const std::lock_guard lock(m_mutex);
          m_lines.feed(bytes);
          for (std::string& line : m_lines.take()) m_seen.push_back(std::move(line));
          m_changed.notify_all();
        },
        stop);
  }
  bool waitForLines(std::size_t count) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, kTimeout, [&] { return m_seen.size() >= count; });
  }

  Operator m_admin{accessFrom("admin")};
  Namespace m_ns{m_admin};
  Node m_node{m_admin};
  Live m_live{accessFrom("admin")};  ///< directly: the proxy of the faults hands streams on in larger pieces
  std::atomic<bool> m_more{false};
  std::atomic<bool> m_breaks{false};
  std::mutex m_mutex;
  std::condition_variable m_changed;
  LogLines m_lines;
  std::vector<std::string> m_seen;
  ScriptedServer m_kubelet;  ///< last: its threads end before what they use
};

TEST_F(Logs, ComeThroughTheServerWithWhatWasAsked) {
  LogQuestion question;
  question.container = "c";
  question.timestamps = true;
  question.tailLines = 12;
  const auto done = read(question);
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_THAT(m_seen, ElementsAre("first", "second"));
  const auto asked = m_kubelet.requests();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_THAT(asked[0].path, HasSubstr("/containerLogs/" + key().ns + "/talks/"));
  EXPECT_THAT(asked[0].query, HasSubstr("tailLines=12"));
  EXPECT_THAT(asked[0].query, HasSubstr("timestamps=true"));
}

TEST_F(Logs, AreFollowedUntilSomebodyStopsIt) {
  std::stop_source stop;
  LogQuestion question;
  question.follow = true;
  std::optional<Result<void>> done;
  std::thread reader([&] { done = read(question, stop.get_token()); });
  EXPECT_TRUE(waitForLines(2)) << "what stands comes at once";
  m_more = true;
  EXPECT_TRUE(waitForLines(3)) << "and what is written later";
  stop.request_stop();
  reader.join();
  ASSERT_TRUE(done && !*done);
  EXPECT_EQ(done->error().code, ErrorCode::Cancelled);
  EXPECT_THAT(m_seen, ElementsAre("first", "second", "later"));
}

// Server 1.20 ends its own answer in order then: that the log broke off cannot be known from it.
TEST_F(Logs, AKubeletThatIsGoneEndsTheStreamAndWhatCameStays) {
  m_more = true;
  m_breaks = true;
  LogQuestion question;
  question.follow = true;
  static_cast<void>(read(question));
  EXPECT_THAT(m_seen, ElementsAre("first", "second", "later"));
}

TEST_F(Logs, RefusalsComeInTheKubeletsWords) {
  LogQuestion question;
  question.previous = true;
  const auto none = read(question);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().detail, HasSubstr("previous terminated container"));
  question = {};
  question.container = "nobody";
  const auto unknown = read(question);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().detail, HasSubstr("container nobody is not valid for pod talks"));
  EXPECT_THAT(m_seen, ::testing::IsEmpty());
}

}  // namespace
}  // namespace cardinal::test
