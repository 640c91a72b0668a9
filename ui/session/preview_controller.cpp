// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview_controller.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "core/plan/changes/binding.h"
#include "core/provider/readers.h"
#include "core/service/read/claim_objects.h"
#include "core/service/writes/submit_order.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/manifest_texts.h"
#include "ui/i18n/texts.h"
#include "ui/session/preview_scene.h"

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

/// The role that is asked about: the first that asks for a GPU, else the first whose pods are known.
std::optional<std::size_t> roleOf(const ManifestObject& object) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < object.roles.size(); ++i) {
    const ManifestRole& role = object.roles[i];
    if (!role.pod || !role.pods) continue;
    if (readUsage(*role.pod).request.kind != GpuRequest::Kind::None) return i;
    if (!first) first = i;
  }
  return first;
}

/// Why nothing of a file can be asked about.
Error nothingIn(const Manifest& manifest) {
  std::string kinds;
  for (const ManifestObject& object : manifest.objects) {
    if (!object.problems.empty()) return object.problems.front();
    if (!object.roles.empty()) return makeError(ErrorCode::Unsupported, object.kind, object.source);
    kinds += (kinds.empty() ? "" : ", ") + object.kind;
  }
  return makeError(ErrorCode::NoPodTemplate, kinds, manifest.source);
}

Result<PreviewWorkload> readWorkload(const QByteArray& yaml, const QString& name, bool fromTemplate) {
  Result<Manifest> manifest =
      readManifest(std::string_view(yaml.constData(), static_cast<std::size_t>(yaml.size())), name.toStdString());
  if (!manifest) return unexpected(manifest.error());
  for (const ManifestObject& object : manifest->objects) {
    if (!object.problems.empty()) return unexpected(object.problems.front());
  }
  PreviewWorkload workload;
  workload.name = name;
  workload.yaml = yaml;
  workload.fromTemplate = fromTemplate;
  workload.objects = inSubmitOrder(manifest->objects);
  const auto& objects = workload.objects;
  const auto chosen =
      std::find_if(objects.begin(), objects.end(), [](const ManifestObject& object) { return roleOf(object); });
  if (chosen == objects.end()) return unexpected(nothingIn(*manifest));
  workload.chosen = static_cast<std::size_t>(chosen - objects.begin());
  workload.role = *roleOf(*chosen);
  const ManifestRole& role = chosen->roles[workload.role];
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  workload.request = makeRequest(role.pod, static_cast<int>(std::clamp<std::int64_t>(*role.pods, 1, kMost)));
  workload.request.name = chosen->key.name;
  workload.request.claims = claimObjectsOf(objects);
  return workload;
}

class RemarkTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::FileRemarks)

 public:
  static QString shownRole(const QString& role, const QString& others) {
    return tr("Shown are the pods of %1. The workload has further roles: %2.").arg(role, others);
  }
  static QString notShown(const QString& objects) { return tr("Not shown are the pods of %1.").arg(objects); }
  static QString without(const QString& objects) { return tr("Creates no pods: %1").arg(objects); }
};

bool samePlace(const Candidate& a, const ClusterSnapshot& onA, const Candidate& b, const ClusterSnapshot& onB) {
  return a.cards == b.cards && a.cardCount == b.cardCount && onA.node(a.node).name == onB.node(b.node).name;
}

}  // namespace

QString fileRemarks(const PreviewWorkload& workload) {
  if (workload.objects.empty()) return {};
  QStringList lines;
  const ManifestObject& shown = workload.objects[workload.chosen];
  QStringList roles;
  for (std::size_t i = 0; i < shown.roles.size(); ++i) {
    if (i != workload.role) roles << plain(shown.roles[i].name, 63);
  }
  if (!roles.isEmpty())
    lines << RemarkTexts::shownRole(plain(shown.roles[workload.role].name, 63), roles.join(QLatin1String(", ")));
  for (const ManifestNote& note : shown.notes) lines << noteText(note);
  QStringList others;
  for (std::size_t i = 0; i < workload.objects.size(); ++i) {
    if (i != workload.chosen && !workload.objects[i].roles.empty()) others << objectText(workload.objects[i]);
  }
  if (!others.isEmpty()) lines << RemarkTexts::notShown(others.join(QLatin1String(", ")));
  const QString without = objectsWithoutPodsText(workload.objects);
  if (!without.isEmpty()) lines << RemarkTexts::without(without);
  return lines.join(u'\n');
}

bool samePrediction(const AllocationAnswer& a, const ClusterSnapshot& onA, const AllocationAnswer& b,
                    const ClusterSnapshot& onB) {
  return a.requestProblems.empty() == b.requestProblems.empty() && a.certainty == b.certainty && a.tied == b.tied &&
         std::equal(a.placements.begin(), a.placements.end(), b.placements.begin(), b.placements.end(),
                    [&](const ReplicaPlacement& x, const ReplicaPlacement& y) {
                      return samePlace(x.place, onA, y.place, onB);
                    });
}

PreviewController::PreviewController(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &PreviewController::onSnapshot);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &PreviewController::clear);
  connect(&bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (isActive()) emit changed();
  });
}

Result<void> PreviewController::start(const QByteArray& yaml, const QString& name, const PreviewAim& aim,
                                      bool fromTemplate) {
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
  m_paused = false;
  askAnew();
}

void PreviewController::askAnew() {
  // A question under way is made void by the next one of the same context.
  m_asking = Question::None;
  m_newerState = false;
  m_takesNext = false;
  m_shown = {};
  m_newest = {};
  m_seen.reset();
  m_change.reset();
  setPhase(Phase::Computing);
  pump();
}

void PreviewController::setAim(const PreviewAim& aim) {
  if (!isActive() || aim == m_aim) return;
  if (m_pinned) setPinned(false);
  m_aim = aim;
  m_shown.aimed.reset();
  m_newest.aimed.reset();
  m_seen.reset();
  m_change.reset();
  if (m_asking == Question::Aimed) m_asking = Question::None;
  setPhase(Phase::Computing);
  pump();
}

void PreviewController::setPinned(bool pinned) {
  if (!isActive() || pinned == m_pinned || !m_workload.fromTemplate || m_aim.node.isEmpty()) return;
  const ClusterSnapshot& shown = *m_bridge.snapshot();
  const auto node = shown.findNode(m_aim.node.toStdString());
  if (pinned && !node) return;
  const QByteArray yaml = pinned
                              ? pinnedYaml(m_workload.yaml, QString::fromStdString(hostnameOf(*shown.node(*node).raw)))
                              : m_workload.yaml;
  Result<PreviewWorkload> changedWorkload = readWorkload(yaml, m_workload.name, true);
  if (!changedWorkload) return;
  // The text without the pin is kept, so that it can be taken off again.
  changedWorkload->yaml = m_workload.yaml;
  m_pinned = pinned;
  m_workload = std::move(*changedWorkload);
  askAnew();
}

void PreviewController::recompute() {
  if (!isActive()) return;
  m_takesNext = true;
  if (m_asking != Question::None) {
    m_newerState = true;  // what is under way may be about an older state
    return;
  }
  if (m_newest.on != m_bridge.snapshot()) m_newest = {};
  pump();
}

void PreviewController::setPaused(bool paused) {
  if (!isActive() || m_dragging || paused == m_paused) return;
  m_paused = paused;
  m_pausedAt = paused ? m_bridge.now() : 0;
  // What the pause kept back is shown.
  if (!paused && m_asking == Question::None && isComplete(m_newest)) return settle();
  emit changed();
}

void PreviewController::acknowledge() {
  if (!m_change) return;
  m_seen = std::move(m_change->now);
  m_change.reset();
  emit changed();
}

void PreviewController::clear() {
  if (!isActive()) return;
  m_workload = {};
  m_aim = {};
  m_shown = {};
  m_newest = {};
  m_seen.reset();
  m_change.reset();
  m_pinned = false;
  m_dragging = false;
  m_paused = false;
  m_takesNext = false;
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
  if (!m_aim.node.isEmpty())
    m_newest.aimed = std::make_shared<const AllocationAnswer>(allocate(question(true), *m_newest.on));
  m_asking = Question::None;
  settle();
}

void PreviewController::ask(bool aimed) {
  AllocationRequest request = question(aimed);
  if (!m_newest.on) m_newest.on = m_bridge.snapshot();
  m_asking = aimed ? Question::Aimed : Question::Any;
  m_bridge.preview(
      this, std::move(request), [this](const AnswerPtr& answer) { onAnswer(answer); }, m_newest.on);
}

void PreviewController::onAnswer(const AnswerPtr& answer) {
  const Question asked = std::exchange(m_asking, Question::None);
  const bool cancelled =
      !answer->requestProblems.empty() && answer->requestProblems.front().code == ErrorCode::Cancelled;
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
  const bool keeps = m_paused && !m_takesNext && isComplete(m_shown);
  if (!m_newerState) m_takesNext = false;
  if (!keeps) return show();
  const bool same =
      samePrediction(*m_shown.any, *m_shown.on, *m_newest.any, *m_newest.on) &&
      (m_aim.node.isEmpty() || samePrediction(*m_shown.aimed, *m_shown.on, *m_newest.aimed, *m_newest.on));
  setPhase(same ? Phase::Ready : Phase::Stale);
}

void PreviewController::show() {
  m_shown = m_newest;
  ++m_serial;
  std::optional<PredictionSummary> now = summary(m_shown);
  if (!m_seen || m_dragging || saysTheSame(*m_seen, *now)) {
    m_seen = std::move(now);
    m_change.reset();
  } else if (!m_change || !saysTheSame(m_change->now, *now)) {
    m_change = PreviewChange{*m_seen, std::move(*now)};
  }
  setPhase(Phase::Ready);
}

std::optional<PredictionSummary> PreviewController::summary(const Answers& answers) const {
  if (!isComplete(answers)) return std::nullopt;
  return summaryOf(m_aim.node.isEmpty() ? *answers.any : *answers.aimed, *answers.on);
}

std::optional<PredictionSummary> PreviewController::shownSummary() const {
  return summary(m_shown);
}

std::optional<PredictionSummary> PreviewController::newestSummary() const {
  return summary(m_newest);
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
  if (m_phase == Phase::Stale)
    return tr("Updates are paused and the prediction has changed since: compute it again first");
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
  const auto now =
      std::find_if(waiting.begin(), waiting.end(), [&key](const PodPtr& pod) { return pod->key() == key; });
  if (now == waiting.end() || (*now)->raw->meta.uid != m_workload.pod->raw->meta.uid)
    return tr("The pod is no longer pending");
  if (!((*now)->raw->spec == m_workload.pod->raw->spec))
    return tr("The preview is of a modified copy: only the pending pod itself can be bound");
  if (bindBar(**now) == BindBar::NotWaiting) return tr("The pod is no longer pending");
  if (bindBar(**now) == BindBar::Gated)
    return tr("Scheduling gates block the pod: the server does not bind it before they are removed");
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
  return m_bridge.isFresh()
             ? QString()
             : tr("The connection is lost; the preview may be outdated. Submitting is possible once it is restored");
}

QString PreviewController::writeRefusal(const std::vector<ManifestObject>& objects) const {
  const QString refusal = connectionRefusal();
  return refusal.isEmpty() ? rightsRefusalOf(objects) : refusal;
}

QString PreviewController::rightsRefusalOf(const std::vector<ManifestObject>& objects) const {
  const Rights& rights = m_bridge.connection().rights;
  for (const ManifestObject& object : objects) {
    const auto feature = createFeature(object.kind);
    // The rights that were asked for are those of Kubernetes' own kinds; batch.volcano.sh has a Job too.
    if (!feature || object.apiVersion.find('.') != std::string::npos) continue;
    if (QString refusal = rightsRefusal(rights, *feature, object.key.ns); !refusal.isEmpty()) return refusal;
  }
  return {};
}

std::optional<MapPreview> PreviewController::mapPreview() const {
  if (!m_shown.any || !m_shown.any->requestProblems.empty()) return std::nullopt;
  return makeMapPreview(*m_shown.any, aimedAnswer(), m_aim, *m_shown.on);
}

}  // namespace cardinal::ui
