// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFocusFrame>
#include <QObject>
#include <QPointer>

class QApplication;

namespace cardinal::ui {

/// Shows the 2 px focus ring 1 px outside of the control that the keyboard has reached, and of the focused button of a
/// dialog however it was reached. Fields, tables and the map show
/// their focus themselves. One object per application.
class FocusRing : public QObject {
  Q_OBJECT
 public:
  explicit FocusRing(QApplication& application);
  ~FocusRing() override;

 private:
  void follow(QWidget* widget);
  QPointer<QFocusFrame> m_frame;
};

}  // namespace cardinal::ui
