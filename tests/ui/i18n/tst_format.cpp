// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "ui/i18n/format.h"
#include "ui/i18n/language.h"

using namespace cardinal;
using namespace cardinal::ui;

namespace {
QString text(const char* ascii) {
  return QString::fromUtf8(ascii);
}
}  // namespace

class FormatTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_language = new Language(*QCoreApplication::instance(), this); }
  void cleanup() { m_language->setCode(text("en")); }

  void memoryIsBinaryWithOneDecimalAtMost() {
    QCOMPARE(memory(MemUnits(20), MemoryUnit::GiB), text("20 GiB"));
    QCOMPARE(memory(MemUnits(1536), MemoryUnit::MiB), text("1.5 GiB"));
    QCOMPARE(memory(MemUnits(512), MemoryUnit::MiB), text("512 MiB"));
    QCOMPARE(memory(MemUnits(128), MemoryUnit::MiB128), text("16 GiB"));
    QCOMPARE(memory(MemUnits(0), MemoryUnit::GiB), text("0 GiB"));
    QCOMPARE(memory(MemUnits(-4), MemoryUnit::GiB), text("-4 GiB"));
    QCOMPARE(memoryMib(11512LL * 1024), text("11,512 GiB"));
    QCOMPARE(memoryNumber(MemUnits(10), MemoryUnit::MiB), text("<0.1"));
  }

  void memoryOfUnknownUnitStaysInUnits() {
    QCOMPARE(memory(MemUnits(20), MemoryUnit::Unknown), text("20 units"));
    QCOMPARE(memory(MemUnits(1), MemoryUnit::Unknown), text("1 unit"));
    QCOMPARE(memoryNumber(MemUnits(20), MemoryUnit::Unknown), text("20"));
    QCOMPARE(memory(MemUnits(9'000'000'000LL), MemoryUnit::Unknown), text("9,000,000,000 units"));
  }

  void onlyTrueZeroIsZeroAndOnlyFullIsHundred() {
    QCOMPARE(percentCell(0.0), text("0"));
    QCOMPARE(percentCell(0.001), text("<1"));
    QCOMPARE(percentCell(0.82), text("82"));
    QCOMPARE(percentCell(0.999), text("99"));
    QCOMPARE(percentCell(1.0), text("100"));
    QCOMPARE(percentCell(1.001), text(">100"));
    QCOMPARE(percentCell(1.12), text("112"));
    QCOMPARE(percent(0.6152, 1), text("61.5 %"));
    QCOMPARE(percent(0.9999, 1), text("99.9 %"));
  }

  void unknownIsNeverZero() {
    QCOMPARE(percentCell(std::nullopt), text("?"));
    QCOMPARE(percent(std::nullopt), text("n/a"));
    QCOMPARE(age(0, 1000), text("n/a"));
    QCOMPARE(timeOfDay(0), text("n/a"));
    QCOMPARE(dateTime(0), text("n/a"));
  }

  void agesAreShortAndFollowTheLanguage() {
    QCOMPARE(age(1000, 1012), text("12s"));
    QCOMPARE(age(1000, 1000 + 185), text("3m"));
    QCOMPARE(age(1000, 1000 + 7300), text("2h"));
    QCOMPARE(age(1000, 1000 + 5 * 86400), text("5d"));
    QCOMPARE(age(2000, 1000), text("0s"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    QCOMPARE(age(1000, 1000 + 185), text("3 分钟"));
    QCOMPARE(notAvailable(), text("无数据"));
  }

  void timesAreIso8601WithZone() {
    const QString shown = dateTime(1714979289);
    QVERIFY(QDateTime::fromString(shown, Qt::ISODate).toSecsSinceEpoch() == 1714979289);
    QVERIFY(shown.endsWith(QLatin1Char('Z')) || shown.contains(QRegularExpression(text("[+-]\\d\\d:\\d\\d$"))));
  }

 private:
  Language* m_language = nullptr;
};

QTEST_GUILESS_MAIN(FormatTest)
#include "tst_format.moc"
