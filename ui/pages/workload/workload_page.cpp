// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workload/workload_page.h"

#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSplitter>
#include <QTimer>
#include <algorithm>

#include "core/manifest/read/read_manifest.h"
#include "core/service/writes/submit_order.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/form_texts.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/workload/workload_form_view.h"
#include "ui/pages/workload/yaml_edit.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/layout/tool_line.h"
#include "ui/widgets/map/drop_payload.h"

namespace cardinal::ui {

namespace {

/// What the server can be asked about: objects of any kind, as long as all of them can be read.
Result<Manifest> sendable(const std::string& text, const std::string& name) {
  Result<Manifest> manifest = readManifest(text, name);
  if (!manifest) return manifest;
  if (manifest->objects.empty()) return unexpected(makeError(ErrorCode::NoPodTemplate, {}, name));
  for (const ManifestObject& object : manifest->objects) {
    if (!object.problems.empty()) return unexpected(object.problems.front());
  }
  manifest->objects = inSubmitOrder(std::move(manifest->objects));
  return manifest;
}

constexpr int kTypingPause = 150;  // ms; nothing says that typing has ended
constexpr int kMaxNamed = 12;
const QString kDraft = QStringLiteral("workload/draft");

}  // namespace

WorkloadPage::WorkloadPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Panel, parent),
      m_context(context),
      m_session("workload"),
      m_pause(new QTimer(this)) {
  build();
  setAcceptDrops(true);
  m_pause->setSingleShot(true);
  m_pause->setInterval(kTypingPause);
  connect(m_pause, &QTimer::timeout, this, &WorkloadPage::follow);
  connect(m_text, &QPlainTextEdit::textChanged, this, &WorkloadPage::textTyped);
  connect(m_form, &WorkloadFormView::edited, this, &WorkloadPage::formEdited);
  connect(m_form, &WorkloadFormView::containerChosen, this, [this](int index) {
    FormTarget target = m_session.target();
    target.container = index;
    m_form->forgetTyped();
    if (m_session.choose(target)) showForm();
  });
  connect(m_form, &WorkloadFormView::roleChosen, this, [this](int index) {
    m_form->forgetTyped();
    if (m_session.chooseRole(index)) showForm();
  });
  connect(m_form, &WorkloadFormView::unreadChanged, this, &WorkloadPage::showVerdict);
  connect(m_verdict, &Banner::actionTriggered, this, [this] { afterForm(m_session.moveCountLabel()); });
  const QByteArray draft = context.settings.bytes(kDraft);
  setYaml(draft.isEmpty() ? QByteArray::fromStdString(toYaml(WorkloadTemplate{})) : draft, {});
  WorkloadPage::retranslate();
}

WorkloadPage::~WorkloadPage() {
  keepDraft();
}

QWidget* WorkloadPage::buildTools() {
  auto* line = new ToolLine(m_context.theme, this);
  QHBoxLayout* tools = &line->tools();
  const auto button = [&](const char* icon) {
    auto* made = new ActionButton(m_context.theme, line);
    made->setIconName(QString::fromLatin1(icon));
    return made;
  };
  m_title = new TextLabel(m_context.theme, TextRole::SmallStrong, TextTone::Strong, line);
  m_title->setElide(Qt::ElideMiddle);
  m_new = button("add");
  m_open = button("file");
  m_save = button("export");
  m_check = button("ok");
  m_preview = button("preview");
  m_preview->setKind(ButtonKind::Primary);
  tools->addWidget(m_new);
  tools->addWidget(m_open);
  tools->addWidget(m_save);
  tools->addWidget(m_title, 1);
  tools->addWidget(m_check);
  tools->addWidget(m_preview);
  connect(m_new, &QAbstractButton::clicked, this, &WorkloadPage::fillMenu);
  connect(m_open, &QAbstractButton::clicked, this, &WorkloadPage::chooseFile);
  connect(m_save, &QAbstractButton::clicked, this, &WorkloadPage::saveText);
  connect(m_check, &QAbstractButton::clicked, this, &WorkloadPage::check);
  connect(m_preview, &QAbstractButton::clicked, this, &WorkloadPage::startPreview);
  return line;
}

void WorkloadPage::build() {
  auto* layout = columnIn(this);
  layout->addWidget(buildTools());
  m_split = new QSplitter(Qt::Horizontal, this);
  m_split->setChildrenCollapsible(false);
  m_split->setHandleWidth(1);
  m_form = new WorkloadFormView(m_context.theme, m_split);
  m_text = new YamlEdit(m_context.theme, m_split);
  m_split->addWidget(m_form);
  m_split->addWidget(m_text);
  m_split->setStretchFactor(0, 2);
  m_split->setStretchFactor(1, 3);
  layout->addWidget(m_split, 1);
  m_verdict = new Banner(m_context.theme, this);
  layout->addWidget(m_verdict);
}

void WorkloadPage::fillMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const char* kind : {"Deployment", "StatefulSet", "Job", "Pod"}) {
    connect(menu->addAction(QString::fromLatin1(kind)), &QAction::triggered, this, [this, kind] {
      WorkloadTemplate made;
      made.kind = kind;
      setYaml(QByteArray::fromStdString(toYaml(made)), {});
    });
  }
  menu->popup(m_new->mapToGlobal(QPoint(0, m_new->height())));
}

void WorkloadPage::setYaml(const QByteArray& yaml, const QString& name) {
  m_name = name;
  m_session.forget();
  m_form->forgetTyped();
  m_text->replaceText(QString::fromUtf8(yaml));
  follow();
}

QByteArray WorkloadPage::yaml() const {
  return m_text->toPlainText().toUtf8();
}

bool WorkloadPage::showKey(const QString& path) {
  return path.isEmpty() || open(path);
}

void WorkloadPage::textTyped() {
  if (!m_fromForm) m_pause->start();
}

/// The form follows the text.
void WorkloadPage::follow() {
  m_pause->stop();
  m_session.setText(yaml().toStdString());
  showForm();
}

void WorkloadPage::formEdited(const WorkloadForm& form) {
  if (m_pause->isActive()) follow();  // what was typed a moment ago counts first
  afterForm(m_session.setForm(form));
}

void WorkloadPage::afterForm(const Result<void>& done) {
  if (!done) {
    showForm();
    m_verdict->setState(StateRole::Critical);
    m_verdict->setText(tr("The form cannot change this in the text."));
    m_verdict->setDetail(errorText(done.error()));
    m_verdict->setAction({});
    return;
  }
  m_fromForm = true;
  m_text->replaceText(QString::fromStdString(m_session.text()));
  m_fromForm = false;
  showForm();
}

void WorkloadPage::showForm() {
  const bool follows = !m_session.obstacle();
  m_form->setEnabled(follows && m_session.form());
  m_form->setUnit(m_context.bridge.snapshot()->counts.commonUnit());
  if (m_session.form()) {
    const FormTarget target = m_session.target();
    m_form->showForm(*m_session.form(), {m_session.roles(), target.role}, {m_session.containers(), target.container});
  }
  m_form->showRules(m_session.rules());
  QList<int> lines;
  for (const RuleBreak& broken : m_session.rules()) lines += broken.line;
  m_text->markLines(lines);
  showVerdict();
}

QStringList WorkloadPage::brokenRules() const {
  QStringList words = m_form->unread();
  for (const RuleBreak& broken : m_session.rules())
    words += labelled(formFieldText(broken.field), formRuleText(broken));
  return words;
}

void WorkloadPage::showBroken(const QStringList& words) {
  QStringList named = words.mid(0, kMaxNamed);
  if (words.size() > kMaxNamed) named << tr("and %n more", nullptr, static_cast<int>(words.size() - kMaxNamed));
  m_verdict->setText(tr("%n rule(s) broken", nullptr, static_cast<int>(words.size())));
  m_verdict->setDetail(named.join(u'\n'));
}

void WorkloadPage::showVerdict() {
  m_verdict->setAction({});
  const auto& obstacle = m_session.obstacle();
  const auto& rules = m_session.rules();
  const bool errors = std::any_of(rules.begin(), rules.end(), [](const RuleBreak& broken) { return !broken.warning; });
  // Texts that the form does not know are still sent as they are.
  const bool unreadable =
      obstacle && (obstacle->code == ErrorCode::ParseFailed || obstacle->code == ErrorCode::LimitExceeded);
  const QStringList unread = m_form->unread();
  const QString refusal = unreadable ? errorText(*obstacle)
                          : unread.isEmpty()
                              ? QString()
                              : tr("What a field of the form says cannot be read: %1").arg(unread.front());
  m_preview->setRefusal(refusal);
  m_check->setRefusal(refusal.isEmpty() && m_checking ? tr("The server is checking") : refusal);
  if (obstacle) {
    m_verdict->setState(unreadable ? StateRole::Critical : StateRole::Information);
    m_verdict->setText(unreadable ? tr("The text cannot be parsed; the form shows the last valid version.")
                                  : tr("This text is edited as text only."));
    return m_verdict->setDetail(errorText(*obstacle));
  }
  if (rules.empty() && unread.isEmpty()) {
    m_verdict->setState(StateRole::Ok);
    m_verdict->setText(tr("Form and text agree, and no rule is broken."));
    return m_verdict->setDetail({});
  }
  m_verdict->setState(errors || !unread.isEmpty() ? StateRole::Critical : StateRole::Warning);
  showBroken(brokenRules());
  const bool misplaced = std::any_of(rules.begin(), rules.end(), [](const RuleBreak& broken) {
    return broken.rule == FormRule::CountMisplaced || broken.rule == FormRule::CountNotText;
  });
  if (misplaced) m_verdict->setAction(tr("Put the number of cards where it belongs"));
}

void WorkloadPage::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Open a workload"), {}, tr("YAML or JSON (*.yaml *.yml *.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &WorkloadPage::open);
  dialog->open();
}

bool WorkloadPage::open(const QString& path) {
  const Result<QByteArray> text = readManifestFile(path);
  if (!text) {
    m_context.selection.showMessage(StateRole::Critical, errorText(text.error()));
    return false;
  }
  setYaml(*text, QFileInfo(path).fileName());
  retranslate();
  return true;
}

void WorkloadPage::saveText() {
  const auto& form = m_session.form();
  const QString name = !m_name.isEmpty()             ? m_name
                       : form && !form->name.empty() ? plain(form->name, 63) + QStringLiteral(".yaml")
                                                     : QStringLiteral("workload.yaml");
  saveAs(
      this, m_context.selection, tr("Save the workload"), name, tr("YAML (*.yaml)"),
      [this](const QString&) { return yaml(); },
      [this](const QString& path) {
        m_name = QFileInfo(path).fileName();
        retranslate();
      });
}

void WorkloadPage::check() {
  follow();
  const QString source = m_name.isEmpty() ? QStringLiteral("workload") : m_name;
  const Result<Manifest> manifest = sendable(yaml().toStdString(), source.toStdString());
  if (!manifest) return showUnsendable(manifest.error());
  const QString refusal = m_context.preview.writeRefusal(manifest->objects);
  if (!refusal.isEmpty()) {
    m_verdict->setState(StateRole::Warning);
    m_verdict->setText(tr("The server cannot be reached for the check."));
    return m_verdict->setDetail(refusal);
  }
  m_checking = true;
  m_check->setBusy(true);
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("The server is checking (dry run)"));
  m_verdict->setDetail({});
  m_context.bridge.submit(this, manifest->objects, defaultNamespace(m_context.bridge.info()), true,
                          [this](const SubmitOutcome& outcome) { showCheck(outcome); });
}

/// Beside the rules that are broken, of which it may be a consequence.
void WorkloadPage::showUnsendable(const Error& error) {
  m_verdict->setState(StateRole::Critical);
  const QStringList broken = brokenRules();
  if (broken.isEmpty()) {
    m_verdict->setText(errorText(error));
    return m_verdict->setDetail({});
  }
  showBroken(QStringList(broken) << errorText(error));
}

void WorkloadPage::showCheck(const SubmitOutcome& outcome) {
  m_checking = false;
  m_check->setBusy(false);
  showVerdict();
  if (!outcome.failure) {
    m_verdict->setState(StateRole::Ok);
    m_verdict->setText(tr("Server dry run passed"));
    return m_verdict->setDetail(tr("%n object(s) would be created", nullptr, static_cast<int>(outcome.created.size())));
  }
  m_verdict->setState(StateRole::Critical);
  const auto& [error, object] = *outcome.failure;
  m_verdict->setText(tr("The server refuses %1").arg(plain(object, 160)));
  m_verdict->setDetail(errorText(error));
  std::vector<ErrorCause> causes = error.causes;
  if (causes.empty()) causes.push_back({error.place, {}, error.detail});
  for (const ErrorCause& cause : causes) {
    FormField field = FormField::Kind;
    if (fieldOfPath(cause.field, field)) m_form->showRefusal(field, plain(cause.message, 200));
  }
}

void WorkloadPage::startPreview() {
  follow();
  const auto& form = m_session.form();
  const QString name = !m_name.isEmpty()             ? m_name
                       : form && !form->name.empty() ? plain(form->name, 63)
                                                     : QStringLiteral("workload");
  if (const Result<void> started = m_context.preview.start(yaml(), name); !started)
    return showUnsendable(started.error());
  m_context.selection.go(QStringLiteral("map"));
}

void WorkloadPage::dragEnterEvent(QDragEnterEvent* event) {
  if (isDropCandidate(*event->mimeData())) event->acceptProposedAction();
}

void WorkloadPage::dropEvent(QDropEvent* event) {
  const DropPayload payload = readDrop(*event->mimeData());
  event->acceptProposedAction();
  if (!payload.problem.isEmpty()) return m_context.selection.showMessage(StateRole::Warning, payload.problem);
  setYaml(payload.yaml, payload.name);
  retranslate();
}

void WorkloadPage::hideEvent(QHideEvent* event) {
  TranslatablePage::hideEvent(event);
  keepDraft();
}

void WorkloadPage::keepDraft() {
  const QByteArray text = yaml();
  if (text.size() <= static_cast<qsizetype>(YamlText::kMaxEdited)) m_context.settings.setBytes(kDraft, text);
}

void WorkloadPage::retranslate() {
  m_new->setText(tr("New"));
  m_open->setText(tr("Open…"));
  m_save->setText(tr("Save as…"));
  m_check->setText(tr("Check on the server"));
  m_preview->setText(tr("Preview placement"));
  m_title->setText(m_name.isEmpty() ? tr("New workload") : plain(m_name.toStdString(), 80));
  m_text->setAccessibleName(tr("YAML of the workload"));
  showVerdict();
}

}  // namespace cardinal::ui
