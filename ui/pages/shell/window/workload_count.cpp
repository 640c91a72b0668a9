// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/workload_count.h"

#include <utility>

#include "core/workloads/workloads.h"
#include "ui/bridge/background_job.h"

namespace cardinal::ui {

namespace {

constexpr qint64 kPodsAtOnce = 2000;

}  // namespace

WorkloadCount::WorkloadCount(QObject* parent) : QObject(parent), m_job(new BackgroundJob(this)) {
  connect(&m_pacer, &WorkPacer::rested, this, &WorkloadCount::start);
}

void WorkloadCount::follow(const SnapshotPtr& snapshot, qint64 pods) {
  if (snapshot == m_of) {
    if (m_number >= 0) emit counted(m_number);
    return;
  }
  if (pods <= kPodsAtOnce) {
    m_wanted.reset();
    m_job->drop();
    m_of = snapshot;
    return tell(static_cast<qint64>(countWorkloads(*snapshot)));
  }
  m_wanted = snapshot;
  start();
}

void WorkloadCount::tell(qint64 number) {
  m_number = number;
  emit counted(number);
}

void WorkloadCount::start() {
  if (!m_wanted || m_job->isRunning() || m_pacer.isResting()) return;
  m_pacer.begin();
  m_of = std::exchange(m_wanted, nullptr);
  m_job->start([this, on = m_of](const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
    const auto workloads = static_cast<qint64>(countWorkloads(*on));
    return [this, workloads] {
      m_pacer.end();
      tell(workloads);
    };
  });
}

}  // namespace cardinal::ui
