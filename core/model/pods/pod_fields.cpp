// SPDX-License-Identifier: Apache-2.0
#include "core/model/pods/pod_fields.h"

#include <algorithm>
#include <array>

namespace cardinal {
namespace {

/// Sorted.
constexpr std::array<std::string_view, 23> kHarmless = {"automountServiceAccountToken",
                                                        "dnsConfig",
                                                        "dnsPolicy",
                                                        "enableServiceLinks",
                                                        "ephemeralContainers",
                                                        "hostAliases",
                                                        "hostIPC",
                                                        "hostNetwork",
                                                        "hostPID",
                                                        "hostUsers",
                                                        "hostname",
                                                        "hostnameOverride",
                                                        "imagePullSecrets",
                                                        "os",
                                                        "readinessGates",
                                                        "restartPolicy",
                                                        "securityContext",
                                                        "serviceAccount",
                                                        "serviceAccountName",
                                                        "setHostnameAsFQDN",
                                                        "shareProcessNamespace",
                                                        "subdomain",
                                                        "terminationGracePeriodSeconds"};
static_assert(std::is_sorted(kHarmless.begin(), kHarmless.end()));

}  // namespace

void noteUnreadField(RawPodSpec& spec, std::string_view name) {
  constexpr std::size_t kMaxNames = 8;
  constexpr std::size_t kMaxBytes = 64;
  if (std::binary_search(kHarmless.begin(), kHarmless.end(), name) || spec.unreadFields.size() >= kMaxNames) return;
  spec.unreadFields.emplace_back(name.substr(0, kMaxBytes));
}

bool isCreated(const RawPod& pod) {
  return !pod.meta.uid.empty() || !pod.meta.resourceVersion.empty();
}

bool isGated(const RawPod& pod) {
  return pod.spec.hasSchedulingGates && pod.spec.nodeName.empty() && !isTerminal(pod);
}

}  // namespace cardinal
