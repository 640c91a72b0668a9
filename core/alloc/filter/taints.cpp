// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/taints.h"

#include <algorithm>
#include <utility>

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
  TaintFilter(const RawPodSpec& spec, std::vector<std::string> extended)
      : m_tolerations(spec.tolerations), m_extended(std::move(extended)) {}

  std::optional<Rejection> check(const NodeView& view) const override {
    const Taint* unsure = nullptr;
    for (const Taint& taint : view.raw().taints) {
      const bool refuses = taint.effect == "NoSchedule" || taint.effect == "NoExecute";
      if (!refuses || tolerates(m_tolerations, taint)) continue;
      if (isReadinessTaint(taint)) {
        if (taint.effect == "NoExecute") continue;
        return nodeRejection(ReasonCode::NodeNotReady, Waiting::Unknown, describe(taint));
      }
      if (isOfRequest(taint)) {
        unsure = unsure == nullptr ? &taint : unsure;
        continue;
      }
      const bool transient = taint.key.compare(0, kKubernetesPrefix.size(), kKubernetesPrefix) == 0;
      return nodeRejection(ReasonCode::TaintNotTolerated, transient ? Waiting::Unknown : Waiting::Never,
                           describe(taint));
    }
    if (unsure == nullptr) return std::nullopt;
    return nodeRejection(ReasonCode::TaintNotTolerated, Waiting::Unknown, describe(*unsure));
  }

  bool surelyPasses(const PlacementRow& row) const override { return row.isOpen; }
  bool needsRecord() const override { return false; }

 private:
  bool isOfRequest(const Taint& taint) const {
    return taint.effect == "NoSchedule" &&
           std::find(m_extended.begin(), m_extended.end(), taint.key) != m_extended.end();
  }

  const SharedList<Toleration>& m_tolerations;
  std::vector<std::string> m_extended;
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

std::unique_ptr<Filter> makeTaintFilter(const RawPodSpec& spec, std::vector<std::string> extended) {
  return std::make_unique<TaintFilter>(spec, std::move(extended));
}

}  // namespace cardinal::alloc
