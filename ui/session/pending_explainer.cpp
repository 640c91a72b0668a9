// SPDX-License-Identifier: Apache-2.0
#include "ui/session/pending_explainer.h"

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "ui/models/pod_lookup.h"

namespace cardinal::ui {

namespace {

constexpr int kPausePerWork = 4;

}  // namespace

AllocationRequest requestOf(const PodRecord& pod) {
  AllocationRequest request;
  request.pod = pod.raw;
  request.gpu = pod.request;
  request.name = pod.key().name;
  return request;
}

PendingExplainer::PendingExplainer(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  m_pause.setSingleShot(true);
  connect(&m_pause, &QTimer::timeout, this, &PendingExplainer::onSnapshot);
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &PendingExplainer::onSnapshot);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &PendingExplainer::forget);
}

void PendingExplainer::setActive(bool active) {
  m_active = active;
  if (active && m_on != m_bridge.snapshot()) onSnapshot();
}

void PendingExplainer::forget() {
  m_on.reset();
  m_report.reset();
  m_answer.reset();
  m_preemption.reset();
  m_answerOn.reset();
  m_asking = false;
  m_newer = false;
  m_pause.stop();
  emit reportChanged();
  emit answerChanged();
}

void PendingExplainer::onSnapshot() {
  if (!m_active) return;
  if (m_asking || m_pause.isActive()) {
    m_newer = true;
    return;
  }
  ask();
}

void PendingExplainer::ask() {
  if (!m_bridge.isOpen()) return;
  m_asking = true;
  m_newer = false;
  m_took.start();
  const SnapshotPtr on = m_bridge.snapshot();
  m_bridge.explainPending(
      this,
      [this, on](const std::shared_ptr<const PendingReport>& report) {
        m_asking = false;
        take(on, report);
        const auto pause = static_cast<int>(m_took.elapsed()) * kPausePerWork;
        if (pause > 0) {
          m_pause.start(pause);
        } else if (m_newer) {
          onSnapshot();
        }
      },
      on);
}

void PendingExplainer::take(const SnapshotPtr& on, const std::shared_ptr<const PendingReport>& report) {
  if (!report->complete) return;
  m_on = on;
  m_report = report;
  emit reportChanged();
  askNodes();
}

void PendingExplainer::answerNow() {
  if (!m_active) return;
  const SnapshotPtr on = m_bridge.snapshot();
  take(on, std::make_shared<const PendingReport>(explainPending(*on)));
  const int index = indexOf(m_chosen);
  if (index < 0) return;
  const AllocationRequest request = requestOf(*on->unboundPods[static_cast<std::size_t>(index)]);
  m_answer = allocate(request, *on);
  m_preemption = preemptionFor(request, *m_answer, *on);
  m_answerOn = on;
  emit answerChanged();
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
