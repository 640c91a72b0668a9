// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QColor>
#include <QHash>
#include <QIcon>
#include <QPixmap>
#include <QString>
#include <memory>

namespace cardinal::ui {

/// The program's own drawings, tinted by replacing `currentColor` before rendering; pixmaps are cached per name,
/// colour, size and ratio. Spaces and hyphens in a name mean the same ("switch mode" = "switch-mode"). GUI thread only.
class IconStore {
 public:
  IconStore();

  /// `size` in logical px; the pixmap carries `ratio`. An unknown name gives an empty (transparent) pixmap and one
  /// warning.
  QPixmap pixmap(const QString& name, const QColor& colour, int size, qreal ratio);
  /// Names of all drawings, sorted.
  static QStringList names();

 private:
  const QByteArray& source(const QString& name);
  QHash<QString, QByteArray> m_sources;
  QHash<QString, QPixmap> m_pixmaps;
};

/// An icon that draws itself at the size and ratio asked for; disabled states use `disabled`.
QIcon makeIcon(std::shared_ptr<IconStore> store, const QString& name, const QColor& colour, const QColor& disabled);

}  // namespace cardinal::ui
