// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/live/writes/schema_check.h"
#include "core/service/live/writes/write_repeat.h"
#include "core/service/live/writes/write_request.h"
#include "core/service/source/source.h"

namespace cardinal {

/// The writes of a live connection. Blocking, for worker threads; thread-safe. Repeated are what never left, what the
/// server put off (429 with Retry-After) and, after a look at the object, changes of labels
/// (docs/reference/kubernetes-client.md 4.9); a create whose answer was lost is never sent again: OutcomeUnknown, and
/// `detail` says whether an object of this name is there now.
class LiveWrites {
 public:
  /// `schema`: looks for unknown fields where the server does not; null = nobody does. `warned` hears the warnings of
  /// changes that do not return them, on the calling thread; may be empty.
  LiveWrites(EventLoop& loop, Transport& transport, std::string homeNamespace, Pause pause = pauseFor,
             SchemaCheck* schema = nullptr, WarningSink warned = nullptr)
      : m_loop(loop),
        m_transport(transport),
        m_homeNamespace(std::move(homeNamespace)),
        m_pause(std::move(pause)),
        m_schema(schema),
        m_warned(std::move(warned)) {}

  Result<CreatedObject> create(const ManifestObject& object, const std::string& defaultNamespace, bool dryRun,
                               const std::string& serverVersion, const std::stop_token& stop);
  /// Under the precondition that the node is still at `resourceVersion` (empty = none). Where every change says what
  /// was seen, a newer version with the same values is no obstacle: the change is made against it, at most five times.
  /// Error Conflict: `causes` hold for each label that differs what it is now, what was seen and what was wanted.
  Result<void> patchNodeLabels(const std::string& node, const std::vector<LabelChange>& changes,
                               const std::string& resourceVersion, bool dryRun, const std::string& serverVersion,
                               const std::stop_token& stop);

 private:
  using NodePtr = std::shared_ptr<const RawNode>;
  struct LabelWrite {
    const std::string& node;
    const std::vector<LabelChange>& changes;
    const std::string& path;
    std::string query;
  };
  Result<void> patchOnce(const LabelWrite& write, const std::string& resourceVersion, const std::stop_token& stop);
  Result<NodePtr> readNode(const LabelWrite& write, const std::stop_token& stop);
  Result<void> afterLostAnswer(const LabelWrite& write, const std::string& resourceVersion, const Error& lost,
                               const std::stop_token& stop);
  Error describeLostCreate(const ResourceType& type, const std::string& ns, const std::string& name, Error lost,
                           const std::stop_token& stop);
  Result<FieldCheck> checkFields(const ManifestObject& object, const std::string& serverVersion,
                                 const std::stop_token& stop);

  EventLoop& m_loop;
  Transport& m_transport;
  std::string m_homeNamespace;
  Pause m_pause;
  SchemaCheck* m_schema;
  WarningSink m_warned;
};

/// The merge patch of label changes: null removes. `resourceVersion` empty = no precondition.
std::string labelPatch(const std::vector<LabelChange>& changes, const std::string& resourceVersion);

}  // namespace cardinal
