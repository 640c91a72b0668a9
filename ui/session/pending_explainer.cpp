// SPDX-License-Identifier: Apache-2.0
#include "ui/session/pending_explainer.h"

#include <algorithm>
#include <chrono>

#include "ui/models/pod_lookup.h"

namespace cardinal::ui {

AllocationRequest requestOf(const PodRecord& pod) {
  AllocationRequest request;
  request.pod = pod.raw;
  request.gpu = pod.request;
  request.name = pod.key().name;
  return request;
}

PendingExplainer::PendingExplainer(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  constexpr std::chrono::seconds kVolumesAge{10};
  m_ageing.setSingleShot(true);
  m_ageing.setInterval(kVolumesAge);
  connect(&m_ageing, &QTimer::timeout, this, [this] {
    m_isAged = true;
    follow();
  });
  connect(&m_pacer, &WorkPacer::rested, this, &PendingExplainer::follow);
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &PendingExplainer::follow);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &PendingExplainer::forget);
}

void PendingExplainer::setActive(bool active) {
  m_active = active;
  follow();
}

void PendingExplainer::forget() {
  m_on.reset();
  m_report.reset();
  m_answer.reset();
  m_preemption.reset();
  m_answerOn.reset();
  m_asking = false;
  m_isAged = false;
  m_pacer.stop();
  m_ageing.stop();
  emit reportChanged();
  emit answerChanged();
}

/// A state that was explained is not explained again, unless volumes may have changed beside it.
void PendingExplainer::follow() {
  if (!m_active || m_asking || m_pacer.isResting()) return;
  if (m_isAged || m_on != m_bridge.snapshot()) ask();
}

void PendingExplainer::ask() {
  if (!m_bridge.isOpen()) return;
  m_asking = true;
  m_isAged = false;
  m_pacer.begin();
  const SnapshotPtr on = m_bridge.snapshot();
  m_bridge.explainPending(
      this,
      [this, on](const std::shared_ptr<const PendingReport>& report) {
        m_asking = false;
        take(on, report);
        m_pacer.end();
      },
      on);
}

void PendingExplainer::take(const SnapshotPtr& on, const std::shared_ptr<const PendingReport>& report) {
  if (!report->complete) return;
  m_on = on;
  m_report = report;
  const auto& all = report->explanations;
  const bool hasVolumes = std::any_of(all.begin(), all.end(),
                                      [](const PendingExplanation& one) { return one.volumes != PodVolumes::None; });
  hasVolumes ? m_ageing.start() : m_ageing.stop();
  emit reportChanged();
  askNodes();
}

void PendingExplainer::answerNow() {
  constexpr std::chrono::seconds kTimeout{60};
  if (!m_active) return;
  if (!m_asking) ask();
  m_bridge.finishQuestions(kTimeout);
}

int PendingExplainer::indexOf(const QString& key) const {
  if (!m_on || key.isEmpty()) return -1;
  const ObjectKey wanted = podKeyFrom(key);
  const auto& pods = m_on->unboundPods;
  const auto found = std::lower_bound(pods.begin(), pods.end(), wanted,
                                      [](const PodPtr& pod, const ObjectKey& k) { return pod->key() < k; });
  return found != pods.end() && (*found)->key() == wanted ? static_cast<int>(found - pods.begin()) : -1;
}

const PendingExplanation* PendingExplainer::explanation(const QString& key) const {
  const int index = indexOf(key);
  return index >= 0 && m_report ? &m_report->of(static_cast<std::size_t>(index)) : nullptr;
}

void PendingExplainer::choose(const QString& key) {
  if (key == m_chosen) return;
  m_chosen = key;
  m_answer.reset();
  m_preemption.reset();
  m_answerOn.reset();
  emit answerChanged();
  askNodes();
}

void PendingExplainer::askNodes() {
  const int index = indexOf(m_chosen);
  if (index < 0 || !m_active) return;
  const SnapshotPtr on = m_on;
  m_bridge.explainNodes(this, requestOf(*on->unboundPods[static_cast<std::size_t>(index)]), on,
                        [this, on](const NodesExplanation& found) {
                          m_answer = found.answer;
                          m_preemption = found.preemption;
                          m_answerOn = on;
                          emit answerChanged();
                        });
}

}  // namespace cardinal::ui
