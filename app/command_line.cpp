// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "app/commands/commands.h"

namespace cardinal::app {

namespace {

void addCommonOptions(CLI::App& app, CommonOptions& common) {
  auto* kubeconfig = app.add_option("--kubeconfig", common.source.kubeconfig,
                                    Help::tr("kubeconfig file (default: KUBECONFIG, else ~/.kube/config)"))
                         ->type_name("FILE");
  auto* context = app.add_option("--context", common.source.context,
                                 Help::tr("context of the kubeconfig (default: its current one)"))
                      ->type_name("NAME");
  app.add_flag("--allow-plugin", common.source.consent.plugins,
               Help::tr("run the credential plugin that the context names without asking"));
  app.add_flag(
      "--trust-kubeconfig", common.source.consent.tokenFiles,
      Help::tr("do what the kubeconfig says without showing it first, and send the token of any file that it names"));
  app.add_flag("--insecure", common.source.consent.insecure,
               Help::tr("obey insecure-skip-tls-verify of the kubeconfig without asking, for this one run"));
  auto* anonymous = app.add_flag("--anonymous", common.source.anonymous,
                                 Help::tr("connect without a credential to a context that has no user"));
  auto* namespaces = app.add_option("--namespaces", common.source.namespaces,
                                    Help::tr("read the pods of these namespaces only, separated by commas"))
                         ->type_name("NAMES");
  auto* snapshot = app.add_option("--snapshot", common.source.snapshot,
                                  Help::tr("saved snapshot, kubectl JSON, or a folder with nodes.json and pods.json"))
                       ->type_name("FILE|DIR");
  auto* demo = app.add_flag("--demo", common.source.demo, Help::tr("the built-in demo cluster"));
  app.add_option("--demo-seed", common.source.demoSeed,
                 Help::tr("the same demo cluster each time (default: another one at each start)"))
      ->type_name("NUMBER")
      ->needs(demo);
  for (auto* live : {kubeconfig, context, anonymous, namespaces}) {
    live->excludes(snapshot);
    live->excludes(demo);
  }
  snapshot->excludes(demo);
  auto* prometheus =
      app.add_option("--prometheus", common.source.prometheus.url,
                     Help::tr("address of the Prometheus API, or NAMESPACE/SERVICE (default: found in the "
                              "namespaces where operators put one)"))
          ->type_name("URL");
  auto* token = app.add_option("--prometheus-token-file", common.source.prometheus.tokenFile,
                               Help::tr("bearer token for --prometheus"))
                    ->type_name("FILE")
                    ->needs(prometheus);
  auto* user = app.add_option("--prometheus-user", common.source.prometheus.user,
                              Help::tr("user for --prometheus (basic authentication)"))
                   ->type_name("NAME")
                   ->needs(prometheus)
                   ->excludes(token);
  app.add_option("--prometheus-password-file", common.source.prometheus.passwordFile, Help::tr("its password"))
      ->type_name("FILE")
      ->needs(user);
  app.add_option("--prometheus-tenant", common.source.prometheus.tenant,
                 Help::tr("tenant header of every query: 'X-Scope-OrgID: team-a'"))
      ->type_name("HEADER")
      ->needs(prometheus);
  app.add_option("--prometheus-ca", common.source.prometheus.caFile,
                 Help::tr("certificates that --prometheus is trusted by"))
      ->type_name("FILE")
      ->needs(prometheus);
  prometheus->excludes(snapshot);
  prometheus->excludes(demo);
  app.add_option("-n,--namespace", common.ns,
                 Help::tr("namespace of objects that name none; lists of nodes, cards, pending pods and workloads show "
                          "only this namespace"))
      ->type_name("NAMESPACE");
  app.add_option_function<std::string>(
         "-o,--output",
         [&common](const std::string& word) {
           if (word != "table" && word != "json") throw CLI::ValidationError("--output", "table or json, not " + word);
           common.format = word == "json" ? OutputFormat::JsonText : OutputFormat::Table;
         },
         Help::tr("output of subcommands: table or json"))
      ->type_name("table|json");
}

/// The common options may stand behind every subcommand, and behind theirs.
void takeCommonOptions(CLI::App& app) {
  for (auto* command : app.get_subcommands([](CLI::App*) { return true; })) {
    command->fallthrough();
    takeCommonOptions(*command);
  }
}

}  // namespace

std::variant<Invocation, Answered, Unusable> parseCommandLine(int argc, const char* const* argv) {
  Invocation invocation;
  CLI::App app(Help::tr("Cardinal, a console for operators of GPU clusters on Kubernetes.\n"
                        "Without a subcommand it opens the window."),
               "cardinal");
  app.formatter(Help::formatter());
  app.set_help_flag("-h,--help", Help::tr("Print this help message and exit"));
  app.set_version_flag("--version", std::string("cardinal ") + CARDINAL_VERSION,
                       Help::tr("Display program version information and exit"));
  app.require_subcommand(0, 1);
  app.footer(Help::tr(
      "Without a source option: the current context of the kubeconfig when there is one, else the demo cluster.\n"
      "Exit codes: 0 done, 1 the answer is no, 2 usage or input error."));
  addCommonOptions(app, invocation.common);
  app.add_flag("--new-window", invocation.newWindow,
               Help::tr("open another window even when one is open; else a tab of that one"));
  addInspect(app, invocation);
  addCards(app, invocation);
  addNodes(app, invocation);
  addIdle(app, invocation);
  addCheck(app, invocation);
  addJournal(app, invocation);
  addWorkload(app, invocation);
  addWorkloads(app, invocation);
  addPending(app, invocation);
  addQueues(app, invocation);
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
