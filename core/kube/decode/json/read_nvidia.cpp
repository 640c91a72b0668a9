// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/kube/decode/json/config_object.h"
#include "core/kube/decode/json/read_objects.h"
#include "core/kube/decode/json/read_parts.h"

namespace cardinal::json {
namespace {

constexpr std::size_t kMaxConfigs = 256;
constexpr std::size_t kMaxShared = 1024;
constexpr std::size_t kMaxText = 64U << 10U;  ///< bytes: a longer text is no configuration of the plugin

/// `config` of one part of the operator: the ConfigMap, and the name in it that counts by default.
void readConfigName(Value& value, std::string& map, std::string& fallback, const Path& path, Problems& problems) {
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    if (key != "config" || isNull(field)) return;
    const Path config{&path, key};
    eachField(field, config, problems, [&](std::string_view name, Value& text) {
      if (name == "name") readText(text, map, Path{&config, name}, problems);
      if (name == "default") readText(text, fallback, Path{&config, name}, problems);
    });
  });
}

/// One method of `sharing`; of both MPS counts, and the other one must be readable all the same.
struct SharingPart {
  bool isThere = false;
  std::optional<bool> failsAboveOne{};
  std::vector<SharedDevices> shared{};
};

void readSharing(Value& value, SharingPart& out, const Path& path, Problems& problems) {
  out.isThere = true;
  eachField(value, path, problems, [&](std::string_view key, Value& field) {
    const Path at{&path, key};
    if (key == "failRequestsGreaterThanOne" && !isNull(field))
      return readBool(field, out.failsAboveOne.emplace(false), at, problems);
    if (key != "resources") return;
    eachItem(field, at, problems, [&](Value& item, int index) {
      const Path one{&path, "resources", index};
      SharedDevices shared;
      eachField(item, one, problems, [&](std::string_view name, Value& part) {
        if (name == "name") readText(part, shared.resource, Path{&one, name}, problems);
        if (name == "replicas") readInt(part, shared.replicas, Path{&one, name}, problems);
      });
      if (shared.resource.empty()) problems.add(one, {});  // the plugin stops at it
      if (out.shared.size() < kMaxShared) out.shared.push_back(std::move(shared));
    });
  });
  if (out.shared.empty()) problems.add(path, {});  // likewise
}

void readConfigRoot(Object& root, DevicePluginConfig& out, Problems& problems) {
  std::string version;
  SharingPart slicing;
  SharingPart mps;
  eachField(root, [&](std::string_view key, Value& field) {
    const Path at{nullptr, key};
    if (key == "version") return readText(field, version, at, problems);
    if (key != "sharing" || isNull(field)) return;
    eachField(field, at, problems, [&](std::string_view method, Value& part) {
      // The plugin takes an empty mps for none and stops at an empty timeSlicing.
      if (method == "timeSlicing") readSharing(part, slicing, Path{&at, method}, problems);
      if (method == "mps" && !isNull(part)) readSharing(part, mps, Path{&at, method}, problems);
    });
  });
  SharingPart& used = mps.isThere ? mps : slicing;
  if (used.isThere) out.sharing = mps.isThere ? DeviceSharing::Mps : DeviceSharing::TimeSlicing;
  out.failsAboveOne = used.failsAboveOne;
  out.shared = std::move(used.shared);
  out.isRead = version.empty() || version == "v1";  // the plugin takes an absent version for v1
}

/// The YAML of one key. What is no configuration keeps its name alone: the label may name it all the same.
DevicePluginConfig configOf(std::string name, const std::string& text) {
  DevicePluginConfig out;
  out.name = std::move(name);
  DevicePluginConfig read;
  read.name = out.name;
  out.isRead = false;
  std::vector<FieldProblem> unread;
  const bool isObject = withConfigText(text, out.name, kMaxText, [&](Object& root) {
    Problems problems(unread);
    readConfigRoot(root, read, problems);
  });
  return isObject && unread.empty() && read.isRead ? read : out;
}

}  // namespace

void readObject(Object& object, RawClusterPolicy& policy) {
  readSpecAndStatus(
      object, policy,
      [&](std::string_view key, Value& field, const Path& spec, Problems& problems) {
        const Path part{&spec, key};
        std::string fallback;  // of mig-manager: what a node without the label gets, by the label itself
        if (key == "devicePlugin")
          readConfigName(field, policy.pluginConfigMap, policy.pluginConfigDefault, part, problems);
        if (key == "migManager") readConfigName(field, policy.migConfigMap, fallback, part, problems);
      },
      [&](std::string_view key, Value& field, const Path& status, Problems& problems) {
        if (key == "namespace") readText(field, policy.operatorNamespace, Path{&status, key}, problems);
      });
}

void readObject(Object& object, RawPluginConfigs& map) {
  eachConfigText(object, map, [&](const std::string& name, const std::string& text) {
    map.isCut = map.configs.size() >= kMaxConfigs;
    if (!map.isCut) map.configs.push_back(configOf(name, text));
  });
  std::sort(map.configs.begin(), map.configs.end(),
            [](const DevicePluginConfig& a, const DevicePluginConfig& b) { return a.name < b.name; });
}

}  // namespace cardinal::json
