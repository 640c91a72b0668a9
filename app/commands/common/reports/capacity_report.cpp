// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/capacity_report.h"

#include <QCoreApplication>

#include "app/commands/common/json_values.h"
#include "app/commands/common/reports/admission_report.h"
#include "app/commands/common/reports/manifest_report.h"
#include "app/program/table.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

class CapacityReport {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Capacity)

 public:
  CapacityReport(const WorkloadCapacity& capacity, const ClusterSnapshot& snapshot)
      : m_capacity(capacity), m_answer(capacity.answer), m_snapshot(snapshot) {}

  QString whole() {
    line(tr("%1: %2", "workload, request")
             .arg(ui::plain(m_capacity.request.name),
                  ui::requestText(m_capacity.request.gpu, m_snapshot.counts.commonUnit())));
    for (const auto& problem : m_answer.requestProblems) line(ui::errorText(problem));
    if (!m_answer.requestProblems.empty()) return m_out;
    line(headline());
    bindings();
    gains();
    if (!m_answer.caveats.empty() || !m_capacity.tolerated.empty()) line({});
    if (!m_capacity.tolerated.empty()) line(tolerated());
    for (const auto caveat : m_answer.caveats) line(ui::caveatText(caveat));
    return m_out;
  }

  /// With all roles; the figures of each role say what fits of it alone.
  static QString whole(const ObjectCapacity& capacity, const ManifestObject& object) {
    const QString name = ui::plain(object.kind) + QLatin1Char('/') + ui::plain(object.key.name);
    if (capacity.isUnknown())
      return tr("%1 as a whole: how many more fit is unknown. The figures above are of each role alone.").arg(name) +
             QLatin1Char('\n');
    if (capacity.whole.fits == 0)
      return tr("%1 as a whole: none fits now. The figures above are of each role alone.").arg(name) +
             QLatin1Char('\n');
    const QString fits = ui::count(capacity.whole.fits);
    const QString said = capacity.whole.isLeast || capacity.hasUnknown
                             ? tr("%1 as a whole: at least %2 more fit now. The figures above are of each role alone.")
                             : tr("%1 as a whole: %2 more fit now. The figures above are of each role alone.");
    return said.arg(name, fits) + QLatin1Char('\n');
  }

 private:
  void line(const QString& text) { m_out += text + QLatin1Char('\n'); }

  QString headline() const {
    const int unknown = static_cast<int>(m_answer.unknownNodes);
    if (m_answer.isUnknown())
      return tr("How many more fit is unknown: no node is known to take any, and of %n node(s) it is unknown.", nullptr,
                unknown);
    if (m_answer.fits == 0) return tr("None fits now.");
    const QString fits = ui::count(m_answer.fits);
    if (m_answer.isLeast && m_answer.fits < kMaxCapacity)
      return tr("At least %1 more fit now: where the first ones go decides how many follow.").arg(fits);
    if (m_answer.isLeast) return tr("At least %1 more fit now (counting stopped there).").arg(fits);
    if (unknown > 0)
      return tr("At least %1 more fit now; of %n node(s) it is unknown what they take.", nullptr, unknown).arg(fits);
    return tr("%1 more fit now, on %n node(s).", nullptr, static_cast<int>(m_answer.nodesUsed)).arg(fits);
  }

  QString tolerated() const {
    QStringList taints;
    for (const std::string& taint : m_capacity.tolerated) taints << ui::plain(taint);
    return tr("Without a manifest there are no tolerations to go by. Counted are pods that tolerate the taints of the "
              "nodes with cards: %1. Pods without these tolerations find less room.")
        .arg(ui::joinList(taints));
  }

  static QString reason(ReasonCode code, const std::string& detail) {
    if (detail.empty()) return ui::reasonShort(code);
    return tr("%1 (%2)", "reason, the resource or label").arg(ui::reasonShort(code), ui::plain(detail));
  }

  void bindings() {
    if (m_answer.bindings.empty()) return;
    Table table({tr("LIMITED BY"), tr("NODES"), tr("COULD TAKE SOME"), tr("ENOUGH IN TOTAL")});
    for (int column = 1; column <= 3; ++column) table.alignRight(column);
    for (const CapacityBinding& binding : m_answer.bindings) {
      table.add({reason(binding.code, binding.detail), ui::count(binding.nodes), ui::count(binding.tookSome),
                 ui::count(binding.sumWouldFit)});
    }
    line({});
    m_out += table.toString();
    if (!m_answer.firstMiss || isOutOfReach(m_answer.firstMiss->reason)) return;
    const NodeRecord& node = m_snapshot.node(m_answer.firstMiss->node);
    line({});
    line(tr("Closest to fitting one more: %1, %2")
             .arg(ui::plain(node.name), ui::reasonSentence(m_answer.firstMiss->reason, node.gpu.unit)));
  }

  static QString gain(const CapacityGain& kind, const std::optional<std::int64_t>& more) {
    if (kind.isUnknown) return tr("unknown");
    return more ? QLatin1Char('+') + ui::count(*more) : tr("not counted");
  }

  void gains() {
    if (m_answer.gains.empty()) return;
    Table table({tr("MORE NODES LIKE"), tr("EXISTING"), tr("WITH 1 MORE"), tr("WITH 10 MORE"), tr("WHY NOT")});
    for (int column = 1; column <= 3; ++column) table.alignRight(column);
    for (const CapacityGain& kind : m_answer.gains) {
      table.add({ui::plain(m_snapshot.node(kind.like).name), ui::count(kind.nodes), gain(kind, kind.withOne),
                 gain(kind, kind.withTen),
                 kind.refusal ? reason(kind.refusal->code, kind.refusal->detail) : QString()});
    }
    line({});
    m_out += table.toString();
  }

  const WorkloadCapacity& m_capacity;
  const CapacityAnswer& m_answer;
  const ClusterSnapshot& m_snapshot;
  QString m_out;
};

Json capacityJson(const WorkloadCapacity& capacity, const ClusterSnapshot& snapshot) {
  const CapacityAnswer& answer = capacity.answer;
  Json out{{"name", capacity.request.name}, {"generation", answer.generation}, {"time", answer.time}};
  out["problems"] = Json::array();
  for (const auto& problem : answer.requestProblems) out["problems"].push_back(toString(problem.code));
  out["kubelet"] = kubeletJson(answer.requestProblems);
  const bool isKnown = answer.requestProblems.empty() && !answer.isUnknown();
  out["fits"] = isKnown ? Json(answer.fits) : Json(nullptr);
  out["atLeast"] = answer.isLeast || (isKnown && answer.unknownNodes > 0);
  out["unknownNodes"] = answer.unknownNodes;
  out["nodesUsed"] = answer.nodesUsed;
  out["binds"] = Json::array();
  for (const CapacityBinding& binding : answer.bindings) {
    out["binds"].push_back({{"reason", toString(binding.code)},
                            {"detail", binding.detail},
                            {"nodes", binding.nodes},
                            {"tookSome", binding.tookSome},
                            {"sumWouldFit", binding.sumWouldFit}});
  }
  out["moreNodes"] = Json::array();
  for (const CapacityGain& gain : answer.gains) {
    out["moreNodes"].push_back({{"like", snapshot.node(gain.like).name},
                                {"nodes", gain.nodes},
                                {"with1", orNull(gain.withOne)},
                                {"with10", orNull(gain.withTen)},
                                {"refusal", gain.refusal ? Json(toString(gain.refusal->code)) : Json(nullptr)}});
  }
  out["tolerated"] = capacity.tolerated;
  out["caveats"] = Json::array();
  for (const auto caveat : answer.caveats) out["caveats"].push_back(toString(caveat));
  return out;
}

}  // namespace

QString report(const WorkloadCapacity& capacity, const ClusterSnapshot& snapshot) {
  return CapacityReport(capacity, snapshot).whole();
}

QString report(const ObjectCapacity& capacity, const WorkloadInput& input) {
  return CapacityReport::whole(capacity, input.objects[capacity.object]);
}

std::string toJson(const std::vector<WorkloadCapacity>& capacities, const std::vector<ObjectCapacity>& objects,
                   const ClusterSnapshot& snapshot, const WorkloadInput& input,
                   const std::vector<ObjectAdmission>& admissions) {
  Json workloads = Json::array();
  for (const auto& one : capacities) workloads.push_back(capacityJson(one, snapshot));
  Json out{{"workloads", std::move(workloads)}};
  out["whole"] = Json::array();
  for (const ObjectCapacity& one : objects) {
    Json whole = identityJson(input.objects[one.object]);
    whole["fits"] = one.isUnknown() ? Json(nullptr) : Json(one.whole.fits);
    whole["atLeast"] = !one.isUnknown() && (one.whole.isLeast || one.hasUnknown);
    out["whole"].push_back(std::move(whole));
  }
  if (!input.origins.empty()) out["admissions"] = admissionsJson(admissions, input.objects);
  if (!input.origins.empty() || input.objects.size() > 1) addObjectsJson(out, input);
  return dumped(out);
}

}  // namespace cardinal::app
