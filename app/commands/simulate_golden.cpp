// SPDX-License-Identifier: Apache-2.0
#include "app/commands/simulate_golden.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include "app/table.h"
#include "core/replay/recording_files.h"
#include "core/replay/replay.h"
#include "core/service/snapshots/document_file.h"
#include "ui/i18n/texts.h"

namespace cardinal::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownDifferences = 5;

class GoldenTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::SimulateGolden)

 public:
  static QStringList head() { return {tr("RECORDING"), tr("DECISIONS"), tr("MISMATCHES")}; }
  static QString notReplayable() {
    return tr(
        "Not replayable: faults of the extender are recorded here, which do not follow from the cluster's state.");
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
  std::string name;
  bool replayable = true;
  ReplayResult result;
};

/// Nothing when the file holds no recording.
Result<std::optional<Replayed>> replayFile(const std::string& file) {
  const auto state = stateOf(file);
  if (!state) return unexpected(state.error());
  const auto text = readDocument(file, state->bytes);
  if (!text) return unexpected(text.error());
  const auto recording = parseRecording(*text, file);
  if (!recording) return unexpected(recording.error());
  if (!*recording) return std::optional<Replayed>();
  Replayed out{file, (*recording)->name, !(*recording)->recordsFaults(), {}};
  if (out.replayable) {
    auto result = replayRecording(**recording);
    if (!result) return unexpected(result.error());
    out.result = std::move(result).value();
  }
  return std::optional<Replayed>(std::move(out));
}

Json toJson(const Replayed& replayed) {
  Json out{{"file", replayed.file}, {"name", replayed.name}, {"replayable", replayed.replayable}};
  if (!replayed.replayable) {
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
  constexpr int kIndent = 2;
  console.write(whole.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n');
}

void writeDifferences(Console& console, const Replayed& replayed) {
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
  table.alignRight(1);
  table.alignRight(2);
  for (const Replayed& replayed : all) {
    if (!replayed.replayable) continue;
    table.add({ui::plain(replayed.name), QString::number(replayed.result.decisions),
               QString::number(replayed.result.mismatches)});
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
  for (const Replayed& replayed : all) {
    if (replayed.replayable) {
      writeDifferences(console, replayed);
    } else {
      console.line(ui::plain(replayed.name) + QLatin1String("  ") + GoldenTexts::notReplayable());
    }
  }
  // For scripts: the same words in every language.
  console.line(QStringLiteral("%1 decisions, %2 mismatches").arg(decisions).arg(mismatches));
}

}  // namespace

int simulateGolden(Console& console, const std::vector<std::string>& paths) {
  std::vector<Replayed> all;
  int decisions = 0;
  int mismatches = 0;
  for (const std::string& path : paths) {
    const auto files = recordingFiles(path);
    if (!files) return console.fail(files.error());
    const std::size_t before = all.size();
    for (const std::string& file : *files) {
      auto replayed = replayFile(file);
      if (!replayed) return console.fail(replayed.error());
      if (!*replayed) continue;
      decisions += (*replayed)->result.decisions;
      mismatches += (*replayed)->result.mismatches;
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
