// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/kubeconfig/read_file.h"

namespace cardinal {
namespace {

constexpr std::size_t kMaxKubeconfigBytes = std::size_t{2} << 20U;

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
    return entry;
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
    entry.hasExec = present("exec");
    if (present("auth-provider")) {
      const YAML::Node provider = body["auth-provider"];
      entry.authProvider = provider.IsMap() ? text(provider, "name", at + ".auth-provider.name") : std::string();
      if (entry.authProvider.empty()) entry.authProvider = "?";
    }
    for (const char* field : {"as", "as-uid", "as-groups", "as-user-extra"}) {
      if (present(field) && entry.impersonationField.empty()) entry.impersonationField = field;
    }
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
  return Environment{value("KUBECONFIG"), value("HOME")};
}

}  // namespace cardinal
