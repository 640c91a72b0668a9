// SPDX-License-Identifier: Apache-2.0
// Memory of 560,000 MIG instances: 10,000 nodes x 8 cards x 7, their raw objects as a live connection keeps them and
// the snapshot. Usage: mig_bench plugin|claims [NODES]
// plugin: instances of NVIDIA's device plugin (strategy mixed), 100,000 pods that hold one each.
// claims: the same instances as devices of NVIDIA's DRA driver, 100,000 claims that hold one each.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/process_figures.h"
#include "bench/stack_worlds.h"
#include "core/base/heap.h"
#include "core/kube/decode/parts/list_pool.h"
#include "core/provider/record/snapshot_builder.h"

namespace {

using namespace cardinal;

using bench::kCards;
constexpr int kPerCard = 7;
constexpr int kHeldOnNode = 10;

double residentMegabytes() {
  std::ifstream status("/proc/self/status");
  double kibibytes = 0;
  for (std::string word; status >> word;) {
    if (word == "VmRSS:") status >> kibibytes;
  }
  return kibibytes * 1024 / 1e6;
}

std::string nodeName(int node) {
  return "gpu-" + std::to_string(node);
}

std::vector<ClusterDelta> pluginCluster(int nodes) {
  ListPool pool;
  ClusterDelta listed = bench::deltaOf(ClusterDelta::Op::ReplaceNodes);
  ClusterDelta pods = bench::deltaOf(ClusterDelta::Op::ReplacePods);
  for (int i = 0; i < nodes; ++i) {
    testing::NodeBuilder node = testing::node(nodeName(i));
    node.label("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3").label("nvidia.com/gpu.count", "8");
    node.label("nvidia.com/mig.strategy", "mixed").label("nvidia.com/mig.capable", "true");
    node.label("nvidia.com/mig-1g.10gb.count", "56").label("nvidia.com/mig-1g.10gb.memory", "9984");
    node.resource("nvidia.com/gpu", 0).resource("nvidia.com/mig-1g.10gb", std::int64_t{kCards} * kPerCard);
    auto raw = std::make_shared<RawNode>(*node.raw());
    pool.share(*raw);
    listed.nodes.push_back(std::move(raw));
    for (int p = 0; p < kHeldOnNode; ++p) {
      auto pod = std::make_shared<RawPod>(*testing::pod("team", nodeName(i) + "-" + std::to_string(p))
                                               .cpuMilli(500)
                                               .resource("nvidia.com/mig-1g.10gb", 1)
                                               .on(nodeName(i))
                                               .raw());
      pool.share(*pod);
      pods.pods.push_back(std::move(pod));
    }
  }
  return {std::move(listed), std::move(pods)};
}

/// As long as NVIDIA's are: "MIG-" and 36 letters.
std::string uuidOf(const char* kind, const std::string& node, int card, int place) {
  char out[48];
  std::snprintf(out, sizeof out, "%s-%08x-%04x-%04x-8000-%012zx", kind, static_cast<unsigned>(card),
                static_cast<unsigned>(place), 7U, std::hash<std::string>{}(node)&0xFFFFFFFFFFFFU);
  return out;
}

/// As k8s-dra-driver-gpu publishes an instance.
std::string instance(const std::string& node, int card, int place) {
  const std::string number = std::to_string(card);
  return R"({"name":"gpu-)" + number + "-mig-1g10gb-19-" + std::to_string(place) +
         R"(","attributes":{"type":{"string":"mig"},"uuid":{"string":")" + uuidOf("MIG", node, card, place) +
         R"("},"parentUUID":{"string":")" + uuidOf("GPU", node, card, 0) +
         R"("},"profile":{"string":"1g.10gb"},"productName":{"string":"NVIDIA H100 80GB HBM3"},)"
         R"("brand":{"string":"Nvidia"},"architecture":{"string":"Hopper"},"driverVersion":{"version":"550.54.15"},)"
         R"("cudaDriverVersion":{"version":"12.4.0"},"cudaComputeCapability":{"version":"9.0.0"}},)"
         R"("capacity":{"memory":{"value":"9984Mi"},"multiprocessors":{"value":"16"},"copyEngines":{"value":"1"},)"
         R"("decoders":{"value":"1"},"encoders":{"value":"0"},"jpegEngines":{"value":"1"},"ofaEngines":{"value":"0"}}})";
}

std::vector<ClusterDelta> claimsCluster(int nodes) {
  Decoder decoder;
  ClusterDelta listed = bench::deltaOf(ClusterDelta::Op::ReplaceNodes);
  ClusterDelta slices = bench::deltaOf(ClusterDelta::Op::ReplaceExtras, ExtraKind::ResourceSlice);
  ClusterDelta claims = bench::deltaOf(ClusterDelta::Op::ReplaceExtras, ExtraKind::ResourceClaim);
  for (int i = 0; i < nodes; ++i) {
    const std::string name = nodeName(i);
    listed.nodes.push_back(testing::node(name).raw());
    std::string devices;
    for (int card = 0; card < kCards; ++card) {
      for (int place = 0; place < kPerCard; ++place)
        devices += (devices.empty() ? "" : ",") + instance(name, card, place);
    }
    slices.extras.emplace_back(decoder
                                   .object<RawResourceSlice>(R"({"kind":"ResourceSlice","metadata":{"name":")" + name +
                                                             R"("},"spec":{"driver":"gpu.nvidia.com","nodeName":")" +
                                                             name + R"(","pool":{"name":")" + name +
                                                             R"(","generation":1,"resourceSliceCount":1},"devices":[)" +
                                                             devices + "]}}")
                                   .value());
    for (int held = 0; held < kHeldOnNode; ++held) {
      RawResourceClaim claim;
      claim.meta.key = {"team", name + "-" + std::to_string(held)};
      claim.meta.uid = "uid-" + claim.meta.key.name;
      claim.allocation.emplace().results.push_back(
          {"r",
           "gpu.nvidia.com",
           name,
           "gpu-" + std::to_string(held % kCards) + "-mig-1g10gb-19-" + std::to_string(held / kCards),
           false,
           {}});
      claims.extras.emplace_back(std::make_shared<const RawResourceClaim>(std::move(claim)));
    }
  }
  return {std::move(listed), std::move(slices), std::move(claims)};
}

std::int64_t instancesIn(const ClusterSnapshot& snapshot) {
  std::int64_t out = 0;
  const auto add = [&](const std::vector<InstanceGroup>& groups) {
    for (const InstanceGroup& group : groups) out += group.total;
  };
  for (const NodePtr& node : snapshot.nodes) {
    if (node->devices == nullptr) continue;
    add(node->devices->instances);
    for (const CardDetail& card : node->devices->cards) add(card.instances);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "plugin";
  const int nodes = argc > 2 ? std::atoi(argv[2]) : 10'000;
  keepHeapSmall();  // as the program does
  std::vector<ClusterDelta> deltas = kind == "claims" ? claimsCluster(nodes) : pluginCluster(nodes);
  std::printf("raw objects: %.0f MB resident\n", residentMegabytes());
  SnapshotBuilder builder;
  for (ClusterDelta& delta : deltas) builder.apply(std::move(delta));
  deltas.clear();
  const double before = bench::cpuSeconds();
  const SnapshotPtr snapshot = builder.build(1);
  std::printf(
      "snapshot of %zu nodes, %zu cards, %lld instances: %.0f ms of processor, %.0f MB resident, peak %.0f MB\n",
      snapshot->nodes.size(), snapshot->cards.size(), static_cast<long long>(instancesIn(*snapshot)),
      1e3 * (bench::cpuSeconds() - before), residentMegabytes(), bench::peakMegabytes());
  return 0;
}
