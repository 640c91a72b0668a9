// SPDX-License-Identifier: Apache-2.0
// Text of a hostile cluster on every page: no widget may read it as markup, none may show what turns text around or
// rings the bell. The cluster is the demo's, its names, namespaces, models, images and messages made hostile.
#include <QAbstractItemView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest>

#include "core/service/demo_source.h"
#include "core/service/snapshots/file_source.h"
#include "core/service/snapshots/gzip.h"
#include "tests/ui/fit.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/shell/window/page_renderer.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::nameOf;
using cardinal::test::settleLayouts;
using cardinal::test::WindowFixture;

namespace {

const QString kMarkup = QStringLiteral("<u>evil</u>");
const QString kTurned = QString(QChar(0x202E)) + QChar(7);

/// Makes the strings of a saved cluster hostile: names of its objects wherever they stand (references stay whole), and
/// texts that people and components write.
class Poison {
 public:
  explicit Poison(const QJsonValue& cluster) { collect(cluster); }

  QJsonValue operator()(const QJsonValue& value, const QString& key = QString()) const {
    if (value.isArray()) {
      QJsonArray out;
      for (const QJsonValue& one : value.toArray()) out << (*this)(one, key);
      return out;
    }
    if (value.isObject()) {
      QJsonObject out;
      const QJsonObject in = value.toObject();
      for (auto one = in.begin(); one != in.end(); ++one) out[one.key()] = (*this)(one.value(), one.key());
      return out;
    }
    if (!value.isString()) return value;
    const QString text = value.toString();
    if (m_names.contains(text)) return QString(text + kMarkup);
    static const QStringList kWords{QStringLiteral("message"),
                                    QStringLiteral("reason"),
                                    QStringLiteral("image"),
                                    QStringLiteral("nvidia.com/gpu.product"),
                                    QStringLiteral("aliyun.accelerator/nvidia_name"),
                                    QStringLiteral("topology.kubernetes.io/zone"),
                                    QStringLiteral("alibabacloud.com/nodepool-id")};
    return kWords.contains(key) ? QString(text + kMarkup + kTurned) : text;
  }

 private:
  void collect(const QJsonValue& value) {
    if (value.isArray()) {
      for (const QJsonValue& one : value.toArray()) collect(one);
      return;
    }
    const QJsonObject object = value.toObject();
    const QJsonObject meta = object[QStringLiteral("metadata")].toObject();
    for (const char* key : {"name", "namespace"}) {
      const QString name = meta[QLatin1String(key)].toString();
      if (!name.isEmpty()) m_names.insert(name);
    }
    for (auto one = object.begin(); one != object.end(); ++one) {
      if (one.value().isArray() || one.value().isObject()) collect(one.value());
    }
  }
  QSet<QString> m_names;
};

/// Everything that a widget would show as more than text.
class Finder {
 public:
  QStringList problems;
  int hostileTexts = 0;  ///< seen, as text

  void lookAt(const QWidget& window) {
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
      if (!widget->isVisible()) continue;
      text(*widget, widget->toolTip(), Qt::mightBeRichText(widget->toolTip()), "tooltip");
      if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        const bool rich = label->textFormat() == Qt::RichText ||
                          (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()));
        text(*widget, label->text(), rich, "label");
      }
      if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        text(*widget, button->text(), false, "button");
      if (const auto* field = qobject_cast<const QLineEdit*>(widget)) text(*widget, field->text(), false, "field");
      if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model()) items(*view);
    }
  }

 private:
  void items(const QAbstractItemView& view) {
    const QAbstractItemModel& model = *view.model();
    for (int row = 0; row < model.rowCount(view.rootIndex()); ++row) {
      for (int column = 0; column < model.columnCount(view.rootIndex()); ++column) {
        const QModelIndex index = model.index(row, column, view.rootIndex());
        const QString tip = index.data(Qt::ToolTipRole).toString();
        text(view, tip, Qt::mightBeRichText(tip), "tooltip of a row");
        text(view, index.data().toString(), false, "cell");
      }
    }
  }
  void text(const QWidget& widget, const QString& shown, bool isMarkup, const char* what) {
    if (shown.contains(QStringLiteral("<u>evil"))) ++hostileTexts;
    if (isMarkup && shown.contains(QStringLiteral("<u>evil")))
      problems << QStringLiteral("%1 reads markup: %2: %3").arg(QLatin1String(what), nameOf(widget), shown.left(120));
    if (shown.contains(QChar(0x202E)) || shown.contains(QChar(7)))
      problems << QStringLiteral("%1 shows marks: %2: %3").arg(QLatin1String(what), nameOf(widget), shown.left(120));
  }
};

}  // namespace

class tst_hostile : public QObject {
  Q_OBJECT
  std::unique_ptr<WindowFixture> m_fixture;
  SystemClock m_clock;
  QTemporaryDir m_folder;
  QString m_file;

  /// The demo cluster as a file, its texts made hostile.
  void writeCluster() {
    WindowFixture fixture;
    fixture.open();
    DemoOptions options;
    options.activity = false;
    fixture.bridge().open(std::make_unique<DemoSource>(options, m_clock));
    QVERIFY(fixture.bridge().waitForData(std::chrono::seconds(60)));
    m_file = m_folder.filePath(QStringLiteral("hostile.json"));
    bool written = false;
    fixture.bridge().saveSnapshot(this, m_file, [&](const Result<void>& done) { written = done.has_value(); });
    QTRY_VERIFY_WITH_TIMEOUT(written, WindowFixture::kTimeout);
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = gunzip(file.readAll().toStdString(), "hostile.json");
    file.close();
    QVERIFY(text);
    const QJsonObject cluster = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    QVERIFY(!cluster.isEmpty());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QJsonDocument(Poison(cluster)(cluster).toObject()).toJson());
  }

 private slots:
  void initTestCase() { writeCluster(); }
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void noPageReadsItAsMarkup() {
    ClusterView& window = m_fixture->open();
    auto source = FileSource::open(m_file.toStdString(), m_clock);
    QVERIFY2(source, source ? "" : describe(source.error()).c_str());
    m_fixture->bridge().open(std::move(*source));
    QVERIFY(m_fixture->bridge().waitForData(std::chrono::seconds(60)));
    QVERIFY(m_fixture->bridge().snapshot()->nodes.size() > 20);
    Finder finder;
    for (const QString& page : PageRenderer::pages()) {
      QVERIFY2(window.showPage(page), qPrintable(page));
      window.finishPreview();
      settleLayouts();
      const int before = finder.hostileTexts;
      finder.lookAt(window);
      qInfo().noquote() << page << finder.hostileTexts - before;
    }
    finder.problems.removeDuplicates();
    for (const QString& problem : finder.problems) qInfo().noquote() << problem;
    QVERIFY2(finder.problems.isEmpty(), qPrintable(finder.problems.join(u'\n')));
    QVERIFY2(finder.hostileTexts > 500, "the cluster's texts were shown at all");
  }
};

QTEST_MAIN(tst_hostile)
#include "tst_hostile.moc"
