// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <algorithm>

#include "core/service/source/source.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// The colour that says what kind of source it is; names and words say it too.
inline QColor sourceColour(const Tokens& tokens, SourceKind kind) {
  return kind == SourceKind::Live ? tokens.accent : kind == SourceKind::Demo ? tokens.planned : tokens.unknown;
}

/// The cluster that is looked at: a strip in the colour of its kind, name, server and user. A click opens the choice of
/// another.
class ContextButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ContextButton(Theme& theme, QWidget* parent = nullptr);
  void setSource(SourceKind kind, const QString& name, const QString& facts);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {std::min(sizeHint().width(), 240), sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  Theme& m_theme;
  SourceKind m_kind = SourceKind::Demo;
  QString m_name;
  QString m_facts;
};

}  // namespace cardinal::ui
