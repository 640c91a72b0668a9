// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/group_queues.h"
#include "app/commands/common/reports/queue_json.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/model/extras/extra.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

using namespace queues;

constexpr int kMaxName = 80;

class QueuesTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Queues)

 public:
  static QStringList head() {
    return {tr("QUEUE"),    tr("COHORT"),   tr("FLAVOR"), tr("RESOURCE"), tr("NOMINAL"), tr("USED"),
            tr("RESERVED"), tr("BORROWED"), tr("FREE"),   tr("PENDING"),  tr("ADMITTED")};
  }
  static QStringList lineHead() {
    return {tr("POSITION"), tr("WORKLOAD"), tr("OWNER"),  tr("PRIORITY"),
            tr("WAITING"),  tr("REQUEST"),  tr("REASON"), tr("REMEDY")};
  }
  static QString lineTitle(const std::string& queue) {
    return tr("Waiting in ClusterQueue %1:").arg(ui::plain(queue, kMaxName));
  }
  static QString unqueuedTitle() { return tr("Waiting, and in the line of no ClusterQueue:"); }
  static QString ofQueue(const std::string& queue, const QString& text) {
    return tr("%1: %2").arg(ui::plain(queue, kMaxName), text);
  }
  static QString more(int workloads) { return tr("and %n more workload(s); -o json prints all", nullptr, workloads); }
};

QString countText(const std::optional<std::size_t>& number) {
  return number ? ui::count(static_cast<std::int64_t>(*number)) : ui::notAvailable();
}

QString nameOf(const WaitingWorkload& waiting) {
  return ui::plain(waiting.key.ns + "/" + waiting.key.name, 2 * kMaxName);
}

void printQuotas(Console& console, const QueueReport& report) {
  Table table(QueuesTexts::head());
  for (const int column : {4, 5, 6, 7, 8, 9, 10}) table.alignRight(column);
  for (const QueueRow& row : report.queues) {
    QStringList lead{ui::plain(row.name, kMaxName), ui::plain(row.cohort, kMaxName)};
    QStringList tail{countText(row.pending), countText(row.admitted)};
    if (row.cells.empty()) table.add(lead + QStringList{{}, {}, {}, {}, {}, {}, {}} + tail);
    for (const QueueCell& cell : row.cells) {
      const auto amount = [&](const std::optional<Amount>& value) { return ui::quotaAmount(cell.resource, value); };
      table.add(lead +
                QStringList{ui::plain(cell.flavor, kMaxName), ui::plain(cell.resource, kMaxName), amount(cell.nominal),
                            amount(cell.used), amount(cell.reserved), amount(cell.borrowed), amount(cell.available)} +
                tail);
      lead = {{}, {}};
      tail = {{}, {}};
    }
  }
  console.write(table.toString().toStdString());
  for (const QueueRow& row : report.queues) {
    if (row.inactivity) console.line(QueuesTexts::ofQueue(row.name, ui::queueInactivity(*row.inactivity)));
    for (const QueueCaution caution : row.cautions)
      console.line(QueuesTexts::ofQueue(row.name, ui::queueCautionText(caution)));
  }
}

/// Those that were judged as rows, then a sentence for each of the first.
void printLine(Console& console, const QString& title, const std::vector<WaitingWorkload>& line, UnixSeconds now) {
  constexpr std::size_t kMaxVerdicts = 3;
  if (line.empty()) return;
  console.line();
  console.line(title);
  Table table(QueuesTexts::lineHead());
  for (const int column : {0, 3}) table.alignRight(column);
  const std::size_t shown = std::min(line.size(), kMaxAsked);
  for (std::size_t i = 0; i < shown; ++i) {
    const WaitingWorkload& waiting = line[i];
    table.add({waiting.position == 0 ? QString() : ui::count(static_cast<std::int64_t>(waiting.position)),
               nameOf(waiting), ui::plain(waiting.owner, kMaxName), ui::count(waiting.priority),
               ui::age(waiting.created, now), ui::requestsText(waiting.requests), ui::queueCause(waiting),
               ui::queueRemedies(waiting).value(0)});
  }
  console.write(table.toString().toStdString());
  if (shown < line.size()) console.line(QueuesTexts::more(static_cast<int>(line.size() - shown)));
  for (std::size_t i = 0; i < std::min(shown, kMaxVerdicts); ++i)
    console.line(QueuesTexts::ofQueue(line[i].key.name, ui::queueVerdict(line[i])));
}

/// Leaves the queues of this name and who waits in them; false where queues were read and none is called so.
bool keepOnly(const std::string& queue, QueueReport& report, std::vector<GroupReport>& others) {
  bool isAnyRead = report.visibility == QueueVisibility::Known;
  std::erase_if(report.queues, [&](const QueueRow& row) { return row.name != queue; });
  report.unqueued.clear();
  for (GroupReport& other : others) {
    isAnyRead = isAnyRead || other.knowsQueues;
    std::erase_if(other.queues, [&](const GroupQueueRow& row) { return row.key.name != queue; });
    std::erase_if(other.waiting, [&](const GroupWait& wait) {
      return wait.queue != queue && wait.queue.substr(wait.queue.find('/') + 1) != queue;
    });
  }
  std::erase_if(others, [](const GroupReport& other) { return other.knowsQueues && other.queues.empty(); });
  return !report.queues.empty() || !others.empty() || !isAnyRead;
}

int queuesCommand(Console& console, const std::string& queue) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  const UnixSeconds now = (*opened)->referenceTime(console.clock());
  QueueReport report = queueReport(KueueIndex(snapshot.extras));
  std::vector<GroupReport> others = groupReports(snapshot);
  if (!queue.empty() && !keepOnly(queue, report, others))
    return console.fail(makeError(ErrorCode::NotFound, queue, (*opened)->info().name));
  if (console.json()) {
    auto json = queueReportJson(report, now);
    json["others"] = groupReportsJson(others, now);
    console.write(dumped(json));
    return kDone;
  }
  // in most clusters no ResourceQuota names GPUs
  std::erase_if(others, [](const GroupReport& other) {
    return other.system == GroupSystem::ResourceQuota && other.knowsQueues && other.queues.empty();
  });
  const bool showsKueue = report.visibility == QueueVisibility::Known && (queue.empty() || !report.queues.empty());
  // that there is no Kueue gets a line only where nothing else stands
  if (!showsKueue && (report.visibility == QueueVisibility::Refused || others.empty()))
    console.line(ui::queueVisibilityText(report));
  if (showsKueue) {
    printQuotas(console, report);
    for (const QueueRow& row : report.queues) printLine(console, QueuesTexts::lineTitle(row.name), row.waiting, now);
    printLine(console, QueuesTexts::unqueuedTitle(), report.unqueued, now);
  }
  printGroupReports(console, others, now, showsKueue || report.visibility == QueueVisibility::Refused);
  return kDone;
}

}  // namespace

void addQueues(CLI::App& app, Invocation& invocation) {
  auto* command =
      app.add_subcommand("queues", Help::tr("queues and quotas of Kueue, Volcano, KAI, YuniKorn, elastic quotas and "
                                            "ResourceQuotas: who uses them, and why others wait"));
  auto queue = std::make_shared<std::string>();
  auto file = std::make_shared<std::string>();
  command->add_option("QUEUE", *queue, Help::tr("only the queues of this name"));
  command->add_option("-f,--filename", *file, Help::tr("the same as --snapshot"))->type_name("FILE");
  command->callback([&invocation, queue, file] {
    if (!file->empty()) invocation.common.source.snapshot = *file;
    invocation.text = [queue](Console& console) { return queuesCommand(console, *queue); };
  });
}

}  // namespace cardinal::app
