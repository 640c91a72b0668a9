// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/alloc/types.h"
#include "core/base/mutex.h"
#include "core/service/snapshot_publisher.h"
#include "core/service/source/source.h"

namespace cardinal {

/// Asks a source for the rules of a namespace when a question needs them, and remembers answers for ten seconds: a
/// preview that follows the pointer asks many times a second. Thread-safe; source and publisher outlive it.
class NamespaceRulesCache {
 public:
  NamespaceRulesCache(ClusterSource& source, SnapshotPublisher& publisher) : m_source(source), m_publisher(publisher) {}

  /// See ClusterService::rulesFor. While the connection is not live everything is unknown, at once. An answer that says
  /// the same again is the same object.
  std::shared_ptr<const NamespaceRules> rulesFor(const AllocationRequest& request, const std::stop_token& stop);
  /// Asks for what all pods of the state need that wait, once for each namespace; rulesFor() then has it at hand.
  void readFor(const ClusterSnapshot& snapshot, const std::stop_token& stop);
  /// Of all namespaces, for a snapshot file; unknown while the connection is not live.
  NamespaceRules all();

 private:
  using Steady = std::chrono::steady_clock::time_point;
  /// About pods that exist.
  struct Kept {
    RulesQuestion question;
    std::shared_ptr<const NamespaceRules> answer;
    Steady asked;
    bool isOfAllOthers = false;  ///< stands for every question about the namespace that has no answer of its own
  };

  bool canAsk() const;
  RulesQuestion questionOf(const AllocationRequest& request) const;
  std::shared_ptr<const NamespaceRules> rulesOfExisting(const RulesQuestion& question, const std::stop_token& stop);
  /// An answer at hand that covers the question; null = there is none.
  std::shared_ptr<const NamespaceRules> kept(const RulesQuestion& question) const;
  void keep(RulesQuestion question, std::shared_ptr<const NamespaceRules> answer, bool isOfAllOthers = false);

  ClusterSource& m_source;
  SnapshotPublisher& m_publisher;
  mutable Mutex m_mutex;
  RulesQuestion m_question CARDINAL_GUARDED_BY(m_mutex);
  std::shared_ptr<const NamespaceRules> m_answer CARDINAL_GUARDED_BY(m_mutex);
  Steady m_asked CARDINAL_GUARDED_BY(m_mutex);
  std::vector<Kept> m_kept CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
