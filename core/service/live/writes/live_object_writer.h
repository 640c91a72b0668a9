// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/kube/rest/answer.h"
#include "core/kube/rest/resource.h"
#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/writes/object_writer.h"

namespace cardinal {

/// The writer of a live connection. Loop and transport outlive it.
class LiveObjectWriter final : public ObjectWriter, public PodBinder {
 public:
  /// `serverVersion` may be called on any thread.
  LiveObjectWriter(EventLoop& loop, Transport& transport, std::function<std::string()> serverVersion)
      : m_loop(loop), m_transport(transport), m_serverVersion(std::move(serverVersion)) {}

  Result<WriteReply> annotate(const WriteTarget& target,
                              const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                              bool dryRun, std::stop_token stop) override;
  Result<WriteReply> scale(const WriteTarget& target, std::int32_t replicas, bool dryRun,
                           std::stop_token stop) override;
  Result<WriteReply> remove(const WriteTarget& target, int graceSeconds, bool dryRun, std::stop_token stop) override;
  Result<WriteReply> bind(const BindOrder& order, bool dryRun, std::stop_token stop) override;

 private:
  struct Place {
    std::string path;
    CallSubject subject;
  };
  Result<Place> placeOf(const WriteTarget& target, const char* verb, const std::string& subresource,
                        const std::stop_token& stop);
  Result<WriteReply> send(const char* method, const Place& place, const std::string& body, const char* contentType,
                          const std::string& query, const std::stop_token& stop);
  Result<void> checkNode(const std::string& node, const std::string& uid, const std::stop_token& stop);
  std::string query(bool dryRun) const;

  EventLoop& m_loop;
  Transport& m_transport;
  std::function<std::string()> m_serverVersion;
};

}  // namespace cardinal
