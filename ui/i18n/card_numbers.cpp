// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/card_numbers.h"

#include <QStringList>

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

}  // namespace cardinal::ui
