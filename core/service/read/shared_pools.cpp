// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/shared_pools.h"

#include "core/provider/stacks/dra/dra_others.h"

namespace cardinal {

std::vector<SharedPool> sharedPoolsOf(const ClusterSnapshot& snapshot) {
  return provider::sharedDevicesOf(snapshot.extras.get());
}

}  // namespace cardinal
