// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>
#include <vector>

#include "core/metrics/use.h"
#include "core/model/snapshot.h"
#include "ui/widgets/charts/card_stack_bar.h"

namespace cardinal::ui {

/// Colours and letters of owners: given by rank of the memory they hold, kept while the page is open.
class OwnerColours {
 public:
  /// `byRank`: keys, the largest holder first. Keys that are gone lose their colour only when another needs it.
  void assign(const std::vector<QString>& byRank);
  int category(const QString& key) const { return m_categories.value(key, -1); }
  /// One letter for each owner with a colour, no two alike on one node as long as the names allow; "?" for the others'
  /// empty names.
  QString letter(const QString& key) const;
  /// Owners with a colour, in the order of the colours.
  std::vector<QString> owners() const;
  void reset();

 private:
  QString freeLetter(const QString& key) const;

  QHash<QString, int> m_categories;
  QHash<QString, QString> m_letters;
};

/// By whom the segments of a stack bar are coloured.
enum class StackBy { Pod, Namespace };

/// Keys of the holders on a node (or on one card), the largest first.
std::vector<QString> holdersByRank(const NodeRecord& node, StackBy by, int card = -1);
/// "A", "B", ... by place in the list of pods.
QString placeLetter(int place);

/// The stack bar of one card.
StackBarData stackDataOf(const NodeRecord& node, const Card& card, const OwnerColours& colours, StackBy by,
                         bool compact);

/// Adds what is measured of the card; nothing = the bar stays as it is.
void addUse(StackBarData& data, const std::optional<CardUse>& use);

/// More of the card's memory or compute was given away than it has.
bool isOverbooked(const Card& card);

}  // namespace cardinal::ui
