// SPDX-License-Identifier: Apache-2.0
#include "ui/session/rights/record_refusal.h"

#include <QCoreApplication>

namespace cardinal::ui {
namespace {

struct RecordTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RecordTexts)
};

}  // namespace

QString recordRefusalText(RecordRefusal refusal) {
  switch (refusal) {
    case RecordRefusal::SnapshotFile:
      return RecordTexts::tr("A saved snapshot does not change, so nothing is recorded of it.");
    case RecordRefusal::PartOnly:
      return RecordTexts::tr(
          "You can see only a part of the cluster; its sums would say nothing of the cards, so nothing is recorded.");
    case RecordRefusal::None:
      break;
  }
  return {};
}

}  // namespace cardinal::ui
