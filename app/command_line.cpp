// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <map>
#include <sstream>

#include "app/commands/commands.h"

namespace cardinal::app {

namespace {

void addCommonOptions(CLI::App& app, CommonOptions& common) {
  auto* kubeconfig = app.add_option("--kubeconfig", common.source.kubeconfig,
                                    "kubeconfig file (default: KUBECONFIG, else ~/.kube/config)")
                         ->type_name("FILE");
  auto* context =
      app.add_option("--context", common.source.context, "context of the kubeconfig (default: its current one)")
          ->type_name("NAME");
  app.add_flag("--allow-plugin", common.source.plugins.all,
               "run the credential plugin that the context names without asking");
  auto* anonymous = app.add_flag("--anonymous", common.source.anonymous, "connect without a credential to a context that has no user");
  auto* namespaces = app.add_option("--namespaces", common.source.namespaces,
                                    "read the pods of these namespaces only, separated by commas")
                         ->type_name("NAMES");
  auto* snapshot = app.add_option("--snapshot", common.source.snapshot,
                                  "saved snapshot, kubectl JSON, or a folder with nodes.json and pods.json")
                       ->type_name("FILE|DIR");
  auto* demo = app.add_flag("--demo", common.source.demo, "the built-in demo cluster");
  app.add_option("--demo-seed", common.source.demoSeed, "the same demo cluster each time (default: another one at each start)")
      ->type_name("NUMBER")
      ->needs(demo);
  for (auto* live : {kubeconfig, context, anonymous, namespaces}) {
    live->excludes(snapshot);
    live->excludes(demo);
  }
  snapshot->excludes(demo);
  auto* prometheus = app.add_option("--prometheus", common.source.prometheus.url,
                                    "address of the Prometheus API (default: found among the cluster's services)")
                         ->type_name("URL");
  auto* token = app.add_option("--prometheus-token-file", common.source.prometheus.tokenFile, "bearer token for --prometheus")
                    ->type_name("FILE")
                    ->needs(prometheus);
  auto* user = app.add_option("--prometheus-user", common.source.prometheus.user, "user for --prometheus (basic authentication)")
                   ->type_name("NAME")
                   ->needs(prometheus)
                   ->excludes(token);
  app.add_option("--prometheus-password-file", common.source.prometheus.passwordFile, "its password")
      ->type_name("FILE")
      ->needs(user);
  app.add_option("--prometheus-tenant", common.source.prometheus.tenant,
                 "header that every question carries: 'X-Scope-OrgID: team-a'")
      ->type_name("HEADER")
      ->needs(prometheus);
  app.add_option("--prometheus-ca", common.source.prometheus.caFile, "certificates that --prometheus is trusted by")
      ->type_name("FILE")
      ->needs(prometheus);
  prometheus->excludes(snapshot);
  prometheus->excludes(demo);
  app.add_option("-n,--namespace", common.ns, "namespace for objects that name none")->type_name("NAMESPACE");
  const std::map<std::string, OutputFormat> formats{{"table", OutputFormat::Table}, {"json", OutputFormat::Json}};
  app.add_option("-o,--output", common.format, "output of subcommands: table or json")
      ->transform(CLI::CheckedTransformer(formats).description(""))
      ->type_name("table|json");
}

/// The common options may stand behind every subcommand, and behind theirs.
void takeCommonOptions(CLI::App& app) {
  for (auto* command : app.get_subcommands([](CLI::App*) { return true; })) {
    command->fallthrough();
    takeCommonOptions(*command);
  }
}

/// Without the lists of options that exclude each other: they drown what an option is for, and the parser says it when it matters.
class PlainFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string words = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    if (option->get_required()) words += " (required)";
    return words;
  }
};

}  // namespace

std::variant<Invocation, Answered, Unusable> parseCommandLine(int argc, const char* const* argv) {
  Invocation invocation;
  CLI::App app(
      "Cardinal, a console for operators of GPU clusters on Kubernetes.\nWithout a subcommand it opens the window.",
      "cardinal");
  app.formatter(std::make_shared<PlainFormatter>());
  app.set_version_flag("--version", std::string("cardinal ") + CARDINAL_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Without a source option: the current context of the kubeconfig when there is one, else the demo cluster.\n"
      "Exit codes: 0 done, 1 the answer is no, 2 usage or input error.");
  addCommonOptions(app, invocation.common);
  app.add_flag("--new-window", invocation.newWindow, "open another window even when one is open; else a tab of that one");
  addInspect(app, invocation);
  addCards(app, invocation);
  addWaste(app, invocation);
  addLedger(app, invocation);
  addJournal(app, invocation);
  addExplain(app, invocation);
  addPreview(app, invocation);
  addCapacity(app, invocation);
  addDefrag(app, invocation);
  addWhatIf(app, invocation);
  addSubmit(app, invocation);
  addSnapshot(app, invocation);
  addNode(app, invocation);
  addSimulate(app, invocation);
  addRender(app, invocation);
  takeCommonOptions(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::ostringstream out;
    std::ostringstream err;
    if (app.exit(e, out, err) == 0) return Answered{out.str()};
    return Unusable{e.what()};
  }
  return invocation;
}

}  // namespace cardinal::app
