// SPDX-License-Identifier: Apache-2.0
#include "core/kube/kubeconfig/kubeconfig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/kube/kubeconfig/pem/base64.h"
#include "core/kube/kubeconfig/pem/pem.h"
#include "core/kube/kubeconfig/read_file.h"
#include "tests/support/net/certificates.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using test::CertificateAuthority;
using test::CertificateOptions;
using test::KeyPair;
using test::TemporaryFolder;
using ::testing::HasSubstr;

UnixSeconds now() {
  return SystemClock().wallNow();
}

/// Certificates are made once: keys cost time and every test may share them.
const CertificateAuthority& authority() {
  static const CertificateAuthority kAuthority;
  return kAuthority;
}
const KeyPair& admin() {
  static const KeyPair kAdmin = authority().issue({"admin", {}, {}, -3600, 3600});
  return kAdmin;
}

struct Parts {
  std::string cluster = "server: https://127.0.0.1:6443";
  std::string user = "token: abc";
  std::string context = "cluster: c, user: u";
  std::string more;
};

std::string config(const Parts& parts) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- name: c\n  cluster: {" + parts.cluster +
         "}\nusers:\n- name: u\n  user: {" + parts.user + "}\ncontexts:\n- name: x\n  context: {" + parts.context +
         "}\n" + parts.more;
}

Result<ClusterAccess> resolved(const Parts& parts, const std::string& file = "/k/config") {
  auto parsed = parseKubeconfig(config(parts), file);
  if (!parsed) return unexpected(parsed.error());
  return parsed->resolve(std::nullopt, now());
}

void expectRefused(const Parts& parts, ErrorCode code, const std::string& subject, const std::string& detail) {
  const auto access = resolved(parts);
  ASSERT_FALSE(access) << "accepted; expected " << subject;
  EXPECT_EQ(access.error().code, code) << describe(access.error());
  EXPECT_EQ(access.error().subject, subject);
  EXPECT_THAT(access.error().detail, HasSubstr(detail));
  EXPECT_THAT(access.error().place, HasSubstr("/k/config"));
}

TEST(KubeconfigAccess, TokenAndServer) {
  const auto access = resolved(
      {"server: https://h.example:6443/k8s/clusters/c-1/", "token: 12345", "cluster: c, user: u, namespace: team", ""});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->context, "x");
  EXPECT_EQ(access->cluster, "c");
  EXPECT_EQ(access->user, "u");
  EXPECT_EQ(access->server.text(), "https://h.example:6443/k8s/clusters/c-1");
  EXPECT_EQ(access->token.reveal(), "12345") << "a number to YAML is still a token";
  EXPECT_EQ(access->ns, "team");
  EXPECT_TRUE(access->caPem.empty());
}

TEST(KubeconfigAccess, NamespaceDefaultsToDefault) {
  EXPECT_EQ(resolved({})->ns, "default");
}

TEST(KubeconfigAccess, CertificatesFromData) {
  const std::string ca = encodeBase64(authority().certificatePem());
  const auto access = resolved({"server: 'https://127.0.0.1:1', certificate-authority-data: " + ca,
                                "client-certificate-data: " + encodeBase64(admin().certificatePem) +
                                    ", client-key-data: " + encodeBase64(admin().keyPem),
                                "cluster: c, user: u", ""});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->caPem, authority().certificatePem());
  EXPECT_EQ(access->clientCertificatePem, admin().certificatePem);
  EXPECT_EQ(access->clientKeyPem.reveal(), admin().keyPem);
}

TEST(KubeconfigAccess, FilesAreRelativeToTheKubeconfig) {
  const TemporaryFolder folder;
  folder.write("pki/ca.crt", "some text in front\n" + authority().certificatePem());
  folder.write("pki/admin.crt", admin().certificatePem);
  folder.write("pki/admin.key", admin().keyPem);
  folder.write("token", "  secret-token\n");
  const std::string file = folder.write(
      "config",
      config({"server: 'https://127.0.0.1:1', certificate-authority: pki/ca.crt",
              "client-certificate: ./pki/admin.crt, client-key: pki/admin.key, tokenFile: token, token: ignored",
              "cluster: c, user: u", ""}));
  const auto loaded = loadKubeconfig(file, Environment{});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const auto access = loaded->resolve(std::nullopt, now());
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->caPem, authority().certificatePem());
  EXPECT_EQ(access->clientKeyPem.reveal(), admin().keyPem);
  EXPECT_EQ(access->token.reveal(), "secret-token") << "the file wins over the token in the text";
  EXPECT_EQ(access->tokenFile, (folder.path() / "token").string());
}

TEST(KubeconfigAccess, OneOfSeveralContexts) {
  const auto parsed = parseKubeconfig(config({"server: https://a", "token: t", "cluster: c, user: u",
                                              "- name: y\n  context: {cluster: c, user: u, namespace: other}\n"}),
                                      "/k/config");
  ASSERT_TRUE(parsed) << describe(parsed.error());
  EXPECT_EQ(parsed->contexts.size(), 2U);
  EXPECT_EQ(parsed->resolve("y", now())->ns, "other");
  EXPECT_EQ(parsed->resolve(std::nullopt, now())->ns, "default");
}

TEST(KubeconfigAccess, JsonIsYaml) {
  const auto parsed = parseKubeconfig(
      R"({"kind":"Config","current-context":"x","clusters":[{"name":"c","cluster":{"server":"https://[::1]:6443"}}],
   "users":[{"name":"u","user":{"username":"joe","password":"pw"}}],"contexts":[{"name":"x","context":{"cluster":"c","user":"u"}}]})",
      "/k/config");
  ASSERT_TRUE(parsed) << describe(parsed.error());
  const auto access = parsed->resolve(std::nullopt, now());
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->server.host, "::1");
  EXPECT_EQ(access->server.authority(), "[::1]:6443");
  EXPECT_EQ(access->username, "joe");
  EXPECT_EQ(access->password.reveal(), "pw");
}

TEST(KubeconfigRefused, EachBrokenOneNamesItsField) {
  const std::string pem = encodeBase64(authority().certificatePem());
  const std::string key = encodeBase64(admin().keyPem);
  const std::string certificate = encodeBase64(admin().certificatePem);
  const std::string use = "cluster: c, user: u";
  const std::string token = "token: t";
  using Code = ErrorCode;
  expectRefused({"", token, use, ""}, Code::KubeconfigInvalid, "clusters[c].server", "no server");
  expectRefused({"server: 127.0.0.1:6443", token, use, ""}, Code::KubeconfigInvalid, "clusters[c].server", "https://");
  expectRefused({"server: ftp://h", token, use, ""}, Code::KubeconfigInvalid, "clusters[c].server", "neither");
  expectRefused({"server: http://h", token, use, ""}, Code::KubeconfigInvalid, "users[u].*", "without TLS");
  expectRefused({"server: https://h, certificate-authority-data: '!!!!'", token, use, ""}, Code::KubeconfigInvalid,
                "clusters[c].certificate-authority-data", "byte 0");
  expectRefused({"server: https://h, certificate-authority-data: " + encodeBase64("hello"), token, use, ""},
                Code::CredentialInvalid, "clusters[c].certificate-authority-data", "no certificate");
  expectRefused(
      {"server: https://h, certificate-authority-data: " + pem + ", certificate-authority: ca", token, use, ""},
      Code::KubeconfigInvalid, "clusters[c].certificate-authority", "twice");
  expectRefused(
      {"server: https://h, insecure-skip-tls-verify: true, certificate-authority-data: " + pem, token, use, ""},
      Code::KubeconfigInvalid, "clusters[c].insecure-skip-tls-verify", "certificate authority");
  expectRefused({"server: https://h, insecure-skip-tls-verify: maybe", token, use, ""}, Code::KubeconfigInvalid,
                "clusters[c].insecure-skip-tls-verify", "neither");
  expectRefused({"server: https://h, proxy-url: 'ftp://p'", token, use, ""}, Code::KubeconfigInvalid,
                "clusters[c].proxy-url", "scheme");
  expectRefused({"server: https://h", "client-certificate-data: " + certificate, use, ""}, Code::KubeconfigInvalid,
                "users[u].client-key", "without its key");
  expectRefused({"server: https://h", "client-key-data: " + key, use, ""}, Code::KubeconfigInvalid,
                "users[u].client-certificate", "without its certificate");
  expectRefused({"server: https://h",
                 "client-certificate-data: " + certificate + ", client-key-data: " + encodeBase64("hello"), use, ""},
                Code::CredentialInvalid, "users[u].client-key-data", "no private key");
  expectRefused({"server: https://h", "client-certificate-data: " + pem + ", client-key-data: " + key, use, ""},
                Code::CredentialInvalid, "users[u].client-key-data", "does not belong");
  expectRefused({"server: https://h",
                 "client-certificate-data: " + certificate +
                     ", client-key-data: " + encodeBase64(test::encryptedKey(admin().keyPem, "pw")),
                 use, ""},
                Code::CredentialInvalid, "users[u].client-key-data", "passphrase");
  expectRefused({"server: https://h", "token: t, username: joe", use, ""}, Code::KubeconfigInvalid, "users[u].username",
                "token");
  expectRefused({"server: https://h", "token: \"a\\nb\"", use, ""}, Code::CredentialInvalid, "users[u].token",
                "unprintable");
  const std::string v1 = "apiVersion: client.authentication.k8s.io/v1";
  expectRefused({"server: https://h", "exec: {interactiveMode: Never, " + v1 + "}", use, ""}, Code::KubeconfigInvalid,
                "users[u].exec.command", "no command");
  expectRefused(
      {"server: https://h", "exec: {command: aws, apiVersion: client.authentication.k8s.io/v1alpha1}", use, ""},
      Code::KubeconfigInvalid, "users[u].exec.apiVersion", "v1beta1");
  expectRefused({"server: https://h", "exec: {command: aws, interactiveMode: Always, " + v1 + "}", use, ""},
                Code::KubeconfigInvalid, "users[u].exec.interactiveMode", "log in outside");
  expectRefused({"server: https://h", "exec: {command: aws, " + v1 + "}", use, ""}, Code::KubeconfigInvalid,
                "users[u].exec.interactiveMode", "Never, IfAvailable, Always");
  expectRefused({"server: http://h", "exec: {command: aws, interactiveMode: Never, " + v1 + "}", use, ""},
                Code::KubeconfigInvalid, "users[u].*", "without TLS");
  expectRefused({"server: https://h", "auth-provider: {name: gcp}", use, ""}, Code::Unsupported,
                "users[u].auth-provider", "gke-gcloud-auth-plugin");
  expectRefused({"server: https://h", "auth-provider: {name: azure}", use, ""}, Code::Unsupported,
                "users[u].auth-provider", "kubelogin");
  expectRefused({"server: https://h", "auth-provider: {name: oidc, config: {client-id: x}}", use, ""},
                Code::Unsupported, "users[u].auth-provider", "kubelogin");
  expectRefused({"server: https://h", "token: t, as-groups: [a]", use, ""}, Code::KubeconfigInvalid, "users[u].as",
                "without as");
  expectRefused({"server: https://h", "token: t, as: \"a\\nb\"", use, ""}, Code::KubeconfigInvalid, "users[u].as",
                "line break");
  expectRefused({"server: https://h", token, "cluster: gone, user: u", ""}, Code::KubeconfigInvalid,
                "contexts[x].cluster", "gone is not defined");
  expectRefused({"server: https://h", token, "cluster: c, user: gone", ""}, Code::UserMissing, "contexts[x].user",
                "gone is not defined");
  expectRefused({"server: https://h", token, "cluster: c", ""}, Code::UserMissing, "contexts[x].user", "no user");
  expectRefused({"server: https://h", token, use + ", namespace: Bad_Name", ""}, Code::KubeconfigInvalid,
                "contexts[x].namespace", "Bad_Name");
}

TEST(KubeconfigAccess, AnonymousOnlyWhereThereIsNoUserAndOnlyWhenAskedFor) {
  const auto asked = [](const Parts& parts) {
    return parseKubeconfig(config(parts), "/k/config")->resolve(std::nullopt, now(), {}, WithoutUser::Anonymous);
  };
  for (const char* const context : {"cluster: c", "cluster: c, user: ''", "cluster: c, user: gone"}) {
    const auto access = asked({"server: https://h", "token: t", context, ""});
    ASSERT_TRUE(access) << context << ": " << describe(access.error());
    EXPECT_EQ(access->user, "system:anonymous");
    EXPECT_TRUE(access->token.empty() && access->username.empty() && access->clientCertificatePem.empty() &&
                !access->exec);
  }
  // A user who is there stays who they are, and is never left out because the credential is broken.
  for (const char* const user : {"token: t", "tokenFile: nowhere", "client-key-data: '****'", "exec: {command: aws}"}) {
    const auto access = asked({"server: https://h", user, "cluster: c, user: u", ""});
    ASSERT_FALSE(access) << user;
    EXPECT_EQ(access.error().code, ErrorCode::UserDefined) << user;
    EXPECT_EQ(access.error().subject, "u");
  }
  const auto broken = asked({"server: ftp://h", "token: t", "cluster: c", ""});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::KubeconfigInvalid) << "everything else is checked as ever";
}

TEST(KubeconfigAccess, ExecBesideATokenIsNotRun) {
  const auto access =
      resolved({"server: https://h", "token: t, exec: {command: aws, apiVersion: v}", "cluster: c, user: u", ""});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_FALSE(access->exec);
}

TEST(KubeconfigAccess, ExecWithEveryField) {
  const auto access =
      resolved({"server: https://h, extensions: [{name: other, extension: 1}, {name: "
                "client.authentication.k8s.io/exec, extension: "
                "{audience: x, n: 3, on: true, text: '3', words: [inf, nan, -infinity, .inf], real: 1.5}}]",
                "exec: {command: ./bin/aws, args: [a, 1], env: [{name: A, value: b}], apiVersion: "
                "client.authentication.k8s.io/v1beta1, installHint: get it, provideClusterInfo: true}",
                "cluster: c, user: u", ""});
  ASSERT_TRUE(access) << describe(access.error());
  ASSERT_TRUE(access->exec);
  EXPECT_EQ(access->exec->command, "/k/bin/aws") << "a path is relative to the kubeconfig";
  EXPECT_EQ(access->exec->args, (std::vector<std::string>{"a", "1"}));
  EXPECT_EQ(access->exec->env, (std::vector<std::pair<std::string, std::string>>{{"A", "b"}}));
  EXPECT_EQ(access->exec->installHint, "get it");
  EXPECT_TRUE(access->exec->provideClusterInfo);
  EXPECT_EQ(access->exec->interactiveMode, InteractiveMode::IfAvailable) << "the default of the older version";
  EXPECT_EQ(access->execExtension,
            R"({"audience":"x","n":3,"on":true,"text":"3","words":["inf","nan","-infinity",".inf"],"real":1.5})");
}

std::string tokenEnding(UnixSeconds when) {
  std::string payload = encodeBase64("{\"exp\":" + std::to_string(when) + ",\"sub\":\"a>b?c\"}");
  for (char& c : payload) c = c == '+' ? '-' : c == '/' ? '_' : c;
  while (!payload.empty() && payload.back() == '=') payload.pop_back();
  return "e30." + payload + ".c2ln";
}

TEST(KubeconfigAccess, AnOidcTokenIsUsedWhileItIsGood) {
  const auto userWith = [](const std::string& token) {
    return Parts{"server: https://h", "auth-provider: {name: oidc, config: {id-token: " + token + "}}",
                 "cluster: c, user: u", ""};
  };
  const std::string good = tokenEnding(now() + 600);
  const auto access = resolved(userWith(good));
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->token.reveal(), good);
  expectRefused(userWith(tokenEnding(now() - 5)), ErrorCode::CredentialInvalid,
                "users[u].auth-provider.config.id-token", "expired 20");
  expectRefused(userWith(tokenEnding(now() - 5)), ErrorCode::CredentialInvalid,
                "users[u].auth-provider.config.id-token", "use exec with kubelogin");
}

TEST(KubeconfigAccess, Impersonation) {
  const auto access =
      resolved({"server: https://h",
                "token: t, as: alice, as-uid: '7', as-groups: [a, b], as-user-extra: {example.com/scope: [x, y]}",
                "cluster: c, user: u", ""});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->impersonation, (Impersonation{"alice", "7", {"a", "b"}, {{"example.com/scope", {"x", "y"}}}}));
}

TEST(KubeconfigAccess, ProxyOfTheEnvironmentAsGoDecides) {
  const auto proxyOf = [](const std::string& server, const std::string& noProxy, const std::string& entry = "") {
    Environment environment;
    environment.httpsProxy = "p:3128";
    environment.httpProxy = "http://plain:1";
    environment.noProxy = noProxy;
    const auto parsed = parseKubeconfig(
        config({"server: '" + server + "'" + entry, "token: t", "cluster: c, user: u", ""}), "/k/config");
    const auto access = parsed->resolve(std::nullopt, now(), environment);
    return access ? access->proxyUrl : describe(access.error());
  };
  EXPECT_EQ(proxyOf("https://a.example", ""), "http://p:3128");
  EXPECT_EQ(proxyOf("https://a.example", "", ", proxy-url: 'socks5://q:1'"), "socks5://q:1") << "the entry wins";
  EXPECT_EQ(proxyOf("https://a.example", "*", ", proxy-url: 'socks5://q:1'"), "socks5://q:1");
  for (const char* loopback :
       {"https://localhost:6443", "https://127.0.0.1:6443", "https://127.9.9.9", "https://[::1]:1"})
    EXPECT_EQ(proxyOf(loopback, ""), "") << loopback;
  EXPECT_EQ(proxyOf("https://a.example", "b.example, *"), "");
  EXPECT_EQ(proxyOf("https://a.example", "example"), "") << "a host and its subdomains";
  EXPECT_EQ(proxyOf("https://example", "example"), "");
  EXPECT_EQ(proxyOf("https://notexample", "example"), "http://p:3128");
  EXPECT_EQ(proxyOf("https://example", ".example"), "http://p:3128") << "subdomains only";
  EXPECT_EQ(proxyOf("https://a.example", "*.example"), "");
  EXPECT_EQ(proxyOf("https://A.Example:6443", "a.example:6443"), "");
  EXPECT_EQ(proxyOf("https://a.example:6443", "a.example:443"), "http://p:3128");
  EXPECT_EQ(proxyOf("https://10.1.2.3:6443", "10.0.0.0/8"), "");
  EXPECT_EQ(proxyOf("https://11.1.2.3:6443", "10.0.0.0/8"), "http://p:3128");
  EXPECT_EQ(proxyOf("https://10.1.2.3:6443", "10.1.2.3"), "");
  EXPECT_EQ(proxyOf("https://[fd00::1]:6443", "fd00::/8"), "");
  EXPECT_EQ(proxyOf("https://[fd00::1]:6443", "[fd00::1]:6443"), "");
}

TEST(KubeconfigAccess, InAPod) {
  const TemporaryFolder folder;
  Environment environment;
  environment.serviceAccountFolder = folder.path().string();
  EXPECT_FALSE(inClusterAccess(environment));
  environment.serviceHost = "fd00::1";
  environment.servicePort = "443";
  EXPECT_FALSE(inClusterAccess(environment)) << "the variables alone are set in many places";
  folder.write("token", "abc\n");
  folder.write("ca.crt", authority().certificatePem());
  folder.write("namespace", "team");
  const auto access = inClusterAccess(environment);
  ASSERT_TRUE(access && *access) << describe(access->error());
  EXPECT_EQ((*access)->server.text(), "https://[fd00::1]:443");
  EXPECT_EQ((*access)->token.reveal(), "abc");
  EXPECT_EQ((*access)->ns, "team");
  EXPECT_EQ((*access)->tokenFile, folder.path().string() + "/token") << "both rotate";
  EXPECT_EQ((*access)->caFile, folder.path().string() + "/ca.crt");
  environment.podNamespace = "mine";
  EXPECT_EQ(inClusterAccess(environment)->value().ns, "mine");
  folder.write("ca.crt", "nothing");
  EXPECT_EQ(inClusterAccess(environment)->error().code, ErrorCode::CredentialInvalid);
}

TEST(KubeconfigFiles, NothingIsEverWritten) {
  const TemporaryFolder folder;
  folder.write("ca.crt", authority().certificatePem());
  folder.write("token", "abc");
  const std::string file = folder.write("config", config({"server: https://h, certificate-authority: ca.crt",
                                                          "tokenFile: token", "cluster: c, user: u", ""}));
  std::vector<std::pair<std::string, std::filesystem::file_time_type>> before;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    before.emplace_back(entry.path().string(), entry.last_write_time());
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  for (int i = 0; i < 3; ++i) {
    const auto loaded = loadKubeconfig(file, Environment{});
    ASSERT_TRUE(loaded) << describe(loaded.error());
    ASSERT_TRUE(loaded->resolve(std::nullopt, now()));
  }
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
    const auto known =
        std::find_if(before.begin(), before.end(), [&](const auto& one) { return one.first == entry.path().string(); });
    ASSERT_NE(known, before.end()) << "no lock file, no copy: " << entry.path();
    EXPECT_EQ(known->second, entry.last_write_time());
  }
  EXPECT_EQ(files, before.size());
}

TEST(KubeconfigAccess, ABareExecCommandStaysOne) {
  const auto access = resolved(
      {"server: https://h", "exec: {command: aws, interactiveMode: Never, apiVersion: client.authentication.k8s.io/v1}",
       "cluster: c, user: u", ""});
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->exec->command, "aws");
}

TEST(KubeconfigRefused, ExpiredAndFutureClientCertificates) {
  const KeyPair old = authority().issue({"admin", {}, {}, -7200, -3600});
  expectRefused({"server: https://h",
                 "client-certificate-data: " + encodeBase64(old.certificatePem) +
                     ", client-key-data: " + encodeBase64(old.keyPem),
                 "cluster: c, user: u", ""},
                ErrorCode::CredentialInvalid, "users[u].client-certificate-data", "CN=admin: expired 20");
  const KeyPair early = authority().issue({"admin", {}, {}, 3600, 7200});
  expectRefused({"server: https://h",
                 "client-certificate-data: " + encodeBase64(early.certificatePem) +
                     ", client-key-data: " + encodeBase64(early.keyPem),
                 "cluster: c, user: u", ""},
                ErrorCode::CredentialInvalid, "users[u].client-certificate-data", "not valid before");
}

TEST(KubeconfigRefused, AllProblemsOfAContextAtOnce) {
  const auto parsed = parseKubeconfig(
      config({"server: ''", "client-key-data: '****'", "cluster: c, user: u, namespace: Bad_Name", ""}), "/k/config");
  ASSERT_TRUE(parsed);
  const auto problems = parsed->problems(std::nullopt, now());
  ASSERT_EQ(problems.size(), 4U);
  EXPECT_EQ(problems[0].subject, "clusters[c].server");
  EXPECT_EQ(problems[1].subject, "users[u].client-key-data");
  EXPECT_EQ(problems[2].subject, "users[u].client-certificate");
  EXPECT_EQ(problems[3].subject, "contexts[x].namespace");
}

TEST(KubeconfigRefused, MissingReferencedFileNamesFieldAndFile) {
  const auto access =
      resolved({"server: https://h, certificate-authority: gone.crt", "token: t", "cluster: c, user: u", ""});
  ASSERT_FALSE(access);
  EXPECT_EQ(access.error().code, ErrorCode::FileMissing);
  EXPECT_EQ(access.error().subject, "/k/gone.crt");
  EXPECT_EQ(access.error().place, "clusters[c].certificate-authority (/k/config)");
}

TEST(KubeconfigRefused, NoErrorQuotesASecret) {
  const Parts parts{"server: https://h", "token: \"hush hush\", password: hush, client-key-data: hush!",
                    "cluster: c, user: u", ""};
  const auto parsed = parseKubeconfig(config(parts), "/k/config");
  ASSERT_TRUE(parsed);
  for (const Error& error : parsed->problems(std::nullopt, now()))
    EXPECT_THAT(describe(error), ::testing::Not(HasSubstr("hush"))) << describe(error);
}

TEST(KubeconfigContext, UnknownListsTheOthers) {
  const auto parsed = parseKubeconfig(config({}), "/k/config");
  const auto access = parsed->resolve("X", now());
  ASSERT_FALSE(access);
  EXPECT_EQ(access.error().code, ErrorCode::ContextUnknown);
  EXPECT_EQ(access.error().subject, "X") << "names are case-sensitive";
  EXPECT_EQ(access.error().detail, "x");
  EXPECT_EQ(access.error().place, "/k/config");
}

TEST(KubeconfigContext, NoneChosenIsNeverInvented) {
  const auto parsed = parseKubeconfig("contexts: [{name: only, context: {cluster: c, user: u}}]", "/k/config");
  ASSERT_TRUE(parsed);
  const auto access = parsed->resolve(std::nullopt, now());
  ASSERT_FALSE(access);
  EXPECT_EQ(access.error().code, ErrorCode::ContextNotChosen);
  EXPECT_EQ(access.error().detail, "only");
}

TEST(KubeconfigText, WrongShapesNameFieldLineAndColumn) {
  const auto fieldOf = [](const char* text) {
    const auto parsed = parseKubeconfig(text, "/k/config");
    return parsed ? std::string("accepted") : parsed.error().subject + " @ " + parsed.error().place;
  };
  EXPECT_EQ(fieldOf("clusters: 5"), "clusters @ /k/config:1:11");
  EXPECT_EQ(fieldOf("clusters:\n- name: a\n  cluster: [1]"), "clusters[a].cluster @ /k/config:3:12");
  EXPECT_EQ(fieldOf("users:\n- name: a\n- name: a"), "users[1].name @ /k/config:3:9");
  EXPECT_EQ(fieldOf("users:\n- user: {}"), "users[0].name @ /k/config:2:3");
  EXPECT_EQ(fieldOf("users: [{name: a, user: {token: {}}}]"), "users[a].token @ /k/config:1:33");
  EXPECT_EQ(fieldOf("kind: Secret"), "kind @ /k/config:1:7");
  EXPECT_EQ(fieldOf("[1, 2]"), "kubeconfig @ /k/config:1:1");
  EXPECT_EQ(fieldOf("a: 1\nb: c: d"), "YAML @ /k/config:2:5");
  EXPECT_EQ(fieldOf(""), "accepted") << "a zero-byte file is a valid empty config";
  EXPECT_EQ(fieldOf("clusters: null\nusers:\ncontexts: []"), "accepted");
}

TEST(KubeconfigText, BombsAreHarmless) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 0; j < 9; ++j) bomb += "," + before;
    bomb += "]\n";
  }
  EXPECT_TRUE(parseKubeconfig(bomb, "/k/config"));
  EXPECT_TRUE(parseKubeconfig("x: &a [*a]", "/k/config"));
  EXPECT_FALSE(parseKubeconfig(std::string(100'000, '['), "/k/config"));
  EXPECT_EQ(parseKubeconfig(std::string(3 << 20, ' '), "/k/config").error().code, ErrorCode::LimitExceeded);
}

TEST(KubeconfigText, Utf16WithByteOrderMark) {
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string("current-context: x\n")) {
    utf16.push_back(c);
    utf16.push_back('\0');
  }
  const auto parsed = parseKubeconfig(utf16, "/k/config");
  ASSERT_TRUE(parsed) << describe(parsed.error());
  EXPECT_EQ(parsed->currentContext, "x");
}

TEST(KubeconfigFiles, MergeTakesWholeEntriesFromTheFirst) {
  const TemporaryFolder folder;
  const std::string first = folder.write(
      "a/one", "clusters: [{name: c, cluster: {server: https://first}}]\nusers: [{name: u, user: {tokenFile: t}}]");
  const std::string second = folder.write("b/two", config({"server: https://second, insecure-skip-tls-verify: true",
                                                           "token: other", "cluster: c, user: u", ""}));
  folder.write("a/t", "from-a");
  const auto merged = loadKubeconfig(
      std::nullopt,
      Environment{first + "::" + (folder.path() / "gone").string() + ":" + first + ":" + second, std::nullopt});
  ASSERT_TRUE(merged) << describe(merged.error());
  EXPECT_EQ(merged->files, (std::vector<std::string>{first, second}));
  const auto access = merged->resolve(std::nullopt, now());
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->server.host, "first");
  EXPECT_FALSE(access->insecure) << "fields are never mixed between files";
  EXPECT_EQ(access->token.reveal(), "from-a") << "the path belongs to the file that names it";
}

TEST(KubeconfigFiles, WhichAreRead) {
  EXPECT_EQ(kubeconfigPaths("/x", Environment{"/a:/b", "/home/u"}), (std::vector<std::string>{"/x"}));
  EXPECT_EQ(kubeconfigPaths(std::nullopt, Environment{"/a::/b:/a", "/home/u"}), (std::vector<std::string>{"/a", "/b"}));
  EXPECT_EQ(kubeconfigPaths(std::nullopt, Environment{"", "/home/u"}),
            (std::vector<std::string>{"/home/u/.kube/config"}));
  EXPECT_TRUE(kubeconfigPaths(std::nullopt, Environment{}).empty());
}

TEST(KubeconfigFiles, MissingAndBroken) {
  const TemporaryFolder folder;
  const std::string gone = (folder.path() / "gone").string();
  const auto missing = loadKubeconfig(gone, Environment{});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::KubeconfigMissing);
  EXPECT_EQ(missing.error().subject, gone);
  const std::string good = folder.write("good", config({}));
  const std::string broken = folder.write("broken", "a: [");
  const auto merged = loadKubeconfig(std::nullopt, Environment{broken + ":" + good, std::nullopt});
  ASSERT_FALSE(merged) << "a broken first file must not hand the choice of cluster to the second";
  EXPECT_EQ(merged.error().code, ErrorCode::KubeconfigInvalid);
  EXPECT_THAT(merged.error().place, HasSubstr(broken));
}

TEST(KubeconfigFiles, OneThatOthersMayReadIsNoted) {
  const TemporaryFolder folder;
  const std::string own = folder.write("own", config({}));
  const std::string group = folder.write("group", "apiVersion: v1");
  const std::string all = folder.write("all", "apiVersion: v1");
  ASSERT_EQ(chmod(own.c_str(), 0600), 0);
  ASSERT_EQ(chmod(group.c_str(), 0640), 0);
  ASSERT_EQ(chmod(all.c_str(), 0604), 0);
  const auto loaded = loadKubeconfig(std::nullopt, Environment{own + ":" + group + ":" + all, std::nullopt});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ(loaded->exposed, (std::vector<ExposedFile>{{group, 0640}, {all, 0604}}));
  const auto access = loaded->resolve(std::nullopt, now());
  ASSERT_TRUE(access) << describe(access.error());
  EXPECT_EQ(access->exposed, loaded->exposed);
}

TEST(KubeconfigFiles, OnlyRegularFilesAreRead) {
  const TemporaryFolder folder;
  const std::string fifo = (folder.path() / "fifo").string();
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(readRegularFile(fifo, 100).error().code, ErrorCode::FileUnreadable);
  EXPECT_EQ(readRegularFile(folder.path().string(), 100).error().code, ErrorCode::FileUnreadable);
  EXPECT_EQ(readRegularFile(folder.write("big", std::string(101, 'x')), 100).error().code, ErrorCode::LimitExceeded);
  EXPECT_EQ(*readRegularFile(folder.write("small", "x"), 100), "x");
}

TEST(Base64, StrictWithOffsets) {
  for (const std::string text : {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
    const auto back = decodeBase64(encodeBase64(text));
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(*back, text);
  }
  EXPECT_EQ(*decodeBase64("Zm9v\nYmFy\r\n"), "foobar");
  EXPECT_EQ(decodeBase64("Zm9v*mFy").error().place, "byte 4");
  EXPECT_EQ(decodeBase64("Zm9vYmF").error().place, "byte 7");
  EXPECT_EQ(decodeBase64("Zg==Zg==").error().place, "byte 4");
  EXPECT_EQ(decodeBase64("=").error().place, "byte 0");
  EXPECT_EQ(decodeBase64("Zm-_").error().place, "byte 2");
}

}  // namespace
}  // namespace cardinal
