// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/metrics/watch_texts.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr double kFull = 100.0;

class WatchTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::WatchTexts)

 public:
  static QString kind(WatchKind kind);
  static QString rule(WatchKind kind);
  static QString unit(WatchKind kind);
  static QString value(const WatchEvent& event);
  static QString place(const WatchEvent& event);
  static QString line(const WatchEvent& event) {
    if (event.kind == WatchKind::CardUnhealthy) return labelled(place(event), kind(event.kind));
    return tr("%1: %2 (%3)", "place, what, value").arg(place(event), kind(event.kind), value(event));
  }
  static QString title(int events) { return tr("%n alert(s)", nullptr, events); }
};

QString WatchTexts::kind(WatchKind kind) {
  switch (kind) {
    case WatchKind::Temperature:
      return tr("High temperature");
    case WatchKind::Xid:
      return tr("XID error");
    case WatchKind::Memory:
      return tr("Memory nearly full");
    case WatchKind::Idle:
      return tr("Allocated and idle");
    case WatchKind::NodeDown:
      return tr("Node not ready");
    case WatchKind::CardUnhealthy:
      return tr("Unhealthy card");
    case WatchKind::NoSamples:
      break;
  }
  return tr("No samples");
}

QString WatchTexts::rule(WatchKind kind) {
  switch (kind) {
    case WatchKind::Temperature:
      return tr("Card temperature above");
    case WatchKind::Xid:
      return tr("A card reports an XID error");
    case WatchKind::Memory:
      return tr("Memory use of a card above");
    case WatchKind::Idle:
      return tr("Allocated card idle for");
    case WatchKind::NodeDown:
      return tr("Node with cards not ready for");
    case WatchKind::CardUnhealthy:
      return tr("A card is unhealthy");
    case WatchKind::NoSamples:
      break;
  }
  return tr("No new samples for");
}

QString WatchTexts::unit(WatchKind kind) {
  switch (kind) {
    case WatchKind::Temperature:
      return QStringLiteral(" °C");
    case WatchKind::Memory:
      return QStringLiteral(" %");
    case WatchKind::Idle:
      return tr(" h", "hours, behind a number");
    case WatchKind::NoSamples:
    case WatchKind::NodeDown:
      return tr(" min", "minutes, behind a number");
    case WatchKind::Xid:
    case WatchKind::CardUnhealthy:
      break;
  }
  return {};
}

QString WatchTexts::value(const WatchEvent& event) {
  switch (event.kind) {
    case WatchKind::Temperature:
      return celsius(event.value);
    case WatchKind::Xid:
      return QStringLiteral("XID ") + QString::number(static_cast<int>(event.value));
    case WatchKind::Memory:
      return percent(event.value / kFull);
    case WatchKind::Idle:
      return QLocale().toString(event.value, 'f', 1) + unit(event.kind);
    case WatchKind::CardUnhealthy:
      return QString(u'–');
    case WatchKind::NoSamples:
    case WatchKind::NodeDown:
      break;
  }
  return QLocale().toString(event.value, 'f', 0) + unit(event.kind);
}

QString WatchTexts::place(const WatchEvent& event) {
  if (event.card.node.empty()) return tr("All cards");
  const QString node = plain(event.card.node, 120);
  return event.card.card < 0 ? node : node + u'/' + QString::number(event.card.card);
}

}  // namespace

QString watchKindText(WatchKind kind) {
  return WatchTexts::kind(kind);
}
QString watchRuleText(WatchKind kind) {
  return WatchTexts::rule(kind);
}
QString watchUnit(WatchKind kind) {
  return WatchTexts::unit(kind);
}
QString watchValueText(const WatchEvent& event) {
  return WatchTexts::value(event);
}
QString watchPlaceText(const WatchEvent& event) {
  return WatchTexts::place(event);
}
QString watchEventText(const WatchEvent& event) {
  return WatchTexts::line(event);
}
QString watchNoticeTitle(int events) {
  return WatchTexts::title(events);
}

}  // namespace cardinal::ui
