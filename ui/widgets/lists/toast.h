// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <functional>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// Short results at the lower right of `host`, at most three; they leave after 5 s, stay while the pointer is on them,
/// errors stay until closed. Above the buttons of a pane (widgets named "paneFooter"), never on them. Plain text.
/// Announced to assistive technology.
class ToastStack : public QWidget {
  Q_OBJECT
 public:
  /// `host` is the widget they lie over; the stack follows its size.
  ToastStack(Theme& theme, QWidget* host);

  void show(StateRole state, const QString& text, const QString& action = QString(),
            std::function<void()> onAction = {});

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();
  /// The lowest place of the stack's lower edge that leaves the buttons of open panes free.
  int lowest() const;
  Theme& m_theme;
};

}  // namespace cardinal::ui
