// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/capacity/future_places.h"
#include "ui/theme/theme.h"

class QPainter;

namespace cardinal::ui {

/// Two rows of the node's cards, one per policy: what is held, and where the next pods would go, numbered in order. The
/// row of the policy that is chosen stands out.
class PolicyPictureView : public QWidget {
  Q_OBJECT
 public:
  explicit PolicyPictureView(Theme& theme, QWidget* parent = nullptr);

  /// `cards`: those of the node, by index.
  void setPicture(PolicyPicture picture, std::vector<Card> cards, Placement now);
  void setChosen(Placement chosen);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString titleOf(const FuturePlaces& places) const;
  void updateAccessibleText();
  void paintCard(QPainter& painter, const QRectF& box, std::size_t card, const FuturePlaces& places) const;
  int columns() const;
  int rowHeight() const;

  Theme& m_theme;
  PolicyPicture m_picture;
  std::vector<Card> m_cards;
  Placement m_now = Placement::Binpack;
  Placement m_chosen = Placement::Spread;
};

}  // namespace cardinal::ui
