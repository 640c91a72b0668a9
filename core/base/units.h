// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace cardinal {

/// GPU memory as an integer count of the node's own unit (`aliyun.com/gpu-mem`: normally GiB, see `MemoryUnit`).
/// Requests and capacities are compared in this unit, exactly as the schedulers do; only display converts it.
struct MemUnits {
  std::int64_t value = 0;

  constexpr MemUnits() = default;
  constexpr explicit MemUnits(std::int64_t v) : value(v) {}
  auto operator<=>(const MemUnits&) const = default;
  constexpr MemUnits operator+(MemUnits o) const { return MemUnits(value + o.value); }
  constexpr MemUnits operator-(MemUnits o) const { return MemUnits(value - o.value); }
  constexpr MemUnits& operator+=(MemUnits o) {
    value += o.value;
    return *this;
  }
  constexpr MemUnits& operator-=(MemUnits o) {
    value -= o.value;
    return *this;
  }
};

/// Share of the compute of cards in percent points: 100 = one whole card.
struct CorePercent {
  std::int32_t value = 0;

  constexpr CorePercent() = default;
  constexpr explicit CorePercent(std::int32_t v) : value(v) {}
  auto operator<=>(const CorePercent&) const = default;
  constexpr CorePercent operator+(CorePercent o) const { return CorePercent(value + o.value); }
  constexpr CorePercent operator-(CorePercent o) const { return CorePercent(value - o.value); }
  constexpr CorePercent& operator+=(CorePercent o) {
    value += o.value;
    return *this;
  }
};

/// What one `MemUnits` is on a node. The API does not report it; adapters derive it from evidence on the node
/// (for example the card's memory label beside the units per card) and say `Unknown` where there is none.
enum class MemoryUnit : std::uint8_t { Unknown, GiB, MiB, MiB128 };
inline constexpr std::size_t kMemoryUnits = 4;

/// MiB in one unit; nothing when the unit is unknown.
constexpr std::optional<std::int64_t> mibPerUnit(MemoryUnit unit) {
  switch (unit) {
    case MemoryUnit::GiB:
      return 1024;
    case MemoryUnit::MiB:
      return 1;
    case MemoryUnit::MiB128:
      return 128;
    case MemoryUnit::Unknown:
      break;
  }
  return std::nullopt;
}

inline namespace literals {
constexpr MemUnits operator""_units(unsigned long long v) {
  return MemUnits(static_cast<std::int64_t>(v));
}
constexpr CorePercent operator""_percent(unsigned long long v) {
  return CorePercent(static_cast<std::int32_t>(v));
}
}  // namespace literals

}  // namespace cardinal
