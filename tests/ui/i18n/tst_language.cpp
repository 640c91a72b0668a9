// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>
#include <QtTest>

#include "ui/i18n/language.h"
#include "ui/i18n/placement/reason_texts.h"

using namespace cardinal;
using namespace cardinal::ui;

namespace {
QString text(const char* utf8) {
  return QString::fromUtf8(utf8);
}
}  // namespace

class LanguageTest : public QObject {
  Q_OBJECT

 private slots:
  void changesAtRunTimeAndBack() {
    Language language(*QCoreApplication::instance());
    QSignalSpy changed(&language, &Language::changed);
    QCOMPARE(language.code(), text("en"));
    QCOMPARE(reasonShort(ReasonCode::CardUnhealthy), text("card unhealthy"));
    QVERIFY(language.setCode(text("zh_CN")));
    QCOMPARE(language.code(), text("zh_CN"));
    QCOMPARE(reasonShort(ReasonCode::CardUnhealthy), text("卡不健康"));
    QVERIFY(language.setCode(text("en")));
    QCOMPARE(reasonShort(ReasonCode::CardUnhealthy), text("card unhealthy"));
    QCOMPARE(changed.count(), 2);
  }

  void refusesALanguageThatIsNotShipped() {
    Language language(*QCoreApplication::instance());
    QSignalSpy changed(&language, &Language::changed);
    QVERIFY(!language.setCode(text("de")));
    QVERIFY(!language.setCode(QString()));
    QCOMPARE(language.code(), text("en"));
    QCOMPARE(changed.count(), 0);
  }

  void sameLanguageIsNoChange() {
    Language language(*QCoreApplication::instance());
    QSignalSpy changed(&language, &Language::changed);
    QVERIFY(language.setCode(text("en")));
    QCOMPARE(changed.count(), 0);
  }

  void leavesNothingBehind() {
    {
      Language language(*QCoreApplication::instance());
      QVERIFY(language.setCode(text("zh_CN")));
    }
    QCOMPARE(reasonShort(ReasonCode::CardUnhealthy), text("card unhealthy"));
  }
};

QTEST_GUILESS_MAIN(LanguageTest)
#include "tst_language.moc"
