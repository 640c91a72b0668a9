// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/csv_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <utility>

namespace cardinal::ui {

namespace {

QString field(QString text) {
  if (!text.isEmpty() && QStringLiteral("=+-@").contains(text.front())) text.prepend(u'\'');
  text.replace(u'"', QStringLiteral("\"\""));
  return u'"' + text + u'"';
}

}  // namespace

QByteArray csvText(const std::vector<QStringList>& rows) {
  QByteArray out;
  for (const QStringList& row : rows) {
    QStringList fields;
    for (const QString& text : row) fields += field(text);
    out += fields.join(u',').toUtf8() + "\r\n";
  }
  return out;
}

Result<void> writeFile(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
  return unexpected(makeError(ErrorCode::FileUnwritable, path.toStdString(), {}, file.errorString().toStdString()));
}

void saveAs(QWidget* parent, const QString& title, const QString& name, const QString& filter,
            std::function<QByteArray(const QString& path)> bytes,
            std::function<void(const QString&, const Result<void>&)> done) {
  auto* dialog = new QFileDialog(parent, title, name, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(name).suffix());
  QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                   [bytes = std::move(bytes), done = std::move(done)](const QString& path) {
                     done(path, writeFile(path, bytes(path)));
                   });
  dialog->open();
}

}  // namespace cardinal::ui
