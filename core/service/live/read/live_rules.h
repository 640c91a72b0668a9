// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/model/namespace_rules.h"
#include "core/service/rights/rules_question.h"

namespace cardinal {

/// Quotas, limit ranges, claims, volumes and storage classes of a live connection, read when somebody asks. What may
/// not be read, or fails, is left unknown. Loop and transport outlive it; calls block and come from any thread but the
/// loop's.
class LiveRules {
 public:
  LiveRules(EventLoop& loop, Transport& transport) : m_loop(loop), m_transport(transport) {}

  NamespaceRules read(const RulesQuestion& question, const std::stop_token& stop);

 private:
  template <typename Object>
  std::optional<std::vector<Object>> list(const char* plural, const std::string& ns, const std::stop_token& stop);
  template <typename Object>
  std::optional<Object> get(const char* plural, const std::string& ns, const std::string& name,
                            const std::stop_token& stop, bool& absent);
  template <typename Object>
  struct Named {
    std::vector<Object> found;  ///< those of the names that are there
    bool complete = true;       ///< false: some could not be looked for
  };
  template <typename Object>
  Named<Object> named(const char* plural, const std::string& ns, std::vector<std::string> names,
                      const std::stop_token& stop);
  void readVolumes(const RulesQuestion& question, NamespaceRules& out, const std::stop_token& stop);
  void readStorageClass(const RawClaim& claim, NamespaceRules& out, const std::stop_token& stop);

  EventLoop& m_loop;
  Transport& m_transport;
};

}  // namespace cardinal
