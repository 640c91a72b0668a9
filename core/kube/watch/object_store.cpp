// SPDX-License-Identifier: Apache-2.0
#include "core/kube/watch/object_store.h"

#include <algorithm>

namespace cardinal {
namespace {

bool isOrdered(const std::string& version) {
  return !version.empty() && version.front() != '0' &&
         std::all_of(version.begin(), version.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool isNewerVersion(const std::string& a, const std::string& b) {
  if (!isOrdered(a) || !isOrdered(b)) return false;
  return a.size() != b.size() ? a.size() > b.size() : a > b;
}

}  // namespace cardinal
