// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <vector>

namespace cardinal::ui {

/// A row of controls that goes on in a second row where they do not fit one beside the other, so that no button loses
/// its words. Growing items give way first, down to their least width, and share what is left of their row; a stretch
/// parts a row.
class FlowRow : public QLayout {
 public:
  explicit FlowRow(QWidget* parent = nullptr) : QLayout(parent) {}
  ~FlowRow() override;

  void addGrowing(QWidget* widget);
  void addGrowing(QLayout* layout);
  void addStretch();

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
  QSize sizeHint() const override;
  QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  struct Item {
    QLayoutItem* item;
    bool grows;
  };
  /// Items of one row and the room that they leave.
  struct Row {
    std::vector<const Item*> items;
    int height = 0;
    int left = 0;
  };
  static int leastWidth(const Item& one);
  static int growth(const Item& one, int left, int sharers);
  std::vector<Row> rowsFor(int width) const;
  void placeRow(const Row& row, int x, int y) const;
  int arrange(const QRect& rect, bool place) const;

  std::vector<Item> m_items;
};

}  // namespace cardinal::ui
