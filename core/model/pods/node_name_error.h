// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// `place` of an error Unsupported: the pod names its node, so that no scheduler sees it and the kubelet of that node
/// admits or refuses it. subject = the pod, detail = the node. `causes` say what the node has: field = a resource that
/// the pod asks for, reason = how much of it, message = "FREE/ALLOCATABLE"; and, with an empty field, reason = one of
/// the words below.
inline constexpr const char* kNodeNamePlace = "spec.nodeName";
inline constexpr const char* kNodeNotFound = "NotFound";      ///< no node of that name was read
inline constexpr const char* kNodeAffinity = "NodeAffinity";  ///< the pod's node selector or affinity does not match
inline constexpr const char* kNotEnough = "Insufficient";     ///< by requests, the node has not enough for one pod

}  // namespace cardinal
