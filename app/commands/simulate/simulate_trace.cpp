// SPDX-License-Identifier: Apache-2.0
#include "app/commands/simulate/simulate_trace.h"

#include <QCoreApplication>
#include <chrono>
#include <cmath>

#include "app/commands/common/json_values.h"
#include "app/program/table.h"
#include "core/fragmentation/trace_run.h"
#include "core/service/snapshots/document_file.h"
#include "ui/i18n/format.h"

namespace cardinal::app {

namespace {

using fragmentation::TraceFigures;

class TraceTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::SimulateTrace)

 public:
  static QStringList head() {
    return {tr("ARRIVALS"),   tr("LOAD %"), tr("ALLOCATED %"),  tr("FRAGMENTS (GPU)"), tr("OF IDLE %"),
            tr("OF TOTAL %"), tr("FAILED"), tr("NODES IN USE"), tr("GPUS IN USE")};
  }
  static QStringList classHead() { return {tr("IDLE GPU BY CLASS"), tr("GPU")}; }
  static QString cluster(const fragmentation::Trace& trace) {
    return tr("%1 nodes with %2 GPUs, %3 tasks in the list, %4 arrivals")
        .arg(ui::count(static_cast<std::int64_t>(trace.nodes.nodes.size())),
             ui::count(trace.nodes.gpuMilli() / fragmentation::kWholeGpu),
             ui::count(static_cast<std::int64_t>(trace.tasks.tasks.size())),
             ui::count(static_cast<std::int64_t>(trace.arrivals.size())));
  }
  static QString leftOut(std::size_t nodes) {
    return tr("%n node(s) without GPU take no part.", nullptr, static_cast<int>(nodes));
  }
  static QString drawn(std::uint64_t seed) {
    return tr("Arrivals or order were drawn with seed %1; published figures need --arrivals and --order.")
        .arg(QString::number(seed));
  }
  static QString done(const QString& policy, double seconds) {
    return tr("%1: placed in %2 s").arg(policy, QString::number(seconds, 'f', 3));
  }
};

struct TraceOutcome {
  TraceFigures end;
  std::vector<TraceFigures> checkpoints;
  double seconds = 0;
};

/// A list with its text read and its parser applied.
template <typename Parse>
auto readList(const std::string& path, Parse&& parse) -> decltype(parse(std::string())) {
  const auto state = stateOf(path);
  if (!state) return unexpected(state.error());
  if (state->directory) return unexpected(makeError(ErrorCode::FileUnreadable, path));
  const auto text = readDocument(path, state->bytes);
  if (!text) return unexpected(text.error());
  return parse(*text);
}

Result<fragmentation::Trace> readTrace(const TraceOptions& options) {
  fragmentation::Trace out;
  auto nodes =
      readList(options.nodes, [&](const auto& text) { return fragmentation::parseNodes(text, options.nodes); });
  if (!nodes) return unexpected(nodes.error());
  out.nodes = std::move(nodes).value();
  auto tasks = readList(
      options.pods, [&](const auto& text) { return fragmentation::parseTasks(text, options.pods, out.nodes.models); });
  if (!tasks) return unexpected(tasks.error());
  out.tasks = std::move(tasks).value();
  if (options.arrivals) {
    auto arrivals = readList(*options.arrivals, [&](const auto& text) {
      return fragmentation::parseArrivals(text, *options.arrivals, out.tasks);
    });
    if (!arrivals) return unexpected(arrivals.error());
    out.arrivals = std::move(arrivals).value();
  } else {
    out.arrivals = fragmentation::drawArrivals(out.tasks, out.nodes.gpuMilli(), options.seed);
  }
  if (options.order) {
    auto order = readList(*options.order,
                          [&](const auto& text) { return fragmentation::parseOrder(text, *options.order, out.nodes); });
    if (!order) return unexpected(order.error());
    out.order = std::move(order).value();
  } else {
    out.order = fragmentation::drawOrder(out.nodes.nodes.size(), options.seed);
  }
  return out;
}

TraceOutcome runTrace(const fragmentation::Trace& trace, const TraceOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  TraceOutcome out;
  fragmentation::TraceRun run(trace, options.policy, options.seed);
  while (run.next()) {
    if (options.every > 0 && run.figures().arrivals % options.every == 0) out.checkpoints.push_back(run.figures());
  }
  out.end = run.figures();
  const bool hasEnd = !out.checkpoints.empty() && out.checkpoints.back().arrivals == out.end.arrivals;
  if (!hasEnd) out.checkpoints.push_back(out.end);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

double rounded(double value, double digits) {
  return std::round(value * digits) / digits;
}

Json toJson(const TraceFigures& figures) {
  constexpr double kCents = 100;
  constexpr double kPercentDigits = 10000;
  Json idle;
  for (std::size_t i = 0; i < fragmentation::kFragmentClasses; ++i)
    idle[fragmentation::toString(static_cast<fragmentation::FragmentClass>(i))] =
        rounded(figures.sums.milli[i], kCents);
  const auto rate = figures.fragmentRate();
  return {{"arrivals", figures.arrivals},
          {"arrived_milli", figures.arrived},
          {"placed_milli", figures.placed},
          {"capacity_milli", figures.capacity},
          {"load_percent", rounded(figures.loadPercent(), kPercentDigits)},
          {"allocation_percent", rounded(figures.allocationPercent(), kPercentDigits)},
          {"unallocated_percent", rounded(100.0 - figures.allocationPercent(), kPercentDigits)},
          {"fragmentation_milli", rounded(figures.sums.fragment(), kCents)},
          {"fragmentation_rate_percent", rate ? Json(rounded(*rate, kPercentDigits)) : Json(nullptr)},
          {"fragments_over_total_percent", rounded(figures.fragmentPercent(), kPercentDigits)},
          {"idle_milli", std::move(idle)},
          {"idle_total_milli", rounded(figures.sums.idle(), kCents)},
          {"failed", figures.failed},
          {"nodes_in_use", figures.nodesInUse},
          {"gpus_in_use", figures.gpusInUse}};
}

void writeJson(Console& console, const TraceOptions& options, const TraceOutcome& outcome) {
  Json whole{{"policy", fragmentation::toString(options.policy)}};
  whole.update(toJson(outcome.end));
  whole["seconds"] = outcome.seconds;
  if (options.every > 0) {
    whole["checkpoints"] = Json::array();
    for (const TraceFigures& figures : outcome.checkpoints) whole["checkpoints"].push_back(toJson(figures));
  }
  console.write(dumped(whole));
}

QStringList cells(const TraceFigures& figures) {
  const auto fixed = [](double value, int digits) { return QString::number(value, 'f', digits); };
  const auto rate = figures.fragmentRate();
  return {ui::count(figures.arrivals),
          fixed(figures.loadPercent(), 2),
          fixed(figures.allocationPercent(), 4),
          fixed(figures.sums.fragment() / fragmentation::kWholeGpu, 5),
          rate ? fixed(*rate, 2) : ui::notAvailable(),
          fixed(figures.fragmentPercent(), 4),
          ui::count(figures.failed),
          ui::count(figures.nodesInUse),
          ui::count(figures.gpusInUse)};
}

void writeText(Console& console, const TraceOptions& options, const fragmentation::Trace& trace,
               const TraceOutcome& outcome) {
  console.line(TraceTexts::cluster(trace));
  if (trace.nodes.withoutGpu > 0) console.line(TraceTexts::leftOut(trace.nodes.withoutGpu));
  if (!options.arrivals || !options.order) console.line(TraceTexts::drawn(options.seed));
  console.line(TraceTexts::done(QLatin1String(fragmentation::toString(options.policy)), outcome.seconds));
  console.line();
  Table table(TraceTexts::head());
  for (int column = 0; column < TraceTexts::head().size(); ++column) table.alignRight(column);
  for (const TraceFigures& figures : outcome.checkpoints) table.add(cells(figures));
  console.write(table.toString().toStdString());
  console.line();
  Table classes(TraceTexts::classHead());
  classes.alignRight(1);
  for (std::size_t i = 0; i < fragmentation::kFragmentClasses; ++i) {
    const char* name = fragmentation::toString(static_cast<fragmentation::FragmentClass>(i));
    classes.add({QLatin1String(name), QString::number(outcome.end.sums.milli[i] / fragmentation::kWholeGpu, 'f', 5)});
  }
  console.write(classes.toString().toStdString());
}

}  // namespace

int simulateTrace(Console& console, const TraceOptions& options) {
  const auto trace = readTrace(options);
  if (!trace) return console.fail(trace.error());
  const TraceOutcome outcome = runTrace(*trace, options);
  if (console.json()) {
    writeJson(console, options, outcome);
  } else {
    writeText(console, options, *trace, outcome);
  }
  return kDone;
}

}  // namespace cardinal::app
