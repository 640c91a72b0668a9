// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/gpu_manager/gpu_manager.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/saturate.h"
#include "core/provider/container_amounts.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

using Code = GpuManagerProblemCode;

constexpr std::string_view kCore = "tencent.com/vcuda-core";
constexpr std::string_view kMemory = "tencent.com/vcuda-memory";
constexpr std::string_view kPredicateNode = "tencent.com/predicate-node";
constexpr std::string_view kPredicateTime = "tencent.com/predicate-time";
constexpr std::string_view kAssigned = "tencent.com/gpu-assigned";

// gpu-manager keeps a card as a bit of 32; this leaves room for nonsense that is still shown.
constexpr std::int64_t kMaxCards = 1024;
constexpr std::size_t kMaxIndexText = 16384;

void note(std::vector<GpuManagerProblem>& problems, Code code, std::string_view field, std::string_view value) {
  problems.push_back({code, std::string(field), clipped(value)});
}

std::int64_t valueOf(const ResourceList& list, std::string_view name) {
  const Quantity* amount = find(list, name);
  return amount == nullptr ? 0 : amount->value();
}

std::int64_t capacityOf(const RawNode& node, std::string_view name, GpuManagerNode& out) {
  const std::int64_t amount = valueOf(node.capacity, name);
  if (amount >= 0) return amount;
  note(out.problems, Code::NegativeNumber, "capacity[" + std::string(name) + "]", std::to_string(amount));
  return 0;
}

void divideIntoCards(GpuManagerNode& out) {
  const auto say = [&](Code code, std::string_view key, std::int64_t value) {
    note(out.problems, code, "capacity[" + std::string(key) + "]", std::to_string(value));
  };
  const std::int64_t cards = out.capacityCores / kGpuManagerWholeCard;
  out.breaksExtender = out.capacityCores > 0 && cards == 0;
  if (out.breaksExtender) say(Code::LessThanACard, kCore, out.capacityCores);
  if (cards == 0) return;
  out.memoryPerCard = out.capacityMemory / cards;
  if (out.capacityCores % kGpuManagerWholeCard != 0) say(Code::CoresLost, kCore, out.capacityCores);
  if (out.capacityMemory % cards != 0) say(Code::MemoryLost, kMemory, out.capacityMemory);
  if (cards > kMaxCards)
    say(Code::TooManyCards, kCore, out.capacityCores);
  else
    out.cards = static_cast<int>(cards);
}

std::string containerField(std::string_view list, std::size_t index) {
  return "spec." + std::string(list) + "[" + std::to_string(index) + "]";
}

/// Decimal integers joined by commas; false when any part is none.
bool readIndexes(std::string_view text, std::vector<int>& out) {
  if (text.size() > kMaxIndexText) return false;
  for (;;) {
    const std::size_t comma = text.find(',');
    std::int64_t index = 0;
    if (!parseGoInteger(text.substr(0, comma), index)) return false;
    constexpr std::int64_t kBeyond = std::numeric_limits<int>::max();
    out.push_back(static_cast<int>(std::clamp<std::int64_t>(index, -1, kBeyond)));
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

void readShare(const RawPod& pod, std::size_t container, GpuManagerHoldings& out) {
  const std::string key = std::string(kGpuManagerIndexes) + std::to_string(container);
  const std::string* text = find(pod.meta.annotations, key);
  if (text == nullptr) return;
  const ResourceList& limits = pod.spec.containers[container].limits;
  GpuManagerShare share;
  share.container = static_cast<int>(container);
  const std::int64_t requested = valueOf(limits, kCore);
  const bool whole = requested >= kGpuManagerWholeCard;
  share.cores = whole ? kGpuManagerWholeCard : requested;
  share.memory = whole ? 0 : valueOf(limits, kMemory);
  if (share.cores < 0 || share.memory < 0) {
    note(out.problems, Code::NegativeAmount, containerField("containers", container), {});
    out.complete = false;
    return;
  }
  if (!readIndexes(*text, share.cards)) {
    note(out.problems, Code::BadIndexList, key, *text);
    out.complete = false;
    return;
  }
  const auto isNegative = [](int card) { return card < 0; };
  if (std::any_of(share.cards.begin(), share.cards.end(), isNegative)) {
    note(out.problems, Code::NegativeIndex, key, *text);
    out.breaksExtender = true;
    out.complete = false;
    share.cards.erase(std::remove_if(share.cards.begin(), share.cards.end(), isNegative), share.cards.end());
  }
  const std::int64_t wanted = whole ? requested / kGpuManagerWholeCard : 1;
  if (static_cast<std::int64_t>(share.cards.size()) != wanted) note(out.problems, Code::CountDiffers, key, *text);
  out.shares.push_back(std::move(share));
}

/// Any key that contains one of these words, wherever it stands in the key.
bool isPrediction(std::string_view key) {
  constexpr std::array<std::string_view, 3> kWords{kAssigned, kPredicateTime, kGpuManagerIndexes};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

void reportContainer(const GpuManagerContainerRequest& request, std::vector<GpuManagerProblem>& problems) {
  const std::string field = containerField("containers", static_cast<std::size_t>(request.container));
  const auto say = [&](Code code, std::int64_t value) { note(problems, code, field, std::to_string(value)); };
  if (request.cores < 0) say(Code::NegativeAmount, request.cores);
  if (request.memory < 0) say(Code::NegativeAmount, request.memory);
  if (request.cores > kGpuManagerWholeCard && request.cores % kGpuManagerWholeCard != 0)
    say(Code::NotMultipleOf100, request.cores);
  if (request.requestsWholeCards() && request.memory > 0) say(Code::MemoryIgnored, request.memory);
  if (request.cores > 0 && !request.requestsWholeCards() && request.memory == 0)
    say(Code::NoMemoryRequested, request.cores);
  if (request.cores == 0 && request.memory > 0) say(Code::NoCoresRequested, request.memory);
}

std::optional<GpuLinkLevel> levelOf(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, GpuLinkLevel>, 7> kLevels{{{"X", GpuLinkLevel::Same},
                                                                              {"PIX", GpuLinkLevel::Pix},
                                                                              {"PXB", GpuLinkLevel::Pxb},
                                                                              {"PHB", GpuLinkLevel::Phb},
                                                                              {"CPU", GpuLinkLevel::Soc},
                                                                              {"SOC", GpuLinkLevel::Soc},
                                                                              {"SYS", GpuLinkLevel::Sys}}};
  for (const auto& [name, level] : kLevels) {
    if (name == word) return level;
  }
  return std::nullopt;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> out;
  while (!line.empty()) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) break;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    out.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return out;
}

}  // namespace

std::optional<GpuManagerNode> readGpuManagerNode(const RawNode& node) {
  GpuManagerNode out;
  out.allocatableCores = amountOf(node.allocatable, kCore);
  out.allocatableMemory = amountOf(node.allocatable, kMemory);
  if (valueOf(node.capacity, kCore) <= 0 && out.allocatableCores.value_or(0) <= 0) return std::nullopt;
  out.capacityCores = capacityOf(node, kCore, out);
  out.capacityMemory = capacityOf(node, kMemory, out);
  divideIntoCards(out);
  if (out.allocatableCores.value_or(0) <= 0)
    note(out.problems, Code::NothingOffered, "allocatable[" + std::string(kCore) + "]", {});
  if (const std::string* model = find(node.meta.labels, "gaia.tencent.com/gpu-model")) out.model = *model;
  return out;
}

GpuManagerHoldings readGpuManagerPod(const RawPod& pod) {
  GpuManagerHoldings out;
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i) readShare(pod, i, out);
  if (const std::string* node = find(pod.meta.annotations, kPredicateNode)) out.predicateNode = *node;
  if (const std::string* assigned = find(pod.meta.annotations, kAssigned)) {
    if (*assigned == "true" || *assigned == "false")
      out.assigned = *assigned == "true";
    else
      note(out.problems, Code::BadAssigned, kAssigned, *assigned);
  }
  return out;
}

std::string_view gpuManagerNodeOf(const RawPod& pod) {
  if (isTerminal(pod)) return {};
  if (!pod.spec.nodeName.empty()) return pod.spec.nodeName;
  const std::string* node = find(pod.meta.annotations, kPredicateNode);
  return node == nullptr ? std::string_view() : std::string_view(*node);
}

GpuManagerRequest readGpuManagerRequest(const RawPod& pod) {
  GpuManagerRequest out;
  out.podName = pod.meta.key.name;
  out.podUid = pod.meta.uid;
  std::int64_t cores = 0;
  std::int64_t memory = 0;
  for (std::size_t i = 0; i < pod.spec.containers.size(); ++i) {
    const Container& container = pod.spec.containers[i];
    const GpuManagerContainerRequest request{static_cast<int>(i), container.name, valueOf(container.limits, kCore),
                                             valueOf(container.limits, kMemory)};
    cores = saturatedSum(cores, request.cores);
    memory = saturatedSum(memory, request.memory);
    reportContainer(request, out.problems);
    if (request.requestsCards()) out.containers.push_back(request);
  }
  for (std::size_t i = 0; i < pod.spec.initContainers.size(); ++i) {
    if (valueOf(pod.spec.initContainers[i].limits, kCore) > 0)
      note(out.problems, Code::InitContainerIgnored, containerField("initContainers", i), {});
  }
  out.isGpuPod = cores >= kGpuManagerWholeCard || (cores > 0 && memory > 0);
  for (const auto& [key, value] : pod.meta.annotations) {
    if (!isPrediction(key)) continue;
    out.alreadyPredicated = true;
    note(out.problems, Code::AlreadyPredicated, key, value);
  }
  out.sumCores = effectiveAmount(pod.spec, kCore);
  out.sumMemory = effectiveAmount(pod.spec, kMemory);
  return out;
}

std::optional<GpuLinkMatrix> readGpuLinkMatrix(std::string_view text) {
  constexpr std::size_t kMaxLinked = 32;
  GpuLinkMatrix out;
  std::size_t cards = 0;
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words = wordsOf(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (first) {
      cards = words.size();
      if (cards == 0 || cards > kMaxLinked) return std::nullopt;
      continue;
    }
    if (words.empty() && text.empty()) break;
    if (words.size() != cards + 1 || out.size() == cards) return std::nullopt;
    std::vector<GpuLinkLevel> row;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto level = levelOf(words[i]);
      if (!level || (*level == GpuLinkLevel::Same) != (i - 1 == out.size())) return std::nullopt;
      row.push_back(*level);
    }
    out.push_back(std::move(row));
  }
  return out.size() == cards && cards > 0 ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace cardinal::provider
