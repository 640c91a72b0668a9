// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/scheduler_config.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "core/base/files/read_file.h"
#include "core/manifest/tree_reader.h"
#include "core/manifest/yaml/yaml_tree.h"

namespace cardinal {
namespace {

using yaml::Field;

constexpr std::int64_t kMaxWeight = 1'000'000;
constexpr std::int64_t kHundred = 100;

SchedulerPlugin readPlugin(const Field& field) {
  SchedulerPlugin out;
  out.name = field.child("name").string();
  if (out.name.empty()) field.child("name").fail();
  out.weight = static_cast<std::int32_t>(field.child("weight").integer(0, 0, kMaxWeight));
  return out;
}

SchedulerPlugins readPlugins(const Field& field) {
  SchedulerPlugins out;
  for (const Field& one : field.child("enabled").elements()) out.enabled.push_back(readPlugin(one));
  for (const Field& one : field.child("disabled").elements()) out.disabled.push_back(readPlugin(one));
  return out;
}

std::vector<ResourceWeight> readResources(const Field& field) {
  std::vector<ResourceWeight> out;
  for (const Field& one : field.elements()) {
    ResourceWeight& weight = out.emplace_back();
    weight.name = one.child("name").string();
    if (weight.name.empty()) one.child("name").fail();
    weight.weight = static_cast<std::int32_t>(one.child("weight").integer(1, 0, kHundred));
    if (weight.weight == 0) weight.weight = 1;
  }
  return out;
}

std::vector<CurvePoint> readCurve(const Field& field) {
  constexpr std::int64_t kMaxScore = 10;
  std::vector<CurvePoint> out;
  for (const Field& one : field.elements()) {
    CurvePoint point;
    point.utilization = static_cast<std::int32_t>(one.child("utilization").integer(0, 0, kHundred));
    point.score = static_cast<std::int32_t>(one.child("score").integer(0, 0, kMaxScore));
    if (!out.empty() && point.utilization <= out.back().utilization) one.child("utilization").fail();
    out.push_back(point);
  }
  if (out.empty()) field.fail();
  return out;
}

FitStrategy readStrategy(const Field& strategy) {
  FitStrategy out;
  const std::string type = strategy.child("type").string("LeastAllocated");
  if (type == "MostAllocated") {
    out.type = FitStrategy::Type::MostAllocated;
  } else if (type == "RequestedToCapacityRatio") {
    out.type = FitStrategy::Type::CapacityRatio;
    out.curve = readCurve(strategy.child("requestedToCapacityRatio").child("shape"));
  } else if (type != "LeastAllocated") {
    strategy.child("type").fail();
  }
  out.resources = readResources(strategy.child("resources"));
  return out;
}

FitStrategy strategyOf(FitStrategy::Type type, const Field& args) {
  FitStrategy out;
  out.type = type;
  out.resources = readResources(args.child("resources"));
  if (type == FitStrategy::Type::CapacityRatio) out.curve = readCurve(args.child("shape"));
  return out;
}

void readSpread(const Field& args, ConfiguredProfile& out) {
  const Field type = args.child("defaultingType");
  const std::string text = type.string("System");
  if (text != "System" && text != "List") type.fail();
  const Field constraints = args.child("defaultConstraints");
  if (type.exists()) out.defaultSpread = text == "System";
  if (!constraints.hasContent()) return;
  out.defaultSpread = false;
  out.notEvaluated.push_back(constraints.path());
}

void readArguments(const Field& entry, ConfiguredProfile& out) {
  const std::string name = entry.child("name").string();
  const Field args = entry.child("args");
  if (name == "NodeResourcesFit") {
    for (const char* key : {"ignoredResources", "ignoredResourceGroups"}) {
      if (args.child(key).hasContent()) out.notEvaluated.push_back(args.child(key).path());
    }
    if (args.child("scoringStrategy").exists()) out.fit = readStrategy(args.child("scoringStrategy"));
  } else if (name == "NodeResourcesLeastAllocated") {
    out.least = strategyOf(FitStrategy::Type::LeastAllocated, args);
  } else if (name == "NodeResourcesMostAllocated") {
    out.most = strategyOf(FitStrategy::Type::MostAllocated, args);
  } else if (name == "RequestedToCapacityRatio") {
    out.ratio = strategyOf(FitStrategy::Type::CapacityRatio, args);
  } else if (name == "InterPodAffinity") {
    if (args.child("hardPodAffinityWeight").exists())
      out.hardPodAffinityWeight =
          static_cast<std::int32_t>(args.child("hardPodAffinityWeight").integer(1, 0, kHundred));
  } else if (name == "PodTopologySpread") {
    readSpread(args, out);
  } else if (name == "NodeResourcesBalancedAllocation") {
    auto resources = readResources(args.child("resources"));
    const bool usual = std::all_of(resources.begin(), resources.end(), [](const ResourceWeight& one) {
      return (one.name == "cpu" || one.name == "memory") && one.weight == 1;
    });
    if (!usual || resources.size() == 1) out.balance = std::move(resources);
  } else if (name != "DefaultPreemption" && name != "VolumeBinding" && args.hasContent()) {
    out.notEvaluated.push_back(args.path());
  }
}

ConfiguredProfile readProfile(const Field& field) {
  ConfiguredProfile out;
  out.schedulerName = field.child("schedulerName").string(out.schedulerName);
  if (field.child("percentageOfNodesToScore").exists())
    out.percentageOfNodesToScore =
        static_cast<std::int32_t>(field.child("percentageOfNodesToScore").integer(0, 0, kHundred));
  const Field plugins = field.child("plugins");
  out.score = readPlugins(plugins.child("score"));
  out.filter = readPlugins(plugins.child("filter"));
  out.everywhere = readPlugins(plugins.child("multiPoint"));
  for (const char* point : {"preEnqueue", "preFilter", "preScore", "postFilter", "reserve", "permit", "preBind"}) {
    for (const SchedulerPlugin& one : readPlugins(plugins.child(point)).enabled) out.others.push_back(one.name);
  }
  for (const Field& entry : field.child("pluginConfig").elements()) readArguments(entry, out);
  return out;
}

/// The open-source gpushare extender is part of the engine where it only filters; what others do is not known.
bool isKnownExtender(const Field& extender) {
  const auto resources = extender.child("managedResources").elements();
  const bool gpushare = std::any_of(resources.begin(), resources.end(), [](const Field& one) {
    return one.child("name").string() == "aliyun.com/gpu-mem";
  });
  return gpushare && extender.child("prioritizeVerb").string().empty();
}

void checkKind(const Field& root, const std::string& source) {
  constexpr std::array kVersions = {"v1beta1", "v1beta2", "v1beta3", "v1"};
  constexpr std::string_view kGroup = "kubescheduler.config.k8s.io/";
  const std::string version = root.child("apiVersion").string();
  const std::string kind = root.child("kind").string();
  if (version.empty()) root.child("apiVersion").fail();
  if (kind.empty()) root.child("kind").fail();
  const bool known = std::any_of(kVersions.begin(), kVersions.end(),
                                 [&](const char* one) { return version == std::string(kGroup) + one; });
  if (known && kind == "KubeSchedulerConfiguration") return;
  const Field& wrong = known ? root.child("kind") : root.child("apiVersion");
  throw yaml::Failure{makeError(ErrorCode::Unsupported, known ? kind : version,
                                source + ", " + yaml::describe(wrong.place()),
                                "KubeSchedulerConfiguration, " + std::string(kGroup) + "v1beta1..v1")};
}

SchedulerConfig read(const Field& root, std::string source) {
  checkKind(root, source);
  SchedulerConfig out;
  out.source = std::move(source);
  out.apiVersion = root.child("apiVersion").string();
  out.percentageOfNodesToScore =
      static_cast<std::int32_t>(root.child("percentageOfNodesToScore").integer(0, 0, kHundred));
  for (const Field& one : root.child("profiles").elements()) out.profiles.push_back(readProfile(one));
  if (out.profiles.empty()) out.profiles.emplace_back();
  for (const Field& extender : root.child("extenders").elements()) {
    if (!isKnownExtender(extender)) out.notEvaluated.push_back(extender.path());
  }
  return out;
}

}  // namespace

Result<SchedulerConfig> parseSchedulerConfig(std::string_view text, std::string source) {
  try {
    for (const yaml::Node& document : yaml::parseDocuments(text, source)) {
      if (document.kind != yaml::Node::Kind::Null) return read(Field(document, source), source);
    }
  } catch (yaml::Failure& failure) {
    return unexpected(std::move(failure.error));
  }
  return unexpected(makeError(ErrorCode::InvalidField, "apiVersion", source));
}

Result<SchedulerConfig> loadSchedulerConfig(const std::string& path) {
  const auto text = readFile(path, yaml::kMaxBytes);
  if (!text) return unexpected(text.error());
  return parseSchedulerConfig(*text, std::filesystem::path(path).filename().string());
}

}  // namespace cardinal
