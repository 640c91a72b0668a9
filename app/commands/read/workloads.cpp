// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/model/extras/kueue.h"
#include "core/workloads/workloads.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/workload_texts.h"

namespace cardinal::app {

namespace {

constexpr int kMaxName = 80;
constexpr std::size_t kMaxObjects = 500;

class WorkloadsTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Workloads)

 public:
  static QStringList head() {
    return {tr("NAMESPACE"), tr("KIND"),    tr("NAME"),  tr("QUEUE"), tr("GANG"), tr("WANTED"),
            tr("RUNNING"),   tr("WAITING"), tr("CARDS"), tr("AGE"),   tr("STATE")};
  }
  static QStringList podHead() { return {tr("POD"), tr("ROLE"), tr("PHASE"), tr("NODE"), tr("REQUEST"), tr("REASON")}; }
  static QString nothing() { return tr("No workload asks for GPUs."); }
};

/// "bert" and "team-a/bert".
bool isNamed(const Workload& workload, const std::string& name) {
  return name.empty() || name == workload.name || name == workload.ns + "/" + workload.name;
}

Json ageJson(UnixSeconds created, UnixSeconds now) {
  return created == 0 || now < created ? Json(nullptr) : Json(now - created);
}

/// As the API calls it; null = none is under way.
Json resizeJson(Resize resize) {
  switch (resize) {
    case Resize::None:
      break;
    case Resize::InProgress:
      return "InProgress";
    case Resize::Deferred:
      return "Deferred";
    case Resize::Infeasible:
      return "Infeasible";
  }
  return nullptr;
}

Json podJson(const WorkloadPod& one) {
  const RawPod& raw = *one.pod->raw;
  return {{"name", raw.meta.key.name},
          {"role", orNull(std::string(roleOf(raw)))},
          {"phase", raw.phaseText.empty() ? Json(nullptr) : Json(raw.phaseText)},
          {"node", one.node != nullptr ? Json(one.node->name) : Json(nullptr)},
          {"reason", orNull(raw.reason.empty() ? raw.scheduledReason : raw.reason)},
          {"message", orNull(raw.scheduledMessage)},
          {"resize", resizeJson(raw.resize)},
          {"schedulingGates", gatesJson(raw.spec)}};
}

Json admissionJson(const RawKueueWorkload& workload) {
  Json conditions = Json::array();
  for (const NodeCondition& one : workload.conditions)
    conditions.push_back(
        {{"type", one.type}, {"status", one.status}, {"reason", orNull(one.reason)}, {"message", orNull(one.message)}});
  return {{"kueueWorkload", workload.meta.key.name}, {"conditions", std::move(conditions)}};
}

Json workloadJson(const Workload& one, UnixSeconds now) {
  Json gangs = Json::array();
  for (const WorkloadGang& gang : one.gangs)
    gangs.push_back({{"name", gang.name}, {"min", orNull(gang.min)}, {"pods", gang.pods}, {"bound", gang.bound}});
  Json pods = Json::array();
  for (const WorkloadPod& pod : one.pods) pods.push_back(podJson(pod));
  Json admissions = Json::array();
  for (const auto& workload : one.admissions) admissions.push_back(admissionJson(*workload));
  const bool queued = !one.queue.empty();
  return {{"namespace", one.ns},
          {"kind", one.kind},
          {"name", one.name},
          {"tracedBy", toString(one.trace)},
          {"queue", queued ? Json{{"system", one.queueSystem != QueueSystem::None ? Json(toString(one.queueSystem))
                                                                                  : Json(nullptr)},
                                  {"name", one.queue}}
                           : Json(nullptr)},
          {"gangs", std::move(gangs)},
          {"wanted", orNull(one.wanted)},
          {"objectRead", one.isObjectRead},
          {"suspended", one.isObjectRead ? Json(one.isSuspended) : Json(nullptr)},
          {"running", one.running},
          {"starting", one.starting},
          {"waiting", one.waiting},
          {"succeeded", one.succeeded},
          {"failed", one.failed},
          {"unknown", one.unknown},
          {"cardsHeld", orNull(one.cardsHeld)},
          {"cardsAsked", orNull(one.cardsRequested)},
          {"ageSeconds", ageJson(one.created, now)},
          {"admissions", std::move(admissions)},
          {"pods", std::move(pods)}};
}

QString orUnknown(const std::optional<std::int64_t>& number) {
  return number ? ui::count(*number) : ui::notAvailable();
}

void printRows(Console& console, const std::vector<WorkloadPtr>& rows, UnixSeconds now) {
  Table table(WorkloadsTexts::head());
  for (const int column : {5, 6, 7, 8}) table.alignRight(column);
  for (const WorkloadPtr& one : rows) {
    const QString cards = one->cardsHeld ? ui::ofWanted(*one->cardsHeld, one->cardsRequested) : ui::notAvailable();
    table.add({ui::plain(one->ns, kMaxName), ui::plain(one->kind, kMaxName), ui::plain(one->name, kMaxName),
               ui::workloadQueueText(*one), ui::workloadGangText(*one), orUnknown(one->wanted), ui::count(one->running),
               ui::count(one->waiting), cards, ui::age(one->created, now), ui::workloadStateText(*one)});
  }
  console.write(table.toString().toStdString());
}

/// Of one that was named: its pods, and what Kueue says of it.
void printDetails(Console& console, const Workload& workload, MemoryUnit commonUnit) {
  if (!workload.pods.empty()) {
    Table table(WorkloadsTexts::podHead());
    for (const WorkloadPod& one : workload.pods) {
      const RawPod& raw = *one.pod->raw;
      const std::string& reason = raw.reason.empty() ? raw.scheduledMessage : raw.reason;
      table.add({ui::plain(raw.meta.key.name, kMaxName), ui::plain(std::string(roleOf(raw)), kMaxName),
                 ui::phaseText(raw), one.node != nullptr ? ui::plain(one.node->name, kMaxName) : QString(u'-'),
                 ui::requestText(one.pod->request, one.node != nullptr ? one.node->gpu.unit : commonUnit),
                 ui::plain(reason, 2 * kMaxName)});
    }
    console.line();
    console.write(table.toString().toStdString());
  }
  for (const QString& line : ui::workloadConditions(workload)) console.line(line);
}

int workloadsCommand(Console& console, const std::string& name) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  // Pods have workloads also where nobody may see the nodes.
  static_cast<void>(seesNodes(console, **opened));
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  const UnixSeconds now = (*opened)->referenceTime(console.clock());
  const std::string& ns = console.options().ns;
  const auto rowsWith = [&](const WorkloadObjects& objects) {
    std::vector<WorkloadPtr> rows = workloadsOf(snapshot, objects);
    std::erase_if(rows, [&](const WorkloadPtr& one) { return (!ns.empty() && one->ns != ns) || !isNamed(*one, name); });
    return rows;
  };
  std::vector<WorkloadPtr> rows = rowsWith({});
  // Of more it says what the pods say: a request for each of thousands is more than a command may ask of a server.
  if (rows.size() <= kMaxObjects) rows = rowsWith((*opened)->workloadObjects(rows));
  if (rows.empty() && !name.empty()) return console.fail(makeError(ErrorCode::NotFound, name, (*opened)->info().name));
  if (console.json()) {
    Json out = Json::array();
    for (const WorkloadPtr& one : rows) out.push_back(workloadJson(*one, now));
    console.write(dumped(Json{{"workloads", std::move(out)}}));
    return kDone;
  }
  if (rows.empty()) {
    console.line(WorkloadsTexts::nothing());
    return kDone;
  }
  printRows(console, rows, now);
  if (name.empty()) return kDone;
  for (const WorkloadPtr& one : rows) printDetails(console, *one, snapshot.counts.commonUnit());
  return kDone;
}

}  // namespace

void addWorkloads(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "workloads", Help::tr("what teams submitted that asks for GPUs: queue, gang, pods wanted and running, cards"));
  auto name = std::make_shared<std::string>();
  command->add_option("NAME", *name, Help::tr("only this one, with its pods: NAME or NAMESPACE/NAME"));
  command->callback(
      [&invocation, name] { invocation.text = [name](Console& console) { return workloadsCommand(console, *name); }; });
}

}  // namespace cardinal::app
