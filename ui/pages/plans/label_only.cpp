// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/label_only.h"

#include <QBoxLayout>
#include <QLineEdit>

#include "ui/i18n/plain.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

LabelOnly::LabelOnly(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_head(new SectionHead(theme, this)),
      m_risk(new TextLabel(theme, TextRole::Small, TextTone::Warning, this)),
      m_name(new QLineEdit(this)),
      m_apply(new ActionButton(theme, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_risk->setWordWrap(true);
  m_name->setObjectName(QStringLiteral("labelOnlyName"));
  m_apply->setObjectName(QStringLiteral("labelOnly"));
  m_apply->setAutoDefault(false);
  layout->addWidget(m_head);
  layout->addWidget(m_risk);
  layout->addWidget(m_name);
  layout->addWidget(m_apply, 0, Qt::AlignLeft);
  connect(m_name, &QLineEdit::textChanged, this, &LabelOnly::arrange);
  connect(m_apply, &QAbstractButton::clicked, this, &LabelOnly::confirmed);
  retranslate();
}

void LabelOnly::setNode(const QString& word, int pods) {
  m_word = word;
  m_pods = pods;
  retranslate();
}

void LabelOnly::setBusy(bool busy) {
  m_busy = busy;
  m_apply->setBusy(busy);
  arrange();
}

void LabelOnly::arrange() {
  const bool typed = !m_word.isEmpty() && m_name->text() == m_word;
  m_apply->setRefusal(m_busy ? tr("The server is working on it") : typed ? QString() : tr("Type the name first"));
}

void LabelOnly::retranslate() {
  m_head->setTitle(tr("Change the label only, immediately"));
  m_head->setCount(tr("advanced"));
  m_risk->setText(
      m_pods > 0
          ? tr("%n GPU pod(s) would stay outside the scheduler's ledger: cards may be overbooked. Nothing is "
               "cordoned, evicted or verified.",
               nullptr, m_pods)
          : tr("Nothing is cordoned or verified. A GPU pod that starts meanwhile is outside the scheduler's ledger, "
               "and its card may be overbooked."));
  const QString ask = tr("Type %1").arg(plain(m_word.toStdString(), 80));
  m_name->setPlaceholderText(ask);
  m_name->setAccessibleName(ask);
  m_apply->setText(tr("Set the label only"));
  arrange();
}

}  // namespace cardinal::ui
