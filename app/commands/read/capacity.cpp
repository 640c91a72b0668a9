// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/capacity_report.h"
#include "app/commands/common/reports/group_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/common/reports/runtimes.h"
#include "app/commands/scheduler_choice.h"
#include "app/commands/workload_input.h"
#include "app/program/session.h"
#include "core/alloc/engine/allocator.h"
#include "core/manifest/read/read_manifest.h"
#include "core/plan/capacity/assumed_tolerations.h"
#include "core/plan/capacity/more_nodes.h"

namespace cardinal::app {

namespace {

class CapacityTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Capacity)

 public:
  static QString nothingAsked() {
    return tr(
        "No request given. Name a manifest with -f FILE, memory with --memory UNITS, or whole cards with --gpus N.");
  }
  static QString withoutQuota() { return tr("What fits is counted on the nodes alone, without quota of queues."); }
  static QString withoutSlices() {
    return tr("Nodes whose nvidia.com/gpu counts slots or MIG instances are left out: they are no whole cards.");
  }
};

constexpr auto kAnswers = {"workloads", "whole", "admissions"};
constexpr int kMaxUnits = 1'000'000;
constexpr int kMaxCards = 1024;

struct CapacityOptions {
  FileChoice files;
  std::optional<int> memory;
  std::optional<int> wholeCards;
  int core = 0;
  int cards = 1;
  SchedulerChoice scheduler;
};

/// The request that a manifest of this form would make.
Result<WorkloadInput> readForm(const CapacityOptions& options) {
  WorkloadTemplate form;
  form.kind = "Pod";
  form.name = "request";
  if (options.wholeCards) {
    form.form = WorkloadTemplate::Form::WholeCards;
    form.cards = *options.wholeCards;
  } else {
    form.form = options.core > 0 ? WorkloadTemplate::Form::SharedMemoryAndCore : WorkloadTemplate::Form::SharedMemory;
    form.memory = *options.memory;
    form.core = options.core;
    form.cards = options.cards;
  }
  auto manifest = parseManifest(toYaml(form), "command line");
  if (!manifest) return unexpected(std::move(manifest).error());
  WorkloadInput input;
  input.objects = std::move(manifest->objects);
  for (const auto& object : input.objects) {
    if (object.pod) input.requests.push_back(makeRequest(object.pod));
  }
  return input;
}

/// Of objects with several roles: what fits of each role alone is no whole workload.
std::vector<ObjectCapacity> wholeObjects(const WorkloadInput& input, const std::vector<WorkloadCapacity>& capacities,
                                         const ClusterSnapshot& snapshot) {
  std::vector<ObjectCapacity> out;
  for (const WorkloadGroup& group : groupsOf(input)) {
    if (group.end - group.first < 2) continue;
    std::vector<AllocationRequest> roles;
    bool canBeAsked = true;
    bool hasUnknown = false;
    for (std::size_t i = group.first; i < group.end; ++i) {
      canBeAsked = canBeAsked && capacities[i].answer.requestProblems.empty();
      hasUnknown = hasUnknown || capacities[i].answer.unknownNodes > 0;
      roles.push_back(capacities[i].request);
    }
    if (canBeAsked) out.push_back({group.object, countWholeWorkloads(roles, snapshot), hasUnknown});
  }
  return out;
}

/// What the namespace makes of the pods and where their volumes are; what is left of its quotas is reported separately.
std::shared_ptr<const NamespaceRules> rulesWithoutQuotas(Session& session, const AllocationRequest& request) {
  const auto rules = session.service().rulesFor(request);
  if (rules == nullptr || !rules->quotas) return rules;
  NamespaceRules out = *rules;
  out.quotas->clear();
  return std::make_shared<const NamespaceRules>(std::move(out));
}

bool countsQuota(const ObjectAdmission& admission) {
  return !admission.topology && !admission.rollout && !admission.refusal;
}

int capacity(Console& console, CapacityOptions& options) {
  if (options.files.files.empty() && !options.memory && !options.wholeCards) {
    console.complain(CapacityTexts::nothingAsked());
    return kInputError;
  }
  if (const auto read = options.scheduler.read(); !read) return console.fail(read.error());
  Aim aim;
  aim.evenOfNone = true;  // how many fit is a question about the form of its pods
  auto input = options.files.files.empty() ? readForm(options) : readWorkloads(options.files, aim);
  bool complained = false;
  if (const auto failed = failBeforeAsking(console, input, kAnswers, complained)) return *failed;
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  const ClusterSnapshot& whole = *(*opened)->snapshot();
  const bool leavesOutSlices = options.wholeCards && plan::hasSlices(whole);
  const ClusterSnapshot cut = leavesOutSlices ? plan::withoutSlices(whole) : ClusterSnapshot();
  const ClusterSnapshot& snapshot = leavesOutSlices ? cut : whole;

  resolveRuntimes(*input, **opened, console.options(), aim);
  const std::vector<ObjectAdmission> admissions =
      admissionsOf(*input, **opened, console.options(), {}, KnownObjects::Own::No);
  askAsReleased(*input, admissions);
  std::vector<WorkloadCapacity> capacities;
  for (auto& request : input->requests) {
    std::vector<std::string> tolerated;
    if (options.files.files.empty()) tolerated = assumeTolerations(request, snapshot);
    if (const auto known = options.scheduler.apply(request, snapshot); !known) return console.fail(known.error());
    if (!options.files.files.empty()) request.rules = rulesWithoutQuotas(**opened, request);
    capacities.push_back({request, answerCapacity(request, snapshot), std::move(tolerated)});
  }
  const std::vector<ObjectCapacity> objects = wholeObjects(*input, capacities, snapshot);
  if (console.json()) {
    console.write(toJson(capacities, objects, snapshot, *input, admissions));
  } else {
    console.write(admissionReport(admissions, &*input).toStdString());
    for (std::size_t i = 0; i < capacities.size(); ++i) {
      if (i > 0) console.line();
      console.write(report(capacities[i], snapshot).toStdString());
    }
    if (std::any_of(admissions.begin(), admissions.end(), countsQuota)) console.line(CapacityTexts::withoutQuota());
    if (leavesOutSlices) console.line(CapacityTexts::withoutSlices());
    for (const ObjectCapacity& one : objects) console.write('\n' + report(one, *input).toStdString());
    const QString further = furtherObjects(*input);
    if (!further.isEmpty()) console.write((capacities.empty() ? "" : "\n") + further.toStdString());
  }
  if (complained || leavesUnanswered(*input)) return kInputError;
  if (isRefusedByQueue(admissions)) return kAnswerIsNo;
  const bool allFit =
      std::all_of(capacities.begin(), capacities.end(), [](const auto& one) { return one.answer.fits > 0; }) &&
      std::all_of(objects.begin(), objects.end(), [](const auto& one) { return one.whole.fits > 0; });
  return allFit ? kDone : kAnswerIsNo;
}

}  // namespace

void addCapacity(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "capacity", Help::tr("how many more of a workload fit, the limiting factor, what more nodes add"));
  auto options = std::make_shared<CapacityOptions>();
  auto* file = options->files.addOptions(*command);
  auto* memory = command->add_option("--memory", options->memory, Help::tr("shared GPU memory, in the nodes' unit"))
                     ->check(Help::range(1, kMaxUnits))
                     ->type_name("UNITS");
  auto* gpus = command->add_option("--gpus", options->wholeCards, Help::tr("whole cards"))
                   ->check(Help::range(1, kMaxCards))
                   ->type_name("N");
  auto* core = command->add_option("--core", options->core, Help::tr("with --memory: percent points of compute"))
                   ->check(Help::range(1, 100 * kMaxCards))
                   ->type_name("PERCENT");
  auto* cards = command->add_option("--cards", options->cards, Help::tr("with --memory: over how many cards"))
                    ->check(Help::range(1, kMaxCards))
                    ->type_name("N");
  options->scheduler.addOption(*command);
  file->excludes(memory);
  file->excludes(gpus);
  memory->excludes(gpus);
  core->needs(memory);
  cards->needs(memory);
  command->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return capacity(console, *options); };
  });
}

}  // namespace cardinal::app
