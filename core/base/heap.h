// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal {

/// Gives pages that hold nothing any more back to the system. The C library does so by itself only at the end of its
/// heap: where long-lived objects stand between short-lived ones, as snapshots do, what is resident creeps up while
/// what is held stays the same. Milliseconds; other threads that allocate may wait for as long. Nothing happens where
/// the C library cannot do it. Thread-safe.
void giveFreePagesBack();

/// Sets how the C library keeps memory from now on; nothing happens where it is another one. Once, before threads
/// start.
///
/// - Large blocks (128 KiB and more) stand apart from the heap and go back to the system when they are freed. Left
///   alone, the C library moves that limit up to 32 MiB once such a block was freed, and the lists of each snapshot lie
///   between objects that live long: with 100,000 pods and 200 changes a second that was 40 MB more. Costs a page fault
///   for each 4 KiB of such a block.
/// - Threads share at most four heaps instead of eight for each processor, for what one thread frees only the threads
///   of its heap can use again: with 65,000 nodes and 200,000 pods 1,185 MB became 975 MB. Costs a wait where more
///   than four threads allocate at once; small blocks come from each thread's own cache.
void keepHeapSmall();

}  // namespace cardinal
