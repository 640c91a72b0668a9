// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <functional>

#include "core/service/source/source.h"

namespace cardinal::ui {

/// The read-only lock of the context that is looked at. On for every context that was never unlocked; unlocking is
/// remembered, except for contexts that the user marked as production: these lock again after each change and at every
/// start. Demo clusters have no lock, and neither have clusters that the settings name as test clusters (key
/// `safety/testServers`, "host:port" separated by commas; the tests write it into their own settings file). GUI thread
/// only.
class WriteLock : public QObject {
  Q_OBJECT
 public:
  using Recall = std::function<QByteArray(const QString& key)>;
  using Keep = std::function<void(const QString& key, const QByteArray& value)>;

  explicit WriteLock(QObject* parent = nullptr) : QObject(parent) {}

  /// Where unlocking and the production mark are remembered. Without it nothing outlives the object.
  void setMemory(Recall recall, Keep keep);
  /// The context changed.
  void follow(const SourceInfo& source);

  /// True for contexts that can be locked at all: live clusters that are no test clusters.
  bool isLockable() const { return m_lockable; }
  bool isLocked() const { return m_lockable && m_locked; }
  bool isProduction() const { return m_lockable && m_production; }
  void unlock();
  void lock();
  void setProduction(bool production);
  /// To be called after every change that was sent: production contexts lock again.
  void noteChange();

 signals:
  void changed();

 private:
  QByteArray recall(const QString& key) const { return m_recall ? m_recall(key) : QByteArray(); }
  void keep(const QString& key, const QByteArray& value) const {
    if (m_keep) m_keep(key, value);
  }

  Recall m_recall;
  Keep m_keep;
  SourceInfo m_source;
  QString m_place;  ///< of the context in the settings
  bool m_lockable = false;
  bool m_locked = false;
  bool m_production = false;
};

}  // namespace cardinal::ui
