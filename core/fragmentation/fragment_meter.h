// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/fragmentation/node_state.h"
#include "core/fragmentation/typical_tasks.h"

namespace cardinal::fragmentation {

/// Why free GPU is a fragment for the expected tasks, or not.
enum class FragmentClass : std::uint8_t {
  LackBoth,      ///< q1: too few GPUs with room, and too little CPU
  LackGpu,       ///< q2
  Satisfied,     ///< q3: usable
  LackCpu,       ///< q4
  NoGpuFits,     ///< xl: the task asks no GPU and fits
  NoGpuLackCpu,  ///< xr
  NoAccess,      ///< the model is not allowed
};
inline constexpr std::size_t kFragmentClasses = 7;
/// "q1_lack_both" and so on, the names of the published results.
const char* toString(FragmentClass fragment) noexcept;

/// Free GPU (milli-GPU, weighted by the shares of the expected tasks) by class.
struct FragmentSums {
  std::array<double, kFragmentClasses> milli{};

  /// F: everything but what is satisfied, added in the fixed order that keeps scores exact.
  double fragment() const { return ((((milli[0] + milli[1]) + milli[3]) + milli[4]) + milli[5]) + milli[6]; }
  double idle() const {
    double sum = 0;
    for (const double part : milli) sum += part;
    return sum;
  }
  FragmentSums& operator+=(const FragmentSums& other) {
    for (std::size_t i = 0; i < kFragmentClasses; ++i) milli[i] += other.milli[i];
    return *this;
  }
};

/// Measures the fragmentation of single nodes for a fixed distribution of expected tasks. `measure` and `fragment` are
/// const and do not allocate, but share work space: one thread per meter.
class FragmentMeter {
 public:
  explicit FragmentMeter(const std::vector<TypicalTask>& expected);

  FragmentSums measure(const NodeState& node) const;
  /// F(node) alone: `measure(node).fragment()`, bit for bit.
  double fragment(const NodeState& node) const;

 private:
  struct Expected {
    double share;
    std::int32_t cpu;
    std::int32_t gpus;
    std::uint32_t level;  ///< index into the levels; meaningless without GPUs
    ModelSet models;
  };
  /// What a node has for tasks of one milli amount.
  struct Room {
    std::int32_t devices = 0;  ///< with enough for one share
    std::int32_t rest = 0;     ///< sum of what is free on the others
  };

  /// What of a node's free GPU is of no use to an expected task.
  struct Loss {
    std::int32_t milli;
    std::size_t as;  ///< FragmentClass
  };

  void lookAt(const NodeState& node) const;
  /// After lookAt().
  Loss lossTo(const Expected& expected, const NodeState& node) const;

  std::vector<Expected> m_expected;
  std::vector<std::int32_t> m_levels;  ///< distinct milli amounts of the expected tasks
  mutable std::vector<Room> m_room;    ///< by level
};

}  // namespace cardinal::fragmentation
