// SPDX-License-Identifier: Apache-2.0
#include "core/sim/population/demo_use.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "core/sim/api/keys.h"

namespace cardinal::sim {
namespace {

constexpr UnixSeconds kScrape = 15;
constexpr UnixSeconds kHour = 3600;
constexpr UnixSeconds kDay = 24 * kHour;
constexpr double kDriverMib = 420;  ///< held by contexts on a card that is in use
constexpr double kRoomCelsius = 31;
constexpr int kPastSamples = 72;

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 33U;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33U;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33U);
}

/// Repeatable on every platform, unlike std::hash.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return mixed(hash);
}

double unit(std::uint64_t hash) {
  return static_cast<double>(hash >> 11U) / 9007199254740992.0;
}

/// Smooth noise 0..1 that changes over about `period` seconds.
double noise(std::uint64_t seed, UnixSeconds at, UnixSeconds period) {
  const auto block = static_cast<std::uint64_t>(at / period);
  const double part = static_cast<double>(at % period) / static_cast<double>(period);
  const double smooth = part * part * (3 - 2 * part);
  return unit(mixed(seed + block)) * (1 - smooth) + unit(mixed(seed + block + 1)) * smooth;
}

enum class Behaviour { Training, Service, Notebook, Idle };

const std::string& ownerOf(const PodRecord& pod) {
  return pod.raw->meta.owners.empty() ? pod.key().name : pod.raw->meta.owners.front().name;
}

Behaviour behaviourOf(const PodRecord& pod) {
  constexpr std::uint64_t kOneInSo = 11;
  if (hashOf(pod.key().name) % kOneInSo == 0) return Behaviour::Idle;
  if (ownerOf(pod).find("notebook") != std::string::npos) return Behaviour::Notebook;
  const bool job = !pod.raw->meta.owners.empty() && pod.raw->meta.owners.front().kind == "Job";
  return job || pod.request.kind() != GpuRequest::Kind::Shared ? Behaviour::Training : Behaviour::Service;
}

/// Load 0..1 of what the pod may use, and the part of its memory that is filled.
struct Load {
  double busy = 0;
  double filled = 0;
};

Load loadOf(const PodRecord& pod, UnixSeconds at) {
  constexpr UnixSeconds kCheckpoint = 1800;
  constexpr double kPi = 3.14159265358979323846;
  const std::uint64_t seed = hashOf(pod.key().name);
  switch (behaviourOf(pod)) {
    case Behaviour::Training: {
      const bool saving = (at + static_cast<UnixSeconds>(seed % kCheckpoint)) % kCheckpoint < 75;
      return {saving ? 0.08 : 0.88 + 0.11 * noise(seed, at, 90), 0.91 + 0.06 * unit(seed)};
    }
    case Behaviour::Service: {
      const double day = std::sin(2 * kPi * (static_cast<double>(at % kDay) / static_cast<double>(kDay) - 0.05));
      return {std::clamp(0.34 + 0.24 * day + 0.3 * (noise(seed, at, 120) - 0.5), 0.02, 1.0), 0.58 + 0.3 * unit(seed)};
    }
    case Behaviour::Notebook: {
      const bool running = noise(seed, at, 2 * kHour) > 0.72;
      return {running ? 0.55 + 0.4 * noise(seed, at, 60) : 0, running ? 0.72 : 0.16};
    }
    case Behaviour::Idle:
      break;
  }
  return {0, 0.08 + 0.08 * unit(seed)};
}

struct Watts {
  std::string_view model;
  double idle;
  double most;
};
constexpr std::array<Watts, 8> kWatts = {{{"H20", 75, 500},
                                          {"A100", 58, 400},
                                          {"A10", 28, 150},
                                          {"A30", 30, 165},
                                          {"L40S", 35, 350},
                                          {"V100", 42, 300},
                                          {"P100", 30, 250},
                                          {"T4", 12, 70}}};

Watts wattsOf(std::string_view model) {
  for (const Watts& one : kWatts) {
    if (model.find(one.model) != std::string_view::npos) return one;
  }
  return {"", 30, 250};
}

double cardMib(const NodeRecord& node, int card) {
  if (const std::string* text = find(node.raw->meta.labels, kCardMemory)) return std::strtod(text->c_str(), nullptr);
  const Card& record = node.cards[static_cast<std::size_t>(card)];
  return record.memoryKnown ? static_cast<double>(toMib(record.memTotal, node.gpu.unit).value_or(0)) : 0;
}

/// Two cards carry an XID: one from an application, one from the hardware.
int xidOf(const NodeRecord& node, int card) {
  if (node.name == "cn-hangzhou.10.207.173.72" && card == 1) return 31;
  if (node.name == "cn-hangzhou.10.207.160.32" && card == 6) return 94;
  return 0;
}

float rounded(double value, double step) {
  return static_cast<float>(std::round(value / step) * step);
}

/// Nothing says on which card slots and instances are: whose load a card would show is not known.
bool isMeasured(const NodeRecord& node) {
  return node.exists() && node.readiness == NodeReadiness::Ready && !node.cards.empty() && !isSlicedMode(node.gpu.mode);
}

std::optional<float> valueOf(const CardUse& use, UseMeasure measure) {
  switch (measure) {
    case UseMeasure::GpuPercent:
      return use.gpuPercent;
    case UseMeasure::MemoryUsedMib:
      return use.memoryUsedMib;
    case UseMeasure::TemperatureC:
      return use.temperatureC;
    case UseMeasure::PowerW:
      break;
  }
  return use.powerW;
}

}  // namespace

std::vector<std::vector<DemoUse::Tenant>> DemoUse::tenants(const NodeRecord& node) const {
  std::vector<std::vector<Tenant>> cards(node.cards.size());
  std::size_t nextWhole = 0;
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect || pod->raw->startTime == 0) continue;
    // The API does not say which whole cards a pod holds; an exporter knows, and here they are taken in order.
    if (pod->source == AllocationSource::WholeCards) {
      const int wanted = pod->request.number().value_or(0);
      for (int i = 0; i < wanted && nextWhole < cards.size(); ++i) cards[nextWhole++].push_back({pod.get(), 1.0});
      continue;
    }
    for (const CardShare& share : pod->shares) {
      if (share.card < 0 || static_cast<std::size_t>(share.card) >= cards.size()) continue;
      const auto card = static_cast<std::size_t>(share.card);
      const auto total = node.cards[card].memTotal.value;
      const bool parts =
          pod->request.kind() == GpuRequest::Kind::Shared || pod->request.kind() == GpuRequest::Kind::Vgpu;
      const bool whole = !parts || total <= 0;
      cards[card].push_back(
          {pod.get(), whole ? 1.0 : static_cast<double>(share.memory.value) / static_cast<double>(total)});
    }
  }
  return cards;
}

CardUse DemoUse::useAt(const NodeRecord& node, int card, const std::vector<Tenant>& tenants, UnixSeconds at) {
  double busy = 0;
  double mib = 0;
  const double most = cardMib(node, card);
  for (const Tenant& tenant : tenants) {
    if (tenant.pod->raw->startTime > at) continue;
    const Load load = loadOf(*tenant.pod, at);
    busy += load.busy * std::min(1.0, 0.15 + 1.1 * tenant.share);
    mib += kDriverMib / 2 + load.filled * std::max(0.0, tenant.share * most - kDriverMib);
  }
  busy = std::min(1.0, busy);
  const std::uint64_t seed = hashOf(node.name) + static_cast<std::uint64_t>(card);
  const Watts watts = wattsOf(node.gpu.model);
  CardUse use;
  use.at = at;
  use.gpuPercent = rounded(100 * busy, 1);
  use.memoryTotalMib = rounded(most, 1);
  use.memoryUsedMib = rounded(std::min(most, mib), 1);
  use.temperatureC = rounded(kRoomCelsius + 6 * unit(seed) + 41 * busy + 2 * noise(seed, at, 300), 1);
  use.powerW = rounded(watts.idle + (watts.most - watts.idle) * (0.92 * busy) + 4 * noise(seed, at, 60), 0.1);
  use.smClockMhz = busy > 0 ? 1410.0F : 210.0F;
  use.lastXid = xidOf(node, card);
  return use;
}

MetricsReport DemoUse::report(UnixSeconds now) const {
  MetricsReport report;
  report.state.phase = MetricsPhase::Live;
  report.state.source = "demo";
  report.state.dialects = {"dcgm-exporter"};
  report.state.queriedAt = now;
  const UnixSeconds at = now - now % kScrape;
  for (const NodePtr& node : m_snapshot.nodes) {
    if (!isMeasured(*node)) continue;
    const auto held = tenants(*node);
    for (std::size_t i = 0; i < held.size(); ++i) {
      CardSample sample;
      sample.host = node->name;
      sample.index = static_cast<int>(i);
      sample.use = useAt(*node, sample.index, held[i], at);
      for (const Tenant& tenant : held[i]) sample.pods.push_back(tenant.pod->key());
      report.samples.push_back(std::move(sample));
    }
  }
  return report;
}

History DemoUse::wholeCluster(const HistoryQuery& query) const {
  constexpr int kMaxSteps = 240;  // every card is played at every step
  HistoryQuery coarse = query;
  coarse.wholeCluster = false;
  coarse.points = std::min(query.points, kMaxSteps);
  for (const NodePtr& node : m_snapshot.nodes) {
    if (!isMeasured(*node)) continue;
    for (const Card& card : node->cards) coarse.cards.push_back({node->name, card.index});
  }
  History history = this->history(coarse);
  HistorySeries all{{std::string(), -1}, foldSeries(history.series, foldOf(query.measure), history.step).points};
  history.series.clear();
  if (!all.points.empty()) history.series.push_back(std::move(all));
  return history;
}

History DemoUse::history(const HistoryQuery& query) const {
  if (query.wholeCluster) return wholeCluster(query);
  History history;
  history.step = historyStep(query);
  for (const CardPlace& place : query.cards) {
    const auto found = m_snapshot.findNode(place.node);
    if (!found || !isMeasured(m_snapshot.node(*found))) continue;
    const NodeRecord& node = m_snapshot.node(*found);
    const auto held = tenants(node);
    if (place.card < 0 || static_cast<std::size_t>(place.card) >= held.size()) continue;
    HistorySeries series{place, {}};
    for (UnixSeconds at = query.start; at <= query.end; at += history.step) {
      const auto value =
          valueOf(useAt(node, place.card, held[static_cast<std::size_t>(place.card)], at), query.measure);
      if (value) series.points.push_back({at, *value});
    }
    history.series.push_back(std::move(series));
  }
  return history;
}

ClusterPast DemoUse::past(UnixSeconds window, UnixSeconds now) const {
  ClusterPast past;
  past.end = now;
  past.window = window;
  const UnixSeconds step = std::max<UnixSeconds>(kScrape, window / kPastSamples);
  for (const NodePtr& node : m_snapshot.nodes) {
    if (!isMeasured(*node)) continue;
    const auto held = tenants(*node);
    for (std::size_t i = 0; i < held.size(); ++i) {
      CardPast card{{node->name, static_cast<int>(i)}, {}, 0.0F, 0.0F, 1.0F};
      double sum = 0;
      int samples = 0;
      for (UnixSeconds at = now - window; at <= now; at += step, ++samples) {
        const CardUse use = useAt(*node, card.card.card, held[i], at);
        sum += *use.gpuPercent;
        card.peakGpuPercent = std::max(*card.peakGpuPercent, *use.gpuPercent);
        card.peakMemoryMib = std::max(*card.peakMemoryMib, *use.memoryUsedMib);
      }
      card.averageGpuPercent = static_cast<float>(sum / std::max(1, samples));
      past.cards.push_back(std::move(card));
    }
  }
  return past;
}

}  // namespace cardinal::sim
