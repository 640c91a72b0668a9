// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/namespaces_dialog.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QUrl>

#include "core/service/rights/visible_namespaces.h"
#include "ui/i18n/plain.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {

constexpr int kWidth = 520;
constexpr int kLongest = 4096;

QString keyOf(const SourceInfo& cluster) {
  const QString name = QString::fromStdString(cluster.name + "@" + cluster.server);
  return QStringLiteral("namespaces/") + QString::fromLatin1(QUrl::toPercentEncoding(name));
}

}  // namespace

QString rememberedNamespaces(const WindowSettings& settings, const SourceInfo& cluster) {
  return settings.text(keyOf(cluster));
}

void rememberNamespaces(WindowSettings& settings, const SourceInfo& cluster, const QString& names) {
  settings.setText(keyOf(cluster), names);
}

NamespacesDialog::NamespacesDialog(Theme& theme, const QString& names, QWidget* parent)
    : DialogFrame(theme, tr("Namespaces to show"), kWidth, parent) {
  auto* about = new TextLabel(theme, TextRole::Body, TextTone::Normal, this);
  about->setWordWrap(true);
  about->setText(
      tr("Only the pods of these namespaces are read, each with its own watch. Leave it empty to read the whole "
         "cluster, or only the context's namespace where that is not permitted."));
  m_names = new QLineEdit(names, this);
  m_names->setMaxLength(kLongest);
  m_names->setPlaceholderText(QStringLiteral("team-a, team-b"));
  m_names->setAccessibleName(tr("Namespaces, separated by commas"));
  m_note = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_note->setWordWrap(true);
  body()->addWidget(about);
  body()->addWidget(m_names);
  body()->addWidget(m_note);
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_use = addButton(tr("Look at these"), true);
  offerReturn(*m_use);
  connect(m_use, &QAbstractButton::clicked, this, [this] {
    const auto typed = namespacesIn(m_names->text().toStdString());
    if (!typed) return;
    QStringList words;
    for (const std::string& name : *typed) words += QString::fromStdString(name);
    emit chosen(words.join(QStringLiteral(", ")));
    accept();
  });
  connect(m_names, &QLineEdit::textChanged, this, &NamespacesDialog::check);
  m_names->setFocus();
  check();
}

void NamespacesDialog::check() {
  const auto names = namespacesIn(m_names->text().toStdString());
  QString refusal;
  if (!names) {
    refusal = names.error().code == ErrorCode::LimitExceeded
                  ? tr("At most %1 namespaces").arg(kMaxNamespaces)
                  : tr("\"%1\" cannot be the name of a namespace: lower-case letters, digits and hyphens, 63 at most")
                        .arg(plain(names.error().detail, 80));
  }
  m_note->setText(refusal);
  m_note->setVisible(!refusal.isEmpty());
  adjustSize();
  m_use->setRefusal(refusal);
}

}  // namespace cardinal::ui
