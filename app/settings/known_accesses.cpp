// SPDX-License-Identifier: Apache-2.0
#include "app/settings/known_accesses.h"

#include <QByteArray>
#include <QList>

namespace cardinal::app {

namespace {

const QString kKey = QStringLiteral("access/known");
constexpr qsizetype kMax = 200;

}  // namespace

std::vector<std::string> knownAccesses(const ui::WindowSettings& settings) {
  std::vector<std::string> out;
  for (const QByteArray& one : settings.bytes(kKey).split(' ')) {
    if (!one.isEmpty()) out.push_back(one.toStdString());
  }
  return out;
}

void addKnownAccess(ui::WindowSettings& settings, const std::string& fingerprint) {
  QList<QByteArray> known = settings.bytes(kKey).split(' ');
  const QByteArray added = QByteArray::fromStdString(fingerprint);
  known.removeAll(added);
  known.removeAll(QByteArray());
  known.append(added);
  while (known.size() > kMax) known.removeFirst();
  settings.setBytes(kKey, known.join(' '));
}

}  // namespace cardinal::app
