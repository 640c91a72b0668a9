// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/read/train_patches.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/manifest/kinds/pod_patch.h"
#include "core/manifest/yaml/json_fields.h"
#include "core/manifest/yaml/json_text.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;

/// "$patch: delete" and the like.
bool hasDirective(const Json& value) {
  if (!value.is_structured()) return false;
  for (const auto& [key, item] : value.items()) {
    if ((value.is_object() && key.starts_with('$')) || hasDirective(item)) return true;
  }
  return false;
}

yaml::Node nodeOf(const Json& value) {
  std::vector<yaml::Node> documents =
      yaml::parseDocuments(value.dump(-1, ' ', false, Json::error_handler_t::replace), "patch");
  return documents.empty() ? yaml::Node{} : std::move(documents.front());
}

/// False when it cannot be merged.
bool merge(Json& podTemplate, const Json& patch) {
  if (patch.is_null()) return true;
  if (!patch.is_object() || hasDirective(patch)) return false;
  try {
    const yaml::Node merged = yaml::mergedPod(nodeOf(podTemplate), nodeOf(patch));
    podTemplate = Json::parse(yaml::toJson(merged, "patch"), nullptr, false);
    return podTemplate.is_object();
  } catch (const yaml::Failure&) {
    return false;
  }
}

Json* podTemplateOf(Json& jobSetSpec, const std::string& name) {
  for (Json& one : jobSetSpec["replicatedJobs"]) {
    if (at(one, "name") == name) return &one["template"]["spec"]["template"];
  }
  return nullptr;
}

/// Elements of {targetJobs, metadata, spec}, or the fields of a spec beside `targetJobs`.
bool mergeOverride(Json& jobSetSpec, const Json& element, bool isFlat) {
  if (!element.is_object()) return false;
  Json patch = element;
  patch.erase("targetJobs");
  if (isFlat) patch = {{"spec", patch}};
  for (const Json& target : at(element, "targetJobs")) {
    const Json& name = at(target, "name");
    if (!name.is_string()) return false;
    // the webhook refuses a name that the runtime does not have
    Json* podTemplate = podTemplateOf(jobSetSpec, name.get<std::string>());
    if (podTemplate != nullptr && !merge(*podTemplate, patch)) return false;
  }
  return true;
}

/// A patch of the runtime. Only what reaches pods is merged: templates of replicated jobs by name.
bool mergePatch(Json& jobSetSpec, const Json& element) {
  if (!element.is_object()) return false;
  const Json& jobs = at(at(at(at(element, "trainingRuntimeSpec"), "template"), "spec"), "replicatedJobs");
  if (jobs.is_null()) return true;
  if (!jobs.is_array()) return false;
  for (const Json& one : jobs) {
    const Json& name = at(one, "name");
    if (!name.is_string()) return false;
    Json* podTemplate = podTemplateOf(jobSetSpec, name.get<std::string>());
    const Json& patch = at(at(at(one, "template"), "spec"), "template");
    if (podTemplate != nullptr && !merge(*podTemplate, patch)) return false;
  }
  return true;
}

}  // namespace

std::string mergeTrainPatches(Json& jobSetSpec, const Json& job) {
  const Json& spec = at(job, "spec");
  for (const char* key : {"podSpecOverrides", "podTemplateOverrides", "runtimePatches"}) {
    const Json& list = at(spec, key);
    if (list.is_null()) continue;
    if (!list.is_array()) return std::string("spec.") + key;
    const std::string field(key);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const bool isMerged = field == "runtimePatches" ? mergePatch(jobSetSpec, list[i])
                                                      : mergeOverride(jobSetSpec, list[i], field == "podSpecOverrides");
      if (!isMerged) return "spec." + field + "[" + std::to_string(i) + "]";
    }
  }
  return {};
}

}  // namespace cardinal
