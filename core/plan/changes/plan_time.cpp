// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/plan_time.h"

#include "core/base/mutex.h"

namespace cardinal {

void SystemPlanTime::pause(std::chrono::milliseconds length, const std::stop_token& stop) {
  Mutex mutex;
  CondVar never;
  const MutexLock lock(mutex);
  never.waitUntil(mutex, stop, std::chrono::steady_clock::now() + length, [] { return false; });
}

}  // namespace cardinal
