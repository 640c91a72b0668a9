// SPDX-License-Identifier: Apache-2.0
#include <QSet>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/shell/window/page_renderer.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::ScriptedSource;
using cardinal::test::WindowFixture;

class tst_page_renderer : public QObject {
  Q_OBJECT

  SystemClock m_clock;
  Theme* m_theme = nullptr;
  std::unique_ptr<Language> m_language;
  std::unique_ptr<SnapshotBridge> m_bridge;

  Result<QImage> render(const char* page, const char* select = "", QSize size = {1280, 800}, qreal scale = 1.0) {
    PageRenderer renderer(*m_theme, *m_language, *m_bridge);
    RenderRequest request;
    request.page = QString::fromLatin1(page);
    request.select = QString::fromLatin1(select);
    request.size = size;
    request.scale = scale;
    return renderer.render(request);
  }
  static int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
      for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
    }
    return static_cast<int>(seen.size());
  }

 private slots:
  void initTestCase() {
    m_theme = new Theme(ThemeKind::Dark, qApp);
    m_theme->applyTo(*qApp);
    m_language = std::make_unique<Language>(*qApp);
    m_bridge = std::make_unique<SnapshotBridge>(m_clock);
    m_bridge->open(std::make_unique<ScriptedSource>(WindowFixture::newScript()));
    QVERIFY(m_bridge->waitForData(std::chrono::seconds(10)).has_value());
  }
  void cleanupTestCase() {
    m_bridge.reset();
    m_language.reset();
  }

  void everyPageIsAPictureOfTheSizeAsked_data() {
    QTest::addColumn<QByteArray>("page");
    for (const char* page : {"map", "nodes", "node", "cards", "card", "workloads", "pod", "pending", "preview"}) {
      QTest::newRow(page) << QByteArray(page);
    }
  }
  void everyPageIsAPictureOfTheSizeAsked() {
    QFETCH(QByteArray, page);
    const Result<QImage> image = render(page.constData());
    QVERIFY2(image.has_value(), image ? "" : describe(image.error()).c_str());
    QCOMPARE(image->size(), QSize(1280, 800));
    QVERIFY2(colours(*image) > 20, "something is painted");
  }

  void scaleMultipliesThePixels() {
    const Result<QImage> image = render("map", "", {1280, 800}, 2.0);
    QVERIFY(image.has_value());
    QCOMPARE(image->size(), QSize(2560, 1600));
  }

  void sameQuestionSamePicture() {
    const Result<QImage> first = render("node", "node-a");
    const Result<QImage> second = render("node", "node-a");
    QVERIFY(first.has_value() && second.has_value());
    // The top bar counts seconds; everything below it is equal.
    const QRect below(0, 60, 1280, 740);
    QCOMPARE(first->copy(below), second->copy(below));
  }

  void languageAndThemeShow() {
    const Result<QImage> english = render("nodes");
    QVERIFY(m_language->setCode(QStringLiteral("zh_CN")));
    const Result<QImage> chinese = render("nodes");
    QVERIFY(m_language->setCode(QStringLiteral("en")));
    QVERIFY(english.has_value() && chinese.has_value());
    QVERIFY(*english != *chinese);
    m_theme->setKind(ThemeKind::Light);
    const Result<QImage> light = render("nodes");
    m_theme->setKind(ThemeKind::Dark);
    QCOMPARE(light->pixelColor(640, 2), tokensOf(ThemeKind::Light).chrome);
  }

  void refusesWhatIsNotThere() {
    QCOMPARE(render("nonsense").error().code, ErrorCode::NotFound);
    QCOMPARE(render("node", "ghost").error().code, ErrorCode::NotFound);
    QCOMPARE(render("map", "", {200, 100}).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(render("map", "", {1280, 800}, 0.0).error().code, ErrorCode::InvalidArgument);
    PageRenderer renderer(*m_theme, *m_language, *m_bridge);
    RenderRequest request;
    request.page = QStringLiteral("preview");
    request.manifestPath = QStringLiteral("/nonexistent.yaml");
    QCOMPARE(renderer.render(request).error().code, ErrorCode::FileMissing);
  }
};

QTEST_MAIN(tst_page_renderer)
#include "tst_page_renderer.moc"
