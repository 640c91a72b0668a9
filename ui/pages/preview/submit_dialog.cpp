// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/submit_dialog.h"

#include <QBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "ui/bridge/write_lock.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/manifest_texts.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/name_check.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kListed = 12;
constexpr std::size_t kLeastOfEach = 2;
constexpr std::size_t kMostPredicted = 200;
constexpr int kKey = 128;
constexpr int kWideKey = 220;  ///< with the name of the workload

FieldCheck weakestCheck(const std::vector<CreatedObject>& objects) {
  FieldCheck weakest = FieldCheck::Server;
  for (const CreatedObject& object : objects) weakest = std::min(weakest, object.fields);
  return weakest;
}

/// Where the pods have no place at the target that was aimed at, which binds nobody.
struct Elsewhere {
  int nodes = 0;              ///< others that could take it
  std::optional<int> card{};  ///< the one of the same node that takes it
};

QString placeText(const PredictedPlace& place, const Elsewhere& elsewhere) {
  if (place.node.isEmpty() && elsewhere.card)
    return SubmitDialog::tr("this node, but the scheduler packs it on card %1").arg(*elsewhere.card);
  const int others = elsewhere.nodes;
  if (place.node.isEmpty() && others > 0)
    return SubmitDialog::tr("does not fit the chosen target; %n other node(s) could take it", nullptr, others);
  if (place.node.isEmpty()) return SubmitDialog::tr("no place: it will wait");
  if (place.cardCount == 0) return plain(place.node.toStdString());
  const QString cards = place.cards.empty()
                            ? devicesText(place.sort, place.cardCount)
                            : SubmitDialog::tr("card %1", "one or several cards").arg(cardListText(place.cards));
  const QString there = joinList({plain(place.node.toStdString()), cards});
  if (place.equal() < 2) return there;
  return SubmitDialog::tr("%1; or %n other place(s) as good", nullptr, static_cast<int>(place.equal()) - 1).arg(there);
}

}  // namespace

SubmitDialog::SubmitDialog(const PageContext& context, ChangeController& changes, QWidget* parent)
    : DialogFrame(context.theme, submitText(context.preview.workload().objects, plain(context.bridge.info().name, 80)),
                  640, parent),
      m_context(context),
      m_changes(changes),
      m_objects(context.preview.workload().objects),
      m_parts(context.preview.workload().parts),
      m_shownPart(context.preview.workload().shownPart()) {
  build();
  connect(&context.preview, &PreviewController::changed, this, &SubmitDialog::followPreview);
  connect(&context.preview, &PreviewController::othersChanged, this, &SubmitDialog::followPreview);
  dryRun();
}

QString defaultNamespace(const SourceInfo& source) {
  return source.ns.empty() ? QStringLiteral("default") : QString::fromStdString(source.ns);
}

QString submitText(const std::vector<ManifestObject>& objects, const QString& where) {
  const bool workloads = std::all_of(objects.begin(), objects.end(),
                                     [](const ManifestObject& one) { return one.noPods == NoPods::MakesPods; });
  const auto number = static_cast<int>(objects.size());
  if (where.isEmpty()) {
    return workloads ? SubmitDialog::tr("Submit %n workload(s)", nullptr, number)
                     : SubmitDialog::tr("Submit %n object(s)", nullptr, number);
  }
  return (workloads ? SubmitDialog::tr("Submit %n workload(s) to %1?", nullptr, number)
                    : SubmitDialog::tr("Submit %n object(s) to %1?", nullptr, number))
      .arg(where);
}

void SubmitDialog::build() {
  auto* objects = new KeyValueList(theme(), this);
  std::vector<KeyValueRow> rows;
  for (std::size_t i = 0; i < std::min(m_objects.size(), kListed); ++i) {
    const ManifestObject& object = m_objects[i];
    const QString ns = object.key.ns.empty() ? defaultNamespace(m_context.bridge.info()) : plain(object.key.ns);
    rows.push_back(fact(plain(object.kind, 63), ns + u'/' + plain(object.key.name)));
  }
  if (m_objects.size() > kListed)
    rows.push_back(fact(QString(), tr("and %n more", nullptr, static_cast<int>(m_objects.size() - kListed))));
  objects->setKeyWidth(kKey);
  objects->setRows(std::move(rows));
  body()->addWidget(objects);

  buildPlaces();
  m_verdict = new Banner(theme(), this);
  m_stale = new Banner(theme(), this);
  m_stale->setState(StateRole::Warning);
  m_stale->hide();
  connect(m_verdict, &Banner::actionTriggered, this, &SubmitDialog::deleteCreated);
  connect(m_stale, &Banner::actionTriggered, &m_context.preview, &PreviewController::recompute);
  body()->addWidget(m_verdict);
  body()->addWidget(m_stale);
  if (m_context.bridge.writeLock().isProduction()) {
    m_name = new NameCheck(theme(), QString::fromStdString(m_context.bridge.info().name), this);
    body()->addWidget(m_name);
    connect(m_name, &NameCheck::changed, this, &SubmitDialog::followPreview);
  }
  body()->addStretch(1);
  addButton(tr("Cancel"));
  m_submit = addButton(submitText(m_objects), true);
  connect(m_submit, &QAbstractButton::clicked, this, &SubmitDialog::send);
}

void SubmitDialog::buildPlaces() {
  m_placesHead = new SectionHead(theme(), this);
  m_placesHead->setTitle(tr("Predicted places"));
  m_places = new KeyValueList(theme(), this);
  m_places->setKeyWidth(m_parts.size() > 1 ? kWideKey : kKey);
  body()->addWidget(m_placesHead);
  body()->addWidget(m_places);
  fillPlaces();
}

/// The rows stay as many as they are, so that no button moves under the pointer.
void SubmitDialog::fillPlaces() {
  const PreviewController& preview = m_context.preview;
  if (!preview.leadingAnswer()) return;
  m_prediction = predictionOf(preview, kListed);
  std::vector<KeyValueRow> predicted;
  const std::size_t each = std::max(kLeastOfEach, kListed / std::max<std::size_t>(m_parts.size(), 1));
  for (std::size_t i = 0; i < std::min(m_parts.size(), kListed); ++i) {
    addPlaces(i, m_parts.size() > 1 ? each : kListed, predicted);
  }
  if (m_parts.size() > kListed) {
    predicted.push_back(
        fact(QString(), tr("and %n more workload(s)", nullptr, static_cast<int>(m_parts.size() - kListed))));
  }
  QStringList notes;
  if (m_prediction.aimedOnly) notes << tr("aimed at; the scheduler is free to choose another");
  if (m_parts.size() > 1) notes << tr("each workload on its own, without the others");
  m_placesHead->setNote(notes.join(QStringLiteral(" · ")));
  m_places->setRows(std::move(predicted));
}

void SubmitDialog::addPlaces(std::size_t part, std::size_t most, std::vector<KeyValueRow>& rows) const {
  const PreviewController& preview = m_context.preview;
  const bool isShown = part == m_shownPart;
  const Prediction prediction = predictionOf(preview, part, most);
  const QString workload = m_parts.size() > 1 ? objectText(m_objects[m_parts[part].object]) : QString();
  if (prediction.places.empty()) {
    if (!workload.isEmpty())
      rows.push_back(fact(workload, preview.isPartAsked(part) ? tr("computing…") : tr("not evaluated")));
    return;
  }
  const AllocationAnswer* any = prediction.aimedOnly ? preview.answer() : nullptr;
  const AllocationAnswer* aimed = prediction.aimedOnly ? preview.aimedAnswer() : nullptr;
  Elsewhere elsewhere;
  if (any) elsewhere.nodes = static_cast<int>(any->candidates.size());
  if (const NodeRejection* other = aimed ? otherCardOf(*aimed) : nullptr)
    elsewhere.card = static_cast<int>(other->reason.found);
  std::size_t wanted = 0;
  for (const RoleAnswer& role : preview.partAnswers(part))
    wanted += static_cast<std::size_t>(std::max(1, role.replicas));
  for (std::size_t i = 0; i < prediction.places.size(); ++i) {
    const QString place = placeText(prediction.places[i], elsewhere);
    const QString before = isShown && preview.change() ? preview.change()->placeBefore(i) : QString();
    const QString pod = prediction.places[i].pod.isEmpty() ? tr("Replica %1").arg(i + 1) : prediction.places[i].pod;
    KeyValueRow row = fact(workload.isEmpty() ? pod : tr("%1, %2", "workload, pod").arg(workload, pod), place);
    if (!before.isEmpty()) {
      row.value = tr("%1 (was %2)", "place, place").arg(place, before);
      row.state = StateRole::Information;
    }
    rows.push_back(std::move(row));
  }
  if (!workload.isEmpty() && wanted > prediction.places.size()) {
    rows.push_back(
        fact(QString(), tr("and %n more pod(s)", nullptr, static_cast<int>(wanted - prediction.places.size()))));
  }
}

void SubmitDialog::dryRun() {
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("The server is checking the objects (dry run); nothing is kept"));
  m_submit->setRefusal(tr("The dry run is not finished"));
  m_context.bridge.submit(this, m_objects, defaultNamespace(m_context.bridge.info()), true,
                          [this](const SubmitOutcome& outcome) {
                            m_passed = !outcome.failure;
                            if (outcome.failure) {
                              showError(outcome, *outcome.failure);
                              return;
                            }
                            QStringList warnings;
                            for (const CreatedObject& object : outcome.created) {
                              for (const std::string& warning : object.warnings) warnings << plain(warning, 240);
                            }
                            if (!outcome.unchecked.empty()) {
                              warnings << tr(
                                  "%n object(s) can be checked only once their namespace or kind exists; "
                                  "that is created first",
                                  nullptr, static_cast<int>(outcome.unchecked.size()));
                            }
                            m_verdict->setState(warnings.isEmpty() ? StateRole::Ok : StateRole::Warning);
                            m_verdict->setText(tr("Server dry run passed: %n object(s) would be created", nullptr,
                                                  static_cast<int>(outcome.created.size())));
                            if (m_context.bridge.info().kind == SourceKind::Live)
                              warnings << fieldCheckText(weakestCheck(outcome.created));
                            m_verdict->setDetail(warnings.join(u'\n'));
                            followPreview();
                            // A list is another tier: there the safe button stays the one of Return.
                            if (m_objects.size() == 1 && m_submit->isEnabled()) offerReturn(*m_submit);
                          });
}

void SubmitDialog::followPreview() {
  if (m_sending) return noteChange();
  const PreviewController& preview = m_context.preview;
  const bool isNew = std::exchange(m_serial, preview.serial()) != preview.serial();
  const bool isOfOthers = std::exchange(m_othersSerial, preview.othersSerial()) != preview.othersSerial();
  if (preview.isActive() && (isNew || isOfOthers)) fillPlaces();
  if (!m_passed) return;
  const QString refusal = preview.isActive() ? preview.submitRefusal() : tr("The preview was closed");
  m_stale->setVisible(!refusal.isEmpty());
  m_stale->setText(refusal);
  m_stale->setAction(preview.phase() == PreviewController::Phase::Stale ? tr("Compute again") : QString());
  const bool untyped = refusal.isEmpty() && m_name && !m_name->isTyped();
  m_submit->setRefusal(untyped ? tr("Type the name of the context first") : refusal);
}

/// While the server is asked the preview goes on following the cluster: other places than at the press are remembered.
void SubmitDialog::noteChange() {
  const auto now = m_context.preview.newestSummary();
  if (!now || !m_pressed) return;
  if (samePlaces(*m_pressed, *now)) {
    m_prediction.changed.reset();
  } else if (!hasOwnPods(*m_context.preview.newestState())) {
    // With the submitted pods in the cluster it is asked where the next ones would go: that is no change of these.
    m_prediction.changed = PreviewChange{*m_pressed, *now};
  }
}

bool SubmitDialog::hasOwnPods(const ClusterSnapshot& snapshot) const {
  const std::string elsewhere = defaultNamespace(m_context.bridge.info()).toStdString();
  const auto isOwn = [&](const PodPtr& pod) {
    return std::any_of(m_objects.begin(), m_objects.end(), [&](const ManifestObject& object) {
      return isMadeBy(*pod, object.kind, {object.key.ns.empty() ? elsewhere : object.key.ns, object.key.name});
    });
  };
  const auto hasOwn = [&isOwn](const std::vector<PodPtr>& pods) {
    return std::any_of(pods.begin(), pods.end(), isOwn);
  };
  return hasOwn(snapshot.unboundPods) || std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(),
                                                     [&hasOwn](const NodePtr& node) { return hasOwn(node->pods); });
}

void SubmitDialog::send() {
  m_sending = true;
  m_submit->setBusy(true);
  m_prediction = predictionOf(m_context.preview);
  m_predictions.clear();
  for (std::size_t i = 0; i < m_parts.size(); ++i)
    m_predictions.push_back(predictionOf(m_context.preview, i, kMostPredicted));
  m_pressed = m_context.preview.shownSummary();
  m_verdict->setState(StateRole::Information);
  m_verdict->setText(tr("Submitting"));
  m_context.bridge.submit(this, m_objects, defaultNamespace(m_context.bridge.info()), false,
                          [this](const SubmitOutcome& outcome) {
                            m_sending = false;
                            m_submit->setBusy(false);
                            m_created.clear();
                            for (std::size_t i = 0; i < outcome.created.size(); ++i) {
                              const CreatedObject& made = outcome.created[i];
                              m_created.push_back({m_objects[i].apiVersion, made.kind, made.key, made.uid});
                            }
                            if (outcome.failure) {
                              showError(outcome, *outcome.failure);
                              return;
                            }
                            finish(outcome);
                          });
}

/// The workload that was on show comes first.
void SubmitDialog::finish(const SubmitOutcome& outcome) {
  std::vector<SubmittedWorkload> workloads;
  std::vector<bool> isPredicted(outcome.created.size(), false);
  m_predictions[m_shownPart] = m_prediction;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const std::size_t object = m_parts[i].object;
    if (object >= outcome.created.size() || m_predictions[i].places.empty()) continue;
    isPredicted[object] = true;
    workloads.insert(i == m_shownPart ? workloads.begin() : workloads.end(),
                     {outcome.created[object], m_predictions[i]});
  }
  QStringList others;
  for (std::size_t i = 0; i < outcome.created.size(); ++i) {
    const CreatedObject& made = outcome.created[i];
    if (!isPredicted[i]) others << plain(made.kind + "/" + made.key.name);
  }
  if (!workloads.empty()) emit submitted(workloads, others, m_created);
  accept();
}

void SubmitDialog::showError(const SubmitOutcome& outcome, const SubmitFailure& failure) {
  m_passed = false;
  m_verdict->setState(StateRole::Critical);
  m_verdict->setText(errorText(failure.error));
  QStringList details;
  if (!failure.object.empty()) details << tr("Object: %1").arg(plain(failure.object));
  if (const QString said = errorDetailText(failure.error); !said.isEmpty()) details << said;
  if (!outcome.dryRun && !outcome.created.empty()) {
    details << tr("%n object(s) were created before the error and stay", nullptr,
                  static_cast<int>(outcome.created.size()));
  }
  m_verdict->setDetail(details.join(u'\n'));
  m_verdict->setAction(m_created.empty() ? QString()
                                         : tr("Delete %n object(s)…", nullptr, static_cast<int>(m_created.size())));
  m_submit->setRefusal(tr("Rejected by the server"));
}

void SubmitDialog::deleteCreated() {
  auto* ask = new DeleteDialog(m_context, m_changes, m_created, this);
  connect(ask, &DeleteDialog::deleted, this, [this] {
    m_created.clear();
    m_verdict->setState(StateRole::Information);
    m_verdict->setText(tr("The created objects were deleted; nothing of this submission remains"));
    m_verdict->setDetail({});
    m_verdict->setAction({});
  });
  ask->open();
}

}  // namespace cardinal::ui
