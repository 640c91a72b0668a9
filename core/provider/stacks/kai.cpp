// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/kai.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/saturate.h"
#include "core/model/pods/pod_fields.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/text_parts.h"

namespace cardinal::kai {
namespace {

using provider::startsWith;

constexpr std::string_view kGpu = "nvidia.com/gpu";
constexpr std::string_view kMig = "nvidia.com/mig-";
constexpr const char* kCountLabel = "nvidia.com/gpu.count";
constexpr const char* kMigStrategyLabel = "nvidia.com/mig.strategy";
constexpr const char* kFraction = "gpu-fraction";
constexpr const char* kMemory = "gpu-memory";
constexpr std::string_view kGroup = "runai-gpu-group";
constexpr std::string_view kGroupPrefix = "runai-gpu-group/";
/// Of KAI from 0.6 on; of Run:ai and KAI before. Both can be configured otherwise.
constexpr std::array<std::string_view, 2> kReservationNamespaces{"kai-resource-reservation", "runai-reservation"};
constexpr std::string_view kReservationName = "gpu-reservation-";
constexpr const char* kReservedCard = "run.ai/reserve_for_gpu_index";
constexpr std::size_t kMaxNames = 64;
constexpr std::int64_t kMaxMemory = std::int64_t{1} << 40;  ///< MiB of one card
constexpr std::int64_t kMaxAmount = std::int64_t{1} << 56;  ///< of one container: sums of a cluster stay in range

/// By its namespace; where that is configured, by its name and the card that its own annotation reserves.
bool isReservationPod(const RawPod& pod) {
  const auto& namespaces = kReservationNamespaces;
  if (std::find(namespaces.begin(), namespaces.end(), pod.meta.key.ns) != namespaces.end()) return true;
  return startsWith(pod.meta.key.name, kReservationName) && find(pod.meta.annotations, kReservedCard) != nullptr;
}

bool isMigNode(const RawNode& raw) {
  if (const std::string* enabled = find(raw.meta.labels, kMigEnabled))
    return provider::goBool(*enabled).value_or(false);
  return std::any_of(raw.allocatable.begin(), raw.allocatable.end(), [](const ResourceAmount& entry) {
    return startsWith(entry.name, kMig) && entry.amount > Quantity{};
  });
}

struct Sums {
  Resources resources;
  std::int64_t gpus = 0;
  bool hasMig = false;
};

void addAmount(Sums& sums, const ResourceAmount& entry) {
  Resources& out = sums.resources;
  if (entry.name == "cpu") {
    out.cpuMilli = saturatedSum(out.cpuMilli, std::clamp<std::int64_t>(entry.amount.milliValue(), 0, kMaxAmount));
    return;
  }
  const std::int64_t amount = std::clamp<std::int64_t>(entry.amount.value(), 0, kMaxAmount);
  if (entry.name == "memory") {
    out.memory = saturatedSum(out.memory, amount);
  } else if (entry.name == "pods") {
    out.pods = saturatedSum(out.pods, amount);
  } else if (entry.name == kGpu) {
    sums.gpus = saturatedSum(sums.gpus, amount);
  } else {
    sums.hasMig = sums.hasMig || (startsWith(entry.name, kMig) && amount > 0);
    const auto known = std::find_if(out.others.begin(), out.others.end(),
                                    [&](const auto& other) { return other.first == entry.name; });
    if (known != out.others.end())
      known->second = saturatedSum(known->second, amount);
    else if (out.others.size() < kMaxNames)
      out.others.emplace_back(entry.name, amount);
  }
}

void addContainer(Sums& sums, const Container& container) {
  for (const ResourceAmount& entry : container.requests) addAmount(sums, entry);
  for (const ResourceAmount& entry : container.limits) {
    if (find(container.requests, entry.name) == nullptr) addAmount(sums, entry);
  }
}

void raiseTo(Sums& sums, const Sums& other) {
  sums.gpus = std::max(sums.gpus, other.gpus);
  sums.hasMig = sums.hasMig || other.hasMig;
  Resources& out = sums.resources;
  out.cpuMilli = std::max(out.cpuMilli, other.resources.cpuMilli);
  out.memory = std::max(out.memory, other.resources.memory);
  for (const auto& [name, amount] : other.resources.others) {
    const auto known = std::find_if(out.others.begin(), out.others.end(),
                                    [&name = name](const auto& one) { return one.first == name; });
    if (known != out.others.end())
      known->second = std::max(known->second, amount);
    else if (out.others.size() < kMaxNames)
      out.others.emplace_back(name, amount);
  }
}

Sums podRequests(const RawPod& pod) {
  Sums sums;
  for (const Container& container : pod.spec.containers) addContainer(sums, container);
  for (const Container& container : pod.spec.initContainers) {
    Sums own;
    addContainer(own, container);
    raiseTo(sums, own);
  }
  for (const ResourceAmount& entry : pod.spec.overhead) addAmount(sums, entry);
  sums.resources.pods = 1;
  std::sort(sums.resources.others.begin(), sums.resources.others.end());
  return sums;
}

bool parseFloat(std::string_view text, double& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

template <typename Out>
void complain(Out& out, const ObjectKey& key, const char* field, const std::string& value) {
  out.problems.push_back(
      makeError(ErrorCode::InvalidField, field, provider::displayName(key), provider::clipped(value)));
}

void readConditions(const RawNode& raw, Node& node) {
  if (raw.unschedulable) node.refusals.emplace_back("node is unschedulable");
  for (const NodeCondition& condition : raw.conditions) {
    const bool isReady = condition.type == "Ready";
    const bool isBad = condition.type == "MemoryPressure" || condition.type == "DiskPressure" ||
                       condition.type == "PIDPressure" || condition.type == "NetworkUnavailable";
    if (isReady && condition.status != "True") node.refusals.emplace_back("node has NotReady condition");
    if (isBad && condition.status == "True") node.refusals.push_back("node has " + condition.type + " condition");
  }
}

}  // namespace

std::optional<std::int64_t> readCardMemory(const RawNode& raw) {
  const std::string* label = find(raw.meta.labels, kMemoryLabel);
  std::int64_t memory = 0;
  if (label == nullptr || !provider::parseGoInteger(*label, memory)) return std::nullopt;
  constexpr std::int64_t kMiB = 1 << 20;
  constexpr std::int64_t kStep = 100;
  if (memory >= kMiB) memory /= kMiB;  // given in bytes
  if (memory < kStep) return std::nullopt;
  return std::min(memory, kMaxMemory) / kStep * kStep;
}

MigStrategy readMigStrategy(const RawNode& raw) {
  const std::string* strategy = find(raw.meta.labels, kMigStrategyLabel);
  if (strategy == nullptr || !isMigNode(raw)) return MigStrategy::None;
  if (*strategy == "single") return MigStrategy::Single;
  return *strategy == "mixed" ? MigStrategy::Mixed : MigStrategy::None;
}

Node readNode(const RawNode& raw) {
  Node node;
  node.name = raw.meta.key.name;
  Sums sums;
  for (const ResourceAmount& entry : raw.allocatable) addAmount(sums, entry);
  node.gpus = sums.gpus;
  node.allocatable = std::move(sums.resources);
  node.gpuCount = node.gpus;
  if (const std::string* label = find(raw.meta.labels, kCountLabel)) {
    if (!provider::parseGoInteger(*label, node.gpuCount) || node.gpuCount < 0) {
      complain(node, raw.meta.key, kCountLabel, *label);
      node.gpuCount = node.gpus;
    } else if (node.gpuCount != node.gpus) {
      // The scheduler then counts the first shared card as still idle.
      complain(node, raw.meta.key, kCountLabel, *label);
    }
  }
  const auto memory = readCardMemory(raw);
  node.memoryKnown = memory.has_value();
  if (memory) node.cardMemory = *memory;
  std::int64_t labelled = 0;
  const std::string* label = find(raw.meta.labels, kMemoryLabel);
  if (label != nullptr && (!provider::parseGoInteger(*label, labelled) || labelled <= 0))
    complain(node, raw.meta.key, kMemoryLabel, *label);
  readConditions(raw, node);
  return node;
}

Request readRequest(const RawPod& pod) {
  Request request;
  request.name = provider::displayName(pod.meta.key);
  Sums sums = podRequests(pod);
  request.resources = std::move(sums.resources);
  request.gpus = sums.gpus;
  if (request.gpus > 0) request.kind = Request::Kind::Whole;
  if (sums.hasMig) request.kind = Request::Kind::Unknown;
  if (const std::string* text = find(pod.meta.annotations, kMemory)) {
    std::int64_t memory = 0;
    if (provider::parseGoInteger(*text, memory) && memory > 0) {
      request.kind = Request::Kind::Shared;
      request.memory = std::min(memory, kMaxMemory);
    } else {
      complain(request, pod.meta.key, kMemory, *text);
    }
  }
  if (const std::string* text = find(pod.meta.annotations, kFraction)) {
    double fraction = 0;
    if (parseFloat(*text, fraction) && fraction > 0 && fraction <= 1) {
      request.kind = Request::Kind::Shared;
      request.fraction = fraction;
      request.memory = 0;
      // The scheduler takes a whole card; its webhook does not (binder/plugins/gpusharing/gpu-request).
      if (fraction >= 1 && !isCreated(pod)) complain(request, pod.meta.key, kFraction, *text);
    } else {
      complain(request, pod.meta.key, kFraction, *text);
    }
  }
  if (request.kind != Request::Kind::Shared) return request;
  request.gpus = 0;
  const std::string* text = find(pod.meta.annotations, kDevices);
  if (text == nullptr || text->empty()) return request;
  std::int64_t devices = 0;
  if (provider::parseGoInteger(*text, devices) && devices > 0)
    request.devices = devices;
  else
    complain(request, pod.meta.key, kDevices, *text);
  return request;
}

Holding readHolding(const RawPod& pod) {
  Holding holding;
  holding.counts = !pod.spec.nodeName.empty() && !isTerminal(pod);
  holding.releasing = isTerminating(pod);
  bool hasPlain = false;
  for (const auto& [key, value] : pod.meta.labels) {
    if (holding.groups.size() >= kMaxNames || value.empty()) continue;
    const bool isPlain = key == kGroup;
    if (!isPlain && !startsWith(key, kGroupPrefix)) continue;
    hasPlain = hasPlain || isPlain;
    if (std::find(holding.groups.begin(), holding.groups.end(), value) == holding.groups.end())
      holding.groups.push_back(value);
  }
  holding.mayBeForgotten = !holding.groups.empty() && !hasPlain;
  return holding;
}

std::optional<Reservation> readReservation(const RawPod& pod) {
  if (!isReservationPod(pod)) return std::nullopt;
  const std::string* group = find(pod.meta.labels, kGroup);
  if (group == nullptr || group->empty()) return std::nullopt;
  Reservation out{*group, pod.spec.nodeName, std::nullopt};
  const std::string* card = find(pod.meta.annotations, kReservedCard);
  if (card != nullptr && !card->empty()) out.card = *card;
  return out;
}

}  // namespace cardinal::kai
