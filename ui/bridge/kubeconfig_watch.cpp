// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/kubeconfig_watch.h"

#include <QFileInfo>
#include <algorithm>
#include <iterator>

namespace cardinal::ui {

namespace {

constexpr std::chrono::seconds kSettle{2};

std::vector<FileStamp> stampsOf(const std::vector<std::string>& files) {
  std::vector<FileStamp> stamps;
  std::transform(files.begin(), files.end(), std::back_inserter(stamps), fileStamp);
  return stamps;
}

}  // namespace

KubeconfigWatch::KubeconfigWatch(QObject* parent, std::chrono::milliseconds lookEvery) : QObject(parent) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(kSettle);
  m_lookTimer.setInterval(lookEvery);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
  connect(&m_lookTimer, &QTimer::timeout, this, &KubeconfigWatch::look);
  connect(&m_settle, &QTimer::timeout, this, [this] {
    watch();  // a replaced file is another one
    emit changed();
  });
}

void KubeconfigWatch::setFiles(const std::vector<std::string>& files) {
  m_files = files;
  const QStringList before = m_watcher.files() + m_watcher.directories();
  if (!before.isEmpty()) m_watcher.removePaths(before);
  watch();
  if (m_files.empty())
    m_lookTimer.stop();
  else
    m_lookTimer.start();
}

void KubeconfigWatch::watch() {
  m_looking.drop();
  m_stamps = stampsOf(m_files);
  for (const std::string& path : m_files) {
    const QString file = QString::fromStdString(path);
    const QFileInfo info(file);
    if (info.exists() && !m_watcher.files().contains(file)) m_watcher.addPath(file);
    const QString folder = info.absolutePath();
    if (QFileInfo::exists(folder) && !m_watcher.directories().contains(folder)) m_watcher.addPath(folder);
  }
}

void KubeconfigWatch::look() {
  if (m_looking.isRunning()) return;
  m_looking.start(
      [this, files = m_files](const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
        return [this, stamps = stampsOf(files)] {
          if (stamps == m_stamps) return;
          m_stamps = stamps;
          m_settle.start();
        };
      });
}

}  // namespace cardinal::ui
