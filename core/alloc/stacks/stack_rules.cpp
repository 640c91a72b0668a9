// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/stack_rules.h"

#include <algorithm>
#include <array>

#include "core/alloc/stacks/gpu_manager/gpu_manager_rule.h"
#include "core/alloc/stacks/hami/hami_rule.h"
#include "core/alloc/stacks/kai_rule.h"
#include "core/alloc/stacks/koordinator/koordinator_rule.h"
#include "core/alloc/stacks/volcano/volcano_rule.h"

namespace cardinal::alloc {
namespace {

struct StackRule {
  GpuStack stack;
  std::unique_ptr<CardRule> (*make)(const Demand& demand);
};

// One line per stack.
constexpr std::array<StackRule, 5> kRules{{
    {GpuStack::Hami, makeHamiRule},
    {GpuStack::Volcano, makeVolcanoRule},
    {GpuStack::GpuManager, makeGpuManagerRule},
    {GpuStack::Koordinator, makeKoordinatorRule},
    {GpuStack::Kai, makeKaiRule},
}};

const StackRule* ruleOf(GpuStack stack) noexcept {
  const auto found =
      std::find_if(kRules.begin(), kRules.end(), [&](const StackRule& one) { return one.stack == stack; });
  return found != kRules.end() ? &*found : nullptr;
}

}  // namespace

std::unique_ptr<CardRule> makeStackRule(GpuStack stack, const Demand& demand) {
  const StackRule* rule = ruleOf(stack);
  return rule != nullptr ? rule->make(demand) : nullptr;
}

bool hasStackRule(GpuStack stack) noexcept {
  return ruleOf(stack) != nullptr;
}

StringMap stackAnnotations(const Demand& demand, const NodeView& view, const CardList& cards) {
  const StackRule* rule = view.mode() == GpuMode::Vgpu ? ruleOf(view.stack()) : nullptr;
  return rule != nullptr ? rule->make(demand)->annotations(view, cards) : StringMap();
}

}  // namespace cardinal::alloc
