// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workload/workload_form_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLineEdit>
#include <algorithm>
#include <array>

#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/form_texts.h"
#include "ui/pages/workload/form_lists.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

// Rows that no rule is about.
constexpr int kContainer = 100;
constexpr int kCommand = 101;
constexpr int kArguments = 102;
constexpr int kRole = 103;

constexpr int idOf(FormField field) {
  return static_cast<int>(field);
}
constexpr FormField fieldOf(int id) {
  return static_cast<FormField>(id);
}

constexpr std::array kKinds = {"Deployment", "StatefulSet", "Job", "ReplicaSet", "Pod", "CronJob"};
constexpr int kMaxText = 4096;

/// The text of the form that a row shows as it stands; null for rows that are made of lists.
std::string* textOf(WorkloadForm& form, int id) {
  switch (id) {
    case idOf(FormField::Name):
      return &form.name;
    case idOf(FormField::Namespace):
      return &form.ns;
    case idOf(FormField::Replicas):
      return &form.replicas;
    case idOf(FormField::Completions):
      return &form.completions;
    case idOf(FormField::Image):
      return &form.image;
    case idOf(FormField::CpuRequest):
      return &form.cpuRequest;
    case idOf(FormField::CpuLimit):
      return &form.cpuLimit;
    case idOf(FormField::MemoryRequest):
      return &form.memoryRequest;
    case idOf(FormField::MemoryLimit):
      return &form.memoryLimit;
    case idOf(FormField::GpuMemory):
      return &form.gpuMemory;
    case idOf(FormField::GpuCore):
      return &form.gpuCore;
    case idOf(FormField::Cards):
      return &form.cards;
    default:
      return nullptr;
  }
}

QString lineOf(const WorkloadForm& form, int id) {
  switch (id) {
    case kCommand:
      return commandLine(form.command);
    case kArguments:
      return commandLine(form.args);
    case idOf(FormField::NodeSelector):
      return selectorLine(form.nodeSelector);
    case idOf(FormField::Tolerations):
      return tolerationLine(form.tolerations);
    default:
      return {};
  }
}

/// Entries that were there keep what the line does not show (an operator that is not written).
SharedList<Toleration> keeping(const SharedList<Toleration>& before, SharedList<Toleration> wanted) {
  for (Toleration& one : wanted) {
    const auto same = std::find_if(before.begin(), before.end(), [&one](const Toleration& old) {
      return tolerationLine({old}) == tolerationLine({one});
    });
    if (same != before.end()) one = *same;
  }
  return wanted;
}

/// False where the line cannot be read; the form then stays.
bool setLine(WorkloadForm& form, int id, const QString& line) {
  if (id == kCommand || id == kArguments) {
    const auto words = readCommand(line);
    if (words) (id == kCommand ? form.command : form.args) = *words;
    return words.has_value();
  }
  if (id == idOf(FormField::NodeSelector)) {
    const auto selector = readSelector(line);
    if (selector) form.nodeSelector = *selector;
    return selector.has_value();
  }
  const auto tolerations = readTolerations(line);
  if (tolerations) form.tolerations = keeping(form.tolerations, *tolerations);
  return tolerations.has_value();
}

void fillChoice(QComboBox& combo, const WorkloadFormView::Choice& choice) {
  combo.clear();
  for (const std::string& name : choice.names) combo.addItem(plain(name, 63));
  combo.setCurrentIndex(choice.chosen);
  combo.setEnabled(choice.names.size() > 1);
}

}  // namespace

WorkloadFormView::WorkloadFormView(Theme& theme, QWidget* parent) : QScrollArea(parent), m_theme(theme) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  build();
  retranslate();
}

void WorkloadFormView::build() {
  auto* inside = new QWidget(this);
  m_layout = new QFormLayout(inside);
  m_layout->setContentsMargins(16, 12, 16, 16);
  m_layout->setHorizontalSpacing(12);
  m_layout->setVerticalSpacing(6);
  m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  setWidget(inside);
  addSection(QT_TR_NOOP("Workload"));
  addCombo(idOf(FormField::Kind));
  for (const FormField field : {FormField::Name, FormField::Namespace}) addEdit(idOf(field));
  addCombo(kRole);
  for (const FormField field : {FormField::Replicas, FormField::Completions}) addEdit(idOf(field));
  addSection(QT_TR_NOOP("GPUs"));
  addCombo(idOf(FormField::Gpu));
  for (const FormField field : {FormField::GpuMemory, FormField::GpuCore, FormField::Cards}) addEdit(idOf(field));
  addSection(QT_TR_NOOP("Container"));
  addCombo(kContainer);
  addEdit(idOf(FormField::Image));
  addEdit(kCommand);
  addEdit(kArguments);
  for (const FormField field :
       {FormField::CpuRequest, FormField::CpuLimit, FormField::MemoryRequest, FormField::MemoryLimit})
    addEdit(idOf(field));
  addSection(QT_TR_NOOP("Scheduling constraints"));
  addEdit(idOf(FormField::NodeSelector));
  addEdit(idOf(FormField::Tolerations));
  for (const char* kind : kKinds) m_rows[idOf(FormField::Kind)].combo->addItem(QString::fromLatin1(kind));
  for (int i = 0; i <= static_cast<int>(GpuForm::TopologyCards); ++i)
    m_rows[idOf(FormField::Gpu)].combo->addItem(QString());
}

void WorkloadFormView::addSection(const char* title) {
  auto* head = new SectionHead(m_theme, widget());
  m_layout->addRow(head);
  m_sections.emplace_back(head, title);
}

WorkloadFormView::Row& WorkloadFormView::addRow(int id) {
  Row& row = m_rows[id];
  row.name = new TextLabel(m_theme, TextRole::Small, TextTone::Normal, widget());
  row.whole = new QWidget(widget());
  auto* column = new QVBoxLayout(row.whole);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  row.problem = new TextLabel(m_theme, TextRole::Micro, TextTone::Critical, row.whole);
  row.problem->setWordWrap(true);
  row.problem->hide();
  m_layout->addRow(row.name, row.whole);
  return row;
}

void WorkloadFormView::addEdit(int id) {
  Row& row = addRow(id);
  row.edit = new QLineEdit(row.whole);
  row.edit->setMaxLength(kMaxText);
  auto* column = static_cast<QVBoxLayout*>(row.whole->layout());
  column->addWidget(row.edit);
  column->addWidget(row.problem);
  connect(row.edit, &QLineEdit::textEdited, this, [this, id] { read(id); });
}

void WorkloadFormView::addCombo(int id) {
  Row& row = addRow(id);
  row.combo = new QComboBox(row.whole);
  row.combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  row.combo->setMinimumContentsLength(12);
  auto* column = static_cast<QVBoxLayout*>(row.whole->layout());
  column->addWidget(row.combo);
  column->addWidget(row.problem);
  connect(row.combo, &QComboBox::activated, this, [this, id](int index) {
    if (id == kContainer) return emit containerChosen(index);
    if (id == kRole) return emit roleChosen(index);
    read(id);
  });
}

QLineEdit* WorkloadFormView::editOf(FormField field) const {
  const auto row = m_rows.find(idOf(field));
  return row == m_rows.end() ? nullptr : row->second.edit;
}

void WorkloadFormView::read(int id) {
  if (m_showing) return;
  const Row& row = m_rows[id];
  if (id == idOf(FormField::Kind)) {
    m_form.kind = row.combo->currentText().toStdString();
  } else if (id == idOf(FormField::Gpu)) {
    m_form.gpu = static_cast<GpuForm>(std::max(0, row.combo->currentIndex()));
  } else if (std::string* text = textOf(m_form, id)) {
    *text = row.edit->text().toStdString();
  } else if (!setLine(m_form, id, row.edit->text())) {
    m_unread.insert(id);
    setProblem(id, unreadText(id), false);
    emit unreadChanged();
    return;
  }
  const bool wasUnread = m_unread.erase(id) > 0;
  setProblem(id, {}, false);
  arrange();
  if (wasUnread) emit unreadChanged();
  emit edited(m_form);
}

QString WorkloadFormView::unreadText(int id) const {
  switch (id) {
    case idOf(FormField::NodeSelector):
      return tr("Write key=value, with commas between.");
    case idOf(FormField::Tolerations):
      return tr("Write key=value:NoSchedule or key:NoExecute, with commas between.");
    default:
      return tr("A quote is not closed.");
  }
}

QStringList WorkloadFormView::unread() const {
  QStringList out;
  for (const int id : m_unread) {
    if (isShown(id)) out << labelled(nameOf(id), unreadText(id));
  }
  return out;
}

void WorkloadFormView::showForm(const WorkloadForm& form, const Choice& roles, const Choice& containers) {
  m_showing = true;
  m_form = form;
  m_hasRoles = roles.names.size() > 1;
  fillCombos(roles, containers);
  fillLines();
  arrange();
  m_showing = false;
}

void WorkloadFormView::fillCombos(const Choice& roles, const Choice& containers) {
  QComboBox* kind = m_rows[idOf(FormField::Kind)].combo;
  // Another kind is shown and cannot be changed: what belongs to it would have no place in the new one.
  while (kind->count() > static_cast<int>(kKinds.size())) kind->removeItem(kind->count() - 1);
  if (!m_form.shape.coreKind) kind->addItem(plain(m_form.kind, 63));
  kind->setCurrentIndex(m_form.shape.coreKind ? kind->findText(QString::fromStdString(m_form.kind))
                                              : kind->count() - 1);
  kind->setEnabled(m_form.shape.coreKind);
  m_rows[idOf(FormField::Gpu)].combo->setCurrentIndex(static_cast<int>(m_form.gpu));
  fillChoice(*m_rows[kRole].combo, roles);
  fillChoice(*m_rows[kContainer].combo, containers);
}

bool WorkloadFormView::isShown(int id) const {
  const FormShape& shape = m_form.shape;
  const bool shared = m_form.gpu == GpuForm::SharedMemory || m_form.gpu == GpuForm::SharedMemoryAndCore;
  switch (id) {
    case kRole:
      return m_hasRoles;
    case idOf(FormField::Replicas):
      return !shape.replicas.empty();
    case idOf(FormField::Completions):
      return shape.job;
    case idOf(FormField::GpuMemory):
      return shared;
    case idOf(FormField::GpuCore):
      return m_form.gpu == GpuForm::SharedMemoryAndCore;
    case idOf(FormField::Cards):
      return m_form.gpu != GpuForm::None && (!shared || shape.labels);
    case idOf(FormField::Image):
    case kContainer:
    case kCommand:
    case kArguments:
      return shape.container;
    case idOf(FormField::NodeSelector):
    case idOf(FormField::Tolerations):
      return shape.constraints;
    default:
      return true;
  }
}

/// A field that says the same already keeps its cursor, and what is typed in it.
void WorkloadFormView::fillLines() {
  for (auto& [id, row] : m_rows) {
    if (!row.edit || m_unread.contains(id)) continue;  // what cannot be read stays until it is corrected
    const std::string* text = textOf(m_form, id);
    const QString wanted = text ? QString::fromStdString(*text) : lineOf(m_form, id);
    WorkloadForm typed = m_form;
    const bool saysSo = row.edit->hasFocus() && !text && setLine(typed, id, row.edit->text()) && typed == m_form;
    if (row.edit->text() != wanted && !saysSo) row.edit->setText(wanted);
  }
}

void WorkloadFormView::arrange() {
  const int replicas = idOf(FormField::Replicas);
  m_rows[replicas].name->setText(nameOf(replicas));
  for (auto& [id, row] : m_rows) {
    row.name->setVisible(isShown(id));
    row.whole->setVisible(isShown(id));
  }
}

void WorkloadFormView::setProblem(int id, const QString& words, bool warning) {
  const auto row = m_rows.find(id);
  if (row == m_rows.end()) return;
  // Where nothing is wrong the form of the request says what it means.
  const QString text = words.isEmpty() && id == idOf(FormField::Gpu) ? gpuFormMeaning(m_form.gpu) : words;
  row->second.problem->setTone(words.isEmpty() ? TextTone::Quiet : warning ? TextTone::Warning : TextTone::Critical);
  row->second.problem->setText(text);
  row->second.problem->setVisible(!text.isEmpty());
}

void WorkloadFormView::showRules(const std::vector<RuleBreak>& rules) {
  m_rules = rules;
  std::map<int, std::pair<QStringList, bool>> problems;
  for (const RuleBreak& broken : rules) {
    auto& [words, warning] = problems.try_emplace(idOf(broken.field), QStringList(), true).first->second;
    words += formRuleText(broken);
    warning = warning && broken.warning;
  }
  for (auto& [id, row] : m_rows) {
    const auto found = problems.find(id);
    if (m_unread.contains(id))
      setProblem(id, unreadText(id), false);
    else if (found == problems.end())
      setProblem(id, {}, false);
    else
      setProblem(id, found->second.first.join(u'\n'), found->second.second);
  }
}

void WorkloadFormView::showRefusal(FormField field, const QString& words) {
  setProblem(idOf(field), words, false);
  if (m_rows.contains(idOf(field))) ensureWidgetVisible(m_rows[idOf(field)].whole);
}

QString WorkloadFormView::nameOf(int id) const {
  if (id == kContainer) return tr("Container");
  if (id == kCommand) return tr("Command");
  if (id == kArguments) return tr("Arguments");
  if (id == kRole) return tr("Role");
  const std::string& count = m_form.shape.replicas;
  if (id == idOf(FormField::Replicas) && count == "parallelism") return tr("Parallelism");
  if (id == idOf(FormField::Replicas) && !count.empty() && count != "replicas") return plain(count, 63);
  const QString name = formFieldText(fieldOf(id));
  if (id == idOf(FormField::GpuCore)) return tr("%1 (%)").arg(name);
  if (id != idOf(FormField::GpuMemory) || m_unit == MemoryUnit::Unknown) return name;
  return (m_unit == MemoryUnit::GiB ? tr("%1 (GiB)") : tr("%1 (MiB)")).arg(name);
}

void WorkloadFormView::setUnit(MemoryUnit unit) {
  if (unit == m_unit) return;
  m_unit = unit;
  retranslate();
}

void WorkloadFormView::retranslate() {
  for (auto& [head, title] : m_sections) head->setTitle(tr(title));
  for (auto& [id, row] : m_rows) {
    row.name->setText(nameOf(id));
    (row.edit ? static_cast<QWidget*>(row.edit) : row.combo)->setAccessibleName(nameOf(id));
  }
  for (int i = 0; i <= static_cast<int>(GpuForm::TopologyCards); ++i) {
    m_rows[idOf(FormField::Gpu)].combo->setItemText(i, gpuFormText(static_cast<GpuForm>(i)));
  }
  const std::array examples = {std::pair(idOf(FormField::Cards), "1"), std::pair(idOf(FormField::CpuRequest), "500m"),
                               std::pair(idOf(FormField::CpuLimit), "2"),
                               std::pair(idOf(FormField::MemoryRequest), "4Gi"),
                               std::pair(idOf(FormField::MemoryLimit), "8Gi")};
  for (const auto& [id, example] : examples) m_rows[id].edit->setPlaceholderText(QString::fromLatin1(example));
  m_rows[idOf(FormField::GpuMemory)].edit->setToolTip(tr("In total, over all cards"));
  m_rows[idOf(FormField::NodeSelector)].edit->setPlaceholderText(QStringLiteral("key=value, …"));
  m_rows[idOf(FormField::Tolerations)].edit->setPlaceholderText(QStringLiteral("key=value:NoSchedule, …"));
  showRules(m_rules);
}

void WorkloadFormView::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace cardinal::ui
