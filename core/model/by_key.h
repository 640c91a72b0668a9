// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/raw.h"

namespace cardinal {

/// Lists of objects stand by namespace and name: where the object of the key stands or would stand.
template <typename List>
auto placeByKey(List& list, const ObjectKey& key) {
  return std::lower_bound(list.begin(), list.end(), key,
                          [](const auto& one, const ObjectKey& wanted) { return one->meta.key < wanted; });
}

/// The entry of the object in such a list; null = there is none.
template <typename List>
auto entryByKey(List& list, const ObjectKey& key) -> decltype(&*list.begin()) {
  const auto at = placeByKey(list, key);
  return at != list.end() && (*at)->meta.key == key ? &*at : nullptr;
}

/// Likewise the object.
template <typename List>
auto objectByKey(const List& list, const ObjectKey& key) {
  const auto* const entry = entryByKey(list, key);
  return entry != nullptr ? entry->get() : nullptr;
}

}  // namespace cardinal
