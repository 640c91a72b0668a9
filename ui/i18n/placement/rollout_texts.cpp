// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/rollout_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxName = 120;

class RolloutTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RolloutTexts)

 public:
  explicit RolloutTexts(const ObjectAdmission& admission)
      : m_rollout(*admission.rollout), m_name(plain(admission.name, kMaxName)) {}

  QString whole() const {
    if (m_rollout.isOther) return other();
    QStringList out;
    if (m_rollout.exists)
      out += tr("Rollout: %n pod(s) of %1 run or wait now.", nullptr, static_cast<int>(m_rollout.running)).arg(m_name);
    else
      out += tr("Rollout: a later update of %1.").arg(m_name);
    if (m_rollout.isUnread) return joinSentences(out << tr("Its strategy cannot be read."));
    if (m_rollout.isRecreate)
      return joinSentences(
          out << tr("An update ends them before it creates new ones (Recreate), so it needs no room beside them."));
    if (m_rollout.surge == 0)
      return joinSentences(
          out << tr("An update creates no pod beside them (maxSurge 0): %n pod(s) end first (maxUnavailable).", nullptr,
                    static_cast<int>(m_rollout.unavailable)));
    out += tr("An update creates up to %n pod(s) beside the %1 (maxSurge), which ask for %2; up to %3 may end before "
              "(maxUnavailable).",
              nullptr, static_cast<int>(m_rollout.surge))
               .arg(count(m_rollout.replicas), needs(), count(m_rollout.unavailable));
    out += room();
    return joinSentences(out);
  }

  QStringList remarks() const {
    if (!m_rollout.exists) return {};
    QStringList out;
    if (m_rollout.lacking)
      out += *m_rollout.lacking == 0
                 ? tr("It has all its pods: applying the file creates none where its pod template stays as it is.")
                 : tr("It lacks %n pod(s): so many are created where its pod template stays as it is.", nullptr,
                      static_cast<int>(*m_rollout.lacking));
    if (m_rollout.isOther) return out << tr("The nodes below are asked about all pods beside those that run.");
    return out << (m_rollout.isRecreate
                       ? tr("The nodes below are asked about all pods beside those that run, whose room an update "
                            "frees first.")
                       : tr("The nodes below are asked about all pods beside those that run; an update creates them "
                            "step by step."));
  }

 private:
  /// Of a kind whose pods are replaced by rules that are not evaluated.
  QString other() const {
    return joinSentences(
        {tr("%1 exists already: %n pod(s) of it run or wait now.", nullptr, static_cast<int>(m_rollout.running))
             .arg(m_name),
         tr("Applying the file does not create them once more; whether and how they are replaced is not evaluated.")});
  }

  QString needs() const {
    QStringList out;
    for (const auto& [resource, amount] : m_rollout.needs)
      out += groupAmount(resource, amount) + QLatin1Char(' ') + plain(resource, kMaxName);
    return joinList(out);
  }

  QString room() const {
    const int fits = static_cast<int>(m_rollout.fits);
    if (m_rollout.fits >= m_rollout.surge) return tr("There is room for all of them now.");
    if (m_rollout.isStuck()) return tr("There is room for none of them now, so the update would not go on.");
    return tr("There is room for %n of them now.", nullptr, fits);
  }

  const Rollout& m_rollout;
  QString m_name;
};

}  // namespace

QString rolloutText(const ObjectAdmission& admission) {
  return RolloutTexts(admission).whole();
}

QStringList rolloutRemarks(const ObjectAdmission& admission) {
  return RolloutTexts(admission).remarks();
}

}  // namespace cardinal::ui
