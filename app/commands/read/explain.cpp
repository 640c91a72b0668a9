// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/answer_json.h"
#include "app/commands/common/reports/explain_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/common/reports/runtimes.h"
#include "app/commands/scheduler_choice.h"
#include "app/commands/workload_input.h"
#include "app/program/session.h"
#include "core/alloc/engine/allocator.h"
#include "core/model/extras/extra.h"
#include "core/service/read/gangs/gang_waits.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class ExplainTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Explain)

 public:
  static QString runs(const std::string& pod, const std::string& node) {
    return tr("%1 is on %2 already; it does not wait for a node.").arg(ui::plain(pod), ui::plain(node));
  }
};

constexpr auto kAnswers = {"pods", "admissions"};

struct ExplainOptions {
  std::string pod;
  FileChoice files;
  std::string node;
  SchedulerChoice scheduler;
};

/// "NAME" or "NAMESPACE/NAME".
ObjectKey keyOf(const std::string& text, const std::string& ns) {
  const auto slash = text.find('/');
  if (slash != std::string::npos) return {text.substr(0, slash), text.substr(slash + 1)};
  return {ns.empty() ? "default" : ns, text};
}

/// The node of a bound GPU pod.
std::optional<std::string> homeOf(const ObjectKey& key, const ClusterSnapshot& snapshot) {
  for (const NodePtr& node : snapshot.nodes) {
    const bool here =
        std::any_of(node->pods.begin(), node->pods.end(), [&](const PodPtr& pod) { return pod->key() == key; });
    if (here) return node->name;
  }
  return std::nullopt;
}

/// A pod that asks for no GPU is explained like the others.
Result<AllocationRequest> pendingRequest(const ObjectKey& key, const std::shared_ptr<const RawPod>& other,
                                         const ClusterSnapshot& snapshot, const SourceInfo& info) {
  const auto& pods = snapshot.unboundPods;
  const auto found = std::find_if(pods.begin(), pods.end(), [&](const PodPtr& pod) { return pod->key() == key; });
  const std::shared_ptr<const RawPod>& pod = found != pods.end() ? (*found)->raw : other;
  if (pod == nullptr) return unexpected(makeError(ErrorCode::NotFound, key.ns + "/" + key.name, info.name));
  AllocationRequest request = makeRequest(pod);
  request.name = key.ns + "/" + key.name;
  return request;
}

/// The pod where the snapshot does not hold it, because it asks for no GPU; null = there is none, or it is one of
/// those.
std::shared_ptr<const RawPod> otherPod(const ObjectKey& key, Session& session) {
  const auto& pods = session.snapshot()->unboundPods;
  const bool isHeld = std::any_of(pods.begin(), pods.end(), [&](const PodPtr& pod) { return pod->key() == key; });
  return isHeld ? nullptr : session.service().pod(key);
}

/// One pod of each role of the files, or the pod that waits.
Result<WorkloadInput> requestsOf(const ExplainOptions& options, const ObjectKey& key,
                                 const std::shared_ptr<const RawPod>& other, const Session& session) {
  if (!options.files.files.empty()) {
    auto input = readWorkloads(options.files, {});
    if (!input) return input;
    for (AllocationRequest& request : input->requests) request.replicas = 1;
    return input;
  }
  auto request = pendingRequest(key, other, *session.snapshot(), session.info());
  if (!request) return unexpected(std::move(request).error());
  WorkloadInput input;
  input.requests.push_back(std::move(request).value());
  return input;
}

int answer(Console& console, const std::vector<ExplainedPod>& pods, const ClusterSnapshot& snapshot,
           const WorkloadInput& input, const std::vector<ObjectAdmission>& admissions) {
  if (console.json()) {
    console.write(explanationJson(pods, snapshot, input.objects.empty() ? nullptr : &input, admissions));
  } else {
    console.write(admissionReport(admissions, &input).toStdString());
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (i > 0) console.line();
      console.write(explanation(pods[i], snapshot).toStdString());
    }
    const QString further = furtherObjects(input);
    if (!further.isEmpty()) console.write((pods.empty() ? "" : "\n") + further.toStdString());
  }
  if (isRefusedByQueue(admissions)) return kAnswerIsNo;
  const auto fits = [](const ExplainedPod& pod) { return pod.fits() && !pod.isHeldBack(); };
  return std::all_of(pods.begin(), pods.end(), fits) ? kDone : kAnswerIsNo;
}

int explain(Console& console, ExplainOptions& options) {
  if (const auto read = options.scheduler.read(); !read) return console.fail(read.error());
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  const ClusterSnapshot& snapshot = *session.snapshot();
  std::optional<NodeIndex> only;
  if (!options.node.empty()) {
    only = snapshot.findNode(options.node);
    if (!only) return console.fail(makeError(ErrorCode::NotFound, options.node, session.info().name));
  }
  const ObjectKey key = keyOf(options.pod, console.options().ns);
  const bool isOfPod = options.files.files.empty();
  auto home = isOfPod ? homeOf(key, snapshot) : std::nullopt;
  const std::shared_ptr<const RawPod> other = isOfPod && !home ? otherPod(key, session) : nullptr;
  if (other != nullptr && !other->spec.nodeName.empty()) home = other->spec.nodeName;
  if (home) {
    console.complain(ExplainTexts::runs(key.ns + "/" + key.name, *home));
    return kInputError;
  }
  auto input = requestsOf(options, key, other, session);
  if (!input && !options.files.files.empty()) return failToRead(console, input.error(), kAnswers);
  if (!input) return console.fail(input.error());
  const bool complained = complainAboutFiles(console, *input);
  if (complained && input->requests.empty()) return failToAsk(console, *input, kAnswers);
  if (!options.files.files.empty() && !input->makesPods()) return failWithoutPods(console, *input, kAnswers);
  const queues::KueueIndex kueue(snapshot.extras);
  if (!options.files.files.empty()) {
    resolveRuntimes(*input, session, console.options(), {});
    for (AllocationRequest& request : input->requests) request.replicas = 1;
  }
  AdmissionQuestion asked{namespaceFor(console.options(), session.info())};
  asked.rules = [&](const AllocationRequest& request) { return session.service().rulesFor(request); };
  asked.known = session.knownObjects(input->objects, asked.ns, KnownObjects::Own::Yes);
  std::vector<ObjectAdmission> admissions = cardinal::admissionsOf(input->objects, kueue, snapshot.time, asked);
  addOtherAdmissions(input->objects, snapshot, asked, admissions);
  askAsReleased(*input, admissions);
  std::vector<ExplainedPod> pods;
  for (std::size_t i = 0; i < input->requests.size(); ++i) {
    AllocationRequest request = input->requests[i];
    if (const auto known = options.scheduler.apply(request, snapshot); !known) return console.fail(known.error());
    request.rules = session.service().rulesFor(request);
    ExplainedPod& pod = pods.emplace_back();
    pod.answer = allocate(request, snapshot);
    if (auto why = explainRequest(request, snapshot)) pod.why = std::move(*why);
    if (options.files.files.empty() && request.pod != nullptr) {
      pod.queue = queues::queueWaitOf(kueue, *request.pod);
      const queues::GroupWaits others(snapshot);
      if (!pod.queue) pod.queue = others.of(*request.pod);
      if (!pod.queue)
        pod.queue = GangWaits(snapshot, {}, &others, asked.rules).of(*request.pod, pod.why.outlook == Outlook::FitsNow);
    }
    pod.mayBeHeld = i < input->origins.size() && isHeldByQueue(admissions, input->origins[i].object);
    pod.request = std::move(request);
    pod.only = only;
  }
  const int code = answer(console, pods, snapshot, *input, admissions);
  return complained || leavesUnanswered(*input) ? kInputError : code;
}

}  // namespace

void addExplain(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("explain", Help::tr("why a pod waits, node by node and card by card"));
  auto options = std::make_shared<ExplainOptions>();
  auto* pod = command->add_option("POD", options->pod, Help::tr("a pending pod: NAME or NAMESPACE/NAME"));
  auto* file = options->files.addOptions(*command);
  pod->excludes(file);
  command->add_option("--node", options->node, Help::tr("only this node"))->type_name("NAME");
  options->scheduler.addOption(*command);
  command->callback([&invocation, options] {
    if (options->pod.empty() && options->files.files.empty()) throw CLI::RequiredError("POD or --filename");
    invocation.text = [options](Console& console) { return explain(console, *options); };
  });
}

}  // namespace cardinal::app
