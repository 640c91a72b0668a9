// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/simulate_golden.h"

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

}  // namespace

void addSimulate(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("simulate", "the engine against recorded decisions; needs no cluster");
  command->require_subcommand(1);
  addGolden(*command, invocation);
}

}  // namespace cardinal::app
