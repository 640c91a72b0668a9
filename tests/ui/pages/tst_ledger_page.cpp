// SPDX-License-Identifier: Apache-2.0
// The ledger page lists mismatches, filters them, explains the chosen one and leads to its objects.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>

#include "core/service/demo_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/ledger/ledger_page.h"
#include "ui/widgets/basic/action_button.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

namespace {

class TstLedgerPage : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    DemoOptions options;
    options.activity = false;
    ClusterView& window = m_fixture->open();
    m_fixture->bridge().open(std::make_unique<DemoSource>(options, m_clock));
    QVERIFY(m_fixture->bridge().waitForData(std::chrono::seconds(20)));
    QVERIFY(window.showPage(QStringLiteral("ledger")));
    m_page = window.findChild<LedgerPage*>();
    m_table = m_page->findChild<DataTable*>();
    new QAbstractItemModelTester(m_table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest, m_table);
  }
  void cleanup() { m_fixture.reset(); }

  void theGravestStandFirstAndTheChosenOneIsExplained() {
    QVERIFY(rows() >= 7);
    QCOMPARE(cell(0, 0), QStringLiteral("critical"));
    QCOMPARE(cell(rows() - 1, 0), QStringLiteral("warning"));
    QVERIFY(m_page->showKey(QStringLiteral("team-cv/retrain-legacy")));
    for (const char* words : {"whole card on a shared node", "nvidia.com/gpu: 1", "take node"}) {
      QTRY_VERIFY2(WindowFixture::visibleTexts(*m_page).contains(QLatin1String(words)), words);
    }
    QVERIFY(!m_page->showKey(QStringLiteral("no-such-node")));
  }

  void theFilterHidesRowsAndSaysHowMany() {
    const int all = rows();
    m_page->findChild<QLineEdit*>()->setText(QStringLiteral("confirmed"));
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, 3), QStringLiteral("speech/asr-sidecar"));
    m_page->findChild<QLineEdit*>()->setText(QStringLiteral("nothing like this"));
    QCOMPARE(rows(), 0);
    QVERIFY(WindowFixture::visibleTexts(*m_page).contains(QStringLiteral("Nothing matches the filter")));
    m_page->findChild<QLineEdit*>()->clear();
    QCOMPARE(rows(), all);
  }

  void itSpeaksChinese() {
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_COMPARE(cell(0, 0), QStringLiteral("严重"));
    QVERIFY(WindowFixture::visibleTexts(*m_page).contains(QStringLiteral("处理办法")));
  }

  void csvDisarmsFormulasAndQuotes() {
    QCOMPARE(csvText({{QStringLiteral("=1+1"), QStringLiteral("a\"b,c")}}), QByteArray("\"'=1+1\",\"a\"\"b,c\"\r\n"));
  }

 private:
  int rows() const { return m_table->model()->rowCount(); }
  QString cell(int row, int column) const { return m_table->model()->index(row, column).data().toString(); }

  SystemClock m_clock;
  std::unique_ptr<WindowFixture> m_fixture;
  LedgerPage* m_page = nullptr;
  DataTable* m_table = nullptr;
};

}  // namespace

QTEST_MAIN(TstLedgerPage)
#include "tst_ledger_page.moc"
