// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/kube/kubeconfig/exec_config.h"
#include "core/kube/kubeconfig/secret.h"
#include "core/kube/kubeconfig/server_url.h"

namespace cardinal {

/// What of the process's environment decides which kubeconfig is read.
struct Environment {
  std::optional<std::string> kubeconfig;                   ///< KUBECONFIG
  std::optional<std::string> home;                         ///< HOME
  std::optional<std::string> httpsProxy = std::nullopt;    ///< HTTPS_PROXY, else https_proxy
  std::optional<std::string> httpProxy = std::nullopt;     ///< HTTP_PROXY, else http_proxy
  std::optional<std::string> noProxy = std::nullopt;       ///< NO_PROXY, else no_proxy
  std::optional<std::string> serviceHost = std::nullopt;   ///< KUBERNETES_SERVICE_HOST
  std::optional<std::string> servicePort = std::nullopt;   ///< KUBERNETES_SERVICE_PORT
  std::optional<std::string> disableHttp2 = std::nullopt;  ///< DISABLE_HTTP2
  std::optional<std::string> podNamespace = std::nullopt;  ///< POD_NAMESPACE
  std::string serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";
  static Environment ofProcess();
};

/// A value that stands in the kubeconfig itself (`-data`, base64 as written) or in a file (path already resolved
/// against the folder of the kubeconfig).
struct PemSource {
  std::optional<Secret> data;
  std::optional<std::string> path;
  bool given() const { return data.has_value() || path.has_value(); }
};

/// Whom to act as (docs/reference/kubernetes-client.md 1.7). Empty user = nobody else.
struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::vector<std::string>>> extra;
  bool operator==(const Impersonation&) const = default;
};

/// The legacy auth-provider of a user entry. Of its settings only the ID token of "oidc" is of use.
struct AuthProvider {
  std::string name;  ///< empty = none
  Secret idToken;
};

struct ClusterEntry {
  std::string name;
  std::string file;  ///< the kubeconfig that defines it
  std::string server;
  std::string tlsServerName;
  bool insecureSkipTlsVerify = false;
  PemSource certificateAuthority;
  std::string proxyUrl;
  bool disableCompression = false;
  std::string execExtension;  ///< JSON of the extension client.authentication.k8s.io/exec; empty = none
};

struct UserEntry {
  std::string name;
  std::string file;
  PemSource clientCertificate;
  PemSource clientKey;
  std::optional<Secret> token;
  std::optional<std::string> tokenFile;
  std::string username;
  Secret password;
  std::optional<ExecConfig> exec;
  AuthProvider authProvider;
  Impersonation impersonation;
};

struct ContextEntry {
  std::string name;
  std::string file;
  std::string cluster;
  std::string user;
  std::string ns;  ///< empty = not said
};

/// A kubeconfig file that its group or everybody may read: credentials stand in it
/// (docs/reference/kubernetes-client.md 7.2).
struct ExposedFile {
  std::string path;
  unsigned mode = 0;  ///< permission bits, as chmod takes them
  bool operator==(const ExposedFile&) const = default;
};

/// A file that a context reads and that stands neither in the folder of its kubeconfig nor below.
struct OutsideFile {
  std::string field;  ///< "tokenFile", "client-key", ...
  std::string path;   ///< absolute, or as the kubeconfig's own path is relative
  bool operator==(const OutsideFile&) const = default;
};

/// Everything that is needed to reach one cluster under one identity. A value: it does not change when files change.
struct ClusterAccess {
  std::string context, cluster, user;  ///< names in the kubeconfig
  std::string file;                    ///< the kubeconfig that defines the context
  ServerUrl server;
  std::string tlsServerName;  ///< empty = the server's host
  bool insecure = false;
  std::string caPem;                 ///< the only trust; empty = the system's store
  std::string caFile;                ///< where it is read again, empty = it stands in the kubeconfig
  std::string clientCertificatePem;  ///< leaf and intermediates; empty = none
  Secret clientKeyPem;
  std::string clientCertificateFile;  ///< both are read again from here; empty = they stand in the kubeconfig
  std::string clientKeyFile;
  Secret token;  ///< empty = none; read again from `tokenFile` when that is set
  std::string tokenFile;
  std::string username;
  Secret password;
  std::string proxyUrl;  ///< in effect: the entry's, else the environment's; empty = direct
  bool disableCompression = false;
  bool http1Only = false;  ///< DISABLE_HTTP2 is set: some gateways break HTTP/2
  std::string ns = "default";
  std::vector<std::string>
      namespaces;  ///< whose pods are read, and no others; empty = wherever it is permitted. Not of the file
  std::optional<ExecConfig> exec;  ///< the plugin that gives the credential; only where nothing else does
  std::string execExtension;       ///< JSON for it, empty = none
  Impersonation impersonation;
  std::vector<ExposedFile> exposed;  ///< of the kubeconfig files, when they were read
  std::vector<OutsideFile> outside;  ///< of this context
  bool hasClientCertificate() const { return !clientCertificatePem.empty() || !clientCertificateFile.empty(); }
  bool hasToken() const { return !token.empty() || !tokenFile.empty(); }
  /// A token that may be another cluster's would be sent to this server.
  bool sendsTokenOfOutside() const;
};

/// A DNS label: the rule of the API server for names of namespaces (docs/reference/kubernetes-client.md 6.3).
bool isNamespaceName(std::string_view text);

/// What a context without a user, or with one that is not defined, means. kubectl connects anonymously without a word;
/// here somebody has to want it (docs/reference/kubernetes-client.md 1.3).
enum class WithoutUser {
  Refuse,
  Anonymous,  ///< no credential at all, shown as kAnonymousUser; a context whose user is defined is refused
};
/// Which of the files that a context names are read. Before the user has agreed to a connection, nothing outside of the
/// kubeconfig's folder is (docs/reference/kubernetes-client.md 7.3).
enum class FilesToRead {
  All,
  InFolder,  ///< the others are named in ClusterAccess::outside; what they hold stays empty and is not checked
};
/// Whom a server takes a request without a credential for.
inline constexpr const char* kAnonymousUser = "system:anonymous";

/// The merged kubeconfig. Never written to. Immutable after loading.
class Kubeconfig {
 public:
  std::vector<std::string> files;    ///< those that were read, in order
  std::vector<ExposedFile> exposed;  ///< those of them that others may read
  std::vector<ClusterEntry> clusters;
  std::vector<UserEntry> users;
  std::vector<ContextEntry> contexts;
  std::string currentContext;  ///< may be empty

  const ClusterEntry* findCluster(const std::string& name) const;
  const UserEntry* findUser(const std::string& name) const;
  const ContextEntry* findContext(const std::string& name) const;

  /// Reads what the context (empty = the current one) names, files included, and checks it at time `now`. Blocks on
  /// files. Errors: ContextNotChosen, ContextUnknown, UserMissing, UserDefined, KubeconfigInvalid and CredentialInvalid
  /// (subject = "users[admin].client-key", place = the file), FileMissing, FileUnreadable, Unsupported (auth
  /// providers). `environment`: whose proxy variables count where the cluster names no proxy.
  Result<ClusterAccess> resolve(const std::optional<std::string>& context, UnixSeconds now,
                                const Environment& environment = {}, WithoutUser withoutUser = WithoutUser::Refuse,
                                FilesToRead filesToRead = FilesToRead::All) const;
  /// The same, with everything that is wrong and not only the first; empty = resolve() works.
  std::vector<Error> problems(const std::optional<std::string>& context, UnixSeconds now) const;

 private:
  std::vector<Error> collect(const std::optional<std::string>& context, UnixSeconds now, const Environment& environment,
                             WithoutUser withoutUser, FilesToRead filesToRead, ClusterAccess& access) const;
};

/// One file's text. Errors: KubeconfigInvalid (subject = field or "YAML", place = `file` with line and column),
/// LimitExceeded.
Result<Kubeconfig> parseKubeconfig(const std::string& text, const std::string& file);

/// An explicit file alone; else those of KUBECONFIG, merged (per entry the first file wins as a whole); else
/// ~/.kube/config. Errors: KubeconfigMissing (subject = the paths looked at), and those of parseKubeconfig and
/// readRegularFile. One bad file spoils the merge, because the next one would silently decide which cluster is meant.
Result<Kubeconfig> loadKubeconfig(const std::optional<std::string>& explicitPath, const Environment& environment);

/// The access of a pod's own service account; nothing when the process does not run in a pod
/// (docs/reference/kubernetes-client.md 1.8). Errors: FileMissing and the like of the account's files,
/// CredentialInvalid, KubeconfigInvalid (subject = variable).
std::optional<Result<ClusterAccess>> inClusterAccess(const Environment& environment);

/// The paths that loadKubeconfig looks at, in order.
std::vector<std::string> kubeconfigPaths(const std::optional<std::string>& explicitPath,
                                         const Environment& environment);

}  // namespace cardinal
