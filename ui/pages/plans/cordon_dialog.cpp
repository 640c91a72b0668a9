// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/cordon_dialog.h"

#include <QBoxLayout>

#include "ui/i18n/plan_texts.h"
#include "ui/i18n/texts.h"
#include "ui/pages/common/code_box.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/band.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

CordonDialog::CordonDialog(const PageContext& context, PlanBookPtr book, const QString& node, bool cordon, QWidget* parent)
    : DialogFrame(context.theme,
                  (cordon ? tr("Cordon %1?") : tr("Uncordon %1?")).arg(plain(node.toStdString(), 80)), 480, parent),
      m_context(context),
      m_node(node),
      m_cordon(cordon),
      m_run(context.bridge, std::move(book)) {
  build();
  connect(&m_run, &PlanRun::lookFinished, this, &CordonDialog::showLook);
  connect(&m_run, &PlanRun::failed, this, &CordonDialog::showError);
  connect(&m_run, &PlanRun::ended, this, &CordonDialog::showEnd);
  PlanWish wish;
  wish.kind = cordon ? PlanKind::Cordon : PlanKind::Uncordon;
  wish.node = node.toStdString();
  m_run.look(wish);
}

void CordonDialog::build() {
  auto* meaning = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  meaning->setWordWrap(true);
  meaning->setText(m_cordon ? tr("No new pods come to the node. Pods that run there stay.") : tr("New pods may come to the node again."));
  body()->addWidget(meaning);
  const auto section = [this](const QString& title) {
    auto* head = new SectionHead(theme(), this);
    head->setTitle(title);
    body()->addWidget(head);
    auto* box = new CodeBox(theme(), this);
    body()->addWidget(box);
    return box;
  };
  m_diff = section(tr("Change"));
  m_command = section(tr("Equal command"));
  const auto line = [](const char* sign, bool value) {
    return QString::fromLatin1(sign) + QStringLiteral(" spec.unschedulable: ") + (value ? QStringLiteral("true") : QStringLiteral("false"));
  };
  m_diff->setLines({{line("-", !m_cordon), TextTone::Critical}, {line("+", m_cordon), TextTone::Ok}});
  m_verdict = new Band(theme(), this);
  m_verdict->setText(tr("The server is checking the change (dry run)"));
  m_verdict->setDetail({});
  body()->addWidget(m_verdict);
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_apply = addButton(m_cordon ? tr("Cordon") : tr("Uncordon"), true);
  m_apply->setRefusal(tr("The dry run is not finished"));
  connect(m_apply, &QAbstractButton::clicked, this, [this] {
    m_apply->setBusy(true);
    m_apply->setRefusal(tr("The server is working on it"));
    m_run.start();
  });
}

void CordonDialog::showLook() {
  std::vector<CodeBox::Line> lines;
  for (const std::string& command : equalCommands(m_run.looked()->preview.plan)) lines.push_back({plain(command), TextTone::Strong});
  m_command->setLines(lines);
  if (const auto refused = m_run.looked()->refused()) {
    showError(*refused);
    return;
  }
  m_verdict->setState(StateRole::Ok);
  m_verdict->setText(tr("Server dry run passed"));
  m_apply->setRefusal({});
}

void CordonDialog::showEnd() {
  m_apply->setBusy(false);
  const auto& progress = m_run.progress();
  if (!progress) return;
  if (progress->phase == PlanPhase::Done) {
    const QString name = plain(m_node.toStdString(), 63);
    m_context.selection.tell(StateRole::Ok, m_cordon ? tr("%1 is cordoned").arg(name) : tr("%1 is open for pods").arg(name));
    accept();
  } else if (progress->stop) {
    m_verdict->setState(StateRole::Critical);
    m_verdict->setText(stopText(*progress->stop, progress->plan));
  }
}

void CordonDialog::showError(const Error& error) {
  m_apply->setBusy(false);
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(errorText(error));
  m_verdict->setDetail(error.detail.empty() ? QString() : tr("The server says: %1").arg(plain(error.detail, 400)));
  m_apply->setRefusal(tr("The server refused it"));
}

}  // namespace cardinal::ui
