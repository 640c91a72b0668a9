// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Cards of NVIDIA's device plugin and GPU operator: whole cards, time-slicing, MPS, MIG; with the labels of GPU
/// Feature Discovery, and those of GKE and Karpenter where they say how cards are sliced or how many there are.
/// `nvidia.com/gpu` is read as whole cards only where no label contradicts it.
StackAdapter makeNvidiaAdapter();

/// The label that tells how many physical cards the node has; empty = none does.
std::string_view cardCountLabel(const RawNode& node);

/// True when the node publishes MIG instances or slots, or a label says that its devices are parts of cards.
bool isSlicedByNvidia(const RawNode& node);

}  // namespace cardinal::provider
