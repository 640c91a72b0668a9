// SPDX-License-Identifier: Apache-2.0
// Charts in a window of 1200 x 500. Budgets: seven days of one card drawn within 100 ms after the answer; 64 cards
// compared at 60 frames a second. Start with QT_QPA_PLATFORM=offscreen where there is no display.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QPainter>
#include <cmath>

#include "core/metrics/prometheus_answer.h"
#include "ui/widgets/charts/time_chart.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;

constexpr UnixSeconds kStart = 1'700'000'000;
constexpr UnixSeconds kWeek = 7 * 86'400;

float valueAt(UnixSeconds at, int card) {
  return static_cast<float>(50.0 + 30.0 * std::sin(static_cast<double>(at) / 7000.0 + card) +
                            15.0 * std::sin(static_cast<double>(at) / 311.0));
}

/// What a server answers about a week of one card, as many points as it gives at all.
std::string weekOfOneCard() {
  constexpr int kPoints = 10'080;
  std::string body =
      R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"Hostname":"gpu-1","gpu":"0"},"values":[)";
  for (int i = 0; i < kPoints; ++i) {
    const UnixSeconds at = kStart + i * kWeek / kPoints;
    body += "[" + std::to_string(at) + ",\"" + std::to_string(valueAt(at, 0)) + "\"],";
  }
  body.back() = ']';
  return body + "}]}}";
}

std::unique_ptr<TimeChart> newChart(Theme& theme) {
  auto chart = std::make_unique<TimeChart>(theme);
  chart->setAttribute(Qt::WA_DontShowOnScreen);
  chart->setTall(true);
  chart->resize(1200, 500);
  chart->show();
  return chart;
}

void weekFromAnswerToPicture(benchmark::State& state) {
  Theme theme(ThemeKind::Dark);
  const auto chart = newChart(theme);
  const std::string answer = weekOfOneCard();
  PrometheusDecoder decoder;
  for (auto _ : state) {
    TimeLine line;
    const auto read = decoder.decode(answer, [&](const SeriesView& series) {
      for (const MetricPoint& point : series.points)
        line.points.push_back({std::llround(point.at), static_cast<float>(point.value)});
    });
    if (!read) state.SkipWithError("the answer was not read");
    chart->setData(kStart, kStart + kWeek, 60, {std::move(line)}, 100.0);
    benchmark::DoNotOptimize(chart->picture());
  }
}
BENCHMARK(weekFromAnswerToPicture)->Unit(benchmark::kMillisecond)->MinTime(1);

std::vector<TimeLine> manyCards() {
  constexpr int kCards = 64;
  constexpr int kPoints = 1200;
  std::vector<TimeLine> lines;
  for (int card = 0; card < kCards; ++card) {
    TimeLine line{QString::number(card), {}};
    for (int i = 0; i < kPoints; ++i) line.points.push_back({kStart + i * 60, valueAt(kStart + i * 60, card)});
    lines.push_back(std::move(line));
  }
  return lines;
}

/// A frame in which the pointer moves and one line stands out.
void pointerOver64Cards(benchmark::State& state) {
  Theme theme(ThemeKind::Dark);
  const auto chart = newChart(theme);
  chart->setData(kStart, kStart + 1200 * 60, 60, manyCards(), 100.0);
  chart->setStrong(40);
  QImage frame(1200, 500, QImage::Format_RGB32);
  UnixSeconds at = kStart;
  chart->picture();
  for (auto _ : state) {
    at = at > kStart + 71'000 ? kStart : at + 97;
    chart->setPointer(at);
    chart->viewport()->render(&frame);
  }
}
BENCHMARK(pointerOver64Cards)->Unit(benchmark::kMillisecond)->MinTime(1);

/// New data: everything is laid out and drawn again.
void newDataOf64Cards(benchmark::State& state) {
  Theme theme(ThemeKind::Dark);
  const auto chart = newChart(theme);
  const std::vector<TimeLine> lines = manyCards();
  for (auto _ : state) {
    chart->setData(kStart, kStart + 1200 * 60, 60, lines, 100.0);
    benchmark::DoNotOptimize(chart->picture());
  }
}
BENCHMARK(newDataOf64Cards)->Unit(benchmark::kMillisecond)->MinTime(1);

}  // namespace

int main(int argc, char** argv) {
  const QApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
