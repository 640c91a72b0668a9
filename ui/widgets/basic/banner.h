// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

class QBoxLayout;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// A notice inside a page: glyph, sentence, detail below, one action at the right. Text wraps; plain text only.
class Banner : public QWidget {
  Q_OBJECT
 public:
  explicit Banner(Theme& theme, QWidget* parent = nullptr);

  void setState(StateRole state);
  void setText(const QString& text);
  void setDetail(const QString& detail);    ///< "" hides it
  void setAction(const QString& text);      ///< "" hides the button
  void setSafeAction(const QString& text);  ///< the one that leaves things as they are, before the other and with the
                                            ///< focus; "" hides it
  void setClosable(bool closable);
  void setEdge(bool edge);  ///< 3 px in the state's colour: only for the answer of a page

 signals:
  void actionTriggered();
  void safeActionTriggered();
  void closed();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void dress();
  void arrange();

  Theme& m_theme;
  StateRole m_state = StateRole::Information;
  bool m_edge = false;
  QBoxLayout* m_row;
  TextLabel* m_text;
  TextLabel* m_detail;
  ActionButton* m_safe;
  ActionButton* m_action;
  ActionButton* m_close;
};

}  // namespace cardinal::ui
