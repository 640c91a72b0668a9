// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

class QMimeData;

namespace cardinal::ui {

inline constexpr qint64 kMaxDropBytes = 4 * 1024 * 1024;

/// What was brought to the map. `problem` is a whole sentence that names the thing and the remedy; empty = good.
struct DropPayload {
  QByteArray yaml;
  QString name;
  QString problem;
};

/// True for data that the map looks at at all: a workload of this program or files.
bool isDropCandidate(const QMimeData& data);
/// Reads a dropped workload or one YAML file from this machine, at most 4 MiB. Never follows anything that is not a
/// local file.
DropPayload readDrop(const QMimeData& data);

}  // namespace cardinal::ui
