// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/changes/rights_texts.h"

#include <QCoreApplication>

#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

class RightsTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::RightsTexts)

 public:
  static QString refusal(const Rights& rights, Feature feature, const std::string& ns) {
    const QString rule = plain(ruleText(feature));
    if (ruleOf(feature).place == RightPlace::Cluster)
      return tr("You lack a right in this cluster: \"%1\". Ask its administrator for a role with this rule.").arg(rule);
    return tr("You lack a right in the namespace %1: \"%2\". Ask the cluster's administrator for a role with this "
              "rule.")
        .arg(plain(ns.empty() ? rights.contextNamespace() : ns, 63), rule);
  }
  static QString locked() {
    return tr("This context is locked: unlock it with the lock in the top bar (Ctrl+Shift+R)");
  }
};

}  // namespace

QString rightsRefusal(const Rights& rights, Feature feature, const std::string& ns) {
  return rights.denied(feature, ns) ? RightsTexts::refusal(rights, feature, ns) : QString();
}

QString lockedRefusal() {
  return RightsTexts::locked();
}

}  // namespace cardinal::ui
