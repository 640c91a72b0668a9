// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/queue_json.h"

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/group_queues.h"

namespace cardinal::app {

namespace {

using namespace queues;

Json amountJson(const std::string& resource, const std::optional<Amount>& amount) {
  if (!amount) return nullptr;
  return *amount == kUnlimited ? Json("unlimited") : Json(amountText(resource, *amount));
}

Json seconds(UnixSeconds since, UnixSeconds now) {
  return since == 0 || now < since ? Json(nullptr) : Json(now - since);
}

Json kindsJson(const std::vector<ExtraKind>& kinds) {
  Json out = Json::array();
  for (const ExtraKind kind : kinds) out.push_back(std::string(toString(kind)));
  return out;
}

Json remediesJson(const QueueAnswer& answer) {
  Json out = Json::array();
  for (const QueueRemedy& remedy : answer.remedies) {
    Json item{{"remedy", toString(remedy.kind)}};
    if (remedy.kind == QueueRemedy::Kind::FewerPods) item["pods"] = remedy.pods;
    if (remedy.kind == QueueRemedy::Kind::MoreQuota) {
      item["clusterQueue"] = answer.clusterQueue;
      item["flavor"] = remedy.flavor;
      item["resource"] = remedy.resource;
      item["amount"] = amountJson(remedy.resource, remedy.amount);
    }
    out.push_back(std::move(item));
  }
  return out;
}

Json victimsJson(const QueueAnswer& answer) {
  Json out = Json::array();
  for (const EvictedWorkload& victim : answer.victims) {
    out.push_back(
        {{"namespace", victim.workload.ns}, {"name", victim.workload.name}, {"reason", toString(victim.reason)}});
  }
  return out;
}

Json holdingJson(const HoldingWorkload& held, UnixSeconds now) {
  Json usage = Json::array();
  for (const auto& [resource, amount] : held.usage) {
    const auto flavors = held.flavors.find(resource);
    usage.push_back({{"resource", resource},
                     {"flavors", flavors != held.flavors.end() ? Json(flavors->second) : Json(nullptr)},
                     {"amount", amountJson(resource, amount)}});
  }
  return {{"namespace", held.key.ns},  {"name", held.key.name},
          {"owner", held.owner},       {"localQueue", held.localQueue},
          {"priority", held.priority}, {"pods", held.pods},
          {"admitted", held.admitted}, {"reservedSeconds", seconds(held.since, now)},
          {"waitsFor", held.waitsFor}, {"usage", std::move(usage)}};
}

Json quotasJson(const QueueRow& row) {
  Json out = Json::array();
  for (const QueueCell& cell : row.cells) {
    const auto amount = [&](const std::optional<Amount>& value) { return amountJson(cell.resource, value); };
    out.push_back({{"flavor", cell.flavor},
                   {"resource", cell.resource},
                   {"nominal", amount(cell.nominal)},
                   {"used", amount(cell.used)},
                   {"reserved", amount(cell.reserved)},
                   {"borrowed", amount(cell.borrowed)},
                   {"available", amount(cell.available)},
                   {"borrowingLimit", amount(cell.borrowingLimit)},
                   {"lendingLimit", amount(cell.lendingLimit)}});
  }
  return out;
}

Json rowJson(const QueueRow& row, UnixSeconds now) {
  Json out{{"name", row.name}, {"cohort", orNull(row.cohort)}, {"strictOrder", row.strictOrder}};
  out["inactive"] =
      row.inactivity ? Json{{"reason", row.inactivity->reason}, {"message", row.inactivity->message}} : Json(nullptr);
  out["quotas"] = quotasJson(row);
  out["pending"] = orNull(row.pending);
  out["admitted"] = orNull(row.admitted);
  out["reserving"] = orNull(row.reserving);
  out["waiting"] = Json::array();
  for (const WaitingWorkload& waiting : row.waiting) out["waiting"].push_back(waitingJson(waiting, now));
  out["holding"] = Json::array();
  for (const HoldingWorkload& held : row.holding) out["holding"].push_back(holdingJson(held, now));
  out["cautions"] = Json::array();
  for (const QueueCaution caution : row.cautions) out["cautions"].push_back(toString(caution));
  return out;
}

/// With how many pods it gets quota: fewer than it asks for, where it allows that.
Json podsWithQuota(const QueueAnswer& answer) {
  const bool hasQuota = answer.verdict == QueueVerdict::Admitted || answer.verdict == QueueVerdict::ReservesQuota;
  if (!hasQuota) return nullptr;
  std::int64_t pods = 0;
  for (const auto& podSet : answer.assignment.podSets) pods += podSet.count;
  return pods;
}

}  // namespace

Json verdictJson(const WaitingWorkload& waiting) {
  Json requests = Json::array();
  for (const auto& [resource, amount] : waiting.requests)
    requests.push_back({{"resource", resource}, {"amount", amountJson(resource, amount)}});
  Json out{{"pods", waiting.pods}, {"requests", std::move(requests)}};
  const bool isJudged = waiting.silence == Silence::None;
  const QueueAnswer& answer = waiting.answer;
  out["verdict"] = isJudged ? Json(toString(answer.verdict)) : Json(nullptr);
  out["notJudged"] = isJudged ? Json(nullptr) : Json(toString(waiting.silence));
  out["unreadKinds"] = kindsJson(waiting.unread);
  out["clusterQueue"] = orNull(answer.clusterQueue);
  out["message"] = orNull(answer.message);
  out["nodesMatter"] = answer.hasTopology;
  out["podsAdmitted"] = isJudged ? podsWithQuota(answer) : Json(nullptr);
  out["victims"] = victimsJson(answer);
  out["checks"] = answer.checks;
  out["remedies"] = remediesJson(answer);
  return out;
}

Json waitingJson(const WaitingWorkload& waiting, UnixSeconds now) {
  Json verdict = verdictJson(waiting);
  Json out{{"namespace", waiting.key.ns},
           {"name", waiting.key.name},
           {"owner", waiting.owner},
           {"localQueue", waiting.localQueue},
           {"priority", waiting.priority},
           {"waitingSeconds", seconds(waiting.created, now)},
           {"position", waiting.position == 0 ? Json(nullptr) : Json(waiting.position)},
           {"pods", verdict["pods"]},
           {"requests", verdict["requests"]},
           {"told", {{"reason", orNull(waiting.conditionReason)}, {"message", orNull(waiting.conditionMessage)}}}};
  out.update(verdict);
  return out;
}

Json queueReportJson(const QueueReport& report, UnixSeconds now) {
  Json out{{"system", "kueue"},
           {"sight", toString(report.visibility)},
           {"unreadKinds", kindsJson(report.unread)},
           {"refusedKinds", kindsJson(report.refused)}};
  out["queues"] = report.visibility == QueueVisibility::Known || report.visibility == QueueVisibility::Empty
                      ? Json::array()
                      : Json(nullptr);
  for (const QueueRow& row : report.queues) out["queues"].push_back(rowJson(row, now));
  out["unqueued"] = Json::array();
  for (const WaitingWorkload& waiting : report.unqueued) out["unqueued"].push_back(waitingJson(waiting, now));
  return out;
}

Json podQueueJson(const std::optional<PodQueueWait>& wait, UnixSeconds now) {
  if (!wait) return nullptr;
  if (wait->other) {
    Json other{{"workload", wait->other->key.name}, {"system", toString(wait->otherSystem)}, {"waiting", nullptr}};
    other["group"] = groupWaitJson(*wait->other, now);
    return other;
  }
  Json out{{"workload", wait->workload != nullptr ? Json(wait->workload->key.name) : Json(nullptr)}};
  out["waiting"] = wait->waiting ? waitingJson(*wait->waiting, now) : Json(nullptr);
  return out;
}

std::string outlookWord(Outlook outlook, const std::optional<PodQueueWait>& wait) {
  if (outlook != Outlook::FitsNow || !wait || !wait->other) return toString(outlook);
  if (wait->other->cause == GroupCause::GangNotKnown) return toString(Outlook::Unknown);
  return isOfGang(wait->other->cause) ? "GangWaits" : "QueueWaits";
}

}  // namespace cardinal::app
