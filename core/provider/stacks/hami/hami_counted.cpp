// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/hami/hami_arithmetic.h"

namespace cardinal::hami {
namespace {

CountedUse& entryOf(std::vector<CountedUse>& list, std::string_view id) {
  const auto at = std::lower_bound(list.begin(), list.end(), id,
                                   [](const CountedUse& entry, std::string_view wanted) { return entry.id < wanted; });
  if (at != list.end() && at->id == id) return *at;
  return *list.insert(at, CountedUse{std::string(id)});
}

void takePeak(const std::vector<Share>& segment, std::vector<CountedUse>& peak) {
  for (const Share& share : segment) {
    CountedUse& entry = entryOf(peak, share.id);
    entry.memoryMib = std::max(entry.memoryMib, share.memoryMib);
    entry.cores = std::max(entry.cores, share.cores);
    entry.slots = 1;
  }
}

void takeSum(const std::vector<Share>& segment, std::vector<CountedUse>& sum) {
  for (const Share& share : segment) {
    CountedUse& entry = entryOf(sum, share.id);
    entry.memoryMib = wrappedSum(entry.memoryMib, share.memoryMib);
    entry.cores = wrappedSum(entry.cores, share.cores);
    ++entry.slots;
  }
}

/// One vendor's list.
void collapse(const std::vector<std::vector<Share>>& segments, const Holdings& holdings, VendorIndex vendor,
              std::vector<CountedUse>& out) {
  std::vector<CountedUse> peak;
  std::vector<CountedUse> sum;
  for (std::size_t i = 0; i < segments.size(); ++i)
    i < holdings.initContainers ? takePeak(segments[i], peak) : takeSum(segments[i], sum);
  for (const CountedUse& first : peak) {
    if (holdings.initFinished) break;
    CountedUse& entry = entryOf(sum, first.id);
    entry.slots = std::max(entry.slots, first.slots);
    entry.memoryMib = std::max(entry.memoryMib, first.memoryMib);
    entry.cores = std::max(entry.cores, first.cores);
  }
  for (CountedUse& entry : sum) entry.vendor = vendor;
  if (out.empty())
    out = std::move(sum);
  else
    out.insert(out.end(), std::make_move_iterator(sum.begin()), std::make_move_iterator(sum.end()));
}

}  // namespace

std::vector<CountedUse> countedUse(const Holdings& holdings) {
  std::vector<CountedUse> out;
  collapse(holdings.segments, holdings, kNvidia, out);
  for (const VendorList& list : holdings.others) collapse(list.segments, holdings, list.vendor, out);
  return out;
}

}  // namespace cardinal::hami
