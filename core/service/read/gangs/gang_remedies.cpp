// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/gang_remedies.h"

#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "core/plan/drain/group_placement.h"
#include "core/plan/what_if/overlay_state.h"
#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/remedies/remedy_search.h"

namespace cardinal {
namespace {

using queues::Amounts;
using queues::GroupRemedy;
using queues::Holding;

/// Of more workloads only those are tried alone that hold all that is missing.
constexpr std::size_t kFew = 16;

class GangTrial {
 public:
  GangTrial(const GangShortage& shortage, const ClusterSnapshot& snapshot, const std::stop_token& stop)
      : m_shortage(shortage), m_snapshot(snapshot), m_stop(stop), m_state(SnapshotPtr(SnapshotPtr(), &snapshot)) {
    Amounts asked;
    queues::addPod(asked, *shortage.requests.front().pod);
    for (const auto& [resource, amount] : asked) {
      if (amount > 0 && (m_resource.empty() || queues::rankOfResource(resource) > queues::rankOfResource(m_resource)))
        m_resource = resource;
    }
    m_missing = queues::valueIn(asked, m_resource) * static_cast<double>(shortage.needed - shortage.fits);
    gather();
  }

  std::vector<GroupRemedy> remedies() {
    if (m_resource.empty()) return {};
    // beside what is free already less may be enough
    const double least = m_holders.size() > kFew ? m_missing : 0;
    auto out = queues::endings(bySize(), m_resource, least, [this](const std::vector<std::size_t>& ids) {
      return !m_stop.stop_requested() && fitsWithout(ids) >= m_shortage.needed;
    });
    if (!out.empty() || m_stop.stop_requested()) return out;
    std::vector<std::size_t> all(m_holders.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::int64_t alone = all.empty() ? m_shortage.fits : fitsWithout(all);
    return alone < m_shortage.needed ? fewer(alone + m_shortage.bound) : out;
  }

 private:
  struct Holder {
    double amount = 0;
    std::vector<ObjectKey> pods;
  };

  void gather() {
    std::map<ObjectKey, Holder> byOwner;
    queues::eachDevicePod(m_snapshot, [&](const RawPod& pod, bool isBound) {
      if (!isBound || (m_shortage.isMember && m_shortage.isMember(pod))) return;
      Amounts held;
      queues::addPod(held, pod);
      const double amount = queues::valueIn(held, m_resource);
      if (amount <= 0) return;
      Holder& holder = byOwner[{pod.meta.key.ns, queues::ownerOf(pod)}];
      holder.amount += amount;
      holder.pods.push_back(pod.meta.key);
    });
    for (auto& [key, holder] : byOwner) m_holders.emplace_back(key, std::move(holder));
  }

  /// The pods are taken out of the state, and put back.
  std::int64_t fitsWithout(const std::vector<std::size_t>& ids) {
    std::vector<plan::RawPodPtr> gone;
    for (const std::size_t id : ids) {
      for (const ObjectKey& key : m_holders[id].second.pods) {
        if (auto pod = m_state.pod(key)) gone.push_back(std::move(pod));
        m_state.removePod(key);
      }
    }
    std::int64_t out = 0;
    for (const AllocationAnswer& answer : allocateInOrder(m_shortage.requests, m_state.view(), m_stop))
      out += static_cast<std::int64_t>(answer.placements.size());
    for (plan::RawPodPtr& pod : gone) m_state.putPod(std::move(pod));
    return out;
  }

  std::vector<Holding> bySize() const {
    std::vector<Holding> out;
    for (std::size_t i = 0; i < m_holders.size(); ++i)
      out.push_back({{m_holders[i].first, m_holders[i].second.amount}, i});
    queues::sortBySize(out);
    return out;
  }

  static std::vector<GroupRemedy> fewer(std::int64_t pods) {
    if (pods <= 0) return {};
    GroupRemedy out;
    out.kind = GroupRemedy::Kind::FewerPods;
    out.pods = pods;
    return {out};
  }

  const GangShortage& m_shortage;
  const ClusterSnapshot& m_snapshot;
  const std::stop_token& m_stop;
  plan::OverlayState m_state;
  std::string m_resource;
  double m_missing = 0;
  std::vector<std::pair<ObjectKey, Holder>> m_holders;
};

}  // namespace

std::vector<GroupRemedy> gangRemedies(const GangShortage& shortage, const ClusterSnapshot& snapshot,
                                      const std::stop_token& stop) {
  if (shortage.requests.empty() || stop.stop_requested()) return {};
  return GangTrial(shortage, snapshot, stop).remedies();
}

}  // namespace cardinal
