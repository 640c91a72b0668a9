// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <QCoreApplication>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/visibility.h"
#include "app/console.h"
#include "app/session.h"
#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"

namespace cardinal::app {

namespace {

class SnapshotTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Snapshot)

 public:
  static QString saved(const QString& path, const ClusterTotals& totals) {
    return tr("Saved %1: %2 nodes with GPUs, %3 cards, %4 GPU pods.")
        .arg(path, ui::count(totals.nodes), ui::count(totals.cards), ui::count(totals.pods));
  }
};

int save(Console& console, const std::string& path) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  seesNodes(console, **opened);  // what is missing from the file is said; the rest is kept
  if (const auto written = (*opened)->service().saveSnapshot(path); !written) return console.fail(written.error());
  const ClusterTotals totals = totalsOf(*(*opened)->snapshot());
  if (console.json()) {
    const nlohmann::ordered_json out{
        {"file", path}, {"nodes", totals.nodes}, {"cards", totals.cards}, {"pods", totals.pods}};
    console.write(out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
  } else {
    console.line(SnapshotTexts::saved(ui::plain(path), totals));
  }
  return kDone;
}

}  // namespace

void addSnapshot(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("snapshot", "the whole observed state as a file");
  command->require_subcommand(1);
  auto* saveCommand = command->add_subcommand("save", "write it, without secrets");
  saveCommand->fallthrough();
  auto path = std::make_shared<std::string>();
  saveCommand->add_option("FILE", *path, "file to write")->required();
  saveCommand->callback(
      [&invocation, path] { invocation.text = [path](Console& console) { return save(console, *path); }; });
}

}  // namespace cardinal::app
