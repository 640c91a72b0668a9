// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/joined.h"
#include "core/base/rfc3339.h"
#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/kubeconfig/pem/base64.h"
#include "core/kube/kubeconfig/pem/pem.h"
#include "core/kube/kubeconfig/proxy_choice.h"
#include "core/kube/kubeconfig/read_file.h"
#include "core/kube/kubeconfig/token_expiry.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxReferencedBytes = std::size_t{1} << 20U;
/// A token is not renewed here: the new refresh token would have to be written into the kubeconfig, which is never
/// written to.
constexpr const char* kOidcRemedy = "log in again, or use exec with kubelogin (kubectl oidc-login get-token)";

std::string namesOf(const std::vector<ContextEntry>& contexts) {
  constexpr std::size_t kShown = 50;
  std::string out;
  for (std::size_t i = 0; i < contexts.size() && i < kShown; ++i) out += (i > 0 ? ", " : "") + contexts[i].name;
  return contexts.size() > kShown ? out + ", ..." : out;
}

bool isHeaderText(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

std::string stripped(std::string text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  const auto first = std::find_if_not(text.begin(), text.end(), blank);
  text.erase(text.begin(), first);
  return text;
}

/// Fills a ClusterAccess from the entries and keeps every complaint.
class Resolver {
 public:
  Resolver(ClusterAccess& access, UnixSeconds now, const Environment& environment, FilesToRead files)
      : m_access(access), m_now(now), m_environment(environment), m_files(files) {}

  void cluster(const ClusterEntry& entry) {
    const std::string at = "clusters[" + entry.name + "].";
    if (entry.server.empty()) {
      invalid(at + "server", entry.file, "no server");
    } else if (auto url = parseServerUrl(entry.server)) {
      m_access.server = *url;
    } else {
      invalid(at + "server", entry.file, url.error().detail);
    }
    m_access.tlsServerName = entry.tlsServerName;
    if (!isHeaderText(entry.tlsServerName)) invalid(at + "tls-server-name", entry.file, "not a host name");
    m_access.insecure = entry.insecureSkipTlsVerify;
    m_access.disableCompression = entry.disableCompression;
    m_access.execExtension = entry.execExtension;
    m_access.caFile = entry.certificateAuthority.path.value_or("");
    if (entry.insecureSkipTlsVerify && entry.certificateAuthority.given()) {
      invalid(at + "insecure-skip-tls-verify", entry.file, "a certificate authority is set as well");
    } else if (auto pem = read(entry.certificateAuthority, at + "certificate-authority", entry.file)) {
      if (auto bundle = trustBundle(*pem))
        m_access.caPem = std::move(*bundle);
      else
        credential(at + fieldOf(entry.certificateAuthority, "certificate-authority"), entry.file,
                   bundle.error().detail);
    }
    proxy(entry, at);
  }

  void user(const UserEntry& entry) {
    const std::string at = "users[" + entry.name + "].";
    certificate(entry, at);
    token(entry, at);
    m_access.username = entry.username;
    m_access.password = entry.password;
    const bool hasToken = entry.token.has_value() || entry.tokenFile.has_value();
    if (hasToken && !entry.username.empty()) invalid(at + "username", entry.file, "a token is set as well");
    const bool configured = hasToken || !entry.username.empty() || entry.clientCertificate.given();
    if (entry.exec && !entry.authProvider.name.empty()) {
      invalid(at + "exec", entry.file, "an auth-provider is set as well");
    } else if (entry.exec && !configured) {
      plugin(*entry.exec, at + "exec", entry.file);
    } else if (!entry.authProvider.name.empty() && !configured) {
      authProvider(entry.authProvider, at + "auth-provider", entry.file);
    }
    impersonation(entry.impersonation, at, entry.file);
    if (!m_access.server.https && !m_access.server.host.empty() && (configured || entry.exec)) {
      invalid(at + "*", entry.file, "credentials are not sent to a server without TLS");
    }
  }

  /// The context's user is `user`; null = it names none, or one that is not defined.
  void user(const ContextEntry& context, const UserEntry* entry, WithoutUser withoutUser) {
    const bool anonymous = withoutUser == WithoutUser::Anonymous;
    if (entry != nullptr && anonymous) return add(makeError(ErrorCode::UserDefined, entry->name, context.file));
    if (entry != nullptr) return user(*entry);
    const std::string why = context.user.empty() ? "no user" : "user " + context.user + " is not defined";
    if (!anonymous)
      return add(makeError(ErrorCode::UserMissing, "contexts[" + context.name + "].user", context.file, why));
    m_access.user = kAnonymousUser;
  }

  std::vector<Error> takeErrors() { return std::move(m_errors); }
  void add(Error error) { m_errors.push_back(std::move(error)); }
  void invalid(const std::string& field, const std::string& file, const std::string& why) {
    add(makeError(ErrorCode::KubeconfigInvalid, field, file, why));
  }

 private:
  void credential(const std::string& field, const std::string& file, const std::string& why) {
    add(makeError(ErrorCode::CredentialInvalid, field, file, why));
  }
  void unsupported(const std::string& field, const std::string& file, const std::string& what) {
    add(makeError(ErrorCode::Unsupported, field, file, what));
  }

  void plugin(const ExecConfig& exec, const std::string& at, const std::string& file) {
    const std::string group = "client.authentication.k8s.io/";
    if (exec.command.empty()) invalid(at + ".command", file, "no command");
    if (exec.apiVersion != group + "v1" && exec.apiVersion != group + "v1beta1")
      invalid(at + ".apiVersion", file, "neither " + group + "v1 nor " + group + "v1beta1");
    if (exec.interactiveMode == InteractiveMode::Always)
      invalid(at + ".interactiveMode", file, "the plugin needs a terminal; log in outside of the console first");
    m_access.exec = exec;
  }

  /// What was removed from other clients as well; the remedy names what replaced it
  /// (docs/reference/kubernetes-client.md 1.6).
  void authProvider(const AuthProvider& provider, const std::string& at, const std::string& file) {
    if (provider.name == "gcp") return unsupported(at, file, "gcp: use exec with gke-gcloud-auth-plugin");
    if (provider.name == "azure") return unsupported(at, file, "azure: use exec with kubelogin");
    if (provider.name != "oidc") return unsupported(at, file, provider.name + ": use exec with a credential plugin");
    if (provider.idToken.empty())
      return unsupported(at, file, std::string("oidc: it holds no id-token; ") + kOidcRemedy);
    const auto ends = tokenExpiry(provider.idToken.reveal());
    if (!ends || *ends > m_now) return takeToken(provider.idToken.reveal(), at + ".config.id-token", file);
    credential(at + ".config.id-token", file, "the OIDC token expired " + rfc3339(*ends) + "; " + kOidcRemedy);
  }

  void impersonation(const Impersonation& identity, const std::string& at, const std::string& file) {
    const bool more = !identity.uid.empty() || !identity.groups.empty() || !identity.extra.empty();
    if (identity.user.empty() && more) return invalid(at + "as", file, "as-uid, as-groups or as-user-extra without as");
    const auto sendable = [](const std::string& text) {
      return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos;
    };
    bool good = sendable(identity.user) && sendable(identity.uid) &&
                std::all_of(identity.groups.begin(), identity.groups.end(), sendable);
    for (const auto& [key, values] : identity.extra)
      good = good && !key.empty() && std::all_of(values.begin(), values.end(), sendable);
    if (!good) return invalid(at + "as", file, "a line break or NUL in whom to act as, or an empty key");
    m_access.impersonation = identity;
  }

  static std::string fieldOf(const PemSource& source, const std::string& field) {
    return source.data ? field + "-data" : field;
  }

  /// The PEM text, or nothing when it is not given, not to be read yet, or cannot be read (which is then reported).
  std::optional<std::string> read(const PemSource& source, const std::string& field, const std::string& file) {
    if (source.data && source.path) {
      invalid(field, file, "given twice, as data and as file");
      return std::nullopt;
    }
    if (source.data) {
      auto decoded = decodeBase64(source.data->reveal());
      if (decoded) return std::move(*decoded);
      invalid(field + "-data", file, "bad base64 at " + decoded.error().place + ": " + decoded.error().detail);
    } else if (source.path) {
      return readPath(*source.path, field, file);
    }
    return std::nullopt;
  }

  std::optional<std::string> readPath(const std::string& path, const std::string& field, const std::string& file) {
    if (!isInFolderOf(file, path)) {
      m_access.outside.push_back({field.substr(field.rfind('.') + 1), path});
      if (m_files == FilesToRead::InFolder) return std::nullopt;
    }
    auto text = readRegularFile(path, kMaxReferencedBytes);
    if (text) return std::move(*text);
    Error error = text.error();
    error.place = field + " (" + file + ")";
    add(std::move(error));
    return std::nullopt;
  }

  void proxy(const ClusterEntry& entry, const std::string& at) {
    if (entry.proxyUrl.empty()) {
      m_access.proxyUrl = environmentProxy(m_access.server, m_environment);
      return;
    }
    const std::string scheme = entry.proxyUrl.substr(0, entry.proxyUrl.find("://"));
    if (scheme != "http" && scheme != "https" && scheme != "socks5") {
      invalid(at + "proxy-url", entry.file, "the scheme is none of http, https, socks5");
    } else if (!isHeaderText(entry.proxyUrl)) {
      invalid(at + "proxy-url", entry.file, "blank or control character");
    } else {
      m_access.proxyUrl = entry.proxyUrl;
    }
  }

  void certificate(const UserEntry& entry, const std::string& at) {
    auto certificate = read(entry.clientCertificate, at + "client-certificate", entry.file);
    auto key = read(entry.clientKey, at + "client-key", entry.file);
    m_access.clientCertificateFile = entry.clientCertificate.path.value_or("");
    m_access.clientKeyFile = entry.clientKey.path.value_or("");
    const std::string certificateField = at + fieldOf(entry.clientCertificate, "client-certificate");
    if (entry.clientCertificate.given() && !entry.clientKey.given()) {
      invalid(at + "client-key", entry.file, "a client certificate without its key");
    } else if (!entry.clientCertificate.given() && entry.clientKey.given()) {
      invalid(at + "client-certificate", entry.file, "a client key without its certificate");
    }
    if (!certificate) return;
    const auto leaf = readCertificates(*certificate);
    if (!leaf) return credential(certificateField, entry.file, leaf.error().detail);
    if (leaf->front().notAfter < m_now || leaf->front().notBefore > m_now) {
      const bool expired = leaf->front().notAfter < m_now;
      credential(certificateField, entry.file,
                 leaf->front().subject + (expired ? ": expired " : ": not valid before ") +
                     rfc3339(expired ? leaf->front().notAfter : leaf->front().notBefore) + ", local clock " +
                     rfc3339(m_now));
    }
    if (!key) return;
    if (const auto pair = checkKeyPair(*certificate, *key); !pair) {
      return credential(at + fieldOf(entry.clientKey, "client-key"), entry.file, pair.error().detail);
    }
    m_access.clientCertificatePem = std::move(*certificate);
    m_access.clientKeyPem = Secret(std::move(*key));
  }

  void token(const UserEntry& entry, const std::string& at) {
    if (entry.tokenFile) {
      m_access.tokenFile = *entry.tokenFile;
      auto text = readPath(*entry.tokenFile, at + "tokenFile", entry.file);
      if (!text) return;
      takeToken(stripped(std::move(*text)), at + "tokenFile", entry.file);
    } else if (entry.token) {
      takeToken(entry.token->reveal(), at + "token", entry.file);
    }
  }

  void takeToken(std::string text, const std::string& field, const std::string& file) {
    if (text.empty()) return credential(field, file, "empty token");
    if (!isHeaderText(text)) return credential(field, file, "the token holds blanks or unprintable characters");
    m_access.token = Secret(std::move(text));
  }

  ClusterAccess& m_access;
  UnixSeconds m_now;
  const Environment& m_environment;
  FilesToRead m_files;
  std::vector<Error> m_errors;
};

}  // namespace

bool ClusterAccess::sendsTokenOfOutside() const {
  return std::any_of(outside.begin(), outside.end(),
                     [this](const OutsideFile& one) { return !tokenFile.empty() && one.path == tokenFile; });
}

bool isNamespaceName(std::string_view text) {
  constexpr std::size_t kLongest = 63;
  if (text.empty() || text.size() > kLongest || text.front() == '-' || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

std::vector<Error> Kubeconfig::collect(const std::optional<std::string>& context, UnixSeconds now,
                                       const Environment& environment, WithoutUser withoutUser, FilesToRead filesToRead,
                                       ClusterAccess& access) const {
  const std::string name = context ? *context : currentContext;
  if (name.empty()) return {makeError(ErrorCode::ContextNotChosen, {}, joined(files), namesOf(contexts))};
  const ContextEntry* const entry = findContext(name);
  if (entry == nullptr) return {makeError(ErrorCode::ContextUnknown, name, joined(files), namesOf(contexts))};
  access.context = entry->name;
  access.cluster = entry->cluster;
  access.user = entry->user;
  access.file = entry->file;
  access.exposed = exposed;
  access.http1Only = !environment.disableHttp2.value_or("").empty();
  Resolver resolver(access, now, environment, filesToRead);
  const std::string at = "contexts[" + entry->name + "].";
  if (entry->cluster.empty()) {
    resolver.invalid(at + "cluster", entry->file, "no cluster");
  } else if (const ClusterEntry* cluster = findCluster(entry->cluster)) {
    resolver.cluster(*cluster);
  } else {
    resolver.invalid(at + "cluster", entry->file, "cluster " + entry->cluster + " is not defined");
  }
  resolver.user(*entry, entry->user.empty() ? nullptr : findUser(entry->user), withoutUser);
  if (!entry->ns.empty()) {
    access.ns = entry->ns;
    if (!isNamespaceName(entry->ns))
      resolver.invalid(at + "namespace", entry->file, entry->ns + " is not a namespace name");
  }
  return resolver.takeErrors();
}

Result<ClusterAccess> Kubeconfig::resolve(const std::optional<std::string>& context, UnixSeconds now,
                                          const Environment& environment, WithoutUser withoutUser,
                                          FilesToRead filesToRead) const {
  ClusterAccess access;
  const std::vector<Error> errors = collect(context, now, environment, withoutUser, filesToRead, access);
  if (!errors.empty()) return unexpected(errors.front());
  return access;
}

std::vector<Error> Kubeconfig::problems(const std::optional<std::string>& context, UnixSeconds now) const {
  ClusterAccess access;
  return collect(context, now, {}, WithoutUser::Refuse, FilesToRead::All, access);
}

}  // namespace cardinal
