// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/fragment_gauge.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/fragmentation/fragment_meter.h"
#include "core/fragmentation/typical_tasks.h"
#include "core/model/node_condition.h"
#include "core/provider/pod_request.h"

namespace cardinal {
namespace {

constexpr std::int64_t kMilliPerPercent = 10;
/// The models of a task that a class of nodes never takes: a bit that no node has.
constexpr fragmentation::ModelSet kNever = 2;
constexpr fragmentation::ModelSet kHere = 1;

/// What one pod asks, whatever node it is for.
struct Shape {
  GpuRequest::Kind kind = GpuRequest::Kind::None;
  std::int64_t mib = 0;  ///< in total; 0 = not given in MiB
  std::int64_t core = 0;
  int cards = 0;
  std::int32_t cpu = 0;
  auto operator<=>(const Shape&) const = default;
};

/// Nodes on which tasks look alike.
struct NodeClass {
  GpuMode mode = GpuMode::None;
  std::int64_t cardMib = 0;
  auto operator<=>(const NodeClass&) const = default;
};

std::int32_t clamped(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, INT32_MAX / 2));
}

std::int32_t cpuOf(const RawPod& pod) {
  ResourceList asked;
  provider::addPodRequests(asked, pod);
  const Quantity* cpu = find(asked, "cpu");
  return cpu == nullptr ? 0 : clamped(cpu->milliValue());
}

Shape shapeOf(const PodRecord& pod, MemoryUnit unit) {
  const GpuRequest& gpu = pod.request;
  Shape out;
  out.kind = gpu.kind();
  out.cpu = cpuOf(*pod.raw);
  const auto shared = gpu.shared();
  out.cards = shared ? shared->cards : gpu.wholeCards().value_or(0);
  if (!shared) return out;
  out.mib = toMib(shared->memory, unit).value_or(0);
  out.core = shared->asksCore ? shared->core.value : 0;
  return out;
}

bool counts(const PodRecord& pod) {
  using Kind = GpuRequest::Kind;
  const Kind kind = pod.request.kind();
  return !isTerminal(*pod.raw) && (kind == Kind::Shared || kind == Kind::WholeCards || kind == Kind::Topology);
}

/// What is requested of other whole cards is no part of the measure.
bool hasCountedCards(const NodeRecord& node) {
  return isSharedMode(node.gpu.mode) || isNvidiaCardMode(node.gpu.mode);
}

/// Amount of a shared request on each card, in thousandths of the card; nothing where no such card takes it.
std::optional<std::int32_t> sharedMilli(const Shape& shape, const NodeClass& where, int cards) {
  const bool wantsCore = shape.core > 0;
  if (!isSharedMode(where.mode) || wantsCore != (where.mode == GpuMode::CoreMem)) return std::nullopt;
  if (shape.mib <= 0 || where.cardMib <= 0) return std::nullopt;
  const std::int64_t whole = where.cardMib * cards;
  const std::int64_t memory = (shape.mib * fragmentation::kWholeGpu + whole - 1) / whole;
  const std::int64_t milli = std::max(memory, shape.core * kMilliPerPercent / cards);
  return milli <= fragmentation::kWholeGpu ? std::optional(static_cast<std::int32_t>(milli)) : std::nullopt;
}

fragmentation::Task taskFor(const Shape& shape, const NodeClass& where) {
  fragmentation::Task task;
  task.cpu = shape.cpu;
  task.gpus = std::clamp(shape.cards, 1, fragmentation::kMaxGpus);
  task.milli = fragmentation::kWholeGpu;
  task.models = shape.cards > fragmentation::kMaxGpus ? kNever : kHere;
  if (shape.kind == GpuRequest::Kind::Shared) {
    // The open-source stack gives the whole amount on one card, whatever the count says.
    if (where.mode == GpuMode::Gpushare) task.gpus = 1;
    const auto milli = sharedMilli(shape, where, task.gpus);
    if (!milli) task.models = kNever;
    task.milli = milli.value_or(fragmentation::kWholeGpu);
    return task;
  }
  const GpuMode mode = shape.kind == GpuRequest::Kind::WholeCards ? GpuMode::Exclusive : GpuMode::Topology;
  if (where.mode != mode) task.models = kNever;
  return task;
}

std::int32_t freeMilli(const Card& card, bool whole) {
  if (card.health == CardHealth::Unhealthy) return 0;
  if (whole) return card.held ? 0 : fragmentation::kWholeGpu;
  if (!card.memoryKnown || card.memTotal.value <= 0) return 0;
  const std::int64_t free =
      std::clamp<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0, card.memTotal.value);
  std::int64_t milli = free * fragmentation::kWholeGpu / card.memTotal.value;
  if (card.coreKnown) {
    const std::int64_t core = std::max(card.coreTotal.value - card.coreScheduler.value, 0);
    milli = std::min(milli, core * kMilliPerPercent);
  }
  return static_cast<std::int32_t>(milli);
}

std::int32_t freeOf(const NodeRecord& node, std::string_view resource) {
  const Quantity* has = find(node.raw->allocatable, resource);
  const Quantity* taken = find(node.requested, resource);
  return has == nullptr ? 0 : clamped(has->milliValue() - (taken != nullptr ? taken->milliValue() : 0));
}

std::uint32_t labelsOf(const NodeRecord& node) {
  std::uint32_t labels = 0;
  for (const PodPtr& pod : node.pods) {
    if (!counts(*pod)) continue;
    const auto cards = pod->request.wholeCards();
    labels |= cards ? 1U << static_cast<unsigned>(std::clamp(*cards, 1, fragmentation::kMaxGpus)) : 1U;
  }
  return labels;
}

fragmentation::NodeState stateOf(const NodeRecord& node, std::span<const Card> cards) {
  fragmentation::NodeState out;
  const bool whole = isWholeCardMode(node.gpu.mode);
  const std::size_t count = std::min<std::size_t>(cards.size(), fragmentation::kMaxGpus);
  for (std::size_t i = 0; i < count; ++i) {
    out.gpu[i] = freeMilli(cards[i], whole);
    out.gpuFree += out.gpu[i];
  }
  out.gpuCount = static_cast<std::int32_t>(count);
  out.cpu = freeOf(node, "cpu");
  out.labels = labelsOf(node);
  out.model = kHere;
  return out;
}

NodeClass classOf(const NodeRecord& node, std::span<const Card> cards) {
  NodeClass out;
  out.mode = node.gpu.mode;
  if (isSharedMode(out.mode) && !cards.empty()) out.cardMib = toMib(cards.front().memTotal, node.gpu.unit).value_or(0);
  return out;
}

/// The unit in which most shared nodes count: that of requests which are not on a node yet.
MemoryUnit usualUnit(const ClusterSnapshot& snapshot) {
  std::map<MemoryUnit, std::size_t> nodes;
  for (const NodePtr& node : snapshot.nodes) {
    if (isSharedMode(node->gpu.mode) && node->gpu.unit != MemoryUnit::Unknown) ++nodes[node->gpu.unit];
  }
  const auto most =
      std::max_element(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == nodes.end() ? MemoryUnit::Unknown : most->first;
}

/// A task of the list stands for a shape: `models` carries its position, which the list passes through.
struct Expected {
  std::vector<Shape> shapes;
  std::vector<fragmentation::TypicalTask> typical;
};

Expected expectedOf(const ClusterSnapshot& snapshot, MemoryUnit usual) {
  Expected out;
  std::map<Shape, std::size_t> known;
  std::vector<fragmentation::ListedTask> listed;
  const auto add = [&](const PodRecord& pod, MemoryUnit unit) {
    if (!counts(pod)) return;
    const Shape shape = shapeOf(pod, unit);
    const auto [at, isNew] = known.try_emplace(shape, out.shapes.size());
    if (isNew) out.shapes.push_back(shape);
    fragmentation::ListedTask task;
    task.task.cpu = shape.cpu;
    task.task.gpus = shape.cards;
    task.task.milli = 1;
    task.task.models = at->second;
    task.models = std::to_string(at->second);
    listed.push_back(std::move(task));
  };
  for (const NodePtr& node : snapshot.nodes) {
    for (const PodPtr& pod : node->pods) add(*pod, node->gpu.unit);
  }
  for (const PodPtr& pod : snapshot.unboundPods) add(*pod, usual);
  if (!listed.empty()) out.typical = fragmentation::typicalTasks(listed);
  return out;
}

}  // namespace

bool isOpen(const NodeRecord& node) {
  if (!node.exists() || node.unschedulable()) return false;
  if (node.readiness == NodeReadiness::Ready) return true;
  // One that cannot be reached says "Unknown"; of one without the condition nothing is known against it.
  return node.readiness == NodeReadiness::Unknown && readyCondition(*node.raw) == nullptr;
}

struct FragmentGauge::Impl {
  explicit Impl(const ClusterSnapshot& snapshot) : usual(usualUnit(snapshot)), expected(expectedOf(snapshot, usual)) {}

  const fragmentation::FragmentMeter& meterFor(const NodeClass& where) {
    const auto known = meters.find(where);
    if (known != meters.end()) return known->second;
    std::vector<fragmentation::TypicalTask> tasks = expected.typical;
    for (fragmentation::TypicalTask& typical : tasks)
      typical.task = taskFor(expected.shapes[typical.task.models], where);
    return meters.try_emplace(where, tasks).first->second;
  }

  /// A pod beside a node as the method sees them.
  struct Fit {
    const fragmentation::FragmentMeter& meter;
    fragmentation::Task task;
    fragmentation::NodeState state;
  };
  /// Nothing = the method cannot rate it, or it does not fit.
  std::optional<Fit> fitOf(const PodRecord& pod, const NodeRecord& node, std::span<const Card> cards) {
    if (!node.exists() || !hasCountedCards(node) || !counts(pod)) return std::nullopt;
    const NodeClass where = classOf(node, cards);
    Fit fit{meterFor(where), taskFor(shapeOf(pod, usual), where), stateOf(node, cards)};
    if (!fragmentation::fits(fit.state, fit.task)) return std::nullopt;
    return fit;
  }

  MemoryUnit usual;
  Expected expected;
  std::map<NodeClass, fragmentation::FragmentMeter> meters;
};

FragmentGauge::FragmentGauge(const ClusterSnapshot& expecting) : m_impl(std::make_unique<Impl>(expecting)) {}
FragmentGauge::~FragmentGauge() = default;

double FragmentGauge::measure(const NodeRecord& node, std::span<const Card> cards) const {
  if (!isOpen(node) || !hasCountedCards(node) || m_impl->expected.typical.empty()) return 0;
  return m_impl->meterFor(classOf(node, cards)).fragment(stateOf(node, cards));
}

std::optional<double> FragmentGauge::measure(const ClusterSnapshot& snapshot) const {
  if (m_impl->expected.typical.empty()) return std::nullopt;
  double sum = 0;
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    sum += measure(*snapshot.nodes[i], snapshot.cardsOf(NodeIndex{i}));
  }
  return sum;
}

std::optional<FragmentGauge::Rated> FragmentGauge::rate(const PodRecord& pod, const NodeRecord& node,
                                                        std::span<const Card> cards,
                                                        fragmentation::PolicyKind kind) const {
  const auto fit = m_impl->fitOf(pod, node, cards);
  if (!fit) return std::nullopt;
  const auto& [meter, task, state] = *fit;
  const auto policy = fragmentation::makePolicy(kind, meter);
  const double fragment = meter.fragment(state);
  Rated out;
  // The published method knows shares of one card only: shares of several are put on the tightest cards.
  const bool spread = task.gpus > 1 && task.isSharing();
  const fragmentation::DeviceSet devices =
      spread ? fragmentation::tightestDevices(state, task) : policy->devices(state, fragment, task);
  out.score = policy->score(state, fragment, task);
  fragmentation::NodeState after = state;
  fragmentation::place(after, task, devices);
  out.change = meter.fragment(after) - fragment;
  for (unsigned i = 0; i < fragmentation::kMaxGpus; ++i) {
    if ((devices >> i & 1U) != 0) out.cards.push_back(static_cast<CardIndex>(i));
  }
  return out;
}

std::optional<double> FragmentGauge::change(const PodRecord& pod, const NodeRecord& node, std::span<const Card> cards,
                                            const std::vector<CardIndex>& taken) const {
  const auto fit = m_impl->fitOf(pod, node, cards);
  if (!fit) return std::nullopt;
  const auto& [meter, task, state] = *fit;
  fragmentation::DeviceSet devices = 0;
  for (const CardIndex card : taken) {
    if (card < 0 || card >= fragmentation::kMaxGpus || state.gpu[static_cast<std::size_t>(card)] < task.milli) {
      return std::nullopt;
    }
    devices |= 1U << static_cast<unsigned>(card);
  }
  if (taken.empty()) devices = fragmentation::tightestDevices(state, task);
  fragmentation::NodeState after = state;
  fragmentation::place(after, task, devices);
  return meter.fragment(after) - meter.fragment(state);
}

}  // namespace cardinal
