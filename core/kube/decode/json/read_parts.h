// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: what several kinds have in common.

#include <utility>

#include "core/kube/decode/json/json_reader.h"

namespace cardinal::json {

/// One entry of `spec.tolerations`, of a pod or of a request for devices; `at` is its path.
void readToleration(Value& item, Toleration& out, const Path& at, Problems& problems);
/// One entry of `spec.taints`, of a node or of a device; `at` is its path.
void readTaint(Value& item, Taint& out, const Path& at, Problems& problems);

/// An object of which metadata and spec count: calls `useSpec(spec value, problems)` for the latter.
template <typename T, typename Use>
void readWithSpec(Object& object, T& out, Use&& useSpec) {
  Problems problems(out.problems);
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata")
      readMeta(part, out.meta, problems);
    else if (key == "spec")
      useSpec(part, problems);
  });
}

/// The same, field by field: calls `useField(name, value, path of the spec, problems)`.
template <typename T, typename Use>
void readSpecFields(Object& object, T& out, Use&& useField) {
  readWithSpec(object, out, [&](Value& part, Problems& problems) {
    const Path spec{nullptr, "spec"};
    eachField(part, spec, problems,
              [&](std::string_view name, Value& field) { useField(name, field, spec, problems); });
  });
}

/// The same, and the status: calls `useStatus(name, value, path of the status, problems)` for its fields.
template <typename T, typename Use, typename UseStatus>
void readSpecAndStatus(Object& object, T& out, Use&& useSpec, UseStatus&& useStatus) {
  Problems problems(out.problems);
  const Path spec{nullptr, "spec"};
  const Path status{nullptr, "status"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata")
      readMeta(part, out.meta, problems);
    else if (key == "spec")
      eachField(part, spec, problems,
                [&](std::string_view name, Value& field) { useSpec(name, field, spec, problems); });
    else if (key == "status")
      eachField(part, status, problems,
                [&](std::string_view name, Value& field) { useStatus(name, field, status, problems); });
  });
}

}  // namespace cardinal::json
