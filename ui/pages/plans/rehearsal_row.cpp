// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/rehearsal_row.h"

#include <QBoxLayout>

#include "core/service/writes/rehearsal.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

RehearsalRow::RehearsalRow(Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_words(new TextLabel(theme, TextRole::Small, TextTone::Planned, this)),
      m_remove(new ActionButton(theme, this)),
      m_return(new ActionButton(theme, this)),
      m_fail(new ActionButton(theme, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(34, 0, 0, 0);
  layout->setSpacing(8);
  m_words->setWordWrap(true);
  layout->addWidget(m_words);
  auto* across = new QHBoxLayout;
  across->setSpacing(8);
  m_remove->setObjectName(QStringLiteral("rehearseRemoval"));
  m_return->setObjectName(QStringLiteral("rehearseReturn"));
  m_fail->setObjectName(QStringLiteral("rehearseFailure"));
  for (ActionButton* button : {m_remove, m_return, m_fail}) {
    button->setAutoDefault(false);
    across->addWidget(button);
  }
  across->addStretch(1);
  layout->addLayout(across);
  connect(m_remove, &QAbstractButton::clicked, this, [this] {
    // A node that is gone already is what was wanted.
    if (m_people != nullptr) static_cast<void>(m_people->removeNode(m_plan.node));
  });
  connect(m_return, &QAbstractButton::clicked, this, [this] { giveBack(true); });
  connect(m_fail, &QAbstractButton::clicked, this, [this] { giveBack(false); });
  hide();
  retranslate();
}

void RehearsalRow::giveBack(bool ready) {
  if (m_people == nullptr || !m_plan.target) return;
  static_cast<void>(m_people->returnNode(m_plan.node, labelKeyOf(*m_plan.target), labelValueOf(*m_plan.target), ready));
}

void RehearsalRow::follow(const PlanProgress* running, NodeRehearsal* people) {
  const bool canPlay = running != nullptr && people != nullptr && running->phase == PlanPhase::Running;
  const std::size_t step = canPlay ? currentStep(*running) : 0;
  const bool waits = canPlay && step < running->plan.steps.size();
  const StepCode code = waits ? running->plan.steps[step].code : StepCode::Check;
  setVisible(code == StepCode::AwaitRemoval || code == StepCode::AwaitReturn);
  m_people = canPlay ? people : nullptr;
  if (!canPlay) return;
  m_plan = running->plan;
  m_remove->setVisible(code == StepCode::AwaitRemoval);
  m_return->setVisible(code == StepCode::AwaitReturn);
  m_fail->setVisible(code == StepCode::AwaitReturn);
}

void RehearsalRow::retranslate() {
  m_words->setText(tr("This is the demo cluster: play the people who remove the node and add it again."));
  m_remove->setText(tr("Remove the node"));
  m_return->setText(tr("Add it again"));
  m_fail->setText(tr("Let it rejoin as not ready"));
}

}  // namespace cardinal::ui
