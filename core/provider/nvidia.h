// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/readers.h"

namespace cardinal::provider {

/// NVIDIA device plugin: whole cards, nvidia.com/gpu. Which card a pod holds is never told by the API. Model and memory
/// come from the labels of GPU feature discovery. A node whose cards are replicated (time-slicing, MPS: label
/// nvidia.com/gpu.replicas above 1) publishes replicas, not cards: its mode is `Unknown` and its cards are untold.
StackAdapter makeNvidiaAdapter();

}  // namespace cardinal::provider
