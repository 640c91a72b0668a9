// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/service/snapshots: parts of API objects as JSON.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::json_parts {

/// Keys keep the order in which they were read, so that saving and loading is no change.
using Json = nlohmann::ordered_json;

/// Compact text; invalid UTF-8 is replaced.
std::string dump(const Json& json);
/// What is empty is left out.
void put(Json& object, const char* key, const std::string& text);
void put(Json& object, const char* key, Json&& part);
void putTime(Json& object, const char* key, UnixSeconds time);
/// Amounts that could not be read are written as they were, so that the file shows the same fault.
Json resources(const ResourceList& list, const std::string& path, const std::vector<FieldProblem>& problems);
/// Amounts that could not be read are left out: they stay unknown.
Json amounts(const ResourceList& list);
Json texts(const StringMap& map);
Json metadata(const ObjectMeta& meta);
Json requirements(const std::vector<NodeSelectorRequirement>& list);
Json nodeTerm(const NodeSelectorTerm& term);
Json tolerations(std::span<const Toleration> list);
Json labelSelector(const LabelSelector& selector);
/// `path` is that of the spec in the object whose problems these are.
Json podSpec(const RawPodSpec& spec, const std::string& path, const std::vector<FieldProblem>& problems);
/// As the API writes it: "8", "1500m".
std::string quantityText(const Quantity& quantity);
Json taints(std::span<const Taint> list);

}  // namespace cardinal::json_parts
