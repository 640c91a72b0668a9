// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/drop_payload.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "ui/i18n/plain.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {
namespace {

class DropTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::MapDrop)
};

QString cleaned(const QString& name) {
  return plain(name.toStdString(), 128);
}

DropPayload readFile(const QString& path) {
  DropPayload payload;
  const QFileInfo info(path);
  payload.name = info.fileName();
  const QString shown = cleaned(payload.name);
  const QString suffix = info.suffix().toLower();
  if (suffix != QLatin1String("yaml") && suffix != QLatin1String("yml")) {
    payload.problem = DropTexts::tr("%1 is not a YAML file. Drop a manifest that ends in .yaml or .yml.").arg(shown);
    return payload;
  }
  QFile file(path);
  if (!info.isFile() || !file.open(QIODevice::ReadOnly)) {
    payload.problem =
        DropTexts::tr("%1 cannot be read: %2. Check the file and its rights.").arg(shown, file.errorString());
    return payload;
  }
  // Read one byte more than allowed: a file may lie about its size (pipes, /proc) or grow meanwhile.
  payload.yaml = file.read(kMaxDropBytes + 1);
  if (payload.yaml.size() > kMaxDropBytes) {
    payload.yaml.clear();
    payload.problem = DropTexts::tr("%1 is larger than 4 MiB. Drop one workload at a time.").arg(shown);
  }
  return payload;
}

}  // namespace

bool isDropCandidate(const QMimeData& data) {
  return data.hasFormat(QLatin1String(kWorkloadMimeType)) || data.hasUrls();
}

DropPayload readDrop(const QMimeData& data) {
  DropPayload payload;
  if (data.hasFormat(QLatin1String(kWorkloadMimeType))) {
    payload.yaml = data.data(QLatin1String(kWorkloadMimeType));
    payload.name = QString::fromUtf8(data.data(QLatin1String(kWorkloadNameMimeType)));
    if (payload.yaml.size() > kMaxDropBytes) {
      payload.yaml.clear();
      payload.problem =
          DropTexts::tr("%1 is larger than 4 MiB. Drop one workload at a time.").arg(cleaned(payload.name));
    }
    return payload;
  }
  const QList<QUrl> urls = data.urls();
  if (urls.size() != 1) {
    payload.problem =
        DropTexts::tr("%n file(s) were dropped. Drop one YAML file at a time.", nullptr, static_cast<int>(urls.size()));
    return payload;
  }
  if (!urls.front().isLocalFile()) {
    payload.problem = DropTexts::tr("%1 is not a file on this machine. Save it first, then drop the file.")
                          .arg(cleaned(urls.front().toDisplayString()));
    return payload;
  }
  return readFile(urls.front().toLocalFile());
}

}  // namespace cardinal::ui
