// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/refusals/namespace_refusal.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/alloc/profile.h"
#include "core/base/api_group.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/service/read/refusals/pod_specs.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;
using json::textAt;

constexpr std::size_t kMaxFields = 8;
constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";
constexpr const char* kVersion = "pod-security.kubernetes.io/enforce-version";

bool is(const Json& value, bool wanted) {
  return value.is_boolean() && value.get<bool>() == wanted;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// One pod spec against a level; fields as an operator finds them in the file.
class Policy {
 public:
  /// `minor`: the version of the standard.
  Policy(const Json& spec, bool isRestricted, int minor)
      : m_spec(spec),
        m_isRestricted(isRestricted),
        m_isWindows(textAt(at(spec, "os"), "name") == "windows"),
        m_namesNoHosts(minor >= kNamesNoHosts) {}

  std::vector<std::string> violations() {
    for (const char* field : {"hostNetwork", "hostPID", "hostIPC"}) {
      if (is(at(m_spec, field), true)) add(std::string("spec.") + field);
    }
    checkVolumes();
    const Json& context = at(m_spec, "securityContext");
    checkContext(context, "spec.securityContext");
    for (const Json& sysctl : at(context, "sysctls")) {
      if (!isSafe(textAt(sysctl, "name"))) add("spec.securityContext.sysctls[" + textAt(sysctl, "name") + "]");
    }
    for (const char* list : {"initContainers", "containers"}) {
      for (const Json& container : at(m_spec, list)) checkContainer(container, context, list);
    }
    return std::move(m_out);
  }

 private:
  static constexpr int kNamesNoHosts = 34;  // KEP-4940

  void add(std::string field) {
    if (m_out.size() < kMaxFields && std::find(m_out.begin(), m_out.end(), field) == m_out.end())
      m_out.push_back(std::move(field));
  }

  static bool isSafe(std::string_view sysctl) {
    return isOneOf(
        sysctl, {"kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies",
                 "net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start", "net.ipv4.ip_local_reserved_ports",
                 "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl",
                 "net.ipv4.tcp_keepalive_probes", "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"});
  }

  void checkVolumes() {
    for (const Json& volume : at(m_spec, "volumes")) {
      if (!volume.is_object()) continue;
      for (const auto& [source, value] : volume.items()) {
        if (source == "name") continue;
        const bool isAllowed = m_isRestricted
                                   ? isOneOf(source, {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral",
                                                      "image", "persistentVolumeClaim", "projected", "secret"})
                                   : source != "hostPath";
        if (!isAllowed) add("spec.volumes[" + textAt(volume, "name") + "]." + source);
      }
    }
  }

  /// What pods and containers can both say.
  void checkContext(const Json& context, const std::string& path) {
    const Json& linux = at(context, "seLinuxOptions");
    const std::string type = textAt(linux, "type");
    const bool isType =
        type.empty() || isOneOf(type, {"container_t", "container_init_t", "container_kvm_t", "container_engine_t"});
    if (!isType || !textAt(linux, "user").empty() || !textAt(linux, "role").empty()) add(path + ".seLinuxOptions");
    if (textAt(at(context, "seccompProfile"), "type") == "Unconfined") add(path + ".seccompProfile.type");
    if (textAt(at(context, "appArmorProfile"), "type") == "Unconfined") add(path + ".appArmorProfile.type");
    if (is(at(at(context, "windowsOptions"), "hostProcess"), true)) add(path + ".windowsOptions.hostProcess");
    if (!m_isRestricted) return;
    const Json& user = at(context, "runAsUser");
    if (user.is_number_integer() && user.get<std::int64_t>() == 0) add(path + ".runAsUser");
  }

  void checkContainer(const Json& container, const Json& pod, const char* list) {
    const std::string name = std::string(list) + "[" + textAt(container, "name") + "]";
    const Json& context = at(container, "securityContext");
    const std::string path = name + ".securityContext";
    checkContext(context, path);
    if (is(at(context, "privileged"), true)) add(path + ".privileged");
    if (!isOneOf(textAt(context, "procMount"), {"", "Default"})) add(path + ".procMount");
    for (const Json& port : at(container, "ports")) {
      const Json& host = at(port, "hostPort");
      if (host.is_number_integer() && host.get<std::int64_t>() != 0) add(name + ".ports.hostPort");
    }
    if (m_namesNoHosts) checkHosts(container, name);
    checkCapabilities(at(context, "capabilities"), path + ".capabilities");
    if (m_isRestricted) checkRestricted(context, pod, path);
  }

  /// The kubelet would ask them from the node.
  void checkHosts(const Json& container, const std::string& name) {
    const auto check = [&](const Json& handler, const std::string& path) {
      for (const char* way : {"httpGet", "tcpSocket"}) {
        if (!textAt(at(handler, way), "host").empty()) add(path + "." + way + ".host");
      }
    };
    for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"})
      check(at(container, probe), name + "." + probe);
    for (const char* hook : {"postStart", "preStop"})
      check(at(at(container, "lifecycle"), hook), name + ".lifecycle." + hook);
  }

  void checkCapabilities(const Json& capabilities, const std::string& path) {
    bool dropsAll = false;
    for (const Json& one : at(capabilities, "drop")) dropsAll = dropsAll || (one.is_string() && one == "ALL");
    if (m_isRestricted && !dropsAll && !m_isWindows) add(path + ".drop");
    for (const Json& one : at(capabilities, "add")) {
      const std::string name = one.is_string() ? one.get<std::string>() : std::string();
      const bool isAllowed =
          m_isRestricted ? name == "NET_BIND_SERVICE"
                         : isOneOf(name, {"AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD",
                                          "NET_BIND_SERVICE", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"});
      if (!isAllowed) add(path + ".add[" + name + "]");
    }
  }

  /// What a container does not say counts as its pod says it.
  void checkRestricted(const Json& context, const Json& pod, const std::string& path) {
    if (!m_isWindows && !is(at(context, "allowPrivilegeEscalation"), false)) add(path + ".allowPrivilegeEscalation");
    const Json& own = at(context, "runAsNonRoot");
    if (!is(own.is_null() ? at(pod, "runAsNonRoot") : own, true)) add(path + ".runAsNonRoot");
    if (m_isWindows) return;
    const Json& profile = at(context, "seccompProfile");
    const std::string type = textAt(profile.is_null() ? at(pod, "seccompProfile") : profile, "type");
    if (!isOneOf(type, {"RuntimeDefault", "Localhost"})) add(path + ".seccompProfile.type");
  }

  const Json& m_spec;
  bool m_isRestricted;
  bool m_isWindows;     ///< it has no capabilities, no seccomp, and no privileges to gain
  bool m_namesNoHosts;  ///< probes and hooks may not
  std::vector<std::string> m_out;
};

bool isOfKubernetes(const ManifestObject& object) {
  return isOneOf(apiGroupOf(object.apiVersion), {"", "apps", "batch"});
}

/// What an object of the files is refused for, of a namespace that they may create.
class Refusals {
 public:
  Refusals(const std::vector<ManifestObject>& objects, std::size_t object, const std::string& ns,
           const ClusterSnapshot& snapshot, const KnownObjects& known)
      : m_objects(objects), m_object(objects.at(object)), m_ns(ns), m_snapshot(snapshot), m_known(known) {}

  std::optional<NamespaceRefusal> first() const {
    if (auto refusal = ofNamespace()) return refusal;
    if (auto refusal = ofItself()) return refusal;
    if (auto refusal = ofAccount()) return refusal;
    return ofPodSecurity();
  }

 private:
  using Labels = std::map<std::string, StringMap, std::less<>>;

  static NamespaceRefusal refusal(NamespaceRefusal::Kind kind) {
    NamespaceRefusal out;
    out.kind = kind;
    return out;
  }

  /// An object of the core group that the files create; null = none.
  template <typename IsIt>
  const ManifestObject* created(const char* kind, const IsIt& isIt) const {
    const auto found = std::find_if(m_objects.begin(), m_objects.end(), [&](const ManifestObject& one) {
      return one.kind == kind && apiGroupOf(one.apiVersion).empty() && isIt(one);
    });
    return found != m_objects.end() ? &*found : nullptr;
  }

  /// The namespace, where the files create it; else null.
  const ManifestObject* createdNamespace() const {
    return created("Namespace", [&](const ManifestObject& one) { return one.key.name == m_ns; });
  }

  /// Null where namespaces were not read.
  const Labels* labels() const {
    if (m_snapshot.selectors == nullptr || m_snapshot.selectors->namespaceLabels.empty()) return nullptr;
    return &m_snapshot.selectors->namespaceLabels;
  }

  std::optional<NamespaceRefusal> ofNamespace() const {
    if (const KnownObject* known = m_known.find(namespaceRef(m_ns))) {
      if (known->exists && known->isTerminating) return refusal(NamespaceRefusal::Kind::Terminating);
      if (known->exists || createdNamespace() != nullptr) return std::nullopt;
      return refusal(NamespaceRefusal::Kind::NoNamespace);
    }
    // A dump need not hold all of them; every cluster has this one.
    const bool isWhole = labels() != nullptr && labels()->contains("kube-system");
    if (!isWhole || labels()->contains(m_ns) || createdNamespace() != nullptr) return std::nullopt;
    return refusal(NamespaceRefusal::Kind::NoNamespace);
  }

  /// What a controller can scale or roll out is not refused here: see Rollout.
  std::optional<NamespaceRefusal> ofItself() const {
    const std::string_view group = apiGroupOf(m_object.apiVersion);
    const bool isFixed = (m_object.kind == "Pod" && group.empty()) || (m_object.kind == "Job" && group == "batch");
    const auto own = isFixed ? ownRef(m_object, m_ns) : std::nullopt;
    const KnownObject* known = own ? m_known.find(*own) : nullptr;
    if (known == nullptr || !known->exists) return std::nullopt;
    return refusal(NamespaceRefusal::Kind::AlreadyExists);
  }

  /// The API server waits a moment for the account "default" of a namespace that was just created.
  std::optional<NamespaceRefusal> ofAccount() const {
    for (const std::string& account : accountsOf(m_object)) {
      const bool isDefault = account == "default";
      const KnownObject* known = m_known.find(accountRef(m_ns, account));
      if (known != nullptr ? known->exists : isDefault) continue;
      const bool isMade = created("ServiceAccount", [&](const ManifestObject& one) {
                            return one.key.name == account && (one.key.ns == m_ns || one.key.ns.empty());
                          }) != nullptr;
      if (isMade || (isDefault && createdNamespace() != nullptr)) continue;
      NamespaceRefusal out = refusal(NamespaceRefusal::Kind::NoAccount);
      out.account = account;
      out.isUnread = known == nullptr;
      out.isKnown = !out.isUnread && !isDefault && isOfKubernetes(m_object);
      return out;
    }
    return std::nullopt;
  }

  std::string labelOf(const char* key) const {
    const auto found = labels()->find(m_ns);
    if (found == labels()->end()) return labelIn(*createdNamespace(), key);
    const std::string* value = find(found->second, key);
    return value != nullptr ? *value : std::string();
  }

  std::optional<NamespaceRefusal> ofPodSecurity() const {
    constexpr int kOn = 23;  // PodSecurity, beta
    if (labels() == nullptr || (!labels()->contains(m_ns) && createdNamespace() == nullptr)) return std::nullopt;
    const int server = minorVersion(m_snapshot.serverVersion).value_or(kOn);
    if (server < kOn) return std::nullopt;
    NamespaceRefusal out = refusal(NamespaceRefusal::Kind::PodSecurity);
    out.level = labelOf(kEnforce);
    const bool isRestricted = out.level == "restricted";
    if (!isRestricted && out.level != "baseline") return std::nullopt;
    // As the standards were before, they ask for less than they do now.
    const int standard = std::min(server, minorVersion(labelOf(kVersion)).value_or(server));
    if (standard < kOn) return std::nullopt;
    const Json json = Json::parse(m_object.json, nullptr, false);
    for (const Json* spec : podSpecsIn(json)) {
      out.fields = Policy(*spec, isRestricted, standard).violations();
      if (!out.fields.empty()) break;
    }
    if (out.fields.empty()) return std::nullopt;
    out.isKnown = isOfKubernetes(m_object);
    return out;
  }

  static std::string labelIn(const ManifestObject& object, const char* key) {
    return textAt(at(at(Json::parse(object.json, nullptr, false), "metadata"), "labels"), key);
  }

  const std::vector<ManifestObject>& m_objects;
  const ManifestObject& m_object;
  const std::string& m_ns;
  const ClusterSnapshot& m_snapshot;
  const KnownObjects& m_known;
};

}  // namespace

std::optional<NamespaceRefusal> namespaceRefusalOf(const std::vector<ManifestObject>& objects, std::size_t object,
                                                   const std::string& ns, const ClusterSnapshot& snapshot,
                                                   const KnownObjects& known) {
  return Refusals(objects, object, ns, snapshot, known).first();
}

const char* toString(NamespaceRefusal::Kind kind) {
  switch (kind) {
    case NamespaceRefusal::Kind::NoNamespace:
      return "NoNamespace";
    case NamespaceRefusal::Kind::Terminating:
      return "NamespaceTerminating";
    case NamespaceRefusal::Kind::AlreadyExists:
      return "AlreadyExists";
    case NamespaceRefusal::Kind::NoAccount:
      return "NoServiceAccount";
    case NamespaceRefusal::Kind::PodSecurity:
      break;
  }
  return "PodSecurity";
}

}  // namespace cardinal
