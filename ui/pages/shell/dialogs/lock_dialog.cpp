// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/lock_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/name_check.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

QString titleFor(const PageContext& context) {
  const QString name = plain(context.bridge.info().name, 80);
  return context.bridge.writeLock().isLocked() ? LockDialog::tr("Allow changes of %1?").arg(name)
                                               : LockDialog::tr("Lock %1 against changes?").arg(name);
}

}  // namespace

LockDialog::LockDialog(const PageContext& context, QWidget* parent)
    : DialogFrame(context.theme, titleFor(context), 480, parent), m_context(context) {
  build();
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &QDialog::reject);
}

void LockDialog::build() {
  const WriteLock& lock = m_context.bridge.writeLock();
  auto* about = new TextLabel(theme(), TextRole::Body, TextTone::Normal, this);
  about->setWordWrap(true);
  about->setText(lock.isLocked()
                     ? tr("The context is read-only until you unlock it. Every change is still shown and confirmed "
                          "before it is sent, and written into the journal.")
                     : tr("While it is locked, nothing can be changed from this window. Plans that run go on."));
  body()->addWidget(about);
  m_production = new QCheckBox(tr("This is a production context"), this);
  m_production->setChecked(lock.isProduction());
  body()->addWidget(m_production);
  auto* means = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  means->setWordWrap(true);
  means->setText(tr("It is locked again after each change and at every start, and requires one more confirmation."));
  body()->addWidget(means);
  m_name = new NameCheck(theme(), QString::fromStdString(m_context.bridge.info().name), this);
  body()->addWidget(m_name);
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_act = addButton(lock.isLocked() ? tr("Unlock") : tr("Lock"), true);
  connect(m_production, &QCheckBox::toggled, this, &LockDialog::arrange);
  connect(m_name, &NameCheck::changed, this, &LockDialog::arrange);
  connect(m_act, &QAbstractButton::clicked, this, &LockDialog::apply);
  arrange();
}

void LockDialog::arrange() {
  const WriteLock& lock = m_context.bridge.writeLock();
  // Taking the production mark off is as grave as writing there.
  const bool typed =
      (lock.isLocked() && m_production->isChecked()) || (lock.isProduction() && !m_production->isChecked());
  m_name->setVisible(typed);
  m_act->setRefusal(!typed || m_name->isTyped() ? QString() : tr("Type the name of the context first"));
}

void LockDialog::apply() {
  WriteLock& lock = m_context.bridge.writeLock();
  const bool open = lock.isLocked();
  lock.setProduction(m_production->isChecked());
  if (open) {
    lock.unlock();
  } else {
    lock.lock();
  }
  accept();
}

}  // namespace cardinal::ui
