// SPDX-License-Identifier: Apache-2.0
#include "tests/support/churn_source.h"

#include <chrono>
#include <ctime>
#include <random>
#include <thread>
#include <utility>

#include "core/kube/decode/parts/list_pool.h"

namespace cardinal::test {

namespace {

using PodRef = std::shared_ptr<const RawPod>;

/// As many pods may be away at a time.
constexpr std::size_t kMaxAway = 200;

/// Objects have their equal lists in common, as those that a live connection decodes.
SyntheticCluster pooled(SyntheticCluster cluster) {
  ListPool pool;
  const auto share = [&pool]<typename Object>(std::vector<std::shared_ptr<const Object>>& objects) {
    for (auto& object : objects) {
      auto made = std::make_shared<Object>(*object);
      object.reset();  // lists that the copy has alone are cut to their size
      pool.share(*made);
      object = std::move(made);
    }
  };
  share(cluster.nodes);
  share(cluster.pods);
  return cluster;
}

ConnectionState liveState() {
  ConnectionState state;
  state.phase = ConnectionPhase::Live;
  state.lastContact = std::time(nullptr);
  return state;
}

}  // namespace

struct ChurnSource::Impl {
  explicit Impl(const ChurnOptions& wanted)
      : options(wanted), random(wanted.seed), cluster(pooled(makeSyntheticCluster(wanted.cluster))) {}

  ChurnOptions options;
  std::mt19937_64 random;
  SyntheticCluster cluster;
  std::vector<PodRef> away;
  std::uint64_t version = 1'000'000'000;
  std::jthread thread;  ///< last: joined before the rest goes

  std::size_t anyPod() { return random() % cluster.pods.size(); }

  PodRef renewed(const RawPod& pod) {
    auto made = std::make_shared<RawPod>(pod);
    made->meta.resourceVersion = std::to_string(++version);
    return made;
  }
  ClusterDelta upsertOf(PodRef pod) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods.push_back(std::move(pod));
    return delta;
  }
  ClusterDelta restarts() {
    PodRef& pod = cluster.pods[anyPod()];
    auto made = std::make_shared<RawPod>(*renewed(*pod));
    ++made->restarts;
    pod = made;
    return upsertOf(pod);
  }
  ClusterDelta goes() {
    std::swap(cluster.pods[anyPod()], cluster.pods.back());
    away.push_back(cluster.pods.back());
    cluster.pods.pop_back();
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeletePod;
    delta.key = away.back()->meta.key;
    delta.uid = away.back()->meta.uid;
    return delta;
  }
  ClusterDelta comes() {
    cluster.pods.push_back(renewed(*away.back()));
    away.pop_back();
    return upsertOf(cluster.pods.back());
  }
  ClusterDelta next() {
    const auto kind = random() % 3;
    if (kind == 0 || cluster.pods.size() < 2) return restarts();
    if ((kind == 1 || away.empty()) && away.size() < kMaxAway) return goes();
    return comes();
  }

  void tellFirst(SourceSink& sink) {
    sink.onDeltas(deltasOf(cluster));
    sink.onConnection(liveState());
  }

  void live(SourceSink& sink, const std::stop_token& stop) {
    using namespace std::chrono_literals;
    tellFirst(sink);
    const auto began = std::chrono::steady_clock::now();
    std::int64_t sent = 0;
    auto contact = began;
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(5ms);
      const auto now = std::chrono::steady_clock::now();
      const auto due =
          static_cast<std::int64_t>(std::chrono::duration<double>(now - began).count() * options.changesPerSecond);
      std::vector<ClusterDelta> deltas;
      for (; sent < due; ++sent) deltas.push_back(next());
      if (!deltas.empty()) sink.onDeltas(std::move(deltas));
      if (now - contact > 1s) {
        contact = now;
        sink.onConnection(liveState());
      }
    }
  }
};

ChurnSource::ChurnSource(const ChurnOptions& options) : m_impl(std::make_unique<Impl>(options)) {}
ChurnSource::~ChurnSource() = default;

SourceInfo ChurnSource::info() const {
  return {SourceKind::Live, "churn", "127.0.0.1:6443", "tester", "default", false};
}

void ChurnSource::start(SourceSink& sink) {
  m_impl->thread = std::jthread([this, &sink](const std::stop_token& stop) { m_impl->live(sink, stop); });
}

}  // namespace cardinal::test
