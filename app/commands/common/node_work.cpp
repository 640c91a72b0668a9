// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/node_work.h"

#include <QCoreApplication>
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "app/commands/common/json_values.h"
#include "app/commands/common/node_report.h"
#include "app/program/interrupt.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/plan/changes/changes.h"
#include "core/plan/make/conditions.h"
#include "core/service/writes/change_session.h"
#include "core/service/writes/object_acts.h"
#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class WorkTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::NodeWork)

 public:
  static QString question(int nodes, const QString& name) {
    return tr("Run the plan(s) on %n node(s)? Type %1 to continue:", nullptr, nodes).arg(name);
  }
  static QString needsYes(const QString& name) {
    return tr("There is no terminal to ask on. Repeat with --yes %1 to continue, or with --dry-run to only show the "
              "plan.")
        .arg(name);
  }
  static QString wrongYes(const QString& given, const QString& name) {
    return tr("--yes names \"%1\", but it must be \"%2\". Nothing was changed.").arg(given, name);
  }
  static QString nothingDone() { return tr("Nothing was changed."); }
  static QString already(const QString& node) { return tr("%1: nothing to do.").arg(node); }
  static QString ended(const QString& plan, const QString& state) { return tr("%1: %2").arg(plan, state); }
  static QString unfinished(const QString& id) {
    return tr("The plan is not finished. Continue it with \"cardinal node plan resume %1\", roll it back with "
              "\"cardinal "
              "node plan rollback %1\", or leave the node as it is with \"cardinal node plan abandon %1\".")
        .arg(id);
  }
  static QString notReached(int nodes) { return tr("%n node(s) after it were not touched.", nullptr, nodes); }
  static QString noPlans() { return tr("There are no unfinished plans."); }
  static QString noSuchPlan(const QString& id) {
    return tr("There is no unfinished plan %1. See \"cardinal node plan list\".").arg(id);
  }
  static QString otherCluster(const QString& plan, const QString& cluster) {
    return tr("The plan %1 belongs to the cluster %2. Choose it with --context.").arg(plan, cluster);
  }
  static QString noSuchChange(const QString& id) {
    return tr("There is no change %1 in the journal. See \"cardinal journal\".").arg(id);
  }
  static QString changeElsewhere(const QString& id, const QString& cluster) {
    return tr("The change %1 was made in the cluster %2. Choose it with --context.").arg(id, cluster);
  }
  static QString notUndone(const QString& reason) { return tr("Undo failed. %1").arg(reason); }
  static QString wouldUndo(const QString& command) { return tr("would run: %1 (the server accepts it)").arg(command); }
  static QString wouldDelete(const QString& object) {
    return tr("would delete %1 (the server accepts it)").arg(object);
  }
  static QString deleted(const QString& object) { return tr("deleted %1").arg(object); }
  static QString headPlan() { return tr("Plan"); }
  static QString headWhat() { return tr("What"); }
  static QString headCluster() { return tr("Cluster"); }
  static QString headState() { return tr("State"); }
  static QString headStep() { return tr("Step"); }
  static QString unreadable(int lines) { return tr("%n line(s) of the journal cannot be read.", nullptr, lines); }
};

/// kDone when it may go on. `names`: any of them confirms; the first is the one that is asked for.
ExitCode confirm(Console& console, const std::string& yes, const SourceInfo& info,
                 const std::vector<std::string>& nodes) {
  if (info.kind == SourceKind::Demo) return kDone;
  const std::string& name = nodes.size() == 1 ? nodes.front() : info.name;
  const auto confirms = [&](const std::string& typed) { return typed == name || typed == info.name; };
  if (!yes.empty()) {
    if (confirms(yes)) return kDone;
    console.complain(WorkTexts::wrongYes(ui::plain(yes), ui::plain(name)));
    return kInputError;
  }
  if (!console.canAsk()) {
    console.complain(WorkTexts::needsYes(ui::plain(name)));
    return kInputError;
  }
  if (confirms(console.ask(WorkTexts::question(static_cast<int>(nodes.size()), ui::plain(name))))) return kDone;
  console.complain(WorkTexts::nothingDone());
  return kAnswerIsNo;
}

void printJson(Console& console, const Json& json) {
  console.write(dumped(json));
}

/// A connected cluster that takes changes, and the way out for them.
class ChangeableCluster {
 public:
  ChangeableCluster(Console& console, Session& session)
      : m_console(console),
        m_session(session),
        m_writer(session.service().writer()),
        m_changes(session.info(), stateFolder(), console.clock()) {}

  ChangeSession& changes() { return m_changes; }
  const ClusterWriter& writer() const { return m_writer; }
  NodeOperations& nodes() { return *m_writer.nodes; }
  const SourceInfo& info() const { return m_changes.source(); }
  std::stop_token stop() const { return m_watch.token(); }
  std::shared_ptr<const ClusterExtras> extras() const { return m_session.snapshot()->extras; }

  Result<PlanProgress> start(const Plan& plan) {
    return work([&](PlanWork& work) { return work.start(plan, stop()); });
  }
  Result<PlanProgress> takeUp(const Plan& plan, PlanDecision decision) {
    return work([&](PlanWork& work) { return work.takeUp(plan, decision, stop()); });
  }

 private:
  template <typename Work>
  Result<PlanProgress> work(Work run) {
    ProgressPrinter printer(m_console);
    std::function<void(const PlanProgress&)> onProgress;
    if (!m_console.json()) onProgress = [&printer](const PlanProgress& progress) { printer.show(progress); };
    PlanWork plans(m_changes, nodes(), std::move(onProgress));
    return run(plans);
  }

  Console& m_console;
  Session& m_session;
  const ClusterWriter m_writer;
  ChangeSession m_changes;
  InterruptWatch m_watch;
};

bool isWell(const PlanProgress& progress) {
  return isFinished(progress.phase) && !progress.stop;
}

/// A plan of the demo cluster cannot be taken up again: its cluster ends with the process.
void reportEnd(Console& console, const PlanProgress& progress, bool kept) {
  if (!console.json()) {
    console.line(WorkTexts::ended(ui::planTitle(progress.plan), ui::planPhaseText(progress)));
  }
  if (!progress.stop) return;
  console.complain(ui::stopText(*progress.stop, progress.plan));
  if (changedNothing(progress)) {
    console.complain(WorkTexts::nothingDone());
  } else if (kept) {
    console.complain(WorkTexts::unfinished(ui::plain(progress.plan.id)));
  }
}

/// One call of `cardinal node cordon|uncordon|drain|mode`.
class Change {
 public:
  Change(Console& console, const NodeOptions& options, ChangeableCluster& target)
      : m_console(console), m_options(options), m_cluster(target) {}

  int run() {
    for (const std::string& node : m_options.nodes) {
      if (const int code = look(node); code != kDone) return code;
    }
    if (const int code = refuse(); code != kDone) return code;
    if (!m_console.json()) {
      for (const PlanPreview& preview : m_previews) printPreview(m_console, preview);
    }
    if (m_options.dryRun) return tryAll();
    if (const int code = refuseBlocked(); code != kDone) return code;
    if (m_previews.empty()) return finish({});
    if (!serverAgrees()) return kAnswerIsNo;
    std::vector<std::string> nodes;
    for (const PlanPreview& preview : m_previews) nodes.push_back(preview.plan.node);
    if (const ExitCode code = confirm(m_console, m_options.yes, m_cluster.info(), nodes); code != kDone) return code;
    return runAll();
  }

 private:
  int look(const std::string& node) {
    if (!m_options.dryRun) {
      if (auto free = m_cluster.changes().checkFree(node); !free) return fail(free.error());
    }
    PlanRequest request = m_options.plan;
    request.node = node;
    request.extras = m_cluster.extras();
    auto preview = previewPlan(m_cluster.nodes(), request, m_cluster.changes().newPlan(), m_cluster.stop());
    if (!preview) return fail(preview.error());
    if (preview->assessment && preview->assessment->way == SwitchWay::Same) {
      if (!m_console.json()) m_console.line(WorkTexts::already(ui::plain(node)));
      m_same.push_back(std::move(*preview));
    } else {
      m_previews.push_back(std::move(*preview));
    }
    return kDone;
  }

  int fail(const Error& error) {
    m_console.fail(error);
    const bool answer = error.code == ErrorCode::PlanUnfinished || error.code == ErrorCode::PlanRunning ||
                        error.code == ErrorCode::Forbidden;
    return answer ? kAnswerIsNo : kInputError;
  }

  int refuse() {
    int code = kDone;
    for (const PlanPreview& preview : m_previews) {
      if (!preview.assessment || preview.assessment->way != SwitchWay::Refused) continue;
      complainRefusal(m_console, preview);
      code = kAnswerIsNo;
    }
    if (code == kDone) return code;
    m_console.complain(WorkTexts::nothingDone());
    if (m_console.json()) printJson(m_console, previews());
    return code;
  }

  int refuseBlocked() {
    int code = kDone;
    for (const PlanPreview& preview : m_previews) {
      if (!isBlocked(preview)) continue;
      complainBlocked(m_console, preview);
      code = kAnswerIsNo;
    }
    if (code != kDone) m_console.complain(WorkTexts::nothingDone());
    return code;
  }

  Json previews() const {
    Json plans = Json::array();
    for (const auto* list : {&m_same, &m_previews}) {
      for (const PlanPreview& preview : *list) plans.push_back(previewJson(preview));
    }
    return {{"dryRun", true}, {"plans", plans}};
  }

  /// Rights that are missing for a later step are found before the first.
  bool serverAgrees() {
    bool all = true;
    for (const PlanPreview& preview : m_previews) {
      all = printTried(m_console, preview, tryPlan(m_cluster.nodes(), preview, m_cluster.stop())) && all;
    }
    if (!all) m_console.complain(WorkTexts::nothingDone());
    return all;
  }

  int tryAll() {
    bool accepted = refuseBlocked() == kDone;
    Json out = previews();
    for (std::size_t i = 0; i < m_previews.size(); ++i) {
      const auto tried = tryPlan(m_cluster.nodes(), m_previews[i], m_cluster.stop());
      accepted = printTried(m_console, m_previews[i], tried) && accepted;
      out["plans"][m_same.size() + i]["tried"] = triedJson(tried);
    }
    if (m_console.json()) printJson(m_console, out);
    return accepted ? kDone : kAnswerIsNo;
  }

  int runAll() {
    std::vector<PlanProgress> ended;
    for (const PlanPreview& preview : m_previews) {
      auto progress = m_cluster.start(preview.plan);
      if (!progress) return fail(progress.error());
      reportEnd(m_console, *progress, m_cluster.changes().isKept());
      ended.push_back(std::move(*progress));
      if (!isWell(ended.back())) break;
    }
    const auto left = static_cast<int>(m_previews.size() - ended.size());
    if (left > 0) m_console.complain(WorkTexts::notReached(left));
    return finish(ended);
  }

  int finish(const std::vector<PlanProgress>& ended) {
    if (m_console.json()) {
      Json plans = Json::array();
      for (const PlanProgress& progress : ended) plans.push_back(progressJson(progress));
      printJson(m_console, {{"dryRun", false}, {"plans", plans}});
    }
    return std::all_of(ended.begin(), ended.end(), isWell) ? kDone : kAnswerIsNo;
  }

  Console& m_console;
  const NodeOptions& m_options;
  ChangeableCluster& m_cluster;
  std::vector<PlanPreview> m_previews;
  std::vector<PlanPreview> m_same;
};

std::optional<PlanProgress> findOpen(const std::string& id) {
  const auto contents = JournalFile(stateFolder()).read();
  if (!contents) return std::nullopt;
  for (PlanProgress& open : unfinishedPlans(contents->entries)) {
    if (open.plan.id == id) return std::move(open);
  }
  return std::nullopt;
}

}  // namespace

std::string stateFolder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/cardinal";
  const char* home = std::getenv("HOME");
  return std::string(home == nullptr ? "." : home) + "/.local/state/cardinal";
}

int changeNodes(Console& console, const NodeOptions& options) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (session.service().writer().nodes == nullptr) {
    return console.fail(makeError(ErrorCode::ReadOnlySource, session.info().name));
  }
  ChangeableCluster target(console, session);
  return Change(console, options, target).run();
}

int listPlans(Console& console) {
  const auto contents = JournalFile(stateFolder()).read();
  if (!contents) return console.fail(contents.error());
  if (contents->unreadable > 0) console.complain(WorkTexts::unreadable(static_cast<int>(contents->unreadable)));
  const auto open = unfinishedPlans(contents->entries);
  if (console.json()) {
    Json plans = Json::array();
    for (const PlanProgress& progress : open) plans.push_back(progressJson(progress));
    printJson(console, {{"plans", plans}});
    return kDone;
  }
  if (open.empty()) console.line(WorkTexts::noPlans());
  if (open.empty()) return kDone;
  Table table({WorkTexts::headPlan(), WorkTexts::headCluster(), WorkTexts::headWhat(), WorkTexts::headState(),
               WorkTexts::headStep()});
  for (const PlanProgress& progress : open) {
    const std::size_t step = currentStep(progress);
    table.add({ui::plain(progress.plan.id), ui::plain(progress.plan.cluster), ui::planTitle(progress.plan),
               ui::planPhaseText(progress),
               step < progress.steps.size() ? ui::stepTitle(progress.plan.steps[step], progress.plan) : QString()});
  }
  console.write(table.toString().toStdString());
  return kDone;
}

int finishPlan(Console& console, PlanDecision decision, const std::string& id, const std::string& yes) {
  const auto open = findOpen(id);
  if (!open) {
    console.complain(WorkTexts::noSuchPlan(ui::plain(id)));
    return kInputError;
  }
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  const Plan& plan = open->plan;
  if (placeOf(plan.cluster, plan.server) != placeOf(session.info().name, session.info().server)) {
    console.complain(WorkTexts::otherCluster(ui::plain(id), ui::plain(plan.cluster)));
    return kInputError;
  }
  if (const ExitCode code = confirm(console, yes, session.info(), {plan.node}); code != kDone) return code;
  ChangeableCluster target(console, session);
  auto progress = target.takeUp(plan, decision);
  if (!progress) {
    console.fail(progress.error());
    return progress.error().code == ErrorCode::PlanRunning ? kAnswerIsNo : kInputError;
  }
  reportEnd(console, *progress, target.changes().isKept());
  if (console.json()) printJson(console, {{"plans", Json::array({progressJson(*progress)})}});
  return isWell(*progress) ? kDone : kAnswerIsNo;
}

namespace {

std::optional<ChangeRecord> findChange(const std::string& id) {
  const auto contents = JournalFile(stateFolder()).read();
  if (!contents) return std::nullopt;
  for (ChangeRecord& change : changesOf(contents->entries)) {
    if (change.id == id) return std::move(change);
  }
  return std::nullopt;
}

/// kDone when the server would take every write of the plan.
int tryUndo(Console& console, NodeOperations& nodes, const Plan& plan, const RawNode& node,
            const std::stop_token& stop) {
  for (const PlanStep& step : plan.steps) {
    if (auto tried = nodes.patchNode(plan.node, patchFor(step.act, node), true, stop); !tried) {
      console.fail(tried.error());
      return kAnswerIsNo;
    }
    console.line(WorkTexts::wouldUndo(ui::plain(equalCommand(step.act, plan))));
  }
  return kDone;
}

/// Deletes what a submission created, if it is still that object.
int undoCreation(Console& console, const UndoOptions& options, ChangeableCluster& target, const ChangeRecord& change) {
  const QString name = ui::plain(change.object);
  const ObjectAct act{ObjectVerb::Delete, *change.created};
  if (auto tried = carryOut(target.writer(), act, true, target.stop()); !tried) {
    console.fail(tried.error());
    return kAnswerIsNo;
  }
  if (options.dryRun) {
    console.line(WorkTexts::wouldDelete(name));
    return kDone;
  }
  if (const ExitCode code = confirm(console, options.yes, target.info(), {change.created->key.name}); code != kDone)
    return code;
  WriteLog log = target.changes().log();
  if (auto removed = carryOut(target.writer(), log, act, target.stop()); !removed) {
    console.fail(removed.error());
    return kAnswerIsNo;
  }
  console.line(WorkTexts::deleted(name));
  return kDone;
}

}  // namespace

int undoChange(Console& console, const UndoOptions& options) {
  const auto change = findChange(options.id);
  if (!change) {
    console.complain(WorkTexts::noSuchChange(ui::plain(options.id)));
    return kInputError;
  }
  if (change->blocker != UndoBlocker::None) {
    console.complain(WorkTexts::notUndone(ui::undoBlockerText(*change)));
    return kAnswerIsNo;
  }
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (placeOf(change->cluster, change->server) != placeOf(session.info().name, session.info().server)) {
    console.complain(WorkTexts::changeElsewhere(ui::plain(options.id), ui::plain(change->cluster)));
    return kInputError;
  }
  if (session.service().writer().nodes == nullptr) {
    return console.fail(makeError(ErrorCode::ReadOnlySource, session.info().name));
  }
  ChangeableCluster target(console, session);
  if (change->created) return undoCreation(console, options, target, *change);
  constexpr std::string_view kNode = "Node/";
  const std::string name = change->object.substr(kNode.size());
  if (auto free = target.changes().checkFree(name); !free) {
    console.fail(free.error());
    return kAnswerIsNo;
  }
  const auto node = target.nodes().readNode(name, target.stop());
  if (!node) return console.fail(node.error());
  const UndoAnswer answer = makeUndo(*change, **node, target.changes().newPlan());
  if (!answer.plan) {
    console.complain(WorkTexts::notUndone(ui::undoRefusalText(answer)));
    return kAnswerIsNo;
  }
  if (options.dryRun) return tryUndo(console, target.nodes(), *answer.plan, **node, target.stop());
  if (const ExitCode code = confirm(console, options.yes, session.info(), {name}); code != kDone) return code;
  auto progress = target.start(*answer.plan);
  if (!progress) return console.fail(progress.error());
  reportEnd(console, *progress, target.changes().isKept());
  if (console.json()) printJson(console, {{"plans", Json::array({progressJson(*progress)})}});
  return isWell(*progress) ? kDone : kAnswerIsNo;
}

}  // namespace cardinal::app
