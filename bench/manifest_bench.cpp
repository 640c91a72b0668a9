// SPDX-License-Identifier: Apache-2.0
// A file of many objects of known and unknown kinds: read, with roles, gangs and JSON bodies.
#include <benchmark/benchmark.h>

#include <string>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"

namespace cardinal {
namespace {

constexpr int kObjects = 5000;

std::string podTemplate(int gpus) {
  return "\n        spec:\n          containers:\n          - name: main\n            image: "
         "registry.k8s.io/pause:3.9\n"
         "            resources: {limits: {nvidia.com/gpu: " +
         std::to_string(gpus) + ", cpu: \"4\", memory: 16Gi}}\n";
}

/// Deployments, PyTorchJobs, Volcano Jobs, Services and kinds that nobody knows, in turn.
std::string objectText(int index) {
  const std::string metadata = "\nmetadata: {name: o" + std::to_string(index) + ", namespace: team}\n";
  switch (index % 5) {
    case 0:
      return "apiVersion: apps/v1\nkind: Deployment" + metadata + "spec:\n  replicas: 2\n  template:" + podTemplate(1);
    case 1:
      return "apiVersion: kubeflow.org/v1\nkind: PyTorchJob" + metadata +
             "spec:\n  pytorchReplicaSpecs:\n    Master:\n      template:" + podTemplate(8) +
             "    Worker:\n      replicas: 3\n      template:" + podTemplate(8);
    case 2:
      return "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job" + metadata +
             "spec:\n  minAvailable: 4\n  tasks:\n    - replicas: 4\n      template:" + podTemplate(1);
    case 3:
      return "apiVersion: v1\nkind: Service" + metadata + "spec: {ports: [{port: 80}]}\n";
    default:
      return "apiVersion: example.com/v1\nkind: Fleet" + metadata +
             "spec:\n  ships:\n    - replicas: 2\n      template:" + podTemplate(4);
  }
}

void readFile(benchmark::State& state) {
  std::string text;
  for (int i = 0; i < kObjects; ++i) text += objectText(i) + "---\n";
  std::size_t roles = 0;
  for (auto _ : state) {
    const auto manifest = readManifest(text, "many.yaml");
    if (!manifest) return state.SkipWithError(describe(manifest.error()).c_str());
    roles = 0;
    for (const ManifestObject& object : manifest->objects) roles += object.roles.size();
    benchmark::DoNotOptimize(roles);
  }
  state.counters["objects"] = kObjects;
  state.counters["roles"] = static_cast<double>(roles);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(readFile)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardinal
