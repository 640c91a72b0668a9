// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/common/node_work.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/workload_input.h"
#include "app/program/session.h"
#include "core/service/writes/change_session.h"
#include "core/service/writes/submit_order.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class SubmitTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Submit)

 public:
  static QString created(const QString& object) { return tr("created %1").arg(object); }
  static QString wouldCreate(const QString& object) {
    return tr("would create %1 (the server accepts it)").arg(object);
  }
  static QString checkedLater(const QString& object) {
    return tr("not checked yet: %1 (the server can check it only once its namespace or kind, which is created first, "
              "exists)")
        .arg(object);
  }
  static QString refused(const QString& object) { return tr("%1 was refused:").arg(object); }
  static QString nothingSent() { return tr("Nothing was created."); }
  static QString partly(int created) {
    return tr("%n object(s) had been created before; they are still there.", nullptr, created);
  }
  static QString deleteAgain(const QString& ids) {
    return tr("Delete them with \"cardinal journal undo CHANGE\"; the changes are %1.").arg(ids);
  }
  static QString question(int objects, const QString& context) {
    return tr("Create %n object(s) in the cluster %1? Type the name of the context to go on:", nullptr, objects)
        .arg(context);
  }
  static QString needsYes(const QString& context) {
    return tr("There is no terminal to ask on. Repeat with --yes %1 to create the objects, or with --dry-run to only "
              "check them.")
        .arg(context);
  }
  static QString wrongYes(const QString& given, const QString& context) {
    return tr("--yes names \"%1\", but the context is \"%2\". Nothing was created.").arg(given, context);
  }
};

constexpr auto kAnswers = {"admissions", "created", "unchecked"};

struct SubmitOptions {
  FileChoice files;
  bool dryRun = false;
  std::string yes;
};

QString nameOf(const CreatedObject& object) {
  const auto& key = object.key;
  return ui::plain(object.kind + "/" + (key.ns.empty() ? "" : key.ns + "/") + key.name);
}

/// Stable word for `-o json`.
const char* fieldCheckName(FieldCheck check) {
  return check == FieldCheck::Server ? "server" : check == FieldCheck::Schema ? "schema" : "none";
}

void printTable(Console& console, const SubmitOutcome& outcome) {
  for (const auto& object : outcome.created) {
    const QString name = nameOf(object);
    console.line(outcome.dryRun ? SubmitTexts::wouldCreate(name) : SubmitTexts::created(name));
    for (const auto& warning : object.warnings) console.complain(ui::plain(warning));
  }
  for (const auto& name : outcome.unchecked) console.line(SubmitTexts::checkedLater(ui::plain(name)));
}

void printJson(Console& console, const SubmitOutcome& outcome, const Json& admissions) {
  Json out{{"admissions", admissions}, {"dryRun", outcome.dryRun}, {"created", Json::array()}, {"error", nullptr}};
  for (const auto& object : outcome.created) {
    out["created"].push_back({{"kind", object.kind},
                              {"namespace", object.key.ns},
                              {"name", object.key.name},
                              {"uid", object.uid},
                              {"fieldCheck", fieldCheckName(object.fields)},
                              {"warnings", object.warnings}});
  }
  out["unchecked"] = outcome.unchecked;
  if (const auto& failure = outcome.failure) {
    out["error"] = {
        {"object", failure->object}, {"code", toString(failure->error.code)}, {"detail", failure->error.detail}};
  }
  console.write(dumped(out));
}

// The server looked at the object and said no; anything else is a fault on the way.
bool isServersNo(ErrorCode code) {
  switch (code) {
    case ErrorCode::Forbidden:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
    case ErrorCode::Invalid:
    case ErrorCode::ApiStatus:
      return true;
    default:
      return false;
  }
}

int finish(Console& console, const SubmitOutcome& outcome, const Json& admissions) {
  if (console.json()) {
    printJson(console, outcome, admissions);
  } else if (!outcome.failure || !outcome.dryRun) {
    printTable(console, outcome);
  }
  if (!outcome.failure) return kDone;
  console.complain(SubmitTexts::refused(ui::plain(outcome.failure->object)));
  console.fail(outcome.failure->error);
  console.complain(outcome.dryRun || outcome.created.empty()
                       ? SubmitTexts::nothingSent()
                       : SubmitTexts::partly(static_cast<int>(outcome.created.size())));
  return isServersNo(outcome.failure->error.code) ? kAnswerIsNo : kInputError;
}

/// kDone when it may go on. The demo cluster is never asked about: nothing of it outlives the process.
ExitCode confirm(Console& console, const SubmitOptions& options, const SourceInfo& info, int objects) {
  if (info.kind == SourceKind::Demo) return kDone;
  const QString context = ui::plain(info.name);
  if (!options.yes.empty()) {
    if (options.yes == info.name) return kDone;
    console.complain(SubmitTexts::wrongYes(ui::plain(options.yes), context));
    return kInputError;
  }
  if (!console.canAsk()) {
    console.complain(SubmitTexts::needsYes(context));
    return kInputError;
  }
  if (console.ask(SubmitTexts::question(objects, context)) == info.name) return kDone;
  console.complain(SubmitTexts::nothingSent());
  return kAnswerIsNo;
}

int submit(Console& console, const SubmitOptions& options) {
  auto input = readWorkloads(options.files, {});
  if (!input) return failToRead(console, input.error(), kAnswers);
  if (complainAboutRequests(console, *input)) {
    console.complain(SubmitTexts::nothingSent());
    return failToAsk(console, *input, kAnswers);
  }
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  Session& session = **opened;
  if (!session.info().writable) return console.fail(makeError(ErrorCode::ReadOnlySource, session.info().name));

  const std::vector<ManifestObject> objects = inSubmitOrder(std::move(input->objects));
  const std::string ns = namespaceFor(console.options(), session.info());
  // Of the state before anything is created. A workload that waits in its queue may well be submitted.
  const auto rules = [&](const AllocationRequest& request) { return session.service().rulesFor(request); };
  const auto admissions = admissionsOf(objects, *session.snapshot(), {ns, {}, rules});
  const Json queueAnswers = admissionsJson(admissions, objects);
  const SubmitOutcome checked = session.submit(objects, ns, true);
  if (session.info().kind == SourceKind::Live && !checked.created.empty())
    console.complain(ui::fieldCheckText(checked.created.front().fields));
  if (!console.json() && !checked.failure) console.write(admissionReport(admissions, nullptr).toStdString());
  if (checked.failure || options.dryRun) return finish(console, checked, queueAnswers);
  const ExitCode confirmed = confirm(console, options, session.info(), static_cast<int>(objects.size()));
  if (confirmed != kDone) return confirmed;
  ChangeSession changes(session.info(), stateFolder(), console.clock());
  WriteLog log = changes.log();
  auto open = log.beginSubmit(objects, ns);
  if (!open) return console.fail(open.error());
  const SubmitOutcome outcome = session.submit(objects, ns, false);
  QStringList ids;
  for (std::size_t i = 0; i < outcome.created.size(); ++i) ids << QString::fromStdString((*open)[i].id);
  log.endSubmit(std::move(*open), outcome);
  const int code = finish(console, outcome, queueAnswers);
  // Of the demo cluster nothing outlives the process.
  if (outcome.failure && !ids.empty() && changes.isKept())
    console.complain(SubmitTexts::deleteAgain(ui::joinList(ids)));
  return code;
}

}  // namespace

void addSubmit(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("submit", Help::tr("let the server check manifests, then create their objects"));
  auto options = std::make_shared<SubmitOptions>();
  options->files.addOptions(*command)->required();
  command->add_flag("--dry-run", options->dryRun, Help::tr("only let the server check; nothing is kept"));
  command->add_option("--yes", options->yes, Help::tr("create without asking; must be the name of the context"))
      ->type_name("CONTEXT");
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return submit(console, *options); }; });
}

}  // namespace cardinal::app
