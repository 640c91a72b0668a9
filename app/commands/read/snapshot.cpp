// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/base/files/own_files.h"
#include "core/model/tables/snapshot_diff.h"
#include "core/service/snapshots/snapshot_compare.h"
#include "ui/i18n/diff_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class SnapshotTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Snapshot)

 public:
  static QString saved(const QString& path, const ClusterTotals& totals) {
    return tr("Saved %1: %2 nodes with GPUs, %3 cards, %4 GPU pods.")
        .arg(path, ui::count(totals.nodes), ui::count(totals.cards), ui::count(totals.pods));
  }
  static QStringList head() { return {tr("KIND"), tr("OBJECT"), tr("CHANGE"), tr("WHAT"), tr("BEFORE"), tr("AFTER")}; }
  static QString node() { return tr("node"); }
  static QString card() { return tr("card"); }
  static QString pod() { return tr("pod"); }
  static QString same() { return tr("No node, card or GPU pod differs."); }
};

int save(Console& console, const std::string& path) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  seesNodes(console, **opened);  // what is missing from the file is said; the rest is kept
  if (const auto written = (*opened)->service().saveSnapshot(path); !written) return console.fail(written.error());
  if (meansStandardOutput(path)) return kDone;  // nothing else belongs there
  const ClusterTotals totals = totalsOf(*(*opened)->snapshot());
  if (console.json()) {
    const Json out{{"file", path}, {"nodes", totals.nodes}, {"cards", totals.cards}, {"pods", totals.pods}};
    console.write(dumped(out));
  } else {
    console.line(SnapshotTexts::saved(ui::plain(path), totals));
  }
  return kDone;
}

Json fieldsJson(const std::vector<DiffChange>& fields) {
  Json out = Json::array();
  for (const DiffChange& change : fields) {
    Json one{{"field", toString(change.field)}};
    if (!change.key.empty()) one["key"] = change.key;
    one["before"] = change.before.empty() ? Json(nullptr) : Json(change.before);
    one["after"] = change.after.empty() ? Json(nullptr) : Json(change.after);
    out.push_back(std::move(one));
  }
  return out;
}

Json sideJson(UnixSeconds time, const ClusterTotals& totals) {
  return {{"time", time},
          {"nodes", totals.nodes},
          {"cards", totals.cards},
          {"pods", totals.pods},
          {"pendingPods", totals.pendingPods},
          {"memoryAllocatedMiB", totals.memAllocatedMib},
          {"memoryTotalMiB", totals.memTotalMib}};
}

Json diffJson(const SnapshotDiff& diff) {
  Json out{{"before", sideJson(diff.timeBefore, diff.totalsBefore)},
           {"after", sideJson(diff.timeAfter, diff.totalsAfter)}};
  out["nodes"] = Json::array();
  for (const NodeChange& one : diff.nodes)
    out["nodes"].push_back({{"node", one.node}, {"change", toString(one.kind)}, {"fields", fieldsJson(one.fields)}});
  out["cards"] = Json::array();
  for (const CardChange& one : diff.cards) {
    out["cards"].push_back(
        {{"node", one.node}, {"card", one.card}, {"change", toString(one.kind)}, {"fields", fieldsJson(one.fields)}});
  }
  out["pods"] = Json::array();
  for (const PodChange& one : diff.pods) {
    out["pods"].push_back({{"namespace", one.pod.ns},
                           {"name", one.pod.name},
                           {"change", toString(one.kind)},
                           {"fields", fieldsJson(one.fields)}});
  }
  return out;
}

void addRows(Table& table, const QString& what, const QString& name, ChangeKind kind,
             const std::vector<DiffChange>& fields) {
  if (fields.empty()) table.add({what, name, ui::changeText(kind)});
  for (const DiffChange& change : fields) {
    table.add({what, name, ui::changeText(kind), ui::diffFieldText(change),
               ui::diffValueText(change.field, change.before), ui::diffValueText(change.field, change.after)});
  }
}

int diff(Console& console, const std::string& before, const std::string& after) {
  const auto first = snapshotOfFile(before);
  if (!first) return console.fail(first.error());
  const auto second = snapshotOfFile(after);
  if (!second) return console.fail(second.error());
  const SnapshotDiff changes = diffSnapshots(**first, **second);
  if (console.json()) {
    console.write(dumped(diffJson(changes)));
    return kDone;
  }
  if (changes.empty()) {
    console.line(SnapshotTexts::same());
    return kDone;
  }
  Table table(SnapshotTexts::head());
  for (const NodeChange& one : changes.nodes)
    addRows(table, SnapshotTexts::node(), ui::plain(one.node), one.kind, one.fields);
  for (const CardChange& one : changes.cards)
    addRows(table, SnapshotTexts::card(), ui::plain(one.node) + u'/' + QString::number(one.card), one.kind, one.fields);
  for (const PodChange& one : changes.pods)
    addRows(table, SnapshotTexts::pod(), ui::plain(one.pod.ns + "/" + one.pod.name), one.kind, one.fields);
  console.write(table.toString().toStdString());
  return kDone;
}

}  // namespace

void addSnapshot(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("snapshot", Help::tr("the whole observed state as a file"));
  command->require_subcommand(1);
  auto* saveCommand = command->add_subcommand("save", Help::tr("write it, without secrets"));
  saveCommand->fallthrough();
  auto path = std::make_shared<std::string>();
  saveCommand->add_option("FILE", *path, Help::tr("file to write; - is standard output"))->required();
  saveCommand->callback(
      [&invocation, path] { invocation.text = [path](Console& console) { return save(console, *path); }; });
  auto* diffCommand = command->add_subcommand("diff", Help::tr("what differs between two of them"));
  diffCommand->fallthrough();
  auto files = std::make_shared<std::pair<std::string, std::string>>();
  diffCommand->add_option("A", files->first, Help::tr("file or folder: the state before"))->required();
  diffCommand->add_option("B", files->second, Help::tr("file or folder: the state after"))->required();
  diffCommand->callback([&invocation, files] {
    invocation.text = [files](Console& console) { return diff(console, files->first, files->second); };
  });
}

}  // namespace cardinal::app
