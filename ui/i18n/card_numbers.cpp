// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/card_numbers.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <optional>

#include "ui/i18n/joining.h"

namespace cardinal::ui {

namespace {
constexpr std::size_t kLeast = 3;  // numbers that make a range
}

QString cardNumbers(const std::vector<CardIndex>& cards) {
  QStringList words;
  for (std::size_t first = 0; first < cards.size();) {
    std::size_t end = first + 1;
    while (end < cards.size() && cards[end] == cards[end - 1] + 1) ++end;
    if (end - first >= kLeast) {
      words << QString::number(cards[first]) + u'-' + QString::number(cards[end - 1]);
      first = end;
    } else {
      words << QString::number(cards[first++]);
    }
  }
  return joinList(words);
}

namespace {

class CardTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::CardTexts)

 public:
  static QString named(CardIndex card, int minor) {
    return tr("%1 (minor %2)", "numbers of a card").arg(card).arg(minor);
  }
};

std::optional<int> otherNumberOf(const NodeRecord& node, CardIndex card) {
  if (node.devices == nullptr || card < 0) return std::nullopt;
  const CardDetail* detail = node.devices->detailOf(static_cast<std::size_t>(card));
  return detail != nullptr && detail->minor != std::optional<int>(card) ? detail->minor : std::nullopt;
}

}  // namespace

QString cardName(const NodeRecord& node, CardIndex card) {
  const std::optional<int> minor = otherNumberOf(node, card);
  return minor ? CardTexts::named(card, *minor) : QString::number(card);
}

QString cardNames(const NodeRecord& node, const std::vector<CardIndex>& cards) {
  const bool isNumbered =
      std::none_of(cards.begin(), cards.end(), [&](CardIndex card) { return otherNumberOf(node, card).has_value(); });
  if (isNumbered) return cardNumbers(cards);
  QStringList words;
  for (const CardIndex card : cards) words << cardName(node, card);
  return joinList(words);
}

}  // namespace cardinal::ui
