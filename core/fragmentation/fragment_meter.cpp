// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/fragment_meter.h"

#include <algorithm>

namespace cardinal::fragmentation {
namespace {

constexpr std::size_t index(FragmentClass fragment) {
  return static_cast<std::size_t>(fragment);
}

/// Class by [enough devices][enough CPU]; what a satisfied task cannot use counts as lack of GPU.
constexpr std::array<std::array<std::size_t, 2>, 2> kGpuClass{
    {{index(FragmentClass::LackBoth), index(FragmentClass::LackGpu)},
     {index(FragmentClass::LackCpu), index(FragmentClass::LackGpu)}}};
constexpr std::array<std::size_t, 2> kCpuClass{index(FragmentClass::NoGpuLackCpu), index(FragmentClass::NoGpuFits)};

}  // namespace

const char* toString(FragmentClass fragment) noexcept {
  switch (fragment) {
    case FragmentClass::LackBoth:
      return "q1_lack_both";
    case FragmentClass::LackGpu:
      return "q2_lack_gpu";
    case FragmentClass::Satisfied:
      return "q3_satisfied";
    case FragmentClass::LackCpu:
      return "q4_lack_cpu";
    case FragmentClass::NoGpuFits:
      return "xl_satisfied";
    case FragmentClass::NoGpuLackCpu:
      return "xr_lack_cpu";
    case FragmentClass::NoAccess:
      return "no_access";
  }
  return "";
}

FragmentMeter::FragmentMeter(const std::vector<TypicalTask>& expected) {
  for (const TypicalTask& typical : expected) {
    if (typical.task.gpus > 0) m_levels.push_back(typical.task.milli);
  }
  std::sort(m_levels.begin(), m_levels.end());
  m_levels.erase(std::unique(m_levels.begin(), m_levels.end()), m_levels.end());
  m_room.resize(m_levels.size());
  for (const TypicalTask& typical : expected) {
    const auto level = std::lower_bound(m_levels.begin(), m_levels.end(), typical.task.milli) - m_levels.begin();
    m_expected.push_back(
        {typical.share, typical.task.cpu, typical.task.gpus, static_cast<std::uint32_t>(level), typical.task.models});
  }
}

void FragmentMeter::lookAt(const NodeState& node) const {
  for (std::size_t level = 0; level < m_levels.size(); ++level) {
    const std::int32_t milli = m_levels[level];
    Room room;
    for (const std::int32_t free : node.gpu) {
      const bool enough = free >= milli;
      room.devices += enough ? 1 : 0;
      room.rest += enough ? 0 : free;
    }
    m_room[level] = room;
  }
}

FragmentMeter::Loss FragmentMeter::lossTo(const Expected& expected, const NodeState& node) const {
  const std::size_t cpuFits = node.cpu >= expected.cpu ? 1 : 0;
  if (expected.gpus == 0) return {node.gpuFree, kCpuClass[cpuFits]};
  if (!allows(expected.models, node.model)) return {node.gpuFree, index(FragmentClass::NoAccess)};
  const Room& room = m_room[expected.level];
  const std::size_t gpuFits = room.devices >= expected.gpus ? 1 : 0;
  return {(gpuFits & cpuFits) != 0 ? room.rest : node.gpuFree, kGpuClass[gpuFits][cpuFits]};
}

FragmentSums FragmentMeter::measure(const NodeState& node) const {
  FragmentSums out;
  lookAt(node);
  for (const Expected& expected : m_expected) {
    const Loss loss = lossTo(expected, node);
    out.milli[loss.as] += expected.share * static_cast<double>(loss.milli);
    out.milli[index(FragmentClass::Satisfied)] += expected.share * static_cast<double>(node.gpuFree - loss.milli);
  }
  return out;
}

double FragmentMeter::fragment(const NodeState& node) const {
  if (node.gpuFree == 0) return 0;
  FragmentSums out;
  lookAt(node);
  for (const Expected& expected : m_expected) {
    const Loss loss = lossTo(expected, node);
    out.milli[loss.as] += expected.share * static_cast<double>(loss.milli);
  }
  return out.fragment();
}

}  // namespace cardinal::fragmentation
