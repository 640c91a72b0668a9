// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/source.h"
#include "core/service/write_request.h"

namespace cardinal {

/// The writes of a live connection. Blocking, for worker threads; thread-safe. Nothing is repeated by itself except
/// after a 401 with renewed credentials (kubernetes-client.md 4.9).
class LiveWrites {
 public:
  LiveWrites(EventLoop& loop, Transport& transport, std::string homeNamespace)
      : m_loop(loop), m_transport(transport), m_homeNamespace(std::move(homeNamespace)) {}

  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               const std::string& serverVersion, const std::stop_token& stop);
  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               const std::string& resourceVersion, bool dryRun, const std::string& serverVersion,
                               const std::stop_token& stop);

 private:
  Result<ResourceType> resourceOf(const ManifestObject& object, const std::stop_token& stop);

  EventLoop& m_loop;
  Transport& m_transport;
  std::string m_homeNamespace;
};

/// The merge patch of label changes: null removes. `resourceVersion` empty = no precondition.
std::string labelPatch(const std::vector<LabelChange>& changes, const std::string& resourceVersion);

}  // namespace cardinal
