// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/reports/what_if_report.h"
#include "app/commands/progress_line.h"
#include "app/commands/visibility.h"
#include "app/program/interrupt.h"
#include "app/program/session.h"
#include "core/base/mebibytes.h"
#include "core/plan/what_if/scenario_file.h"
#include "core/provider/stacks/ack/ack.h"
#include "ui/i18n/format.h"

namespace cardinal::app {

namespace {

class DefragTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Defrag)

 public:
  static QString nothingAsked() {
    return tr("No target given. Pass --memory GIB for free memory on one card, or --whole-card.");
  }
  static QString progress(const DefragProgress& progress) {
    const QString tried = ui::count(static_cast<std::int64_t>(progress.tried));
    return tr("Tried %1 of at most %2 sequences of moves")
        .arg(tried, ui::count(static_cast<std::int64_t>(progress.most)));
  }
};

constexpr int kMaxGib = 1'000'000;
constexpr int kMaxTrials = 1'000'000;

struct DefragOptions {
  std::optional<int> gib;
  bool wholeCard = false;
  std::string node;
  std::string mode;
  std::string file;
  int trials = static_cast<int>(kMaxDefragTrials);
};

Result<DefragGoal> goalOf(const DefragOptions& options) {
  DefragGoal goal;
  if (options.gib) goal.memoryMib = *options.gib * kMibPerGib;
  goal.node = options.node;
  if (options.mode.empty()) return goal;
  goal.mode = options.mode == toString(GpuMode::Gpushare) ? GpuMode::Gpushare : provider::modeOfLabel(options.mode);
  if (*goal.mode == GpuMode::Unknown) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "--mode", {}, options.mode));
  }
  return goal;
}

int defrag(Console& console, const DefragOptions& options) {
  if (!options.gib && !options.wholeCard) {
    console.complain(DefragTexts::nothingAsked());
    return kInputError;
  }
  const auto goal = goalOf(options);
  if (!goal) return console.fail(goal.error());
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (!seesNodes(console, session)) return kInputError;
  const InterruptWatch interrupt;
  const bool budgetsKnown = session.snapshot()->budgets != nullptr;
  ProgressLine line;
  const DefragAnswer answer = defragment(
      session.snapshot(), *goal, budgetsIn(*session.snapshot()), interrupt.token(),
      [&line](const DefragProgress& progress) { line.show(DefragTexts::progress(progress)); },
      static_cast<std::size_t>(options.trials));
  line.clear();
  if (!answer.problems.empty()) return console.fail(answer.problems.front());
  const WhatIfResult moved = runWhatIf(session.snapshot(), stepsOf(answer));
  if (console.json()) {
    console.write(toJson(answer, moved, budgetsKnown));
  } else {
    console.write(report(answer, moved, budgetsKnown).toStdString());
  }
  if (!options.file.empty()) {
    if (auto saved = saveScenario({"defragment", stepsOf(answer)}, options.file); !saved)
      return console.fail(saved.error());
  }
  const bool reached = answer.verdict == DefragVerdict::AlreadyFree || !answer.moves.empty();
  return reached ? kDone : kAnswerIsNo;
}

}  // namespace

void addDefrag(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("defrag", Help::tr("the fewest moves of pods that free memory or a whole card"));
  auto options = std::make_shared<DefragOptions>();
  auto* memory = command->add_option("--memory", options->gib, Help::tr("free on one card, in GiB"))
                     ->check(Help::range(1, kMaxGib))
                     ->type_name("GIB");
  command->add_flag("--whole-card", options->wholeCard, Help::tr("a card without pods"))->excludes(memory);
  command->add_option("--node", options->node, Help::tr("on this node (default: on any)"))->type_name("NAME");
  command->add_option("--mode", options->mode, Help::tr("on nodes of this mode"))->type_name("MODE");
  command->add_option("--trials", options->trials, Help::tr("bound of the search: lists of moves tried"))
      ->check(Help::range(1, kMaxTrials))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--scenario", options->file, Help::tr("also write the moves as a scenario for whatif"))
      ->type_name("FILE");
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return defrag(console, *options); }; });
}

}  // namespace cardinal::app
