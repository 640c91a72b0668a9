// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/simulate_golden.h"
#include "app/commands/simulate_trace.h"

namespace cardinal::app {

namespace {

void addGolden(CLI::App& simulate, Invocation& invocation) {
  auto* command = simulate.add_subcommand("golden", "asks the engine for every recorded decision of a real scheduler");
  auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("PATH", *paths, "recordings, or folders that hold some")->required();
  command->callback([&invocation, paths] {
    invocation.text = [paths](Console& console) { return simulateGolden(console, *paths); };
  });
}

void addTrace(CLI::App& simulate, Invocation& invocation) {
  auto* command =
      simulate.add_subcommand("trace", "places the tasks of a trace by a policy and measures fragmentation");
  auto options = std::make_shared<TraceOptions>();
  command->add_option("--nodes", options->nodes, "node list of the openb format")->required()->type_name("CSV");
  command->add_option("--pods", options->pods, "task list of the openb format")->required()->type_name("CSV");
  command->add_option("--arrivals,--arrival", options->arrivals, "order of arrival (default: drawn)")->type_name("CSV");
  command->add_option("--order", options->order, "which node wins a tie (default: drawn)")->type_name("CSV");
  std::map<std::string, quality::PolicyKind> policies;
  for (const auto kind : quality::kPolicies) policies.emplace(quality::toString(kind), kind);
  command->add_option("--policy", options->policy, "FGD (default), BestFit, Packing, Clustering, DotProd or Random")
      ->transform(CLI::CheckedTransformer(policies, CLI::ignore_case).description(""))
      ->type_name("NAME");
  command->add_option("--seed", options->seed, "for Random, and for what is drawn (default: 42)")->type_name("N");
  command->add_option("--every", options->every, "figures after every N arrivals too")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return simulateTrace(console, *options); };
  });
}

}  // namespace

void addSimulate(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("simulate", "recorded decisions and published traces; needs no cluster");
  command->require_subcommand(1);
  addGolden(*command, invocation);
  addTrace(*command, invocation);
}

}  // namespace cardinal::app
