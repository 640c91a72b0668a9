// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/gang_remedies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/plan/drain/group_placement.h"
#include "core/provider/stacks/kai.h"
#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/remedies/remedy_search.h"

namespace cardinal {
namespace {

using queues::Amounts;
using queues::GroupRemedy;
using queues::Holding;

class GangTrial {
 public:
  GangTrial(const GangShortage& shortage, const ClusterSnapshot& snapshot, plan::OverlayState& state,
            const std::stop_token& stop)
      : m_shortage(shortage), m_snapshot(snapshot), m_stop(stop), m_state(state) {
    double ofOne = 0;
    int rank = 0;  // of anything but devices
    for (const AllocationRequest& request : shortage.requests) {
      Amounts asked;
      queues::addPod(asked, *request.pod);
      for (const auto& [resource, amount] : asked) {
        if (amount <= 0 || queues::rankOfResource(resource) <= rank) continue;
        rank = queues::rankOfResource(resource);
        m_resource = resource;
        ofOne = amount;
      }
    }
    if (m_resource.empty()) return;
    m_missing = ofOne * static_cast<double>(shortage.needed - shortage.fits);
    gather();
  }

  std::vector<GroupRemedy> remedies() {
    if (m_resource.empty()) return {};
    // Beside what is free already less may be enough; of too many only those are tried that hold all that is missing.
    const double least = m_holders.size() > queues::kMaxTriedAlone ? m_missing : 0;
    auto out = queues::endings(bySize(), m_resource, least, [this](const std::vector<std::size_t>& ids) {
      return !m_stop.stop_requested() && fitsWithout(ids) >= m_shortage.needed;
    });
    if (!out.empty() || m_stop.stop_requested()) return out;
    const std::int64_t alone = m_all.empty() ? m_shortage.fits : fitsWithoutPods(m_all);
    return alone < m_shortage.needed ? fewer(m_shortage.fits + m_shortage.bound) : out;
  }

 private:
  struct Holder {
    double amount = 0;
    std::vector<ObjectKey> pods;
  };

  /// A card of KAI that pods share: a pod of its own holds it for them, as long as one of them is there.
  struct SharedCard {
    ObjectKey reservation{};
    std::vector<ObjectKey> sharers{};
  };

  void gather() {
    std::map<ObjectKey, Holder> byOwner;
    for (const NodePtr& node : m_snapshot.nodes) {
      for (const PodPtr& pod : node->pods) {
        if (!isTerminal(*pod->raw)) gather(*node, *pod, byOwner);
      }
    }
    for (auto& [key, holder] : byOwner) m_holders.emplace_back(key, std::move(holder));
  }

  void gather(const NodeRecord& node, const PodRecord& record, std::map<ObjectKey, Holder>& byOwner) {
    const RawPod& pod = *record.raw;
    if (const auto reservation = kai::readReservation(pod)) {
      m_shared[reservation->group].reservation = pod.meta.key;
      return;
    }
    for (const std::string& group : kai::readHolding(pod).groups) m_shared[group].sharers.push_back(pod.meta.key);
    if (m_shortage.isMember && m_shortage.isMember(pod)) return;
    m_all.push_back(pod.meta.key);
    const double amount = heldOf(node, record);
    if (amount <= 0) return;
    Holder& holder = byOwner[{pod.meta.key.ns, queues::ownerOf(pod)}];
    holder.amount += amount;
    holder.pods.push_back(pod.meta.key);
  }

  /// Parts of cards that KAI shares out are parts of GPUs.
  double heldOf(const NodeRecord& node, const PodRecord& pod) const {
    Amounts held;
    queues::addPod(held, *pod.raw);
    double out = queues::valueIn(held, m_resource);
    const bool isShare = pod.request.kind() == GpuRequest::Kind::Vgpu && pod.request.stack == GpuStack::Kai;
    if (!isShare || queues::rankOfResource(m_resource) < 2) return out;
    for (const CardShare& share : pod.shares) {
      const auto card = static_cast<std::size_t>(share.card);
      const std::int64_t whole = card < node.cards.size() ? node.cards[card].memTotal.value : 0;
      constexpr double kHundred = 100;
      if (whole > 0)
        out += std::round(kHundred * static_cast<double>(share.memory.value) / static_cast<double>(whole)) / kHundred;
    }
    return out;
  }

  std::int64_t fitsWithout(const std::vector<std::size_t>& ids) {
    std::vector<ObjectKey> pods;
    for (const std::size_t id : ids)
      pods.insert(pods.end(), m_holders[id].second.pods.begin(), m_holders[id].second.pods.end());
    return fitsWithoutPods(std::move(pods));
  }

  /// The pods are taken out of the state, and put back.
  std::int64_t fitsWithoutPods(std::vector<ObjectKey> pods) {
    const std::set<ObjectKey> ended(pods.begin(), pods.end());
    for (const auto& [group, card] : m_shared) {
      const bool isFreed = std::all_of(card.sharers.begin(), card.sharers.end(),
                                       [&ended](const ObjectKey& key) { return ended.count(key) != 0; });
      if (isFreed && !card.sharers.empty()) pods.push_back(card.reservation);
    }
    const auto claims = m_state.claims();
    std::vector<plan::RawPodPtr> gone;
    for (const ObjectKey& key : pods) {
      if (auto pod = m_state.pod(key)) gone.push_back(std::move(pod));
      m_state.removePod(key);
    }
    std::int64_t out = 0;
    for (const AllocationAnswer& answer : allocateInOrder(m_shortage.requests, m_state.view(), m_stop))
      out += static_cast<std::int64_t>(answer.placements.size());
    for (plan::RawPodPtr& pod : gone) m_state.putPod(std::move(pod));
    m_state.restoreClaims(claims);
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
  plan::OverlayState& m_state;
  std::string m_resource;
  double m_missing = 0;
  std::vector<std::pair<ObjectKey, Holder>> m_holders;
  std::vector<ObjectKey> m_all;                ///< pods with devices that are no members
  std::map<std::string, SharedCard> m_shared;  ///< by GPU group
};

}  // namespace

std::vector<GroupRemedy> gangRemedies(const GangShortage& shortage, const ClusterSnapshot& snapshot,
                                      plan::OverlayState& trial, const std::stop_token& stop) {
  if (shortage.requests.empty() || stop.stop_requested()) return {};
  return GangTrial(shortage, snapshot, trial, stop).remedies();
}

}  // namespace cardinal
