// SPDX-License-Identifier: Apache-2.0
#include "core/base/heap.h"

#include <cstdlib>  // says whether the C library is glibc
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace cardinal {

void giveFreePagesBack() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

void keepHeapSmall() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  ::mallopt(M_ARENA_MAX, 4);
#endif
}

}  // namespace cardinal
