// SPDX-License-Identifier: Apache-2.0
#include "app/commands/simulate/simulate_replay.h"

#include <QCoreApplication>

#include "app/commands/common/json_values.h"
#include "app/program/table.h"
#include "core/replay/recording/recording_files.h"
#include "core/replay/replayers.h"
#include "core/service/snapshots/document_file.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr std::size_t kShownDifferences = 5;

class GoldenTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::SimulateGolden)

 public:
  static QStringList head() { return {tr("RECORDING"), tr("STACK"), tr("DECISIONS"), tr("MISMATCHES")}; }
  static QString faults() {
    return tr(
        "Not replayable: this recording contains faults of the extender itself, which do not follow from the cluster "
        "state.");
  }
  static QString atStep(const QString& recording, std::int64_t step, const ReplayDifference& difference) {
    return tr("%1, step %2, %3: recorded %4, here %5")
        .arg(recording, QString::number(step), ui::plain(difference.what), ui::plain(difference.recorded),
             ui::plain(difference.ours));
  }
  static QString atEnd(const QString& recording, const ReplayDifference& difference) {
    return tr("%1, at the end, %2: recorded %3, here %4")
        .arg(recording, ui::plain(difference.what), ui::plain(difference.recorded), ui::plain(difference.ours));
  }
  static QString more(std::size_t count) {
    return tr("... and %n more difference(s) (all of them with -o json)", nullptr, static_cast<int>(count));
  }
  static QString nothing(const QString& path) {
    return tr("No recorded decisions were found in \"%1\". Name a recording (scenario.json) or a folder that holds "
              "some.")
        .arg(path);
  }
};

struct Replayed {
  std::string file;
  ReplayedRecording recording;
};

/// Nothing when the file holds no recording of the stack.
Result<std::optional<Replayed>> replayFile(const std::string& file, const std::string& stack) {
  const auto state = stateOf(file);
  if (!state) return unexpected(state.error());
  const auto text = readDocument(file, state->bytes);
  if (!text) return unexpected(text.error());
  auto replayed = replayText(*text, file, stack);
  if (!replayed) return unexpected(replayed.error());
  if (!*replayed) return std::optional<Replayed>();
  return std::optional<Replayed>(Replayed{file, std::move(**replayed)});
}

Json toJson(const Replayed& entry) {
  const ReplayedRecording& replayed = entry.recording;
  Json out{{"file", entry.file},
           {"stack", replayed.stack},
           {"name", replayed.name},
           {"replayable", replayed.reason == NotReplayed::None}};
  if (replayed.reason != NotReplayed::None) {
    out["reason"] = "RecordsExtenderFaults";
    return out;
  }
  out["decisions"] = replayed.result.decisions;
  out["mismatches"] = replayed.result.mismatches;
  out["differences"] = Json::array();
  for (const ReplayDifference& difference : replayed.result.differences) {
    out["differences"].push_back({{"step", difference.step ? Json(*difference.step) : Json(nullptr)},
                                  {"what", difference.what},
                                  {"recorded", difference.recorded},
                                  {"ours", difference.ours}});
  }
  return out;
}

void writeJson(Console& console, const std::vector<Replayed>& all, int decisions, int mismatches) {
  Json recordings = Json::array();
  for (const Replayed& replayed : all) recordings.push_back(toJson(replayed));
  const Json whole{{"decisions", decisions}, {"mismatches", mismatches}, {"recordings", std::move(recordings)}};
  console.write(dumped(whole));
}

void writeDifferences(Console& console, const ReplayedRecording& replayed) {
  const auto& differences = replayed.result.differences;
  const QString name = ui::plain(replayed.name);
  for (std::size_t i = 0; i < differences.size() && i < kShownDifferences; ++i) {
    const ReplayDifference& difference = differences[i];
    console.line(difference.step ? GoldenTexts::atStep(name, *difference.step, difference)
                                 : GoldenTexts::atEnd(name, difference));
  }
  if (differences.size() > kShownDifferences) console.line(GoldenTexts::more(differences.size() - kShownDifferences));
}

void writeText(Console& console, const std::vector<Replayed>& all, int decisions, int mismatches) {
  Table table(GoldenTexts::head());
  table.alignRight(2);
  table.alignRight(3);
  for (const auto& [file, replayed] : all) {
    if (replayed.reason != NotReplayed::None) continue;
    table.add({ui::plain(replayed.name), ui::plain(replayed.stack), QString::number(replayed.result.decisions),
               QString::number(replayed.result.mismatches)});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
  for (const auto& [file, replayed] : all) {
    if (replayed.reason == NotReplayed::None) {
      writeDifferences(console, replayed);
    } else {
      console.line(ui::plain(replayed.name) + QLatin1String("  ") + GoldenTexts::faults());
    }
  }
  // For scripts: the same words in every language.
  console.line(QStringLiteral("%1 decisions, %2 mismatches").arg(decisions).arg(mismatches));
}

}  // namespace

int simulateReplay(Console& console, const std::vector<std::string>& paths, const std::string& stack) {
  std::vector<Replayed> all;
  int decisions = 0;
  int mismatches = 0;
  for (const std::string& path : paths) {
    const auto files = recordingFiles(path);
    if (!files) return console.fail(files.error());
    const std::size_t before = all.size();
    for (const std::string& file : *files) {
      auto replayed = replayFile(file, stack);
      if (!replayed) return console.fail(replayed.error());
      if (!*replayed) continue;
      decisions += (*replayed)->recording.result.decisions;
      mismatches += (*replayed)->recording.result.mismatches;
      all.push_back(std::move(**replayed));
    }
    if (all.size() == before) {
      console.complain(GoldenTexts::nothing(ui::plain(path)));
      return kInputError;
    }
  }
  if (console.json()) {
    writeJson(console, all, decisions, mismatches);
  } else {
    writeText(console, all, decisions, mismatches);
  }
  return mismatches > 0 ? kAnswerIsNo : kDone;
}

}  // namespace cardinal::app
