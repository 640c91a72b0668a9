// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/node_work.h"
#include "core/plan/make/stack_switches.h"

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
  command.add_flag("--dry-run", options.dryRun,
                   Help::tr("print the plan and let the server check its writes; nothing is kept"));
  command
      .add_option("--yes", options.yes,
                  Help::tr("go on without asking; must be the name of the node or of the context"))
      ->type_name("NAME");
}

void addDrainFlags(CLI::App& command, DrainFlags& flags) {
  constexpr int kMax = 1'000'000;
  command.add_option("--grace-period", flags.graceSeconds, Help::tr("seconds for each pod to end; -1 = its own"))
      ->type_name("SECONDS")
      ->check(Help::range(-1, kMax));
  command
      .add_option("--timeout", flags.timeoutSeconds,
                  Help::tr("seconds to wait until the pods are gone; 0 = no limit (default 600)"))
      ->type_name("SECONDS")
      ->check(Help::range(0, kMax));
  command.add_flag("--delete-emptydir-data", flags.deleteLocalData,
                   Help::tr("evict pods with emptyDir volumes too; their data is lost"));
  command.add_flag("--force", flags.evictBare, Help::tr("also evict pods that no controller recreates"));
  command.add_flag("--no-ignore-daemonsets", flags.noIgnoreDaemonSets,
                   Help::tr("stop where pods of DaemonSets run, instead of leaving them"));
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

void addSchedulable(CLI::App& node, Invocation& invocation, PlanKind kind, const char* name, const std::string& about) {
  auto* command = node.add_subcommand(name, about);
  auto options = std::make_shared<NodeOptions>();
  options->plan.kind = kind;
  command->add_option("NODE", options->nodes, Help::tr("nodes"))->required();
  addCommon(*command, *options);
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

void addDrain(CLI::App& node, Invocation& invocation) {
  auto* command = node.add_subcommand("drain", Help::tr("cordon nodes and evict their pods, one node after the other"));
  auto options = std::make_shared<NodeOptions>();
  auto flags = std::make_shared<DrainFlags>();
  command->add_option("NODE", options->nodes, Help::tr("nodes"))->required();
  addCommon(*command, *options);
  addDrainFlags(*command, *flags);
  command->callback([&invocation, options, flags] {
    options->plan.kind = PlanKind::Drain;
    options->plan.drain = policyOf(*flags);
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

std::string targetWords() {
  std::string out;
  for (const SwitchTarget& target : switchTargets()) out += (out.empty() ? "" : ", ") + toString(target);
  for (const StackSwitch& one : stackSwitches()) {
    if (!one.values.empty()) continue;
    out += ", " + std::string(one.key) + "=" + std::string(one.placeholder);
    if (one.removable) out += ", " + std::string(one.key) + "-";
  }
  return out;
}

void addMode(CLI::App& node, Invocation& invocation) {
  auto* command =
      node.add_subcommand("mode", Help::tr("switch the sharing mode of nodes, with everything that makes it safe"));
  auto options = std::make_shared<NodeOptions>();
  auto flags = std::make_shared<DrainFlags>();
  auto words = std::make_shared<std::vector<std::string>>();
  auto pluginTimeout = std::make_shared<int>(0);
  command->add_option("NODE... MODE", *words, Help::with(Help::tr("nodes, then one of %1"), targetWords()))
      ->required()
      ->expected(2, -1);
  addCommon(*command, *options);
  addDrainFlags(*command, *flags);
  command
      ->add_option("--plugin-timeout", *pluginTimeout,
                   Help::tr("seconds to wait for the device plugin (default 300) or for mig-manager (default 1800)"))
      ->type_name("SECONDS")
      ->check(Help::range(1, 1'000'000));
  command->callback([&invocation, options, flags, words, pluginTimeout] {
    const auto target = parseSwitchTarget(words->back());
    if (!target) throw CLI::ValidationError("MODE", "\"" + words->back() + "\" is none of " + targetWords());
    options->nodes.assign(words->begin(), words->end() - 1);
    options->plan.kind = PlanKind::Switch;
    options->plan.target = target;
    options->plan.drain = policyOf(*flags);
    if (*pluginTimeout > 0) {
      options->plan.timeouts.plugin = std::chrono::seconds(*pluginTimeout);
      options->plan.timeouts.machine = options->plan.timeouts.plugin;
    }
    invocation.text = [options](Console& console) { return changeNodes(console, *options); };
  });
}

void addVerb(CLI::App& command, Invocation& invocation, PlanDecision decision) {
  auto id = std::make_shared<std::string>();
  auto yes = std::make_shared<std::string>();
  command.add_option("PLAN", *id, Help::tr("as \"cardinal node plan list\" names it"))->required();
  command.add_option("--yes", *yes, Help::tr("go on without asking; must be the name of the node or of the context"))
      ->type_name("NAME");
  command.callback([&invocation, decision, id, yes] {
    invocation.text = [decision, id, yes](Console& console) { return finishPlan(console, decision, *id, *yes); };
  });
}

/// What `node plan` has, and `node` itself had before under other names, which are not listed any more.
void addPlans(CLI::App& node, Invocation& invocation) {
  auto* plan =
      node.add_subcommand("plan", Help::tr("plans that were interrupted: list them, continue, roll back, abandon"));
  plan->require_subcommand(1);
  const auto add = [&](const char* name, const char* oldName, const std::string& about, const auto& fill) {
    fill(*plan->add_subcommand(name, about));
    fill(*node.add_subcommand(oldName, about)->group(""));
  };
  add("list", "plans", Help::tr("list the plans that are not finished"), [&invocation](CLI::App& command) {
    command.callback([&invocation] { invocation.text = [](Console& console) { return listPlans(console); }; });
  });
  const auto verb = [&invocation](PlanDecision decision) {
    return [&invocation, decision](CLI::App& command) { addVerb(command, invocation, decision); };
  };
  add("resume", "resume", Help::tr("go on with a plan that was interrupted"), verb(PlanDecision::Resume));
  add("rollback", "rollback", Help::tr("roll back what a plan changed: labels, taints, schedulability"),
      verb(PlanDecision::RollBack));
  add("abandon", "leave", Help::tr("end a plan and leave the node as it stands"), verb(PlanDecision::Leave));
}

}  // namespace

void addNode(CLI::App& app, Invocation& invocation) {
  auto* node = app.add_subcommand("node", Help::tr("cordon, drain, switch modes; finish what was interrupted"));
  node->require_subcommand(1);
  addSchedulable(*node, invocation, PlanKind::Cordon, "cordon", Help::tr("mark nodes unschedulable"));
  addSchedulable(*node, invocation, PlanKind::Uncordon, "uncordon", Help::tr("mark nodes schedulable again"));
  addDrain(*node, invocation);
  addMode(*node, invocation);
  addPlans(*node, invocation);
}

}  // namespace cardinal::app
