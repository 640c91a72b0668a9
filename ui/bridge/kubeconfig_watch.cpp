// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/kubeconfig_watch.h"

#include <QFileInfo>
#include <chrono>

namespace cardinal::ui {

namespace {
constexpr std::chrono::seconds kSettle{2};
}

KubeconfigWatch::KubeconfigWatch(QObject* parent) : QObject(parent) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(kSettle);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
  connect(&m_settle, &QTimer::timeout, this, [this] {
    watch();  // a replaced file is another one
    emit changed();
  });
}

void KubeconfigWatch::setFiles(const std::vector<std::string>& files) {
  m_files.clear();
  for (const std::string& file : files) m_files << QString::fromStdString(file);
  const QStringList before = m_watcher.files() + m_watcher.directories();
  if (!before.isEmpty()) m_watcher.removePaths(before);
  watch();
}

void KubeconfigWatch::watch() {
  for (const QString& file : m_files) {
    const QFileInfo info(file);
    if (info.exists() && !m_watcher.files().contains(file)) m_watcher.addPath(file);
    const QString folder = info.absolutePath();
    if (QFileInfo::exists(folder) && !m_watcher.directories().contains(folder)) m_watcher.addPath(folder);
  }
}

}  // namespace cardinal::ui
