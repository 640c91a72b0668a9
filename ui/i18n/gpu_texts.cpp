// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <array>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

class GpuTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GpuTexts)

 public:
  static QString mode(GpuMode mode);
  static QString placement(Placement placement);
  static QString phase(const RawPod& pod);
  static QString request(const GpuRequest& request, MemoryUnit unit);

 private:
  static QString bare(const RawPod& pod);
  static QString shared(const GpuRequest& request, MemoryUnit unit);
};

QString GpuTexts::mode(GpuMode mode) {
  switch (mode) {
    case GpuMode::None:
      return tr("no GPU");
    case GpuMode::Exclusive:
      return tr("exclusive scheduling (default)");
    case GpuMode::Gpushare:
      return tr("shared scheduling (open-source gpushare)");
    case GpuMode::Cgpu:
      return tr("shared, memory isolated (cgpu)");
    case GpuMode::CoreMem:
      return tr("compute and memory isolated (core_mem)");
    case GpuMode::Share:
      return tr("shared, no isolation (share)");
    case GpuMode::Mps:
      return tr("memory isolated by MPS (mps)");
    case GpuMode::Topology:
      return tr("topology-aware scheduling (topology)");
    case GpuMode::Mig:
      return tr("MIG partition (mig)");
    case GpuMode::Disabled:
      return tr("no GPU plugin (disabled)");
    case GpuMode::Unknown:
      return tr("unknown mode");
  }
  return {};
}

QString GpuTexts::placement(Placement placement) {
  switch (placement) {
    case Placement::Binpack:
      return tr("binpack");
    case Placement::Spread:
      return tr("spread");
  }
  return {};
}

QString GpuTexts::bare(const RawPod& pod) {
  if (isTerminating(pod) && !isTerminal(pod)) return tr("Terminating");
  switch (pod.phase) {
    case PodPhase::Pending:
      return tr("Pending");
    case PodPhase::Running:
      return tr("Running");
    case PodPhase::Succeeded:
      return tr("Completed");
    case PodPhase::Failed:
      return tr("Failed");
    case PodPhase::Unknown:
      break;
  }
  return pod.phaseText.empty() ? tr("Unknown") : plain(pod.phaseText);
}

QString GpuTexts::phase(const RawPod& pod) {
  if (pod.reason.empty()) return bare(pod);
  constexpr int kMaxReason = 64;
  return tr("%1 (%2)", "phase of a pod, then the reason as the API tells it")
      .arg(bare(pod), plain(pod.reason, kMaxReason));
}

QString GpuTexts::shared(const GpuRequest& request, MemoryUnit unit) {
  QString amount = memory(request.memory, unit);
  const QString core = corePercent(request.core);
  if (request.multiCard && request.asksCore) {
    return tr("%1 + %2 over %n card(s)", "memory, compute", request.cards).arg(amount, core);
  }
  if (request.multiCard) return tr("%1 over %n card(s)", "memory", request.cards).arg(amount);
  if (request.asksCore) return tr("%1 + %2", "memory, compute").arg(amount, core);
  return amount;
}

QString GpuTexts::request(const GpuRequest& request, MemoryUnit unit) {
  switch (request.kind) {
    case GpuRequest::Kind::None:
      return tr("no GPU");
    case GpuRequest::Kind::Shared:
      return shared(request, unit);
    case GpuRequest::Kind::WholeCards:
      return tr("%n card(s)", nullptr, request.cards);
    case GpuRequest::Kind::Topology:
      return tr("%n linked card(s)", nullptr, request.cards);
    case GpuRequest::Kind::Unrecognised:
      return plain(request.resource);
  }
  return {};
}

}  // namespace

QString modeText(GpuMode mode) {
  return GpuTexts::mode(mode);
}

QString modeBadge(GpuMode mode) {
  return mode == GpuMode::Exclusive ? QStringLiteral("exclusive") : QString::fromLatin1(toString(mode));
}

QString placementText(Placement placement) {
  return GpuTexts::placement(placement);
}

QString phaseText(const RawPod& pod) {
  return GpuTexts::phase(pod);
}

QString requestText(const GpuRequest& request, MemoryUnit unit) {
  return GpuTexts::request(request, unit);
}

}  // namespace cardinal::ui
