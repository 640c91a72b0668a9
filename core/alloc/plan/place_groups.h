// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace cardinal::alloc {

/// Places in groups that are opened and closed as one, ordered by the sum of a key of their own and one of their group.
/// Changing a place or a group costs as much
/// however many places there are, but for a few thousand bytes moved; asking costs a look at every group.
class PlaceGroups {
 public:
  /// By place: its group and its key. All groups are open, all places are in.
  PlaceGroups(std::vector<std::uint32_t> groupOf, std::span<const std::int64_t> keys);

  /// Puts the place in, or moves it to another key.
  void put(std::uint32_t place, std::int64_t key);
  void remove(std::uint32_t place);
  void setOpen(std::uint32_t group, bool open) { m_groups[group].isOpen = open; }
  /// The key of the group; 0 until it is set.
  void setShared(std::uint32_t group, std::int64_t key) { m_groups[group].shared = key; }
  /// A further one without places, open; its number.
  std::uint32_t addGroup();
  void move(std::uint32_t place, std::uint32_t group);

  std::uint32_t groupOf(std::uint32_t place) const { return m_groupOf[place]; }
  std::size_t groups() const { return m_groups.size(); }
  /// How many places of the group are in; 0 where it is closed.
  std::size_t sizeOf(std::uint32_t group) const { return m_groups[group].isOpen ? m_groups[group].size : 0; }
  /// One of them.
  std::uint32_t anyOf(std::uint32_t group) const { return m_groups[group].byKey.begin()->second.front(); }
  /// Places of the open groups.
  std::size_t size() const;
  /// How many of them have the greatest key, and the one at a position among these, by number.
  std::size_t best() const;
  std::uint32_t bestAt(std::size_t position) const;

 private:
  using Buckets = std::map<std::int64_t, std::vector<std::uint32_t>, std::greater<>>;  ///< no bucket is empty
  struct Group {
    Buckets byKey;
    std::size_t size = 0;
    std::int64_t shared = 0;
    bool isOpen = true;
  };
  /// The best bucket of a group that has the best key of all; null otherwise.
  static const std::vector<std::uint32_t>* bucketOf(const Group& group, std::int64_t key);
  std::int64_t bestKey() const;

  std::vector<std::uint32_t> m_groupOf;             ///< by place
  std::vector<std::optional<std::int64_t>> m_keys;  ///< by place; nothing = it is not in
  std::vector<Group> m_groups;
};

}  // namespace cardinal::alloc
