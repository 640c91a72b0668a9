// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/bind_dialog.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>

#include "core/model/pods/pod_owner.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

QString podName(const ObjectKey& key) {
  return plain(key.ns, 63) + u'/' + plain(key.name);
}

const NodeRecord& aimedNode(const PreviewController& preview) {
  const ClusterSnapshot& snapshot = *preview.snapshot();
  return snapshot.node(*snapshot.findNode(preview.aim().node.toStdString()));
}

BindOrder orderOf(const PreviewController& preview) {
  const RawPod& pod = *preview.workload().pod->raw;
  const NodeRecord& node = aimedNode(preview);
  return {pod.meta.key, pod.meta.uid, node.name, node.raw->meta.uid};
}

std::vector<CodeBox::Line> linesOf(const std::string& text) {
  std::vector<CodeBox::Line> lines;
  for (const QString& line : QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts)) {
    lines.push_back({plain(line.toStdString(), 400), TextTone::Strong});
  }
  return lines;
}

}  // namespace

BindDialog::BindDialog(const PageContext& context, ChangeController& changes, QWidget* parent)
    : DialogFrame(context.theme,
                  tr("Bind %1 to %2?")
                      .arg(plain(context.preview.workload().pod->key().name, 80),
                           plain(context.preview.aim().node.toStdString(), 80)),
                  620, parent),
      m_context(context),
      m_changes(changes),
      m_pod(context.preview.workload().pod),
      m_order(orderOf(context.preview)) {
  build();
  connect(&context.preview, &PreviewController::changed, this, &BindDialog::follow);
  connect(m_name, &NameCheck::changed, this, &BindDialog::follow);
  connect(m_stale, &Banner::actionTriggered, &context.preview, &PreviewController::recompute);
  dryRun();
}

void BindDialog::build() {
  m_facts = new KeyValueList(theme(), this);
  m_facts->setKeyWidth(128);
  fillFacts();
  body()->addWidget(m_facts);
  addConsequences();
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Equivalent command"));
  auto* box = new CodeBox(theme(), this);
  box->setLines({{plain(bindCommand(m_order), 1200), TextTone::Strong}});
  body()->addWidget(head);
  body()->addWidget(box);
  m_verdict = new Banner(theme(), this);
  m_stale = new Banner(theme(), this);
  m_stale->setState(StateRole::Warning);
  m_stale->hide();
  m_name = new NameCheck(theme(), QString::fromStdString(m_order.node), this);
  m_name->field()->setObjectName(QStringLiteral("bindName"));
  body()->addWidget(m_verdict);
  body()->addWidget(m_stale);
  body()->addWidget(m_name);
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_bind = addButton(tr("Bind 1 pod"), true);
  m_bind->setObjectName(QStringLiteral("bindApply"));
  connect(m_bind, &QAbstractButton::clicked, this, &BindDialog::send);
}

/// Only while the preview says that it fits.
void BindDialog::fillFacts() {
  const ClusterSnapshot& state = *m_context.preview.snapshot();
  m_facts->setRows({fact(tr("Pod"), podName(m_order.pod)), fact(tr("Node"), plain(m_order.node)),
                    fact(tr("Asks for"), requestText(m_pod->request, state.counts.commonUnit())),
                    fact(tr("Preview"), tr("it fits there, as of %1").arg(timeOfDay(state.time)))});
}

void BindDialog::addConsequences() {
  auto* means = new Banner(theme(), this);
  means->setState(StateRole::Warning);
  means->setText(tr("This bypasses the scheduler and cannot be undone"));
  QStringList details{tr("The server does not check whether the pod fits. If the capacity is taken first, the kubelet "
                         "rejects the pod."),
                      tr("A bound pod never moves. To run it elsewhere, delete and recreate it.")};
  if (controllerOf(*m_pod->raw) != nullptr)
    details << tr("Only this pod is bound. The next one of its workload goes where the scheduler puts it.");
  if (m_pod->raw->spec.hasBoundVolumes) {
    details << tr(
        "A WaitForFirstConsumer volume stays unbound and the pod waits for it; the scheduler would have chosen its "
        "zone.");
  }
  means->setDetail(details.join(u'\n'));
  body()->addWidget(means);
}

void BindDialog::dryRun() {
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("The server is checking it (dry run); nothing is saved"));
  m_bind->setRefusal(tr("The dry run is not finished"));
  m_changes.preflightBind(this, m_order, [this](const ServerPreflight& preflight) {
    if (preflight.refused) return showRefusal(*preflight.refused);
    m_passed = true;
    QStringList warnings;
    for (const std::string& warning : preflight.warnings) warnings << plain(warning, 240);
    m_verdict->setState(warnings.isEmpty() ? StateRole::Ok : StateRole::Warning);
    m_verdict->setText(tr("Server dry run passed: the pod would be bound"));
    m_verdict->setDetail(warnings.join(u'\n'));
    follow();
  });
}

void BindDialog::follow() {
  if (!m_passed || m_sending) return;
  const PreviewController& preview = m_context.preview;
  const bool same = preview.isActive() && preview.workload().pod &&
                    preview.workload().pod->raw->meta.uid == m_order.podUid &&
                    preview.aim().node.toStdString() == m_order.node;
  const QString refusal = same ? preview.bindRefusal() : tr("The preview was closed");
  if (refusal.isEmpty()) fillFacts();
  m_stale->setVisible(!refusal.isEmpty());
  m_stale->setText(refusal);
  m_stale->setAction(preview.phase() == PreviewController::Phase::Stale ? tr("Compute again") : QString());
  m_bind->setRefusal(refusal.isEmpty() && !m_name->isTyped() ? tr("Type the name of the node first") : refusal);
}

void BindDialog::send() {
  m_sending = true;
  m_bind->setBusy(true);
  m_changes.bind(this, m_order, [this](const ChangeOutcome& outcome) { take(outcome); });
}

void BindDialog::take(const ChangeOutcome& outcome) {
  m_sending = false;
  m_bind->setBusy(false);
  if (!outcome.isDone()) return showRefusal(outcome.error.value_or(makeError(ErrorCode::OutcomeUnknown)));
  emit bound(m_order);
  accept();
}

void BindDialog::showRefusal(const Error& error) {
  m_passed = false;
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(errorText(error));
  m_verdict->setDetail(errorDetailText(error));
  m_bind->setRefusal(tr("Rejected by the server"));
}

namespace {

QString wayText(const NodeConstraint& constraint) {
  const QString name = plain(constraint.kind, 63) + u' ' + plain(constraint.name);
  switch (constraint.way) {
    case ConstraintWay::PatchOwner:
      return ConstraintDialog::tr(
                 "Change the template of %1: all its pods are recreated and scheduled there by their scheduler.")
          .arg(name);
    case ConstraintWay::MakeJobAnew:
      return ConstraintDialog::tr(
                 "The template of a Job cannot be changed: delete %1 and create it again with this in its template.")
          .arg(name);
    case ConstraintWay::MakePodAnew:
      return ConstraintDialog::tr(
                 "The place of a pod cannot be changed: delete %1 and create it again with this in its spec.")
          .arg(name);
    case ConstraintWay::ChangeOwner:
      return ConstraintDialog::tr("Add this to the pod template of %1, which makes the pods.").arg(name);
  }
  return {};
}

QString blockerText(BindBlocker blocker) {
  if (blocker == BindBlocker::SharedCards) {
    return ConstraintDialog::tr(
        "Its scheduler picks the card and records it. A pod bound by hand is outside the ledger, and the card would be "
        "allocated twice.");
  }
  return ConstraintDialog::tr(
      "It asks for a GPU resource whose scheduler may have to write something down too; that is not known here.");
}

}  // namespace

ConstraintDialog::ConstraintDialog(const PageContext& context, QWidget* parent)
    : DialogFrame(context.theme,
                  tr("How is %1 kept on %2?")
                      .arg(plain(context.preview.workload().pod->key().name, 80),
                           plain(context.preview.aim().node.toStdString(), 80)),
                  620, parent) {
  const PodRecord& pod = *context.preview.workload().pod;
  const NodeConstraint constraint = constraintTo(*aimedNode(context.preview).raw, *pod.raw);
  auto* why = new Banner(theme(), this);
  why->setState(StateRole::Information);
  why->setText(tr("This pod is not bound by hand"));
  why->setDetail(blockerText(bindBlocker(pod)));
  body()->addWidget(why);
  auto* way = new TextLabel(theme(), TextRole::Body, TextTone::Normal, this);
  way->setWordWrap(true);
  way->setText(wayText(constraint));
  body()->addWidget(way);
  auto* yaml = new CodeBox(theme(), this);
  yaml->setLines(linesOf(constraint.yaml));
  body()->addWidget(yaml);
  if (!constraint.command.empty()) {
    auto* head = new SectionHead(theme(), this);
    head->setTitle(tr("Equivalent command"));
    auto* command = new CodeBox(theme(), this);
    command->setLines({{plain(constraint.command, 1200), TextTone::Strong}});
    body()->addWidget(head);
    body()->addWidget(command);
  }
  if (context.preview.aim().card >= 0) {
    auto* card = new TextLabel(theme(), TextRole::Small, TextTone::Quiet, this);
    card->setWordWrap(true);
    card->setText(tr("No constraint names a card: which one the pod gets on the node is its scheduler's choice."));
    body()->addWidget(card);
  }
  body()->addStretch(1);
  addButton(tr("Close"));
  const QString copied = QString::fromStdString(constraint.command.empty() ? constraint.yaml : constraint.command);
  auto* copy = addButton(constraint.command.empty() ? tr("Copy the YAML") : tr("Copy the command"), true);
  connect(copy, &QAbstractButton::clicked, this, [copied] { QGuiApplication::clipboard()->setText(copied); });
}

}  // namespace cardinal::ui
