// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/hami/hami_amounts.h"
#include "core/provider/text_parts.h"

namespace cardinal::hami {
namespace {

constexpr std::string_view kNumaBind = "nvidia.com/numa-bind";
constexpr std::string_view kVgpuMode = "nvidia.com/vgpu-mode";
constexpr std::string_view kNodePolicy = "hami.io/node-scheduler-policy";
constexpr std::string_view kCardPolicy = "hami.io/gpu-scheduler-policy";
constexpr std::string_view kWeights = "hami.io/device-scoring-weights";
constexpr std::int64_t kAllPercent = 100;

/// Nothing = the whole container asks nothing, because of its memory.
std::optional<std::int32_t> requestedMemory(const detail::Amounts& amounts, const Config& config) {
  if (amounts.of(config.memoryKey) == nullptr) return 0;
  const std::int64_t factor = std::max<std::int64_t>(config.memoryFactor, 1);
  const auto memory = amounts.integer(config.memoryKey);
  if (!memory || *memory < 0 || *memory > INT32_MAX / factor) return std::nullopt;
  return static_cast<std::int32_t>(*memory * factor);
}

std::int32_t requestedPercent(const detail::Amounts& amounts, const Config& config) {
  const auto percent = amounts.integer(config.percentKey);
  if (!percent || *percent <= 0) return ContainerRequest::kPercentUnset;
  return static_cast<std::int32_t>(std::min(*percent, kAllPercent));
}

ContainerRequest readNvidia(const detail::Amounts& amounts, const Config& config) {
  const auto number = amounts.integer(config.countKey);
  const auto memory = requestedMemory(amounts, config);
  if (!number || !memory) return {};
  ContainerRequest out{detail::cut(*number), *memory, requestedPercent(amounts, config), config.defaultCores};
  if (out.percent == ContainerRequest::kPercentUnset && out.memoryMib == 0) {
    if (config.defaultMemory != 0)
      out.memoryMib = config.defaultMemory;
    else
      out.percent = static_cast<std::int32_t>(kAllPercent);
  }
  if (const auto cores = amounts.integer(config.coresKey)) out.cores = detail::cut(*cores);
  return out;
}

AnnotationList readList(const StringMap& annotations, std::string_view key, bool isType) {
  AnnotationList out;
  const std::string* text = key.empty() ? nullptr : find(annotations, key);
  if (text == nullptr || detail::trimmed(*text).empty()) return out;
  out.present = true;
  for (const std::string_view entry : detail::split(*text, ',')) {
    const std::string_view word = detail::trimmed(entry);
    if (isType && word.empty()) continue;
    out.entries.push_back(isType ? detail::capitals(word) : std::string(word));
  }
  return out;
}

CardRestrictions readRestrictions(const StringMap& annotations, const Vendor& vendor) {
  return {readList(annotations, vendor.useTypeKey, true), readList(annotations, vendor.noUseTypeKey, true),
          readList(annotations, vendor.useIdKey, false), readList(annotations, vendor.noUseIdKey, false)};
}

bool policyNames(std::string_view policy, std::string_view part) {
  const auto parts = detail::split(policy, ',');
  return std::any_of(parts.begin(), parts.end(),
                     [part](std::string_view word) { return detail::trimmed(word) == part; });
}

/// A policy with a comma, or "numa" alone: sort keys in the order written.
std::vector<SortKey> chainOrder(std::string_view policy, bool numaBind) {
  std::vector<SortKey> out;
  for (const std::string_view part : detail::split(policy, ',')) {
    const std::string_view word = detail::trimmed(part);
    const std::optional<SortKey> key = word == "binpack"  ? std::optional(SortKey::ScoreUp)
                                       : word == "spread" ? std::optional(SortKey::ScoreDown)
                                       : word == "numa"   ? std::optional(SortKey::NumaUp)
                                                          : std::nullopt;
    if (key && std::find(out.begin(), out.end(), *key) == out.end()) out.push_back(*key);
  }
  if (out.empty()) out.push_back(SortKey::ScoreDown);
  if (numaBind && out.front() != SortKey::NumaUp) {
    out.erase(std::remove(out.begin(), out.end(), SortKey::NumaUp), out.end());
    out.insert(out.begin(), SortKey::NumaUp);
  }
  out.push_back(SortKey::IndexUp);
  return out;
}

std::vector<SortKey> cardOrder(std::string_view policy, bool numaBind) {
  if (policy.find(',') != std::string_view::npos || policy == "numa") return chainOrder(policy, numaBind);
  if (policy == "mutex") return {SortKey::UsedDown, SortKey::NumaUp};
  const bool binpack = policy == "binpack";
  if (numaBind && binpack) return {SortKey::NumaDown, SortKey::ScoreUp};
  if (numaBind) return {SortKey::NumaUp, SortKey::ScoreDown};
  return {binpack ? SortKey::ScoreUp : SortKey::ScoreDown, SortKey::NumaUp};
}

/// Why the annotation cannot be read, in HAMi's words; empty = `out` holds the weights.
std::string readWeights(std::string_view text, Weights& out) {
  const auto parts = detail::split(text, ',');
  if (parts.size() != 3) return "expected slot, core, and memory weights";
  std::vector<std::string_view> seen;
  out = {0, 0, 0};
  for (const std::string_view part : parts) {
    const std::string_view entry = detail::trimmed(part);
    const std::size_t at = entry.find('=');
    if (at == std::string_view::npos) return "expected key=value entries";
    const std::string_view key = detail::trimmed(entry.substr(0, at));
    const std::string name = detail::quoted(key);
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) return "duplicate " + name + " weight";
    const auto weight = detail::goInteger(detail::trimmed(entry.substr(at + 1)), 64);
    if (!weight) return name + " weight must be an integer";
    if (*weight < 0) return name + " weight must not be negative";
    if (key != "slot" && key != "core" && key != "memory") return "unknown weight " + name;
    (key == "slot" ? out.slot : key == "core" ? out.core : out.memory) = *weight;
    seen.push_back(key);
  }
  return out.slot == 0 && out.core == 0 && out.memory == 0 ? "at least one weight must be positive" : std::string();
}

Choice readChoice(const StringMap& annotations, const Config& config) {
  Choice out;
  if (const std::string* bind = find(annotations, kNumaBind)) out.numaBind = provider::goBool(*bind).value_or(false);
  const std::string* policy = find(annotations, kCardPolicy);
  const std::string& cards = policy != nullptr ? *policy : config.cardPolicy;
  out.order = cardOrder(cards, out.numaBind);
  out.isMutex = policyNames(cards, "mutex");
  out.isTopologyAware = policyNames(cards, "topology-aware");
  const std::string* nodes = find(annotations, kNodePolicy);
  out.spreadsNodes = (nodes != nullptr ? *nodes : config.nodePolicy) == "spread";
  if (const std::string* mode = find(annotations, kVgpuMode)) out.vgpuMode = *mode;
  out.nvidia = readRestrictions(annotations, vendors()[kNvidia]);
  if (const std::string* text = find(annotations, kWeights)) {
    const std::string why = readWeights(*text, out.weights);
    if (!why.empty())
      out.weightsError = "invalid " + std::string(kWeights) + " annotation " + detail::quoted(*text) + ": " + why;
  }
  return out;
}

std::vector<const Container*> containersOf(const RawPod& pod) {
  std::vector<const Container*> out;
  for (const Container& container : pod.spec.initContainers) out.push_back(&container);
  for (const Container& container : pod.spec.containers) out.push_back(&container);
  return out;
}

/// The webhook's work on one container.
class ContainerMutation {
 public:
  ContainerMutation(const Container& container, const Config& config, ResourceList& limits)
      : m_container(container), m_config(config), m_limits(limits), m_amounts(limits, container.requests) {}

  /// In the webhook's words; empty = nothing to refuse.
  std::string refusal() const {
    const Quantity* percent = m_amounts.of(m_config.percentKey);
    if (percent == nullptr || (percent->value() >= 0 && percent->value() <= kAllPercent)) return {};
    return "invalid " + m_config.percentKey + " value " + std::to_string(percent->value()) + " in container " +
           m_container.name + ": must be an integer between 0 and 100";
  }
  /// Adds limits; true when the container asks for a GPU.
  bool apply() {
    const bool counted = addNumber();
    return addExclusiveCores() || counted;
  }

 private:
  bool limited(const std::string& key) const { return cardinal::find(m_limits, key) != nullptr; }

  bool addNumber() {
    if (limited(m_config.countKey)) return true;
    const bool other = limited(m_config.coresKey) || limited(m_config.memoryKey) || limited(m_config.percentKey);
    if (!other || m_config.defaultNumber <= 0) return false;
    m_limits.push_back({m_config.countKey, Quantity::fromInteger(m_config.defaultNumber)});
    return true;
  }

  bool addExclusiveCores() {
    if (m_amounts.of(m_config.countKey) == nullptr || m_amounts.of(m_config.coresKey) != nullptr) return false;
    const Quantity* percent = m_amounts.of(m_config.percentKey);
    const bool exclusive =
        percent != nullptr ? percent->value() == kAllPercent : m_amounts.of(m_config.memoryKey) == nullptr;
    if (exclusive) m_limits.push_back({m_config.coresKey, Quantity::fromInteger(kAllPercent)});
    return exclusive;
  }

  const Container& m_container;
  const Config& m_config;
  ResourceList& m_limits;
  detail::Amounts m_amounts;
};

void deny(Request& request, std::string text) {
  request.admission = Admission::Denied;
  request.admissionText = std::move(text);
}

/// False when the webhook stops here.
bool mutate(const RawPod& pod, const Config& config, Request& out) {
  const auto containers = containersOf(pod);
  bool requestsCards = false;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    ContainerMutation mutation(*containers[i], config, out.limits[i]);
    if (std::string refusal = mutation.refusal(); !refusal.empty()) return deny(out, std::move(refusal)), false;
    requestsCards = mutation.apply() || requestsCards;
    const auto other = detail::mutateOthers(pod, *containers[i], out.limits[i]);
    if (!other.refusal.empty()) return deny(out, other.refusal), false;
    requestsCards = requestsCards || other.requestsCards;
  }
  const auto privileged = std::find_if(containers.begin(), containers.end(),
                                       [](const Container* container) { return container->privileged; });
  if (requestsCards && privileged != containers.end())
    return deny(out, "container " + (*privileged)->name + " is privileged"), false;
  if (!requestsCards || config.schedulerName.empty()) return true;
  out.scheduler = config.schedulerName;
  if (pod.spec.nodeName.empty()) return true;
  return deny(out, "pod has node assigned"), false;
}

void admit(const RawPod& pod, const Config& config, Request& out) {
  if (pod.spec.containers.empty()) return deny(out, "pod has no containers");
  const std::string& named = pod.spec.schedulerName;
  const bool mayTake = named.empty() || (named == "default-scheduler" && config.overwritesDefaultScheduler) ||
                       config.schedulerName.empty() || named == config.schedulerName;
  if (!mayTake) {
    out.admissionText = "pod already has different scheduler assigned";
    return;
  }
  out.checksQuota = mutate(pod, config, out);
}

Request startOf(const RawPod& pod, const Config& config) {
  Request out;
  out.pod = pod.meta.key;
  out.scheduler = pod.spec.schedulerName;
  out.initContainers = pod.spec.initContainers.size();
  const auto isUnread = [](const ResourceAmount& amount) { return isUnreadVendors(amount.name); };
  for (const Container* container : containersOf(pod)) {
    out.limits.push_back(container->limits);
    out.requestsUnread = out.requestsUnread ||
                         std::any_of(container->limits.begin(), container->limits.end(), isUnread) ||
                         std::any_of(container->requests.begin(), container->requests.end(), isUnread);
  }
  out.choice = readChoice(pod.meta.annotations, config);
  return out;
}

/// Of a container that asks `others` too, NVIDIA's cards come first.
ContainerRequest firstOf(const ContainerRequest& nvidia, const std::vector<ContainerRequest>& others) {
  return nvidia.requestsCards() || others.empty() ? nvidia : others.front();
}

/// A container that asks for cards of several vendors is taken vendor by vendor, in a random order.
ContainerRequest readContainer(const RawPod& pod, const detail::Amounts& amounts, const Config& config, Request& out) {
  const ContainerRequest nvidia = readNvidia(amounts, config);
  const auto others = detail::readOtherRequests(amounts);
  if (others.empty()) return nvidia;
  out.requestsUnread =
      out.requestsUnread || others.size() + (nvidia.requestsCards() ? 1U : 0U) > 1 || detail::splitsSoftly(pod, others);
  for (const ContainerRequest& requested : others) {
    auto& restrictions = out.choice.others;
    const auto known = std::find_if(restrictions.begin(), restrictions.end(),
                                    [&](const auto& one) { return one.first == requested.vendor; });
    if (known == restrictions.end())
      restrictions.emplace_back(requested.vendor, readRestrictions(pod.meta.annotations, vendors()[requested.vendor]));
  }
  return firstOf(nvidia, others);
}

void finish(const RawPod& pod, const Config& config, Request& out) {
  if (out.admission == Admission::Admitted && out.scheduler != config.schedulerName) out.admission = Admission::NotHami;
  const auto containers = containersOf(pod);
  for (std::size_t i = 0; i < containers.size(); ++i)
    out.containers.push_back(readContainer(pod, detail::Amounts(out.limits[i], containers[i]->requests), config, out));
}

}  // namespace

bool Request::requestsNothing() const {
  return std::none_of(containers.begin(), containers.end(),
                      [](const ContainerRequest& requested) { return requested.requestsCards(); });
}

Request readHamiRequest(const RawPod& pod, const Config& config) {
  Request out = startOf(pod, config);
  admit(pod, config, out);
  finish(pod, config, out);
  return out;
}

std::vector<ContainerRequest> requestsOfContainers(const RawPod& pod, const Config& config) {
  std::vector<ContainerRequest> out;
  for (const Container* container : containersOf(pod)) {
    const detail::Amounts amounts(container->limits, container->requests);
    out.push_back(firstOf(readNvidia(amounts, config), detail::readOtherRequests(amounts)));
  }
  return out;
}

Request readExistingHamiRequest(const RawPod& pod, const Config& config) {
  Request out = startOf(pod, config);
  finish(pod, config, out);
  return out;
}

}  // namespace cardinal::hami
