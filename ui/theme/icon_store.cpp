// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/icon_store.h"

#include <QDir>
#include <QFile>
#include <QIconEngine>
#include <QLoggingCategory>
#include <QPainter>
#include <QSvgRenderer>
#include <cmath>

// Resources of a static library must be asked for by name, outside of any namespace.
static void initIconResources() {
  Q_INIT_RESOURCE(cardinal_icons);
}

namespace cardinal::ui {
namespace {

class TintedIconEngine : public QIconEngine {
 public:
  TintedIconEngine(std::shared_ptr<IconStore> store, QString name, QColor colour, QColor disabled)
      : m_store(std::move(store)), m_name(std::move(name)), m_colour(colour), m_disabled(disabled) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1.0);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
    const int logical = static_cast<int>(std::lround(std::min(size.width(), size.height()) / scale));
    return m_store->pixmap(m_name, mode == QIcon::Disabled ? m_disabled : m_colour, logical, scale);
  }
  QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override {
    const int side = std::min(size.width(), size.height());
    return {side, side};
  }
  bool isNull() override { return false; }
  QIconEngine* clone() const override { return new TintedIconEngine(m_store, m_name, m_colour, m_disabled); }

 private:
  std::shared_ptr<IconStore> m_store;
  QString m_name;
  QColor m_colour;
  QColor m_disabled;
};

QString fileName(QString name) {
  return name.replace(QLatin1Char(' '), QLatin1Char('-'));
}

}  // namespace

IconStore::IconStore() {
  initIconResources();
}

QStringList IconStore::names() {
  initIconResources();
  QStringList names = QDir(QStringLiteral(":/cardinal/icons")).entryList(QDir::Files, QDir::Name);
  for (QString& name : names) name.chop(4);
  return names;
}

const QByteArray& IconStore::source(const QString& name) {
  const auto found = m_sources.constFind(name);
  if (found != m_sources.constEnd()) return *found;
  QFile file(QStringLiteral(":/cardinal/icons/") + name + QStringLiteral(".svg"));
  if (!file.open(QIODevice::ReadOnly)) qWarning("no icon named '%s'", qPrintable(name));
  return *m_sources.insert(name, file.isOpen() ? file.readAll() : QByteArray());
}

QPixmap IconStore::pixmap(const QString& rawName, const QColor& colour, int size, qreal ratio) {
  const QString name = fileName(rawName);
  const QString key = QStringLiteral("%1|%2|%3|%4").arg(name).arg(colour.rgba(), 0, 16).arg(size).arg(ratio);
  const auto found = m_pixmaps.constFind(key);
  if (found != m_pixmaps.constEnd()) return *found;

  const int side = std::max(1, static_cast<int>(std::lround(size * ratio)));
  QPixmap pixmap(side, side);
  pixmap.fill(Qt::transparent);
  QByteArray svg = source(name);
  if (!svg.isEmpty()) {
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, side, side));
  }
  pixmap.setDevicePixelRatio(ratio);
  m_pixmaps.insert(key, pixmap);
  return pixmap;
}

QIcon makeIcon(std::shared_ptr<IconStore> store, const QString& name, const QColor& colour, const QColor& disabled) {
  return QIcon(new TintedIconEngine(std::move(store), name, colour, disabled));
}

}  // namespace cardinal::ui
