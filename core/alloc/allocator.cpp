// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/allocator.h"

#include "core/alloc/demand.h"
#include "core/alloc/engine.h"
#include "core/provider/readers.h"

namespace cardinal {
namespace {

AllocationAnswer refused(const ClusterSnapshot& snapshot, std::vector<Error> problems) {
  AllocationAnswer answer;
  answer.generation = snapshot.generation;
  answer.time = snapshot.time;
  answer.requestProblems = std::move(problems);
  return answer;
}

}  // namespace

AllocationAnswer allocate(const AllocationRequest& request, const ClusterSnapshot& snapshot, const TieBreaker& breakTie,
                          std::stop_token stop) {
  auto problems = alloc::problemsOf(request, snapshot);
  if (!problems.empty()) return refused(snapshot, std::move(problems));
  auto answer = alloc::Engine(request, snapshot, breakTie, std::move(stop)).run();
  if (!answer) return refused(snapshot, {makeError(ErrorCode::Cancelled)});
  return std::move(answer->answer);
}

AllocationRequest makeRequest(std::shared_ptr<const RawPod> pod, int replicas) {
  AllocationRequest request;
  request.gpu = readUsage(*pod).request;
  request.name = pod->meta.key.name;
  request.pod = std::move(pod);
  request.replicas = replicas;
  return request;
}

}  // namespace cardinal
