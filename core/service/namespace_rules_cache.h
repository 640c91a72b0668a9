// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>

#include "core/alloc/types.h"
#include "core/base/mutex.h"
#include "core/service/snapshot_publisher.h"
#include "core/service/source/source.h"

namespace cardinal {

/// Asks a source for the rules of a namespace when a question needs them, and remembers the last answer for ten
/// seconds: a preview that follows the pointer asks many times a second. Thread-safe; source and publisher outlive it.
class NamespaceRulesCache {
 public:
  NamespaceRulesCache(ClusterSource& source, SnapshotPublisher& publisher) : m_source(source), m_publisher(publisher) {}

  /// See ClusterService::rulesFor. While the connection is not live everything is unknown, at once. An answer that says
  /// the same again is the same object.
  std::shared_ptr<const NamespaceRules> rulesFor(const AllocationRequest& request, const std::stop_token& stop);
  /// Of all namespaces, for a snapshot file; unknown while the connection is not live.
  NamespaceRules all();

 private:
  bool canAsk() const;

  ClusterSource& m_source;
  SnapshotPublisher& m_publisher;
  Mutex m_mutex;
  RulesQuestion m_question CARDINAL_GUARDED_BY(m_mutex);
  std::shared_ptr<const NamespaceRules> m_answer CARDINAL_GUARDED_BY(m_mutex);
  std::chrono::steady_clock::time_point m_asked CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
