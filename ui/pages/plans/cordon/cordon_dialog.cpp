// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/cordon/cordon_dialog.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

CordonDialog::CordonDialog(const PageContext& context, ChangeSessionPtr session, const QStringList& nodes, bool cordon,
                           QWidget* parent)
    : DialogFrame(context.theme, {}, 560, parent),
      m_context(context),
      m_nodes(nodes),
      m_cordon(cordon),
      m_run(context.bridge, std::move(session)) {
  build();
  connect(&m_run, &PlanRun::lookFinished, this, &CordonDialog::showPreflight);
  connect(&m_run, &PlanRun::progressed, this, &CordonDialog::showNodes);
  connect(&m_run, &PlanRun::failed, this, &CordonDialog::showError);
  connect(&m_run, &PlanRun::ended, this, &CordonDialog::showEnd);
  connect(&context.bridge, &SnapshotBridge::sourceClosing, this, &QDialog::reject);
  showNotice([] { return Notice{StateRole::Information, tr("The server is checking the change (dry run)"), {}}; });
  std::vector<PlanRequest> requests;
  for (const QString& node : nodes) {
    PlanRequest& request = requests.emplace_back();
    request.kind = cordon ? PlanKind::Cordon : PlanKind::Uncordon;
    request.node = node.toStdString();
  }
  m_run.preflight(std::move(requests));
  arrange();
}

void CordonDialog::build() {
  const auto add = [this](auto* widget) {
    body()->addWidget(widget);
    return widget;
  };
  m_meaning = add(new TextLabel(theme(), TextRole::Small, TextTone::Normal, this));
  m_meaning->setWordWrap(true);
  m_nodeHead = add(new SectionHead(theme(), this));
  m_nodeLines = add(new PlanLines(theme(), this));
  m_diffHead = add(new SectionHead(theme(), this));
  m_diff = add(new CodeBox(theme(), this));
  const auto line = [](const char* sign, bool value) -> QString {
    return QString::fromLatin1(sign) + QStringLiteral(" spec.unschedulable: ") +
           (value ? QStringLiteral("true") : QStringLiteral("false"));
  };
  m_diff->setLines({{line("-", !m_cordon), TextTone::Critical}, {line("+", m_cordon), TextTone::Ok}});
  m_commandHead = add(new SectionHead(theme(), this));
  m_command = add(new CodeBox(theme(), this));
  m_verdict = add(new Banner(theme(), this));
  m_name = add(new NameCheck(theme(), QString::fromStdString(m_context.bridge.info().name), this));
  m_name->field()->setObjectName(QStringLiteral("cordonName"));
  connect(m_name, &NameCheck::changed, this, &CordonDialog::arrange);
  body()->addStretch(1);
  m_cancel = addButton({});
  m_apply = addButton({}, true);
  m_apply->setObjectName(QStringLiteral("cordonApply"));
  connect(m_apply, &QAbstractButton::clicked, this, [this] {
    m_run.start();
    arrange();
  });
  retranslate();
}

QString CordonDialog::titleText() const {
  const int count = static_cast<int>(m_nodes.size());
  return m_cordon ? tr("Cordon %n node(s)?", nullptr, count) : tr("Uncordon %n node(s)?", nullptr, count);
}

void CordonDialog::retranslate() {
  setTitle(titleText());
  m_meaning->setText(m_cordon ? tr("No new pods are scheduled to the node. Running pods stay.")
                              : tr("New pods can be scheduled to the node again."));
  m_nodeHead->setTitle(tr("Nodes"));
  m_nodeHead->setNote(tr("one after the other"));
  m_diffHead->setTitle(tr("Change"));
  m_commandHead->setTitle(tr("Equivalent command"));
  m_cancel->setText(tr("Cancel"));
  m_apply->setText(m_cordon ? tr("Cordon") : tr("Uncordon"));
}

void CordonDialog::changeEvent(QEvent* event) {
  DialogFrame::changeEvent(event);
  if (event->type() != QEvent::LanguageChange) return;
  retranslate();
  showNodes();
  if (m_notice) showNotice(m_notice);
  arrange();
}

void CordonDialog::showPreflight() {
  showCommands();
  showNodes();
  for (const PlanPreflight& preflight : m_run.looked()) {
    if (const auto refused = preflight.refused()) {
      showError(*refused);
      return;
    }
  }
  m_refused = false;
  showNotice([] { return Notice{StateRole::Ok, tr("Server dry run passed"), {}}; });
  arrange();
}

void CordonDialog::showCommands() {
  std::vector<CodeBox::Line> lines;
  for (const PlanPreflight& preflight : m_run.looked()) {
    for (const std::string& command : equalCommands(preflight.preview.plan))
      lines.push_back({plain(command), TextTone::Strong});
  }
  m_command->setLines(lines);
}

void CordonDialog::showNodes() {
  std::vector<PlanLines::Line> lines;
  for (const PlanPreflight& preflight : m_run.looked()) {
    PlanLines::Line line{plain(preflight.preview.plan.node, 120), {}, tr("waiting"), {}, StateRole::Unknown};
    const auto take = [&](const PlanProgress& progress) {
      if (progress.plan.node != preflight.preview.plan.node) return;
      line.word = planPhaseText(progress);
      line.state = progress.stop                ? StateRole::Critical
                   : isFinished(progress.phase) ? StateRole::Ok
                                                : StateRole::Planned;
    };
    if (m_run.progress()) take(*m_run.progress());
    for (const PlanProgress& progress : m_run.finished()) take(progress);
    lines.push_back(std::move(line));
  }
  m_nodeLines->setLines(std::move(lines));
}

void CordonDialog::showEnd() {
  showNodes();
  arrange();
  const auto& progress = m_run.progress();
  if (!progress) return;
  if (progress->stop) {
    const Notice notice{StateRole::Critical, stopText(*progress->stop, progress->plan), {}};
    showNotice([notice] { return notice; });
    m_refused = true;
    arrange();
  } else if (progress->phase == PlanPhase::Done && m_run.left() == 0) {
    const int count = static_cast<int>(m_nodes.size());
    m_context.selection.showMessage(StateRole::Ok, m_cordon ? tr("%n node(s) are cordoned", nullptr, count)
                                                            : tr("%n node(s) are schedulable again", nullptr, count));
    accept();
  }
}

void CordonDialog::showError(const Error& error) {
  m_refused = true;
  showNotice([error] { return Notice{StateRole::Critical, errorText(error), errorDetailText(error)}; });
  arrange();
}

void CordonDialog::showNotice(std::function<Notice()> make) {
  m_notice = std::move(make);
  const Notice notice = m_notice();
  m_verdict->setState(notice.state);
  m_verdict->setText(notice.text);
  m_verdict->setDetail(notice.detail);
}

void CordonDialog::arrange() {
  m_apply->setBusy(m_run.isBusy());
  QString refusal = m_name->isTyped() ? QString() : tr("Type the name of the context first");
  if (m_run.looked().empty() || m_run.isLooking()) refusal = tr("The dry run is not finished");
  if (m_refused) refusal = tr("Rejected by the server");
  if (m_run.isBusy()) refusal = tr("The server is working on it");
  m_apply->setRefusal(refusal);
}

}  // namespace cardinal::ui
