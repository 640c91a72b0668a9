// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/node_field.h"

namespace cardinal {

std::optional<std::string> keyIn(const std::string& field, std::string_view prefix) {
  if (field.compare(0, prefix.size(), prefix) != 0 || field.back() != ']') return std::nullopt;
  return field.substr(prefix.size(), field.size() - prefix.size() - 1);
}

std::optional<std::string> fieldOf(const RawNode& node, const std::string& field) {
  if (field == kUnschedulableField) return node.unschedulable ? "true" : "false";
  if (const auto key = keyIn(field, kLabelField)) {
    const std::string* value = find(node.meta.labels, *key);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  if (const auto key = keyIn(field, kAnnotationField)) {
    const std::string* value = find(node.meta.annotations, *key);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  const auto key = keyIn(field, kTaintField);
  if (!key) return std::nullopt;
  for (const Taint& taint : node.taints) {
    if (taint.key + ":" + taint.effect == *key) return taint.value;
  }
  return std::nullopt;
}

}  // namespace cardinal
