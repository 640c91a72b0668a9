// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/metrics/use_texts.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/base/mebibytes.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class UseTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::UseTexts)

 public:
  static QString memory(const std::optional<float>& usedMib, const std::optional<float>& totalMib);
  /// As amounts that are allocated: only a true zero is 0.
  static QString gib(double mib) {
    constexpr double kSmallestShown = 0.05;
    if (mib == 0.0) return tr("%1 GiB").arg(0);
    return tr("%1 GiB").arg(mib > 0.0 && mib / kMibPerGib < kSmallestShown ? tr("<0.1") : number(mib / kMibPerGib));
  }
  static QString celsius(double degrees) { return tr("%1 °C").arg(QLocale().toString(degrees, 'f', 0)); }
  static QString watts(double power) { return tr("%1 W").arg(QLocale().toString(power, 'f', 0)); }
  static QString xid(int number);
  static QString xidName(int code);
  static QString state(const MetricsState& state, UnixSeconds now);

 private:
  static QString number(double value) { return QLocale().toString(value, 'f', 1); }
};

QString UseTexts::memory(const std::optional<float>& usedMib, const std::optional<float>& totalMib) {
  if (!usedMib) return notAvailable();
  if (!totalMib || *totalMib <= 0) return gib(*usedMib);
  return tr("%1 / %2 GiB (%3)", "used / total (percent)")
      .arg(number(*usedMib / kMibPerGib), number(*totalMib / kMibPerGib),
           percent(static_cast<double>(*usedMib) / static_cast<double>(*totalMib)));
}

/// NVIDIA's own words for the codes that are common; empty for the others.
QString UseTexts::xidName(int code) {
  switch (code) {
    case 13:
      return tr("graphics engine exception");
    case 31:
      return tr("GPU memory page fault");
    case 43:
      return tr("GPU stopped processing");
    case 45:
      return tr("preemptive cleanup after an earlier error");
    case 48:
      return tr("double-bit ECC error");
    case 62:
      return tr("internal micro-controller halt");
    case 63:
      return tr("ECC page retirement or row remapping");
    case 64:
      return tr("ECC page retirement or row remapping failed");
    case 74:
      return tr("NVLink error");
    case 79:
      return tr("GPU has fallen off the bus");
    case 94:
      return tr("contained ECC error");
    case 95:
      return tr("uncontained ECC error");
    case 119:
      return tr("GSP RPC timeout");
    case 120:
      return tr("GSP error");
    default:
      return {};
  }
}

QString UseTexts::xid(int number) {
  const QString name = xidName(number);
  const QString code =
      name.isEmpty() ? QString::number(number) : tr("%1 (%2)", "XID, its meaning").arg(QString::number(number), name);
  return isHardwareXid(number) ? tr("Last XID %1, a hardware error: drain the node and check the card. When it came is "
                                    "not known; it stays until "
                                    "the exporter restarts.")
                                     .arg(code)
                               : tr("Last XID %1, usually an application error. When it came is not known; it stays "
                                    "until the exporter restarts.")
                                     .arg(code);
}

QString UseTexts::state(const MetricsState& state, UnixSeconds now) {
  switch (state.phase) {
    case MetricsPhase::None:
      return tr("No metrics source");
    case MetricsPhase::Looking:
      return tr("Looking for a metrics source");
    case MetricsPhase::Failed:
      return state.queriedAt == 0
                 ? errorTitle(state.error)
                 : tr("%1 · last samples %2 ago").arg(errorTitle(state.error), age(state.queriedAt, now));
    case MetricsPhase::Live:
      break;
  }
  return tr("Metrics: %1").arg(plain(state.source, 120));
}

}  // namespace

QString usedMemoryText(const CardUse& use) {
  return UseTexts::memory(use.memoryUsedMib, use.memoryTotalMib);
}
QString usedMemoryText(const std::optional<float>& usedMib, const std::optional<float>& totalMib) {
  return UseTexts::memory(usedMib, totalMib);
}
QString gib(double mib) {
  return UseTexts::gib(mib);
}
QString celsius(double degrees) {
  return UseTexts::celsius(degrees);
}
QString watts(double power) {
  return UseTexts::watts(power);
}
QString xidText(int xid) {
  return UseTexts::xid(xid);
}
QString metricsText(const MetricsState& state, UnixSeconds now) {
  return UseTexts::state(state, now);
}

}  // namespace cardinal::ui
