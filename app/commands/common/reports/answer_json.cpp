// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/answer_json.h"

#include <optional>

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/common/reports/preemption_report.h"
#include "app/commands/common/reports/queue_json.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/known_score.h"
#include "core/alloc/explain/within_reach.h"
#include "core/plan/drain/group_placement.h"
#include "core/workloads/requested_cards.h"

namespace cardinal::app {

namespace {

std::string nodeName(NodeIndex node, const ClusterSnapshot& snapshot) {
  return snapshot.node(node).name;
}

const char* waitingName(Waiting waiting) {
  switch (waiting) {
    case Waiting::NotNow:
      return "NotNow";
    case Waiting::Never:
      return "Never";
    case Waiting::Unknown:
      return "Unknown";
  }
  return "Unknown";
}

Json placeJson(const Candidate& place, const ClusterSnapshot& snapshot, const AllocationAnswer& answer,
               bool totalKnown) {
  Json parts = Json::array();
  for (const auto& part : place.parts) {
    parts.push_back(
        {{"score", toString(part.code)}, {"value", part.value}, {"max", part.max}, {"decides", part.decides}});
  }
  return {{"node", nodeName(place.node, snapshot)},
          {"cards", place.cards.empty() ? Json(nullptr) : Json(place.cards)},
          {"cardCount", place.cardCount},
          {"cardsTied", place.cardsTied},
          {"score", hasScores(answer) ? Json(place.score) : Json(nullptr)},
          {"total", totalKnown ? Json(place.total) : Json(nullptr)},
          {"parts", std::move(parts)}};
}

Json reasonJson(const Rejection& reason) {
  Json out{{"reason", toString(reason.code)},
           {"needed", reason.needed},
           {"found", reason.found},
           {"waiting", waitingName(reason.waiting)}};
  if (!reason.detail.empty()) out["detail"] = reason.detail;
  return out;
}

Json rejectionJson(const NodeRejection& rejection, const ClusterSnapshot& snapshot) {
  Json out{{"node", nodeName(rejection.node, snapshot)}};
  out.update(reasonJson(rejection.reason));
  Json cards = Json::array();
  for (const auto& card : rejection.cards) {
    Json entry{{"card", card.card}};
    entry.update(reasonJson(card));
    cards.push_back(std::move(entry));
  }
  if (!cards.empty()) out["cards"] = std::move(cards);
  out["sumWouldFit"] = rejection.sumWouldFit;
  return out;
}

/// `atLeast`: what nodes that are not evaluated take is not in it; then no rate is known.
Json fragmentationJson(const Fragmentation& fragmentation, bool atLeast) {
  const auto rate = atLeast ? std::nullopt : fragmentation.rate();
  const bool isKnown = fragmentation.fits != kFitsUnknown && (!atLeast || fragmentation.fits > 0);
  return {{"freeMib", fragmentation.freeMib},
          {"usableMib", fragmentation.usableMib},
          {"fits", isKnown ? Json(fragmentation.fits) : Json(nullptr)},
          {"rate", rate ? Json(*rate) : Json(nullptr)},
          {"atLeast", atLeast}};
}

Json requestJson(const AllocationRequest& request) {
  const auto shared = request.gpu.shared();
  return {{"name", request.name},
          {"replicas", request.replicas},
          {"memory", shared ? Json(shared->memory.value) : Json(nullptr)},
          {"core", shared && shared->asksCore ? Json(shared->core.value) : Json(nullptr)},
          {"cards", orNull(cardsRequestedBy(*request.pod, request.gpu))},
          {"requests", acceleratorsJson(provider::readAcceleratorRequests(*request.pod))},
          {"node", request.onlyNode ? Json(*request.onlyNode) : Json(nullptr)},
          {"card", request.onlyCard ? Json(*request.onlyCard) : Json(nullptr)}};
}

/// Null: unknown, it depends on pods before it. 0: there is no candidate.
Json tiedJson(const AllocationAnswer& answer) {
  return answer.tied == kTiedUnknown && !answer.candidates.empty() ? Json(nullptr) : Json(answer.tied);
}

Json placementsJson(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, bool isHeld) {
  Json placements = Json::array();
  for (const auto& placement : answer.placements) {
    const Certainty certainty = isHeld ? Certainty::Modelled : placement.certainty;
    const bool isTiedKnown = placement.tied != kTiedUnknown;
    Json entry{{"replica", placement.replica},
               {"certainty", toString(certainty)},
               {"tied", isTiedKnown ? Json(placement.tied) : Json(nullptr)}};
    entry.update(placeJson(placement.place, snapshot, answer, false));
    placements.push_back(std::move(entry));
  }
  return placements;
}

void addCounts(Json& out, const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  out["reasons"] = Json::array();
  for (const auto& count : answer.reasonCounts) {
    out["reasons"].push_back({{"reason", toString(count.code)}, {"nodes", count.nodes}});
  }
  out["nearMisses"] = Json::array();
  for (const auto& miss : answer.nearMisses) {
    out["nearMisses"].push_back({{"node", nodeName(miss.node, snapshot)},
                                 {"card", miss.card == kPendingCard ? Json(nullptr) : Json(miss.card)},
                                 {"reason", toString(miss.code)},
                                 {"lacking", miss.lacking}});
  }
}

Json nodesJson(const ExplainedPod& pod, const ClusterSnapshot& snapshot) {
  Json nodes = Json::array();
  const auto isAsked = [&](NodeIndex node) { return !pod.only || *pod.only == node; };
  for (const auto& candidate : pod.answer.candidates) {
    if (!isAsked(candidate.node)) continue;
    Json entry{{"fits", true}};
    entry.update(placeJson(candidate, snapshot, pod.answer, pod.answer.totalsKnown));
    nodes.push_back(std::move(entry));
  }
  for (const auto& rejection : pod.answer.rejections) {
    if (!isAsked(rejection.node)) continue;
    Json entry{{"fits", false}};
    entry.update(rejectionJson(rejection, snapshot));
    nodes.push_back(std::move(entry));
  }
  return nodes;
}

Json whereJson(const Candidate& place, const ClusterSnapshot& snapshot) {
  return {{"node", nodeName(place.node, snapshot)}, {"cards", place.cards.empty() ? Json(nullptr) : Json(place.cards)}};
}

Json remedyJson(const Remedy& remedy, const ClusterSnapshot& snapshot) {
  Json out{{"remedy", toString(remedy.kind)},
           {"node", nodeName(remedy.node, snapshot)},
           {"place", whereJson(remedy.place, snapshot)},
           {"room", remedy.room}};
  if (remedy.from != 0) out["from"] = remedy.from;
  if (remedy.to != 0) out["to"] = remedy.to;
  if (!remedy.subject.empty()) out["subject"] = remedy.subject;
  if (remedy.moved) out["moved"] = whereJson(*remedy.moved, snapshot);
  return out;
}

Json explainedJson(const ExplainedPod& pod, const ClusterSnapshot& snapshot) {
  const AllocationAnswer& answer = pod.answer;
  Json out{{"request", requestJson(pod.request)}, {"generation", answer.generation}, {"time", answer.time}};
  out["queue"] = podQueueJson(pod.queue, snapshot.time);
  out["problems"] = Json::array();
  for (const auto& problem : answer.requestProblems) out["problems"].push_back(toString(problem.code));
  out["kubelet"] = kubeletJson(answer.requestProblems);
  out["admitted"] = answer.admitted > 0 ? Json(answer.admitted) : Json(nullptr);
  out["admission"] = answer.admission ? Json(answer.admission->detail) : Json(nullptr);
  out["certainty"] = answer.candidates.empty() ? Json(nullptr) : Json(toString(pod.certainty()));
  out["tied"] = tiedJson(answer);
  out["caveats"] = Json::array();
  for (const auto caveat : answer.caveats) out["caveats"].push_back(toString(caveat));
  out["preemption"] = preemptionJson(pod.request, answer, snapshot);
  out["outlook"] = outlookWord(pod.why.outlook, pod.queue);
  out["volumes"] = toString(pod.why.volumes);
  out["schedulingGates"] = pod.request.pod == nullptr ? Json::array() : gatesJson(pod.request.pod->spec);
  out["fragmented"] = pod.why.fragmented;
  out["nodes"] = nodesJson(pod, snapshot);
  addCounts(out, answer, snapshot);
  out["endings"] = Json::array();
  for (const auto& ending : pod.why.endings) {
    out["endings"].push_back(
        {{"pod", ending.pod.ns + "/" + ending.pod.name}, {"place", whereJson(ending.place, snapshot)}});
  }
  out["remedies"] = Json::array();
  for (const auto& remedy : pod.why.remedies) out["remedies"].push_back(remedyJson(remedy, snapshot));
  return out;
}

Json adviceJson(const PolicyAdvice& advice, const ClusterSnapshot& snapshot) {
  const auto node = [&](const std::optional<NodeIndex>& index) {
    return index ? Json(nodeName(*index, snapshot)) : Json(nullptr);
  };
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"policy", toString(advice.policy)},
          {"node", node(advice.node)},
          {"cards", advice.cards},
          {"score", advice.node ? Json(advice.score) : Json(nullptr)},
          {"fragmentMilliBefore", number(advice.before)},
          {"fragmentMilliAfter", number(advice.after)},
          {"predictedNode", node(advice.predicted)},
          {"predictedFragmentMilliAfter", number(advice.predictedAfter)},
          {"predictedFragmentMilliAfterWorst", number(advice.predictedAfterWorst)},
          {"schedulerMayAgree", advice.same},
          {"schedulerFollows", false}};
}

Json answerJson(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot, bool isHeld) {
  const AllocationAnswer& answer = workload.answer;
  Json out{{"request", requestJson(workload.request)}, {"generation", answer.generation}, {"time", answer.time}};
  out["problems"] = Json::array();
  for (const auto& problem : answer.requestProblems) out["problems"].push_back(toString(problem.code));
  out["kubelet"] = kubeletJson(answer.requestProblems);
  const Certainty certainty = isHeld ? Certainty::Modelled : answer.certainty;
  out["certainty"] = answer.candidates.empty() ? Json(nullptr) : Json(toString(certainty));
  out["tied"] = tiedJson(answer);
  out["caveats"] = Json::array();
  for (const auto caveat : answer.caveats) out["caveats"].push_back(toString(caveat));
  out["preemption"] = workload.isBehindOthers ? Json() : preemptionJson(workload.request, answer, snapshot);
  out["placements"] = placementsJson(answer, snapshot, isHeld);
  out["candidates"] = Json::array();
  for (const auto& candidate : answer.candidates)
    out["candidates"].push_back(placeJson(candidate, snapshot, answer, answer.totalsKnown));
  out["refused"] = Json::array();
  for (const auto& rejection : answer.rejections) out["refused"].push_back(rejectionJson(rejection, snapshot));
  addCounts(out, answer, snapshot);
  if (workload.advice) out["advice"] = adviceJson(*workload.advice, snapshot);
  const bool atLeast = unknownNodes(answer) > 0;
  out["fragmentation"] = {{"before", fragmentationJson(answer.before, atLeast)},
                          {"after", fragmentationJson(answer.after, atLeast)}};
  return out;
}

}  // namespace

std::string toJson(const PreviewedFiles& files, const ClusterSnapshot& snapshot) {
  Json workloads = Json::array();
  for (std::size_t i = 0; i < files.workloads.size(); ++i) {
    const bool isHeld = isHeldByQueue(files.admissions, files.input.origins[i].object);
    Json one = answerJson(files.workloads[i], snapshot, isHeld);
    one["object"] = roleIdentityJson(files.input, i);
    one["object"]["domain"] = orNull(domainOf(files.admissions, files.input.origins[i]));
    workloads.push_back(std::move(one));
  }
  Json out{{"admissions", admissionsJson(files.admissions, files.input.objects)},
           {"workloads", std::move(workloads)},
           {"groups", groupsJson(files)}};
  addObjectsJson(out, files.input);
  return dumped(out);
}

std::string explanationJson(const std::vector<ExplainedPod>& pods, const ClusterSnapshot& snapshot,
                            const WorkloadInput* input, const std::vector<ObjectAdmission>& admissions) {
  Json entries = Json::array();
  for (const auto& pod : pods) entries.push_back(explainedJson(pod, snapshot));
  Json out{{"pods", std::move(entries)}};
  if (input != nullptr) {
    out["admissions"] = admissionsJson(admissions, input->objects);
    addObjectsJson(out, *input);
  }
  return dumped(out);
}

}  // namespace cardinal::app
