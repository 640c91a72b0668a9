// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace cardinal::ui {

struct KpiItem {
  QString label;   ///< "Memory allocated / total"
  QString figure;  ///< "83 / 128 GiB"
  QString note;    ///< "64.8 % allocated"
};

/// The figures of an object, side by side, parted by hairlines. First item wider, as its figure is a pair or triple.
class KpiStrip : public QWidget {
  Q_OBJECT
 public:
  explicit KpiStrip(Theme& theme, QWidget* parent = nullptr);

  void setItems(std::vector<KpiItem> items);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// The tooltip shows a figure whole where a narrow window cuts its words.
  bool event(QEvent* event) override;

 private:
  std::vector<qreal> needs() const;
  qreal leftOf(std::size_t item) const;
  QFont figureFont(const QString& figure, qreal room) const;

  Theme& m_theme;
  std::vector<KpiItem> m_items;
};

}  // namespace cardinal::ui
