// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/plan/ledger/ledger.h"
#include "ui/i18n/format.h"
#include "ui/i18n/ledger_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class LedgerWords {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Ledger)

 public:
  static QStringList head() {
    return {tr("SEVERITY"), tr("NODE"), tr("CARD"), tr("POD"), tr("MISMATCH"), tr("FOUND"), tr("EXPECTED")};
  }
  static QString agrees(const LedgerReport& report) {
    return tr("No contradictions: %1 nodes and %2 pods were compared.")
        .arg(ui::count(static_cast<std::int64_t>(report.nodes)), ui::count(static_cast<std::int64_t>(report.pods)));
  }
  static QString summary(const LedgerReport& report) {
    const std::size_t notes = report.entries.size() - report.critical - report.warnings;
    return tr("%1 critical, %2 warnings, %3 notes; %4 nodes and %5 pods were compared.")
        .arg(number(report.critical), number(report.warnings), number(notes), number(report.nodes),
             number(report.pods));
  }
  static QString remedies() { return tr("What to do:"); }

 private:
  static QString number(std::size_t value) { return ui::count(static_cast<std::int64_t>(value)); }
};

Json toJson(const LedgerEntry& entry) {
  Json out{{"severity", toString(entry.severity)},
           {"code", toString(entry.finding.code)},
           {"node", entry.node->name},
           {"card", entry.finding.card == kPendingCard ? Json(nullptr) : Json(entry.finding.card)},
           {"pod", entry.finding.pod.empty() ? Json(nullptr) : Json(entry.finding.pod)},
           {"found", entry.found},
           {"expected", entry.expected.empty() ? Json(nullptr) : Json(entry.expected)},
           {"remedy", toString(entry.remedy)},
           {"sentence", ui::ledgerSentence(entry).toStdString()},
           {"advice", ui::ledgerRemedyText(entry).toStdString()}};
  return out;
}

void printJson(Console& console, const LedgerReport& report) {
  Json entries = Json::array();
  for (const LedgerEntry& entry : report.entries) entries.push_back(toJson(entry));
  const Json out{{"nodes", report.nodes},
                 {"pods", report.pods},
                 {"critical", report.critical},
                 {"warnings", report.warnings},
                 {"entries", std::move(entries)}};
  console.write(dumped(out));
}

void printTable(Console& console, const LedgerReport& report) {
  if (report.entries.empty()) return console.line(LedgerWords::agrees(report));
  Table table(LedgerWords::head());
  constexpr int kCardColumn = 2;
  table.alignRight(kCardColumn);
  for (const LedgerEntry& entry : report.entries) {
    table.add({ui::severityText(entry.severity), ui::plain(entry.node->name),
               entry.finding.card == kPendingCard ? QString() : QString::number(entry.finding.card),
               ui::plain(entry.finding.pod), ui::ledgerKind(entry), ui::evidenceText(entry.found),
               ui::evidenceText(entry.expected)});
  }
  console.write(table.toString().toStdString());
  console.line(LedgerWords::summary(report));
  console.line(LedgerWords::remedies());
  for (const LedgerEntry& entry : report.entries) console.line(QStringLiteral("  ") + ui::ledgerRemedyText(entry));
}

/// Keeps the entries of the named nodes; an error for a name that no node has.
Result<void> keepNodes(LedgerReport& report, const ClusterSnapshot& snapshot, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  for (const std::string& name : names) {
    if (!snapshot.findNode(name)) return unexpected(makeError(ErrorCode::NotFound, name, "nodes"));
  }
  std::erase_if(report.entries, [&names](const LedgerEntry& entry) {
    return std::find(names.begin(), names.end(), entry.node->name) == names.end();
  });
  const auto of = [&report](LedgerSeverity severity) {
    return static_cast<std::size_t>(
        std::count_if(report.entries.begin(), report.entries.end(),
                      [severity](const LedgerEntry& entry) { return entry.severity == severity; }));
  };
  report.critical = of(LedgerSeverity::Critical);
  report.warnings = of(LedgerSeverity::Warning);
  return {};
}

int ledger(Console& console, const std::vector<std::string>& nodes) {
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  // In a saved state time stands still.
  const bool saved = (*opened)->info().kind == SourceKind::File;
  LedgerReport report = checkLedger(snapshot, saved ? snapshot.time : console.clock().wallNow());
  if (auto kept = keepNodes(report, snapshot, nodes); !kept) return console.fail(kept.error());
  if (console.json()) {
    printJson(console, report);
  } else {
    printTable(console, report);
  }
  return report.critical + report.warnings > 0 ? kAnswerIsNo : kDone;
}

void fillCommand(CLI::App& command, Invocation& invocation) {
  auto nodes = std::make_shared<std::vector<std::string>>();
  command.add_option("NODE", *nodes, Help::tr("only these nodes"));
  command.callback(
      [&invocation, nodes] { invocation.text = [nodes](Console& console) { return ledger(console, *nodes); }; });
}

}  // namespace

void addCheck(CLI::App& app, Invocation& invocation) {
  const std::string about = Help::tr("compare pods, annotations, cards and modes; list what does not agree");
  addRenamed(app, "check", "ledger", about, [&invocation](CLI::App& command) { fillCommand(command, invocation); });
}

}  // namespace cardinal::app
