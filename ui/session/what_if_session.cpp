// SPDX-License-Identifier: Apache-2.0
#include "ui/session/what_if_session.h"

#include <algorithm>

#include "core/plan/what_if/scenario_file.h"
#include "core/service/read/claim_objects.h"

namespace cardinal::ui {

WhatIfSession::WhatIfSession(SnapshotBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_base(bridge.snapshot()) {
  for (Slot& slot : m_slots) {
    slot.job = new BackgroundJob(this);
    connect(slot.job, &BackgroundJob::progressed, this, &WhatIfSession::progressed);
    connect(slot.job, &BackgroundJob::runningChanged, this, [this] { emit runningChanged(isRunning()); });
  }
  connect(&bridge, &SnapshotBridge::sourceChanged, this, [this] {
    for (Slot& slot : m_slots) {
      slot.job->drop();
      slot = Slot{{}, nullptr, slot.job};
    }
    m_taken = false;
    m_base = m_bridge.snapshot();
    emit changed();
  });
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isTaken()) return emit changed();
    takeState();
  });
}

bool WhatIfSession::isOutdated() const {
  return hasSteps() && m_bridge.snapshot() != m_base;
}

bool WhatIfSession::hasSteps() const {
  return std::any_of(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return !slot.scenario.steps.empty(); });
}

void WhatIfSession::followState() {
  if (m_taken && m_bridge.snapshot() == m_base) return;
  if (isTaken() && (hasSteps() || isRunning())) return;
  takeState();
}

void WhatIfSession::takeState() {
  m_base = m_bridge.snapshot();
  m_taken = true;
  for (std::size_t i = 0; i < kScenarios; ++i) run(i);
  emit changed();
}

void WhatIfSession::choose(std::size_t scenario) {
  if (scenario >= kScenarios || scenario == m_current) return;
  m_current = scenario;
  emit changed();
}

const SnapshotPtr& WhatIfSession::latest() const {
  return result() && !scenario().steps.empty() ? result()->after : m_base;
}

void WhatIfSession::run(std::size_t which) {
  Slot& slot = m_slots[which];
  // Without steps the figures of a moment ago are better than none.
  const bool like =
      slot.result && slot.scenario.steps.empty() && slot.result->steps.empty() && !slot.result->after->nodes.empty();
  if (!like) slot.result = nullptr;
  slot.job->start([this, which, base = m_base, steps = slot.scenario.steps](const std::stop_token& stop,
                                                                            const BackgroundJob::Report& report) {
    const auto onProgress = [&report](const WhatIfProgress& progress) {
      report(static_cast<qint64>(progress.pods), static_cast<qint64>(progress.podsInStep));
    };
    auto result = std::make_shared<const WhatIfResult>(runWhatIf(base, steps, stop, onProgress, claimObjectsOf));
    return [this, which, result = std::move(result)] {
      m_slots[which].result = result;
      emit changed();
    };
  });
}

void WhatIfSession::edited() {
  run(m_current);
  emit changed();
}

void WhatIfSession::add(const WhatIfStep& step) {
  add(std::vector<WhatIfStep>{step});
}

void WhatIfSession::add(const std::vector<WhatIfStep>& steps) {
  if (!hasSteps()) m_base = m_bridge.snapshot();
  auto& all = m_slots[m_current].scenario.steps;
  all.insert(all.end(), steps.begin(), steps.end());
  if (all.size() > kMaxSteps) all.resize(kMaxSteps);
  edited();
}

void WhatIfSession::replace(std::size_t row, const WhatIfStep& step) {
  auto& all = m_slots[m_current].scenario.steps;
  if (row >= all.size()) return;
  all[row] = step;
  edited();
}

void WhatIfSession::remove(std::size_t row) {
  auto& all = m_slots[m_current].scenario.steps;
  if (row >= all.size()) return;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(row));
  edited();
}

bool WhatIfSession::move(std::size_t row, int by) {
  auto& all = m_slots[m_current].scenario.steps;
  const auto to = static_cast<std::ptrdiff_t>(row) + by;
  if (row >= all.size() || to < 0 || to >= static_cast<std::ptrdiff_t>(all.size())) return false;
  std::swap(all[row], all[static_cast<std::size_t>(to)]);
  edited();
  return true;
}

void WhatIfSession::clear() {
  m_slots[m_current].scenario = {};
  edited();
}

void WhatIfSession::copyToOther() {
  const std::size_t other = 1 - m_current;
  m_slots[other].scenario = m_slots[m_current].scenario;
  run(other);
  emit changed();
}

Result<void> WhatIfSession::load(const QString& path) {
  auto loaded = loadScenario(path.toStdString());
  if (!loaded) return unexpected(loaded.error());
  if (!hasSteps()) m_base = m_bridge.snapshot();
  m_slots[m_current].scenario = std::move(loaded).value();
  edited();
  return {};
}

Result<void> WhatIfSession::save(const QString& path) {
  return saveScenario(scenario(), path.toStdString());
}

bool WhatIfSession::isRunning() const {
  return std::any_of(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.job->isRunning(); });
}

void WhatIfSession::cancel() {
  for (Slot& slot : m_slots) slot.job->cancel();
}

void WhatIfSession::finish() {
  for (Slot& slot : m_slots) slot.job->finish();
}

}  // namespace cardinal::ui
