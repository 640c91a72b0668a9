// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/pending/pending.h"

namespace cardinal::alloc {

/// Adds what a node has that neither the filters about places nor the rules between pods refuse.
void addRoom(OfferedRoom& room, const NodeView& view, const Verdict& verdict, const GpuRequest& gpu);

/// Enough in total, but no card (node) alone has it. `fitting` = nodes that take the request.
bool isFragmented(const OfferedRoom& room, const GpuRequest& gpu, std::uint32_t fitting);

}  // namespace cardinal::alloc
