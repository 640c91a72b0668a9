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

#include "ui/pages/details/node_pane.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/template_palette.h"
#include "ui/pages/shell/command_set.h"
#include "ui/pages/shell/keys_dialog.h"
#include "ui/pages/shell/preferences_dialog.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/segmented_control.h"
#include "window_fixture.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

namespace {

const QStringList kPages = {QStringLiteral("map"),  QStringLiteral("nodes"),   QStringLiteral("node"),    QStringLiteral("cards"), QStringLiteral("card"), QStringLiteral("workloads"),
                            QStringLiteral("pod"),  QStringLiteral("pending"), QStringLiteral("preview"), QStringLiteral("waste"), QStringLiteral("snapshots"), QStringLiteral("workload"),
                            QStringLiteral("whatif"), QStringLiteral("charts"), QStringLiteral("watches"), QStringLiteral("ledger"), QStringLiteral("activity"), QStringLiteral("allocation")};

/// A language in which every translated sentence stands in brackets.
class Brackets : public QTranslator {
 public:
  QString translate(const char* /*context*/, const char* source, const char* /*note*/, int /*n*/) const override {
    return QChar(0x27E6) + QString::fromUtf8(source) + QChar(0x27E7);
  }
  bool isEmpty() const override { return false; }
};

QString nameOf(const QWidget& widget) {
  QStringList chain;
  for (const QWidget* at = &widget; at && chain.size() < 4; at = at->parentWidget()) chain.prepend(QString::fromLatin1(at->metaObject()->className()).section(u':', -1));
  return chain.join(u'/');
}

/// Elided texts say the whole in their tooltip.
bool givesWay(const QLabel& label) { return label.minimumSizeHint().width() < label.sizeHint().width() && !label.wordWrap(); }

QString labelProblem(const QLabel& label) {
  if (label.text().isEmpty() || givesWay(label)) return {};
  if (label.wordWrap()) {
    const int needed = label.heightForWidth(label.width());
    return needed > label.height() + 1 ? QStringLiteral("needs %1 px height, has %2").arg(needed).arg(label.height()) : QString();
  }
  const int needed = label.fontMetrics().horizontalAdvance(label.text());
  return needed > label.width() + 1 ? QStringLiteral("needs %1 px, has %2").arg(needed).arg(label.width()) : QString();
}

QString headerProblem(const QTableView& table) {
  const QHeaderView* header = table.horizontalHeader();
  if (!header->isVisible() || !table.model()) return {};
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    if (header->isSectionHidden(column)) continue;
    const QString text = table.model()->headerData(column, Qt::Horizontal).toString();
    const int needed = header->fontMetrics().horizontalAdvance(text) + 12;
    if (needed > header->sectionSize(column)) return QStringLiteral("head \"%1\" needs %2 px, has %3").arg(text).arg(needed).arg(header->sectionSize(column));
  }
  return {};
}

QString problemOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return labelProblem(*label);
  if (const auto* table = qobject_cast<const QTableView*>(&widget)) return headerProblem(*table);
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  const auto* box = qobject_cast<const QComboBox*>(&widget);
  const auto* segments = qobject_cast<const SegmentedControl*>(&widget);
  if (button && !button->text().isEmpty() && widget.minimumSizeHint().width() > widget.width() + 1) {
    return QStringLiteral("\"%1\" needs %2 px, has %3").arg(button->text()).arg(widget.minimumSizeHint().width()).arg(widget.width());
  }
  if (box) {
    const int needed = box->fontMetrics().horizontalAdvance(box->currentText()) + 28;
    if (needed > box->width()) return QStringLiteral("\"%1\" needs %2 px, has %3").arg(box->currentText()).arg(needed).arg(box->width());
  }
  if (segments && segments->sizeHint().width() > segments->width() + 1) return QStringLiteral("needs %1 px, has %2").arg(segments->sizeHint().width()).arg(segments->width());
  return {};
}

QStringList problemsIn(const QWidget& root) {
  QStringList problems;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const QString problem = problemOf(*widget); !problem.isEmpty()) problems << nameOf(*widget) + QStringLiteral(": ") + problem;
  }
  return problems;
}

}  // namespace

class tst_fit : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() {
    ClusterView& window = m_fixture->open();
    for (int i = 0; i < 200 && m_fixture->bridge().snapshot()->nodes.empty(); ++i) QTest::qWait(10);
    return window;
  }
  static void settle() {
    // Answers come from workers, and layouts inside layouts settle one after the other.
    for (int pass = 0; pass < 6; ++pass) {
      QTest::qWait(20);
      QCoreApplication::sendPostedEvents();
    }
  }

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
    for (const char* language : {"en", "zh_CN"}) {
      for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::Contrast}) {
        for (const int percent : {100, 200}) {
          QTest::addRow("%s %d %d %%", language, static_cast<int>(kind), percent) << QString::fromLatin1(language) << static_cast<int>(kind) << percent;
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
    window.resize(1280 * percent / 100, 800 * percent / 100);
    QStringList problems;
    for (const QString& page : kPages) {
      QVERIFY2(window.showPage(page), qPrintable(page));
      settle();
      // Something may just have appeared whose layout is to come: what is wrong then is wrong still after another moment.
      if (!problemsIn(window).isEmpty()) settle();
      for (const QString& problem : problemsIn(window)) problems << page + QStringLiteral(" ") + problem;
    }
    for (const char* dialog : {"program.keys", "program.preferences", "cluster.export"}) {
      window.findChild<CommandSet*>()->run(QString::fromLatin1(dialog));
      settle();
      auto* shown = window.findChild<QDialog*>();
      QVERIFY2(shown, dialog);
      for (const QString& problem : problemsIn(*shown)) problems << QString::fromLatin1(dialog) + u' ' + problem;
      delete shown;
    }
    problems.removeDuplicates();
    for (const QString& problem : problems) qInfo().noquote() << problem;  // a failure's message has room for a few only
    m_fixture->language().setCode(QStringLiteral("en"));
    m_fixture->theme().setTextScale(1);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

  void panesKeepTheWordsOfTheirButtons_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    for (const char* language : {"en", "zh_CN"}) {
      for (const int percent : {100, 200}) QTest::addRow("%s %d %%", language, percent) << QString::fromLatin1(language) << percent;
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
      settle();
      int buttons = 0;
      for (QWidget* foot : window.findChildren<QWidget*>(QStringLiteral("paneFooter"))) {
        if (!foot->isVisible()) continue;
        for (const auto* button : foot->findChildren<QAbstractButton*>()) {
          if (!button->isVisible() || button->text().isEmpty()) continue;
          ++buttons;
          if (const QString problem = problemOf(*button); !problem.isEmpty()) problems << QString::fromLatin1(what) + u' ' + problem;
          if (!foot->rect().contains(button->geometry())) problems << QString::fromLatin1(what) + QStringLiteral(" stands outside: ") + button->text();
        }
      }
      if (buttons == 0) problems << QString::fromLatin1(what) + QStringLiteral(" shows no button");
    };
    for (const auto& [page, select] : {std::pair("nodes", "node-a"), std::pair("card", "node-a/0"), std::pair("pod", "team-a/one"), std::pair("pod", "team-a/waits")}) {
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
      emit window.findChild<NodePane*>()->closeAsked();
      QTest::qWait(20);
      window.showPage(QStringLiteral("map"), QStringLiteral("node-a/0"));
      QTest::qWait(20);
      if (scroll->horizontalScrollBar()->maximum() == 0) continue;
      ++cut;
      const auto arrows = [palette] {
        auto buttons = palette->findChildren<ActionButton*>();
        buttons.removeIf([](const ActionButton* one) { return !one->isVisible() || !one->toolTip().startsWith(QStringLiteral("Templates further")); });
        return buttons;
      };
      QTRY_COMPARE(arrows().size(), 2);
      QTest::qWait(20);
      for (const ActionButton* arrow : arrows()) {
        QVERIFY2(arrow->width() >= arrow->sizeHint().width(), qPrintable(QString::number(width)));
        QVERIFY(arrow->geometry().right() < add->geometry().left());
        QVERIFY(arrow->geometry().left() > scroll->geometry().right());
      }
    }
    QVERIFY2(cut > 0, qPrintable(QStringLiteral("%1 templates, %2 of %3 px").arg(palette->templates().size()).arg(scroll->width()).arg(scroll->widget()->width())));
  }

  void nothingIsLeftUntranslated() {
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    ClusterView& window = opened();
    // Words of the cluster, of Kubernetes and of formats stand as they are.
    static const QRegularExpression kData(QStringLiteral(
        "ack\\.node\\.gpu\\.[a-z]+|main: image|infer-small|node-[a-z]|team-[a-z]|\\bone\\b|\\btwo\\b|\\bthree\\b|\\bfour\\b|\\bwaits\\b|scripted|tester|127\\.0\\.0\\.1|Cardinal|cgpu|core_mem|exclusive|^Deployment$|^main$|key=value|NoSchedule|binpack|spread|GiB|MiB|YAML|CSV|JSON|"
        "[a-z0-9.-]+\\.com/[a-z.-]+|kubernetes\\.io/\\S+|Ctrl|Shift|Alt|Esc|F[0-9]+|EN|Inter|Noto|px|\\bn/a\\b|[a-z]+:[a-z0-9<>=!-]+"));
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z]{3,}"));
    QStringList left;
    for (const QString& page : kPages) {
      window.showPage(page);
      settle();
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
    for (int step = 0; step < 4 && !view->focusedCard(); ++step) QTest::keyClick(view, step % 2 == 0 ? Qt::Key_Right : Qt::Key_Down);
    QVERIFY(view->focusedCard().has_value());
    settle();
    QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(view);
    QVERIFY(heard);
    QVERIFY(!heard->text(QAccessible::Name).isEmpty());
    const QString sentence = view->focusSentence();
    QVERIFY2(sentence.contains(QStringLiteral("node-")), qPrintable(sentence));
    const QString said = heard->text(QAccessible::Name) + heard->text(QAccessible::Value) + heard->text(QAccessible::Description);
    QVERIFY2(said.contains(sentence), qPrintable(said));
  }

  void everyControlHasAName() {
    ClusterView& window = opened();
    QStringList nameless;
    for (const QString& page : kPages) {
      window.showPage(page);
      settle();
      for (QWidget* widget : window.findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget);
        if (!control || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
        const QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(widget);
        if (!heard || heard->text(QAccessible::Name).trimmed().isEmpty()) nameless << page + QStringLiteral(": ") + nameOf(*widget);
      }
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
  }
};

QTEST_MAIN(tst_fit)
#include "tst_fit.moc"
