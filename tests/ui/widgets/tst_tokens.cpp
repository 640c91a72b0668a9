// SPDX-License-Identifier: Apache-2.0
// The contrast that the visual style promises, computed from the tokens that are painted with.
#include <QPainter>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "ui/theme/fonts.h"
#include "ui/theme/icon_store.h"
#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

using namespace cardinal::ui;

namespace {

constexpr double kText = 4.5;
constexpr double kShape = 3.0;

struct Pair {
  QString name;
  QColor on;
  QColor ground;
  double least;
};

/// How a colour is seen when one kind of cones is missing; rows of linear red, green, blue (Machado, Oliveira,
/// Fernandes 2009).
struct Vision {
  const char* name;
  double row[3][3];
};
constexpr Vision kVisions[] = {
    {"all cones", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protanopia", {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
     {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {"tritanopia", {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
};
constexpr double kSeenStep = 2.0;  // of CIE L*: about the smallest difference that is visible between neighbours

double linear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// CIE L* (0..100).
double lightnessSeen(const QColor& colour, const Vision& vision) {
  const double light[3] = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
  double seen[3] = {};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) seen[i] += vision.row[i][k] * light[k];
    seen[i] = std::clamp(seen[i], 0.0, 1.0);
  }
  const double y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

QList<Pair> pairsOf(const Tokens& t) {
  QList<Pair> pairs;
  const QList<std::pair<QString, QColor>> surfaces{
      {QStringLiteral("bg"), t.bg},         {QStringLiteral("panel"), t.panel},
      {QStringLiteral("chrome"), t.chrome}, {QStringLiteral("raised"), t.raised},
      {QStringLiteral("hover"), t.hover},   {QStringLiteral("selected"), t.selected}};
  for (const auto& [name, ground] : surfaces) {
    pairs.append({QStringLiteral("text1 on ") + name, t.text1, ground, kText});
    pairs.append({QStringLiteral("text2 on ") + name, t.text2, ground, kText});
    pairs.append({QStringLiteral("accent on ") + name, t.accent, ground, kText});
    // Quiet text is not used on hovered and selected rows.
    if (name != QLatin1String("hover") && name != QLatin1String("selected"))
      pairs.append({QStringLiteral("text3 on ") + name, t.text3, ground, 4.45});
  }
  for (const auto& [name, ground] : surfaces.mid(0, 2)) {
    const QList<QColor> states{t.ok, t.information, t.warning, t.critical, t.unknown, t.planned};
    for (int i = 0; i < states.size(); ++i)
      pairs.append({QStringLiteral("state %1 on %2").arg(i).arg(name), states[i], ground, kText});
    pairs.append({QStringLiteral("control on ") + name, t.control, ground, kShape});
  }
  pairs.append({QStringLiteral("onAccent on accent"), t.onAccent, t.accent, kText});
  pairs.append({QStringLiteral("prodText on critical"), t.prodText, t.critical, kText});
  pairs.append({QStringLiteral("cell outline on bg"), t.cellOutline, t.bg, kShape});
  return pairs;
}

}  // namespace

class TestTokens : public QObject {
  Q_OBJECT
 private slots:
  void everyPairHoldsItsContrast_data() { kinds(); }
  void everyPairHoldsItsContrast();
  void numbersAreReadableOnEveryStep_data() { kinds(); }
  void numbersAreReadableOnEveryStep();
  void lettersAreReadableOnEveryCategory();
  void stepsGoAwayFromTheBackground_data() { kinds(); }
  void stepsGoAwayFromTheBackground();
  void stepsStayInOrderForEveryKindOfColourVision_data() { kinds(); }
  void stepsStayInOrderForEveryKindOfColourVision();
  void ranksFollowTheBins();
  void interfaceDigitsAreEquallyWide();
  void regularChineseIsLighterThanBold();
  void iconsTakeTheColourAskedFor();

 private:
  static void kinds() {
    QTest::addColumn<int>("kind");
    QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
    QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
    QTest::newRow("contrast") << static_cast<int>(ThemeKind::Contrast);
  }
  static const Tokens& fetched() {
    QFETCH(int, kind);
    return tokensOf(static_cast<ThemeKind>(kind));
  }
};

void TestTokens::everyPairHoldsItsContrast() {
  for (const Pair& pair : pairsOf(fetched())) {
    const double ratio = Tokens::contrast(pair.on, pair.ground);
    QVERIFY2(ratio >= pair.least, qPrintable(QStringLiteral("%1: %2").arg(pair.name).arg(ratio)));
  }
}

void TestTokens::numbersAreReadableOnEveryStep() {
  for (const QColor& step : fetched().steps) QVERIFY(Tokens::contrast(Tokens::textOn(step), step) >= 4.58);
}

void TestTokens::lettersAreReadableOnEveryCategory() {
  for (const QColor& colour : tokensOf(ThemeKind::Dark).categories)
    QVERIFY(Tokens::contrast(QColor(Qt::black), colour) >= 7.0);
  QVERIFY(tokensOf(ThemeKind::Dark).categories == tokensOf(ThemeKind::Light).categories);
}

void TestTokens::stepsGoAwayFromTheBackground() {
  const Tokens& t = fetched();
  const double ground = Tokens::luminance(t.bg);
  for (std::size_t rank = 1; rank < t.steps.size(); ++rank) {
    const double before = std::abs(Tokens::luminance(t.steps[rank - 1]) - ground);
    QVERIFY(std::abs(Tokens::luminance(t.steps[rank]) - ground) > before);
  }
}

void TestTokens::stepsStayInOrderForEveryKindOfColourVision() {
  const Tokens& t = fetched();
  for (const Vision& vision : kVisions) {
    const double ground = lightnessSeen(t.bg, vision);
    for (std::size_t rank = 1; rank < t.steps.size(); ++rank) {
      const double before = std::abs(lightnessSeen(t.steps[rank - 1], vision) - ground);
      const double now = std::abs(lightnessSeen(t.steps[rank], vision) - ground);
      QVERIFY2(
          now - before >= kSeenStep,
          qPrintable(QStringLiteral("%1, step %2: %3").arg(QLatin1String(vision.name)).arg(rank).arg(now - before)));
    }
  }
}

void TestTokens::ranksFollowTheBins() {
  QCOMPARE(Tokens::rankOf(0.001), 0);
  QCOMPARE(Tokens::rankOf(0.125), 0);
  QCOMPARE(Tokens::rankOf(0.126), 1);
  QCOMPARE(Tokens::rankOf(0.25), 1);
  QCOMPARE(Tokens::rankOf(0.875), 6);
  QCOMPARE(Tokens::rankOf(0.999), 7);
  QCOMPARE(Tokens::rankOf(1.0), 8);
  QCOMPARE(Tokens::rankOf(1.5), 8);
}

void TestTokens::interfaceDigitsAreEquallyWide() {
  for (const TextRole role :
       {TextRole::Figure, TextRole::Body, TextRole::BodyStrong, TextRole::Small, TextRole::Micro}) {
    const QFontMetricsF metrics(roleFont(role, 1.0));
    for (char digit = '0'; digit <= '9'; ++digit) {
      QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)), metrics.horizontalAdvance(QLatin1Char('0')));
    }
  }
}

void TestTokens::regularChineseIsLighterThanBold() {
  Theme theme(ThemeKind::Dark);
  const auto ink = [&](TextRole role) {
    QImage image(64, 32, QImage::Format_Grayscale8);
    image.fill(0);
    QPainter painter(&image);
    painter.setPen(Qt::white);
    painter.setFont(theme.font(role));
    painter.drawText(8, 22, QString(3, QChar(0x5341)));  // the ideograph of two plain strokes
    painter.end();
    long sum = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) sum += image.constScanLine(y)[x];
    }
    return static_cast<double>(sum);
  };
  QVERIFY(ink(TextRole::Small) > 0);
  QVERIFY2(ink(TextRole::Small) < 0.7 * ink(TextRole::SmallStrong), "hierarchy by weight needs two weights");
}

void TestTokens::iconsTakeTheColourAskedFor() {
  Theme theme(ThemeKind::Dark);
  const QStringList names = IconStore::names();
  QVERIFY(names.size() >= 60);
  for (const QString& name : names) {
    const QImage image = theme.pixmap(name, QColor(255, 0, 0), 16, 2.0).toImage();
    QCOMPARE(image.width(), 32);
    bool inked = false;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        if (pixel.alpha() < 128) continue;
        inked = true;
        QVERIFY2(pixel.green() == 0 && pixel.blue() == 0, qPrintable(name));
      }
    }
    QVERIFY2(inked, qPrintable(name + QStringLiteral(" is empty")));
  }
}

QTEST_MAIN(TestTokens)
#include "tst_tokens.moc"
