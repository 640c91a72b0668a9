// SPDX-License-Identifier: Apache-2.0
// The map at 80,000 cards in a window of 1600 x 900, every level of zoom. Budget: 4 ms a frame.
// Start with QT_QPA_PLATFORM=offscreen where there is no display.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <algorithm>

#include "map_fixture.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/render/heatmap_renderer.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;

constexpr QSize kWindow(1600, 900);

const SnapshotPtr& bigCluster() {
  static const SnapshotPtr kSnapshot = cardinal::test::largeSnapshot(10000, 8);
  return kSnapshot;
}

std::vector<LayoutGroup> layoutGroups(const ClusterSnapshot& snapshot, const std::vector<MapGroup>& groups) {
  std::vector<LayoutGroup> list;
  for (const MapGroup& group : groups) {
    LayoutGroup entry;
    entry.nodes = group.nodes;
    for (const NodeIndex node : group.nodes)
      entry.cards.push_back(static_cast<std::uint16_t>(snapshot.cardsOf(node).size()));
    list.push_back(std::move(entry));
  }
  return list;
}

/// Every card is measured.
const std::vector<CardUse>& bigUse() {
  static const std::vector<CardUse> kUse = [] {
    std::vector<CardUse> cards(bigCluster()->cards.size());
    for (std::size_t i = 0; i < cards.size(); ++i) {
      cards[i].at = 1;
      cards[i].memoryTotalMib = 16384;
      cards[i].memoryUsedMib = static_cast<float>(i * 97 % 16384);
    }
    return cards;
  }();
  return kUse;
}

/// The same nodes with every card cut into seven MIG instances: 560,000 of them.
const SnapshotPtr& migCluster() {
  static const SnapshotPtr kSnapshot = [] {
    constexpr int kPerCard = 7;
    auto out = std::make_shared<ClusterSnapshot>(*bigCluster());
    for (std::size_t i = 0; i < out->nodes.size(); ++i) {
      auto devices = std::make_shared<NodeDevices>();
      for (std::size_t card = 0; card < out->nodes[i]->cards.size(); ++card) {
        const int held = static_cast<int>((i + card) % (kPerCard + 1));
        CardDetail& detail = devices->cards.emplace_back();
        detail.instances.push_back({"1g.10gb", "nvidia.com/mig-1g.10gb", kPerCard, held, 9984, {}});
      }
      auto record = std::make_shared<NodeRecord>(*out->nodes[i]);
      record->devices = std::move(devices);
      out->nodes[i] = std::move(record);
    }
    return out;
  }();
  return kSnapshot;
}

/// One whole frame: cells, bars, ticks of use, names, marks. Range 0: cell size; range 1: ratio x 100. Scrolls on with
/// every frame.
void drawFrameOf(benchmark::State& state, const ClusterSnapshot& snapshot) {
  Theme theme(ThemeKind::Dark);
  HeatmapRenderer renderer(theme);
  const auto groups = makeGroups(snapshot, MapGrouping::Pool, MapSorting::Name, nullptr);
  const HeatmapLayout layout(layoutGroups(snapshot, groups), kWindow.width(), static_cast<int>(state.range(0)), false);
  MapFrame frame;
  frame.snapshot = &snapshot;
  frame.groups = &groups;
  frame.layout = &layout;
  frame.use = &bigUse();
  frame.size = kWindow;
  frame.ratio = static_cast<double>(state.range(1)) / 100.0;
  QImage image;
  const int reach = std::max(1, layout.size().height() - kWindow.height());
  int step = 0;
  for (int warm = 0; warm < 8; ++warm) renderer.render(frame, image);
  for (auto _ : state) {
    frame.scrollY = layout.size().height() > kWindow.height() ? step % reach : 0;
    step += 7;
    renderer.render(frame, image);
    benchmark::DoNotOptimize(image.constBits());
  }
  int cards = 0;
  for (const VisibleBlocks& blocks : layout.visible(0, kWindow.height())) cards += (blocks.last - blocks.first + 1) * 8;
  state.counters["cards"] = cards;
}

void drawFrame(benchmark::State& state) {
  drawFrameOf(state, *bigCluster());
}
void drawMigFrame(benchmark::State& state) {
  drawFrameOf(state, *migCluster());
}

void groupNodes(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(makeGroups(*bigCluster(), MapGrouping::Pool, MapSorting::Name, nullptr));
}

void layOut(benchmark::State& state) {
  const auto groups = makeGroups(*bigCluster(), MapGrouping::Pool, MapSorting::Name, nullptr);
  const auto list = layoutGroups(*bigCluster(), groups);
  for (auto _ : state) benchmark::DoNotOptimize(HeatmapLayout(list, kWindow.width(), 12, false));
}

/// What the window does when a snapshot arrives: group, lay out, paint.
void showInTurns(benchmark::State& state, const SnapshotPtr& one, const SnapshotPtr& other) {
  Theme theme(ThemeKind::Dark);
  HeatmapView view(theme);
  view.resize(kWindow);
  view.setCellSize(12);
  bool flip = false;
  for (auto _ : state) {
    view.setSnapshot(flip ? one : other);
    flip = !flip;
    benchmark::DoNotOptimize(view.grab());
  }
}
void newSnapshot(benchmark::State& state) {
  showInTurns(state, bigCluster(), cardinal::test::largeSnapshot(10000, 8, 8));
}
void newMigSnapshot(benchmark::State& state) {
  showInTurns(state, migCluster(), bigCluster());
}

void allSizes(benchmark::internal::Benchmark* bench) {
  for (const int cell : {1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 29, 32, 40, 44, 56, 72, 96})
    bench->Args({cell, 100});
  for (const int cell : {1, 12, 20, 29, 44}) bench->Args({cell, 200});
}

BENCHMARK(drawFrame)->Apply(allSizes)->Unit(benchmark::kMillisecond);
BENCHMARK(drawMigFrame)->Apply(allSizes)->Unit(benchmark::kMillisecond);
BENCHMARK(groupNodes)->Unit(benchmark::kMillisecond);
BENCHMARK(layOut)->Unit(benchmark::kMillisecond);
BENCHMARK(newSnapshot)->Unit(benchmark::kMillisecond);
BENCHMARK(newMigSnapshot)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
