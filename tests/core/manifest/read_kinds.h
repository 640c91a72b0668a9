// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"

/// What the tests of kinds share: objects from short texts, and their roles as one line.
namespace cardinal {

inline ManifestObject read(const std::string& text, const KindTable* own = nullptr) {
  auto manifest = readManifest(text, "job.yaml", own);
  if (!manifest || manifest->objects.empty()) {
    ADD_FAILURE() << (manifest ? "no object" : describe(manifest.error())) << "\n" << text;
    return {};
  }
  for (const Error& problem : manifest->objects.front().problems) ADD_FAILURE() << describe(problem) << "\n" << text;
  return manifest->objects.front();
}

inline std::string head(const std::string& apiVersion, const std::string& kind,
                        const std::string& metadata = "name: x") {
  return "apiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata: {" + metadata + "}\nspec:\n";
}

/// A pod template that asks `gpus` whole GPUs; 0 = none.
inline std::string pod(int gpus, const std::string& more = {}) {
  const std::string resources =
      gpus > 0 ? ", resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}" : std::string();
  return "{spec: {" + more + "containers: [{name: main" + resources + "}]}}";
}

inline std::int64_t gpusOf(const ManifestRole& role) {
  std::int64_t sum = 0;
  for (const Container& container : role.pod->spec.containers) {
    const Quantity* amount = find(container.limits, "nvidia.com/gpu");
    if (amount != nullptr) sum += amount->value();
  }
  return sum;
}

inline std::string number(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "?";
}

/// "Master 1x1, Worker 1x1": role, pods, GPUs of each; "/3" the gang, "?" what is not known, "+" created later.
inline std::string rolesOf(const ManifestObject& object) {
  std::string out;
  for (const ManifestRole& role : object.roles) {
    out += (out.empty() ? "" : ", ") + role.name + (role.name.empty() ? "" : " ") + number(role.pods) + "x" +
           (role.pod ? std::to_string(gpusOf(role)) : "?") + (role.gang ? "/" + std::to_string(*role.gang) : "") +
           (role.later ? "+" : "");
  }
  return out;
}

inline bool has(const ManifestObject& object, NoteCode code, const std::string& field = {},
                const std::string& detail = {}) {
  for (const ManifestNote& note : object.notes) {
    if (note.code == code && (field.empty() || note.field == field) && (detail.empty() || note.detail == detail))
      return true;
  }
  return false;
}

}  // namespace cardinal
