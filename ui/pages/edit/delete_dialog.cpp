// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/delete_dialog.h"

#include <QBoxLayout>
#include <algorithm>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/session/rights/write_refusal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kListed = 12;

QString commandFor(const CreatedRef& object) {
  const QString place = object.key.ns.empty() ? QString() : QString(QStringLiteral(" -n ") + plain(object.key.ns));
  return QStringLiteral("kubectl delete ") + plain(object.kind, 63) + u' ' + plain(object.key.name) + place;
}

}  // namespace

QString deleteRefusal(const Rights& rights, const std::vector<CreatedRef>& objects) {
  for (const CreatedRef& object : objects) {
    const auto feature = deleteFeature(object.kind);
    if (!feature) continue;
    if (QString refusal = rightsRefusal(rights, *feature, object.key.ns); !refusal.isEmpty()) return refusal;
  }
  return {};
}

DeleteDialog::DeleteDialog(const PageContext& context, ChangeController& changes, std::vector<CreatedRef> objects,
                           QWidget* parent)
    : DialogFrame(context.theme,
                  tr("Delete %n object(s) that were submitted to %1?", nullptr, static_cast<int>(objects.size()))
                      .arg(plain(context.bridge.info().name, 80)),
                  560, parent),
      m_context(context),
      m_changes(changes),
      m_objects(std::move(objects)) {
  build();
  connect(&context.bridge.writeLock(), &WriteLock::changed, this, &DeleteDialog::followLock);
  followLock();
}

void DeleteDialog::build() {
  auto* list = new KeyValueList(theme(), this);
  std::vector<KeyValueRow> rows;
  std::vector<CodeBox::Line> commands;
  for (std::size_t i = 0; i < std::min(m_objects.size(), kListed); ++i) {
    const CreatedRef& object = m_objects[i];
    const QString ns = object.key.ns.empty() ? QString() : QString(plain(object.key.ns) + u'/');
    rows.push_back(fact(plain(object.kind, 63), ns + plain(object.key.name)));
    commands.push_back({commandFor(object), TextTone::Strong});
  }
  const int more = static_cast<int>(m_objects.size() - std::min(m_objects.size(), kListed));
  if (more > 0) rows.push_back(fact(QString(), tr("and %n more", nullptr, more)));
  list->setKeyWidth(128);
  list->setRows(std::move(rows));
  body()->addWidget(list);
  m_verdict = new Banner(theme(), this);
  m_verdict->setState(StateRole::Warning);
  m_verdict->setText(
      tr("Their pods are terminated and their work is lost. An object of the same name that someone else created since "
         "is kept."));
  body()->addWidget(m_verdict);
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Equivalent commands"));
  auto* box = new CodeBox(theme(), this);
  box->setLines(commands);
  body()->addWidget(head);
  body()->addWidget(box);
  if (m_context.bridge.writeLock().isProduction()) {
    m_name = new NameCheck(theme(), QString::fromStdString(m_context.bridge.info().name), this);
    body()->addWidget(m_name);
    connect(m_name, &NameCheck::changed, this, &DeleteDialog::followLock);
  }
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_delete = addButton(tr("Delete %n object(s)", nullptr, static_cast<int>(m_objects.size())), true);
  connect(m_delete, &QAbstractButton::clicked, this, &DeleteDialog::send);
}

void DeleteDialog::followLock() {
  const bool untyped = m_name != nullptr && !m_name->isTyped();
  const QString missing = deleteRefusal(m_context.bridge.connection().rights, m_objects);
  const QString closed = writeRefusal(m_context.bridge);
  m_delete->setRefusal(!closed.isEmpty()    ? closed
                       : !missing.isEmpty() ? missing
                       : untyped            ? tr("Type the name of the context first")
                                            : QString());
}

void DeleteDialog::send() {
  m_delete->setBusy(true);
  m_changes.remove(this, m_objects, [this](const ChangeOutcome& outcome) { take(outcome); });
}

void DeleteDialog::take(const ChangeOutcome& outcome) {
  m_delete->setBusy(false);
  for (const CreatedRef& gone : outcome.removed)
    m_objects.erase(std::remove(m_objects.begin(), m_objects.end(), gone), m_objects.end());
  if (outcome.isDone()) {
    m_context.selection.showMessage(StateRole::Ok,
                                    tr("%n object(s) were deleted", nullptr, static_cast<int>(outcome.removed.size())));
    emit deleted();
    return accept();
  }
  QStringList details;
  if (!outcome.removed.empty())
    details << tr("%n object(s) were deleted before the error", nullptr, static_cast<int>(outcome.removed.size()));
  if (outcome.error && !outcome.error->detail.empty())
    details << tr("The server says: %1").arg(plain(outcome.error->detail, 400));
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(outcome.error ? errorText(*outcome.error) : tr("Nothing was deleted"));
  m_verdict->setDetail(details.join(u'\n'));
  m_delete->setRefusal(tr("Rejected by the server"));
}

}  // namespace cardinal::ui
