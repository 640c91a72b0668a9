// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/read/train_job.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "core/base/api_group.h"
#include "core/manifest/kinds/gang.h"
#include "core/manifest/read/read_manifest.h"
#include "core/manifest/read/train_patches.h"
#include "core/manifest/yaml/json_fields.h"

namespace cardinal {
namespace {

using Json = nlohmann::json;
using json::at;

constexpr const char* kGroup = "trainer.kubeflow.org";
constexpr const char* kStep = "trainer.kubeflow.org/trainjob-ancestor-step";
constexpr const char* kNode = "node";  ///< the role, and the container that resources are merged into

std::string text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<std::int64_t> number(const Json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  return value.get<std::int64_t>();
}

bool isTrainJob(const ManifestObject& object) {
  return object.kind == "TrainJob" && apiGroupOf(object.apiVersion) == kGroup;
}

/// Numbers and resources of the job, over what the runtime's template has.
class JobSetOf {
 public:
  JobSetOf(const Json& job, const Json& runtime)
      : m_trainer(at(at(job, "spec"), "trainer")), m_policy(at(at(runtime, "spec"), "mlPolicy")) {}

  void settle(Json& spec) const {
    for (Json& one : spec["replicatedJobs"]) {
      const std::string step = text(at(at(at(at(one, "template"), "metadata"), "labels"), kStep));
      Json& jobSpec = one["template"]["spec"];
      const auto own = number(at(jobSpec, "parallelism"));
      const std::int64_t pods = podsOf(text(at(one, "name")), step, own.value_or(1));
      one["replicas"] = 1;
      jobSpec["parallelism"] = pods;
      jobSpec["completions"] = pods;
      const bool takesResources = step == "trainer" || (isMpi() && text(at(one, "name")) == kNode);
      if (takesResources && m_policy.is_object()) mergeResources(jobSpec);
    }
  }

 private:
  bool isMpi() const { return at(m_policy, "mpi").is_object(); }

  std::int64_t podsOf(const std::string& name, const std::string& step, std::int64_t own) const {
    const auto asked = number(at(m_trainer, "numNodes"));
    const auto byRuntime = number(at(m_policy, "numNodes"));
    if (isMpi() && name == kNode) {
      const Json& asNode = at(at(m_policy, "mpi"), "runLauncherAsNode");
      const bool isLess = asNode.is_boolean() && asNode.get<bool>();
      return !asked ? own : isLess ? std::max<std::int64_t>(*asked - 1, 1) : *asked;
    }
    if (isMpi() && step == "trainer") return byRuntime.value_or(1);  // the launcher
    if (step != "trainer") return own;
    return asked.value_or(byRuntime.value_or(own));
  }

  /// By key, over the container of that name alone.
  void mergeResources(Json& jobSpec) const {
    const Json& asked = at(m_trainer, "resourcesPerNode");
    if (!asked.is_object()) return;
    Json& podSpec = jobSpec["template"]["spec"];
    if (!at(podSpec, "containers").is_array()) return;
    for (Json& container : podSpec["containers"]) {
      if (text(at(container, "name")) != kNode) continue;
      for (const char* list : {"requests", "limits"}) {
        const Json& amounts = at(asked, list);
        if (!amounts.is_object()) continue;
        for (const auto& [key, amount] : amounts.items()) container["resources"][list][key] = amount;
      }
    }
  }

  const Json& m_trainer;
  const Json& m_policy;
};

/// The note of a job whose runtime is still to be found.
bool isOpen(const ManifestNote& note) {
  return note.code == NoteCode::DefinedElsewhere && note.field == "spec.runtimeRef";
}

/// A gang over all pods, those that come later included.
std::optional<std::int64_t> gangOf(const Json& runtime, const std::vector<ManifestRole>& roles) {
  const Json& policy = at(at(runtime, "spec"), "podGroupPolicy");
  if (!at(policy, "coscheduling").is_object() && !at(policy, "volcano").is_object()) return std::nullopt;
  std::int64_t sum = 0;
  for (const ManifestRole& role : roles) {
    if (!role.pods) return std::nullopt;
    sum += *role.pods;
  }
  return sum;
}

}  // namespace

RuntimeName runtimeOf(const ManifestObject& job) {
  if (!isTrainJob(job) || std::none_of(job.notes.begin(), job.notes.end(), isOpen)) return {};
  const Json json = Json::parse(job.json, nullptr, false);
  const Json& ref = at(at(json, "spec"), "runtimeRef");
  const std::string kind = text(at(ref, "kind"));
  RuntimeName out{kind.empty() ? "ClusterTrainingRuntime" : kind, text(at(ref, "name")), {}};
  if (out.kind == "TrainingRuntime") out.ns = job.key.ns;
  return out;
}

bool resolveTrainJob(ManifestObject& job, const std::string& runtimeJson) {
  const Json runtime = Json::parse(runtimeJson, nullptr, false);
  const Json own = Json::parse(job.json, nullptr, false);
  Json spec = at(at(at(runtime, "spec"), "template"), "spec");
  if (!at(spec, "replicatedJobs").is_array()) return false;
  for (const Json& one : spec["replicatedJobs"]) {
    if (!at(at(one, "template"), "spec").is_object()) return false;
  }
  const Json& asked = at(at(at(own, "spec"), "trainer"), "numNodes");
  const Json& byRuntime = at(at(at(runtime, "spec"), "mlPolicy"), "numNodes");
  for (const Json* count : {&asked, &byRuntime}) {
    if (!count->is_null() && !count->is_number_integer()) return false;
  }
  const std::string unread = mergeTrainPatches(spec, own);
  JobSetOf(own, runtime).settle(spec);
  Json metadata = {{"name", job.key.name.empty() ? "trainjob" : job.key.name}};
  if (!job.key.ns.empty()) metadata["namespace"] = job.key.ns;
  const Json set = {
      {"apiVersion", "jobset.x-k8s.io/v1alpha2"}, {"kind", "JobSet"}, {"metadata", metadata}, {"spec", spec}};
  auto read = readManifest(set.dump(-1, ' ', false, Json::error_handler_t::replace), job.source);
  if (!read || read->objects.size() != 1 || !read->objects.front().problems.empty()) return false;
  ManifestObject& made = read->objects.front();
  if (made.roles.empty()) return false;
  job.roles = std::move(made.roles);
  job.notes.erase(std::remove_if(job.notes.begin(), job.notes.end(), isOpen), job.notes.end());
  const std::string place = job.source + ", line " + std::to_string(job.line);
  for (const ManifestNote& note : made.notes) {
    if (note.code == NoteCode::Later) job.notes.push_back({note.code, {}, place, note.detail});
  }
  if (!unread.empty()) {
    for (ManifestRole& role : job.roles) {
      role.pod.reset();
      role.devices.clear();
    }
    job.notes.push_back({NoteCode::NotRead, unread, place, {}});
  }
  job.pod = job.roles.size() == 1 ? job.roles.front().pod : nullptr;
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  job.replicas = job.pod ? static_cast<int>(std::min(job.roles.front().pods.value_or(0), kMax)) : 0;
  if (const auto gang = gangOf(runtime, job.roles)) yaml::settleGang(job, gang);
  return true;
}

void resolveTrainJobs(std::vector<ManifestObject>& objects) {
  for (ManifestObject& job : objects) {
    const RuntimeName wanted = runtimeOf(job);
    if (wanted.name.empty()) continue;
    const auto isIt = [&](const ManifestObject& one) {
      return one.kind == wanted.kind && apiGroupOf(one.apiVersion) == kGroup && one.key.name == wanted.name &&
             (wanted.kind != "TrainingRuntime" || one.key.ns == wanted.ns);
    };
    const auto runtime = std::find_if(objects.begin(), objects.end(), isIt);
    if (runtime != objects.end()) resolveTrainJob(job, runtime->json);
  }
}

}  // namespace cardinal
