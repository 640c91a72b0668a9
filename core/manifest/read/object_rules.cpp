// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/read/object_rules.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/api_group.h"
#include "core/manifest/object_names.h"

namespace cardinal::yaml {
namespace {

constexpr std::size_t kMaxCauses = 20;
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

enum class Restart : std::uint8_t { Any, Always, NotAlways };

/// Where a kind has its pod, and what it asks of it.
struct CheckedKind {
  std::string_view group;
  std::string_view kind;
  std::array<std::string_view, 4> path;  ///< from the object to the pod; unused ones are empty
  Restart restart;
  bool selects;  ///< the labels of the pods must match spec.selector
};
constexpr CheckedKind kChecked[] = {
    {"", "Pod", {}, Restart::Any, false},
    {"", "ReplicationController", {"spec", "template"}, Restart::Always, false},
    {"apps", "Deployment", {"spec", "template"}, Restart::Always, true},
    {"apps", "ReplicaSet", {"spec", "template"}, Restart::Always, true},
    {"apps", "StatefulSet", {"spec", "template"}, Restart::Always, true},
    {"apps", "DaemonSet", {"spec", "template"}, Restart::Always, true},
    {"batch", "Job", {"spec", "template"}, Restart::NotAlways, false},
    {"batch", "CronJob", {"spec", "jobTemplate", "spec", "template"}, Restart::NotAlways, false},
};

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

class ObjectChecker {
 public:
  ObjectChecker(const ManifestObject& object, const CheckedKind& kind, const Field& root)
      : m_object(object), m_kind(kind), m_root(root), m_pod(root) {
    for (const std::string_view step : kind.path) {
      if (!step.empty()) m_pod = m_pod.child(step);
    }
  }

  /// Where the first fault stands in the text.
  const std::string& where() const { return m_where; }

  std::vector<ErrorCause> check() {
    const std::string& name = m_object.key.name;
    const Field metadata = m_root.child("metadata");
    if (!name.empty() && !isDnsSubdomain(name)) invalid(metadata.child("name"), name, kSubdomainRule);
    checkLabels(metadata.child("labels"));
    if (m_kind.path.front() == "spec") checkLabels(m_pod.child("metadata").child("labels"));
    if (m_kind.selects) checkSelector();
    const Field spec = m_pod.child("spec");
    checkRestart(spec.child("restartPolicy"));
    checkContainers(spec);
    for (const Field& one : spec.child("tolerations").elements()) checkToleration(one);
    checkAffinity(spec.child("affinity"));
    checkSpread(spec.child("topologySpreadConstraints"));
    return std::move(m_causes);
  }

 private:
  void add(const Field& field, const char* reason, std::string words) {
    if (m_causes.empty()) m_where = field.where();
    if (m_causes.size() < kMaxCauses) m_causes.push_back({field.path(), reason, std::move(words)});
  }
  void required(const Field& field, const std::string& words = {}) {
    add(field, "FieldValueRequired", "Required value" + (words.empty() ? "" : ": " + words));
  }
  void invalid(const Field& field, const std::string& value, const std::string& words) {
    add(field, "FieldValueInvalid", "Invalid value: " + quoted(value) + ": " + words);
  }
  void unsupported(const Field& field, const std::string& value, const std::string& words) {
    add(field, "FieldValueNotSupported", "Unsupported value: " + quoted(value) + ": supported values: " + words);
  }
  void duplicate(const Field& field, const std::string& value) {
    add(field, "FieldValueDuplicate", "Duplicate value: " + quoted(value));
  }

  void checkLabels(const Field& labels) {
    for (const auto& [key, value] : labels.stringMap()) {
      if (!isQualifiedName(key)) invalid(labels, key, "no name of a label");
      if (!value.empty() && !isLabelText(value)) invalid(labels, value, kLabelRule);
    }
  }

  void checkSelector() {
    const Field selector = m_root.child("spec").child("selector");
    const Field place = m_pod.child("metadata").child("labels");
    const StringMap labels = place.stringMap();
    for (const auto& [key, value] : selector.child("matchLabels").stringMap()) {
      const std::string* own = find(labels, key);
      if (own != nullptr && *own == value) continue;
      return invalid(place, own != nullptr ? key + "=" + *own : std::string(),
                     "`selector` (" + key + "=" + value + ") does not match template `labels`");
    }
  }

  void checkRestart(const Field& policy) {
    const std::string value = policy.string();
    if (m_kind.restart == Restart::NotAlways) {
      const std::string words = R"(valid values: "OnFailure", "Never")";
      if (value.empty() || value == "Always") return required(policy, words);
      if (!isOneOf(value, {"OnFailure", "Never"})) unsupported(policy, value, R"("OnFailure", "Never")");
    } else if (m_kind.restart == Restart::Always) {
      if (!isOneOf(value, {"", "Always"})) unsupported(policy, value, R"("Always")");
    } else if (!isOneOf(value, {"", "Always", "OnFailure", "Never"})) {
      unsupported(policy, value, R"("Always", "OnFailure", "Never")");
    }
  }

  /// Names that `mounts` may use.
  std::set<std::string> volumesOf(const Field& spec) const {
    std::set<std::string> out;
    for (const Field& volume : spec.child("volumes").elements()) out.insert(volume.child("name").string());
    if (m_object.kind != "StatefulSet") return out;
    for (const Field& claim : m_root.child("spec").child("volumeClaimTemplates").elements())
      out.insert(claim.child("metadata").child("name").string());
    return out;
  }

  void checkContainers(const Field& spec) {
    const std::set<std::string> volumes = volumesOf(spec);
    std::set<std::string> claims;
    for (const Field& claim : spec.child("resourceClaims").elements()) claims.insert(claim.child("name").string());
    const bool isOnHost = spec.child("hostNetwork").boolean();
    for (const char* list : {"containers", "initContainers"}) {
      for (const Field& container : spec.child(list).elements()) {
        checkName(container.child("name"));
        checkPorts(container.child("ports"), isOnHost, std::string_view(list) == "containers");
        checkResources(container.child("resources"), claims);
        for (const Field& mount : container.child("volumeMounts").elements()) {
          const std::string volume = mount.child("name").string();
          if (volumes.count(volume) == 0)
            add(mount.child("name"), "FieldValueNotFound", "Not found: " + quoted(volume));
        }
      }
    }
  }

  void checkName(const Field& field) {
    const std::string name = field.string();
    if (name.empty()) return;
    if (!isDnsLabel(name)) invalid(field, name, kDnsLabelRule);
    if (!m_names.insert(name).second) duplicate(field, name);
  }

  void checkPorts(const Field& ports, bool isOnHost, bool isRegular) {
    for (const Field& port : ports.elements()) {
      const std::int64_t inside = port.child("containerPort").integer(0, 0, kMost);
      std::int64_t host = port.child("hostPort").integer(0, 0, kMost);
      if (isOnHost && host != 0 && host != inside)
        invalid(port.child("hostPort"), std::to_string(host), "must match `containerPort` when `hostNetwork` is true");
      if (isOnHost && host == 0) host = inside;
      if (host == 0 || !isRegular) continue;
      const std::string taken =
          port.child("protocol").string("TCP") + "/" + port.child("hostIP").string() + "/" + std::to_string(host);
      if (!m_ports.insert(taken).second) duplicate(port.child("hostPort"), taken);
    }
  }

  void checkResources(const Field& resources, const std::set<std::string>& claims) {
    bool hasHugePages = false;
    bool hasOthers = false;
    const Field limits = resources.child("limits");
    for (const Field& field : {resources.child("requests"), limits}) {
      for (const std::string& name : field.keys()) {
        const bool isHuge = name.starts_with("hugepages-");
        hasHugePages = hasHugePages || isHuge;
        hasOthers = hasOthers || name == "cpu" || name == "memory";
        if (name.find('/') == std::string::npos && !isHuge && !isOneOf(name, {"cpu", "memory", "ephemeral-storage"}))
          invalid(field, name, "must be a standard resource type or fully qualified");
        if (isHuge && !limits.child(name).exists())
          required(limits, "Limit must be set for non overcommitable resources");
      }
    }
    if (hasHugePages && !hasOthers) add(resources, "FieldValueForbidden", "Forbidden: HugePages require cpu or memory");
    for (const Field& claim : resources.child("claims").elements()) {
      const std::string name = claim.child("name").string();
      if (claims.count(name) == 0) add(claim, "FieldValueNotFound", "Not found: " + quoted(name));
    }
  }

  /// Gt and Lt came with 1.35, behind a gate.
  void checkToleration(const Field& toleration) {
    const std::string op = toleration.child("operator").string();
    const std::string value = toleration.child("value").string();
    const std::string effect = toleration.child("effect").string();
    if (!isOneOf(op, {"", "Equal", "Exists", "Gt", "Lt"}))
      unsupported(toleration.child("operator"), op, R"("Equal", "Exists")");
    if (op == "Exists" && !value.empty())
      invalid(toleration.child("value"), value, "value must be empty when `operator` is 'Exists'");
    if (op != "Exists" && toleration.child("key").string().empty())
      invalid(toleration.child("operator"), op, "operator must be Exists when `key` is empty");
    if (!isOneOf(effect, {"", "NoSchedule", "PreferNoSchedule", "NoExecute"}))
      unsupported(toleration.child("effect"), effect, R"("NoSchedule", "PreferNoSchedule", "NoExecute")");
    if (toleration.child("tolerationSeconds").exists() && effect != "NoExecute")
      invalid(toleration.child("effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }

  void checkRequirement(const Field& requirement, bool isOfFields) {
    const Field field = requirement.child("operator");
    const std::string op = field.string();
    const std::size_t values = requirement.child("values").elements().size();
    if (isOfFields) {
      if (!isOneOf(op, {"In", "NotIn"})) invalid(field, op, "not a valid selector operator");
      if (values != 1) required(requirement.child("values"), "must be only one value for a field");
    } else if (isOneOf(op, {"In", "NotIn"})) {
      if (values == 0) required(requirement.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
    } else if (isOneOf(op, {"Gt", "Lt"})) {
      if (values != 1)
        required(requirement.child("values"), "must be specified single value when `operator` is 'Lt' or 'Gt'");
    } else if (isOneOf(op, {"Exists", "DoesNotExist"})) {
      if (values != 0)
        add(requirement.child("values"), "FieldValueForbidden",
            "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    } else {
      invalid(field, op, "not a valid selector operator");
    }
  }

  void checkNodeTerm(const Field& term) {
    for (const Field& one : term.child("matchExpressions").elements()) checkRequirement(one, false);
    for (const Field& one : term.child("matchFields").elements()) checkRequirement(one, true);
  }

  void checkAffinity(const Field& affinity) {
    constexpr const char* kHard = "requiredDuringSchedulingIgnoredDuringExecution";
    constexpr const char* kSoft = "preferredDuringSchedulingIgnoredDuringExecution";
    const Field nodes = affinity.child("nodeAffinity");
    const Field terms = nodes.child(kHard).child("nodeSelectorTerms");
    if (nodes.child(kHard).exists() && terms.elements().empty())
      required(terms, "must have at least one node selector term");
    for (const Field& term : terms.elements()) checkNodeTerm(term);
    for (const Field& one : nodes.child(kSoft).elements()) checkNodeTerm(one.child("preference"));
    for (const char* sort : {"podAffinity", "podAntiAffinity"}) {
      for (const Field& term : affinity.child(sort).child(kHard).elements()) checkKey(term);
      for (const Field& one : affinity.child(sort).child(kSoft).elements()) checkKey(one.child("podAffinityTerm"));
    }
  }

  void checkKey(const Field& term) {
    const Field key = term.child("topologyKey");
    if (key.string().empty()) required(key, "can not be empty");
  }

  void checkSpread(const Field& constraints) {
    std::set<std::pair<std::string, std::string>> known;
    for (const Field& one : constraints.elements()) {
      const std::int64_t skew = one.child("maxSkew").integer(1, -kMost, kMost);
      if (skew <= 0) invalid(one.child("maxSkew"), std::to_string(skew), "must be greater than zero");
      checkKey(one);
      const std::string when = one.child("whenUnsatisfiable").string("DoNotSchedule");
      if (!isOneOf(when, {"DoNotSchedule", "ScheduleAnyway"}))
        unsupported(one.child("whenUnsatisfiable"), when, R"("DoNotSchedule", "ScheduleAnyway")");
      const std::string key = one.child("topologyKey").string();
      if (!known.emplace(key, when).second) duplicate(one, "{" + key + ", " + when + "}");
    }
  }

  const ManifestObject& m_object;
  const CheckedKind& m_kind;
  const Field& m_root;
  Field m_pod;
  std::set<std::string> m_names;
  std::set<std::string> m_ports;
  std::string m_where;
  std::vector<ErrorCause> m_causes;
};

std::optional<Error> faultOf(const ManifestObject& object, const CheckedKind& kind, const Field& root) {
  ObjectChecker checker(object, kind, root);
  std::vector<ErrorCause> causes = checker.check();
  if (causes.empty()) return std::nullopt;
  const std::string& ns = object.key.ns;
  const std::string name = object.key.name.empty() ? object.generateName + "*" : object.key.name;
  const std::string subject = object.kind + "/" + (ns.empty() ? "" : ns + "/") + name + " (" + checker.where() + ")";
  const ErrorCause& first = causes.front();
  Error error = makeError(ErrorCode::Invalid, subject, first.field, first.field + ": " + first.message);
  if (causes.size() > 1) error.causes = std::move(causes);
  return error;
}

}  // namespace

void addObjectFaults(ManifestObject& object, const Field& root) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const auto* kind = std::find_if(std::begin(kChecked), std::end(kChecked), [&](const CheckedKind& one) {
    return one.group == group && one.kind == object.kind;
  });
  if (kind == std::end(kChecked) || object.noPods != NoPods::MakesPods) return;
  try {
    if (auto fault = faultOf(object, *kind, root)) object.problems.push_back(std::move(*fault));
  } catch (Failure& failure) {
    object.problems.push_back(std::move(failure.error));
  }
}

}  // namespace cardinal::yaml
