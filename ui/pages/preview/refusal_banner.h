// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "ui/session/page_context.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

class Banner;

/// Above the map: which pod's refusals lie over it, and the way out. Keeps them up to date while the cluster changes.
class RefusalBanner : public QWidget {
  Q_OBJECT
 public:
  RefusalBanner(const PageContext& context, QWidget* parent = nullptr);

  /// `only`: nothing but the nodes of that reason is marked.
  void showPod(const QString& key, std::optional<ReasonCode> only);
  void clear();
  bool isActive() const { return !m_key.isEmpty(); }
  /// What lies over the map; nothing while inactive or not answered yet.
  std::optional<MapPreview> scene() const;
  /// The node to bring into view: the nearest fit, or the first of the reason; empty = none.
  QString firstNode() const;

 signals:
  void changed();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void ask();
  void fill();

  PageContext m_context;
  Banner* m_banner;
  QString m_key;
  std::optional<ReasonCode> m_only;
  bool m_asking = false;
  SnapshotPtr m_on;
  std::optional<AllocationAnswer> m_answer;
};

}  // namespace cardinal::ui
