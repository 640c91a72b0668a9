// SPDX-License-Identifier: Apache-2.0
// Views as files: what is written is what was shown, and says where it comes from.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/export/export_dialog.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/shell/palette/command_set.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_export : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  QTemporaryDir m_folder;

  ClusterView& opened() { return m_fixture->opened(); }
  /// Exports the page that is shown; the file's content, empty when nothing came.
  QByteArray exported(ClusterView& window, const char* format) {
    window.findChild<CommandSet*>()->run(QStringLiteral("cluster.export"));
    auto* dialog = window.findChild<ExportDialog*>();
    if (!dialog) return {};
    QSignalSpy written(dialog, &ExportDialog::written);
    const QString path = m_folder.filePath(QStringLiteral("file.") + QString::fromLatin1(format));
    dialog->write(QString::fromLatin1(format), path);
    const bool came = written.wait(WindowFixture::kPatience);
    delete dialog;
    QFile file(path);
    return came && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void tablesComeAsTheyAreFilteredWithHeadsInTheLanguage() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("nodes"));
    window.findChild<NodesPage*>()->setFilterText(QStringLiteral("mode:cgpu"));
    const QByteArray csv = exported(window, "csv");
    QVERIFY(csv.startsWith("\xEF\xBB\xBF"));
    const QList<QByteArray> lines = csv.split('\n');
    QVERIFY(lines[0].contains("Memory allocated [MiB]"));
    QVERIFY(lines[1].startsWith("node-a,"));
    QVERIFY(lines[2].startsWith("node-b,"));
    QCOMPARE(lines[3].trimmed(), QByteArray());
    QVERIFY2(lines[4].contains("scripted"), lines[4].constData());
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QVERIFY(exported(window, "csv").contains(QStringLiteral("显存").toUtf8()));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void jsonHasStableKeysInEveryLanguage() {
    ClusterView& window = opened();
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    window.showPage(QStringLiteral("workloads"));
    const QJsonObject root = QJsonDocument::fromJson(exported(window, "json")).object();
    m_fixture->language().setCode(QStringLiteral("en"));
    QCOMPARE(root.value(QStringLiteral("schema")).toString(), QStringLiteral("cardinal.export/1"));
    QCOMPARE(root.value(QStringLiteral("table")).toString(), QStringLiteral("pods"));
    QCOMPARE(root.value(QStringLiteral("rows")).toArray().size(), 4);
    QVERIFY(root.value(QStringLiteral("rows"))
                .toArray()
                .first()
                .toObject()
                .contains(QStringLiteral("memory_allocated_mib")));
  }

  void theMapComesAsPictureAndAsShapes() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("map"));
    const QImage picture = QImage::fromData(exported(window, "png"), "PNG");
    QVERIFY(picture.width() > 400 && picture.height() > 200);
    const QByteArray svg = exported(window, "svg");
    QXmlStreamReader reader(svg);
    int shapes = 0;
    QString texts;
    while (!reader.atEnd()) {
      reader.readNext();
      if (reader.isStartElement() && reader.name() == u"rect") ++shapes;
      if (reader.isCharacters()) texts += reader.text();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(shapes > 7);
    QVERIFY(texts.contains(QStringLiteral("node-a")));
    QVERIFY(texts.contains(QStringLiteral("Memory allocated")));
  }

  void theReportIsAPdf() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("map"));
    const QByteArray pdf = exported(window, "pdf");
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.size() > 5000);
  }

  void aPlaceThatCannotBeWrittenIsNamed() {
    ClusterView& window = opened();
    window.findChild<CommandSet*>()->run(QStringLiteral("cluster.export"));
    auto* dialog = window.findChild<ExportDialog*>();
    QVERIFY(dialog);
    dialog->write(QStringLiteral("csv"), m_folder.filePath(QStringLiteral("no/such/folder/file.csv")));
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("no/such/folder")));
  }
};

QTEST_MAIN(tst_export)
#include "tst_export.moc"
