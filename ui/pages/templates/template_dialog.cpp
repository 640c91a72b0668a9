// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/templates/template_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/pages/common/narrow_box.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/session/preview/preview_workload.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {
using Form = WorkloadTemplate::Form;
constexpr int kShapeLetters = 44;  // else it stands in a row of its own
}  // namespace

TemplateDialog::TemplateDialog(const PageContext& context, const WorkloadTemplate& start, bool isNew, QWidget* parent)
    : DialogFrame(context.theme, isNew ? tr("New template") : tr("Edit template"), 480, parent),
      m_context(context),
      m_form(new QFormLayout) {
  build(start, isNew);
  check();
}

void TemplateDialog::build(const WorkloadTemplate& start, bool isNew) {
  m_form->setSpacing(8);
  m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body()->addLayout(m_form);

  const auto number = [this](int from, int to, int value, const QString& suffix) {
    auto* box = new QSpinBox(this);
    box->setRange(from, to);
    box->setValue(value);
    box->setSuffix(suffix);
    connect(box, &QSpinBox::valueChanged, this, &TemplateDialog::check);
    return box;
  };
  const auto text = [this](const std::string& value) {
    auto* field = new QLineEdit(QString::fromStdString(value), this);
    field->setMaxLength(253);
    connect(field, &QLineEdit::textChanged, this, &TemplateDialog::check);
    return field;
  };
  m_name = text(start.name);
  m_namespace = text(start.ns);
  m_image = text(start.image);
  m_limits = text(limitsText(start.limits));
  m_limits->setMaxLength(1000);
  m_limits->setPlaceholderText(QStringLiteral("nvidia.com/gpu: 1, nvidia.com/gpumem: 3072"));
  m_scheduler = text(start.scheduler);
  m_scheduler->setPlaceholderText(QStringLiteral("default-scheduler"));
  m_kind = new QComboBox(this);
  m_kind->addItems(
      {QStringLiteral("Deployment"), QStringLiteral("StatefulSet"), QStringLiteral("Job"), QStringLiteral("Pod")});
  m_kind->setCurrentText(QString::fromStdString(start.kind));
  m_shape = new QComboBox(this);
  letNarrow(*m_shape);
  m_shape->setMinimumContentsLength(kShapeLetters);
  m_shape->addItem(tr("GPU memory of shared cards (aliyun.com/gpu-mem)"));
  m_shape->addItem(tr("GPU memory and core (… and aliyun.com/gpu-core.percentage)"));
  m_shape->addItem(tr("Whole cards (nvidia.com/gpu)"));
  m_shape->addItem(tr("Whole cards by topology (aliyun.com/gpu)"));
  m_shape->addItem(tr("Resources by name (HAMi, Volcano, MIG, …)"));
  m_shape->addItem(tr("Written as YAML (PyTorchJob, RayCluster, any kind)"));
  m_shape->setCurrentIndex(static_cast<int>(start.form));
  const MemoryUnit unit = m_context.bridge.snapshot()->counts.commonUnit();
  m_memory = number(1, 1'000'000, static_cast<int>(std::clamp<std::int64_t>(start.memory, 1, 1'000'000)),
                    unit == MemoryUnit::GiB ? QStringLiteral(" GiB") : tr(" units"));
  m_core = number(0, 10'000, start.core, QStringLiteral(" %"));
  m_core->setSingleStep(5);
  m_cards = number(1, 64, start.cards, QString());
  m_replicas = number(1, 100'000, start.replicas, QString());
  m_manifest = new QPlainTextEdit(QString::fromStdString(start.manifest), this);
  m_manifest->setObjectName(QStringLiteral("templateYaml"));
  m_manifest->setAccessibleName(tr("YAML of the template"));
  m_manifest->setFont(m_context.theme.font(TextRole::Mono));
  m_manifest->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_manifest->setTabChangesFocus(true);
  m_manifest->setMinimumHeight(280);
  addRows();
  body()->addWidget(m_manifest, 1);
  connect(m_manifest, &QPlainTextEdit::textChanged, this, &TemplateDialog::check);
  connect(m_shape, &QComboBox::currentIndexChanged, this, &TemplateDialog::check);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &TemplateDialog::check);

  m_verdict = new Banner(m_context.theme, this);
  body()->addWidget(m_verdict);
  addButton(tr("Cancel"));
  m_save = addButton(isNew ? tr("Add template") : tr("Save template"), true);
  connect(m_save, &QAbstractButton::clicked, this, &QDialog::accept);
}

void TemplateDialog::addRows() {
  m_form->addRow(tr("Name"), m_name);
  m_form->addRow(tr("Namespace"), m_namespace);
  m_form->addRow(tr("Kind"), m_kind);
  m_form->addRow(tr("Image"), m_image);
  m_form->addRow(tr("Asks for"), m_shape);
  m_form->addRow(tr("Resources"), m_limits);
  m_form->addRow(tr("Scheduler"), m_scheduler);
  m_form->addRow(tr("Memory in total"), m_memory);
  m_form->addRow(tr("Core in total"), m_core);
  m_form->addRow(tr("Cards"), m_cards);
  m_form->addRow(tr("Replicas"), m_replicas);
}

WorkloadTemplate TemplateDialog::workload() const {
  WorkloadTemplate made;
  made.name = m_name->text().trimmed().toStdString();
  made.ns = m_namespace->text().trimmed().toStdString();
  made.kind = m_kind->currentText().toStdString();
  made.image = m_image->text().trimmed().toStdString();
  made.form = static_cast<Form>(std::max(0, m_shape->currentIndex()));
  made.limits = parseLimits(m_limits->text().toStdString()).value_or(std::vector<TemplateLimit>());
  made.scheduler = m_scheduler->text().trimmed().toStdString();
  made.memory = m_memory->value();
  made.core = m_core->value();
  made.cards = m_cards->value();
  made.replicas = m_kind->currentText() == u"Pod" ? 1 : m_replicas->value();
  if (made.form == Form::Manifest) made.manifest = m_manifest->toPlainText().toStdString();
  return made;
}

/// The fields that the shape has; one that is written begins with what the form asked for.
void TemplateDialog::showFields() {
  WorkloadTemplate made = workload();
  const bool written = made.form == Form::Manifest;
  if (written && m_manifest->toPlainText().isEmpty()) {
    made.form = m_lastForm;
    const QSignalBlocker quiet(m_manifest);
    m_manifest->setPlainText(QString::fromStdString(toYaml(made)));
  }
  if (!written) m_lastForm = made.form;
  for (QWidget* field : std::initializer_list<QWidget*>{m_namespace, m_kind, m_image, m_limits, m_scheduler, m_memory,
                                                        m_core, m_cards, m_replicas}) {
    m_form->setRowVisible(field, !written);
  }
  m_manifest->setVisible(written);
}

QString TemplateDialog::problemOf(const WorkloadTemplate& made) const {
  if (made.name.empty()) return tr("The template needs a name");
  if (made.form == Form::Limits && made.limits.empty())
    return tr("Write each resource once, with a whole amount: “nvidia.com/gpu: 1, nvidia.com/gpumem: 3072”");
  const std::string yaml = toYaml(made);
  const Result<PreviewWorkload> read =
      readPreviewWorkload(QByteArray::fromStdString(yaml), QString::fromStdString(made.name), false);
  if (!read) return errorText(read.error());
  return fileFaults(*read).value(0);
}

void TemplateDialog::check() {
  if (!m_save) return;
  showFields();
  const WorkloadTemplate made = workload();
  const bool shared = made.form == Form::SharedMemory || made.form == Form::SharedMemoryAndCore;
  m_memory->setEnabled(shared);
  m_core->setEnabled(made.form == Form::SharedMemoryAndCore);
  m_limits->setEnabled(made.form == Form::Limits);
  m_cards->setEnabled(made.form != Form::Limits);
  m_replicas->setEnabled(made.kind != "Pod");
  const QString problem = problemOf(made);
  m_verdict->setState(problem.isEmpty() ? StateRole::Ok : StateRole::Critical);
  m_verdict->setText(
      problem.isEmpty()
          ? tr("Asks for %1").arg(templateRequestText(made, m_context.bridge.snapshot()->counts.commonUnit()))
          : problem);
  m_save->setRefusal(problem);
}

}  // namespace cardinal::ui
