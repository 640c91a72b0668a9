// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/journal_rotation.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/plan/changes/changes.h"

namespace cardinal {
namespace {

struct Line {
  std::string_view text;
  std::optional<std::string> change;  ///< id; nothing = it cannot be read
};

bool stillMatters(const ChangeRecord& change) {
  return change.blocker == UndoBlocker::None || change.result == ChangeResult::Unknown ||
         change.result == ChangeResult::Stopped || (change.progress && !isFinished(change.progress->phase));
}

}  // namespace

std::string withoutWhatIsOver(std::string_view content) {
  std::vector<Line> lines;
  std::vector<JournalEntry> entries;
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    Line line{content.substr(at, end - at), std::nullopt};
    at = end + 1;
    if (line.text.empty()) continue;
    if (auto entry = parseLine(line.text)) {
      line.change = entry->plan;
      entries.push_back(std::move(*entry));
    }
    lines.push_back(std::move(line));
  }
  const std::vector<ChangeRecord> changes = changesOf(entries);  // the newest first
  std::unordered_set<std::string> kept;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i < kChangesKept || stillMatters(changes[i])) kept.insert(changes[i].id);
  }
  std::string out;
  for (const Line& line : lines) {
    if (!line.change || kept.count(*line.change) != 0) out.append(line.text).append("\n");
  }
  return out.size() > content.size() - content.size() / 4 ? std::string() : out;
}

}  // namespace cardinal
