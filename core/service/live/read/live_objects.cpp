// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/read/live_objects.h"

#include <algorithm>
#include <optional>

#include "core/kube/rest/read_list.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/exchange.h"
#include "core/service/live/read/get_body.h"
#include "core/service/live/read/served_resource.h"

namespace cardinal {
namespace {

constexpr std::size_t kMax = 2000;

/// Those whose place no discovery has to tell.
std::optional<ResourceType> knownType(const std::string& kind) {
  constexpr const char* kTrainer = "trainer.kubeflow.org";
  if (kind == "Node") return nodesResource();
  if (kind == "Pod") return podsResource();
  if (kind == "Namespace") return ResourceType{"", "v1", "namespaces", false};
  if (kind == "ServiceAccount") return ResourceType{"", "v1", "serviceaccounts", true};
  if (kind == "ClusterTrainingRuntime") return ResourceType{kTrainer, "v1alpha1", "clustertrainingruntimes", false};
  if (kind == "TrainingRuntime") return ResourceType{kTrainer, "v1alpha1", "trainingruntimes", true};
  return std::nullopt;
}

}  // namespace

void sortEvents(std::vector<ObjectEvent>& events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const ObjectEvent& a, const ObjectEvent& b) { return a.last < b.last; });
}

Result<ObjectText> LiveObjects::text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) {
  const auto known = knownType(object.kind);
  const auto type = known ? Result<ResourceType>(*known) : typeOf(object.kind, stop);
  if (!type) return unexpected(type.error());
  auto path = objectPath(*type, object.key.ns, object.key.name);
  if (!path) return unexpected(path.error());
  auto body = getBody(m_loop, m_transport, *path, {"get", type->plural, object.key.ns, object.key.name, *path}, stop);
  if (!body) return unexpected(body.error());
  return yamlOfObject(*body, options);
}

Result<ObjectEvents> LiveObjects::events(const std::vector<ObjectRef>& objects, std::stop_token stop) {
  ObjectEvents all;
  for (const ObjectRef& object : objects) {
    if (auto read = eventsOf(object, all, stop); !read) return unexpected(read.error());
  }
  sortEvents(all.events);
  return all;
}

Result<ResourceType> LiveObjects::typeOf(const std::string& kind, const std::stop_token& stop) {
  {
    const MutexLock lock(m_mutex);
    if (const auto found = m_types.find(kind); found != m_types.end()) return found->second;
  }
  Result<ResourceType> type = unexpected(makeError(ErrorCode::Unsupported, kind));
  for (const std::string& version : apiVersionsOf(kind)) {
    type = servedResource(m_loop, m_transport, version, kind.substr(0, kind.find('.')), stop);
    if (type || type.error().code != ErrorCode::ResourceMissing) break;
  }
  if (!type) return type;
  const MutexLock lock(m_mutex);
  m_types.emplace(kind, *type);
  return type;
}

Result<WorkloadObject> LiveObjects::workload(const ObjectRef& workload, std::stop_token stop) {
  const auto type = typeOf(workload.kind, stop);
  if (!type) return unexpected(type.error());
  const auto path = objectPath(*type, workload.key.ns, workload.key.name);
  if (!path) return unexpected(path.error());
  const auto body =
      getBody(m_loop, m_transport, *path, {"get", type->plural, workload.key.ns, workload.key.name, *path}, stop);
  if (!body) return unexpected(body.error());
  return readWorkloadObject(*body);
}

/// By kind and name, not by uid: kubelets write the node's name where its uid belongs.
Result<void> LiveObjects::eventsOf(const ObjectRef& object, ObjectEvents& into, const std::stop_token& stop) {
  // Kinds of owners are free text: one that the selector would read as something else has no events.
  if ((object.kind + object.key.name).find_first_of(",=!\\") != std::string::npos) return {};
  const ListQuestion question{ResourceType{"", "v1", "events", true}, object.key.ns,
                              "involvedObject.kind=" + object.kind + ",involvedObject.name=" + object.key.name};
  return readList<ObjectEvent>(m_loop, m_transport, question, stop, [&](ListPage<ObjectEvent> page) {
    for (const auto& event : page.items) {
      if (into.events.size() < kMax) into.events.push_back(*event);
    }
    const bool isFull = into.events.size() >= kMax;
    into.more = into.more || (isFull && !page.meta.continueToken.empty());
    return !isFull;
  });
}

}  // namespace cardinal
