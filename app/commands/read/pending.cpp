// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/queue_json.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/alloc/pending/pending.h"
#include "core/model/extras/extra.h"
#include "core/queues/kueue_index.h"
#include "core/service/read/gangs/gang_waits.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class PendingCommandTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Pending)

 public:
  static QStringList head() {
    return {tr("NAMESPACE"), tr("POD"), tr("WAITING"), tr("REQUEST"), tr("REASON"), tr("REMEDY")};
  }
  static QString nothing(const std::string& ns, bool seesAll) {
    if (!ns.empty()) return tr("No GPU pod of the namespace %1 is waiting for a node.").arg(ui::plain(ns));
    return seesAll ? tr("No GPU pod is waiting for a node.") : tr("No GPU pod that you can see is waiting for a node.");
  }
  static QString summary(int pods) {
    return tr("%n GPU pod(s) are waiting; \"cardinal explain POD\" shows every node and card.", nullptr, pods);
  }
};

/// A waiting pod and why.
struct Row {
  const PodRecord* pod;
  const PendingExplanation* why;
  std::optional<queues::PodQueueWait> queue;  ///< quota comes before nodes
};

std::vector<Row> rowsOf(const ClusterSnapshot& snapshot, const PendingReport& report, const queues::KueueIndex& kueue,
                        const std::string& ns) {
  const queues::GroupWaits others(snapshot);
  GangWaits gangs(snapshot, {}, &others, rulesIn(report, snapshot));
  std::vector<Row> rows;
  queues::KueueQuestions questions(kueue.held());
  for (std::size_t i = 0; i < snapshot.unboundPods.size(); ++i) {
    const PodRecord& pod = *snapshot.unboundPods[i];
    if (!ns.empty() && pod.key().ns != ns) continue;
    auto wait = queues::queueWaitOf(kueue, *pod.raw, questions);
    if (!wait) wait = others.of(*pod.raw);
    if (!wait) wait = gangs.of(*pod.raw, report.of(i).outlook == Outlook::FitsNow);
    rows.push_back({&pod, &report.of(i), std::move(wait)});
  }
  return rows;
}

Json toJson(const Row& row, const ClusterSnapshot& snapshot, UnixSeconds now) {
  const UnixSeconds created = row.pod->raw->meta.created;
  Json out{{"namespace", row.pod->key().ns},
           {"name", row.pod->key().name},
           {"waitingSeconds", created == 0 || now < created ? Json(nullptr) : Json(now - created)},
           {"outlook", outlookWord(row.why->outlook, row.queue)},
           {"nodes", row.why->nodes},
           {"fitting", row.why->fitting},
           {"fragmented", row.why->fragmented},
           {"volumes", toString(row.why->volumes)},
           {"queue", podQueueJson(row.queue, now)}};
  out["schedulingGates"] = gatesJson(row.pod->raw->spec);
  out["terminating"] = isTerminating(*row.pod->raw);
  out["problems"] = Json::array();
  for (const Error& problem : row.why->problems) out["problems"].push_back(toString(problem.code));
  out["reasons"] = Json::array();
  for (const RefusalGroup& group : row.why->groups)
    out["reasons"].push_back({{"reason", toString(group.code)}, {"nodes", group.nodes}});
  out["remedies"] = Json::array();
  for (const Remedy& remedy : row.why->remedies)
    out["remedies"].push_back({{"remedy", toString(remedy.kind)}, {"node", snapshot.node(remedy.node).name}});
  return out;
}

/// A queue comes before the scheduler, the scheduler before the nodes.
QString causeOf(const Row& row) {
  if (row.queue) return ui::podQueueCause(*row.queue);
  const QString held = ui::heldBackCause(*row.pod->raw);
  return held.isEmpty() ? ui::pendingCause(*row.why) : held;
}

/// Of the queue, where the pod waits in one: no node helps before.
QString remedyOf(const Row& row, const ClusterSnapshot& snapshot) {
  if (row.queue) return ui::podQueueRemedies(*row.queue).value(0);
  return row.why->remedies.empty() ? QString() : ui::remedyTitle(row.why->remedies.front(), snapshot);
}

void print(Console& console, const std::vector<Row>& rows, const ClusterSnapshot& snapshot, UnixSeconds now,
           bool seesAll) {
  if (console.json()) {
    Json pods = Json::array();
    for (const Row& row : rows) pods.push_back(toJson(row, snapshot, now));
    console.write(dumped(Json{{"pods", std::move(pods)}}));
    return;
  }
  if (rows.empty()) return console.line(PendingCommandTexts::nothing(console.options().ns, seesAll));
  Table table(PendingCommandTexts::head());
  for (const Row& row : rows) {
    const QString remedy = remedyOf(row, snapshot);
    table.add({ui::plain(row.pod->key().ns), ui::plain(row.pod->key().name), ui::age(row.pod->raw->meta.created, now),
               ui::requestText(row.pod->request, snapshot.counts.commonUnit()), causeOf(row), remedy});
  }
  console.write(table.toString().toStdString());
  console.line(PendingCommandTexts::summary(static_cast<int>(rows.size())));
}

int pending(Console& console) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  const PendingReport report = (*opened)->service().pendingReport(snapshot);
  const queues::KueueIndex kueue(snapshot.extras);
  const std::vector<Row> rows = rowsOf(snapshot, report, kueue, console.options().ns);
  const bool seesAll = (*opened)->connection().scope.empty();
  print(console, rows, snapshot, (*opened)->referenceTime(console.clock()), seesAll);
  return kDone;
}

}  // namespace

void addPending(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("pending", Help::tr("every GPU pod that waits for a node, and why"));
  command->callback([&invocation] { invocation.text = pending; });
}

}  // namespace cardinal::app
