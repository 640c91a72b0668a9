// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/preview_controller.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "core/plan/changes/binding.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/session/preview/preview_scene.h"
#include "ui/session/rights/write_refusal.h"

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

bool samePlace(const Candidate& a, const ClusterSnapshot& onA, const Candidate& b, const ClusterSnapshot& onB) {
  return a.cards == b.cards && a.cardCount == b.cardCount && onA.node(a.node).name == onB.node(b.node).name;
}

}  // namespace

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
  Result<PreviewWorkload> workload = readPreviewWorkload(yaml, name, fromTemplate);
  if (!workload) return unexpected(workload.error());
  m_dragging = false;
  begin(std::move(*workload), aim);
  return {};
}

Result<void> PreviewController::start(const WorkloadTemplate& chosen, const PreviewAim& aim) {
  return start(QByteArray::fromStdString(toYaml(chosen)), QString::fromStdString(chosen.name), aim,
               chosen.form != WorkloadTemplate::Form::Manifest);
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
  Result<PreviewWorkload> workload = readPreviewWorkload(yaml, name, false);
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
  m_domains.clear();
  m_role = 0;
  m_chosenRole.reset();
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
  makeRequests();
  m_shown = {};
  m_newest = {};
  m_others.assign(m_workload.parts.size(), {});
  m_seen.reset();
  m_change.reset();
  setPhase(Phase::Computing);
  emit asked();
  pump();
}

void PreviewController::setAim(const PreviewAim& aim) {
  if (!isActive() || aim == m_aim) return;
  if (m_pinned) setPinned(false);
  m_aim = aim;
  for (Answers* answers : {&m_shown, &m_newest}) {
    answers->aimed.reset();
    answers->aimedRoles.clear();
  }
  m_seen.reset();
  m_change.reset();
  if (m_asking == Question::Aimed || m_asking == Question::Other) m_asking = Question::None;
  setPhase(Phase::Computing);
  emit asked();
  pump();
}

void PreviewController::setDomains(std::vector<PreviewDomain> domains) {
  if (!isActive() || domains == m_domains) return;
  m_domains = std::move(domains);
  makeRequests();
  m_asking = Question::None;
  m_newerState = false;
  m_newest = {};
  // What was shown before was about other nodes.
  m_seen.reset();
  m_change.reset();
  setPhase(Phase::Computing);
  pump();
}

const PreviewDomain* PreviewController::domainOf(std::size_t role) const {
  const std::size_t index = isGroup() ? m_workload.roles[role].index : m_workload.role;
  const auto found =
      std::find_if(m_domains.begin(), m_domains.end(), [&](const PreviewDomain& domain) { return domain.isOf(index); });
  return found != m_domains.end() ? &*found : nullptr;
}

void PreviewController::setPinned(bool pinned) {
  if (!isActive() || pinned == m_pinned || !m_workload.fromTemplate || m_aim.node.isEmpty()) return;
  const ClusterSnapshot& shown = *m_bridge.snapshot();
  const auto node = shown.findNode(m_aim.node.toStdString());
  if (pinned && !node) return;
  const QByteArray yaml = pinned
                              ? pinnedYaml(m_workload.yaml, QString::fromStdString(hostnameOf(*shown.node(*node).raw)))
                              : m_workload.yaml;
  Result<PreviewWorkload> changedWorkload = readPreviewWorkload(yaml, m_workload.name, true);
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
  if (!paused && m_asking == Question::None && isComplete(m_newest)) {
    settle();
    return askOther();
  }
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
  m_others.clear();
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
    askOther();
  }
}

/// The same pods for every state, so that a question stays open.
void PreviewController::makeRequests() {
  m_requests.clear();
  if (!isGroup()) m_requests.push_back(m_workload.request);
  for (const PreviewRole& role : m_workload.roles) m_requests.push_back(role.request);
  for (std::size_t i = 0; i < m_requests.size(); ++i) {
    if (const PreviewDomain* domain = domainOf(i)) restrictTo(*domain, m_requests[i]);
  }
}

std::vector<AllocationRequest> PreviewController::questions(bool aimed) const {
  std::vector<AllocationRequest> out = m_requests;
  if (!aimed) return out;
  for (AllocationRequest& request : out) {
    request.onlyNode = m_aim.node.toStdString();
    if (m_aim.card >= 0) request.onlyCard = m_aim.card;
  }
  return out;
}

int PreviewController::gangs() const {
  const ManifestObject* object = m_workload.object();
  return object && isGroup() ? gangsOf(*object) : 1;
}

void PreviewController::answerNow() {
  if (!isActive() || m_phase != Phase::Computing) return;
  m_newest.on = m_bridge.snapshot();
  for (const bool aimed : {false, true}) {
    if (aimed && m_aim.node.isEmpty()) continue;
    std::vector<AnswerPtr> answers;
    for (AllocationAnswer& answer : allocateInOrder(questions(aimed), *m_newest.on, {}, gangs()))
      answers.push_back(std::make_shared<const AllocationAnswer>(std::move(answer)));
    take(std::move(answers), aimed);
  }
  m_asking = Question::None;
  settle();
  answerOthersNow();
}

void PreviewController::ask(bool aimed) {
  std::vector<AllocationRequest> asked = questions(aimed);
  if (!m_newest.on) m_newest.on = m_bridge.snapshot();
  m_asking = aimed ? Question::Aimed : Question::Any;
  if (isGroup()) {
    m_bridge.previewGroup(
        this, std::move(asked), gangs(), [this](const std::vector<AnswerPtr>& answers) { onAnswer(answers); },
        m_newest.on);
  } else {
    m_bridge.preview(
        this, std::move(asked.front()), [this](const AnswerPtr& answer) { onAnswer({answer}); }, m_newest.on);
  }
}

/// Which of several domains the scheduler takes is not predicted.
AnswerPtr PreviewController::loosened(const AnswerPtr& answer) {
  auto out = std::make_shared<AllocationAnswer>(*answer);
  const auto loosen = [](Certainty& certainty, std::uint32_t& tied) {
    if (certainty == Certainty::Modelled) return;
    certainty = Certainty::OneOf;
    tied = 0;  // unknown
  };
  if (!out->candidates.empty()) loosen(out->certainty, out->tied);
  for (ReplicaPlacement& placement : out->placements) loosen(placement.certainty, placement.tied);
  return out;
}

void PreviewController::take(std::vector<AnswerPtr> answers, bool aimed) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (domainOf(i) != nullptr && answers[i]->requestProblems.empty()) answers[i] = loosened(answers[i]);
  }
  (aimed ? m_newest.aimed : m_newest.any) = answers.front();
  if (isGroup()) (aimed ? m_newest.aimedRoles : m_newest.anyRoles) = std::move(answers);
}

void PreviewController::onAnswer(const std::vector<AnswerPtr>& answers) {
  const Question asked = std::exchange(m_asking, Question::None);
  if (asked == Question::None) return;  // nobody waits for it any more
  const bool cancelled = std::any_of(answers.begin(), answers.end(), [](const AnswerPtr& one) {
    return !one->requestProblems.empty() && one->requestProblems.front().code == ErrorCode::Cancelled;
  });
  if (!isActive() || cancelled) return;
  if (asked == Question::Other) {
    takeOther(answers);
    // What the end of a pause let through meanwhile.
    if (!m_paused && isComplete(m_newest) && m_newest.on != m_shown.on) settle();
    if (!m_newerState) askOther();  // the workload on show comes first
  } else {
    take(answers, asked == Question::Aimed);
    pump();
  }
  if (m_asking == Question::None && std::exchange(m_newerState, false)) {
    m_newest = {};
    pump();
  }
}

const AllocationRequest& PreviewController::request() const {
  return m_requests[isGroup() ? m_role : 0];
}

std::vector<RoleAnswer> PreviewController::roleAnswers(const Answers& answers) const {
  std::vector<RoleAnswer> out;
  if (!isComplete(answers)) return out;
  const bool aimed = !m_aim.node.isEmpty();
  if (!isGroup())
    return {RoleAnswer{
        {}, m_workload.request.replicas, aimed ? answers.aimed.get() : answers.any.get(), &m_workload.request.gpu}};
  const std::vector<AnswerPtr>& all = aimed ? answers.aimedRoles : answers.anyRoles;
  for (std::size_t i = 0; i < all.size(); ++i)
    out.push_back({m_workload.roles[i].name, m_workload.roles[i].request.replicas, all[i].get(),
                   &m_workload.roles[i].request.gpu});
  return out;
}

std::vector<RoleAnswer> PreviewController::roleAnswers() const {
  return roleAnswers(m_shown);
}

std::optional<GroupOutcome> PreviewController::groupOutcome() const {
  const ManifestObject* object = m_workload.object();
  const std::vector<RoleAnswer> answers = roleAnswers();
  if (!object || answers.empty() || (!isGroup() && !object->gang)) return std::nullopt;
  std::vector<AnsweredRole> roles;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::size_t index = isGroup() ? m_workload.roles[i].index : m_workload.role;
    const AllocationRequest& asked = isGroup() ? m_workload.roles[i].request : m_workload.request;
    roles.push_back({&asked, answers[i].answer, ownGangOf(*object, object->roles[index])});
  }
  return outcomeOf(roles, object->gang, gangs());
}

/// What does not fit is looked at first: it is what the others wait for.
void PreviewController::pickRole() {
  if (!isGroup()) return;
  const std::vector<RoleAnswer> answers = roleAnswers();
  const auto lacks = std::find_if(answers.begin(), answers.end(), [](const RoleAnswer& one) {
    return one.answer->placements.size() < static_cast<std::size_t>(one.replicas);
  });
  const auto& roles = m_workload.roles;
  const auto first =
      std::find_if(roles.begin(), roles.end(), [&](const PreviewRole& one) { return one.index == m_workload.role; });
  const std::size_t own = lacks != answers.end() ? static_cast<std::size_t>(lacks - answers.begin())
                                                 : static_cast<std::size_t>(first - roles.begin());
  m_role = m_chosenRole.value_or(own);
  m_shown.any = m_shown.anyRoles[m_role];
  if (!m_aim.node.isEmpty()) m_shown.aimed = m_shown.aimedRoles[m_role];
}

void PreviewController::showRole(std::size_t role) {
  if (role >= m_workload.roles.size() || m_chosenRole == role) return;
  m_chosenRole = role;
  if (!isComplete(m_shown)) return;
  pickRole();
  ++m_serial;
  emit changed();
}

/// The same places of every role, and just as sure.
bool PreviewController::saysTheSameAsShown() const {
  const std::vector<RoleAnswer> shown = roleAnswers(m_shown);
  const std::vector<RoleAnswer> newest = roleAnswers(m_newest);
  bool same = isGroup() || samePrediction(*m_shown.any, *m_shown.on, *m_newest.any, *m_newest.on);
  for (std::size_t i = 0; i < shown.size() && i < newest.size(); ++i)
    same = same && samePrediction(*shown[i].answer, *m_shown.on, *newest[i].answer, *m_newest.on);
  return same && shown.size() == newest.size();
}

void PreviewController::settle() {
  if (!isComplete(m_newest)) return;
  const bool keeps = m_paused && !m_takesNext && isComplete(m_shown);
  if (!m_newerState) m_takesNext = false;
  if (!keeps) return show();
  setPhase(saysTheSameAsShown() ? Phase::Ready : Phase::Stale);
}

void PreviewController::show() {
  m_shown = m_newest;
  pickRole();
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
  return summaryOf(roleAnswers(answers), *answers.on);
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
  if (QString refusal = ui::writeRefusal(m_bridge); !refusal.isEmpty()) return refusal;
  if (const QStringList faults = fileFaults(m_workload); !faults.isEmpty()) return faults.front();
  const QString refusal = phaseRefusal();
  return refusal.isEmpty() ? rightsRefusalOf(m_workload.objects) : refusal;
}

/// Why the answer does not hold.
QString PreviewController::phaseRefusal() const {
  if (m_phase == Phase::Stale)
    return tr("Updates are paused and the prediction has changed since: compute it again first");
  const AllocationAnswer* lead = leadingAnswer();
  if (m_phase != Phase::Ready || !lead) return tr("The preview is being computed");
  for (const RoleAnswer& role : roleAnswers()) {
    if (!role.answer->requestProblems.empty()) return errorText(role.answer->requestProblems.front());
  }
  return {};
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
  if (bindBlocker(**now) == BindBlocker::NotWaiting) return tr("The pod is no longer pending");
  if (bindBlocker(**now) == BindBlocker::Gated)
    return tr("Scheduling gates block the pod: the server does not bind it before they are removed");
  if (QString refusal = ui::writeRefusal(m_bridge); !refusal.isEmpty()) return refusal;
  if (QString refusal = phaseRefusal(); !refusal.isEmpty()) return refusal;
  const AllocationAnswer* aimed = aimedAnswer();
  if (const NodeRejection* other = otherCardOf(*aimed))
    return labelled(plain(m_aim.node.toStdString()),
                    reasonSentence(other->reason, m_shown.on->node(other->node).gpu.unit));
  if (aimed->placements.empty()) return tr("The pod does not fit on %1").arg(plain(m_aim.node.toStdString()));
  const Rights& rights = m_bridge.connection().rights;
  const QString refusal = rightsRefusal(rights, Feature::BindPods, key.ns);
  return refusal.isEmpty() ? rightsRefusal(rights, Feature::GetNodes) : refusal;
}

QString PreviewController::writeRefusal(const std::vector<ManifestObject>& objects) const {
  const QString refusal = ui::writeRefusal(m_bridge);
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
  const std::vector<RoleAnswer> roles = isGroup() ? roleAnswers() : std::vector<RoleAnswer>();
  MapPreview scene = makeMapPreview(*m_shown.any, aimedAnswer(), m_aim, *m_shown.on, roles);
  for (const PreviewDomain& domain : m_domains) {
    MapPreview::Domain& one = scene.domains.emplace_back();
    one.name = domain.name;
    for (std::uint32_t i = 0; i < m_shown.on->nodes.size(); ++i) {
      if (domain.holds(*m_shown.on->nodes[i])) one.nodes.push_back(NodeIndex{i});
    }
  }
  return scene;
}

}  // namespace cardinal::ui
