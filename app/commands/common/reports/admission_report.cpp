// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/admission_report.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/group_queues.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/commands/common/reports/queue_json.h"
#include "app/program/table.h"
#include "core/service/read/placement_domain.h"
#include "ui/i18n/placement/admission_texts.h"

namespace cardinal::app {

namespace {

class AdmissionReportTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Admission)

 public:
  static QString remedies() { return tr("REMEDIES FOR THE QUOTA"); }
};

bool changesPods(const ObjectAdmission& admission) {
  if (admission.topology)
    return !admission.topology->domain.empty() && (admission.topology->demand.kind == TopologyKind::Required ||
                                                   admission.topology->demand.kind == TopologyKind::Tier);
  return admission.isOfKueue() && admission.silence == FileSilence::None && !admission.isOffAsShipped &&
         admission.answer.areAlike && !admission.answer.given.empty();
}

/// Nodes of this cluster are not asked about pods that run in another one.
void dropElsewhere(WorkloadInput& input, const std::vector<ObjectAdmission>& admissions) {
  const auto isElsewhere = [&](const RoleOf& origin) {
    return std::any_of(admissions.begin(), admissions.end(),
                       [&](const ObjectAdmission& one) { return one.object == origin.object && one.runsElsewhere(); });
  };
  std::size_t kept = 0;
  const std::size_t all = std::min(input.requests.size(), input.origins.size());
  for (std::size_t i = 0; i < all; ++i) {
    if (isElsewhere(input.origins[i])) continue;
    if (kept != i) {
      input.requests[kept] = std::move(input.requests[i]);
      input.origins[kept] = input.origins[i];
    }
    ++kept;
  }
  if (kept == all) return;
  input.requests.resize(kept);
  input.origins.resize(kept);
}

Json givenJson(const queues::FileAdmission& answer, const std::vector<std::string>& podSets) {
  Json out = Json::array();
  for (const queues::GivenFlavor& given : answer.given) {
    Json labels = Json::object();
    for (const auto& [key, value] : given.nodeLabels) labels[key] = value;
    Json tolerations = Json::array();
    for (const Toleration& one : given.tolerations)
      tolerations.push_back({{"key", orNull(one.key)},
                             {"operator", orNull(one.op)},
                             {"value", orNull(one.value)},
                             {"effect", orNull(one.effect)}});
    out.push_back({{"podSet", given.podSet < podSets.size() ? Json(podSets[given.podSet]) : Json(nullptr)},
                   {"resource", given.resource},
                   {"flavor", given.flavor},
                   {"nodeLabels", std::move(labels)},
                   {"tolerations", std::move(tolerations)}});
  }
  return out;
}

Json judgedJson(const ObjectAdmission& admission) {
  const queues::FileAdmission& answer = admission.answer;
  Json out{{"workloads", answer.workloads},      {"withQuota", orNull(answer.withQuota)},
           {"notAllAsked", answer.isCut},        {"ahead", answer.ahead},
           {"mayTakeQuotaFirst", answer.rivals}, {"blockedBy", orNull(answer.blocker)},
           {"priority", answer.waiting.priority}};
  out.update(verdictJson(answer.waiting));
  std::vector<std::string> podSets;
  for (const auto& podSet : answer.waiting.answer.assignment.podSets) podSets.push_back(podSet.podSet);
  out["flavors"] = givenJson(answer, podSets);
  out["cautions"] = Json::array();
  for (const queues::FileCaution caution : answer.cautions) out["cautions"].push_back(queues::toString(caution));
  out["notCovered"] = answer.uncovered;
  out["leftOutOfCount"] = answer.leftOut;
  out["runsInAnotherCluster"] = admission.runsElsewhere();
  return out;
}

Json otherJson(const ObjectAdmission& admission, const ManifestObject& object) {
  const queues::GroupAnswer& answer = *admission.other;
  const auto amount = [&](const std::optional<double>& value) {
    return value ? Json(queues::groupAmountText(answer.resource, *value)) : Json(nullptr);
  };
  return {{"object", identityJson(object)},
          {"system", queues::toString(answer.system)},
          {"namespace", admission.ns},
          {"queue", orNull(answer.queue)},
          {"admittedNow", orNull(answer.isAdmittedNow())},
          {"verdict", queues::toString(answer.verdict)},
          {"cause", queues::toString(answer.cause)},
          {"bindingQuota", orNull(answer.quota)},
          {"resource", orNull(answer.resource)},
          {"asked", amount(answer.requested)},
          {"free", amount(answer.free)},
          {"pods", answer.pods},
          {"podsCreated", answer.system == queues::GroupSystem::ResourceQuota ||
                                  answer.verdict == queues::GroupVerdict::Partly ||
                                  answer.cause == queues::GroupCause::GangNoRoom
                              ? Json(answer.created)
                              : Json(nullptr)},
          {"modelled", answer.isModelled},
          {"remedies", groupRemediesJson(answer.remedies)}};
}

Json topologyJson(const ObjectAdmission& admission, const ManifestObject& object) {
  const TopologyAnswer& answer = *admission.topology;
  const TopologyDemand& demand = answer.demand;
  Json roles = Json::array();
  for (const std::size_t role : demand.roles) roles.push_back(orNull(object.roles.at(role).name));
  const bool isSearched = answer.searched > 0;
  return {{"object", identityJson(object)},
          {"system", "topology"},
          {"namespace", admission.ns},
          {"admittedNow", orNull(admission.isAdmittedNow())},
          {"askedBy", toString(demand.system)},
          {"demand", toString(demand.kind)},
          {"field", demand.field},
          {"label", orNull(demand.label)},
          {"topology", orNull(demand.topology)},
          {"highestTierAllowed", orNull(demand.tier)},
          {"hyperNodesRead", demand.kind == TopologyKind::Tier ? Json(!answer.isUnread) : Json(nullptr)},
          {"roles", demand.roles.empty() ? Json(nullptr) : std::move(roles)},
          {"readable", !demand.isUnread},
          {"outcome", toString(answer.outcome)},
          {"domain", orNull(answer.domain)},
          {"wanted", answer.wanted},
          {"fits", isSearched ? Json(answer.fits) : Json(nullptr)},
          {"within", orNull(demand.within)},
          {"podsOfAGroup", answer.groupPods > 0 ? Json(answer.groupPods) : Json(nullptr)},
          {"domains", answer.domains},
          {"domainsSearched", answer.searched},
          {"isLevelOfATopology", orNull(answer.isLevel)}};
}

Json rolloutJson(const ObjectAdmission& admission, const ManifestObject& object) {
  const Rollout& rollout = *admission.rollout;
  const auto known = [&](std::int64_t number) { return rollout.isUnread ? Json(nullptr) : Json(number); };
  Json needs = Json::array();
  for (const auto& [resource, amount] : rollout.needs)
    needs.push_back({{"resource", resource}, {"amount", queues::groupAmountText(resource, amount)}});
  return {{"object", identityJson(object)},
          {"system", "rollout"},
          {"namespace", admission.ns},
          {"admittedNow", orNull(admission.isAdmittedNow())},
          {"strategy", rollout.isUnread ? Json(nullptr) : Json(rollout.isRecreate ? "Recreate" : "RollingUpdate")},
          {"exists", rollout.exists},
          {"running", rollout.running},
          {"replicas", rollout.isOther ? Json(nullptr) : Json(rollout.replicas)},
          {"maxSurge", known(rollout.surge)},
          {"maxUnavailable", known(rollout.unavailable)},
          {"needs", std::move(needs)},
          {"fits", known(rollout.fits)},
          {"lacking", orNull(rollout.lacking)},
          {"stuck", rollout.isUnread ? Json(nullptr) : Json(rollout.isStuck())}};
}

Json refusalJson(const ObjectAdmission& admission, const ManifestObject& object) {
  const NamespaceRefusal& refusal = *admission.refusal;
  return {{"object", identityJson(object)},    {"system", "namespace"},
          {"namespace", admission.ns},         {"admittedNow", orNull(admission.isAdmittedNow())},
          {"refusal", toString(refusal.kind)}, {"level", orNull(refusal.level)},
          {"fields", refusal.fields},          {"serviceAccount", orNull(refusal.account)}};
}

}  // namespace

std::string namespaceFor(const CommonOptions& options, const SourceInfo& info) {
  if (!options.ns.empty()) return options.ns;
  return info.ns.empty() ? "default" : info.ns;
}

std::vector<ObjectAdmission> admissionsOf(const WorkloadInput& input, Session& session, const CommonOptions& options,
                                          const std::optional<int>& replicas, KnownObjects::Own own) {
  AdmissionQuestion question{namespaceFor(options, session.info()), replicas};
  question.rules = [&](const AllocationRequest& request) { return session.service().rulesFor(request); };
  question.known = session.knownObjects(input.objects, question.ns, own);
  return cardinal::admissionsOf(input.objects, *session.snapshot(), question);
}

void askAsReleased(WorkloadInput& input, const std::vector<ObjectAdmission>& admissions) {
  for (std::size_t i = 0; i < input.requests.size() && i < input.origins.size(); ++i) {
    AllocationRequest& request = input.requests[i];
    for (const ObjectAdmission& admission : admissions) {
      if (auto pod = releasedPod(admission, input.origins[i].object, input.origins[i].role, *request.pod))
        request.pod = std::move(pod);
      const auto fewer =
          admission.object == input.origins[i].object ? admission.fewerPods(input.origins[i].role) : std::nullopt;
      if (fewer) request.replicas = static_cast<int>(std::min<std::int64_t>(request.replicas, *fewer));
    }
  }
  dropElsewhere(input, admissions);
}

std::string domainOf(const std::vector<ObjectAdmission>& admissions, const RoleOf& role) {
  for (const ObjectAdmission& admission : admissions) {
    if (std::string domain = cardinal::domainOf(admission, role.object, role.role); !domain.empty()) return domain;
  }
  return {};
}

QString admissionReport(const std::vector<ObjectAdmission>& admissions, const WorkloadInput* placed) {
  QString out;
  const auto line = [&](const QString& text) { out += text + QLatin1Char('\n'); };
  for (const ObjectAdmission& admission : admissions) {
    line(ui::admissionText(admission));
    for (const QString& remark : ui::admissionRemarks(admission)) line(remark);
    const auto isOfObject = [&](const RoleOf& origin) { return origin.object == admission.object; };
    if (placed != nullptr && std::any_of(placed->origins.begin(), placed->origins.end(), isOfObject)) {
      for (const QString& text : ui::admissionAndNodes(admission, changesPods(admission))) line(text);
    }
    Table table({AdmissionReportTexts::remedies()});
    for (const QString& remedy : ui::admissionRemedies(admission)) table.add({remedy});
    if (!table.isEmpty()) out += QLatin1Char('\n') + table.toString();
    out += QLatin1Char('\n');
  }
  return out;
}

nlohmann::ordered_json admissionsJson(const std::vector<ObjectAdmission>& admissions,
                                      const std::vector<ManifestObject>& objects) {
  Json out = Json::array();
  for (const ObjectAdmission& admission : admissions) {
    if (admission.rollout) {
      out.push_back(rolloutJson(admission, objects.at(admission.object)));
      continue;
    }
    if (admission.refusal) {
      out.push_back(refusalJson(admission, objects.at(admission.object)));
      continue;
    }
    if (admission.topology) {
      out.push_back(topologyJson(admission, objects.at(admission.object)));
      continue;
    }
    if (admission.other) {
      out.push_back(otherJson(admission, objects.at(admission.object)));
      continue;
    }
    Json item{{"object", identityJson(objects.at(admission.object))},
              {"system", "kueue"},
              {"namespace", admission.ns},
              {"localQueue", admission.queue},
              {"byDefault", admission.byDefault},
              {"eachPodAlone", admission.perPod},
              {"admittedNow", orNull(admission.isAdmittedNow())},
              {"offAsShipped", admission.isOffAsShipped},
              {"rejected",
               admission.rejection == KueueRejection::None ? Json(nullptr) : Json(toString(admission.rejection))}};
    const bool isAsked = admission.silence == FileSilence::None;
    item["notAsked"] = isAsked ? Json(nullptr) : Json(toString(admission.silence));
    if (isAsked) item.update(judgedJson(admission));
    out.push_back(std::move(item));
  }
  return out;
}

bool isHeldByQueue(const std::vector<ObjectAdmission>& admissions, std::size_t object) {
  return std::any_of(admissions.begin(), admissions.end(),
                     [&](const ObjectAdmission& one) { return one.object == object && one.isAdmittedNow() != true; });
}

bool isRefusedByQueue(const std::vector<ObjectAdmission>& admissions) {
  return std::any_of(admissions.begin(), admissions.end(),
                     [](const ObjectAdmission& one) { return one.isKnownRefusal(); });
}

}  // namespace cardinal::app
