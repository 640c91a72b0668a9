// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/palette/palette_search.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace cardinal::ui {

namespace {

constexpr int kWhole = 1000;
constexpr int kBeginning = 800;
constexpr int kWordBeginning = 600;
constexpr int kInitials = 550;
constexpr int kInside = 400;
constexpr int kOtherName = 300;
constexpr int kLooseLetters = 100;

struct ShortName {
  const char* typed;
  const char* kind;
};
constexpr std::array kShortNames = {ShortName{"no", "node"}, ShortName{"node", "node"},    ShortName{"po", "pod"},
                                    ShortName{"pod", "pod"}, ShortName{"ns", "namespace"}, ShortName{">", "command"}};

bool beginsWord(const QString& text, qsizetype at) {
  return at == 0 || !text[at - 1].isLetterOrNumber();
}

/// 0 = not inside.
int placeScore(const QString& word, const QString& text) {
  int best = 0;
  for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at == 0) return text.size() == word.size() ? kWhole : kBeginning;
    best = std::max(best, beginsWord(text, at) ? kWordBeginning : kInside);
  }
  return best;
}

/// All letters in order, with others between.
bool hasLetters(const QString& letters, const QString& text) {
  qsizetype at = 0;
  for (const QChar letter : letters) {
    at = text.indexOf(letter, at);
    if (at < 0) return false;
    ++at;
  }
  return true;
}

}  // namespace

PaletteQuery parsePaletteQuery(const QString& typed) {
  PaletteQuery query;
  query.words = typed.trimmed().toLower();
  if (query.words.startsWith(u'>')) return {query.words.mid(1).trimmed(), QStringLiteral("command")};
  const qsizetype space = query.words.indexOf(u' ');
  if (space < 0) return query;
  const QString first = query.words.left(space);
  const auto found = std::find_if(kShortNames.begin(), kShortNames.end(),
                                  [&first](const ShortName& one) { return first == QLatin1String(one.typed); });
  if (found == kShortNames.end()) return query;
  query.kind = QString::fromLatin1(found->kind);
  query.words = query.words.mid(space + 1).trimmed();
  return query;
}

int commandScore(const QString& words, const QString& text, const QString& other, const QString& pinyin) {
  if (words.isEmpty()) return 1;
  const QString name = text.toLower();
  if (const int whole = placeScore(words, name)) return whole;
  if (pinyin.startsWith(words)) return kInitials + (pinyin.size() == words.size() ? 50 : 0);
  const QString others = other.toLower();
  if (const int there = placeScore(words, others)) return kOtherName + there / 10;
  // Several words, each of them somewhere.
  const QStringList parts = words.split(u' ', Qt::SkipEmptyParts);
  if (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [&](const QString& part) {
        return name.contains(part) || others.contains(part);
      })) {
    return kOtherName;
  }
  if (words.size() > 1 && pinyin.contains(words)) return kOtherName;
  return words.size() > 2 && hasLetters(words, name) ? kLooseLetters : 0;
}

int nameScore(const QString& words, const QString& name) {
  if (words.isEmpty()) return 0;
  const QString folded = name.toLower();
  const int place = placeScore(words, folded);
  if (place == 0) {
    const QStringList parts = words.split(u' ', Qt::SkipEmptyParts);
    const bool all = parts.size() > 1 && std::all_of(parts.begin(), parts.end(),
                                                     [&folded](const QString& part) { return folded.contains(part); });
    return all ? kOtherName : 0;
  }
  // Objects stand behind commands of the same fit; of two names the shorter is meant more often.
  return place - 5 - static_cast<int>(std::min<qsizetype>(name.size(), 90));
}

}  // namespace cardinal::ui
