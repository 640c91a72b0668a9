// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/column_tips.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace cardinal::ui {

namespace {

struct Tip {
  std::string_view table;
  std::string_view column;
  const char* text;
};

constexpr std::array kTips = {
    Tip{"NodeTableModel", "state",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "Condition Ready of the node, or that it is cordoned, or that it has findings")},
    Tip{"NodeTableModel", "mode", QT_TRANSLATE_NOOP("ColumnTips", "How the node shares its cards")},
    Tip{"NodeTableModel", "placement",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "How a card of the node is chosen: binpack fills one first, spread the emptiest")},
    Tip{"NodeTableModel", "memory",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "Memory that pods requested on the cards whose memory is known, and the whole")},
    Tip{"NodeTableModel", "allocated", QT_TRANSLATE_NOOP("ColumnTips", "Share that pods requested; not what they use")},
    Tip{"NodeTableModel", "free",
        QT_TRANSLATE_NOOP("ColumnTips", "The most memory that one healthy card of the node has free")},
    Tip{"NodeTableModel", "core",
        QT_TRANSLATE_NOOP("ColumnTips", "Compute that pods requested, where the mode divides it")},
    Tip{"NodeTableModel", "pods",
        QT_TRANSLATE_NOOP("ColumnTips", "Pods on the node that ask for GPUs and have not ended")},
    Tip{"NodeTableModel", "findings",
        QT_TRANSLATE_NOOP("ColumnTips", "Contradictions of the node; the page Ledger lists them")},
    Tip{"CardTableModel", "health",
        QT_TRANSLATE_NOOP("ColumnTips", "As the node or its device plugin says; unknown where neither does")},
    Tip{"CardTableModel", "memory",
        QT_TRANSLATE_NOOP("ColumnTips", "Memory that pods requested on the card, and the whole")},
    Tip{"CardTableModel", "allocated", QT_TRANSLATE_NOOP("ColumnTips", "Share that pods requested; not what they use")},
    Tip{"CardTableModel", "free",
        QT_TRANSLATE_NOOP("ColumnTips", "Memory that nobody requested; an unhealthy card has none")},
    Tip{"CardTableModel", "used", QT_TRANSLATE_NOOP("ColumnTips", "Memory in use, measured by the metrics source")},
    Tip{"CardTableModel", "utilization",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "Share of the time in which the card computed, measured by the metrics source")},
    Tip{"CardTableModel", "core",
        QT_TRANSLATE_NOOP("ColumnTips", "Compute that pods requested, where the mode divides it")},
    Tip{"CardTableModel", "holders",
        QT_TRANSLATE_NOOP("ColumnTips", "Pods that hold the card, by the API, or by metrics where it says so")},
    Tip{"PodTableModel", "request", QT_TRANSLATE_NOOP("ColumnTips", "What the pod asks of the GPU stack")},
    Tip{"PodTableModel", "cards", QT_TRANSLATE_NOOP("ColumnTips", "Numbers of the cards that it holds on its node")},
    Tip{"PodTableModel", "memory",
        QT_TRANSLATE_NOOP("ColumnTips", "GPU memory that it requested, or holds where that is known")},
    Tip{"PodTableModel", "core",
        QT_TRANSLATE_NOOP("ColumnTips", "Compute that it requested, where the mode divides it")},
    Tip{"PodTableModel", "reason",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "The last words of the scheduler or the kubelet; the page Pending explains them")},
    Tip{"WorkloadTableModel", "queue", QT_TRANSLATE_NOOP("ColumnTips", "The queue that the workload or its pods name")},
    Tip{"WorkloadTableModel", "gang", QT_TRANSLATE_NOOP("ColumnTips", "Pods that start together or not at all")},
    Tip{"WorkloadTableModel", "wanted",
        QT_TRANSLATE_NOOP("ColumnTips", "Pods that it is to have, as its own object or its queue says")},
    Tip{"WorkloadTableModel", "waiting", QT_TRANSLATE_NOOP("ColumnTips", "Pods that have no node yet")},
    Tip{"WorkloadTableModel", "cards",
        QT_TRANSLATE_NOOP("ColumnTips",
                          "Cards that its pods hold, of those that they ask for; a shared card counts for each pod")},
};

}  // namespace

QString columnTip(std::string_view table, std::string_view column) {
  const auto found = std::find_if(kTips.begin(), kTips.end(),
                                  [&](const Tip& tip) { return tip.table == table && tip.column == column; });
  return found == kTips.end() ? QString() : QCoreApplication::translate("ColumnTips", found->text);
}

}  // namespace cardinal::ui
