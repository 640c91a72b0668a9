// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_life.h"

#include <iterator>
#include <span>

namespace cardinal::sim {
namespace {

using Time = DemoLife::Time;

constexpr std::int64_t kShortest = 2000;
constexpr std::int64_t kLongest = 4000;
constexpr std::size_t kSwing = 8;         ///< own pods stay within this of their first number
constexpr std::size_t kManyWaiting = 12;  ///< above it nothing new arrives
constexpr Time kKeepFinished{75'000};
constexpr Time kTermination{5'000};
constexpr UnixSeconds kGrace = 30;

UnixSeconds seconds(Time time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

bool isJob(const RawPod& pod) {
  return !pod.meta.owners.empty() && pod.meta.owners.front().kind == "Job";
}

}  // namespace

DemoLife::DemoLife(DemoStore& store, DemoAgenda& agenda, Random& random, DemoWorkloads& workloads)
    : m_store(store), m_agenda(agenda), m_random(random), m_workloads(workloads) {}

void DemoLife::begin(Time now) {
  m_wanted = m_own.size();
  planNext(now);
}

void DemoLife::planNext(Time now) {
  m_agenda.add(now + Time(m_random.between(kShortest, kLongest)), {DemoEvent::Kind::Life, {}, {}});
}

void DemoLife::act(Time now, std::size_t waitingPods) {
  const bool full = m_own.size() >= m_wanted + kSwing || waitingPods >= kManyWaiting;
  const bool thin = m_own.size() + kSwing <= m_wanted;
  const bool end = full || (!thin && m_random.chance(50));
  if (!end || !endOne(now)) arrive(now);
  planNext(now);
}

bool DemoLife::endOne(Time now) {
  if (m_own.empty()) return false;
  const std::size_t start = m_random.below(m_own.size());
  auto at = std::next(m_own.begin(), static_cast<std::ptrdiff_t>(start));
  for (std::size_t step = 0; step < m_own.size(); ++step) {
    const auto pod = m_store.pod(*at);
    if (pod && pod->phase == PodPhase::Running && !isTerminating(*pod)) {
      RawPod ended = *pod;
      const bool job = isJob(ended);
      if (job) {
        ended.phase = PodPhase::Succeeded;
        ended.phaseText = "Succeeded";
        ended.reason = "Completed";
      } else {
        ended.meta.deletionTimestamp = seconds(now) + kGrace;
      }
      m_agenda.add(now + (job ? kKeepFinished : kTermination),
                   {DemoEvent::Kind::Remove, ended.meta.key, ended.meta.uid});
      // A finished job gives its cards back at once; a terminating pod when it is gone.
      if (job) m_agenda.add(now + Time(500), {DemoEvent::Kind::Retry, {}, {}});
      m_store.putPod(std::move(ended));
      m_own.erase(at);
      return true;
    }
    if (++at == m_own.end()) at = m_own.begin();
  }
  return false;
}

void DemoLife::arrive(Time now) {
  std::vector<const DemoProfile*> small;
  for (const DemoProfile& profile : demoProfiles()) {
    // Nothing that would take a whole node by surprise; jobs come more often than replicas.
    const bool job = isFinite(profile);
    if (profile.cards > 2 || std::string_view(profile.owner) == "StatefulSet") continue;
    small.insert(small.end(), job ? 3U : 1U, &profile);
  }
  const DemoProfile& profile = *m_random.pick(std::span<const DemoProfile* const>(small));
  RawPod pod = m_workloads.makePod(profile, seconds(now));
  const ObjectKey key = pod.meta.key;
  if (m_store.pod(key)) return;
  m_agenda.add(now + Time(m_random.between(300, 800)), {DemoEvent::Kind::Decide, key, pod.meta.uid});
  m_own.insert(key);
  m_store.putPod(std::move(pod));
}

}  // namespace cardinal::sim
