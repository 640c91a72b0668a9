// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <utility>

#include "core/manifest/manifest.h"
#include "core/manifest/yaml/yaml_emit.h"

namespace cardinal {
namespace {

using Form = WorkloadTemplate::Form;
using yaml::scalarText;

class Writer {
 public:
  void line(int indent, const std::string& text) {
    m_out += std::string(static_cast<std::size_t>(indent), ' ') + text + '\n';
  }
  std::string take() { return std::move(m_out); }

 private:
  std::string m_out;
};

bool sharesCards(Form form) {
  return form == Form::SharedMemory || form == Form::SharedMemoryAndCore;
}

void writeLimits(Writer& out, int indent, const WorkloadTemplate& workload) {
  switch (workload.form) {
    case Form::SharedMemory:
    case Form::SharedMemoryAndCore:
      out.line(indent, "aliyun.com/gpu-mem: " + std::to_string(workload.memory));
      if (workload.form == Form::SharedMemoryAndCore) {
        out.line(indent, "aliyun.com/gpu-core.percentage: " + std::to_string(workload.core));
      }
      break;
    case Form::WholeCards:
      out.line(indent, "nvidia.com/gpu: " + std::to_string(workload.cards));
      break;
    case Form::TopologyCards:
      out.line(indent, "aliyun.com/gpu: " + std::to_string(workload.cards));
      break;
    case Form::Limits:
      for (const TemplateLimit& limit : workload.limits)
        out.line(indent, scalarText(limit.resource) + ": " + std::to_string(limit.amount));
      break;
    case Form::Manifest:  // has limits of its own
      break;
  }
}

void writeMetadata(Writer& out, int indent, const std::string& name, const WorkloadTemplate& workload, bool onPod) {
  out.line(indent, "metadata:");
  if (!name.empty()) {
    out.line(indent + 2, "name: " + scalarText(name));
    out.line(indent + 2, "namespace: " + scalarText(workload.ns));
  }
  out.line(indent + 2, "labels:");
  out.line(indent + 4, "app: " + scalarText(workload.name));
  if (onPod && sharesCards(workload.form) && workload.cards > 1) {
    out.line(indent + 4, "aliyun.com/gpu-count: \"" + std::to_string(workload.cards) + "\"");
  }
}

void writePodSpec(Writer& out, int indent, const WorkloadTemplate& workload) {
  out.line(indent, "spec:");
  if (workload.kind == "Job") out.line(indent + 2, "restartPolicy: Never");
  if (!workload.scheduler.empty()) out.line(indent + 2, "schedulerName: " + scalarText(workload.scheduler));
  out.line(indent + 2, "containers:");
  out.line(indent + 2, "- name: main");
  out.line(indent + 4, "image: " + scalarText(workload.image));
  out.line(indent + 4, "resources:");
  out.line(indent + 6, "limits:");
  writeLimits(out, indent + 8, workload);
}

void writePod(Writer& out, const WorkloadTemplate& workload, const std::string& name) {
  out.line(0, "apiVersion: v1");
  out.line(0, "kind: Pod");
  writeMetadata(out, 0, name, workload, true);
  writePodSpec(out, 0, workload);
}

void writeSelector(Writer& out, const WorkloadTemplate& workload) {
  out.line(2, "selector:");
  out.line(4, "matchLabels:");
  out.line(6, "app: " + scalarText(workload.name));
}

void writeController(Writer& out, const WorkloadTemplate& workload) {
  const std::string replicas = std::to_string(workload.replicas);
  out.line(0, workload.kind == "Job" ? "apiVersion: batch/v1" : "apiVersion: apps/v1");
  out.line(0, "kind: " + scalarText(workload.kind));
  writeMetadata(out, 0, workload.name, workload, false);
  out.line(0, "spec:");
  if (workload.kind == "Job") {
    out.line(2, "parallelism: " + replicas);
    out.line(2, "completions: " + replicas);
  } else {
    out.line(2, "replicas: " + replicas);
    writeSelector(out, workload);
  }
  if (workload.kind == "StatefulSet") {
    out.line(2, "serviceName: " + scalarText(workload.name));
    out.line(2, "podManagementPolicy: Parallel");
  }
  out.line(2, "template:");
  writeMetadata(out, 4, {}, workload, true);
  writePodSpec(out, 4, workload);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\r";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::optional<TemplateLimit> parseLimit(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = trimmed(text.substr(0, colon));
  const std::string_view number = trimmed(text.substr(colon + 1));
  TemplateLimit limit{std::string(name), 0};
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), limit.amount);
  const bool whole = error == std::errc() && end == number.data() + number.size() && limit.amount >= 0;
  if (name.empty() || name.find_first_of(" \t\n\r") != std::string_view::npos || !whole) return std::nullopt;
  return limit;
}

}  // namespace

std::string limitsText(const std::vector<TemplateLimit>& limits) {
  std::string out;
  for (const TemplateLimit& limit : limits)
    out += (out.empty() ? "" : ", ") + limit.resource + ": " + std::to_string(limit.amount);
  return out;
}

std::optional<std::vector<TemplateLimit>> parseLimits(std::string_view text) {
  std::vector<TemplateLimit> out;
  while (!trimmed(text).empty()) {
    const auto comma = std::min(text.find(','), text.size());
    auto limit = parseLimit(text.substr(0, comma));
    if (!limit) return std::nullopt;
    const auto same = [&](const TemplateLimit& one) { return one.resource == limit->resource; };
    if (std::any_of(out.begin(), out.end(), same)) return std::nullopt;
    out.push_back(std::move(*limit));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

std::string toYaml(const WorkloadTemplate& workload) {
  if (workload.form == Form::Manifest) return workload.manifest;
  Writer out;
  if (workload.kind != "Pod") {
    writeController(out, workload);
    return out.take();
  }
  for (int i = 0; i < workload.replicas; ++i) {
    if (i > 0) out.line(0, "---");
    writePod(out, workload, workload.replicas > 1 ? workload.name + "-" + std::to_string(i) : workload.name);
  }
  return out.take();
}

}  // namespace cardinal
