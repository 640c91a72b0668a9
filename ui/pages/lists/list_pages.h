// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/tables/table_page.h"

namespace cardinal::ui {

class SharedPools;

/// Every node with GPU cards.
class NodesPage : public TablePage {
  Q_OBJECT
 public:
  NodesPage(const PageContext& context, QWidget* parent = nullptr);

 protected:
  void choose(const QString& key) override;
  void activate(const QString& key) override;
  void fillMenu(QMenu& menu, const QString& key) override;
  void fillMenuOfSeveral(QMenu& menu, const QStringList& keys, const QString& key) override;
  QString selectedKey() const override;
  QString hitsText(int shown, int all) const override;
  QString placeholder() const override;
  QString emptyTitle() const override;
  void retranslate() override;

 private:
  SharedPools* m_pools;
};

/// Every card: the table twin of the map.
class CardsPage : public TablePage {
  Q_OBJECT
 public:
  CardsPage(const PageContext& context, QWidget* parent = nullptr);

 protected:
  void choose(const QString& key) override;
  void activate(const QString& key) override;
  void fillMenu(QMenu& menu, const QString& key) override;
  QString selectedKey() const override;
  QString hitsText(int shown, int all) const override;
  QString placeholder() const override;
  QString emptyTitle() const override;
  void retranslate() override;

 private:
  void showMeasured();

  SharedPools* m_pools;
};

}  // namespace cardinal::ui
