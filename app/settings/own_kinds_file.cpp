// SPDX-License-Identifier: Apache-2.0
#include "app/settings/own_kinds_file.h"

#include <QFileInfo>
#include <QStandardPaths>

#include "core/manifest/kinds/own_kinds.h"
#include "core/manifest/read/read_manifest.h"

namespace cardinal::app {

std::optional<Error> takeOwnKinds() {
  const QString path =
      QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/cardinal/kinds.yaml");
  if (!QFileInfo::exists(path)) return std::nullopt;
  const auto text = readManifestFile(path.toStdString());
  if (!text) return text.error();
  auto table = readKindTable(*text, path.toStdString());
  if (!table) return table.error();
  useOwnKinds(std::move(*table));
  return std::nullopt;
}

}  // namespace cardinal::app
