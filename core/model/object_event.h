// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/model/raw.h"

namespace cardinal {

/// One object of the API by kind and name: {"Pod", {"team-a", "train-0"}}, {"Node", {"", "node-17"}}.
struct ObjectRef {
  std::string kind;
  ObjectKey key;
  bool operator==(const ObjectRef&) const = default;
};

/// An Event of the API: something that a component noticed about an object. All text is hostile.
struct ObjectEvent {
  std::string type;    ///< "Normal", "Warning"
  std::string reason;  ///< "FailedScheduling"
  std::string message;
  std::string source;  ///< component that noticed it
  ObjectRef about;
  std::int32_t count = 1;  ///< how often it was noticed, 1..
  UnixSeconds first = 0;   ///< 0 = unknown
  UnixSeconds last = 0;    ///< 0 = unknown
  std::vector<FieldProblem> problems{};
  bool operator==(const ObjectEvent&) const = default;
};

/// Events of one or several objects, oldest first by `last`.
struct ObjectEvents {
  std::vector<ObjectEvent> events;
  bool known = true;  ///< false: the source keeps none (a saved snapshot); what happened is unknown
  bool more = false;  ///< there are more than were read
};

}  // namespace cardinal
