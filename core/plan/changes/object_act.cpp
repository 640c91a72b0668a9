// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/object_act.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/model/pods/pod_owner.h"
#include "core/plan/make/kubectl_words.h"

namespace cardinal {
namespace {

constexpr const char* kReplicas = "spec.replicas";
constexpr std::string_view kAnnotations = "metadata.annotations[";

std::string withNamespace(const ObjectKey& key) {
  return key.ns.empty() ? std::string() : " -n " + key.ns;
}

std::optional<std::string_view> annotationKey(const FieldChange& change) {
  const std::string_view field = change.field;
  if (field.substr(0, kAnnotations.size()) != kAnnotations || field.back() != ']') return std::nullopt;
  return field.substr(kAnnotations.size(), field.size() - kAnnotations.size() - 1);
}

}  // namespace

const char* toString(ObjectVerb verb) noexcept {
  static constexpr std::array kNames{"evict", "delete", "scale", "annotate"};
  return kNames[static_cast<std::size_t>(verb)];
}

ChangeNote noteOf(const ObjectAct& act) {
  ChangeNote note;
  note.verb = toString(act.verb);
  note.kind = act.object.kind;
  note.object = act.object.key;
  note.uid = act.object.uid;
  note.fields = act.fields;
  if (act.verb == ObjectVerb::Delete) note.fields.push_back({"apiVersion", act.object.apiVersion, std::nullopt});
  return note;
}

std::string actCommand(const ChangeNote& note) {
  const std::string object = note.kind + " " + shellWord(note.object.name) + withNamespace(note.object);
  if (note.verb == "evict") return evictCommand(note.object, note.uid);
  if (note.verb == "delete") return "kubectl delete " + object;
  std::string out = note.verb == "scale" ? "kubectl scale " + object : "kubectl annotate --overwrite " + object;
  for (const FieldChange& change : note.fields) {
    if (change.field == kReplicas) out += " --replicas=" + change.after.value_or(std::string());
    if (const auto key = annotationKey(change))
      out += " " + shellWord(std::string(*key) + (change.after ? "=" + *change.after : "-"));
  }
  return out;
}

FieldChange replicasChange(std::int32_t before, std::int32_t after) {
  return {kReplicas, before < 0 ? std::nullopt : std::optional(std::to_string(before)), std::to_string(after)};
}

std::optional<std::int32_t> replicasOf(const ObjectAct& act) {
  for (const FieldChange& change : act.fields) {
    if (change.field != kReplicas || !change.after) continue;
    std::int32_t value = 0;
    const char* end = change.after->data() + change.after->size();
    const auto read = std::from_chars(change.after->data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value >= 0) return value;
  }
  return std::nullopt;
}

FieldChange annotationChange(const std::string& key, std::optional<std::string> before,
                             std::optional<std::string> after) {
  return {std::string(kAnnotations) + key + "]", std::move(before), std::move(after)};
}

std::vector<std::pair<std::string, std::optional<std::string>>> annotationsOf(const ObjectAct& act) {
  std::vector<std::pair<std::string, std::optional<std::string>>> out;
  for (const FieldChange& change : act.fields) {
    if (const auto key = annotationKey(change)) out.emplace_back(std::string(*key), change.after);
  }
  return out;
}

std::optional<CreatedRef> scaleTargetOf(const RawPod& pod) {
  const OwnerRef* owner = controllerOf(pod);
  if (owner == nullptr) return std::nullopt;
  CreatedRef out{"apps/v1", owner->kind, {pod.meta.key.ns, owner->name}, {}};
  if (owner->kind == "StatefulSet") return out;
  if (owner->kind != "ReplicaSet") return std::nullopt;
  if (const std::string_view deployment = deploymentOf(pod); !deployment.empty()) {
    out.kind = "Deployment";
    out.key.name = deployment;
  }
  return out;
}

}  // namespace cardinal
