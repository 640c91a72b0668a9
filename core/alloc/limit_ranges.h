// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/model/namespace_rules.h"

namespace cardinal::alloc {

/// What the API server does to every pod before admission: a request that is not named is its limit, and of a
/// pod that names anything as a whole what its containers request together.
void nameRequestsOfLimits(RawPod& pod);

/// Limits and requests that containers leave open, as the admission plugin LimitRanger fills them in (first range
/// wins).
void fillIn(const RawLimitRange& range, RawPod& pod);

/// The plugin's refusal in the server's words, without "pods ... is forbidden"; empty = lets the pod in. Several are
/// "[a, b]", by resource name (the server's own order is random).
std::string violationOf(const RawLimitRange& range, const RawPod& pod);

}  // namespace cardinal::alloc
