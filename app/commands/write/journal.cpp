// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/common/node_work.h"
#include "app/program/console.h"
#include "app/program/table.h"
#include "core/plan/changes/changes.h"
#include "ui/i18n/changes/change_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class JournalWords {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Journal)

 public:
  static QStringList head() {
    return {tr("CHANGE"), tr("TIME"), tr("CONTEXT"), tr("ACT"), tr("OBJECT"), tr("RESULT"), tr("BEFORE AND AFTER")};
  }
  static QString empty() { return tr("No changes have been made from this machine yet."); }
  static QString unreadable(int lines) { return tr("%n line(s) of the journal cannot be read.", nullptr, lines); }
};

Json toJson(const ChangeRecord& change) {
  Json fields = Json::array();
  for (const FieldChange& field : change.fields) {
    fields.push_back({{"field", field.field}, {"before", orNull(field.before)}, {"after", orNull(field.after)}});
  }
  return {{"id", change.id},
          {"time", change.time},
          {"context", change.cluster},
          {"server", change.server},
          {"object", change.object},
          {"verb", change.verb},
          {"fields", std::move(fields)},
          {"result", toString(change.result)},
          {"error", change.error ? Json(toString(change.error->code)) : Json(nullptr)},
          {"commands", change.commands},
          {"undo", toString(change.blocker)},
          {"undoneBy", change.undoneBy.empty() ? Json(nullptr) : Json(change.undoneBy)}};
}

int list(Console& console) {
  const auto contents = JournalFile(stateFolder()).read();
  if (!contents) return console.fail(contents.error());
  if (contents->unreadable > 0) console.complain(JournalWords::unreadable(static_cast<int>(contents->unreadable)));
  const std::vector<ChangeRecord> changes = changesOf(contents->entries);
  if (console.json()) {
    Json out = Json::array();
    for (const ChangeRecord& change : changes) out.push_back(toJson(change));
    console.write(dumped(Json{{"cardinalJournal", 1}, {"changes", std::move(out)}}));
    return kDone;
  }
  if (changes.empty()) {
    console.line(JournalWords::empty());
    return kDone;
  }
  Table table(JournalWords::head());
  for (const ChangeRecord& change : changes) {
    table.add({ui::plain(change.id), ui::dateTime(change.time), ui::plain(change.cluster), ui::changeVerb(change),
               ui::plain(change.object), ui::changeResultText(change), ui::fieldsText(change)});
  }
  console.write(table.toString().toStdString());
  return kDone;
}

}  // namespace

void addJournal(CLI::App& app, Invocation& invocation) {
  auto* journal = app.add_subcommand("journal", Help::tr("every change that was made from this machine; undo"));
  journal->require_subcommand(0, 1);
  journal->callback([&invocation, journal] {
    if (!journal->get_subcommands().empty()) return;
    invocation.text = [](Console& console) { return list(console); };
  });
  auto* undo = journal->add_subcommand(
      "undo",
      Help::tr("undo a change of a node while nobody else has changed the same fields, or delete what was submitted"));
  auto options = std::make_shared<UndoOptions>();
  undo->add_option("CHANGE", options->id, Help::tr("as \"cardinal journal\" names it"))->required();
  undo->add_flag("--dry-run", options->dryRun, Help::tr("print what would be undone; nothing is kept"));
  undo->add_option("--yes", options->yes,
                   Help::tr("go on without asking; must be the name of the node or object, or of the context"))
      ->type_name("NAME");
  undo->callback([&invocation, options] {
    invocation.text = [options](Console& console) { return undoChange(console, *options); };
  });
}

}  // namespace cardinal::app
