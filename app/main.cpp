// SPDX-License-Identifier: Apache-2.0
#include <sys/prctl.h>
#include <sys/resource.h>

#include "app/application.h"
#include "core/base/heap.h"

namespace {

/// Before any configuration is read: credentials must not end in a core file, nor be read out of this process by
/// another one of the same user.
void forbidDumps() {
  prctl(PR_SET_DUMPABLE, 0);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace

int main(int argc, char** argv) {
  forbidDumps();
  cardinal::keepHeapSmall();
  return cardinal::app::run(argc, argv);
}
