// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/taints.h"

#include <algorithm>

namespace cardinal::alloc {
namespace {

constexpr std::string_view kNotReady = "node.kubernetes.io/not-ready";
constexpr std::string_view kUnreachable = "node.kubernetes.io/unreachable";
constexpr std::string_view kKubernetesPrefix = "node.kubernetes.io/";

bool toleratesOne(const Toleration& toleration, const Taint& taint) {
  if (!toleration.effect.empty() && toleration.effect != taint.effect) return false;
  if (!toleration.key.empty() && toleration.key != taint.key) return false;
  if (toleration.op == "Exists") return true;
  // An empty key goes with Exists only; any other operator word is refused by the API server.
  const bool equal = toleration.op.empty() || toleration.op == "Equal";
  return equal && !toleration.key.empty() && toleration.value == taint.value;
}

bool isReadinessTaint(const Taint& taint) {
  return taint.key == kNotReady || taint.key == kUnreachable;
}

std::string describe(const Taint& taint) {
  return taint.key + (taint.value.empty() ? "" : "=" + taint.value) + ":" + taint.effect;
}

class TaintFilter final : public Filter {
 public:
  explicit TaintFilter(const RawPodSpec& spec) : m_tolerations(spec.tolerations) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    for (const Taint& taint : view.raw().taints) {
      const bool refuses = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
      if (!refuses || tolerates(m_tolerations, taint)) continue;
      if (isReadinessTaint(taint)) {
        if (taint.effect == "NoExecute") continue;
        return nodeRejection(ReasonCode::NodeNotReady, Waiting::Unknown, describe(taint));
      }
      const bool transient = taint.key.compare(0, kKubernetesPrefix.size(), kKubernetesPrefix) == 0;
      return nodeRejection(ReasonCode::TaintNotTolerated, transient ? Waiting::Unknown : Waiting::Never,
                           describe(taint));
    }
    return std::nullopt;
  }

  bool surelyPasses(const PlacementRow& row) const override { return row.isOpen; }
  bool needsRecord() const override { return false; }

 private:
  const SharedList<Toleration>& m_tolerations;
};

}  // namespace

bool tolerates(const SharedList<Toleration>& tolerations, const Taint& taint) {
  return std::any_of(tolerations.begin(), tolerations.end(),
                     [&](const Toleration& toleration) { return toleratesOne(toleration, taint); });
}

bool toleratesNode(const RawPodSpec& spec, const RawNode& node) {
  return std::all_of(node.taints.begin(), node.taints.end(), [&](const Taint& taint) {
    const bool refuses = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    return !refuses || tolerates(spec.tolerations, taint);
  });
}

int intolerablePreferences(const RawPodSpec& spec, const RawNode& node) {
  return static_cast<int>(std::count_if(node.taints.begin(), node.taints.end(), [&](const Taint& taint) {
    return taint.effect == "PreferNoSchedule" && !tolerates(spec.tolerations, taint);
  }));
}

std::unique_ptr<Filter> makeTaintFilter(const RawPodSpec& spec) {
  return std::make_unique<TaintFilter>(spec);
}

}  // namespace cardinal::alloc
