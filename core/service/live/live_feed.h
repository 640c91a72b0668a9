// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kube/watch/reflector.h"

namespace cardinal {

/// One resource that a live connection follows: a store and the reflector that fills it.
struct LiveFeed {
  std::unique_ptr<ResourceStore> store;
  std::unique_ptr<Reflector> reflector;  ///< null = not followed yet
  ReflectorPhase lastPhase = ReflectorPhase::Idle;
  int wentBack = 0;         ///< of ReflectorStatus, as it was seen last
  bool watchOpen = false;   ///< likewise
  bool wasWatched = false;  ///< a watch was open before
  ReflectorPhase phase() const { return reflector ? reflector->status().phase : ReflectorPhase::Idle; }
};

}  // namespace cardinal
