// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileSystemWatcher>
#include <QTimer>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/files/file_stamp.h"
#include "ui/bridge/background_job.h"

namespace cardinal::ui {

/// Signals when one of a few files was written, replaced, made or removed. Editors and cloud tools replace by rename,
/// so the folders are watched as well; several changes within two seconds are reported once, when a half-written file
/// is whole again. Network mounts and WSL send no events, so every file is also looked at now and then, aside, because
/// such a mount may be slow (docs/reference/kubernetes-client.md 1.2). GUI thread only.
class KubeconfigWatch : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds kLookEvery{30};

  explicit KubeconfigWatch(QObject* parent = nullptr, std::chrono::milliseconds lookEvery = kLookEvery);
  /// Replaces what is watched.
  void setFiles(const std::vector<std::string>& files);

 signals:
  void changed();

 private:
  void watch();
  void look();

  QFileSystemWatcher m_watcher;
  QTimer m_settle;
  QTimer m_lookTimer;
  std::vector<std::string> m_files;
  std::vector<FileStamp> m_stamps;  ///< of the files as they are known here
  BackgroundJob m_looking;
};

}  // namespace cardinal::ui
