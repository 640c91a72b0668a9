// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/plan/drain/drain.h"

class QLabel;
class QSpinBox;

namespace cardinal::ui {

class Theme;
class WrappedCheck;

/// What an eviction may do, with safe defaults: nothing that loses data or pods for good unless it is ticked.
class PlanOptions : public QWidget {
  Q_OBJECT
 public:
  /// `severalNodes` adds the stop after each node.
  PlanOptions(Theme& theme, bool severalNodes, QWidget* parent = nullptr);

  DrainPolicy policy() const;
  bool stopsAfterEach() const;
  void retranslate();

 signals:
  void changed();  ///< of what is evicted: the plan must be made anew
  void stopsChanged(bool);

 private:
  WrappedCheck* m_localData;
  WrappedCheck* m_bare;
  WrappedCheck* m_stopAfterEach;
  QLabel* m_graceName;
  QSpinBox* m_grace;
  QLabel* m_timeoutName;
  QSpinBox* m_timeout;
};

}  // namespace cardinal::ui
