// SPDX-License-Identifier: Apache-2.0
#pragma once

// ResourceQuotas that name devices: the API server rejects a pod whose creation would exceed one of them. Each pod is
// counted when it is created, against all quotas of its namespace that cover it. Source:
// core/alloc/admission.h.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/namespace_rules.h"
#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/remedies/remedy_search.h"

namespace cardinal::queues {

/// Pods of one form that are to be created.
struct NewPods {
  const RawPod* pod = nullptr;
  std::int64_t count = 0;
};

/// What the quotas make of them, one after another.
struct QuotaAnswer {
  std::int64_t pods = 0;
  std::int64_t created = 0;         ///< so many would be created; the others are rejected
  const RawQuota* quota = nullptr;  ///< that rejects the first; null = none does
  std::string resource;             ///< as the quota names it
  double requested = 0;             ///< by one pod
  double free = 0;                  ///< when it comes
  bool namesDevices = false;        ///< a quota that covers the pods limits devices that they ask for
  bool isUnread = false;            ///< a quota has amounts that cannot be read or are not counted yet, or wants
                                    ///< resources named that a LimitRange may fill in
};

/// A state that is asked about and does not exist.
struct QuotaChange {
  std::map<const RawQuota*, Amounts> raised{};  ///< hard
  std::map<const RawQuota*, Amounts> ended{};   ///< no longer used
};

using QuotaList = std::vector<std::shared_ptr<const RawQuota>>;
QuotaAnswer askQuotas(const QuotaList& quotas, const std::string& ns, const std::vector<NewPods>& pods,
                      const QuotaChange& change = {});

/// What would let all pods through that quotas reject. Keeps references to both. Of one thread.
class QuotaRemedies {
 public:
  QuotaRemedies(const ClusterSnapshot& snapshot, const QuotaList& quotas) : m_snapshot(snapshot), m_quotas(quotas) {}

  /// Empty where none is rejected.
  std::vector<GroupRemedy> of(const std::string& ns, const std::vector<NewPods>& pods);

 private:
  /// A workload of the namespace, and what its pods weigh on the quotas that cover them.
  struct Holder {
    ObjectKey key;
    std::map<const RawQuota*, Amounts> weighs{};
  };

  /// Returns what is short of the resource that runs out first.
  double offerQuota(const std::string& ns, const std::vector<NewPods>& pods, const QuotaAnswer& now,
                    std::vector<GroupRemedy>& out) const;
  void offerEndings(const std::string& ns, const std::vector<NewPods>& pods, const QuotaAnswer& now, double missing,
                    std::vector<GroupRemedy>& out);
  bool areCreated(const std::string& ns, const std::vector<NewPods>& pods, const QuotaChange& change) const;
  const std::vector<Holder>& holdersIn(const std::string& ns);

  const ClusterSnapshot& m_snapshot;
  const QuotaList& m_quotas;
  std::map<std::string, std::vector<Holder>> m_holders;
  bool m_isRead = false;
};

/// It limits devices that kube-scheduler counts, or parts of them.
bool namesDevices(const RawQuota& quota);
/// Rows of the quotas that name devices, and workloads whose pods do not exist yet and would be rejected: those that
/// wait for quota of Kueue, and groups that Volcano has not let in.
void addResourceQuotas(const ClusterSnapshot& snapshot, GroupReport& report);

}  // namespace cardinal::queues
