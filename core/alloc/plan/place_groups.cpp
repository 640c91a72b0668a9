// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/place_groups.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cardinal::alloc {

PlaceGroups::PlaceGroups(std::vector<std::uint32_t> groupOf, std::span<const std::int64_t> keys)
    : m_groupOf(std::move(groupOf)), m_keys(keys.begin(), keys.end()) {
  const auto most = std::max_element(m_groupOf.begin(), m_groupOf.end());
  m_groups.resize(most != m_groupOf.end() ? std::size_t{*most} + 1 : 0);
  for (std::uint32_t place = 0; place < m_groupOf.size(); ++place) {
    Group& group = m_groups[m_groupOf[place]];
    group.byKey[keys[place]].push_back(place);
    ++group.size;
  }
}

void PlaceGroups::put(std::uint32_t place, std::int64_t key) {
  if (m_keys[place] == key) return;
  remove(place);
  Group& group = m_groups[m_groupOf[place]];
  auto& bucket = group.byKey[key];
  bucket.insert(std::lower_bound(bucket.begin(), bucket.end(), place), place);
  m_keys[place] = key;
  ++group.size;
}

void PlaceGroups::remove(std::uint32_t place) {
  if (!m_keys[place]) return;
  Group& group = m_groups[m_groupOf[place]];
  const auto found = group.byKey.find(*m_keys[place]);
  auto& bucket = found->second;
  bucket.erase(std::lower_bound(bucket.begin(), bucket.end(), place));
  if (bucket.empty()) group.byKey.erase(found);
  m_keys[place].reset();
  --group.size;
}

std::uint32_t PlaceGroups::addGroup() {
  m_groups.emplace_back();
  return static_cast<std::uint32_t>(m_groups.size() - 1);
}

void PlaceGroups::move(std::uint32_t place, std::uint32_t group) {
  const std::optional<std::int64_t> key = m_keys[place];
  remove(place);
  m_groupOf[place] = group;
  if (key) put(place, *key);
}

std::size_t PlaceGroups::size() const {
  std::size_t out = 0;
  for (const Group& group : m_groups) out += group.isOpen ? group.size : 0;
  return out;
}

const std::vector<std::uint32_t>* PlaceGroups::bucketOf(const Group& group, std::int64_t key) {
  if (!group.isOpen || group.byKey.empty() || group.shared + group.byKey.begin()->first != key) return nullptr;
  return &group.byKey.begin()->second;
}

std::int64_t PlaceGroups::bestKey() const {
  std::int64_t out = std::numeric_limits<std::int64_t>::min();
  for (const Group& group : m_groups) {
    if (group.isOpen && !group.byKey.empty()) out = std::max(out, group.shared + group.byKey.begin()->first);
  }
  return out;
}

std::size_t PlaceGroups::best() const {
  const std::int64_t key = bestKey();
  std::size_t out = 0;
  for (const Group& group : m_groups) {
    const auto* bucket = bucketOf(group, key);
    out += bucket != nullptr ? bucket->size() : 0;
  }
  return out;
}

std::uint32_t PlaceGroups::bestAt(std::size_t position) const {
  const std::int64_t key = bestKey();
  std::vector<std::uint32_t> all;
  for (const Group& group : m_groups) {
    const auto* bucket = bucketOf(group, key);
    if (bucket == nullptr) continue;
    if (position == 0) {
      all.push_back(bucket->front());
    } else {
      all.insert(all.end(), bucket->begin(), bucket->end());
    }
  }
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(position);
  std::nth_element(all.begin(), at, all.end());
  return *at;
}

}  // namespace cardinal::alloc
