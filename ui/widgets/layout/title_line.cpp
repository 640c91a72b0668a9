// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/layout/title_line.h"

#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

TitleLine::TitleLine(Theme& theme, QWidget* page)
    : m_title(new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, page)),
      m_note(new TextLabel(theme, TextRole::Small, TextTone::Quiet, page)) {
  setContentsMargins(16, 10, 16, 6);
  setSpacing(12);
  m_note->setElide(Qt::ElideRight);
  addWidget(m_title);
  addWidget(m_note, 1);
}

void TitleLine::setTitle(const QString& text) {
  m_title->setText(text);
}

void TitleLine::setNote(const QString& text) {
  m_note->setText(text);
}

}  // namespace cardinal::ui
