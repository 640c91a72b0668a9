// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/csv_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <utility>

#include "core/base/files/own_files.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/csv_text.h"
#include "ui/session/selection_state.h"

namespace cardinal::ui {

namespace {

class SaveTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::SaveTexts)

 public:
  static QString saved(const QString& path) { return tr("Saved %1").arg(plain(path.toStdString())); }
};

}  // namespace

QByteArray csvText(const std::vector<QStringList>& rows) {
  QByteArray out;
  for (const QStringList& row : rows) {
    QStringList fields;
    for (const QString& text : row) fields += csvField(text);
    out += csvLine(fields);
  }
  return out;
}

Result<void> writeFile(const QString& path, const QByteArray& bytes) {
  const auto place = fileToReplace(path.toStdString());
  if (!place) return unexpected(place.error());
  QSaveFile file(QString::fromStdString(*place));
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
  return unexpected(makeError(ErrorCode::FileUnwritable, path.toStdString(), {}, file.errorString().toStdString()));
}

void saveAs(QWidget* parent, SelectionState& selection, const QString& title, const QString& name,
            const QString& filter, std::function<QByteArray(const QString& path)> bytes,
            std::function<void(const QString& path)> saved) {
  auto* dialog = new QFileDialog(parent, title, name, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(name).suffix());
  QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                   [&selection, bytes = std::move(bytes), saved = std::move(saved)](const QString& path) {
                     const Result<void> written = writeFile(path, bytes(path));
                     selection.showMessage(written ? StateRole::Ok : StateRole::Critical,
                                           written ? SaveTexts::saved(path) : errorText(written.error()));
                     if (written && saved) saved(path);
                   });
  dialog->open();
}

}  // namespace cardinal::ui
