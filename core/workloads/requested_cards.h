// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/model/gpu.h"
#include "core/model/raw.h"

namespace cardinal {

/// Cards of a request; nothing where it asks for parts that are not cards, or claims devices. Pure; thread-safe.
std::optional<std::int64_t> cardsRequestedBy(const RawPod& pod, const GpuRequest& request);

}  // namespace cardinal
