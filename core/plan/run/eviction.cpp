// SPDX-License-Identifier: Apache-2.0
#include "core/plan/run/eviction.h"

#include <algorithm>
#include <future>

#include "core/base/joined.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kBetweenTries = 5s;
constexpr std::chrono::milliseconds kBetweenLooks = 500ms;
constexpr int kReadTries = 5;
constexpr std::size_t kNamed = 3;
constexpr int kFirstServerError = 500;

std::string nameOf(const ObjectKey& key) {
  return key.ns + "/" + key.name;
}

/// Whether the request arrived is not known, or the server may take it later. The next look shows it.
bool mayPass(const Error& error) {
  switch (error.code) {
    case ErrorCode::ServerFailed:
      return error.httpStatus > kFirstServerError;  // 500 itself is returned where trying again does not help
    case ErrorCode::TooManyRequests:
    case ErrorCode::ConnectionRefused:
    case ErrorCode::ConnectionFailed:
    case ErrorCode::AddressUnresolved:
    case ErrorCode::Timeout:
    case ErrorCode::TruncatedAnswer:
    case ErrorCode::OutcomeUnknown:
    case ErrorCode::NotConnected:
      return true;
    default:
      return false;
  }
}

/// Only an answer of the server that says so proves that the pod was not evicted.
PodState stateAfter(const Error& error) {
  if (error.code == ErrorCode::TooManyRequests) return PodState::Busy;
  return error.code == ErrorCode::ServerFailed || mayPass(error) ? PodState::Unknown : PodState::Failed;
}

PlanStop stopOf(StopCode code, std::string found = {}) {
  PlanStop stop;
  stop.code = code;
  stop.found = std::move(found);
  return stop;
}

std::string blockingNames(const std::vector<PodVerdict>& verdicts) {
  std::string out;
  std::size_t count = 0;
  for (const PodVerdict& verdict : verdicts) {
    if (!isBlocking(verdict.fate)) continue;
    if (++count > kNamed) continue;
    out += (out.empty() ? "" : ", ") + nameOf(verdict.pod);
    if (verdict.fate == PodFate::BlockUnread) out += " (get daemonsets.apps)";
  }
  if (count > kNamed) out += ", +" + std::to_string(count - kNamed);
  return out;
}

}  // namespace

Eviction::Eviction(NodeOperations& nodes, PlanTime& time, const Plan& plan, std::vector<PodProgress> known, Hooks hooks)
    : m_nodes(nodes), m_time(time), m_plan(plan), m_pods(std::move(known)), m_hooks(std::move(hooks)) {}

std::optional<PlanStop> Eviction::run(std::chrono::seconds timeout, const std::stop_token& stop) {
  const Moment begun = m_time.steadyNow();
  bool finished = false;
  while (true) {
    auto failed = round(stop, finished);
    if (m_hooks.onProgress) m_hooks.onProgress(m_pods);
    if (failed || finished) return failed;
    if (stop.stop_requested()) return stopOf(StopCode::Cancelled, remaining());
    if (timeout.count() > 0 && m_time.steadyNow() - begun >= timeout) return stopOf(StopCode::TimedOut, remaining());
    m_time.pause(kBetweenLooks, stop);
  }
}

std::optional<PlanStop> Eviction::round(const std::stop_token& stop, bool& finished) {
  std::vector<PodVerdict> due;
  if (auto failed = look(stop, due, finished)) return failed;
  for (std::size_t first = 0; first < due.size() && !stop.stop_requested(); first += kEvictionsInFlight) {
    const std::size_t last = std::min(due.size(), first + kEvictionsInFlight);
    const auto at = due.begin() + static_cast<std::ptrdiff_t>(first);
    if (auto failed = send({at, due.begin() + static_cast<std::ptrdiff_t>(last)}, stop)) return failed;
  }
  return std::nullopt;
}

/// Nothing when the next look may read it.
std::optional<PlanStop> Eviction::readFailed(const Error& error) {
  if (error.code == ErrorCode::Cancelled) return stopOf(StopCode::Cancelled, remaining());
  if (mayPass(error) && ++m_readFailures < kReadTries) return std::nullopt;
  PlanStop failed = stopOf(StopCode::ReadFailed);
  failed.error = error;
  return failed;
}

std::optional<PlanStop> Eviction::look(const std::stop_token& stop, std::vector<PodVerdict>& toEvict, bool& finished) {
  auto pods = m_nodes.podsOn(m_plan.node, stop);
  if (!pods) return readFailed(pods.error());
  if (const auto read = readDaemonSets(m_nodes, *pods, m_plan.drain, m_daemonSets, stop); !read)
    return readFailed(read.error());
  m_readFailures = 0;
  const auto verdicts = judgePods(*pods, {}, m_plan.drain, m_daemonSets);
  if (std::string inTheWay = blockingNames(verdicts); !inTheWay.empty()) {
    return stopOf(StopCode::PodsInTheWay, std::move(inTheWay));
  }
  for (PodProgress& pod : m_pods) {
    const bool there = std::any_of(verdicts.begin(), verdicts.end(),
                                   [&](const auto& v) { return v.uid == pod.uid && mustGo(v.fate); });
    if (!there) pod.state = PodState::Gone;
  }
  finished = true;
  for (const PodVerdict& verdict : verdicts) {
    if (!mustGo(verdict.fate)) continue;
    finished = false;
    PodProgress& pod = progressOf(verdict);
    if (verdict.fate == PodFate::Wait) pod.state = PodState::Terminating;
    if (verdict.fate == PodFate::Evict && pod.state == PodState::Gone) pod.state = PodState::Waiting;
    pod.heldBy = joined(verdict.finalizers);
    const auto next = m_nextTry.find(verdict.uid);
    const bool isDue = next == m_nextTry.end() || next->second <= m_time.steadyNow();
    if (verdict.fate == PodFate::Evict && isDue) toEvict.push_back(verdict);
  }
  return std::nullopt;
}

std::optional<PlanStop> Eviction::send(const std::vector<PodVerdict>& batch, const std::stop_token& stop) {
  if (auto barred = m_hooks.check()) return barred;
  for (const PodVerdict& verdict : batch) {
    PodProgress& pod = progressOf(verdict);
    if (pod.announced) continue;
    if (!m_hooks.announce(pod)) return stopOf(StopCode::JournalFailed);
    pod.announced = true;
  }
  std::vector<std::future<Result<EvictionReply>>> underWay;
  for (const PodVerdict& verdict : batch) {
    // At a stop a request that was sent is waited for a moment only; without an answer its outcome is not known, and
    // the journal goes on saying so.
    underWay.push_back(std::async(std::launch::async, [this, &verdict, &stop] {
      return m_nodes.evict(verdict.pod, verdict.uid, m_plan.drain.graceSeconds, false, stop);
    }));
  }
  std::optional<PlanStop> failed;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Result<EvictionReply> reply = underWay[i].get();
    auto problem = note(progressOf(batch[i]), reply);
    if (problem && !failed) failed = std::move(problem);
  }
  return failed;
}

std::optional<PlanStop> Eviction::note(PodProgress& pod, const Result<EvictionReply>& reply) {
  m_nextTry[pod.uid] = m_time.steadyNow() + kBetweenTries;
  if (!reply && reply.error().code == ErrorCode::Cancelled) {
    pod.state = PodState::Waiting;  // never sent
    return stopOf(StopCode::Cancelled, remaining());
  }
  if (!reply) {
    pod.detail = reply.error().detail;
    pod.state = stateAfter(reply.error());
    if (mayPass(reply.error())) return std::nullopt;
    PlanStop failed = stopOf(StopCode::EvictionFailed, nameOf(pod.pod));
    failed.error = reply.error();
    return failed;
  }
  pod.detail = reply->detail;
  if (reply->retryAfter.count() > 0) m_nextTry[pod.uid] = m_time.steadyNow() + reply->retryAfter;
  switch (reply->answer) {
    case EvictionAnswer::Accepted:
      pod.state = PodState::Terminating;
      break;
    case EvictionAnswer::Gone:
      pod.state = PodState::Unknown;  // a 404 or 409 may have other reasons; the next look shows it
      break;
    case EvictionAnswer::Blocked:
      pod.state = PodState::Blocked;
      pod.budget = reply->budget;
      break;
    case EvictionAnswer::Busy:
      pod.state = PodState::Busy;
      break;
  }
  return std::nullopt;
}

PodProgress& Eviction::progressOf(const PodVerdict& verdict) {
  for (PodProgress& pod : m_pods) {
    if (pod.uid == verdict.uid) return pod;
  }
  PodProgress& pod = m_pods.emplace_back();
  pod.pod = verdict.pod;
  pod.uid = verdict.uid;
  return pod;
}

std::string Eviction::remaining() const {
  std::string out;
  std::size_t count = 0;
  for (const PodProgress& pod : m_pods) {
    if (pod.state == PodState::Gone) continue;
    if (++count > kNamed) continue;
    out += (out.empty() ? "" : ", ") + nameOf(pod.pod);
    if (pod.state == PodState::Blocked && !pod.budget.empty()) out += " (PodDisruptionBudget " + pod.budget + ")";
    if (pod.state == PodState::Terminating && !pod.heldBy.empty()) out += " (finalizer " + pod.heldBy + ")";
  }
  if (count > kNamed) out += ", +" + std::to_string(count - kNamed);
  return out;
}

}  // namespace cardinal
