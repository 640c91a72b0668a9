// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

class QPainter;

namespace cardinal::ui {

/// Head of a section in a pane: title 12/600 at the left, words or a count at the right.
class SectionHead : public QWidget {
  Q_OBJECT
 public:
  explicit SectionHead(Theme& theme, QWidget* parent = nullptr);

  /// A key of colours after the title.
  struct Owner {
    QString letter;
    QString name;
    int category = -1;  ///< place in Tokens::categories
  };
  void setTitle(const QString& title);
  void setCount(const QString& count);        ///< a plain badge after the title; "" = none
  void setNote(const QString& note);          ///< at the right edge
  void setOwners(std::vector<Owner> owners);  ///< those that find no room are left out

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& m_theme;
  qreal paintOwners(QPainter& painter, qreal x, qreal right) const;

  QString m_title, m_count, m_note;
  std::vector<Owner> m_owners;
};

}  // namespace cardinal::ui
