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

}  // namespace cardinal
