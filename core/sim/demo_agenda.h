// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/base/ids.h"

namespace cardinal::sim {

/// Something the simulation will do later.
struct DemoEvent {
  enum class Kind {
    Decide,     ///< the scheduler looks at a pod
    Start,      ///< the containers of a bound pod start
    Remove,     ///< a pod disappears
    Retry,      ///< everything that waits is decided again
    Republish,  ///< a node publishes the resources of its new mode; key.name = node
    Life,       ///< the demo's own next event
  };
  Kind kind = Kind::Decide;
  ObjectKey key;
  std::string uid;  ///< of the pod; another pod of that name is not meant
};

/// Events by time; those of one moment in the order of their arrival.
class DemoAgenda {
 public:
  using Time = std::chrono::milliseconds;

  void add(Time when, DemoEvent event) { m_events.emplace(when, std::move(event)); }
  std::optional<Time> next() const {
    return m_events.empty() ? std::nullopt : std::optional<Time>(m_events.begin()->first);
  }
  /// The first event that is due, taken out.
  std::optional<DemoEvent> takeDue(Time now) {
    if (m_events.empty() || m_events.begin()->first > now) return std::nullopt;
    std::optional<DemoEvent> event(std::move(m_events.begin()->second));
    m_events.erase(m_events.begin());
    return event;
  }

 private:
  std::multimap<Time, DemoEvent> m_events;
};

}  // namespace cardinal::sim
