// SPDX-License-Identifier: Apache-2.0
#include <QStringList>
#include <algorithm>

#include "core/model/pods/node_name_error.h"
#include "ui/i18n/errors/error_families.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

bool isBytes(const std::string& resource) {
  return resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-");
}

/// As Kubernetes counts it; bytes in GiB.
QString amount(const std::string& resource, const QString& number) {
  bool isNumber = false;
  const double value = number.toDouble(&isNumber);
  if (!isNumber || !isBytes(resource)) return plain(number.toStdString());
  return QString::number(value / kGiB, 'f', 1);
}

bool says(const Error& error, const char* word) {
  return std::any_of(error.causes.begin(), error.causes.end(),
                     [&](const ErrorCause& cause) { return cause.field.empty() && cause.reason == word; });
}

}  // namespace

QString ErrorTexts::kubelet(const Error& error) {
  QStringList texts{
      tr("%1 names its node, %2, in spec.nodeName: it bypasses the scheduler, and the kubelet of that node "
         "admits or refuses it (OutOfcpu, OutOfmemory, UnexpectedAdmissionError and others).")
          .arg(subject(error), detail(error))};
  if (says(error, kNodeNotFound)) texts << tr("No such node is in the cluster that was read.");
  QStringList has;
  for (const ErrorCause& cause : error.causes) {
    if (cause.field.empty()) continue;
    const QStringList parts = QString::fromStdString(cause.message).split(QLatin1Char('/'));
    const QString asked = amount(cause.field, QString::fromStdString(cause.reason));
    const QString free = amount(cause.field, parts.value(0));
    const QString all = amount(cause.field, parts.value(1));
    const QString name = plain(cause.field, 80);
    has << (isBytes(cause.field)
                ? tr("%1: asks %2 GiB, free %3 of %4 GiB", "resource, amounts").arg(name, asked, free, all)
                : tr("%1: asks %2, free %3 of %4", "resource, amounts").arg(name, asked, free, all));
  }
  if (!has.isEmpty()) texts << tr("What each pod asks and the node has by requests: %1.").arg(joinClauses(has));
  if (says(error, kNotEnough)) texts << tr("That is not enough: the kubelet refuses it as long as this holds.");
  if (says(error, kNodeAffinity))
    texts << tr("Its node selector or affinity does not match the node: the kubelet refuses it (NodeAffinity).");
  return joinSentences(texts);
}

}  // namespace cardinal::ui
