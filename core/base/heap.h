// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// Gives pages that hold nothing any more back to the system. The C library does so by itself only at the end of its heap: where long-lived
/// objects stand between short-lived ones, as snapshots do, what is resident creeps up while what is held stays the same. Milliseconds; other
/// threads that allocate may wait for as long. Nothing happens where the C library cannot do it. Thread-safe.
void giveFreePagesBack();

}  // namespace cardinal
