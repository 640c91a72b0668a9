// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/group_queues.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>

#include "app/commands/common/json_values.h"
#include "app/program/console.h"
#include "app/program/table.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

using namespace queues;

constexpr int kMaxName = 80;
constexpr int kMaxWords = 400;
constexpr std::size_t kMaxShown = 20;

class GroupQueueTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::GroupQueues)

 public:
  static QStringList head() {
    return {tr("QUEUE"),    tr("PARENT"), tr("STATE"), tr("WEIGHT"), tr("RESOURCE"), tr("GUARANTEED"),
            tr("DESERVED"), tr("SHARE"),  tr("LIMIT"), tr("USED"),   tr("FREE")};
  }
  static QStringList waitHead(GroupSystem system) {
    const bool isGroup = system <= GroupSystem::SchedulerPlugins && system != GroupSystem::Koordinator;
    return {isGroup ? tr("PODGROUP") : tr("WORKLOAD"),
            tr("QUEUE"),
            tr("PHASE"),
            tr("MEMBERS"),
            tr("WAITING"),
            tr("REQUEST"),
            tr("REASON"),
            tr("REMEDY")};
  }
  static QString title(GroupSystem system) {
    switch (system) {
      case GroupSystem::Volcano:
        return tr("Queues of Volcano (scheduling.volcano.sh):");
      case GroupSystem::Kai:
        return tr("Queues of KAI (scheduling.run.ai):");
      case GroupSystem::Koordinator:
        return tr("Elastic quotas of Koordinator (scheduling.sigs.k8s.io):");
      case GroupSystem::SchedulerPlugins:
        return tr("Elastic quotas of scheduler-plugins (scheduling.x-k8s.io):");
      case GroupSystem::QuotaTree:
        return tr("ElasticQuotaTree of ACK (scheduling.sigs.k8s.io):");
      case GroupSystem::Yunikorn:
        return tr("Queues of YuniKorn (ConfigMap yunikorn-configs):");
      case GroupSystem::ResourceQuota:
        return tr("ResourceQuotas that name GPUs:");
      case GroupSystem::Kubernetes:
        break;
    }
    return {};
  }
  static QString noQueues(const GroupReport& report) {
    if (report.refusedQueues) return tr("They may not be listed with these rights.");
    return report.knowsQueues ? tr("There are none.") : tr("They were not read.");
  }
  static QString noGroups(const GroupReport& report) {
    if (report.refusedGroups) return tr("Who waits is not known: PodGroups may not be listed with these rights.");
    return report.knowsGroups ? QString() : tr("Who waits is not known: PodGroups were not read.");
  }
  static QString waitTitle(GroupSystem system) {
    if (system == GroupSystem::ResourceQuota) return tr("Workloads whose pods would be rejected:");
    if (system == GroupSystem::Koordinator) return tr("Pod groups, and workloads that a quota holds back:");
    return system <= GroupSystem::SchedulerPlugins ? tr("Pod groups that wait:") : tr("Workloads that wait:");
  }
  static QString more(int groups) { return tr("and %n more row(s); -o json prints all", nullptr, groups); }
  static QString condition(const GroupWait& wait) {
    return tr("%1 (%2): %3")
        .arg(ui::plain(wait.key.name, kMaxName), ui::plain(wait.conditionReason, kMaxName),
             ui::plain(wait.conditionMessage, kMaxWords));
  }
};

Json amountJson(const std::string& resource, const std::optional<double>& amount) {
  return amount ? Json(groupAmountText(resource, *amount)) : Json(nullptr);
}

QString amountCell(const std::string& resource, const std::optional<double>& amount) {
  return amount ? ui::plain(groupAmountText(resource, *amount), kMaxName) : QString();
}

QString keyText(const ObjectKey& key) {
  return ui::plain(key.ns.empty() ? key.name : key.ns + "/" + key.name, 2 * kMaxName);
}

Json queueJson(const GroupQueueRow& row) {
  Json quotas = Json::array();
  for (const GroupCell& cell : row.cells) {
    quotas.push_back({{"resource", cell.resource},
                      {"guaranteed", amountJson(cell.resource, cell.guaranteed)},
                      {"deserved", amountJson(cell.resource, cell.deserved)},
                      {"share", amountJson(cell.resource, cell.share)},
                      {"limit", amountJson(cell.resource, cell.limit)},
                      {"used", amountJson(cell.resource, cell.used)},
                      {"borrowed", amountJson(cell.resource, cell.borrowed)},
                      {"free", amountJson(cell.resource, cell.free)}});
  }
  return {{"namespace", orNull(row.key.ns)}, {"name", row.key.name},         {"parent", orNull(row.parent)},
          {"state", orNull(row.state)},      {"weight", orNull(row.weight)}, {"quotas", std::move(quotas)}};
}

Json waitJson(const GroupWait& wait, UnixSeconds now) {
  Json requests = Json::array();
  for (const auto& [resource, amount] : wait.requests)
    requests.push_back({{"resource", resource}, {"amount", groupAmountText(resource, amount)}});
  const bool hasAge = wait.created != 0 && now >= wait.created;
  return {{"namespace", wait.key.ns},
          {"name", wait.key.name},
          {"queue", orNull(wait.queue)},
          {"phase", orNull(wait.phase)},
          {"minMember", wait.minMember > 0 ? Json(wait.minMember) : Json(nullptr)},
          {"waitingSeconds", hasAge ? Json(now - wait.created) : Json(nullptr)},
          {"minResources", std::move(requests)},
          {"members", isOfGang(wait.cause) && wait.members > 0 ? Json(wait.members) : Json(nullptr)},
          {"membersThatFit", wait.cause == GroupCause::GangNoRoom ? Json(wait.fits) : Json(nullptr)},
          {"membersWithoutGates", wait.cause == GroupCause::GangGated ? Json(wait.fits) : Json(nullptr)},
          {"cause", toString(wait.cause)},
          {"resource", orNull(wait.resource)},
          {"bindingQuota", orNull(wait.quota)},
          {"asked", amountJson(wait.resource, wait.requested)},
          {"free", amountJson(wait.resource, wait.free)},
          {"modelled", wait.isModelled},
          {"remedies", groupRemediesJson(wait.remedies)},
          {"told", {{"reason", orNull(wait.conditionReason)}, {"message", orNull(wait.conditionMessage)}}}};
}

void printQueues(Console& console, const GroupReport& report) {
  if (report.queues.empty()) return console.line(GroupQueueTexts::noQueues(report));
  Table table(GroupQueueTexts::head());
  for (const int column : {3, 5, 6, 7, 8, 9, 10}) table.alignRight(column);
  for (const GroupQueueRow& row : report.queues) {
    QStringList lead{keyText(row.key), ui::plain(row.parent, kMaxName), ui::plain(row.state, kMaxName),
                     row.weight ? QString::number(*row.weight) : QString()};
    if (row.cells.empty()) table.add(lead);
    for (const GroupCell& cell : row.cells) {
      const auto amount = [&](const std::optional<double>& value) { return amountCell(cell.resource, value); };
      table.add(lead + QStringList{ui::plain(cell.resource, kMaxName), amount(cell.guaranteed), amount(cell.deserved),
                                   amount(cell.share), amount(cell.limit), amount(cell.used), amount(cell.free)});
      lead = {{}, {}, {}, {}};
    }
  }
  console.write(table.toString().toStdString());
}

void printWaiting(Console& console, const GroupReport& report, UnixSeconds now) {
  constexpr std::size_t kMaxConditions = 3;
  if (report.waiting.empty()) return;
  console.line();
  console.line(GroupQueueTexts::waitTitle(report.system));
  Table table(GroupQueueTexts::waitHead(report.system));
  table.alignRight(3);
  const std::size_t shown = std::min(report.waiting.size(), kMaxShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const GroupWait& wait = report.waiting[i];
    QStringList requests;
    for (const auto& [resource, amount] : wait.requests)
      requests += amountCell(resource, amount) + QLatin1Char(' ') + ui::plain(resource, kMaxName);
    table.add({keyText(wait.key), ui::plain(wait.queue, kMaxName), ui::plain(wait.phase, kMaxName),
               wait.minMember > 0 ? ui::count(wait.minMember) : ui::notAvailable(), ui::age(wait.created, now),
               ui::joinList(requests), ui::groupCause(wait), ui::groupRemedies(report.system, wait.remedies).value(0)});
  }
  console.write(table.toString().toStdString());
  if (shown < report.waiting.size())
    console.line(GroupQueueTexts::more(static_cast<int>(report.waiting.size() - shown)));
  for (std::size_t i = 0; i < std::min(shown, kMaxConditions); ++i) {
    if (!report.waiting[i].conditionMessage.empty()) console.line(GroupQueueTexts::condition(report.waiting[i]));
  }
}

}  // namespace

Json groupRemediesJson(const std::vector<GroupRemedy>& remedies) {
  Json out = Json::array();
  for (const GroupRemedy& remedy : remedies) {
    Json item{{"remedy", toString(remedy.kind)}};
    if (remedy.pods > 0) item["pods"] = remedy.pods;
    if (!remedy.resource.empty()) item["resource"] = remedy.resource;
    if (remedy.kind == GroupRemedy::Kind::RequestLess) item["amount"] = groupAmountText(remedy.resource, remedy.amount);
    if (remedy.kind == GroupRemedy::Kind::Factor) item["factor"] = remedy.amount;
    for (const GroupRemedy::Raise& raise : remedy.raises)
      item["raises"].push_back({{"quota", orNull(raise.quota)},
                                {"field", raise.field},
                                {"resource", raise.resource},
                                {"amount", groupAmountText(raise.resource, raise.amount)}});
    for (const GroupRemedy::Ending& one : remedy.ending)
      item["workloads"].push_back({{"namespace", orNull(one.key.ns)},
                                   {"name", one.key.name},
                                   {"holds", groupAmountText(remedy.resource, one.amount)}});
    out.push_back(std::move(item));
  }
  return out;
}

Json groupWaitJson(const GroupWait& wait, UnixSeconds now) {
  return waitJson(wait, now);
}

Json groupReportsJson(const std::vector<GroupReport>& reports, UnixSeconds now) {
  Json out = Json::array();
  for (const GroupReport& report : reports) {
    Json item{{"system", toString(report.system)},
              {"overcommitFactor", orNull(report.overcommit)},
              {"partial", report.isCut || report.hasUnnamed},
              {"refusedQueues", report.refusedQueues},
              {"refusedPodGroups", report.refusedGroups},
              {"queues", report.knowsQueues ? Json::array() : Json(nullptr)},
              {"waiting", report.knowsGroups ? Json::array() : Json(nullptr)}};
    for (const GroupQueueRow& row : report.queues) item["queues"].push_back(queueJson(row));
    for (const GroupWait& wait : report.waiting) item["waiting"].push_back(waitJson(wait, now));
    out.push_back(std::move(item));
  }
  return out;
}

void printGroupReports(Console& console, const std::vector<GroupReport>& reports, UnixSeconds now, bool hasBefore) {
  for (const GroupReport& report : reports) {
    if (hasBefore) console.line();
    hasBefore = true;
    console.line(GroupQueueTexts::title(report.system));
    printQueues(console, report);
    printWaiting(console, report, now);
    const QString unknown = GroupQueueTexts::noGroups(report);
    if (!unknown.isEmpty()) console.line(unknown);
    for (const QString& note : ui::groupNotes(report)) console.line(note);
  }
}

}  // namespace cardinal::app
