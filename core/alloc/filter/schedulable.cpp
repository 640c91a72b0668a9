// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/schedulable.h"

#include "core/alloc/filter/taints.h"

namespace cardinal::alloc {
namespace {

class SchedulableFilter final : public Filter {
 public:
  explicit SchedulableFilter(const RawPodSpec& spec)
      : m_nodeName(spec.nodeName),
        m_toleratesCordon(tolerates(spec.tolerations, {"node.kubernetes.io/unschedulable", "", "NoSchedule"})) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (!view.node->exists()) return nodeRejection(ReasonCode::NodeUnknown, Waiting::Unknown);
    if (view.raw().unschedulable && !m_toleratesCordon)
      return nodeRejection(ReasonCode::NodeUnschedulable, Waiting::Unknown);
    if (!m_nodeName.empty() && m_nodeName != view.node->name) {
      return nodeRejection(ReasonCode::NodeNameMismatch, Waiting::Never, m_nodeName);
    }
    return std::nullopt;
  }

  bool surelyPasses(const PlacementRow& row) const override { return row.isOpen && m_nodeName.empty(); }
  bool needsRecord() const override { return !m_nodeName.empty(); }

 private:
  const std::string& m_nodeName;
  bool m_toleratesCordon;
};

}  // namespace

std::unique_ptr<Filter> makeSchedulableFilter(const RawPodSpec& spec) {
  return std::make_unique<SchedulableFilter>(spec);
}

}  // namespace cardinal::alloc
