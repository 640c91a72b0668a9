// SPDX-License-Identifier: Apache-2.0
// live_bench KUBECONFIG [IDLE_SECONDS] [--json]: connects, waits for the complete snapshot, then watches for
// IDLE_SECONDS; --json: without asking for protobuf.
// Prints one line of JSON: nodes, pods, seconds to the complete snapshot, CPU seconds until then, peak memory, and the
// CPU of being idle.
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "bench/process_figures.h"
#include "core/service/cluster_service.h"
#include "core/service/live/live_source.h"

namespace cardinal {
namespace {

class Silent final : public ServiceListener {
 public:
  void onSnapshot(SnapshotPtr) override { ++snapshots; }
  void onConnection(const ConnectionState&) override {}
  std::atomic<int> snapshots{0};
};

int run(const std::string& path, int idleSeconds, bool protobuf) {
  const SystemClock clock;
  const auto config = loadKubeconfig(path, Environment{});
  if (!config) return std::fprintf(stderr, "%s\n", describe(config.error()).c_str()), 2;
  auto access = config->resolve(std::nullopt, clock.wallNow());
  if (!access) return std::fprintf(stderr, "%s\n", describe(access.error()).c_str()), 2;
  Silent listener;
  const auto begin = std::chrono::steady_clock::now();
  Timeouts timeouts;
  timeouts.protobuf = protobuf;
  ClusterService service(makeLiveSource(std::move(*access), clock, {}, nullptr, timeouts), listener, clock);
  service.start();
  const auto snapshot = service.waitForData(std::chrono::minutes(2));
  const double seconds = bench::secondsSince(begin);
  if (!snapshot) return std::fprintf(stderr, "%s\n", describe(snapshot.error()).c_str()), 1;
  const double cpu = bench::cpuSeconds();
  const ConnectionState state = service.connection();
  std::printf(R"({"nodes":%zu,"pods":%zu,"cards":%zu,"seconds":%.3f,"cpu_seconds":%.3f,"peak_mb":%.1f)",
              (*snapshot)->nodes.size(), state.podsLoaded, (*snapshot)->cards.size(), seconds, cpu,
              bench::peakMegabytes());
  if (idleSeconds > 0) {
    std::this_thread::sleep_for(std::chrono::seconds(5));  // what the start left behind
    const double before = bench::cpuSeconds();
    std::this_thread::sleep_for(std::chrono::seconds(idleSeconds));
    std::printf(R"(,"idle_percent_of_a_core":%.3f)", 100 * (bench::cpuSeconds() - before) / idleSeconds);
  }
  std::puts("}");
  return 0;
}

}  // namespace
}  // namespace cardinal

int main(int count, char** arguments) {
  if (count < 2) return std::fprintf(stderr, "usage: live_bench KUBECONFIG [IDLE_SECONDS] [--json]\n"), 2;
  const bool json = std::string_view(arguments[count - 1]) == "--json";
  return cardinal::run(arguments[1], count > (json ? 3 : 2) ? std::atoi(arguments[2]) : 0, !json);
}
