// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/simulate/simulate_replay.h"
#include "app/commands/simulate/simulate_trace.h"
#include "core/replay/replayers.h"

namespace cardinal::app {

namespace {

void fillReplay(CLI::App& command, Invocation& invocation) {
  auto paths = std::make_shared<std::vector<std::string>>();
  command.add_option("PATH", *paths, Help::tr("recordings, or folders that hold some"))->required();
  auto stack = std::make_shared<std::string>();
  std::vector<std::string> stacks{"gpushare"};
  for (const StackReplayer& replayer : stackReplayers()) stacks.emplace_back(replayer.stack);
  command.add_option("--stack", *stack, Help::tr("only the recordings of this stack's scheduler"))
      ->check(CLI::IsMember(stacks).description(""))
      ->type_name("NAME");
  command.callback([&invocation, paths, stack] {
    invocation.text = [paths, stack](Console& console) { return simulateReplay(console, *paths, *stack); };
  });
}

void addTrace(CLI::App& simulate, Invocation& invocation) {
  auto* command =
      simulate.add_subcommand("trace", Help::tr("places the tasks of a trace by a policy and measures fragmentation"));
  auto options = std::make_shared<TraceOptions>();
  command->add_option("--nodes", options->nodes, Help::tr("node list of the openb format"))
      ->required()
      ->type_name("CSV");
  command->add_option("--pods", options->pods, Help::tr("task list of the openb format"))->required()->type_name("CSV");
  command->add_option("--arrivals,--arrival", options->arrivals, Help::tr("order of arrival (default: drawn)"))
      ->type_name("CSV");
  command->add_option("--order", options->order, Help::tr("which node wins a tie (default: drawn)"))->type_name("CSV");
  std::map<std::string, fragmentation::PolicyKind> policies;
  for (const auto kind : fragmentation::kPolicies) policies.emplace(fragmentation::toString(kind), kind);
  command
      ->add_option("--policy", options->policy,
                   Help::tr("FGD (default), BestFit, Packing, Clustering, DotProd or Random"))
      ->transform(CLI::CheckedTransformer(policies, CLI::ignore_case).description(""))
      ->type_name("NAME");
  command->add_option("--seed", options->seed, Help::tr("for Random, and for what is drawn (default: 42)"))
      ->type_name("N");
  command->add_option("--every", options->every, Help::tr("figures after every N arrivals too"))
      ->check(Help::range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->type_name("N");
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return simulateTrace(console, *options); };
  });
}

}  // namespace

void addSimulate(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("simulate", Help::tr("recorded decisions and published traces; needs no cluster"));
  command->require_subcommand(1);
  const std::string about = Help::tr("asks the engine for every recorded decision of a real scheduler");
  addRenamed(*command, "replay", "golden", about, [&invocation](CLI::App& one) { fillReplay(one, invocation); });
  addTrace(*command, invocation);
}

}  // namespace cardinal::app
