// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording.h"

#include <algorithm>
#include <utility>

namespace cardinal {
namespace {

constexpr UnixSeconds kSlack = 90;

bool areSame(const PastNodes& a, const PastNodes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const PastNodePtr& one, const PastNodePtr& other) { return one == other || *one == *other; });
}

}  // namespace

bool RecordState::operator==(const RecordState& other) const {
  const bool sameProblem =
      problem.has_value() == other.problem.has_value() &&
      (!problem || (problem->code == other.problem->code && problem->detail == other.problem->detail));
  return sameProblem && keeps == other.keeps && writes == other.writes && setAside == other.setAside &&
         recorded == other.recorded && changes == other.changes;
}

AllocationStore* AllocationRecording::store() {
  if (!m_store) open();
  return m_store.get();
}

void AllocationRecording::open() {
  m_state.keeps = !m_options.path.empty();
  auto opened = AllocationStore::open(m_options);
  m_holding = false;
  if (!opened) {
    m_state.writes = false;
    m_state.problem = opened.error();
    return;
  }
  m_store = std::move(*opened);
  m_state.problem.reset();
  m_state.writes = m_store->isWriter();
  if (!m_store->setAside().empty()) m_state.setAside = m_store->setAside();
}

void AllocationRecording::note(UnixSeconds now, const SnapshotPtr& snapshot, UnixSeconds due) {
  const bool late = m_due > 0 && now > m_due + kSlack;
  m_due = due;
  if (late) m_holding = false;
  if (store() == nullptr) return;
  if (!m_store->isWriter()) settle(m_store->becomeWriter());
  if (!m_store || !m_store->isWriter()) return;
  // A clock that went back: what follows stands beside what was recorded, not behind it.
  if (now < m_store->lastUntil()) m_holding = m_holding && m_store->lastUntil() - now <= kSlack;
  if (!snapshot) {
    if (m_holding) settle(m_store->extend(now));
    m_holding = false;
    return;
  }
  record(now, snapshot);
}

void AllocationRecording::record(UnixSeconds now, const SnapshotPtr& snapshot) {
  if (m_holding && m_snapshot.lock() == snapshot) return settle(m_store->extend(now));
  PastNodes nodes = m_reader.read(*snapshot);
  AllocationSums sums = sumAllocation(*snapshot);
  m_snapshot = snapshot;
  if (m_holding && sums == m_sums && areSame(nodes, m_nodes)) return settle(m_store->extend(now));
  const auto done = m_store->add(now, sums, nodes, m_holding);
  m_holding = done.has_value();
  if (done) {
    m_nodes = std::move(nodes);
    m_sums = std::move(sums);
    ++m_state.changes;
  }
  settle(done);
}

void AllocationRecording::settle(const Result<void>& done) {
  m_state.problem = done ? std::nullopt : std::optional(done.error());
  m_state.writes = m_store->isWriter();
  if (m_store->lastUntil() > 0) m_state.recorded = m_store->lastUntil();
  if (done) return;
  m_holding = false;
  // Damaged while it was open: the next call puts it aside and begins anew.
  if (done.error().code == ErrorCode::ParseFailed) m_store.reset();
}

}  // namespace cardinal
