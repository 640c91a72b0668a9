// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_side.h"

#include <QBoxLayout>
#include <algorithm>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kNamed = 8;  // pods that are named before the rest is counted

QString amount(const std::optional<std::int64_t>& value) {
  return value ? count(*value) : notAvailable();
}

std::vector<KeyValueRow> resourceRows(const SwitchAssessment& assessment) {
  std::vector<KeyValueRow> rows;
  for (const ResourceChange& change : assessment.resources) {
    if (change.before == 0 && change.after == 0) continue;
    KeyValueRow row;
    row.key = plain(change.resource, 120);
    row.monoKey = true;
    row.value = amount(change.before) + QStringLiteral(" → ") + amount(change.after);
    row.accent = change.before && change.after && change.before != change.after;  // what is not known is no fact
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

PlanSide::PlanSide(Theme& theme, QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
  QVBoxLayout* layout = m_layout;
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  const auto add = [layout](auto* widget) {
    layout->addWidget(widget);
    return widget;
  };
  m_resourceHead = add(new SectionHead(theme, this));
  m_resources = add(new KeyValueList(theme, this));
  m_resources->setValuesRight(true);
  m_labelHead = add(new SectionHead(theme, this));
  m_labels = add(new CodeBox(theme, this));
  m_deletion = add(new TextLabel(theme, TextRole::Small, TextTone::Normal, this));
  m_deletion->setWordWrap(true);
  m_notes = add(new TextLabel(theme, TextRole::Small, TextTone::Warning, this));
  m_notes->setWordWrap(true);
  m_homeless = add(new TextLabel(theme, TextRole::Small, TextTone::Critical, this));
  m_homeless->setWordWrap(true);
  m_rollbackHead = add(new SectionHead(theme, this));
  m_rollback = add(new TextLabel(theme, TextRole::Small, TextTone::Normal, this));
  m_rollback->setWordWrap(true);
  m_commandHead = add(new SectionHead(theme, this));
  m_commands = add(new CodeBox(theme, this));
  retranslate();
}

void PlanSide::retranslate() {
  m_resourceHead->setTitle(tr("Consequences"));
  m_resourceHead->setNote(tr("before → after"));
  m_labelHead->setTitle(tr("Label"));
  m_rollbackHead->setTitle(tr("Rollback"));
  m_rollbackHead->setNote(tr("possible until the last step"));
  m_commandHead->setTitle(tr("Equivalent commands"));
  m_deletion->setText(
      tr("Deleting this label does not restore exclusive scheduling. To leave sharing, switch to default."));
}

void PlanSide::setCautionsShown(bool shown) {
  m_cautionsShown = shown;
  m_notes->setVisible(shown && !m_notes->text().isEmpty());
}

void PlanSide::setRollbackShown(bool shown) {
  m_rollbackShown = shown;
  m_rollbackHead->setVisible(shown && !m_rollback->text().isEmpty());
  m_rollback->setVisible(shown && !m_rollback->text().isEmpty());
}

void PlanSide::addAmid(QWidget* widget) {
  m_layout->insertWidget(m_layout->indexOf(m_rollbackHead), widget);
}

void PlanSide::showPlan(const Plan& plan, const std::optional<SwitchAssessment>& assessment,
                        const std::vector<EvictionTarget>& targets) {
  std::vector<KeyValueRow> rows = assessment ? resourceRows(*assessment) : std::vector<KeyValueRow>();
  m_resourceHead->setVisible(!rows.empty());
  m_resources->setVisible(!rows.empty());
  m_resources->setRows(std::move(rows));
  QStringList notes;
  if (assessment) {
    for (const NotedSwitch& note : assessment->notes) notes << switchNoteText(note);
  }
  m_notes->setText(notes.join(u'\n'));
  m_notes->setVisible(m_cautionsShown && !notes.isEmpty());
  QStringList homeless;
  for (const EvictionTarget& target : targets) {
    if (target.kind == EvictionTargetKind::FitsNowhere) homeless << plain(target.pod.ns + "/" + target.pod.name, 120);
  }
  const int more = static_cast<int>(homeless.size()) - kNamed;
  if (more > 0) homeless = homeless.mid(0, kNamed) << tr("%n more", nullptr, more);
  m_homeless->setText(
      tr("No other node accepts this kind of request; the replacement pods stay pending: %1").arg(joinList(homeless)));
  m_homeless->setVisible(!homeless.isEmpty());
  std::vector<CodeBox::Line> lines;
  if (plan.target) {
    const std::string key = labelKeyOf(*plan.target);
    const std::string* old = cardinal::find(plan.before.labels, key);
    if (old == nullptr) old = cardinal::find(plan.before.annotations, key);
    lines.push_back(
        {QStringLiteral("- ") + (old ? plain(key + ": " + *old, 120) : tr("(no label)")), TextTone::Critical});
    lines.push_back({QStringLiteral("+ ") +
                         (plan.target->remove ? tr("(no label)") : plain(key + ": " + labelValueOf(*plan.target), 120)),
                     TextTone::Ok});
  }
  m_labelHead->setVisible(!lines.empty());
  m_labels->setVisible(!lines.empty());
  m_labels->setLines(lines);
  m_deletion->setVisible(plan.target && plan.target->kind == SwitchTarget::Kind::Mode &&
                         plan.target->mode != GpuMode::Exclusive);
  const auto acts = [&plan](ActCode code) {
    return std::any_of(plan.steps.begin(), plan.steps.end(),
                       [code](const PlanStep& step) { return step.act.code == code; });
  };
  QStringList back;
  if (acts(ActCode::SetLabels)) back << tr("The label returns to what it was.");
  back << (plan.before.unschedulable ? tr("The node stays cordoned, as before.")
                                     : tr("Uncordons the node, as it was before."));
  if (acts(ActCode::Evict)) back << tr("Evicted pods stay on their new nodes.");
  m_rollback->setText(plan.steps.empty() ? QString() : joinSentences(back));
  setRollbackShown(m_rollbackShown);
  std::vector<CodeBox::Line> commands;
  for (const PlanStep& step : plan.steps) {
    if (const std::string command = equalCommand(step.act, plan); !command.empty()) {
      commands.push_back({plain(command), TextTone::Strong});
    } else if (step.act.code == ActCode::Evict) {
      commands.push_back(
          {tr("# evict each pod that uses the GPU (kubectl drain would evict the others, too)"), TextTone::Normal});
    }
  }
  m_commandHead->setVisible(!commands.empty());
  m_commands->setVisible(!commands.empty());
  m_commands->setLines(commands);
}

}  // namespace cardinal::ui
