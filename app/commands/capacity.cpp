// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/capacity_report.h"
#include "app/commands/commands.h"
#include "app/commands/scheduler_choice.h"
#include "app/commands/workload_input.h"
#include "app/session.h"
#include "core/alloc/allocator.h"

namespace cardinal::app {

namespace {

class CapacityTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Capacity)

 public:
  static QString nothingAsked() {
    return tr(
        "Nothing was asked. Name a manifest with -f FILE, memory with --memory UNITS, or whole cards with "
        "--gpus N.");
  }
};

constexpr int kMostUnits = 1'000'000;
constexpr int kMostCards = 1024;

struct CapacityOptions {
  std::optional<std::string> file;
  std::optional<int> memory;
  std::optional<int> wholeCards;
  int core = 0;
  int cards = 1;
  SchedulerChoice scheduler;
};

/// The request that a manifest of this form would make.
Result<WorkloadInput> readForm(const CapacityOptions& options) {
  WorkloadTemplate form;
  form.kind = "Pod";
  form.name = "request";
  if (options.wholeCards) {
    form.form = WorkloadTemplate::Form::WholeCards;
    form.cards = *options.wholeCards;
  } else {
    form.form = options.core > 0 ? WorkloadTemplate::Form::SharedMemoryAndCore : WorkloadTemplate::Form::SharedMemory;
    form.memory = *options.memory;
    form.core = options.core;
    form.cards = options.cards;
  }
  auto manifest = parseManifest(toYaml(form), "command line");
  if (!manifest) return unexpected(std::move(manifest).error());
  WorkloadInput input{std::move(manifest).value(), {}};
  for (const auto& object : input.manifest.objects) {
    if (object.pod) input.requests.push_back(makeRequest(object.pod));
  }
  return input;
}

int capacity(Console& console, CapacityOptions& options) {
  if (!options.file && !options.memory && !options.wholeCards) {
    console.complain(CapacityTexts::nothingAsked());
    return kInputError;
  }
  if (const auto read = options.scheduler.read(); !read) return console.fail(read.error());
  auto input = options.file ? readWorkloads(*options.file, {}) : readForm(options);
  if (!input) return console.fail(input.error());
  if (complainAboutRequests(console, *input)) return kInputError;
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();

  std::vector<AskedCapacity> asked;
  for (auto& request : input->requests) {
    if (const auto known = options.scheduler.apply(request, snapshot); !known) return console.fail(known.error());
    asked.push_back({request, answerCapacity(request, snapshot)});
  }
  if (console.json()) {
    console.write(toJson(asked, snapshot));
  } else {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (i > 0) console.line();
      console.write(report(asked[i], snapshot).toStdString());
    }
  }
  const bool allFit = std::all_of(asked.begin(), asked.end(), [](const auto& one) { return one.answer.fits > 0; });
  return allFit ? kDone : kAnswerIsNo;
}

}  // namespace

void addCapacity(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("capacity", "how many more of a workload fit, what binds, what more nodes bring");
  auto options = std::make_shared<CapacityOptions>();
  auto* file = command->add_option("-f,--filename", options->file, "manifest, - for standard input")->type_name("FILE");
  auto* memory = command->add_option("--memory", options->memory, "shared GPU memory, in the nodes' unit")
                     ->check(CLI::Range(1, kMostUnits))
                     ->type_name("UNITS");
  auto* gpus = command->add_option("--gpus", options->wholeCards, "whole cards")
                   ->check(CLI::Range(1, kMostCards))
                   ->type_name("N");
  auto* core = command->add_option("--core", options->core, "with --memory: percent points of compute")
                   ->check(CLI::Range(1, 100 * kMostCards))
                   ->type_name("PERCENT");
  auto* cards = command->add_option("--cards", options->cards, "with --memory: over how many cards")
                    ->check(CLI::Range(1, kMostCards))
                    ->type_name("N");
  options->scheduler.addOption(*command);
  file->excludes(memory);
  file->excludes(gpus);
  memory->excludes(gpus);
  core->needs(memory);
  cards->needs(memory);
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return capacity(console, *options); };
  });
}

}  // namespace cardinal::app
