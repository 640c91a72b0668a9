// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kube/transport/event_loop.h"
#include "core/kube/transport/transport.h"
#include "core/service/read/log_reader.h"

namespace cardinal {

/// Logs of a live connection. Loop and transport outlive it.
class LiveLogs final : public LogReader {
 public:
  LiveLogs(EventLoop& loop, Transport& transport) : m_loop(loop), m_transport(transport) {}
  Result<void> read(const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                    std::stop_token stop) override;

 private:
  EventLoop& m_loop;
  Transport& m_transport;
};

}  // namespace cardinal
