// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/write_lock.h"

#include <utility>

namespace cardinal::ui {

namespace {

const QString kUnlocked = QStringLiteral("/unlocked");
const QString kProduction = QStringLiteral("/production");
const QByteArray kYes = QByteArrayLiteral("yes");

/// Several files may hold a context of one name: the server distinguishes them. No character that settings files give a
/// meaning to.
QString placeOf(const SourceInfo& source) {
  const QByteArray name = QByteArray::fromStdString(source.name + "@" + source.server);
  return QStringLiteral("contexts/") + QString::fromLatin1(name.toPercentEncoding());
}

}  // namespace

void WriteLock::setMemory(Recall recall, Keep keep) {
  m_recall = std::move(recall);
  m_keep = std::move(keep);
  follow(m_source);
}

void WriteLock::follow(const SourceInfo& source) {
  m_source = source;
  m_place = placeOf(source);
  const QList<QByteArray> tests = recall(QStringLiteral("safety/testServers")).split(',');
  const bool test = !source.server.empty() && tests.contains(QByteArray::fromStdString(source.server));
  m_lockable = source.kind == SourceKind::Live && source.writable && !test;
  m_production = recall(m_place + kProduction) == kYes;
  m_locked = m_production || recall(m_place + kUnlocked) != kYes;
  emit changed();
}

void WriteLock::unlock() {
  if (!m_lockable || !m_locked) return;
  m_locked = false;
  if (!m_production) keep(m_place + kUnlocked, kYes);
  emit changed();
}

void WriteLock::lock() {
  if (!m_lockable || m_locked) return;
  m_locked = true;
  keep(m_place + kUnlocked, {});
  emit changed();
}

void WriteLock::setProduction(bool production) {
  if (!m_lockable || m_production == production) return;
  m_production = production;
  keep(m_place + kProduction, production ? kYes : QByteArray());
  // The mark itself grants nothing: a context that gets it is locked, one that loses it stays as it is.
  if (production) {
    m_locked = true;
    keep(m_place + kUnlocked, {});
  }
  emit changed();
}

void WriteLock::noteChange() {
  if (isProduction()) lock();
}

}  // namespace cardinal::ui
