// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/queues/file_queues.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/api_group.h"
#include "core/kube/decode/decoder.h"
#include "core/model/by_key.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kai.h"
#include "core/model/extras/kueue.h"

namespace cardinal {
namespace {

bool isQueueObject(const ManifestObject& object) {
  const std::string_view group = apiGroupOf(object.apiVersion);
  const std::string_view kind = object.kind;
  if (group == "kueue.x-k8s.io") return kind != "Workload";
  return kind == "Queue" && (group == "scheduling.volcano.sh" || group == "scheduling.run.ai");
}

/// Lists are by key.
template <typename T>
void put(std::vector<std::shared_ptr<const T>>& list, std::shared_ptr<const T> object) {
  const auto at = placeByKey(list, object->meta.key);
  if (at != list.end() && (*at)->meta.key == object->meta.key)
    *at = std::move(object);
  else
    list.insert(at, std::move(object));
}

class Merge {
 public:
  Merge(const std::string& ns, const ClusterExtras& extras) : m_ns(ns), m_extras(extras) {
    if (extras.kueue != nullptr) m_kueue = *extras.kueue;
    if (extras.groups != nullptr) m_groups = *extras.groups;
  }

  void add(const RawExtra& extra) {
    if (!m_extras.knows(kindOf(extra)) || isNull(extra)) return;
    std::visit([this](const auto& object) { take(object); }, extra);
  }

  std::shared_ptr<const ClusterExtras> result() const {
    if (!m_isChanged) return nullptr;
    auto out = std::make_shared<ClusterExtras>(m_extras);
    if (m_kueue) out->kueue = std::make_shared<const KueueLists>(*m_kueue);
    if (m_groups) out->groups = std::make_shared<const GroupQueueLists>(*m_groups);
    return out;
  }

 private:
  template <typename T>
  void take(const std::shared_ptr<const T>& /*object*/) {}
  void take(const std::shared_ptr<const RawKueueClusterQueue>& object) { putKueue(&KueueLists::clusterQueues, object); }
  void take(const std::shared_ptr<const RawKueueFlavor>& object) { putKueue(&KueueLists::flavors, object); }
  void take(const std::shared_ptr<const RawKueueCohort>& object) { putKueue(&KueueLists::cohorts, object); }
  void take(const std::shared_ptr<const RawKueueTopology>& object) { putKueue(&KueueLists::topologies, object); }
  void take(const std::shared_ptr<const RawKueuePriorityClass>& object) {
    putKueue(&KueueLists::priorityClasses, object);
  }
  void take(const std::shared_ptr<const RawKueueLocalQueue>& object) {
    auto out = std::make_shared<RawKueueLocalQueue>(*object);
    if (out->meta.key.ns.empty()) out->meta.key.ns = m_ns;
    putKueue(&KueueLists::localQueues, std::shared_ptr<const RawKueueLocalQueue>(std::move(out)));
  }
  /// Its controller makes a new one active; one that is there stays as it is.
  void take(const std::shared_ptr<const RawKueueCheck>& object) {
    if (!m_kueue) return;
    const auto isIt = [&](const auto& one) { return one->meta.key == object->meta.key; };
    if (std::any_of(m_kueue->checks.begin(), m_kueue->checks.end(), isIt)) return;
    auto out = std::make_shared<RawKueueCheck>(*object);
    out->conditions = {{"Active", "True", {}, {}, 0}};
    putKueue(&KueueLists::checks, std::shared_ptr<const RawKueueCheck>(std::move(out)));
  }
  void take(const std::shared_ptr<const RawVolcanoQueue>& object) { putGroup(&GroupQueueLists::volcanoQueues, object); }
  void take(const std::shared_ptr<const RawKaiQueue>& object) { putGroup(&GroupQueueLists::kaiQueues, object); }

  template <typename T>
  void putKueue(std::vector<std::shared_ptr<const T>> KueueLists::*list, std::shared_ptr<const T> object) {
    if (!m_kueue) return;
    put((*m_kueue).*list, std::move(object));
    m_isChanged = true;
  }
  template <typename T>
  void putGroup(std::vector<std::shared_ptr<const T>> GroupQueueLists::*list, std::shared_ptr<const T> object) {
    if (!m_groups) return;
    put((*m_groups).*list, std::move(object));
    m_isChanged = true;
  }

  const std::string& m_ns;
  const ClusterExtras& m_extras;
  std::optional<KueueLists> m_kueue;
  std::optional<GroupQueueLists> m_groups;
  bool m_isChanged = false;
};

}  // namespace

std::shared_ptr<const ClusterExtras> withQueuesOf(const std::vector<ManifestObject>& objects, const std::string& ns,
                                                  const std::shared_ptr<const ClusterExtras>& extras) {
  if (extras == nullptr || std::none_of(objects.begin(), objects.end(), isQueueObject)) return nullptr;
  Merge merge(ns, *extras);
  Decoder decoder;
  for (const ManifestObject& object : objects) {
    if (!isQueueObject(object)) continue;
    auto read = decoder.objects(object.json);
    if (!read) continue;
    for (const auto& list : read->extras) {
      for (const RawExtra& extra : list.value_or(std::vector<RawExtra>())) merge.add(extra);
    }
  }
  return merge.result();
}

}  // namespace cardinal
