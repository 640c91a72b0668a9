// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/kubeconfig/read_file.h"
#include "core/kube/kubeconfig/yaml_json.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxKubeconfigBytes = std::size_t{2} << 20U;
constexpr unsigned kReadByOthers = 0044;  // group, everybody
constexpr const char* kExecExtension = "client.authentication.k8s.io/exec";
constexpr const char* kExecV1 = "client.authentication.k8s.io/v1";

/// Leaves the reading of one file; caught in parseKubeconfig.
struct Refusal final : std::exception {
  explicit Refusal(Error e) : error(std::move(e)) {}
  Error error;
};

class FileReader {
 public:
  explicit FileReader(const std::string& file) : m_file(file) {}

  Kubeconfig read(const YAML::Node& root) {
    Kubeconfig out;
    out.files.push_back(m_file);
    if (!root.IsDefined() || root.IsNull()) return out;
    if (!root.IsMap()) refuse("kubeconfig", root, "not a map");
    expectWord(root, "kind", "Config");
    expectWord(root, "apiVersion", "v1");
    out.currentContext = text(root, "current-context", "current-context");
    eachEntry(root, "clusters", "cluster", [&](const std::string& name, const YAML::Node& body, const std::string& at) {
      out.clusters.push_back(cluster(name, body, at));
    });
    eachEntry(root, "users", "user", [&](const std::string& name, const YAML::Node& body, const std::string& at) {
      out.users.push_back(user(name, body, at));
    });
    eachEntry(root, "contexts", "context", [&](const std::string& name, const YAML::Node& body, const std::string& at) {
      ContextEntry entry;
      entry.name = name;
      entry.file = m_file;
      entry.cluster = text(body, "cluster", at + ".cluster");
      entry.user = text(body, "user", at + ".user");
      entry.ns = text(body, "namespace", at + ".namespace");
      out.contexts.push_back(std::move(entry));
    });
    return out;
  }

 private:
  [[noreturn]] void refuse(const std::string& field, const YAML::Node& node, const std::string& why) const {
    const YAML::Mark mark = node.Mark();
    std::string place = m_file;
    if (!mark.is_null()) place += ":" + std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1);
    throw Refusal(makeError(ErrorCode::KubeconfigInvalid, field, place, why));
  }

  void expectWord(const YAML::Node& root, const char* field, const char* wanted) const {
    const std::string value = text(root, field, field);
    if (!value.empty() && value != wanted)
      refuse(field, root[field], "not a kubeconfig (" + std::string(field) + " " + value + ")");
  }

  /// The scalar's own text: `token: 12345` is a number to YAML and a text to us.
  std::string text(const YAML::Node& map, const char* field, const std::string& path) const {
    const YAML::Node node = map[field];
    if (!node.IsDefined() || node.IsNull()) return {};
    if (!node.IsScalar()) refuse(path, node, "not a text");
    return node.Scalar();
  }

  bool flag(const YAML::Node& map, const char* field, const std::string& path) const {
    const std::string value = text(map, field, path);
    if (value == "true" || value == "True" || value == "TRUE") return true;
    if (!value.empty() && value != "false" && value != "False" && value != "FALSE")
      refuse(path, map[field], "neither true nor false");
    return false;
  }

  std::optional<Secret> secret(const YAML::Node& map, const char* field, const std::string& path) const {
    std::string value = text(map, field, path);
    if (value.empty()) return std::nullopt;
    return Secret(std::move(value));
  }

  std::optional<std::string> path(const YAML::Node& map, const char* field, const std::string& where) const {
    const std::string value = text(map, field, where);
    if (value.empty()) return std::nullopt;
    return resolveAgainst(m_file, value);
  }

  PemSource pem(const YAML::Node& map, const std::string& field, const std::string& at) const {
    const std::string data = field + "-data";
    return PemSource{secret(map, data.c_str(), at + "." + data), path(map, field.c_str(), at + "." + field)};
  }

  template <typename Use>
  void eachEntry(const YAML::Node& root, const char* list, const char* body, Use&& use) const {
    const YAML::Node entries = root[list];
    if (!entries.IsDefined() || entries.IsNull()) return;
    if (!entries.IsSequence()) refuse(list, entries, "not a list");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const YAML::Node entry = entries[i];
      const std::string place = std::string(list) + "[" + std::to_string(i) + "]";
      if (!entry.IsMap()) refuse(place, entry, "not a map");
      const std::string name = text(entry, "name", place + ".name");
      if (name.empty()) refuse(place + ".name", entry, "no name");
      if (!seen.insert(name).second)
        refuse(place + ".name", entry["name"], "the name " + name + " stands twice in this file");
      const std::string at = std::string(list) + "[" + name + "]";
      const YAML::Node content = entry[body];
      if (content.IsDefined() && !content.IsNull() && !content.IsMap()) refuse(at + "." + body, content, "not a map");
      use(name, content.IsDefined() && content.IsMap() ? content : YAML::Node(YAML::NodeType::Map), at);
    }
  }

  ClusterEntry cluster(const std::string& name, const YAML::Node& body, const std::string& at) const {
    ClusterEntry entry;
    entry.name = name;
    entry.file = m_file;
    entry.server = text(body, "server", at + ".server");
    entry.tlsServerName = text(body, "tls-server-name", at + ".tls-server-name");
    entry.insecureSkipTlsVerify = flag(body, "insecure-skip-tls-verify", at + ".insecure-skip-tls-verify");
    entry.certificateAuthority = pem(body, "certificate-authority", at);
    entry.proxyUrl = text(body, "proxy-url", at + ".proxy-url");
    entry.disableCompression = flag(body, "disable-compression", at + ".disable-compression");
    entry.execExtension = execExtension(body, at);
    return entry;
  }

  std::vector<std::string> texts(const YAML::Node& map, const char* field, const std::string& where) const {
    const YAML::Node list = map[field];
    std::vector<std::string> out;
    if (!list.IsDefined() || list.IsNull()) return out;
    if (!list.IsSequence()) refuse(where, list, "not a list");
    for (const YAML::Node& item : list) {
      if (!item.IsScalar()) refuse(where, item, "not a text");
      out.push_back(item.Scalar());
    }
    return out;
  }

  ExecConfig exec(const YAML::Node& body, const std::string& at) const {
    if (!body.IsMap()) refuse(at, body, "not a map");
    ExecConfig out;
    out.command = text(body, "command", at + ".command");
    // A bare name is looked up in PATH; only a path is a path.
    if (out.command.find('/') != std::string::npos) out.command = resolveAgainst(m_file, out.command);
    out.args = texts(body, "args", at + ".args");
    out.apiVersion = text(body, "apiVersion", at + ".apiVersion");
    out.installHint = text(body, "installHint", at + ".installHint");
    out.provideClusterInfo = flag(body, "provideClusterInfo", at + ".provideClusterInfo");
    const YAML::Node env = body["env"];
    if (env.IsDefined() && !env.IsNull() && !env.IsSequence()) refuse(at + ".env", env, "not a list");
    for (std::size_t i = 0; env.IsDefined() && env.IsSequence() && i < env.size(); ++i) {
      const std::string place = at + ".env[" + std::to_string(i) + "]";
      if (!env[i].IsMap()) refuse(place, env[i], "not a map");
      out.env.emplace_back(text(env[i], "name", place + ".name"), text(env[i], "value", place + ".value"));
    }
    out.interactiveMode = interactiveMode(body, at, out.apiVersion);
    return out;
  }

  InteractiveMode interactiveMode(const YAML::Node& body, const std::string& at, const std::string& version) const {
    const std::string mode = text(body, "interactiveMode", at + ".interactiveMode");
    if (mode == "Never") return InteractiveMode::Never;
    if (mode == "Always") return InteractiveMode::Always;
    // Required by v1 only; the older version has a default.
    if (mode == "IfAvailable" || (mode.empty() && version != kExecV1)) return InteractiveMode::IfAvailable;
    refuse(at + ".interactiveMode", mode.empty() ? body : body["interactiveMode"],
           "none of Never, IfAvailable, Always");
  }

  /// The extension that is meant for credential plugins, as JSON.
  std::string execExtension(const YAML::Node& body, const std::string& at) const {
    const YAML::Node list = body["extensions"];
    if (!list.IsDefined() || !list.IsSequence()) return {};
    for (const YAML::Node& entry : list) {
      if (!entry.IsMap() || text(entry, "name", at + ".extensions") != kExecExtension) continue;
      auto json = yamlToJson(entry["extension"]);
      if (!json) refuse(at + ".extensions[" + kExecExtension + "]", entry, "too large or nested too deeply");
      return *json;
    }
    return {};
  }

  AuthProvider authProvider(const YAML::Node& body, const std::string& at) const {
    AuthProvider out;
    if (body.IsMap()) {
      out.name = text(body, "name", at + ".name");
      const YAML::Node config = body["config"];
      if (config.IsDefined() && config.IsMap()) out.idToken = Secret(text(config, "id-token", at + ".config.id-token"));
    }
    if (out.name.empty()) out.name = "?";
    return out;
  }

  Impersonation impersonation(const YAML::Node& body, const std::string& at) const {
    Impersonation out;
    out.user = text(body, "as", at + ".as");
    out.uid = text(body, "as-uid", at + ".as-uid");
    out.groups = texts(body, "as-groups", at + ".as-groups");
    const YAML::Node extra = body["as-user-extra"];
    if (!extra.IsDefined() || extra.IsNull()) return out;
    if (!extra.IsMap()) refuse(at + ".as-user-extra", extra, "not a map");
    for (const auto& entry : extra) {
      if (!entry.first.IsScalar()) refuse(at + ".as-user-extra", entry.first, "not a text");
      const std::string key = entry.first.Scalar();
      out.extra.emplace_back(key, texts(extra, key.c_str(), at + ".as-user-extra[" + key + "]"));
    }
    return out;
  }

  UserEntry user(const std::string& name, const YAML::Node& body, const std::string& at) const {
    UserEntry entry;
    entry.name = name;
    entry.file = m_file;
    entry.clientCertificate = pem(body, "client-certificate", at);
    entry.clientKey = pem(body, "client-key", at);
    entry.token = secret(body, "token", at + ".token");
    entry.tokenFile = path(body, "tokenFile", at + ".tokenFile");
    entry.username = text(body, "username", at + ".username");
    entry.password = Secret(text(body, "password", at + ".password"));
    const auto present = [&](const char* field) { return body[field].IsDefined() && !body[field].IsNull(); };
    if (present("exec")) entry.exec = exec(body["exec"], at + ".exec");
    if (present("auth-provider")) entry.authProvider = authProvider(body["auth-provider"], at + ".auth-provider");
    entry.impersonation = impersonation(body, at);
    return entry;
  }

  const std::string& m_file;
};

template <typename Entry>
const Entry* findNamed(const std::vector<Entry>& entries, const std::string& name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

template <typename Entry>
void mergeInto(std::vector<Entry>& into, std::vector<Entry>&& from) {
  for (Entry& entry : from) {
    if (findNamed(into, entry.name) == nullptr) into.push_back(std::move(entry));
  }
}

}  // namespace

const ClusterEntry* Kubeconfig::findCluster(const std::string& name) const {
  return findNamed(clusters, name);
}
const UserEntry* Kubeconfig::findUser(const std::string& name) const {
  return findNamed(users, name);
}
const ContextEntry* Kubeconfig::findContext(const std::string& name) const {
  return findNamed(contexts, name);
}

Result<Kubeconfig> parseKubeconfig(const std::string& text, const std::string& file) {
  if (text.size() > kMaxKubeconfigBytes) {
    return unexpected(makeError(ErrorCode::LimitExceeded, file, {}, std::to_string(kMaxKubeconfigBytes)));
  }
  try {
    return FileReader(file).read(YAML::Load(text));
  } catch (const Refusal& refusal) {
    return unexpected(refusal.error);
  } catch (const YAML::Exception& failure) {
    std::string place = file;
    if (!failure.mark.is_null())
      place += ":" + std::to_string(failure.mark.line + 1) + ":" + std::to_string(failure.mark.column + 1);
    return unexpected(makeError(ErrorCode::KubeconfigInvalid, "YAML", place, failure.msg));
  }
}

std::vector<std::string> kubeconfigPaths(const std::optional<std::string>& explicitPath,
                                         const Environment& environment) {
  if (explicitPath) return {*explicitPath};
  std::vector<std::string> paths;
  if (environment.kubeconfig) {
    const std::string& list = *environment.kubeconfig;
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(':', at), list.size());
      const std::string path = list.substr(at, end - at);
      if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
      at = end + 1;
    }
  }
  if (paths.empty() && environment.home && !environment.home->empty())
    paths.push_back(*environment.home + "/.kube/config");
  return paths;
}

Result<Kubeconfig> loadKubeconfig(const std::optional<std::string>& explicitPath, const Environment& environment) {
  Kubeconfig merged;
  const std::vector<std::string> paths = kubeconfigPaths(explicitPath, environment);
  for (const std::string& path : paths) {
    auto text = readRegularFile(path, kMaxKubeconfigBytes);
    if (!text) {
      if (text.error().code == ErrorCode::FileMissing) continue;
      return unexpected(text.error());
    }
    auto one = parseKubeconfig(*text, path);
    if (!one) return one;
    merged.files.push_back(path);
    if (const unsigned mode = fileMode(path); (mode & kReadByOthers) != 0) merged.exposed.push_back({path, mode});
    if (merged.currentContext.empty()) merged.currentContext = one->currentContext;
    mergeInto(merged.clusters, std::move(one->clusters));
    mergeInto(merged.users, std::move(one->users));
    mergeInto(merged.contexts, std::move(one->contexts));
  }
  if (!merged.files.empty()) return merged;
  std::string looked;
  for (const std::string& path : paths) looked += (looked.empty() ? "" : ", ") + path;
  return unexpected(makeError(ErrorCode::KubeconfigMissing, looked));
}

Environment Environment::ofProcess() {
  const auto value = [](const char* name) {
    const char* const text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing in the program sets variables
    return text != nullptr ? std::optional<std::string>(text) : std::nullopt;
  };
  const auto either = [&value](const char* first, const char* second) {
    auto text = value(first);
    return text && !text->empty() ? text : value(second);
  };
  Environment out;
  out.kubeconfig = value("KUBECONFIG");
  out.home = value("HOME");
  out.httpsProxy = either("HTTPS_PROXY", "https_proxy");
  out.httpProxy = either("HTTP_PROXY", "http_proxy");
  out.noProxy = either("NO_PROXY", "no_proxy");
  out.serviceHost = value("KUBERNETES_SERVICE_HOST");
  out.servicePort = value("KUBERNETES_SERVICE_PORT");
  out.disableHttp2 = value("DISABLE_HTTP2");
  out.podNamespace = value("POD_NAMESPACE");
  return out;
}

}  // namespace cardinal
