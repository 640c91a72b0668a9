// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/preview_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QSpinBox>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/narrow_box.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {
constexpr qint64 kManifestLimit = 4LL * 1024 * 1024;
}

Result<QByteArray> readManifestFile(const QString& path) {
  QFile file(path);
  const std::string name = path.toStdString();
  if (!file.exists()) return unexpected(makeError(ErrorCode::FileMissing, name));
  if (file.size() > kManifestLimit) return unexpected(makeError(ErrorCode::LimitExceeded, name, {}, "4 MiB"));
  if (!file.open(QIODevice::ReadOnly)) {
    return unexpected(makeError(ErrorCode::FileUnreadable, name, {}, file.errorString().toStdString()));
  }
  return file.read(kManifestLimit);
}

PreviewDialog::PreviewDialog(const PageContext& context, std::vector<WorkloadTemplate> templates, const QString& node,
                             int card, QWidget* parent)
    : DialogFrame(context.theme, tr("Preview placement"), 480, parent),
      m_context(context),
      m_templates(std::move(templates)) {
  build(node, card);
}

void PreviewDialog::build(const QString& node, int card) {
  auto* words = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  words->setText(tr("Shows where a workload would be placed. Nothing is sent to the cluster."));
  words->setWordWrap(true);
  body()->addWidget(words);
  auto* form = new QFormLayout;
  form->setSpacing(8);
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body()->addLayout(form);
  m_workload = new QComboBox(this);
  const MemoryUnit unit = m_context.bridge.snapshot()->counts.commonUnit();
  for (const WorkloadTemplate& one : m_templates) {
    m_workload->addItem(plain(one.name, 60) + QStringLiteral(" · ") + templateRequestText(one, unit));
  }
  m_workload->addItem(tr("YAML file…"));
  letNarrow(*m_workload);
  form->addRow(tr("Workload"), m_workload);
  m_node = new QComboBox(this);
  m_node->setEditable(true);
  m_node->setInsertPolicy(QComboBox::NoInsert);
  m_node->addItem(tr("whole cluster"));
  for (const NodePtr& one : m_context.bridge.snapshot()->nodes) {
    if (!one->cards.empty()) m_node->addItem(plain(one->name), QString::fromStdString(one->name));
  }
  m_node->completer()->setFilterMode(Qt::MatchContains);
  m_node->completer()->setCompletionMode(QCompleter::PopupCompletion);
  const int at = m_node->findData(node);
  m_node->setCurrentIndex(node.isEmpty() || at < 0 ? 0 : at);
  letNarrow(*m_node);
  form->addRow(tr("Aim at"), m_node);
  m_card = new QSpinBox(this);
  m_card->setRange(-1, 1023);
  m_card->setSpecialValueText(tr("any card"));
  m_card->setValue(card);
  form->addRow(tr("Card"), m_card);
  m_error = new Banner(theme(), this);
  m_error->setState(StateRole::Critical);
  m_error->hide();
  body()->addWidget(m_error);
  addButton(tr("Cancel"));
  ActionButton* go = addButton(tr("Preview"), true);
  go->setIconName(QStringLiteral("preview"));
  offerReturn(*go);
  m_workload->setFocus();
  connect(go, &QAbstractButton::clicked, this, &PreviewDialog::start);
  connect(m_workload, &QComboBox::activated, this, [this](int index) {
    if (index == static_cast<int>(m_templates.size())) chooseFile();
  });
}

void PreviewDialog::chooseFile() {
  auto* dialog =
      new QFileDialog(this, tr("Choose a YAML file"), QString(), tr("Manifests (*.yaml *.yml *.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    m_file = path;
    m_workload->setItemText(static_cast<int>(m_templates.size()), plain(QFileInfo(path).fileName().toStdString(), 60));
  });
  dialog->open();
}

void PreviewDialog::start() {
  PreviewAim aim;
  const QString typed = m_node->currentText().trimmed();
  const int known = m_node->findText(typed);
  aim.node = known > 0 ? m_node->itemData(known).toString() : known == 0 ? QString() : typed;
  aim.card = aim.node.isEmpty() ? -1 : m_card->value();
  const auto show = [this](const Error& error) {
    m_error->setText(errorText(error));
    m_error->show();
  };
  if (!aim.node.isEmpty() && !m_context.bridge.snapshot()->findNode(aim.node.toStdString())) {
    show(makeError(ErrorCode::NotFound, aim.node.toStdString(), m_context.bridge.info().name));
    return;
  }
  const auto index = static_cast<std::size_t>(std::max(0, m_workload->currentIndex()));
  if (index >= m_templates.size() && m_file.isEmpty()) {
    chooseFile();
    return;
  }
  const auto start = [&]() -> Result<void> {
    if (index < m_templates.size()) return m_context.preview.start(m_templates[index], aim);
    const Result<QByteArray> text = readManifestFile(m_file);
    if (!text) return unexpected(text.error());
    return m_context.preview.start(*text, QFileInfo(m_file).fileName(), aim);
  };
  if (const Result<void> started = start(); !started) {
    show(started.error());
    return;
  }
  m_context.selection.go(QStringLiteral("map"));
  accept();
}

}  // namespace cardinal::ui
