// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <memory>

#include "app/commands/answer_json.h"
#include "app/commands/answer_report.h"
#include "app/commands/commands.h"
#include "app/commands/scheduler_choice.h"
#include "app/commands/visibility.h"
#include "app/commands/workload_input.h"
#include "app/session.h"

namespace cardinal::app {

namespace {

class PreviewTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Preview)

 public:
  static QString separately() {
    return tr("Each workload is asked about on its own, as if the others were not there.");
  }
};

constexpr int kMaxReplicas = 100000;

struct PreviewOptions {
  std::string file;
  Aim aim;
  SchedulerChoice scheduler;
  std::optional<quality::PolicyKind> advice;
};

Result<void> checkAim(const Aim& aim, const ClusterSnapshot& snapshot, const SourceInfo& info) {
  if (!aim.node) return {};
  const auto found = snapshot.findNode(*aim.node);
  if (!found) return unexpected(makeError(ErrorCode::NotFound, *aim.node, info.name));
  const auto cards = snapshot.node(*found).cards.size();
  if (aim.card && (*aim.card < 0 || static_cast<std::size_t>(*aim.card) >= cards)) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "--card", *aim.node, std::to_string(*aim.card)));
  }
  return {};
}

bool isPlaced(const AskedWorkload& asked) {
  return asked.answer.requestProblems.empty() &&
         asked.answer.placements.size() >= static_cast<std::size_t>(asked.request.replicas);
}

void print(Console& console, const std::vector<AskedWorkload>& asked, const ClusterSnapshot& snapshot) {
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (i > 0) console.line();
    console.write(report(asked[i], snapshot).toStdString());
  }
  if (asked.size() > 1) console.line(QLatin1Char('\n') + PreviewTexts::separately());
}

void addAdvice(std::vector<AskedWorkload>& asked, const ClusterSnapshot& snapshot, quality::PolicyKind policy) {
  const FragmentGauge gauge(snapshot);
  for (AskedWorkload& one : asked) one.advice = advise(one.request, one.answer, snapshot, gauge, policy);
}

int preview(Console& console, PreviewOptions& options) {
  if (const auto read = options.scheduler.read(); !read) return console.fail(read.error());
  auto input = readWorkloads(options.file, options.aim);
  if (!input) return console.fail(input.error());
  if (complainAboutRequests(console, *input)) return kInputError;
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (!seesNodes(console, session)) return kInputError;
  if (const auto aimed = checkAim(options.aim, *session.snapshot(), session.info()); !aimed)
    return console.fail(aimed.error());

  std::vector<AskedWorkload> asked;
  for (auto& request : input->requests) {
    if (const auto known = options.scheduler.apply(request, *session.snapshot()); !known)
      return console.fail(known.error());
    asked.push_back({request, session.preview(request), std::nullopt});
  }
  if (options.advice) addAdvice(asked, *session.snapshot(), *options.advice);
  if (console.json()) {
    console.write(toJson(asked, *session.snapshot()));
  } else {
    print(console, asked, *session.snapshot());
  }
  return std::all_of(asked.begin(), asked.end(), isPlaced) ? kDone : kAnswerIsNo;
}

}  // namespace

void addPreview(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("preview", "where a workload would land; nothing is sent");
  auto options = std::make_shared<PreviewOptions>();
  command->add_option("-f,--filename", options->file, "manifest, - for standard input")->required()->type_name("FILE");
  command->add_option("--replicas", options->aim.replicas, "instead of the manifest's own number")
      ->check(CLI::Range(1, kMaxReplicas))
      ->type_name("N");
  auto* node = command->add_option("--node", options->aim.node, "only this node")->type_name("NAME");
  command->add_option("--card", options->aim.card, "only this card of the node")->needs(node)->type_name("I");
  options->scheduler.addOption(*command);
  std::map<std::string, quality::PolicyKind> policies;
  for (const quality::PolicyKind kind : quality::kPolicies) policies.emplace(quality::toString(kind), kind);
  command->add_option("--advice", options->advice, "also where a policy of the literature would put it; advice only")
      ->transform(CLI::CheckedTransformer(policies, CLI::ignore_case).description(""))
      ->type_name("FGD|BestFit|Packing|Clustering|DotProd|Random");
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return preview(console, *options); }; });
}

}  // namespace cardinal::app
