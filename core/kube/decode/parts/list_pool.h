// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

struct RawMigConfigs;     // core/model/extras/nvidia.h
struct RawResourceSlice;  // core/model/extras/resource_slice.h

/// Gives equal lists of many objects one block of memory: the pods of one controller have their containers, labels,
/// tolerations and owners in common, and most pods of a cluster ask for one of few sets of resources.
///
/// Remembers the lists that came last, at most kSets x kWays of each kind and none over kMaxBytes, so hostile objects
/// cannot grow it; what it has forgotten costs memory only. Where a list has the same bytes as one of those, it
/// is not even read (protobuf). Of one thread.
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

  /// Bytes of a list that are remembered at most.
  static constexpr std::size_t kMaxWire = 2048;
  /// Fills `out`, which is empty, where a list was read from the same bytes lately, and adds to `entries` what reading
  /// them added. Of the lists of a pod: maps, owners, tolerations, containers.
  template <typename T>
  bool recall(std::string_view wire, SharedList<T>& out, std::size_t& entries);
  /// `list` was read from these bytes, which were not recalled just now, and nothing but that is in it.
  template <typename T>
  void remember(std::string_view wire, SharedList<T>& list, std::size_t entries);
  /// For bytes that are put together; whoever uses it empties it first.
  std::string& scratch();

 private:
  struct Shelves;
  std::unique_ptr<Shelves> m_shelves;
};

}  // namespace cardinal
