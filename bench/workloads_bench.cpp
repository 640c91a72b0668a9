// SPDX-License-Identifier: Apache-2.0
// Budget: 20,000 pods traced and grouped by what a team submitted in 50 ms, 2.5 us a pod; off the GUI thread.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/built_snapshot.h"
#include "core/sim/synthetic.h"
#include "core/workloads/workloads.h"

namespace cardinal {
namespace {

enum class Pods {
  AsMade,     ///< as the synthetic cluster has them
  Labelled,   ///< with the labels and annotations that operators and queues put on theirs
  EachAlone,  ///< a gang of its own for each pod of one large workload
};

std::shared_ptr<const RawPod> changed(const RawPod& pod, Pods pods, int number) {
  constexpr int kPodsOfOne = 16;
  auto out = std::make_shared<RawPod>(pod);
  const std::string name = "train-" + std::to_string(pods == Pods::EachAlone ? 0 : number / kPodsOfOne);
  out->meta.key = {"team-" + std::to_string(number / kPodsOfOne % 40), "train-" + std::to_string(number)};
  if (pods == Pods::EachAlone) out->meta.key.ns = "team";
  out->meta.owners = {};
  out->meta.owners.push_back({"Job", name + "-workers-0", "uid-" + name, true});
  for (const char* key : {"app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/version",
                          "batch.kubernetes.io/job-name", "batch.kubernetes.io/job-completion-index"})
    out->meta.labels.push_back({key, name});
  out->meta.labels.push_back({"jobset.sigs.k8s.io/jobset-name", name});
  out->meta.labels.push_back({"kueue.x-k8s.io/queue-name", "main"});
  const std::string gang = pods == Pods::EachAlone ? "pg-" + std::to_string(number) : name;
  out->meta.annotations.push_back({"gang.scheduling.koordinator.sh/name", gang});
  out->meta.annotations.push_back({"gang.scheduling.koordinator.sh/min-available", "16"});
  return out;
}

SnapshotPtr makeSnapshot(Pods pods, std::size_t most) {
  SyntheticCluster cluster = makeSyntheticCluster();
  if (cluster.pods.size() > most) cluster.pods.resize(most);
  int number = 0;
  for (auto& pod : cluster.pods) {
    if (pods != Pods::AsMade) pod = changed(*pod, pods, number++);
  }
  return bench::built(deltasOf(cluster));
}

void run(benchmark::State& state, Pods pods) {
  const SnapshotPtr snapshot = makeSnapshot(pods, static_cast<std::size_t>(state.range(0)));
  std::size_t rows = 0;
  std::size_t found = 0;
  for (auto _ : state) {
    const std::vector<WorkloadPtr> workloads = workloadsOf(*snapshot);
    benchmark::DoNotOptimize(workloads);
    rows = workloads.size();
  }
  for (const WorkloadPtr& one : workloadsOf(*snapshot)) found += one->pods.size();
  state.counters["rows"] = static_cast<double>(rows);
  state.counters["pods"] = static_cast<double>(found);
}

BENCHMARK_CAPTURE(run, as_made, Pods::AsMade)->Arg(20'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, labelled, Pods::Labelled)->Arg(20'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, each_alone, Pods::EachAlone)->Arg(20'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardinal
