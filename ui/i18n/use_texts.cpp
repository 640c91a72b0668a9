// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/use_texts.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"

namespace cardinal::ui {

namespace {

constexpr double kMibPerGib = 1024.0;

class UseTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::UseTexts)

 public:
  static QString memory(const std::optional<float>& usedMib, const std::optional<float>& totalMib);
  static QString gib(double mib) { return tr("%1 GiB").arg(number(mib / kMibPerGib)); }
  static QString celsius(double degrees) { return tr("%1 °C").arg(QLocale().toString(degrees, 'f', 0)); }
  static QString watts(double power) { return tr("%1 W").arg(QLocale().toString(power, 'f', 0)); }
  static QString xid(int code);
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

QString UseTexts::xid(int code) {
  return isHardwareXid(code)
             ? tr("Last XID %1, a hardware error: drain the node and check the card. When it came is not known; it stays until "
                  "the exporter restarts.")
                   .arg(code)
             : tr("Last XID %1, usually an application error. When it came is not known; it stays until the exporter restarts.")
                   .arg(code);
}

QString UseTexts::state(const MetricsState& state, UnixSeconds now) {
  switch (state.phase) {
    case MetricsPhase::None:
      return tr("No metrics source");
    case MetricsPhase::Looking:
      return tr("Looking for a metrics source");
    case MetricsPhase::Failed:
      return state.asked == 0 ? errorTitle(state.error)
                              : tr("%1 · last samples %2 ago").arg(errorTitle(state.error), age(state.asked, now));
    case MetricsPhase::Live:
      break;
  }
  return tr("Metrics: %1").arg(plain(state.source, 120));
}

}  // namespace

QString usedMemoryText(const CardUse& use) { return UseTexts::memory(use.memoryUsedMib, use.memoryTotalMib); }
QString usedMemoryText(const std::optional<float>& usedMib, const std::optional<float>& totalMib) {
  return UseTexts::memory(usedMib, totalMib);
}
QString gib(double mib) { return UseTexts::gib(mib); }
QString celsius(double degrees) { return UseTexts::celsius(degrees); }
QString watts(double power) { return UseTexts::watts(power); }
QString xidText(int xid) { return UseTexts::xid(xid); }
QString metricsText(const MetricsState& state, UnixSeconds now) { return UseTexts::state(state, now); }

}  // namespace cardinal::ui
