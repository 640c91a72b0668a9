// SPDX-License-Identifier: Apache-2.0
#include "core/queues/remedies/remedy_search.h"

#include <algorithm>
#include <tuple>

namespace cardinal::queues {
namespace {

constexpr std::size_t kMaxOffered = 3;
constexpr std::size_t kMaxTogether = 8;

GroupRemedy endOf(const std::string& resource) {
  GroupRemedy out;
  out.kind = GroupRemedy::Kind::OthersEnd;
  out.resource = resource;
  return out;
}

}  // namespace

std::vector<GroupRemedy> endings(const std::vector<Holding>& bySize, const std::string& resource, double missing,
                                 const std::function<bool(const std::vector<std::size_t>&)>& fits) {
  std::vector<GroupRemedy> out;
  constexpr double kSlack = 1e-9;
  auto at = std::lower_bound(bySize.begin(), bySize.end(), missing - kSlack,
                             [](const Holding& one, double amount) { return one.who.amount < amount; });
  for (std::size_t tried = 0; at != bySize.end() && tried < kMaxTriedAlone && out.size() < kMaxOffered; ++at, ++tried) {
    if (!fits({at->id})) continue;
    out.push_back(endOf(resource));
    out.back().ending.push_back(at->who);
  }
  if (!out.empty()) return out;
  GroupRemedy together = endOf(resource);
  std::vector<std::size_t> ids;
  for (auto last = bySize.rbegin(); last != bySize.rend() && ids.size() < kMaxTogether; ++last) {
    ids.push_back(last->id);
    together.ending.push_back(last->who);
    if (fits(ids)) return {std::move(together)};
  }
  return {};
}

std::int64_t mostPods(std::int64_t all, const std::function<bool(std::int64_t)>& fits) {
  std::int64_t most = 0;
  std::int64_t low = 1;
  std::int64_t high = all - 1;
  while (low <= high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (fits(middle)) {
      most = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return most;
}

void sortBySize(std::vector<Holding>& holdings) {
  std::sort(holdings.begin(), holdings.end(), [](const Holding& a, const Holding& b) {
    return std::tie(a.who.amount, a.who.key) < std::tie(b.who.amount, b.who.key);
  });
}

const char* toString(GroupRemedy::Kind kind) {
  switch (kind) {
    case GroupRemedy::Kind::OthersEnd:
      return "othersEnd";
    case GroupRemedy::Kind::FewerPods:
      return "fewerPods";
    case GroupRemedy::Kind::RequestLess:
      return "askLess";
    case GroupRemedy::Kind::MoreQuota:
      return "moreQuota";
    case GroupRemedy::Kind::MoreDevices:
      return "moreDevices";
    case GroupRemedy::Kind::Factor:
      return "overcommitFactor";
    case GroupRemedy::Kind::Preemptible:
      return "preemptible";
    case GroupRemedy::Kind::LowerGuarantee:
      return "lowerGuarantee";
  }
  return "";
}

}  // namespace cardinal::queues
