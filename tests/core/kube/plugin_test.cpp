// SPDX-License-Identifier: Apache-2.0
// Credential plugins: real child processes, no sockets.
#include "core/kube/plugin/credential_plugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

#include "tests/support/net/certificates.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kV1 = "client.authentication.k8s.io/v1";

/// A wall clock that a test sets.
class WallClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override {
    return std::chrono::steady_clock::time_point(std::chrono::seconds(wall.load()));
  }
  UnixSeconds wallNow() const override { return wall; }
  std::atomic<UnixSeconds> wall{1'700'000'000};
};

std::string credential(const std::string& status) {
  return R"({"kind":"ExecCredential","apiVersion":")" + std::string(kV1) + R"(","status":)" + status + "}";
}

class Plugin : public ::testing::Test {
 protected:
  /// A program of this text; every start of it adds a line to the file `starts`.
  ClusterAccess accessOf(const std::string& script) {
    const std::string path =
        m_folder.write("plugin", "#!/bin/sh\necho x >> '" + (m_folder.path() / "starts").string() + "'\n" + script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    ClusterAccess access;
    access.user = "u";
    access.file = "/k/config";
    access.server.host = "h";
    access.server.port = 6443;
    access.exec = ExecConfig{path, {}, {}, kV1, "", false, InteractiveMode::Never};
    return access;
  }
  static CredentialPlugin::Answer obtain(CredentialPlugin& plugin) {
    std::promise<CredentialPlugin::Answer> promise;
    auto answer = promise.get_future();
    plugin.obtain([&promise](const CredentialPlugin::Answer& given) { promise.set_value(given); });
    return answer.get();
  }
  std::string failureOf(const std::string& script) {
    CredentialPlugin plugin(accessOf(script), m_clock);
    const auto answer = obtain(plugin);
    if (answer) return "accepted";
    EXPECT_EQ(answer.error().code, ErrorCode::PluginFailed) << describe(answer.error());
    EXPECT_EQ(answer.error().place, "users[u].exec (/k/config)");
    return answer.error().detail;
  }
  /// Who waits for one that does not go by itself waits so long that it cannot be taken for a busy machine.
  static CredentialPlugin::Times patient() {
    CredentialPlugin::Times times;
    times.grace = 120s;
    return times;
  }
  static std::string print(const std::string& text) { return "cat <<'END'\n" + text + "\nEND\n"; }

  TemporaryFolder m_folder;
  WallClock m_clock;
};

TEST_F(Plugin, GivesATokenAndIsNotRunAgainWhileItIsGood) {
  CredentialPlugin plugin(accessOf(print(credential(R"({"token":"secret-1"})"))), m_clock);
  const auto answer = obtain(plugin);
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ((*answer)->token.reveal(), "secret-1");
  EXPECT_EQ((*answer)->expires, 0) << "not given: good until it is refused";
  EXPECT_EQ(obtain(plugin).value(), *answer);
  EXPECT_EQ(plugin.runs(), 1U);
}

TEST_F(Plugin, YamlIsAcceptedAsWell) {
  CredentialPlugin plugin(
      accessOf(print("kind: ExecCredential\napiVersion: " + std::string(kV1) + "\nstatus:\n  token: abc")), m_clock);
  EXPECT_EQ((*obtain(plugin))->token.reveal(), "abc");
}

TEST_F(Plugin, ExpiresEarlyAndRunsAgain) {
  // Good until 60 s from now; 30 s before that it counts as expired.
  CredentialPlugin plugin(accessOf(print(credential(R"({"token":"t","expirationTimestamp":"2023-11-14T22:14:20Z"})"))),
                          m_clock);
  ASSERT_TRUE(obtain(plugin));
  m_clock.wall += 29;
  EXPECT_NE(plugin.current(), nullptr);
  m_clock.wall += 2;
  EXPECT_EQ(plugin.current(), nullptr);
}

TEST_F(Plugin, AShortLifeIsUsedByHalf) {
  CredentialPlugin plugin(accessOf(print(credential(R"({"token":"t","expirationTimestamp":"2023-11-14T22:13:40Z"})"))),
                          m_clock);
  ASSERT_TRUE(obtain(plugin)) << "a credential of 20 s must be of use at all";
  m_clock.wall += 9;
  EXPECT_NE(plugin.current(), nullptr);
  m_clock.wall += 2;
  EXPECT_EQ(plugin.current(), nullptr);
}

TEST_F(Plugin, ARefusedCredentialIsNotUsedAgain) {
  CredentialPlugin plugin(accessOf(print(credential(R"({"token":"t"})"))), m_clock);
  const auto first = obtain(plugin);
  plugin.reject((*first)->generation);
  EXPECT_EQ(plugin.current(), nullptr);
  const auto second = obtain(plugin);
  EXPECT_GT((*second)->generation, (*first)->generation);
  EXPECT_EQ(plugin.runs(), 2U);
}

TEST_F(Plugin, OneRunForAllWhoWait) {
  CredentialPlugin plugin(accessOf("sleep 0.2\n" + print(credential(R"({"token":"t"})"))), m_clock);
  std::vector<std::promise<CredentialPlugin::Answer>> promises(8);
  for (auto& promise : promises)
    plugin.obtain([&promise](const CredentialPlugin::Answer& answer) { promise.set_value(answer); });
  for (auto& promise : promises) EXPECT_TRUE(promise.get_future().get());
  EXPECT_EQ(plugin.runs(), 1U);
}

TEST_F(Plugin, EachFailureSaysWhatIsWrong) {
  EXPECT_THAT(failureOf("echo 'please run: login' >&2; exit 3"),
              HasSubstr("it ended with exit code 3: please run: login"));
  EXPECT_THAT(failureOf("kill -9 $$"), HasSubstr("signal 9"));
  EXPECT_THAT(failureOf("exit 0"), HasSubstr("0 bytes"));
  EXPECT_THAT(failureOf(print("secret-garbage")), HasSubstr("did not print an ExecCredential"));
  EXPECT_THAT(failureOf(print("{\"kind\":")), HasSubstr("did not print an ExecCredential"));
  EXPECT_THAT(failureOf(print(R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1alpha1"})")),
              HasSubstr("v1alpha1"));
  EXPECT_THAT(failureOf(print(R"({"kind":"Pod","apiVersion":"v1"})")), HasSubstr("\"Pod\""));
  EXPECT_THAT(failureOf(print(credential("null"))), HasSubstr("no status"));
  EXPECT_THAT(failureOf(print(credential("{}"))), HasSubstr("neither status.token"));
  EXPECT_THAT(failureOf(print(credential(R"({"token":"a b"})"))), HasSubstr("unprintable"));
  EXPECT_THAT(failureOf(print(credential(R"({"clientKeyData":"x"})"))), HasSubstr("clientCertificateData is missing"));
  EXPECT_THAT(failureOf(print(credential(R"({"clientCertificateData":"x"})"))), HasSubstr("clientKeyData is missing"));
  EXPECT_THAT(failureOf(print(credential(R"({"clientCertificateData":"x","clientKeyData":"y"})"))),
              HasSubstr("clientCertificateData: no certificate"));
  EXPECT_THAT(failureOf(print(credential(R"({"token":"t","expirationTimestamp":"undefined"})"))),
              HasSubstr("not a time"));
  EXPECT_THAT(failureOf(print(credential(R"({"token":"t","expirationTimestamp":"2001-01-01T00:00:00Z"})"))),
              HasSubstr("expired"));
}

TEST_F(Plugin, WhatItPrintedIsNeverQuoted) {
  EXPECT_THAT(failureOf(print("my-secret-token")), Not(HasSubstr("secret")));
  EXPECT_THAT(failureOf(print(credential(R"({"token":"my secret token"})"))), Not(HasSubstr("secret")));
  EXPECT_THAT(failureOf(print("kind: my secret\napiVersion: my secret")), Not(HasSubstr("secret")));
}

TEST_F(Plugin, OutputIsLimited) {
  EXPECT_THAT(failureOf("trap '' TERM; head -c 2000000 /dev/zero; sleep 60 & wait"), HasSubstr("more than 1 MiB"));
}

TEST_F(Plugin, OfStandardErrorTheEndIsShown) {
  const std::string words = failureOf("head -c 200000 /dev/zero | tr '\\0' a >&2; echo last-words >&2; exit 1");
  EXPECT_THAT(words, HasSubstr("last-words"));
  EXPECT_LT(words.size(), 5000U);
}

TEST_F(Plugin, OneThatHangsIsReportedThenEndedWithItsChildren) {
  CredentialPlugin::Times times;
  times.late = 50ms;
  times.timeout = 5s;  // long enough for a busy machine to have started the child
  times.grace = 200ms;
  const std::string child = (m_folder.path() / "child").string();
  // Neither the plugin nor its child goes by itself.
  CredentialPlugin plugin(
      accessOf("trap '' TERM\n(trap '' TERM; sleep 300) & echo $! > '" + child + "'\nwait; sleep 300"), m_clock, times);
  std::mutex mutex;
  std::vector<bool> reported;
  plugin.setLateListener([&](bool late) {
    const std::lock_guard lock(mutex);
    reported.push_back(late);
  });
  const auto answer = obtain(plugin);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().detail, HasSubstr("did not end within"));
  const std::lock_guard lock(mutex);
  EXPECT_EQ(reported, (std::vector<bool>{true, false}));
  std::ifstream file(child);
  pid_t pid = 0;
  file >> pid;
  ASSERT_GT(pid, 0);
  bool gone = false;
  for (int i = 0; i < 1500 && !gone; ++i) {
    gone = kill(pid, 0) != 0;
    if (!gone) std::this_thread::sleep_for(20ms);
  }
  EXPECT_TRUE(gone) << "the child of a plugin was left behind";
}

TEST_F(Plugin, CancelEndsTheRun) {
  CredentialPlugin plugin(accessOf("sleep 300"), m_clock, patient());
  std::promise<CredentialPlugin::Answer> promise;
  plugin.obtain([&promise](const CredentialPlugin::Answer& answer) { promise.set_value(answer); });
  while (plugin.runs() == 0) std::this_thread::sleep_for(5ms);
  const auto begin = std::chrono::steady_clock::now();
  plugin.cancel();
  const auto answer = promise.get_future().get();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

TEST_F(Plugin, GoingAwayDoesNotWaitForIt) {
  auto plugin =
      std::make_unique<CredentialPlugin>(accessOf("trap '' TERM; sleep 300 & wait; sleep 300"), m_clock, patient());
  plugin->obtain([](const CredentialPlugin::Answer&) {});
  while (plugin->runs() == 0) std::this_thread::sleep_for(5ms);
  const auto begin = std::chrono::steady_clock::now();
  plugin.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

TEST_F(Plugin, AFailureAnswersForFiveMinutes) {
  CredentialPlugin plugin(accessOf("exit 1"), m_clock);
  EXPECT_FALSE(obtain(plugin));
  EXPECT_FALSE(obtain(plugin));
  EXPECT_EQ(plugin.runs(), 1U) << "no loop around a broken plugin";
  m_clock.wall += 301;
  EXPECT_FALSE(obtain(plugin));
  EXPECT_EQ(plugin.runs(), 2U);
  plugin.forgetFailure();
  EXPECT_FALSE(obtain(plugin));
  EXPECT_EQ(plugin.runs(), 3U) << "a click runs it at once";
}

TEST_F(Plugin, NotFoundNamesThePathAndTheHint) {
  ClusterAccess access = accessOf("");
  access.exec->command = "no-such-plugin-of-cardinal";
  access.exec->installHint = "get it from the shelf";
  CredentialPlugin plugin(access, m_clock);
  const auto answer = obtain(plugin);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::PluginMissing);
  EXPECT_EQ(answer.error().subject, "no-such-plugin-of-cardinal");
  EXPECT_THAT(answer.error().place, HasSubstr("/bin"));
  EXPECT_EQ(answer.error().detail, "get it from the shelf");
}

TEST_F(Plugin, FoundAsSoonAsItIsInstalled) {
  ClusterAccess access = accessOf(print(credential(R"({"token":"t"})")));
  const std::string real = access.exec->command;
  access.exec->command = (m_folder.path() / "later").string();
  CredentialPlugin plugin(access, m_clock);
  EXPECT_EQ(obtain(plugin).error().code, ErrorCode::PluginMissing);
  std::filesystem::copy_file(real, access.exec->command);
  EXPECT_TRUE(obtain(plugin));
}

TEST_F(Plugin, NotExecutableIsSaid) {
  ClusterAccess access = accessOf("");
  access.exec->command = m_folder.write("plain", "no program");
  CredentialPlugin plugin(access, m_clock);
  EXPECT_THAT(obtain(plugin).error().detail, HasSubstr("not an executable file"));
}

TEST_F(Plugin, ArgumentsAndEnvironmentArriveAsTheyAre) {
  const std::string out = (m_folder.path() / "seen").string();
  ClusterAccess access = accessOf(
      "{ printf '%s|' \"$@\"; printf '%s|' \"$COLOUR\" \"$HOME\"; printf '%s' "
      "\"$KUBERNETES_EXEC_INFO\"; } > '" +
      out + "'; read x || echo no-input >> '" + out + "'\n" + print(credential(R"({"token":"t"})")));
  access.exec->args = {"two words", "$(touch /tmp/never)", "; rm -rf x", ""};
  access.exec->env = {{"COLOUR", "a b"}, {"HOME", "/else"}};
  CredentialPlugin plugin(access, m_clock);
  ASSERT_TRUE(obtain(plugin));
  std::ifstream file(out);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text,
            "two words|$(touch /tmp/never)|; rm -rf x||a b|/else|"
            R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}})"
            "no-input\n");
}

TEST(ExecInfo, TellsOfTheClusterOnlyWhenWanted) {
  ClusterAccess access;
  access.server = ServerUrl{true, "h", 6443, ""};
  access.tlsServerName = "n";
  access.caPem = "PEM";
  access.proxyUrl = "http://p:3128";
  access.disableCompression = true;
  access.execExtension = R"({"audience":"x","n":1})";
  ExecConfig config{"c", {}, {}, "client.authentication.k8s.io/v1beta1", "", false, InteractiveMode::Never};
  EXPECT_EQ(
      execInfo(config, access),
      R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":false}})");
  config.provideClusterInfo = true;
  EXPECT_EQ(
      execInfo(config, access),
      R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":false,)"
      R"("cluster":{"server":"https://h:6443","tls-server-name":"n","certificate-authority-data":"UEVN",)"
      R"("proxy-url":"http://p:3128","disable-compression":true,"config":{"audience":"x","n":1}}}})");
}

TEST(ExecCredential, ACertificateMustFitItsKey) {
  const test::CertificateAuthority authority;
  const auto one = authority.issue({"one", {}, {}, -3600, 3600});
  const auto other = authority.issue({"other", {}, {}, -3600, 3600});
  const ExecConfig config{"c", {}, {}, kV1, "", false, InteractiveMode::Never};
  const auto printed = [](const std::string& certificate, const std::string& key) {
    std::string out =
        "kind: ExecCredential\napiVersion: " + std::string(kV1) + "\nstatus:\n  clientCertificateData: |\n";
    const auto indented = [](const std::string& text) {
      std::string lines = "    ";
      for (const char c : text) lines += c == '\n' ? std::string("\n    ") : std::string(1, c);
      return lines;
    };
    return out + indented(certificate) + "\n  clientKeyData: |\n" + indented(key) + "\n";
  };
  EXPECT_TRUE(parseExecCredential(config, printed(one.certificatePem, one.keyPem), 1));
  const auto wrong = parseExecCredential(config, printed(one.certificatePem, other.keyPem), 1);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().detail, HasSubstr("does not belong"));
}

TEST(FindProgram, PathIsSearchedInOrderAndNeverTheWorkingFolder) {
  const TemporaryFolder folder;
  const std::string tool = folder.write("b/tool", "#!/bin/sh\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  folder.write("a/tool", "not executable");
  const std::string path = (folder.path() / "a").string() + ":" + (folder.path() / "b").string();
  EXPECT_EQ(findProgram("tool", path), tool);
  EXPECT_EQ(findProgram("tool", ":.:relative"), "");
  EXPECT_EQ(findProgram(tool, ""), tool);
  EXPECT_EQ(findProgram("", path), "");
}

TEST(Plugins, EqualEntriesShareOneCredential) {
  const WallClock clock;
  CredentialPlugins plugins;
  ClusterAccess access;
  access.server.host = "h";
  access.exec = ExecConfig{"c", {"a"}, {}, kV1, "", false, InteractiveMode::Never};
  ClusterAccess same = access;
  same.context = "another name";
  ClusterAccess other = access;
  other.exec->args = {"b"};
  ClusterAccess elsewhere = access;
  elsewhere.server.host = "i";
  const auto plugin = plugins.of(access, clock);
  EXPECT_EQ(plugins.of(same, clock), plugin);
  EXPECT_NE(plugins.of(other, clock), plugin);
  EXPECT_NE(plugins.of(elsewhere, clock), plugin);
}

}  // namespace
}  // namespace cardinal
