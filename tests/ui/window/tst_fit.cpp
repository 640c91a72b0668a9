// SPDX-License-Identifier: Apache-2.0
// Every page in two languages and three themes: no text wider than its place, nothing left untranslated; and what
// assistive technology hears of the map's cells.
#include <QAbstractButton>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTranslator>
#include <QtTest>

#include "tests/ui/fit.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/details/card_stack_rows.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/details/node_pane.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/dialogs/preferences_dialog.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/palette/keys_dialog.h"
#include "ui/pages/shell/window/page_renderer.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/key_value_list.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::nameOf;
using cardinal::test::overlapsIn;
using cardinal::test::problemOf;
using cardinal::test::problemsIn;
using cardinal::test::settleLayouts;
using cardinal::test::WindowFixture;

namespace {

const QStringList kPages = PageRenderer::pages();

/// A language in which every translated sentence stands in brackets.
class Brackets : public QTranslator {
 public:
  QString translate(const char* /*context*/, const char* source, const char* /*note*/, int /*n*/) const override {
    return QChar(0x27E6) + QString::fromUtf8(source) + QChar(0x27E7);
  }
  bool isEmpty() const override { return false; }
};

}  // namespace

class tst_fit : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() { return m_fixture->opened(); }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() {
    m_fixture->theme().setTextScale(1);
    m_fixture.reset();
  }

  void everyTextFitsItsPlace_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("theme");
    QTest::addColumn<int>("percent");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"}) {
      for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::Contrast}) {
        for (const auto& [percent, size] :
             {std::pair(100, QSize(1280, 800)), std::pair(200, QSize(2560, 1600)), std::pair(200, QSize(1280, 800))}) {
          QTest::addRow("%s %d %d %% %d px", language, static_cast<int>(kind), percent, size.width())
              << QString::fromLatin1(language) << static_cast<int>(kind) << percent << size;
        }
      }
    }
  }
  void everyTextFitsItsPlace() {
    QFETCH(QString, language);
    QFETCH(int, theme);
    QFETCH(int, percent);
    m_fixture->theme().setTextScale(percent / 100.0);
    m_fixture->theme().setKind(static_cast<ThemeKind>(theme));
    m_fixture->language().setCode(language);
    ClusterView& window = opened();
    QFETCH(QSize, size);
    window.resize(size);
    QStringList problems;
    for (const QString& page : kPages) {
      QVERIFY2(window.showPage(page), qPrintable(page));
      settleLayouts();
      // Something may just have appeared whose layout is to come: what is wrong then is wrong still after other
      // moments.
      for (int moment = 0; moment < 5 && !problemsIn(window).isEmpty(); ++moment) settleLayouts();
      for (const QString& problem : problemsIn(window)) problems << page + QStringLiteral(" ") + problem;
      for (const QString& overlap : overlapsIn(*window.findChild<TopBar*>())) problems << overlap;
    }
    for (const char* dialog : {"program.keys", "program.preferences", "cluster.export"}) {
      window.findChild<CommandSet*>()->run(QString::fromLatin1(dialog));
      settleLayouts();
      auto* shown = window.findChild<QDialog*>();
      QVERIFY2(shown, dialog);
      for (int moment = 0; moment < 5 && !problemsIn(*shown).isEmpty(); ++moment) settleLayouts();
      for (const QString& problem : problemsIn(*shown)) problems << QString::fromLatin1(dialog) + u' ' + problem;
      delete shown;
    }
    problems.removeDuplicates();
    for (const QString& problem : problems)
      qInfo().noquote() << problem;  // a failure's message has room for a few only
    m_fixture->language().setCode(QStringLiteral("en"));
    m_fixture->theme().setTextScale(1);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

  void cardsOfANodeKeepTheirRoomWithLargeText() {
    m_fixture->theme().setTextScale(2);
    ClusterView& window = opened();
    window.resize(1280, 800);
    QVERIFY(window.showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    settleLayouts();
    auto* page = window.findChild<NodePage*>();
    const auto* cards = page->findChild<CardStackRows*>();
    const auto sections = page->findChildren<KeyValueList*>();
    QVERIFY(cards && !sections.isEmpty());
    QTRY_VERIFY2(cards->width() > 800, qPrintable(QString::number(cards->width())));
    const auto left = [page](const QWidget* one) { return one->mapTo(page, QPoint()).x(); };
    QVERIFY2(left(sections.first()) < cards->width() / 2, "labels and resources stand below, none is lost");
    QVERIFY(sections.first()->isVisible());
    m_fixture->theme().setTextScale(1);
    QTRY_VERIFY2(left(sections.first()) > left(cards) + cards->width(), "beside the cards again");
  }

  void panesKeepTheWordsOfTheirButtons_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    for (const char* language : {"en", "zh_CN"}) {
      for (const int percent : {100, 200})
        QTest::addRow("%s %d %%", language, percent) << QString::fromLatin1(language) << percent;
    }
  }
  void panesKeepTheWordsOfTheirButtons() {
    QFETCH(QString, language);
    QFETCH(int, percent);
    m_fixture->theme().setTextScale(percent / 100.0);
    m_fixture->language().setCode(language);
    ClusterView& window = opened();
    window.resize(1600 * percent / 100, 1000);
    QStringList problems;
    const auto look = [&](const char* what) {
      settleLayouts();
      int buttons = 0;
      for (QWidget* foot : window.findChildren<QWidget*>(QStringLiteral("paneFooter"))) {
        if (!foot->isVisible()) continue;
        for (const auto* button : foot->findChildren<QAbstractButton*>()) {
          if (!button->isVisible() || button->text().isEmpty()) continue;
          ++buttons;
          if (const QString problem = problemOf(*button); !problem.isEmpty())
            problems << QString::fromLatin1(what) + u' ' + problem;
          if (!foot->rect().contains(button->geometry()))
            problems << QString::fromLatin1(what) + QStringLiteral(" stands outside: ") + button->text();
        }
      }
      if (buttons == 0) problems << QString::fromLatin1(what) + QStringLiteral(" shows no button");
    };
    for (const auto& [page, select] : {std::pair("nodes", "node-a"), std::pair("card", "node-a/0"),
                                       std::pair("pod", "team-a/one"), std::pair("pod", "team-a/waits")}) {
      window.showPage(QString::fromLatin1(page), QString::fromLatin1(select));
      look(page);
    }
    m_fixture->language().setCode(QStringLiteral("en"));
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

  void theArrowsOfTheTemplatesStandWhereChipsAreCutOff() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("map"));
    auto* palette = window.findChild<MapPage*>()->findChild<TemplatePalette*>();
    WorkloadTemplate more;
    for (const char* name : {"larger-inference", "larger-training", "notebook-of-a-team"}) {
      more.name = name;
      palette->add(more);
    }
    const auto* scroll = palette->findChild<QScrollArea*>();
    const auto* add = palette->findChild<QAbstractButton*>(QStringLiteral("addTemplate"));
    int cut = 0;
    for (int width = 1600; width >= 1024; width -= 36) {
      // The pane that opens takes the room.
      window.resize(width, 800);
      emit window.findChild<NodePane*>()->closeRequested();
      QTest::qWait(20);
      window.showPage(QStringLiteral("map"), QStringLiteral("node-a/0"));
      QTest::qWait(20);
      const auto arrows = [palette] {
        auto buttons = palette->findChildren<ActionButton*>();
        buttons.removeIf([](const ActionButton* one) {
          return !one->isVisible() || !one->toolTip().startsWith(QStringLiteral("Templates further"));
        });
        return buttons;
      };
      const auto isCut = [scroll] { return scroll->horizontalScrollBar()->maximum() > 0; };
      QTRY_VERIFY(!isCut() || arrows().size() == 2);
      if (!isCut()) continue;
      ++cut;
      QTest::qWait(20);
      for (const ActionButton* arrow : arrows()) {
        QTRY_VERIFY2(arrow->width() >= arrow->sizeHint().width(), qPrintable(QString::number(width)));
        QTRY_VERIFY(arrow->geometry().right() < add->geometry().left());
        QTRY_VERIFY(arrow->geometry().left() > scroll->geometry().right());
      }
    }
    QVERIFY2(cut > 0, qPrintable(QStringLiteral("%1 templates, %2 of %3 px")
                                     .arg(palette->templates().size())
                                     .arg(scroll->width())
                                     .arg(scroll->widget()->width())));
  }

  void nothingIsLeftUntranslated() {
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    ClusterView& window = opened();
    // Words of the cluster, of Kubernetes and of formats stand as they are.
    static const QRegularExpression kData(
        QStringLiteral("ack\\.node\\.gpu\\.[a-z]+|main: "
                       "image|infer-small|node-[a-z]|team-[a-z]|\\bone\\b|\\btwo\\b|\\bthree\\b|\\bfour\\b|\\bwaits\\b|"
                       "scripted|tester|127\\.0\\.0\\.1|Cardinal|cgpu|core_mem|exclusive|^Deployment$|^main$|key=value|"
                       "NoSchedule|binpack|spread|GiB|MiB|YAML|CSV|JSON|"
                       "[a-z0-9.-]+\\.com/[a-z.-]+|kubernetes\\.io/"
                       "\\S+|Ctrl|Shift|Alt|Esc|F[0-9]+|EN|Inter|Noto|px|\\bn/a\\b|[a-z]+:[a-z0-9<>=!-]+"));
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z]{3,}"));
    QStringList left;
    for (const QString& page : kPages) {
      window.showPage(page);
      settleLayouts();
      for (const QString& text : WindowFixture::visibleTexts(window).split(u'\n')) {
        if (text.contains(QChar(0x27E6)) || text.contains(QChar(0x27E7))) continue;
        QString rest = text;
        rest.remove(kData);
        if (rest.contains(kWord)) left << page + QStringLiteral(": ") + text;
      }
    }
    QCoreApplication::removeTranslator(&brackets);
    left.removeDuplicates();
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u'\n')));
  }

  void cellsHaveNamesForAssistiveTechnology() {
    ClusterView& window = opened();
    HeatmapView* view = window.findChild<MapPage*>()->view();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Home);
    for (int step = 0; step < 4 && !view->focusedCard(); ++step)
      QTest::keyClick(view, step % 2 == 0 ? Qt::Key_Right : Qt::Key_Down);
    QVERIFY(view->focusedCard().has_value());
    settleLayouts();
    QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(view);
    QVERIFY(heard);
    QVERIFY(!heard->text(QAccessible::Name).isEmpty());
    const QString sentence = view->focusSentence();
    QVERIFY2(sentence.contains(QStringLiteral("node-")), qPrintable(sentence));
    const QString said =
        heard->text(QAccessible::Name) + heard->text(QAccessible::Value) + heard->text(QAccessible::Description);
    QVERIFY2(said.contains(sentence), qPrintable(said));
  }

  void everyControlHasAName() {
    ClusterView& window = opened();
    QStringList nameless;
    for (const QString& page : kPages) {
      window.showPage(page);
      settleLayouts();
      for (QWidget* widget : window.findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                             qobject_cast<QComboBox*>(widget);
        if (!control || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
        const QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(widget);
        if (!heard || heard->text(QAccessible::Name).trimmed().isEmpty())
          nameless << page + QStringLiteral(": ") + nameOf(*widget);
      }
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
  }
};

QTEST_MAIN(tst_fit)
#include "tst_fit.moc"
