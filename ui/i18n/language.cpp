// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace cardinal::ui {

namespace {

const QString kEnglish = QStringLiteral("en");
const QString kChinese = QStringLiteral("zh_CN");

QLocale localeOf(const QString& code) {
  return code == kChinese ? QLocale(QLocale::Chinese, QLocale::China)
                          : QLocale(QLocale::English, QLocale::UnitedStates);
}

}  // namespace

Language::Language(QCoreApplication& /*application*/, QObject* parent) : QObject(parent) {
  setCode(kEnglish);
}

Language::~Language() {
  QCoreApplication::removeTranslator(&m_own);
  QCoreApplication::removeTranslator(&m_qt);
}

QString Language::code() const {
  return m_code;
}

bool Language::setCode(const QString& code) {
  if (code != kEnglish && code != kChinese) return false;
  if (code == m_code) return true;
  QCoreApplication::removeTranslator(&m_own);
  QCoreApplication::removeTranslator(&m_qt);
  QLocale::setDefault(localeOf(code));
  // English needs a file too: it holds the plurals.
  if (!m_own.load(QStringLiteral(":/i18n/cardinal_") + code)) return false;
  m_code = code;
  // Without Qt's own texts only the standard dialogs stay English, so their absence is no error.
  if (m_qt.load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
    QCoreApplication::installTranslator(&m_qt);
  }
  QCoreApplication::installTranslator(&m_own);
  emit changed();
  return true;
}

QString Language::fromLocale() {
  const QStringList languages = QLocale::system().uiLanguages();
  const bool chinese = !languages.isEmpty() && languages.constFirst().startsWith(QLatin1String("zh"));
  return chinese ? kChinese : kEnglish;
}

}  // namespace cardinal::ui
