// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/operator_facts.h"

#include <algorithm>

#include "core/model/extras/erdma.h"
#include "core/model/extras/network_devices.h"
#include "core/model/extras/nvidia.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

constexpr std::ptrdiff_t kMaxPods = 16;

}  // namespace

void reportErdma(const NodeExtras& extras, std::vector<Finding>& findings) {
  if (extras.erdma == nullptr) return;
  for (const RawErdmaInterface& one : extras.erdma->interfaces) {
    if (one.status != "Failed") continue;
    const std::string words =
        one.id.empty() || one.message.empty() ? one.id + one.message : one.id + ": " + one.message;
    findings.push_back({FindingCode::ErdmaDeviceFailed, kPendingCard, {}, clipped(words), 0, 0});
  }
}

void reportSmcR(const RawPod& pod, std::vector<Finding>& findings) {
  if (!isSmcRWithoutErdma(pod)) return;
  const auto isOne = [](const Finding& finding) { return finding.code == FindingCode::SmcRWithoutErdma; };
  if (std::count_if(findings.begin(), findings.end(), isOne) >= kMaxPods) return;
  findings.push_back(
      {FindingCode::SmcRWithoutErdma, kPendingCard, displayName(pod.meta.key), std::string(kSmcR), 0, 0});
}

}  // namespace cardinal::provider
