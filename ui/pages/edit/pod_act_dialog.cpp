// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/edit/pod_act_dialog.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QSpinBox>

#include "core/model/pods/pod_owner.h"
#include "core/model/shared_card.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/common/yaml/code_box.h"
#include "ui/pages/edit/pod_actions.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 580;
constexpr int kMaxReplicas = 100'000;

CreatedRef objectOf(const PodRecord& pod, ObjectVerb verb) {
  if (verb == ObjectVerb::Scale) return scaleTargetOf(*pod.raw).value_or(CreatedRef{});
  return {"v1", "Pod", pod.key(), pod.raw->meta.uid};
}

QString nameOf(const CreatedRef& object) {
  return plain(object.kind, 40) + u' ' + plain(object.key.name, 80);
}

QString titleOf(ObjectVerb verb, const CreatedRef& object) {
  switch (verb) {
    case ObjectVerb::Evict:
      return PodActDialog::tr("Evict %1?").arg(nameOf(object));
    case ObjectVerb::Delete:
      return PodActDialog::tr("Delete %1?").arg(nameOf(object));
    case ObjectVerb::Scale:
      return PodActDialog::tr("How many replicas of %1?").arg(nameOf(object));
    case ObjectVerb::Annotate:
      return PodActDialog::tr("Edit an annotation of %1").arg(nameOf(object));
  }
  return {};
}

QString wordOf(ObjectVerb verb) {
  switch (verb) {
    case ObjectVerb::Evict:
      return PodActDialog::tr("Evict 1 pod");
    case ObjectVerb::Delete:
      return PodActDialog::tr("Delete 1 pod");
    case ObjectVerb::Scale:
      return PodActDialog::tr("Scale");
    case ObjectVerb::Annotate:
      return PodActDialog::tr("Write the annotation");
  }
  return {};
}

/// Pods of the Deployment, ReplicaSet or StatefulSet that have not ended and are not on their way out.
std::int32_t countPods(const ClusterSnapshot& snapshot, const CreatedRef& owner) {
  std::int32_t count = 0;
  const auto add = [&](const std::vector<PodPtr>& pods) {
    for (const PodPtr& pod : pods) {
      const auto target = isTerminal(*pod->raw) || isTerminating(*pod->raw) ? std::nullopt : scaleTargetOf(*pod->raw);
      if (target && target->kind == owner.kind && target->key == owner.key) ++count;
    }
  };
  add(snapshot.unboundPods);
  for (const NodePtr& node : snapshot.nodes) add(node->pods);
  return count;
}

}  // namespace

PodActDialog::PodActDialog(const PageContext& context, ChangeController& changes, PodPtr pod, ObjectVerb verb,
                           QWidget* parent)
    : DialogFrame(context.theme, titleOf(verb, objectOf(*pod, verb)), kWidth, parent),
      m_context(context),
      m_changes(changes),
      m_pod(std::move(pod)),
      m_verb(verb),
      m_object(objectOf(*m_pod, verb)),
      m_podsNow(verb == ObjectVerb::Scale ? countPods(*context.bridge.snapshot(), m_object) : 0) {
  build();
  connect(&context.bridge.writeLock(), &WriteLock::changed, this, &PodActDialog::follow);
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, &PodActDialog::follow);
  review();
}

void PodActDialog::build() {
  addFacts();
  addFields();
  if (const QString words = warning(); !words.isEmpty()) {
    auto* means = new Banner(theme(), this);
    means->setState(StateRole::Warning);
    means->setText(words);
    body()->addWidget(means);
  }
  m_verdict = new Banner(theme(), this);
  body()->addWidget(m_verdict);
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Equivalent command"));
  m_command = new CodeBox(theme(), this);
  body()->addWidget(head);
  body()->addWidget(m_command);
  if (m_context.bridge.writeLock().isProduction()) {
    m_name = new NameCheck(theme(), QString::fromStdString(m_context.bridge.info().name), this);
    body()->addWidget(m_name);
    connect(m_name, &NameCheck::changed, this, &PodActDialog::follow);
  }
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_send = addButton(wordOf(m_verb), true);
  m_send->setObjectName(QStringLiteral("podActApply"));
  connect(m_send, &QAbstractButton::clicked, this, &PodActDialog::send);
}

void PodActDialog::addFacts() {
  const RawPod& raw = *m_pod->raw;
  std::vector<KeyValueRow> rows{fact(tr("Namespace"), plain(m_object.key.ns))};
  rows.push_back(fact(tr("Pod"), plain(raw.meta.key.name)));
  rows.push_back(fact(tr("Node"), raw.spec.nodeName.empty() ? tr("none yet") : plain(raw.spec.nodeName)));
  const OwnerRef* owner = controllerOf(raw);
  rows.push_back(fact(tr("Controller"),
                      owner == nullptr ? tr("none") : QString(plain(owner->kind, 40) + u' ' + plain(owner->name))));
  if (m_verb == ObjectVerb::Scale) rows.push_back(fact(tr("Pods now"), QString::number(m_podsNow)));
  auto* facts = new KeyValueList(theme(), this);
  facts->setKeyWidth(128);
  facts->setRows(std::move(rows));
  body()->addWidget(facts);
}

void PodActDialog::addFields() {
  if (m_verb == ObjectVerb::Scale) {
    m_replicas = new QSpinBox(this);
    m_replicas->setObjectName(QStringLiteral("podActReplicas"));
    m_replicas->setRange(0, kMaxReplicas);
    m_replicas->setValue(m_podsNow);
    m_replicas->setAccessibleName(tr("Replicas"));
    body()->addWidget(m_replicas);
    connect(m_replicas, &QSpinBox::valueChanged, this, &PodActDialog::review);
  }
  if (m_verb != ObjectVerb::Annotate) return;
  const auto field = [this](const char* name, const QString& words) {
    auto* made = new QLineEdit(this);
    made->setObjectName(QString::fromLatin1(name));
    made->setPlaceholderText(words);
    made->setAccessibleName(words);
    body()->addWidget(made);
    connect(made, &QLineEdit::textChanged, this, &PodActDialog::review);
    return made;
  };
  m_key = field("podActKey", tr("Key, for example example.com/owner"));
  m_value = field("podActValue", tr("Value; leave empty to remove the annotation"));
}

QString PodActDialog::warning() const {
  const bool ends = m_verb == ObjectVerb::Evict || m_verb == ObjectVerb::Delete;
  if (ends && isCardReservation(*m_pod))
    return tr(
        "This pod reserves a card for pods that share it. Without it KAI deletes those pods, too: end them instead, "
        "and KAI deletes this pod after them.");
  const bool bare = controllerOf(*m_pod->raw) == nullptr;
  switch (m_verb) {
    case ObjectVerb::Evict:
      return bare ? tr("No controller recreates this pod. Its work is lost.")
                  : tr("The pod is terminated and its controller creates another one. PodDisruptionBudgets are "
                       "respected.");
    case ObjectVerb::Delete:
      return bare ? tr("No controller recreates this pod. Its work is lost.")
                  : tr("The pod is terminated and its controller creates another one. Deleting ignores "
                       "PodDisruptionBudgets.");
    case ObjectVerb::Scale:
      return tr(
          "With fewer replicas the controller chooses which pods are terminated. An autoscaler may change the "
          "number again.");
    case ObjectVerb::Annotate:
      return tr(
          "Schedulers and device plugins keep their records in annotations. A changed record can make them "
          "allocate a card twice.");
  }
  return {};
}

ObjectAct PodActDialog::act() const {
  ObjectAct out;
  out.verb = m_verb;
  out.object = m_object;
  if (m_replicas != nullptr) out.fields = {replicasChange(-1, m_replicas->value())};
  if (m_key == nullptr) return out;
  const std::string key = m_key->text().trimmed().toStdString();
  const std::string* before = cardinal::find(m_pod->raw->meta.annotations, key);
  const QString value = m_value->text();
  out.fields = {annotationChange(key, before == nullptr ? std::nullopt : std::optional(*before),
                                 value.isEmpty() ? std::nullopt : std::optional(value.toStdString()))};
  return out;
}

QString PodActDialog::fieldRefusal() const {
  if (m_replicas != nullptr && m_replicas->value() == m_podsNow) return tr("Choose another number of replicas");
  if (m_key == nullptr) return {};
  const std::string key = m_key->text().trimmed().toStdString();
  if (key.empty()) return tr("Enter the key of the annotation");
  if (checkKey(key))
    return tr(
        "This key is not valid: letters, digits, \"-\", \"_\" and \".\"; before a \"/\" a DNS name in lower case");
  const std::string* before = cardinal::find(m_pod->raw->meta.annotations, key);
  const std::string value = m_value->text().toStdString();
  if (before == nullptr && value.empty()) return tr("The pod has no annotation of this key");
  if (before != nullptr && *before == value) return tr("The annotation already has this value");
  return {};
}

void PodActDialog::review() {
  m_passed = false;
  const QString refusal = fieldRefusal();
  m_reviewed = act();
  const bool says = refusal.isEmpty() || m_verb == ObjectVerb::Scale;
  m_command->setLines({{says ? plain(actCommand(noteOf(m_reviewed)), 1200) : QString(), TextTone::Strong}});
  if (!refusal.isEmpty()) {
    ++m_asked;
    m_verdict->setState(StateRole::Information);
    m_verdict->setText(refusal);
    m_verdict->setDetail({});
    return follow();
  }
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("The server is checking it (dry run); nothing is saved"));
  m_verdict->setDetail({});
  follow();
  m_changes.preflightAct(this, m_reviewed, [this, asked = ++m_asked](const ServerPreflight& preflight) {
    if (asked != m_asked) return;  // the fields say something else by now
    if (preflight.refused) return showRefusal(*preflight.refused);
    m_passed = true;
    QStringList warnings;
    for (const std::string& warning : preflight.warnings) warnings << plain(warning, 240);
    m_verdict->setState(warnings.isEmpty() ? StateRole::Ok : StateRole::Warning);
    m_verdict->setText(tr("Server dry run passed"));
    m_verdict->setDetail(warnings.join(u'\n'));
    follow();
  });
}

void PodActDialog::follow() {
  if (m_sending) return;
  const QString fields = fieldRefusal();
  const QString barred = podActRefusal(*m_pod, m_verb, m_context.bridge);
  const bool untyped = m_name != nullptr && !m_name->isTyped();
  m_send->setRefusal(!fields.isEmpty()   ? fields
                     : !barred.isEmpty() ? barred
                     : !m_passed         ? tr("The dry run has not passed")
                     : untyped           ? tr("Type the name of the context first")
                                         : QString());
}

void PodActDialog::send() {
  m_sending = true;
  m_send->setBusy(true);
  m_changes.act(this, m_reviewed, [this](const ChangeOutcome& outcome) { take(outcome); });
}

void PodActDialog::take(const ChangeOutcome& outcome) {
  m_sending = false;
  m_send->setBusy(false);
  if (!outcome.isDone()) return showRefusal(outcome.error.value_or(makeError(ErrorCode::OutcomeUnknown)));
  emit done(sentence());
  accept();
}

void PodActDialog::showRefusal(const Error& error) {
  m_passed = false;
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(errorText(error));
  m_verdict->setDetail(errorDetailText(error));
  follow();
}

QString PodActDialog::sentence() const {
  switch (m_verb) {
    case ObjectVerb::Evict:
      return tr("%1 is being evicted").arg(nameOf(m_object));
    case ObjectVerb::Delete:
      return tr("%1 is being deleted").arg(nameOf(m_object));
    case ObjectVerb::Scale:
      return tr("%1 was scaled to %2").arg(nameOf(m_object), QString::number(m_replicas->value()));
    case ObjectVerb::Annotate:
      return tr("The annotation of %1 was written").arg(nameOf(m_object));
  }
  return {};
}

}  // namespace cardinal::ui
