// SPDX-License-Identifier: Apache-2.0
#include "core/record/sums_bytes.h"

#include <vector>

#include "core/record/byte_stream.h"
#include "core/record/known_values.h"

namespace cardinal {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMaxBytes = std::size_t{4} << 20U;
constexpr std::size_t kLongestName = 4096;

void write(ByteWriter& out, const CardAmount& amount) {
  out.signedNumber(amount.memoryMib);
  out.signedNumber(amount.corePercent);
  out.signedNumber(amount.milliCards);
}

void write(ByteWriter& out, const std::vector<AllocationGroup>& groups) {
  out.number(groups.size());
  for (const AllocationGroup& group : groups) {
    out.number(static_cast<std::uint64_t>(group.kind));
    out.number(static_cast<std::uint64_t>(group.mode));
    out.text(std::string_view(group.name).substr(0, kLongestName));
    write(out, group.held);
    write(out, group.total);
    out.number(group.cards);
    out.number(group.pods);
  }
}

std::uint32_t readCount(ByteReader& in) {
  return static_cast<std::uint32_t>(in.below(std::uint64_t{1} << 32U));
}

CardAmount readAmount(ByteReader& in) {
  CardAmount amount;
  amount.memoryMib = in.signedNumber();
  amount.corePercent = in.signedNumber();
  amount.milliCards = in.signedNumber();
  return amount;
}

std::vector<AllocationGroup> readGroups(ByteReader& in) {
  std::vector<AllocationGroup> groups;
  const std::uint64_t count = in.below(in.left() + 1);
  for (std::uint64_t i = 0; i < count && in.good(); ++i) {
    AllocationGroup group;
    group.kind = static_cast<AllocationGroup::Kind>(in.below(3));
    group.mode = readKnownValue<GpuMode>(in);
    group.name = in.text(kLongestName);
    group.held = readAmount(in);
    group.total = readAmount(in);
    group.cards = readCount(in);
    group.pods = readCount(in);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

std::string toBytes(const AllocationSums& sums) {
  ByteWriter out;
  out.number(kVersion);
  write(out, sums.held);
  write(out, sums.total);
  for (const std::uint32_t count : {sums.nodes, sums.cards, sums.cardsUnknown, sums.pods, sums.pendingPods}) {
    out.number(count);
  }
  for (const auto* groups : {&sums.modes, &sums.models, &sums.namespaces, &sums.owners}) write(out, *groups);
  return packed(out.bytes());
}

std::optional<AllocationSums> sumsOf(std::string_view bytes) {
  const auto raw = unpacked(bytes, kMaxBytes);
  if (!raw) return std::nullopt;
  ByteReader in(*raw);
  if (in.number() != kVersion) return std::nullopt;
  AllocationSums sums;
  sums.held = readAmount(in);
  sums.total = readAmount(in);
  for (std::uint32_t* count : {&sums.nodes, &sums.cards, &sums.cardsUnknown, &sums.pods, &sums.pendingPods}) {
    *count = readCount(in);
  }
  for (auto* groups : {&sums.modes, &sums.models, &sums.namespaces, &sums.owners}) *groups = readGroups(in);
  if (!in.good() || in.left() != 0) return std::nullopt;
  return sums;
}

}  // namespace cardinal
