// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/namespace_refusal.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/alloc/profile.h"
#include "core/base/api_group.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxFields = 8;
constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";
constexpr const char* kVersion = "pod-security.kubernetes.io/enforce-version";

const Json& at(const Json& parent, const char* key) {
  static const Json kNone;
  if (!parent.is_object()) return kNone;
  const auto found = parent.find(key);
  return found != parent.end() ? *found : kNone;
}

std::string textAt(const Json& parent, const char* key) {
  const Json& value = at(parent, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

bool is(const Json& value, bool wanted) {
  return value.is_boolean() && value.get<bool>() == wanted;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// One pod spec against a level; fields as an operator finds them in the file.
class Policy {
 public:
  Policy(const Json& spec, bool isRestricted)
      : m_spec(spec), m_isRestricted(isRestricted), m_isWindows(textAt(at(spec, "os"), "name") == "windows") {}

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
    checkCapabilities(at(context, "capabilities"), path + ".capabilities");
    if (m_isRestricted) checkRestricted(context, pod, path);
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
  bool m_isWindows;  ///< it has no capabilities, no seccomp, and no privileges to gain
  std::vector<std::string> m_out;
};

/// Every pod spec in an object, wherever its kind has it: a mapping with a list of containers.
void findSpecs(const Json& value, std::vector<const Json*>& out, int depth = 0) {
  constexpr int kDeepest = 32;
  if (depth > kDeepest || !value.is_structured()) return;
  const auto containers = value.is_object() ? value.find("containers") : value.end();
  if (value.is_object() && containers != value.end() && containers->is_array()) {
    out.push_back(&value);
    return;
  }
  for (const auto& part : value) findSpecs(part, out, depth + 1);
}

bool isOfKubernetes(const ManifestObject& object) {
  return isOneOf(apiGroupOf(object.apiVersion), {"", "apps", "batch"});
}

/// The namespace that the files create; null = none.
const ManifestObject* createdNamespace(const std::vector<ManifestObject>& objects, const std::string& ns) {
  const auto found = std::find_if(objects.begin(), objects.end(), [&](const ManifestObject& one) {
    return one.kind == "Namespace" && apiGroupOf(one.apiVersion).empty() && one.key.name == ns;
  });
  return found != objects.end() ? &*found : nullptr;
}

std::string labelIn(const ManifestObject& object, const char* key) {
  return textAt(at(at(Json::parse(object.json, nullptr, false), "metadata"), "labels"), key);
}

}  // namespace

std::optional<NamespaceRefusal> namespaceRefusalOf(const std::vector<ManifestObject>& objects, std::size_t object,
                                                   const std::string& ns, const ClusterSnapshot& snapshot) {
  constexpr int kOn = 23;  // PodSecurity, beta
  if (snapshot.selectors == nullptr || snapshot.selectors->namespaceLabels.empty()) return std::nullopt;
  const auto& all = snapshot.selectors->namespaceLabels;
  const auto found = all.find(ns);
  // A dump need not hold all of them; every cluster has this one.
  const bool isWhole = all.contains("kube-system");
  const ManifestObject* created = found == all.end() ? createdNamespace(objects, ns) : nullptr;
  if (found == all.end() && created == nullptr) return isWhole ? std::optional(NamespaceRefusal{}) : std::nullopt;
  if (minorVersion(snapshot.serverVersion).value_or(kOn) < kOn) return std::nullopt;
  NamespaceRefusal out;
  out.kind = NamespaceRefusal::Kind::PodSecurity;
  const auto label = [&](const char* key) {
    if (created != nullptr) return labelIn(*created, key);
    const std::string* value = find(found->second, key);
    return value != nullptr ? *value : std::string();
  };
  out.level = label(kEnforce);
  const bool isRestricted = out.level == "restricted";
  if (!isRestricted && out.level != "baseline") return std::nullopt;
  // As the standards were before, they ask for less than they do now.
  if (minorVersion(label(kVersion)).value_or(kOn) < kOn) return std::nullopt;
  const Json json = Json::parse(objects.at(object).json, nullptr, false);
  std::vector<const Json*> specs;
  findSpecs(json, specs);
  for (const Json* spec : specs) {
    out.fields = Policy(*spec, isRestricted).violations();
    if (!out.fields.empty()) break;
  }
  if (out.fields.empty()) return std::nullopt;
  out.isKnown = isOfKubernetes(objects.at(object));
  return out;
}

const char* toString(NamespaceRefusal::Kind kind) {
  return kind == NamespaceRefusal::Kind::NoNamespace ? "NoNamespace" : "PodSecurity";
}

}  // namespace cardinal
