// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine/allocator.h"

#include "core/alloc/admission.h"
#include "core/alloc/demand.h"
#include "core/alloc/engine/engine.h"
#include "core/alloc/evaluation/make_demand.h"
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

AllocationAnswer answerTo(const alloc::Admission& admission, const ClusterSnapshot& snapshot,
                          const TieBreaker& breakTie, std::stop_token stop) {
  auto answer = alloc::Engine(admission, snapshot, breakTie, std::move(stop)).run();
  if (!answer) return refused(snapshot, {makeError(ErrorCode::Cancelled)});
  return std::move(answer->answer);
}

}  // namespace

AllocationAnswer allocate(const AllocationRequest& request, const ClusterSnapshot& snapshot, const TieBreaker& breakTie,
                          std::stop_token stop) {
  auto problems = alloc::problemsOf(request, snapshot);
  if (!problems.empty()) return refused(snapshot, std::move(problems));
  alloc::Admission admitted = alloc::admit(request, snapshot);
  if (!admitted.problems.empty()) return refused(snapshot, std::move(admitted.problems));
  AllocationAnswer answer = answerTo(admitted, snapshot, breakTie, std::move(stop));
  if (!request.rules) return answer;
  answer.admission = std::move(admitted.limit);
  answer.admitted = static_cast<std::uint32_t>(admitted.request.replicas);
  return answer;
}

}  // namespace cardinal
