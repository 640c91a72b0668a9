// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/kai_mig.h"

#include "core/alloc/stacks/kai_rule.h"
#include "core/model/label_sketch.h"
#include "core/provider/stacks/kai.h"

namespace cardinal::alloc {
namespace {

using Kind = kai::Request::Kind;

class KaiMigFilter final : public Filter {
 public:
  explicit KaiMigFilter(Kind kind) : m_isShared(kind == Kind::Shared), m_enabled(hashOfLabelText(kai::kMigEnabled)) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    if (isSurelyNone(view)) return std::nullopt;
    switch (kai::readMigStrategy(view.raw())) {
      case kai::MigStrategy::None:
        return std::nullopt;
      case kai::MigStrategy::Single:
        return m_isShared ? std::optional(nodeRejection(ReasonCode::StackRefused, Waiting::Never, m_single))
                          : std::nullopt;
      case kai::MigStrategy::Mixed:
        return nodeRejection(ReasonCode::StackRefused, Waiting::Never, m_mixed);
    }
    return std::nullopt;
  }

  bool surelyPasses(const PlacementRow& row) const override { return row.mode == GpuMode::None; }
  bool needsRecord() const override { return false; }

 private:
  /// By the row alone: whole cards without instances beside them, and the label is not there.
  bool isSurelyNone(const NodeView& view) const {
    if (view.row == nullptr || view.mode() != GpuMode::Exclusive || view.stack() != GpuStack::Nvidia) return false;
    const auto labels = view.rows->labels(view.index.value, view.node);
    return labels && !labels->find(m_enabled);
  }

  bool m_isShared;
  LabelHash m_enabled;
  SharedText m_single = "only whole gpu jobs can run on a node with MigStrategy='single'";
  SharedText m_mixed = "non MIG jobs cant run on a node with MigStrategy='mixed'";
};

}  // namespace

std::unique_ptr<Filter> makeKaiMigFilter(const Demand& demand) {
  if (!isKaiRequest(demand.spec, demand.gpu)) return nullptr;
  const Kind kind = kai::readRequest(*demand.request.pod).kind;
  return kind == Kind::Shared || kind == Kind::Whole ? std::make_unique<KaiMigFilter>(kind) : nullptr;
}

}  // namespace cardinal::alloc
