// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileSystemWatcher>
#include <QTimer>
#include <string>
#include <vector>

namespace cardinal::ui {

/// Tells when one of a few files was written, replaced, made or removed. Editors and cloud tools replace by rename, so the folders
/// are watched as well; several changes within two seconds are told once, when a half-written file is whole again.
class KubeconfigWatch : public QObject {
  Q_OBJECT
 public:
  explicit KubeconfigWatch(QObject* parent = nullptr);
  /// Replaces what is watched.
  void setFiles(const std::vector<std::string>& files);

 signals:
  void changed();

 private:
  void watch();

  QFileSystemWatcher m_watcher;
  QTimer m_settle;
  QStringList m_files;
};

}  // namespace cardinal::ui
