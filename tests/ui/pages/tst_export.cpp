// SPDX-License-Identifier: Apache-2.0
// Views as files: what is written is what was shown, and says where it comes from.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSplitter>
#include <QXmlStreamReader>
#include <QtTest>

#include "core/service/snapshots/snapshot_file.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/export/export_dialog.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/basic/segmented_control.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_export : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  QTemporaryDir m_folder;

  ClusterView& opened() { return m_fixture->opened(); }
  /// Exports the page that is shown; the file's content, empty when nothing came.
  /// `table`: which of those that the page offers; empty = as the dialog opens.
  QByteArray exported(ClusterView& window, const char* format, const char* table = "") {
    window.findChild<CommandSet*>()->run(QStringLiteral("cluster.export"));
    auto* dialog = window.findChild<ExportDialog*>();
    if (!dialog) return {};
    if (*table != '\0')
      dialog->findChild<SegmentedControl*>(QStringLiteral("exportTables"))->setCurrent(QLatin1String(table));
    QSignalSpy written(dialog, &ExportDialog::written);
    const QString path = m_folder.filePath(QStringLiteral("file.") + QString::fromLatin1(format));
    dialog->write(QString::fromLatin1(format), path);
    const bool came = written.wait(WindowFixture::kTimeout);
    delete dialog;
    QFile file(path);
    return came && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QJsonObject exportedJson(ClusterView& window, const char* table = "") {
    return QJsonDocument::fromJson(exported(window, "json", table)).object();
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
    const QJsonObject root = exportedJson(window, "pods");
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

  void ofWorkloadsEachTableIsOfferedAndTheOneWithTheFocusFirst() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("workloads"));
    auto* page = window.findChild<WorkloadsPage*>();
    auto* split = page->findChild<QSplitter*>();
    auto* workloads = qobject_cast<DataTable*>(split->widget(0));
    auto* pods = split->widget(1)->findChild<DataTable*>();
    QTRY_COMPARE_WITH_TIMEOUT(workloads->model()->rowCount(), 4, WindowFixture::kTimeout);
    QJsonObject root = exportedJson(window);
    QCOMPARE(root.value(QStringLiteral("table")).toString(), QStringLiteral("workloads"));
    const QJsonArray rows = root.value(QStringLiteral("rows")).toArray();
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows.first().toObject().value(QStringLiteral("kind")).toString(), QStringLiteral("Pod"));
    QVERIFY(rows.first().toObject().value(QStringLiteral("queue")).isNull());
    QCOMPARE(rows.first().toObject().value(QStringLiteral("pods_wanted")).toInt(), 1);
    // The heads are those of the language, the rows those that the filter leaves.
    page->setFilterText(QStringLiteral("waits"));
    const QList<QByteArray> lines = exported(window, "csv").split('\n');
    QVERIFY2(lines[0].contains("Pods wanted"), lines[0].constData());
    QVERIFY2(lines[1].startsWith("team-b,Pod,waits,"), lines[1].constData());
    QCOMPARE(lines[2].trimmed(), QByteArray());
    page->setFilterText({});
    window.activateWindow();
    pods->setFocus();
    QTRY_VERIFY(pods->hasFocus());
    root = exportedJson(window);
    QCOMPARE(root.value(QStringLiteral("table")).toString(), QStringLiteral("pods"));
  }

  void queuesAndWhoWaitsInThemAreTables() {
    const auto file = loadSnapshotFile(CARDINAL_TEST_DATA "/queues/pod-groups.yaml");
    QVERIFY(file);
    for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
      if (!file->extras[kind]) continue;
      ClusterDelta& delta = m_fixture->script->first.emplace_back();
      delta.op = ClusterDelta::Op::ReplaceExtras;
      delta.extraKind = static_cast<ExtraKind>(kind);
      delta.extras = *file->extras[kind];
    }
    ClusterView& window = opened();
    QTRY_VERIFY(window.showPage(QStringLiteral("queues"), QStringLiteral("research")));
    QJsonObject root = exportedJson(window);
    QCOMPARE(root.value(QStringLiteral("table")).toString(), QStringLiteral("queues"));
    const QJsonArray rows = root.value(QStringLiteral("rows")).toArray();
    QCOMPARE(rows.size(), 11);  // of 6 queues, a row for each resource
    const QJsonObject gpus = rows[2].toObject();
    QCOMPARE(gpus.value(QStringLiteral("queue")).toString(), QStringLiteral("research"));
    QCOMPARE(gpus.value(QStringLiteral("resource")).toString(), QStringLiteral("nvidia.com/gpu"));
    QCOMPARE(gpus.value(QStringLiteral("quota")).toInt(), 6);
    QVERIFY(gpus.value(QStringLiteral("reserved")).isNull());
    root = exportedJson(window, "waiting");
    QCOMPARE(root.value(QStringLiteral("table")).toString(), QStringLiteral("waiting"));
    QStringList names;
    for (const QJsonValue& one : root.value(QStringLiteral("rows")).toArray())
      names += one.toObject().value(QStringLiteral("name")).toString();
    QCOMPARE(names, QStringList({QStringLiteral("report"), QStringLiteral("llm"), QStringLiteral("huge"),
                                 QStringLiteral("pg-train-b"), QStringLiteral("sweep")}));
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
