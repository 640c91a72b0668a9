// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

class QCoreApplication;

namespace cardinal::ui {

/// The interface language: installs and removes translators at run time (ours and Qt's own). Qt then sends
/// LanguageChange to every widget; models and views that cache text listen to changed(). GUI thread only.
class Language : public QObject {
  Q_OBJECT
 public:
  /// The application must exist: translators belong to it.
  explicit Language(QCoreApplication& application, QObject* parent = nullptr);
  ~Language() override;

  /// "en" or "zh_CN".
  QString code() const;
  /// Returns false (and changes nothing) for a language that is not shipped.
  bool setCode(const QString& code);
  /// "zh_CN" when the locale is Chinese, else "en".
  static QString fromLocale();

 signals:
  void changed();

 private:
  QString m_code;
  QTranslator m_own;
  QTranslator m_qt;
};

}  // namespace cardinal::ui
