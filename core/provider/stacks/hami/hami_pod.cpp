// SPDX-License-Identifier: Apache-2.0
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/provider/lent_parser.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/text_parts.h"

namespace cardinal::hami {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMaxText = 1U << 18U;
constexpr std::size_t kMaxShares = 4096;

/// A part without a comma is skipped; one with fewer than four fields makes the whole list unreadable.
bool readSegment(std::string_view text, std::vector<Share>& out) {
  return provider::forEachPart(text, ':', [&](std::string_view part, int) {
    if (part.find(',') == std::string_view::npos) return true;
    std::array<std::string_view, 4> fields;
    if (provider::splitFields(part, fields) < fields.size() || out.size() == kMaxShares) return false;
    const auto memory = detail::goInteger(fields[2], 32);
    const auto cores = detail::goInteger(fields[3], 32);
    if (!memory || !cores) return false;
    out.push_back({std::string(fields[0]), std::string(fields[1]), static_cast<std::int32_t>(*memory),
                   static_cast<std::int32_t>(*cores)});
    return true;
  });
}

bool readSegments(std::string_view text, std::vector<std::vector<Share>>& out) {
  if (text.size() > kMaxText) return false;
  constexpr std::size_t kUsual = 2;  // one, and an empty one behind it
  out.reserve(kUsual);
  return provider::forEachPart(text, ';',
                               [&](std::string_view segment, int) { return readSegment(segment, out.emplace_back()); });
}

/// Which container each segment is of: v2.10.0 writes one for every container that asks, other versions for every
/// container.
std::optional<std::vector<std::size_t>> containersOf(const RawPod& pod, const Holdings& holdings) {
  std::size_t count = holdings.segments.size();
  if (count > 0 && holdings.segments.back().empty()) --count;
  std::vector<std::size_t> all(pod.spec.initContainers.size() + pod.spec.containers.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (count == all.size()) return all;
  static const Config kDefaults;
  const std::vector<ContainerRequest> containers = requestsOfContainers(pod, kDefaults);
  std::vector<std::size_t> asking;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (containers[i].requestsCards() && containers[i].vendor == kNvidia) asking.push_back(i);
  }
  if (count != asking.size()) return std::nullopt;
  return asking;
}

bool readIndex(dom::element value, std::int64_t most, std::int64_t& out) {
  return value.is_null() || (value.is_int64() && value.get(out) == simdjson::SUCCESS && out >= 0 && out <= most);
}

bool readText(dom::element value, std::string& out) {
  std::string_view text;
  if (value.is_null()) return true;
  if (value.get(text) != simdjson::SUCCESS) return false;
  out = std::string(text);
  return true;
}

bool readPlacement(dom::element value, MigPlacement& out) {
  dom::object object;
  if (value.is_null()) return true;
  if (value.get(object) != simdjson::SUCCESS) return false;
  for (const auto field : object) {
    if (field.key == "start" && !readIndex(field.value, UINT32_MAX, out.start)) return false;
    if (field.key == "size" && !readIndex(field.value, UINT32_MAX, out.size)) return false;
  }
  return true;
}

bool readAllocation(dom::element item, MigAllocation& out) {
  dom::object object;
  if (item.get(object) != simdjson::SUCCESS) return false;
  int runtimeParts = 0;
  for (const auto field : object) {
    const bool readable = field.key == "containerIndex" ? readIndex(field.value, INT32_MAX, out.segment)
                          : field.key == "deviceIndex"  ? readIndex(field.value, INT32_MAX, out.device)
                          : field.key == "gpuUUID"      ? readText(field.value, out.card)
                          : field.key == "profile"      ? readText(field.value, out.profile)
                          : field.key == "placement"    ? readPlacement(field.value, out.placement)
                          : field.key == "migUUID"      ? readText(field.value, out.migUuid)
                                                        : true;
    if (!readable) return false;
    const bool isInstance = field.key == "gpuInstanceID" || field.key == "computeInstanceID";
    if (isInstance && !field.value.is_null()) ++runtimeParts;
  }
  if (!out.migUuid.empty()) ++runtimeParts;
  const bool complete = !out.card.empty() && !out.profile.empty() && out.placement.size != 0;
  return complete && (runtimeParts == 0 || runtimeParts == 3);
}

bool readMig(std::string_view text, std::vector<MigAllocation>& out) {
  if (text.empty()) return true;
  if (text.size() > kMaxText) return false;
  const LentParser parser;
  dom::element root;
  dom::array list;
  if (parser->parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return false;
  if (root.is_null()) return true;
  if (root.get(list) != simdjson::SUCCESS || list.size() > kMaxShares) return false;
  for (const dom::element item : list) {
    if (!readAllocation(item, out.emplace_back())) return false;
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  for (const MigAllocation& allocation : out) places.emplace_back(allocation.segment, allocation.device);
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) == places.end();
}

/// One list that cannot be read, of whatever vendor, makes HAMi count nothing of the pod.
void readOtherLists(const StringMap& annotations, Holdings& out) {
  for (const auto& [key, value] : annotations) {
    const auto vendor = otherVendorOfList(key);
    if (!vendor) continue;
    VendorList list{*vendor, {}};
    if (readSegments(value, list.segments)) {
      out.others.push_back(std::move(list));
    } else {
      out.readable = false;
      out.problems.push_back({ProblemCode::DevicesUnreadable, key, detail::clip(value)});
    }
  }
  if (!out.readable) out.others.clear();
  std::sort(out.others.begin(), out.others.end(),
            [](const VendorList& a, const VendorList& b) { return a.vendor < b.vendor; });
}

}  // namespace

const std::string* assignedNode(const RawPod& pod) {
  if (!pod.spec.nodeName.empty() || isTerminal(pod)) return nullptr;
  const std::string* node = find(pod.meta.annotations, kAssignedNode);
  return node != nullptr && !node->empty() && hasDeviceList(pod) ? node : nullptr;
}

bool hasDeviceList(const RawPod& pod) {
  return std::any_of(pod.meta.annotations.begin(), pod.meta.annotations.end(), [](const auto& entry) {
    return entry.first == kAllocated || otherVendorOfList(entry.first).has_value();
  });
}

Holdings readHamiPod(const RawPod& pod) {
  Holdings out;
  const StringMap& annotations = pod.meta.annotations;
  if (const std::string* node = find(annotations, kAssignedNode)) out.node = *node;
  if (const std::string* phase = find(annotations, kBindPhase)) out.bindPhase = detail::clip(*phase);
  out.terminal = isTerminal(pod);
  out.initFinished = pod.initFinished;
  out.initContainers = pod.spec.initContainers.size();
  const std::string* devices = find(annotations, kAllocated);
  if (devices != nullptr && !readSegments(*devices, out.segments)) {
    out.segments.clear();
    out.readable = false;
    out.problems.push_back({ProblemCode::DevicesUnreadable, std::string(kAllocated), detail::clip(*devices)});
  }
  readOtherLists(annotations, out);
  if (!out.readable) out.segments.clear();
  if (devices != nullptr && out.readable) {
    out.containers = containersOf(pod, out);
    if (!out.containers)
      out.problems.push_back({ProblemCode::SegmentsUnclear, std::string(kAllocated), detail::clip(*devices)});
  }
  const std::string* mig = find(annotations, kMigAllocations);
  if (mig != nullptr && !readMig(*mig, out.mig)) {
    out.mig.clear();
    out.problems.push_back({ProblemCode::MigUnreadable, std::string(kMigAllocations), detail::clip(*mig)});
  }
  return out;
}

}  // namespace cardinal::hami
