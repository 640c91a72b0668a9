// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/gpu_manager/gpu_manager_adapter.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/saturate.h"
#include "core/model/stack_card.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/shared_node.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kVcudaCore = "tencent.com/vcuda-core";
constexpr std::string_view kVcudaMemory = "tencent.com/vcuda-memory";

FindingCode findingOf(GpuManagerProblemCode code) {
  switch (code) {
    case GpuManagerProblemCode::LessThanACard:
    case GpuManagerProblemCode::NegativeNumber:
    case GpuManagerProblemCode::TooManyCards:
      return FindingCode::AbsurdCapacity;
    case GpuManagerProblemCode::MemoryLost:
      return FindingCode::MemoryRemainder;
    case GpuManagerProblemCode::NothingOffered:
      return FindingCode::StaleResource;
    case GpuManagerProblemCode::CoresLost:
      return FindingCode::FieldUnreadable;
    default:
      return FindingCode::MalformedAllocation;
  }
}

void addProblems(const GpuManagerNode& node, NodeCapacity& out) {
  for (const GpuManagerProblem& problem : node.problems) {
    Finding finding{findingOf(problem.code), kPendingCard, {}, clipped(problem.field), 0, 0};
    if (finding.code == FindingCode::FieldUnreadable) finding.detail += ": " + clipped(problem.value);
    if (finding.code == FindingCode::MemoryRemainder && node.cards > 0)
      finding.needed = node.capacityMemory % node.cards * kGpuManagerUnitMiB;
    out.findings.push_back(std::move(finding));
  }
}

/// Reads the shares of one node's pods by the indexes that the extender or gpu-manager wrote. Keeps the extender's
/// books: what does not fit on its card beside the others is not counted there.
class GpuManagerPods final : public StackPods {
 public:
  explicit GpuManagerPods(const GpuManagerNode& node)
      : m_memory(saturatedProduct(node.memoryPerCard, kGpuManagerUnitMiB)),
        m_books(static_cast<std::size_t>(node.cards)) {}

  void read(const RawPod& pod, PodUsage& usage) override {
    const GpuManagerHoldings holdings = readGpuManagerPod(pod);
    for (const GpuManagerProblem& problem : holdings.problems)
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                                clipped(problem.field) + ": " + clipped(problem.value), 0, 0});
    usage.shares.clear();
    usage.counted.emplace();
    if (holdings.shares.empty()) {
      if (holdings.complete && !readGpuManagerRequest(pod).containers.empty())
        usage.findings.push_back({FindingCode::AllocationMissing, kPendingCard, displayName(pod.meta.key), {}, 0, 0});
      return;
    }
    usage.source = AllocationSource::GpuManagerIndices;
    const bool sure = holdings.assigned.value_or(false);
    for (const GpuManagerShare& share : holdings.shares) addShares(share, sure, pod, usage);
  }

 private:
  struct Books {
    std::int64_t cores = 0;
    std::int64_t memory = 0;  ///< MiB
  };

  static void merge(std::vector<CardShare>& into, const CardShare& share) {
    const auto same =
        std::find_if(into.begin(), into.end(), [&](const CardShare& other) { return other.card == share.card; });
    if (same == into.end()) {
      into.push_back(share);
      return;
    }
    same->memory.value = saturatedSum(same->memory.value, share.memory.value);
    same->core.value = saturatedSum(same->core.value, share.core.value);
  }

  void addShares(const GpuManagerShare& recorded, bool sure, const RawPod& pod, PodUsage& usage) {
    const bool whole = recorded.cores >= kGpuManagerWholeCard;
    const std::int64_t memory = whole ? m_memory : saturatedProduct(recorded.memory, kGpuManagerUnitMiB);
    for (const int card : recorded.cards) {
      const auto index = static_cast<std::size_t>(card);
      if (index >= m_books.size()) {
        usage.findings.push_back(
            {FindingCode::CardOutOfRange, kPendingCard, displayName(pod.meta.key), std::to_string(card), 0, 0});
        continue;
      }
      CardShare share{static_cast<CardIndex>(card), MemUnits(memory),
                      CorePercent(static_cast<std::int32_t>(std::min(recorded.cores, kGpuManagerWholeCard))), 0};
      if (count(m_books[index], recorded.cores, memory)) merge(*usage.counted, share);
      // The node may give other whole cards than predicted, and writes afterwards which.
      if (whole && !sure) share.card = kPendingCard;
      merge(usage.shares, share);
    }
  }

  bool count(Books& books, std::int64_t cores, std::int64_t memory) const {
    if (saturatedSum(books.cores, cores) > kGpuManagerWholeCard || saturatedSum(books.memory, memory) > m_memory)
      return false;
    books.cores += cores;
    books.memory += memory;
    return true;
  }

  std::int64_t m_memory;  ///< MiB of a card
  std::vector<Books> m_books;
};

}  // namespace

/// Memory in units of 256 MiB.
bool GpuManagerStackState::fillStackCard(std::size_t /*at*/, const Card& card, StackCard& out) const {
  const std::int64_t memoryUsed = card.memScheduler.value / kGpuManagerUnitMiB;
  const std::int32_t coresUsed = card.coreScheduler.value;
  const auto isAmount = [](std::int64_t value) { return value >= 0 && std::in_range<std::int32_t>(value); };
  const bool fits = node.isGpuNode() && !node.breaksExtender && isAmount(node.memoryPerCard) && isAmount(memoryUsed) &&
                    card.memScheduler.value % kGpuManagerUnitMiB == 0 && coresUsed >= 0 &&
                    std::in_range<std::int16_t>(coresUsed);
  if (!fits) return false;
  out.memory = node.memoryPerCard;
  out.memoryUsed = memoryUsed;
  out.cores = static_cast<std::int16_t>(kGpuManagerWholeCard);
  out.coresUsed = static_cast<std::int16_t>(coresUsed);
  out.marks = card.memoryKnown ? kMarkMemoryKnown : std::uint16_t{0};
  return true;
}

std::optional<NodeCapacity> readGpuManagerCapacity(const RawNode& raw) {
  auto node = readGpuManagerNode(raw);
  if (!node) return std::nullopt;
  NodeCapacity out;
  out.gpu.stack = GpuStack::GpuManager;
  out.gpu.mode = GpuMode::Vgpu;
  out.gpu.unit = MemoryUnit::MiB;
  out.gpu.model = clipped(node->model);
  addProblems(*node, out);
  const bool absurd = node->cards > kMaxCardsPerNode || node->capacityMemory > kMaxUnitsPerNode;
  if (absurd)
    out.findings.push_back({FindingCode::AbsurdCapacity,
                            kPendingCard,
                            {},
                            std::string(node->cards > kMaxCardsPerNode ? kVcudaCore : kVcudaMemory),
                            0,
                            0});
  if (absurd) node->cards = 0;
  out.cards.reserve(static_cast<std::size_t>(node->cards));
  for (int i = 0; i < node->cards; ++i) {
    Card& card = out.cards.emplace_back();
    card.index = static_cast<std::uint16_t>(i);
    card.memoryKnown = node->memoryPerCard > 0;
    card.memTotal = MemUnits(node->memoryPerCard * kGpuManagerUnitMiB);
    card.coreKnown = true;
    card.coreTotal = CorePercent(static_cast<std::int32_t>(kGpuManagerWholeCard));
    out.gpu.memTotal += card.memTotal;
  }
  out.gpu.memCapacity = out.gpu.memTotal;
  out.pods = std::make_shared<GpuManagerPods>(*node);
  auto state = std::make_shared<GpuManagerStackState>();
  state->node = std::move(*node);
  out.devicesToFill().state = std::move(state);
  return out;
}

}  // namespace cardinal::provider
