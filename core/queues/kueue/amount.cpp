// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/amount.h"

#include <array>

#include "core/base/saturate.h"

namespace cardinal::queues {
namespace {

constexpr std::string_view kCpu = "cpu";

bool isCountedInBytes(std::string_view resource) {
  constexpr std::string_view kHugePages = "hugepages-";
  return resource == "memory" || resource == "ephemeral-storage" || resource.substr(0, kHugePages.size()) == kHugePages;
}

/// `amount` x 10^exponent with a suffix of thousands, as short as it gets without a fraction.
std::string decimalText(Amount amount, int exponent) {
  constexpr std::array<const char*, 8> kSuffixes{"m", "", "k", "M", "G", "T", "P", "E"};
  constexpr int kTen = 10;
  constexpr int kStep = 3;
  if (amount == 0) return "0";
  while (amount % kTen == 0) {
    amount /= kTen;
    ++exponent;
  }
  while ((exponent % kStep) != 0) {
    amount *= kTen;
    --exponent;
  }
  const auto suffix = static_cast<std::size_t>(exponent / kStep + 1);
  return std::to_string(amount) + kSuffixes.at(suffix);
}

std::string binaryText(Amount amount) {
  constexpr std::array<const char*, 7> kSuffixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  constexpr Amount kStep = 1024;
  if (amount > -kStep && amount < kStep) return decimalText(amount, 0);
  std::size_t suffix = 0;
  while (amount % kStep == 0 && suffix + 1 < kSuffixes.size()) {
    amount /= kStep;
    ++suffix;
  }
  return std::to_string(amount) + kSuffixes.at(suffix);
}

}  // namespace

Amount plus(Amount a, Amount b) {
  return a == kUnlimited || b == kUnlimited ? kUnlimited : saturatedSum(a, b);
}

Amount minus(Amount a, Amount b) {
  if (a == kUnlimited) return b == kUnlimited ? 0 : kUnlimited;
  if (b == kUnlimited) return std::numeric_limits<Amount>::min();
  Amount difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b > 0 ? std::numeric_limits<Amount>::min() : std::numeric_limits<Amount>::max();
}

Amount amountOf(std::string_view resource, const Quantity& quantity) {
  return resource == kCpu ? quantity.milliValue() : quantity.value();
}

std::string amountText(std::string_view resource, Amount amount) {
  constexpr int kMilli = -3;
  if (amount == kUnlimited) return "<unlimited>";
  if (resource == kCpu) return decimalText(amount, kMilli);
  return isCountedInBytes(resource) ? binaryText(amount) : decimalText(amount, 0);
}

}  // namespace cardinal::queues
