// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/model/raw.h"

namespace cardinal::alloc {

using RawPodPtr = std::shared_ptr<const RawPod>;

/// The pod with one request changed. Null where the pod cannot be changed that way without a choice that only its
/// owner can make: a resource that several containers ask for, or none.
RawPodPtr withResource(const RawPod& pod, std::string_view name, std::int64_t amount);
/// Also adds the resource to the one container that asks for `beside`.
RawPodPtr withResourceBeside(const RawPod& pod, std::string_view name, std::int64_t amount, std::string_view beside);
RawPodPtr withoutResource(const RawPod& pod, std::string_view name);
/// Label aliyun.com/gpu-count; 1 removes it.
RawPodPtr withCardCount(const RawPod& pod, int cards, std::int64_t memory);

}  // namespace cardinal::alloc
