// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_queues.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/model/extras/extra.h"
#include "core/queues/answers/queue_report.h"
#include "core/service/read/gangs/gang_waits.h"
#include "ui/models/pod_lookup.h"

namespace cardinal::ui {

namespace {

/// A cluster without queues costs nothing.
bool mayHold(const ClusterSnapshot& snapshot) {
  for (const ExtraKind kind :
       {ExtraKind::KueueWorkload, ExtraKind::VolcanoPodGroup, ExtraKind::QuotaTree, ExtraKind::YunikornConfig,
        ExtraKind::KaiPodGroup, ExtraKind::KoordinatorQuota, ExtraKind::PluginsQuota}) {
    if (snapshot.extras && snapshot.extras->knows(kind)) return true;
  }
  return std::any_of(snapshot.unboundPods.begin(), snapshot.unboundPods.end(),
                     [](const PodPtr& pod) { return queues::isHeldByKueue(*pod->raw); }) ||
         GangWaits::hasAny(snapshot);
}

}  // namespace

PendingQueues::PendingQueues(PendingExplainer& explainer, QObject* parent)
    : QObject(parent), m_explainer(explainer), m_job(this) {
  connect(&explainer, &PendingExplainer::reportChanged, this, &PendingQueues::ask);
}

const queues::PodQueueWait* PendingQueues::waitOf(const QString& key) const {
  if (!m_answer) return nullptr;
  const auto found = m_answer->waits.find(podKeyFrom(key));
  return found != m_answer->waits.end() ? &found->second : nullptr;
}

bool PendingQueues::isJudged() const {
  const queues::PodQueueWait* chosen = waitOf(m_explainer.chosen());
  return chosen == nullptr || !chosen->waiting || chosen->waiting->silence != queues::Silence::NotAsked;
}

std::shared_ptr<const PendingQueues::Answer> PendingQueues::judge(const SnapshotPtr& on,
                                                                  const std::shared_ptr<const Answer>& before,
                                                                  const PendingReport& report, const ObjectKey& chosen,
                                                                  const std::stop_token& stop) {
  auto answer = std::make_shared<Answer>();
  answer->extras = on->extras;
  answer->kueue =
      before && before->extras == on->extras ? before->kueue : std::make_shared<const queues::KueueIndex>(on->extras);
  const queues::GroupWaits others(*on);
  GangWaits gangs(*on, stop, &others, rulesIn(report, *on));
  queues::KueueQuestions questions(answer->kueue->held());
  for (std::size_t i = 0; i < on->unboundPods.size(); ++i) {
    const PodPtr& pod = on->unboundPods[i];
    if (stop.stop_requested()) break;
    if (isTerminal(*pod->raw)) continue;
    const std::size_t most = pod->key() == chosen ? SIZE_MAX : queues::kMaxAsked;
    auto wait = queues::queueWaitOf(*answer->kueue, *pod->raw, questions, most);
    if (!wait) wait = others.of(*pod->raw);
    if (!wait) wait = gangs.of(*pod->raw, i < report.ofPod.size() && report.of(i).outlook == Outlook::FitsNow);
    if (wait) answer->waits.emplace(pod->key(), *wait);
  }
  return answer;
}

void PendingQueues::ask() {
  const SnapshotPtr on = m_explainer.snapshot();
  const std::shared_ptr<const PendingReport>& report = m_explainer.sharedReport();
  if (on == m_on && report == m_report && isJudged()) return;
  if (!on || !report || !mayHold(*on)) {
    m_on = on;
    m_report = report;
    m_job.drop();
    if (!m_answer) return;
    m_answer.reset();
    emit changed();
    return;
  }
  m_again = m_job.isRunning();
  if (m_again) return;
  m_on = on;
  m_report = report;
  const ObjectKey chosen = podKeyFrom(m_explainer.chosen());
  m_job.start([this, on, chosen, before = m_answer, report](const std::stop_token& stop,
                                                            const BackgroundJob::Report&) -> BackgroundJob::Finish {
    return [this, answer = judge(on, before, *report, chosen, stop)] {
      m_answer = answer;
      emit changed();
      if (std::exchange(m_again, false)) QMetaObject::invokeMethod(this, &PendingQueues::ask, Qt::QueuedConnection);
    };
  });
}

void PendingQueues::answerNow() {
  ask();
  m_job.finish();
}

}  // namespace cardinal::ui
