// SPDX-License-Identifier: Apache-2.0
#include "ui/session/watch_center.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/i18n/metrics/watch_texts.h"

namespace cardinal::ui {

namespace {

constexpr UnixSeconds kHour = 3600;
constexpr std::size_t kMaxNotified = 4;

const QString& rulesKey() {
  static const QString key = QStringLiteral("watches/rules");
  return key;
}

}  // namespace

WatchCenter::WatchCenter(SnapshotBridge& bridge, WindowSettings settings, DesktopNotices& notices, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_settings(std::move(settings)),
      m_notices(notices),
      m_book(readWatchRules(m_settings.bytes(rulesKey()).toStdString())) {
  connect(&bridge, &SnapshotBridge::useChanged, this, &WatchCenter::look);
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &WatchCenter::lookAtCluster);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_book.clear();
    m_pastRequested = false;
    emit changed();
  });
  connect(&notices, &DesktopNotices::shown, this, [this] {
    m_refusal.clear();
    emit rulesChanged();
  });
  connect(&notices, &DesktopNotices::failed, this, [this](const QString& reason) {
    m_refusal = reason;
    emit rulesChanged();
  });
  connect(&m_settings.news(), &SettingsNews::changed, this, [this](const QString& key) {
    if (key == rulesKey()) readRules();
  });
  if (!bridge.isOpen()) return;
  look();
  lookAtCluster();
}

void WatchCenter::setRule(const WatchRule& rule) {
  std::vector<WatchRule> rules = m_book.rules();
  for (WatchRule& one : rules) {
    if (one.kind == rule.kind) one = rule;
  }
  m_settings.setBytes(rulesKey(), QByteArray::fromStdString(writeWatchRules(rules)));
}

void WatchCenter::readRules() {
  std::vector<WatchRule> rules = readWatchRules(m_settings.bytes(rulesKey()).toStdString());
  constexpr auto kIdle = static_cast<std::size_t>(WatchKind::Idle);
  if (!(rules[kIdle] == m_book.rules()[kIdle])) m_pastRequested = false;
  m_book.setRules(std::move(rules));
  emit rulesChanged();
  emit changed();
}

void WatchCenter::look() {
  const UsePtr use = m_bridge.use();
  std::vector<WatchEvent> began = m_book.update(*m_bridge.snapshot(), *use, m_bridge.now());
  // time alone makes a node one that has been down for long
  for (WatchEvent& event : m_book.updateCluster(*m_bridge.snapshot(), m_bridge.now()))
    began.push_back(std::move(event));
  if (use->state.phase == MetricsPhase::Live && use->measured > 0) askThePast();
  emit changed();
  notify(began);
}

void WatchCenter::lookAtCluster() {
  const std::size_t before = m_book.active();
  const std::vector<WatchEvent> began = m_book.updateCluster(*m_bridge.snapshot(), m_bridge.now());
  if (began.empty() && m_book.active() == before) return;
  emit changed();
  notify(began);
}

/// A card that idles for hours already need not be watched for as long again.
void WatchCenter::askThePast() {
  const WatchRule& idle = m_book.rules()[static_cast<std::size_t>(WatchKind::Idle)];
  if (m_pastRequested || !idle.on) return;
  m_pastRequested = true;
  m_bridge.past(this, static_cast<UnixSeconds>(idle.limit) * kHour, [this](const Result<ClusterPast>& past) {
    if (!past) return;
    m_book.learnIdle(*past, *m_bridge.snapshot(), *m_bridge.use());
    emit changed();
  });
}

void WatchCenter::notify(const std::vector<WatchEvent>& events) {
  QStringList lines;
  std::size_t wanted = 0;
  for (const WatchEvent& event : events) {
    if (!m_book.rules()[static_cast<std::size_t>(event.kind)].notify) continue;
    if (++wanted <= kMaxNotified) lines += watchEventText(event);
  }
  if (wanted == 0) return;
  if (wanted > kMaxNotified) lines += QString(u'…');
  m_notices.show(watchNoticeTitle(static_cast<int>(wanted)), lines.join(u'\n'));
}

}  // namespace cardinal::ui
