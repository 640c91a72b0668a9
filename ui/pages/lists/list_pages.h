// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/common/tables/table_page.h"

namespace cardinal::ui {

class SharedPools;

/// A table of nodes or cards, above it what pools share.
class DevicesPage : public TablePage {
  Q_OBJECT
 public:
  DevicesPage(const PageContext& context, SnapshotTable* model, const QString& id, const QStringList& spared,
              QWidget* parent);

 protected:
  void retranslate() override;

 private:
  void showPools();

  SharedPools* m_pools;
};

/// Every node with GPU cards.
class NodesPage : public DevicesPage {
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
};

/// Every card: the table twin of the map.
class CardsPage : public DevicesPage {
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

 private:
  void showMeasured();
};

}  // namespace cardinal::ui
