// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/make_request.h"

#include <utility>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"

namespace cardinal {

AllocationRequest makeRequest(std::shared_ptr<const RawPod> pod, int replicas) {
  AllocationRequest request;
  request.gpu = readUsage(*pod).request;
  request.name = pod->meta.key.name;
  request.pod = std::move(pod);
  request.replicas = replicas;
  return request;
}

}  // namespace cardinal
