// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/preview_controller.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "core/alloc/allocator.h"
#include "core/plan/binding.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/texts.h"
#include "ui/pages/preview/preview_scene.h"

namespace cardinal::ui {

namespace {

/// Adds a node selector to YAML that our own writer made: exactly one pod spec, none yet.
QByteArray pinnedYaml(const QByteArray& yaml, const QString& hostname) {
  static const QRegularExpression containers(QStringLiteral("^( *)containers:"), QRegularExpression::MultilineOption);
  QString text = QString::fromUtf8(yaml);
  const QRegularExpressionMatch match = containers.match(text);
  if (!match.hasMatch()) return yaml;
  const QString indent = match.captured(1);
  const QString selector = indent + QStringLiteral("nodeSelector:\n") + indent +
                           QStringLiteral("  kubernetes.io/hostname: \"") + hostname + QStringLiteral("\"\n");
  return text.insert(match.capturedStart(), selector).toUtf8();
}

Result<PreviewWorkload> readWorkload(const QByteArray& yaml, const QString& name, bool fromTemplate) {
  Result<Manifest> manifest = parseManifest(std::string_view(yaml.constData(), static_cast<std::size_t>(yaml.size())),
                                            name.toStdString());
  if (!manifest) return unexpected(manifest.error());
  PreviewWorkload workload;
  workload.name = name;
  workload.yaml = yaml;
  workload.fromTemplate = fromTemplate;
  workload.objects = std::move(manifest->objects);
  const auto& objects = workload.objects;
  const auto chosen = std::find_if(objects.begin(), objects.end(), [](const ManifestObject& o) { return o.pod != nullptr; });
  if (chosen == objects.end()) return unexpected(makeError(ErrorCode::NoPodTemplate, {}, name.toStdString()));
  workload.chosen = static_cast<std::size_t>(chosen - objects.begin());
  workload.request = makeRequest(chosen->pod, std::max(1, chosen->replicas));
  workload.request.name = chosen->key.name;
  return workload;
}

bool samePlace(const Candidate& a, const ClusterSnapshot& onA, const Candidate& b, const ClusterSnapshot& onB) {
  return a.cards == b.cards && a.cardCount == b.cardCount && onA.node(a.node).name == onB.node(b.node).name;
}

}  // namespace

bool samePrediction(const AllocationAnswer& a, const ClusterSnapshot& onA, const AllocationAnswer& b, const ClusterSnapshot& onB) {
  return a.requestProblems.empty() == b.requestProblems.empty() && a.certainty == b.certainty && a.tied == b.tied &&
         std::equal(a.placements.begin(), a.placements.end(), b.placements.begin(), b.placements.end(),
                    [&](const ReplicaPlacement& x, const ReplicaPlacement& y) { return samePlace(x.place, onA, y.place, onB); });
}

PreviewController::PreviewController(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &PreviewController::onSnapshot);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &PreviewController::clear);
  connect(&bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (isActive()) emit changed();
  });
}

Result<void> PreviewController::start(const QByteArray& yaml, const QString& name, const PreviewAim& aim, bool fromTemplate) {
  Result<PreviewWorkload> workload = readWorkload(yaml, name, fromTemplate);
  if (!workload) return unexpected(workload.error());
  m_dragging = false;
  begin(std::move(*workload), aim);
  return {};
}

void PreviewController::startPod(const PodPtr& pod, const PreviewAim& aim) {
  PreviewWorkload workload;
  workload.name = QString::fromStdString(pod->key().name);
  workload.request = makeRequest(pod->raw);
  workload.request.name = pod->key().name;
  workload.pod = pod;
  m_dragging = false;
  begin(std::move(workload), aim);
}

Result<void> PreviewController::beginDrag(const QByteArray& yaml, const QString& name) {
  Result<PreviewWorkload> workload = readWorkload(yaml, name, false);
  if (!workload) return unexpected(workload.error());
  m_dragging = true;
  begin(std::move(*workload), {});
  return {};
}

void PreviewController::endDrag() {
  if (m_dragging) clear();
}

void PreviewController::begin(PreviewWorkload workload, const PreviewAim& aim) {
  m_workload = std::move(workload);
  m_aim = aim;
  m_pinned = false;
  askAnew();
}

void PreviewController::askAnew() {
  // A question under way is made void by the next one of the same context.
  m_asking = Question::None;
  m_newerState = false;
  m_shown = {};
  m_newest = {};
  setPhase(Phase::Computing);
  pump();
}

void PreviewController::setAim(const PreviewAim& aim) {
  if (!isActive() || aim == m_aim) return;
  if (m_pinned) setPinned(false);
  m_aim = aim;
  m_shown.aimed.reset();
  m_newest.aimed.reset();
  if (m_asking == Question::Aimed) m_asking = Question::None;
  setPhase(Phase::Computing);
  pump();
}

void PreviewController::setPinned(bool pinned) {
  if (!isActive() || pinned == m_pinned || !m_workload.fromTemplate || m_aim.node.isEmpty()) return;
  const ClusterSnapshot& shown = *m_bridge.snapshot();
  const auto node = shown.findNode(m_aim.node.toStdString());
  if (pinned && !node) return;
  const QByteArray yaml =
      pinned ? pinnedYaml(m_workload.yaml, QString::fromStdString(hostnameOf(*shown.node(*node).raw))) : m_workload.yaml;
  Result<PreviewWorkload> changedWorkload = readWorkload(yaml, m_workload.name, true);
  if (!changedWorkload) return;
  // The text without the pin is kept, so that it can be taken off again.
  changedWorkload->yaml = m_workload.yaml;
  m_pinned = pinned;
  m_workload = std::move(*changedWorkload);
  recompute();
}

void PreviewController::recompute() {
  if (isActive()) askAnew();
}

void PreviewController::clear() {
  if (!isActive()) return;
  m_workload = {};
  m_aim = {};
  m_shown = {};
  m_newest = {};
  m_pinned = false;
  m_dragging = false;
  m_asking = Question::None;
  m_newerState = false;
  setPhase(Phase::Inactive);
}

void PreviewController::onSnapshot() {
  if (!isActive()) return;
  // Answers under way are finished first, so that a busy cluster cannot keep the preview waiting for ever.
  if (m_asking != Question::None) {
    m_newerState = true;
    return;
  }
  m_newest = {};
  pump();
}

bool PreviewController::isComplete(const Answers& answers) const {
  return answers.any && (m_aim.node.isEmpty() || answers.aimed);
}

void PreviewController::pump() {
  if (!isActive() || m_asking != Question::None) return;
  if (!m_newest.any) {
    ask(false);
  } else if (!m_aim.node.isEmpty() && !m_newest.aimed) {
    ask(true);
  } else {
    settle();
  }
}

AllocationRequest PreviewController::question(bool aimed) const {
  AllocationRequest request = m_workload.request;
  if (aimed) {
    request.onlyNode = m_aim.node.toStdString();
    if (m_aim.card >= 0) request.onlyCard = m_aim.card;
  }
  return request;
}

void PreviewController::answerNow() {
  if (!isActive() || m_phase != Phase::Computing) return;
  m_newest.on = m_bridge.snapshot();
  m_newest.any = std::make_shared<const AllocationAnswer>(allocate(question(false), *m_newest.on));
  if (!m_aim.node.isEmpty()) m_newest.aimed = std::make_shared<const AllocationAnswer>(allocate(question(true), *m_newest.on));
  m_asking = Question::None;
  settle();
}

void PreviewController::ask(bool aimed) {
  AllocationRequest request = question(aimed);
  if (!m_newest.on) m_newest.on = m_bridge.snapshot();
  m_asking = aimed ? Question::Aimed : Question::Any;
  m_bridge.preview(this, std::move(request), [this](const AnswerPtr& answer) { onAnswer(answer); }, m_newest.on);
}

void PreviewController::onAnswer(const AnswerPtr& answer) {
  const Question asked = std::exchange(m_asking, Question::None);
  const bool cancelled = !answer->requestProblems.empty() && answer->requestProblems.front().code == ErrorCode::Cancelled;
  if (!isActive() || cancelled) return;
  (asked == Question::Aimed ? m_newest.aimed : m_newest.any) = answer;
  pump();
  if (m_asking == Question::None && std::exchange(m_newerState, false)) {
    m_newest = {};
    pump();
  }
}

void PreviewController::settle() {
  if (!isComplete(m_newest)) return;
  const bool first = !isComplete(m_shown) || m_dragging;
  const bool same = first || (samePrediction(*m_shown.any, *m_shown.on, *m_newest.any, *m_newest.on) &&
                              (m_aim.node.isEmpty() ||
                               samePrediction(*m_shown.aimed, *m_shown.on, *m_newest.aimed, *m_newest.on)));
  if (same) {
    m_shown = m_newest;
    ++m_serial;
  }
  setPhase(same ? Phase::Ready : Phase::Stale);
}

void PreviewController::setPhase(Phase phase) {
  m_phase = phase;
  emit changed();
}

QString PreviewController::submitRefusal() const {
  if (m_workload.objects.empty()) return tr("This pod waits in the cluster already: there is nothing to submit");
  if (QString refusal = connectionRefusal(); !refusal.isEmpty()) return refusal;
  const QString refusal = phaseRefusal();
  return refusal.isEmpty() ? rightsRefusalOf(m_workload.objects) : refusal;
}

/// Why the answer does not hold.
QString PreviewController::phaseRefusal() const {
  if (m_phase == Phase::Stale) return tr("The cluster has changed and the prediction with it: recompute first");
  const AllocationAnswer* lead = leadingAnswer();
  if (m_phase != Phase::Ready || !lead) return tr("The preview is being computed");
  return lead->requestProblems.empty() ? QString() : errorText(lead->requestProblems.front());
}

QString PreviewController::constraintRefusal() const {
  if (m_aim.node.isEmpty()) return tr("Choose a node first: drag the pod onto it, or open a candidate");
  if (!m_shown.on || !m_shown.on->findNode(m_aim.node.toStdString())) return tr("The preview is being computed");
  return {};
}

QString PreviewController::bindRefusal() const {
  if (!m_workload.pod) return tr("Only a pod that waits in the cluster can be bound");
  if (m_aim.node.isEmpty()) return tr("Choose a node first: drag the pod onto it, or open a candidate");
  // Checked on the shown state: the pod may have got a place meanwhile.
  const ObjectKey& key = m_workload.pod->key();
  const auto& waiting = m_bridge.snapshot()->unboundPods;
  const auto now = std::find_if(waiting.begin(), waiting.end(), [&key](const PodPtr& pod) { return pod->key() == key; });
  if (now == waiting.end() || (*now)->raw->meta.uid != m_workload.pod->raw->meta.uid) return tr("The pod does not wait any more");
  if (!((*now)->raw->spec == m_workload.pod->raw->spec)) return tr("The preview is of a changed copy: only the pod as it waits can be bound");
  if (bindBar(**now) == BindBar::NotWaiting) return tr("The pod does not wait any more");
  if (bindBar(**now) == BindBar::Gated) return tr("Scheduling gates hold the pod: the server does not bind it before they are removed");
  if (QString refusal = connectionRefusal(); !refusal.isEmpty()) return refusal;
  if (QString refusal = phaseRefusal(); !refusal.isEmpty()) return refusal;
  const AllocationAnswer* aimed = aimedAnswer();
  if (aimed->placements.empty()) return tr("The pod does not fit on %1").arg(plain(m_aim.node.toStdString()));
  const Rights& rights = m_bridge.connection().rights;
  const QString refusal = rightsRefusal(rights, Feature::BindPods, key.ns);
  return refusal.isEmpty() ? rightsRefusal(rights, Feature::GetNodes) : refusal;
}

QString PreviewController::connectionRefusal() const {
  const SourceInfo info = m_bridge.info();
  if (!info.writable) {
    if (m_bridge.writeLock().isLocked()) return lockedRefusal();
    return info.kind == SourceKind::File ? tr("A saved snapshot cannot be changed: open the cluster itself to submit")
                                         : tr("This connection is read-only");
  }
  return m_bridge.isFresh() ? QString() : tr("The connection is lost: the preview may no longer hold. Submitting is possible once it is back");
}

QString PreviewController::writeRefusal(const std::vector<ManifestObject>& objects) const {
  const QString refusal = connectionRefusal();
  return refusal.isEmpty() ? rightsRefusalOf(objects) : refusal;
}

QString PreviewController::rightsRefusalOf(const std::vector<ManifestObject>& objects) const {
  const Rights& rights = m_bridge.connection().rights;
  for (const ManifestObject& object : objects) {
    const auto feature = createFeature(object.kind);
    if (!feature) continue;
    if (QString refusal = rightsRefusal(rights, *feature, object.key.ns); !refusal.isEmpty()) return refusal;
  }
  return {};
}

std::optional<MapPreview> PreviewController::mapPreview() const {
  if (!m_shown.any || !m_shown.any->requestProblems.empty()) return std::nullopt;
  return makeMapPreview(*m_shown.any, aimedAnswer(), m_aim, *m_shown.on);
}

}  // namespace cardinal::ui
