// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace cardinal::ui {

/// Rests between pieces of work that a cluster which changes all the time would ask for without end: after work that
/// took a time, a rest of so many times that time. GUI thread only.
class WorkPacer : public QObject {
  Q_OBJECT
 public:
  /// With 4 the work takes a fifth of a core at most, with 9 a tenth.
  explicit WorkPacer(int restPerWork, QObject* parent = nullptr);

  void begin() { m_took.start(); }
  /// The work that began last has ended: the rest begins.
  void end();
  /// A rest of another length.
  void restFor(int ms) { m_rest.start(ms); }
  bool isResting() const { return m_rest.isActive(); }
  /// No rest: what comes next is new.
  void stop() { m_rest.stop(); }

 signals:
  void rested();

 private:
  int m_restPerWork;
  QElapsedTimer m_took;
  QTimer m_rest;
};

}  // namespace cardinal::ui
