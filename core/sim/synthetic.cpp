// SPDX-License-Identifier: Apache-2.0
#include "core/sim/synthetic.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/sim/api/keys.h"
#include "core/sim/api/random.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal {
namespace {

using sim::CardGrant;
using sim::NodeShape;

constexpr UnixSeconds kEpoch = 1'700'000'000;
constexpr std::int64_t kNano = 1'000'000'000;
constexpr std::int64_t kCorePerCard = 100;

struct Hardware {
  const char* mode;  ///< empty = open-source gpushare
  const char* placement;
  const char* card;
  std::int64_t cardMib;
  std::int64_t units;
};

/// Shares of a mixed cluster: the table is walked in turn, one entry per node.
constexpr std::array<Hardware, 10> kMix = {{
    {"cgpu", "binpack", "Tesla-V100-SXM2-32GB", 32510, 31},
    {"cgpu", "spread", "Tesla-V100-SXM2-16GB", 16160, 15},
    {"core_mem", "binpack", "NVIDIA-A10", 22731, 22},
    {"cgpu", "binpack", "NVIDIA-A10", 22731, 22},
    {"share", "", "Tesla-T4", 15360, 15},
    {"", "", "Tesla-P100-PCIE-16GB", 16276, 15},
    {"cgpu", "spread", "Tesla-V100-SXM2-32GB", 32510, 31},
    {"default", "", "NVIDIA-H20", 97871, 0},
    {"core_mem", "spread", "NVIDIA-A10", 22731, 22},
    {"topology", "", "NVIDIA-A100-SXM4-80GB", 81251, 0},
}};

std::string padded(const char* prefix, int number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%s%05d", prefix, number);
  return text.data();
}

bool matches(const Hardware& hardware, const std::string& mode) {
  return mode.empty() || mode == hardware.mode || (mode == "gpushare" && *hardware.mode == '\0');
}

Hardware hardwareFor(int node, const std::string& onlyMode) {
  for (std::size_t step = 0; step < kMix.size(); ++step) {
    const Hardware& hardware = kMix[(static_cast<std::size_t>(node) + step) % kMix.size()];
    if (matches(hardware, onlyMode)) return hardware;
  }
  Hardware other = kMix[0];
  other.mode = onlyMode.c_str();
  return other;
}

NodeShape shapeOf(int node, const SyntheticOptions& options) {
  const Hardware hardware = hardwareFor(node, options.onlyMode);
  NodeShape shape;
  shape.name = padded("node-", node);
  shape.ip =
      "10." + std::to_string(node / 65536) + "." + std::to_string(node / 256 % 256) + "." + std::to_string(node % 256);
  shape.mode = hardware.mode;
  shape.placement = hardware.placement;
  shape.cardName = hardware.card;
  shape.cardMib = hardware.cardMib;
  shape.unitsPerCard = hardware.units;
  shape.cards = options.cardsPerNode;
  shape.cpu = 16 * options.cardsPerNode;
  shape.memoryGib = 64 * options.cardsPerNode;
  shape.pool = padded("pool-", node % 16);
  shape.zone = std::string("cn-hangzhou-") + static_cast<char>('g' + node % 4);
  return shape;
}

struct FreeCard {
  std::int64_t memory = 0;
  std::int64_t core = kCorePerCard;
};

class Maker {
 public:
  explicit Maker(const SyntheticOptions& options) : m_options(options), m_random(options.seed) {}

  SyntheticCluster make() {
    makeNodes();
    const int bound = std::max(0, m_options.pods - m_options.pending);
    makeBound(bound);
    for (int i = 0; i < m_options.pending; ++i) makePending(i);
    return std::move(m_cluster);
  }

 private:
  void makeNodes() {
    for (int i = 0; i < m_options.nodes; ++i) {
      const NodeShape shape = shapeOf(i, m_options);
      m_shapes.push_back(shape);
      m_free.emplace_back(static_cast<std::size_t>(shape.cards), FreeCard{shape.unitsPerCard, kCorePerCard});
      m_cluster.nodes.push_back(
          std::make_shared<RawNode>(sim::makeNode(shape, kEpoch, m_random.uid(), std::to_string(1000 + i))));
    }
  }

  /// Walks the nodes again and again, so that pods lie evenly; stops early when a whole round places nothing.
  void makeBound(int wanted) {
    int refused = 0;
    for (int made = 0, node = 0; made < wanted && refused < m_options.nodes; node = (node + 1) % m_options.nodes) {
      if (placeOn(static_cast<std::size_t>(node))) {
        ++made;
        refused = 0;
      } else {
        ++refused;
      }
    }
  }

  RawPod blankPod(const char* kind) {
    RawPod pod;
    const int number = m_number++;
    pod.meta.key = {padded("team-", number % 38), padded(kind, number)};
    pod.meta.uid = m_random.uid();
    pod.meta.resourceVersion = std::to_string(100000 + number);
    pod.meta.created = kEpoch + number;
    sim::set(pod.meta.labels, "app", padded("app-", number / 4));
    pod.meta.owners.push_back({"ReplicaSet", padded("app-", number / 4), "", true});
    pod.spec.containers.push_back({"main", "images.example.com/app:1", {}, {}, false});
    auto& container = pod.spec.containers.front();
    sim::set(container.requests, "cpu", 1);
    sim::set(container.requests, "memory", 2LL << 30U);
    return pod;
  }

  void addRequest(RawPod& pod, const char* resource, std::int64_t amount) {
    auto& container = pod.spec.containers.front();
    sim::set(container.limits, resource, amount);
    sim::set(container.requests, resource, amount);
  }

  bool placeOn(std::size_t node) {
    const NodeShape& shape = m_shapes[node];
    return shape.unitsPerCard == 0 ? placeWhole(node) : placeShare(node);
  }

  /// Whole cards: the memory field of a free card is 0, a taken one is marked by core 0.
  bool placeWhole(std::size_t node) {
    auto& cards = m_free[node];
    const auto at = std::find_if(cards.begin(), cards.end(), [](const FreeCard& c) { return c.core > 0; });
    if (at == cards.end()) return false;
    at->core = 0;
    const int index = static_cast<int>(at - cards.begin());
    const bool topology = m_shapes[node].mode == "topology";
    RawPod pod = blankPod("pod-");
    addRequest(pod, topology ? sim::kAliyunGpu : sim::kNvidiaGpu, 1);
    if (topology) sim::annotateTopology(pod, {index}, pod.meta.created * kNano, true);
    bind(std::move(pod), node);
    return true;
  }

  bool placeShare(std::size_t node) {
    const NodeShape& shape = m_shapes[node];
    const bool core = shape.mode == "core_mem";
    const std::int64_t memory = m_random.between(1, 6);
    const std::int64_t percent = core ? 5 * m_random.between(1, 5) : 0;
    auto& cards = m_free[node];
    const std::size_t start = m_random.below(cards.size());
    for (std::size_t step = 0; step < cards.size(); ++step) {
      const std::size_t card = (start + step) % cards.size();
      if (cards[card].memory < memory || cards[card].core < percent) continue;
      cards[card].memory -= memory;
      cards[card].core -= percent;
      grant(node, CardGrant{static_cast<int>(card), memory, percent});
      return true;
    }
    return false;
  }

  void grant(std::size_t node, const CardGrant& grant) {
    RawPod pod = blankPod("pod-");
    addRequest(pod, sim::kGpuMem, grant.memory);
    if (grant.core > 0) addRequest(pod, sim::kGpuCore, grant.core);
    const std::int64_t time = pod.meta.created * kNano;
    if (m_shapes[node].mode.empty()) {
      sim::annotateGpushare(pod, grant.card, m_shapes[node].unitsPerCard, grant.memory, time, true);
    } else {
      sim::annotateAck(pod, {{grant}}, time, true);
    }
    bind(std::move(pod), node);
  }

  void bind(RawPod pod, std::size_t node) {
    pod.spec.nodeName = m_shapes[node].name;
    pod.phase = PodPhase::Running;
    pod.phaseText = "Running";
    pod.startTime = pod.meta.created + 2;
    m_cluster.pods.push_back(std::make_shared<RawPod>(std::move(pod)));
  }

  void makePending(int number) {
    RawPod pod = blankPod("wait-");
    switch (number % 3) {
      case 0:
        addRequest(pod, sim::kGpuMem, 14);
        break;
      case 1:
        addRequest(pod, sim::kGpuMem, 40);
        break;
      default:
        addRequest(pod, sim::kNvidiaGpu, 8);
        break;
    }
    pod.phase = PodPhase::Pending;
    pod.phaseText = "Pending";
    pod.scheduledReason = "Unschedulable";
    pod.scheduledMessage = "0/" + std::to_string(m_options.nodes) + " nodes are available.";
    m_cluster.pods.push_back(std::make_shared<RawPod>(std::move(pod)));
  }

  const SyntheticOptions& m_options;
  Random m_random;
  SyntheticCluster m_cluster;
  std::vector<NodeShape> m_shapes;
  std::vector<std::vector<FreeCard>> m_free;
  int m_number = 0;
};

}  // namespace

SyntheticCluster makeSyntheticCluster(const SyntheticOptions& options) {
  return Maker(options).make();
}

std::vector<ClusterDelta> deltasOf(const SyntheticCluster& cluster) {
  std::vector<ClusterDelta> out(2);
  out[0].op = ClusterDelta::Op::ReplaceNodes;
  out[0].nodes = cluster.nodes;
  out[1].op = ClusterDelta::Op::ReplacePods;
  out[1].pods = cluster.pods;
  return out;
}

}  // namespace cardinal
