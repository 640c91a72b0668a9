// SPDX-License-Identifier: Apache-2.0
// Budget: why each of 1,000 pending pods waits, over 10,000 nodes x 8 cards with 100,000 pods, in under 1 s on one
// core.
#include <benchmark/benchmark.h>

#include "bench/built_snapshot.h"
#include "core/alloc/pending/pending.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

enum class Pods {
  AsMade,    ///< as the synthetic cluster has them
  Refused,   ///< every pod asks more than any card has free
  Distinct,  ///< refused, and no two pods are of one shape: nothing can be shared
};

/// The pending pod with its memory raised beyond what is free, and distinguished from the others by a toleration.
std::shared_ptr<const RawPod> changed(const RawPod& pod, Pods pods, int number) {
  auto out = std::make_shared<RawPod>(pod);
  for (Container& container : out->spec.containers) {
    for (ResourceList* list : {&container.limits, &container.requests}) {
      for (ResourceAmount& entry : *list) {
        if (entry.name == "aliyun.com/gpu-mem") entry.amount = Quantity::fromInteger(entry.amount.value() + 64);
        if (entry.name == "nvidia.com/gpu" || entry.name == "aliyun.com/gpu") entry.amount = Quantity::fromInteger(9);
      }
    }
  }
  if (pods == Pods::Distinct) out->spec.tolerations.push_back({"number", "Equal", std::to_string(number), ""});
  return out;
}

SnapshotPtr makeSnapshot(Pods pods) {
  SyntheticCluster cluster = makeSyntheticCluster();
  int number = 0;
  for (auto& pod : cluster.pods) {
    if (pods != Pods::AsMade && pod->spec.nodeName.empty()) pod = changed(*pod, pods, ++number);
  }
  return bench::built(deltasOf(cluster));
}

void run(benchmark::State& state, Pods pods) {
  const SnapshotPtr snapshot = makeSnapshot(pods);
  PendingReport report;
  for (auto _ : state) {
    report = explainPending(*snapshot);
    benchmark::DoNotOptimize(report);
  }
  std::size_t remedies = 0;
  std::size_t fitting = 0;
  for (const PendingExplanation& why : report.explanations) {
    remedies += why.remedies.size();
    fitting += why.fitting > 0 ? 1 : 0;
  }
  state.counters["pods"] = static_cast<double>(report.ofPod.size());
  state.counters["shapes"] = static_cast<double>(report.explanations.size());
  state.counters["fit"] = static_cast<double>(fitting);
  state.counters["remedies"] = static_cast<double>(remedies);
}

BENCHMARK_CAPTURE(run, as_made, Pods::AsMade)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, refused, Pods::Refused)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, distinct, Pods::Distinct)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardinal
