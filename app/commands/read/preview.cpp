// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/answer_json.h"
#include "app/commands/common/reports/answer_report.h"
#include "app/commands/common/reports/group_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/common/reports/runtimes.h"
#include "app/commands/scheduler_choice.h"
#include "app/commands/visibility.h"
#include "app/commands/workload_input.h"
#include "app/program/session.h"
#include "core/plan/drain/group_placement.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class PreviewTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Preview)

 public:
  static QString within(const QString& role, const QString& domain) {
    return tr("%1: only nodes of %2 are asked about.", "workload and role, domain").arg(role, domain);
  }
  static QString separately() { return tr("Each workload is evaluated on its own, without the others."); }
};

constexpr int kMaxReplicas = 100000;
constexpr auto kAnswers = {"admissions", "workloads", "groups"};

struct PreviewOptions {
  FileChoice files;
  Aim aim;
  SchedulerChoice scheduler;
  std::optional<fragmentation::PolicyKind> advice;
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

bool isPlaced(const PreviewedWorkload& workload) {
  return workload.answer.requestProblems.empty() &&
         workload.answer.placements.size() >= static_cast<std::size_t>(workload.request.replicas);
}

/// Beyond what is counted: not a no of the cluster.
bool isTooLarge(const PreviewedWorkload& workload) {
  const auto& problems = workload.answer.requestProblems;
  return std::any_of(problems.begin(), problems.end(),
                     [](const Error& problem) { return problem.code == ErrorCode::LimitExceeded; });
}

void print(Console& console, const PreviewedFiles& files, const ClusterSnapshot& snapshot) {
  console.write(admissionReport(files.admissions, &files.input).toStdString());
  for (std::size_t i = 0; i < files.workloads.size(); ++i) {
    if (i > 0) console.line();
    if (const std::string domain = domainOf(files.admissions, files.input.origins[i]); !domain.empty())
      console.line(PreviewTexts::within(ui::plain(files.workloads[i].request.name), ui::plain(domain, 200)));
    console.write(report(files.workloads[i], snapshot).toStdString());
    const QString group = groupReport(files, i);
    if (!group.isEmpty()) console.write('\n' + group.toStdString());
  }
  const QString further = furtherObjects(files.input);
  if (!further.isEmpty()) console.write((files.workloads.empty() ? "" : "\n") + further.toStdString());
  if (groupsOf(files.input).size() > 1) console.line(QLatin1Char('\n') + PreviewTexts::separately());
}

void addAdvice(std::vector<PreviewedWorkload>& workloads, const ClusterSnapshot& snapshot,
               fragmentation::PolicyKind policy) {
  const FragmentGauge gauge(snapshot);
  for (PreviewedWorkload& one : workloads) one.advice = advise(one.request, one.answer, snapshot, gauge, policy);
}

/// The roles of one workload are asked one after another, each where the pods before it have their places.
Result<void> ask(PreviewedFiles& files, PreviewOptions& options, Session& session) {
  const ClusterSnapshot& snapshot = *session.snapshot();
  for (const WorkloadGroup& group : groupsOf(files.input)) {
    std::vector<AllocationRequest> requests;
    for (std::size_t i = group.first; i < group.end; ++i) {
      AllocationRequest request = files.input.requests[i];
      if (auto known = options.scheduler.apply(request, snapshot); !known) return known;
      request.rules = session.service().rulesFor(request);
      requests.push_back(std::move(request));
    }
    std::vector<AllocationAnswer> answers;
    if (requests.size() == 1) {
      answers.push_back(session.preview(requests.front()));
    } else {
      answers = allocateInOrder(requests, snapshot, {}, gangsOf(files.input.objects[group.object]));
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      files.workloads.push_back({std::move(requests[i]), std::move(answers[i]), std::nullopt, i > 0});
    }
  }
  return {};
}

int preview(Console& console, PreviewOptions& options) {
  if (const auto read = options.scheduler.read(); !read) return console.fail(read.error());
  auto input = readWorkloads(options.files, options.aim);
  bool complained = false;
  if (const auto failed = failBeforeAsking(console, input, kAnswers, complained)) return *failed;
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (!seesNodes(console, session)) return kInputError;
  if (const auto aimed = checkAim(options.aim, *session.snapshot(), session.info()); !aimed)
    return console.fail(aimed.error());

  resolveRuntimes(*input, session, console.options(), options.aim);
  PreviewedFiles files{std::move(*input), {}, {}};
  files.admissions = admissionsOf(files.input, session, console.options(), options.aim.replicas);
  askAsReleased(files.input, files.admissions);
  if (const auto done = ask(files, options, session); !done) return console.fail(done.error());
  if (options.advice) addAdvice(files.workloads, *session.snapshot(), *options.advice);
  if (console.json()) {
    console.write(toJson(files, *session.snapshot()));
  } else {
    print(console, files, *session.snapshot());
  }
  if (complained || leavesUnanswered(files.input)) return kInputError;
  if (std::any_of(files.workloads.begin(), files.workloads.end(), isTooLarge)) return kInputError;
  if (isRefusedByQueue(files.admissions)) return kAnswerIsNo;
  return std::all_of(files.workloads.begin(), files.workloads.end(), isPlaced) ? kDone : kAnswerIsNo;
}

}  // namespace

void addPreview(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("preview", Help::tr("where a workload would be placed; nothing is sent"));
  auto options = std::make_shared<PreviewOptions>();
  options->files.addOptions(*command)->required();
  command->add_option("--replicas", options->aim.replicas, Help::tr("instead of the manifest's own number"))
      ->check(Help::range(1, kMaxReplicas))
      ->type_name("N");
  auto* node = command->add_option("--node", options->aim.node, Help::tr("only this node"))->type_name("NAME");
  command->add_option("--card", options->aim.card, Help::tr("only this card of the node"))->needs(node)->type_name("I");
  options->scheduler.addOption(*command);
  std::map<std::string, fragmentation::PolicyKind> policies;
  for (const fragmentation::PolicyKind kind : fragmentation::kPolicies)
    policies.emplace(fragmentation::toString(kind), kind);
  command
      ->add_option("--advice", options->advice,
                   Help::tr("also where a policy of the literature would put it; advice only"))
      ->transform(CLI::CheckedTransformer(policies, CLI::ignore_case).description(""))
      ->type_name("FGD|BestFit|Packing|Clustering|DotProd|Random");
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return preview(console, *options); }; });
}

}  // namespace cardinal::app
