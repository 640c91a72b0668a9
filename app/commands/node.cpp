// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/node_work.h"

namespace cardinal::app {

namespace {

struct DrainFlags {
  bool deleteLocalData = false;
  bool evictBare = false;
  bool noIgnoreDaemonSets = false;
  int graceSeconds = -1;
  int timeoutSeconds = 600;
};

void addCommon(CLI::App& command, NodeOptions& options) {
  command.add_flag("--dry-run", options.dryRun, "print the plan and let the server check its writes; nothing is kept");
  command.add_option("--yes", options.yes, "go on without asking; must be the name of the node or of the context")
      ->type_name("NAME");
}

void addDrainFlags(CLI::App& command, DrainFlags& flags) {
  constexpr int kMost = 1'000'000;
  command.add_option("--grace-period", flags.graceSeconds, "seconds for each pod to end; -1 = its own")
      ->type_name("SECONDS")
      ->check(CLI::Range(-1, kMost));
  command
      .add_option("--timeout", flags.timeoutSeconds,
                  "seconds to wait until the pods are gone; 0 = for ever (default 600)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0, kMost));
  command.add_flag("--delete-emptydir-data", flags.deleteLocalData,
                   "evict pods with emptyDir volumes too; their data is lost");
  command.add_flag("--force", flags.evictBare, "evict pods too that no controller makes again");
  command.add_flag("--no-ignore-daemonsets", flags.noIgnoreDaemonSets,
                   "stop where pods of DaemonSets run, instead of leaving them");
}

DrainPolicy policyOf(const DrainFlags& flags) {
  DrainPolicy policy;
  policy.deleteLocalData = flags.deleteLocalData;
  policy.evictBare = flags.evictBare;
  policy.ignoreDaemonSets = !flags.noIgnoreDaemonSets;
  policy.graceSeconds = flags.graceSeconds;
  policy.timeout = std::chrono::seconds(flags.timeoutSeconds);
  return policy;
}

void addSchedulable(CLI::App& node, Invocation& invocation, PlanKind kind, const char* name, const char* about) {
  auto* command = node.add_subcommand(name, about);
  auto options = std::make_shared<NodeOptions>();
  options->wish.kind = kind;
  command->add_option("NODE", options->nodes, "nodes")->required();
  addCommon(*command, *options);
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

void addDrain(CLI::App& node, Invocation& invocation) {
  auto* command = node.add_subcommand("drain", "cordon nodes and evict their pods, one node after the other");
  auto options = std::make_shared<NodeOptions>();
  auto flags = std::make_shared<DrainFlags>();
  command->add_option("NODE", options->nodes, "nodes")->required();
  addCommon(*command, *options);
  addDrainFlags(*command, *flags);
  command->callback([&invocation, options, flags] {
    options->wish.kind = PlanKind::Drain;
    options->wish.drain = policyOf(*flags);
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

std::string targetWords() {
  std::string out;
  for (const SwitchTarget& target : switchTargets()) out += (out.empty() ? "" : ", ") + toString(target);
  return out;
}

void addMode(CLI::App& node, Invocation& invocation) {
  auto* command = node.add_subcommand("mode", "switch the sharing mode of nodes, with everything that makes it safe");
  auto options = std::make_shared<NodeOptions>();
  auto flags = std::make_shared<DrainFlags>();
  auto words = std::make_shared<std::vector<std::string>>();
  auto patience = std::make_shared<int>(300);
  command->add_option("NODE... MODE", *words, "nodes, then one of " + targetWords())->required()->expected(2, -1);
  addCommon(*command, *options);
  addDrainFlags(*command, *flags);
  command->add_option("--plugin-timeout", *patience, "seconds to wait for the device plugin (default 300)")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 1'000'000));
  command->callback([&invocation, options, flags, words, patience] {
    const auto target = parseSwitchTarget(words->back());
    if (!target) throw CLI::ValidationError("MODE", "\"" + words->back() + "\" is none of " + targetWords());
    options->nodes.assign(words->begin(), words->end() - 1);
    options->wish.kind = PlanKind::Switch;
    options->wish.target = target;
    options->wish.drain = policyOf(*flags);
    options->wish.patience.plugin = std::chrono::seconds(*patience);
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

void addVerb(CLI::App& node, Invocation& invocation, PlanVerb verb, const char* name, const char* about) {
  auto* command = node.add_subcommand(name, about);
  auto id = std::make_shared<std::string>();
  auto yes = std::make_shared<std::string>();
  command->add_option("PLAN", *id, "as \"cardinal node plans\" names it")->required();
  command->add_option("--yes", *yes, "go on without asking; must be the name of the node or of the context")
      ->type_name("NAME");
  command->callback([&invocation, verb, id, yes] {
    invocation.text = [verb, id, yes](Console& console) { return finishPlan(console, verb, *id, *yes); };
  });
}

}  // namespace

void addNode(CLI::App& app, Invocation& invocation) {
  auto* node = app.add_subcommand("node", "cordon, drain, switch modes; finish what was interrupted");
  node->require_subcommand(1);
  addSchedulable(*node, invocation, PlanKind::Cordon, "cordon", "let no new pods come to nodes");
  addSchedulable(*node, invocation, PlanKind::Uncordon, "uncordon", "let pods come again");
  addDrain(*node, invocation);
  addMode(*node, invocation);
  auto* plans = node->add_subcommand("plans", "list the plans that are not finished");
  plans->callback([&invocation] { invocation.text = [](Console& console) { return listPlans(console); }; });
  addVerb(*node, invocation, PlanVerb::Resume, "resume", "go on with a plan that was interrupted");
  addVerb(*node, invocation, PlanVerb::RollBack, "rollback",
          "take back what a plan changed: labels, taints, schedulability");
  addVerb(*node, invocation, PlanVerb::Leave, "leave", "end a plan and leave the node as it stands");
}

}  // namespace cardinal::app
