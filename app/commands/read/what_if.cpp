// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <iostream>
#include <iterator>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/reports/what_if_report.h"
#include "app/commands/progress_line.h"
#include "app/commands/visibility.h"
#include "app/program/interrupt.h"
#include "app/program/session.h"
#include "core/plan/what_if/scenario_file.h"
#include "core/service/read/claim_objects.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/format.h"

namespace cardinal::app {

namespace {

class WhatIfCommandTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::WhatIf)

 public:
  static QString progress(const WhatIfProgress& progress) {
    const auto number = [](std::size_t value) { return ui::count(static_cast<std::int64_t>(value)); };
    return tr("step %1 of %2, pod %3 of %4")
        .arg(number(progress.step + 1), number(progress.steps), number(progress.pods), number(progress.podsInStep));
  }
};

struct WhatIfOptions {
  std::string file;
  bool plan = false;
};

Result<Scenario> readScenario(const std::string& path) {
  if (path != "-") return loadScenario(path);
  return parseScenario(std::string(std::istreambuf_iterator<char>(std::cin), {}), "stdin");
}

int whatIf(Console& console, const WhatIfOptions& options) {
  auto scenario = readScenario(options.file);
  if (!scenario) return console.fail(scenario.error());
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (!seesNodes(console, session)) return kInputError;
  const InterruptWatch interrupt;
  ProgressLine line;
  const WhatIfResult result = runWhatIf(
      session.snapshot(), scenario->steps, interrupt.token(),
      [&line](const WhatIfProgress& progress) { line.show(WhatIfCommandTexts::progress(progress)); }, claimObjectsOf);
  line.clear();
  const PlanContext context{"whatif", session.info().name, session.info().server, console.clock().wallNow()};
  const auto list = toDoList(result, scenario->steps, context);
  if (console.json()) {
    console.write(toJson(result, *scenario, list));
  } else {
    console.write(report(result, *scenario).toStdString());
    if (options.plan) console.write('\n' + report(list, *scenario).toStdString());
  }
  if (!result.failure) return kDone;
  console.complain(ui::whatIfFailureText(*result.failure, scenario->steps));
  return kInputError;
}

}  // namespace

void addWhatIf(CLI::App& app, Invocation& invocation) {
  auto* command =
      app.add_subcommand("whatif", Help::tr("what a list of changes would do to the cluster; nothing is sent"));
  auto options = std::make_shared<WhatIfOptions>();
  command->add_option("scenario", options->file, Help::tr("scenario file, - for standard input"))
      ->required()
      ->type_name("FILE");
  command->add_flag("--plan", options->plan, Help::tr("also print the steps as what an operator would do"));
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return whatIf(console, *options); }; });
}

}  // namespace cardinal::app
