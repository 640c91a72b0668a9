// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/model/raw.h"

namespace cardinal {

struct RawMigConfigs;     // core/model/extras/nvidia.h
struct RawResourceSlice;  // core/model/extras/resource_slice.h

/// Gives equal lists of many objects one block of memory: the pods of one controller have their containers, labels,
/// tolerations and owners in common, and most pods of a cluster ask for one of few sets of resources.
///
/// Remembers the lists that came last, at most kSets x kWays of each kind and none over kMaxBytes, so hostile objects
/// cannot grow it; what it has forgotten costs memory only. Of one thread.
class ListPool {
 public:
  ListPool();
  ~ListPool();
  ListPool(ListPool&&) noexcept;
  ListPool& operator=(ListPool&&) noexcept;

  void share(RawPod& pod);
  void share(RawNode& node);
  void share(RawMigConfigs& map);
  /// Of each device, attributes that are its own are kept apart from those that others have too.
  void share(RawResourceSlice& slice);
  /// Objects of other kinds are few.
  template <typename Object>
  void share(Object&) {}

 private:
  struct Shelves;
  std::unique_ptr<Shelves> m_shelves;
};

}  // namespace cardinal
