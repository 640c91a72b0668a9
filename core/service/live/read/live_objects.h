// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "core/base/mutex.h"
#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/read/object_reader.h"

namespace cardinal {

/// Objects and events of a live connection, asked for when somebody looks. Loop and transport outlive it.
class LiveObjects final : public ObjectReader {
 public:
  LiveObjects(EventLoop& loop, Transport& transport) : m_loop(loop), m_transport(transport) {}

  Result<ObjectText> text(const ObjectRef& object, const ObjectTextOptions& options, std::stop_token stop) override;
  Result<ObjectEvents> events(const std::vector<ObjectRef>& objects, std::stop_token stop) override;
  Result<WorkloadObject> workload(const ObjectRef& workload, std::stop_token stop) override;

 private:
  /// How the server serves a kind; the first of its versions that it has. Discovery is asked once for each.
  Result<ResourceType> typeOf(const std::string& kind, const std::stop_token& stop);
  Result<void> eventsOf(const ObjectRef& object, ObjectEvents& into, const std::stop_token& stop);

  EventLoop& m_loop;
  Transport& m_transport;
  Mutex m_mutex;
  std::map<std::string, ResourceType> m_types CARDINAL_GUARDED_BY(m_mutex);  ///< by kind
};

/// Oldest first; those of unknown time before all others.
void sortEvents(std::vector<ObjectEvent>& events);

}  // namespace cardinal
