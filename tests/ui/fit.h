// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QtTest>

#include "ui/widgets/basic/segmented_control.h"

// What is wider or higher than the place it has.

namespace cardinal::test {

using ui::SegmentedControl;

/// Answers come from workers, and layouts inside layouts settle one after the other.
inline void settleLayouts() {
  for (int pass = 0; pass < 6; ++pass) {
    QTest::qWait(20);
    QCoreApplication::sendPostedEvents();
  }
}

inline QString nameOf(const QWidget& widget) {
  QStringList chain;
  for (const QWidget* at = &widget; at && chain.size() < 4; at = at->parentWidget())
    chain.prepend(QString::fromLatin1(at->metaObject()->className()).section(u':', -1));
  return chain.join(u'/');
}

/// Rows "en 100 %" to "zh_CN 200 %" of the columns `language` and `percent`.
inline void addLanguagesAndScales() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<int>("percent");
  for (const char* language : {"en", "zh_CN"}) {
    for (const int percent : {100, 200})
      QTest::addRow("%s %d %%", language, percent) << QString::fromLatin1(language) << percent;
  }
}

/// Elided texts say the whole in their tooltip.
inline bool givesWay(const QLabel& label) {
  return label.minimumSizeHint().width() < label.sizeHint().width() && !label.wordWrap();
}

inline QString labelProblem(const QLabel& label) {
  if (label.text().isEmpty() || givesWay(label)) return {};
  if (label.wordWrap()) {
    const int needed = label.heightForWidth(label.width());
    return needed > label.height() + 1 ? QStringLiteral("needs %1 px height, has %2").arg(needed).arg(label.height())
                                       : QString();
  }
  const int needed = label.fontMetrics().horizontalAdvance(label.text());
  return needed > label.width() + 1 ? QStringLiteral("needs %1 px, has %2").arg(needed).arg(label.width()) : QString();
}

inline QString headerProblem(const QTableView& table) {
  const QHeaderView* header = table.horizontalHeader();
  if (!header->isVisible() || !table.model()) return {};
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    if (header->isSectionHidden(column)) continue;
    const QString text = table.model()->headerData(column, Qt::Horizontal).toString();
    const int needed = header->fontMetrics().horizontalAdvance(text) + 12;
    if (needed > header->sectionSize(column))
      return QStringLiteral("head \"%1\" needs %2 px, has %3").arg(text).arg(needed).arg(header->sectionSize(column));
  }
  // with larger text a table may be scrolled sideways
  constexpr int kLargestOrdinary = 14;
  if (table.font().pixelSize() <= kLargestOrdinary && header->length() > table.viewport()->width() + 1)
    return QStringLiteral("its columns are %1 px wide, it shows %2")
        .arg(header->length())
        .arg(table.viewport()->width());
  return {};
}

inline QString problemOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return labelProblem(*label);
  if (const auto* table = qobject_cast<const QTableView*>(&widget)) return headerProblem(*table);
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  const auto* box = qobject_cast<const QComboBox*>(&widget);
  const auto* segments = qobject_cast<const SegmentedControl*>(&widget);
  const auto* area = qobject_cast<const QScrollArea*>(&widget);
  if (area && area->widget() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
      area->verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff && area->widget()->width() > area->viewport()->width())
    return QStringLiteral("cut off at the right: its content is %1 px wide, it shows %2")
        .arg(area->widget()->width())
        .arg(area->viewport()->width());
  if (button && !button->text().isEmpty() && widget.minimumSizeHint().width() > widget.width() + 1) {
    return QStringLiteral("\"%1\" needs %2 px, has %3")
        .arg(button->text())
        .arg(widget.minimumSizeHint().width())
        .arg(widget.width());
  }
  if (box) {
    const int needed = box->fontMetrics().horizontalAdvance(box->currentText()) + 28;
    if (needed > box->width())
      return QStringLiteral("\"%1\" needs %2 px, has %3").arg(box->currentText()).arg(needed).arg(box->width());
  }
  if (segments && segments->sizeHint().width() > segments->width() + 1)
    return QStringLiteral("needs %1 px, has %2").arg(segments->sizeHint().width()).arg(segments->width());
  return {};
}

inline QStringList problemsIn(const QWidget& root) {
  QStringList problems;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const QString problem = problemOf(*widget); !problem.isEmpty())
      problems << nameOf(*widget) + QStringLiteral(": ") + problem;
  }
  return problems;
}

/// Parts of a bar that stand on each other.
inline QStringList overlapsIn(const QWidget& bar) {
  QStringList problems;
  const auto parts = bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
  for (const QWidget* one : parts) {
    for (const QWidget* other : parts) {
      if (one < other && one->isVisible() && other->isVisible() && one->geometry().intersects(other->geometry()))
        problems << nameOf(*one) + QStringLiteral(" stands on ") + nameOf(*other);
    }
  }
  return problems;
}

}  // namespace cardinal::test
