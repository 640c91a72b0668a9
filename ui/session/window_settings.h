// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "ui/theme/tokens.h"

class QSettings;

namespace cardinal::ui {

/// Notifies every window of what one of them wrote down.
class SettingsNews : public QObject {
  Q_OBJECT
 signals:
  /// `key` has another value now; "templates" for the user's templates.
  void changed(const QString& key);
};

/// What the user arranged: geometry, splitters, theme, language, templates. A value that is handed in; copies share one
/// INI file. Without a file nothing is kept beyond the object (tests, pictures). GUI thread only.
class WindowSettings {
 public:
  /// Remembers nothing.
  WindowSettings();
  /// `iniFile`: normally $XDG_CONFIG_HOME/cardinal/cardinal.ini; made on the first write.
  explicit WindowSettings(const QString& iniFile);

  /// Shared by all copies; lives as long as one of them.
  SettingsNews& news() const;

  /// The one readable file; empty when nothing is kept.
  QString path() const;

  QByteArray bytes(const QString& key) const;
  void setBytes(const QString& key, const QByteArray& value);

  /// Writes to the file what was set, which otherwise happens when the event loop comes round to it: for what must
  /// outlive a session that ends at once. Not for what changes with every move of the pointer: it waits for the disk.
  void flush();

  /// A choice as text; `otherwise` when nothing was chosen. An empty value forgets the choice.
  QString text(const QString& key, const QString& otherwise = {}) const;
  void setText(const QString& key, const QString& value);

  /// Nothing when the user has not chosen: the theme then follows the desktop.
  std::optional<ThemeKind> theme() const;
  void setTheme(std::optional<ThemeKind> kind);
  /// "en", "zh_CN"; empty when the user has not chosen.
  QString language() const;
  void setLanguage(const QString& code);

  /// The user's workload templates; the built-in ones when nothing was saved.
  std::vector<WorkloadTemplate> templates() const;
  void setTemplates(const std::vector<WorkloadTemplate>& templates);

 private:
  void write(const std::vector<WorkloadTemplate>& templates);

  std::shared_ptr<QSettings> m_file;  ///< null = keep in m_memory
  struct Memory;
  std::shared_ptr<Memory> m_memory;
};

}  // namespace cardinal::ui
