// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/alloc/stacks/volcano/volcano.h"

namespace cardinal::alloc {
namespace {

std::vector<std::string> missingNames(const VolcanoFit& fit, const provider::VolcanoConfig& config) {
  constexpr const char* kPercentage = "volcano.sh/vgpu-memory-percentage";
  const std::array<std::pair<std::uint8_t, std::string>, 4> names{
      {{kVolcanoNumber, config.countName},
       {kVolcanoMemory, config.memoryName},
       {kVolcanoCores, config.coreName},
       {kVolcanoPercentage, config.percentageName.empty() ? kPercentage : config.percentageName}}};
  std::vector<std::string> out;
  for (const auto& [bit, name] : names) {
    if ((fit.missing & bit) != 0) out.push_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<std::string> volcanoReasons(const VolcanoFit& fit, const provider::VolcanoConfig& config) {
  if (fit.fits()) return {};
  if (fit.refusal != VolcanoRefusal::Insufficient) return {"hami-vgpuDeviceSharing error"};
  std::vector<std::string> out = missingNames(fit, config);
  for (std::string& name : out) name.insert(0, "Insufficient ");
  return out;
}

std::string volcanoError(const VolcanoFit& fit, const provider::VolcanoRequest& request, const VolcanoNodeState& node,
                         const provider::VolcanoConfig& config) {
  std::string out;
  switch (fit.refusal) {
    case VolcanoRefusal::None:
    case VolcanoRefusal::SchedulerFails:
      return out;
    case VolcanoRefusal::Insufficient:
      for (const std::string& name : missingNames(fit, config)) out += (out.empty() ? "" : " ") + name;
      return "[" + out + "]";
    case VolcanoRefusal::WrongMode:
      return "pod required sharing mode " + request.mode.value_or("") + " is not the same as the node mode " +
             (node.mig ? "mig" : "hami-core");
    case VolcanoRefusal::TooFewCards:
      return "no enough gpu cards on node " + node.name;
    case VolcanoRefusal::NotFitted:
      return "not enough gpu fitted on this node";
  }
  return out;
}

std::string volcanoRefusalText(const VolcanoFit& fit, const provider::VolcanoRequest& request,
                               const VolcanoNodeState& node, const provider::VolcanoConfig& config) {
  std::string out;
  for (const std::string& reason : volcanoReasons(fit, config)) out += reason + ": ";
  return out + volcanoError(fit, request, node, config);
}

std::string volcanoDeviceId(const VolcanoPick& pick, const VolcanoNodeState& node) {
  const VolcanoCardState& card = node.cards[static_cast<std::size_t>(pick.card)];
  if (pick.migGroup < 0 || card.mig == nullptr) return card.uuid;
  const std::string& group = card.mig->groups[static_cast<std::size_t>(pick.migGroup)].name;
  return card.uuid + "[" + group + "-" + std::to_string(pick.migPosition) + "]";
}

std::string volcanoIds(const VolcanoFit& fit, const provider::VolcanoRequest& request, const VolcanoNodeState& node) {
  std::string out;
  auto pick = fit.picks.begin();
  for (int i = 0; i < static_cast<int>(request.containers.size()); ++i) {
    if (i > 0) out += ';';
    for (; pick != fit.picks.end() && pick->request == i; ++pick) {
      out += volcanoDeviceId(*pick, node) + ",NVIDIA," + std::to_string(pick->memory) + "," +
             std::to_string(pick->cores) + ":";
    }
  }
  return out;
}

}  // namespace cardinal::alloc
