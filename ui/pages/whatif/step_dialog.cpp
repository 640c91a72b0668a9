// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/step_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QSpinBox>
#include <algorithm>
#include <set>

#include "core/model/pods/pod_owner.h"
#include "core/plan/what_if/pod_choice.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/narrow_box.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/basic/wrapped_check.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxUnits = 1'000'000;
constexpr int kMaxCards = 64;
/// Beyond so many names the list is no help; the field completes what is typed all the same.
constexpr int kMaxOffered = 20'000;

void prepare(QComboBox& box) {
  letNarrow(box);
  box.setEditable(true);
  box.setInsertPolicy(QComboBox::NoInsert);
  box.completer()->setFilterMode(Qt::MatchContains);
  box.completer()->setCompletionMode(QCompleter::PopupCompletion);
}

}  // namespace

QString StepDialog::title(StepKind kind) {
  switch (kind) {
    case StepKind::AddNodes:
      return tr("Add nodes");
    case StepKind::RemoveNode:
      return tr("Remove a node");
    case StepKind::DrainNode:
      return tr("Drain a node");
    case StepKind::SwitchNode:
      return tr("Change mode or placement policy");
    case StepKind::DeletePods:
      return tr("Delete a pod or workload");
    case StepKind::ResizePods:
      return tr("Change a request");
    case StepKind::MovePod:
      return tr("Move a pod");
  }
  return {};
}

StepDialog::StepDialog(const PageContext& context, const SnapshotPtr& state, StepKind kind, const QString& about,
                       QWidget* parent)
    : DialogFrame(context.theme, title(kind), 480, parent),
      m_context(context),
      m_state(state),
      m_kind(kind),
      m_about(about),
      m_form(new QFormLayout),
      m_banner(new Banner(context.theme, this)),
      m_go(nullptr) {
  build();
  check();
  m_touched = true;
}

void StepDialog::build() {
  m_form->setSpacing(8);
  m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body()->addLayout(m_form);
  switch (m_kind) {
    case StepKind::AddNodes:
      addNodeRow(tr("Like this node"));
      m_count = new QSpinBox(this);
      m_count->setRange(1, kMaxAddedNodes);
      m_form->addRow(tr("How many"), m_count);
      break;
    case StepKind::RemoveNode:
      addNodeRow(tr("Node"));
      break;
    case StepKind::DrainNode:
      addNodeRow(tr("Node"));
      m_force = new WrappedCheck(theme(), this);
      m_force->setText(tr("also bare pods, which are lost, and local data"));
      m_form->addRow(m_force);
      break;
    case StepKind::SwitchNode:
      addNodeRow(tr("Node"));
      m_target = new QComboBox(this);
      letNarrow(*m_target);
      for (const SwitchTarget& target : switchTargets()) m_target->addItem(QString::fromStdString(toString(target)));
      m_form->addRow(tr("Change to"), m_target);
      connect(m_target, &QComboBox::currentIndexChanged, this, &StepDialog::check);
      m_memory = new QSpinBox(this);
      m_memory->setRange(0, kMaxUnits);
      m_memory->setSpecialValueText(tr("as reported by the cluster"));
      m_form->addRow(tr("Memory units of each card"), m_memory);
      break;
    case StepKind::DeletePods:
      addPodRow(true);
      break;
    case StepKind::ResizePods:
      addPodRow(true);
      addNumbers();
      break;
    case StepKind::MovePod:
      addPodRow(false);
      break;
  }
  m_banner->setState(StateRole::Critical);
  body()->addWidget(m_banner);
  addButton(tr("Cancel"));
  m_go = addButton(tr("Add step"), true);
  offerReturn(*m_go);
  connect(m_go, &QAbstractButton::clicked, this, [this] {
    if (const auto made_ = step()) {
      emit made(*made_);
      accept();
    }
  });
}

void StepDialog::addNodeRow(const QString& label) {
  m_node = new QComboBox(this);
  prepare(*m_node);
  for (const NodePtr& node : m_state->nodes) {
    if (node->exists() && !node->cards.empty() && m_node->count() < kMaxOffered) {
      m_node->addItem(plain(node->name), QString::fromStdString(node->name));
    }
  }
  m_node->setCurrentIndex(-1);
  m_node->setEditText(m_about);
  m_form->addRow(label, m_node);
  connect(m_node, &QComboBox::editTextChanged, this, &StepDialog::check);
}

QString StepDialog::podWords(const PodChoice& pods) {
  return QString::fromStdString(plan::nameOf(pods));
}

void StepDialog::addPodRow(bool workloads) {
  m_pod = new QComboBox(this);
  prepare(*m_pod);
  std::set<QString> names;
  const auto offer = [&](const PodRecord& pod, bool bound) {
    const ObjectKey& key = pod.key();
    if (isTerminal(*pod.raw) || (!workloads && !bound)) return;
    names.insert(podWords({key.ns, key.name, {}}));
    const OwnerRef* owner = workloads ? controllerOf(*pod.raw) : nullptr;
    if (!owner) return;
    const std::string deployment(likelyDeploymentOf(*pod.raw));
    names.insert(deployment.empty() ? podWords({key.ns, owner->name, owner->kind})
                                    : podWords({key.ns, deployment, "Deployment"}));
  };
  for (const NodePtr& node : m_state->nodes) {
    for (const PodPtr& pod : node->pods) offer(*pod, true);
  }
  for (const PodPtr& pod : m_state->unboundPods) offer(*pod, false);
  for (const QString& name : names) {
    if (m_pod->count() < kMaxOffered) m_pod->addItem(name);
  }
  m_pod->setCurrentIndex(-1);
  m_pod->setEditText(m_about);
  m_form->addRow(workloads ? tr("Pod or workload") : tr("Pod"), m_pod);
  connect(m_pod, &QComboBox::editTextChanged, this, &StepDialog::check);
  m_note = new TextLabel(theme(), TextRole::Small, TextTone::Quiet, this);
  m_note->setWordWrap(true);
  m_note->setText(workloads ? tr("namespace/pod, or namespace/Kind/name for all pods of a workload")
                            : tr("namespace/pod; it is evicted while its node is cordoned"));
  m_form->addRow(m_note);
}

void StepDialog::addNumbers() {
  const auto number = [this](int most, int least, const QString& label) {
    auto* box = new QSpinBox(this);
    box->setRange(least - 1, most);
    box->setValue(least - 1);
    box->setSpecialValueText(tr("as it is"));
    m_form->addRow(label, box);
    connect(box, &QSpinBox::valueChanged, this, &StepDialog::check);
    return box;
  };
  m_memory = number(kMaxUnits, 1, tr("Memory units in total"));
  m_core = number(100 * kMaxCards, 0, tr("Core percent in total"));
  m_core->setSingleStep(5);
  m_cards = number(kMaxCards, 1, tr("Cards"));
}

void StepDialog::show(const WhatIfStep& step) {
  const auto take = [this](const PodChoice& pods) { m_pod->setEditText(podWords(pods)); };
  if (const auto* add = std::get_if<AddNodes>(&step); add && m_count) {
    m_node->setEditText(QString::fromStdString(add->like));
    m_count->setValue(add->count);
  } else if (const auto* gone = std::get_if<RemoveNode>(&step)) {
    m_node->setEditText(QString::fromStdString(gone->node));
  } else if (const auto* drain = std::get_if<DrainNode>(&step); drain && m_force) {
    m_node->setEditText(QString::fromStdString(drain->node));
    m_force->box()->setChecked(drain->force);
  } else if (const auto* to = std::get_if<SwitchNode>(&step); to && m_target) {
    m_node->setEditText(QString::fromStdString(to->node));
    m_target->setCurrentText(QString::fromStdString(toString(to->target)));
    m_memory->setValue(static_cast<int>(std::min<std::int64_t>(to->unitsPerCard.value_or(0), kMaxUnits)));
  } else if (const auto* pods = std::get_if<DeletePods>(&step)) {
    take(pods->pods);
  } else if (const auto* size = std::get_if<ResizePods>(&step); size && m_core) {
    take(size->pods);
    m_memory->setValue(static_cast<int>(std::min<std::int64_t>(size->memory.value_or(0), kMaxUnits)));
    m_core->setValue(size->core.value_or(-1));
    m_cards->setValue(size->cards.value_or(0));
  } else if (const auto* move = std::get_if<MovePod>(&step)) {
    take({move->ns, move->name, {}});
  }
  m_go->setText(tr("Change the step"));
}

PodChoice StepDialog::pods() const {
  const QStringList parts = m_pod->currentText().trimmed().split(u'/');
  PodChoice out;
  if (parts.size() < 2 || parts.size() > 3) return out;
  out.ns = parts.first().toStdString();
  out.name = parts.last().toStdString();
  if (parts.size() == 3) out.kind = parts[1].toStdString();
  return out;
}

QString StepDialog::problem() const {
  if (m_node) {
    const QString name = m_node->currentText().trimmed();
    if (name.isEmpty()) return tr("Name a node.");
    if (!m_state->findNode(name.toStdString())) return tr("There is no node %1.").arg(plain(name.toStdString(), 120));
  }
  if (m_pod) {
    const PodChoice chosen = pods();
    if (chosen.ns.empty() || chosen.name.empty()) return tr("Name a pod as namespace/name.");
    if (m_kind == StepKind::MovePod && !chosen.kind.empty()) return tr("Name a pod as namespace/name.");
  }
  const bool nothing =
      m_kind == StepKind::ResizePods && m_memory->value() < 1 && m_core->value() < 0 && m_cards->value() < 1;
  return nothing ? tr("Enter the new request.") : QString();
}

/// A form that nobody has filled in yet is not wrong: the button says what is missing.
void StepDialog::check() {
  if (!m_banner || !m_go) return;
  const QString wrong = problem();
  m_banner->setVisible(m_touched && !wrong.isEmpty());
  m_banner->setText(wrong);
  m_go->setRefusal(wrong);
}

std::optional<WhatIfStep> StepDialog::step() const {
  if (!problem().isEmpty()) return std::nullopt;
  const std::string node = m_node ? m_node->currentText().trimmed().toStdString() : std::string();
  switch (m_kind) {
    case StepKind::AddNodes:
      return AddNodes{node, m_count->value()};
    case StepKind::RemoveNode:
      return RemoveNode{node};
    case StepKind::DrainNode:
      return DrainNode{node, m_force->box()->isChecked()};
    case StepKind::SwitchNode: {
      const auto target = parseSwitchTarget(m_target->currentText().toStdString());
      if (!target) return std::nullopt;
      const int units = m_memory->value();
      return SwitchNode{node, *target, units > 0 ? std::optional<std::int64_t>(units) : std::nullopt};
    }
    case StepKind::DeletePods:
      return DeletePods{pods()};
    case StepKind::ResizePods: {
      ResizePods out;
      out.pods = pods();
      if (m_memory->value() > 0) out.memory = m_memory->value();
      if (m_core->value() >= 0) out.core = m_core->value();
      if (m_cards->value() > 0) out.cards = m_cards->value();
      return out;
    }
    case StepKind::MovePod:
      return MovePod{pods().ns, pods().name};
  }
  return std::nullopt;
}

}  // namespace cardinal::ui
