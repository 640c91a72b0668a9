// SPDX-License-Identifier: Apache-2.0
// Walks through the eight jobs of an operator in a real window, with the pointer and the keys of the X server
// (xdotool). Usage: walker demo|KUBECONFIG LANGUAGE FOLDER NODE TARGET    tests/cli/walk_test.py plays the rest NODE is
// drained and switched to TARGET. FOLDER takes the journal, the export and a picture of every step. Prints one line a
// step.
#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QProcess>
#include <QTableView>
#include <QWindow>
#include <QtTest>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <utility>

#include "core/service/open_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/write_lock.h"
#include "ui/pages/details/card_pane.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/export/export_dialog.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/plans/cordon_bar.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/shell/dialogs/lock_dialog.h"
#include "ui/pages/shell/palette/command_palette.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/pages/templates/template_chip.h"
#include "ui/pages/use/waste_page.h"
#include "ui/pages/whatif/step_dialog.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/map/heatmap_view.h"

namespace {

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

constexpr int kPatience = 60'000;

/// Something did not come; what() says what.
struct Missed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void see(const std::function<bool()>& holds, const char* what) {
  if (!QTest::qWaitFor(holds, kPatience)) throw Missed(what);
}

/// The pointer and the keyboard of the display.
class Hand {
 public:
  static void run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    const std::string name = program.toStdString();
    see([&process] { return process.state() == QProcess::NotRunning; }, ("an end of " + name).c_str());
    if (process.error() == QProcess::FailedToStart)
      throw Missed(name + " did not start: is its package of scripts/packages.txt installed?");
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
      throw Missed(name + ": " + process.readAllStandardError().toStdString());
  }
  static void moveTo(const QPoint& at) {
    run(QStringLiteral("xdotool"), {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())});
  }
  static void button(const char* act, int which = 1) {
    run(QStringLiteral("xdotool"), {QString::fromLatin1(act), QString::number(which)});
  }
  /// In one command: a drag has a loop of its own, which ends with the button's release.
  static void drag(const QPoint& from, const QPoint& to) {
    QStringList acts;
    const auto move = [&acts](const QPoint& at) {
      acts << QStringLiteral("mousemove") << QString::number(at.x()) << QString::number(at.y())
           << QStringLiteral("sleep") << QStringLiteral("0.1");
    };
    move(from);
    acts << QStringLiteral("mousedown") << QStringLiteral("1");
    constexpr int kSteps = 8;
    for (int step = 1; step <= kSteps; ++step) move(from + (to - from) * step / kSteps);
    acts << QStringLiteral("sleep") << QStringLiteral("0.5") << QStringLiteral("mouseup") << QStringLiteral("1");
    run(QStringLiteral("xdotool"), acts);
  }
  /// The window manager places a new window a moment after it is shown: its place counts once it stands still.
  static QPoint placeOf(const QWidget& widget, const QPoint& at) {
    QPoint last;
    see(
        [&] {
          const QWindow* window = widget.window()->windowHandle();
          const QPoint before = std::exchange(last, widget.mapToGlobal(at));
          return window != nullptr && window->isExposed() && before == last;
        },
        "a window that stands still");
    return last;
  }
  static void click(const QWidget& widget, const QPoint& at) {
    moveTo(placeOf(widget, at));
    button("click");
  }
  static void click(const QWidget& widget) {
    see([&widget] { return widget.isVisible() && widget.isEnabled(); }, "a control that can be clicked");
    click(widget, widget.rect().center());
  }
  static void keys(const char* keys) {
    run(QStringLiteral("xdotool"), {QStringLiteral("key"), QString::fromLatin1(keys)});
  }
  static void type(const QString& text) {
    run(QStringLiteral("xdotool"), {QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("4"), text});
  }
};

class Walk {
 public:
  Walk(const QStringList& arguments, Theme& theme, Language& language)
      : m_folder(arguments[2]),
        m_node(arguments[3]),
        m_target(arguments[4]),
        m_bridge(m_clock),
        m_window(theme, language, m_bridge, WindowSettings()) {
    m_window.setJournalFolder(m_folder.toStdString());
    SourceChoice choice;
    choice.demo = arguments[0] == u"demo";
    choice.demoSeed = 11;
    if (!choice.demo) choice.kubeconfig = arguments[0].toStdString();
    auto source = openSource(choice, m_clock);
    if (!source) throw Missed("a cluster");
    m_bridge.open(std::move(*source));
    m_window.resize(1280, 800);
    m_window.show();
    see(
        [this] {
          return m_window.isActiveWindow() && m_bridge.isFresh() &&
                 m_bridge.snapshot()->findNode(m_node.toStdString()).has_value();
        },
        "a connected window");
  }

  void all() {
    m_map = m_window.findChild<MapPage*>();
    job(1, "which cards are full, idle or wasted", [this] { lookAround(); });
    job(2, "where is free memory, and who holds this card", [this] { findRoom(); });
    job(3, "why is this pod pending", [this] { askWhy(); });
    unlock();
    job(4, "place a workload and know where it lands", [this] { place(); });
    job(5, "take a node out", [this] { drain(); });
    job(6, "change a node's mode", [this] { switchMode(); });
    job(7, "what if there were more nodes", [this] { askWhatIf(); });
    job(8, "a picture to hand on", [this] { exportMap(); });
  }

 private:
  void job(int number, const char* what, const std::function<void()>& act) {
    m_job = number;
    m_step = 0;
    try {
      act();
    } catch (const Missed& missed) {
      picture("missed");
      throw Missed("job " + std::to_string(number) + ", " + what + ": missed " + missed.what());
    }
    std::printf("job %d: %s\n", number, what);
    std::fflush(stdout);
  }
  void picture(const char* name) {
    QTest::qWait(150);
    const QString path =
        QStringLiteral("%1/%2-%3-%4.png").arg(m_folder).arg(m_job).arg(++m_step).arg(QString::fromLatin1(name));
    Hand::run(
        QStringLiteral("import"),
        {QStringLiteral("-window"), QStringLiteral("root"), QStringLiteral("-crop"),
         QStringLiteral("%1x%2+%3+%4").arg(m_window.width()).arg(m_window.height()).arg(m_window.x()).arg(m_window.y()),
         path});
  }
  template <typename T>
  T* shown(const char* name = nullptr) {
    T* found = nullptr;
    see(
        [this, name, &found] {
          for (T* one : m_window.findChildren<T*>(name == nullptr ? QString() : QString::fromLatin1(name))) {
            if (one->isVisible()) found = one;
          }
          return found != nullptr;
        },
        name == nullptr ? T::staticMetaObject.className() : name);
    return found;
  }
  /// The act that a dialog offers stands last.
  static ActionButton& primaryOf(const QWidget& dialog) {
    ActionButton* last = nullptr;
    for (ActionButton* one : dialog.findChildren<ActionButton*>()) {
      if (one->isVisible() && (last == nullptr || one->mapToGlobal(QPoint()).x() >= last->mapToGlobal(QPoint()).x()))
        last = one;
    }
    if (last == nullptr) throw Missed("an act in the dialog");
    return *last;
  }
  template <typename T>
  void gone(const char* what) {
    see(
        [this] {
          for (T* one : m_window.findChildren<T*>()) {
            if (one->isVisible()) return false;
          }
          return true;
        },
        what);
  }

  /// Everything is reached by name from the palette.
  void go(const QString& words) {
    // The window manager gives the keys back some time after a dialog has gone.
    see([this] { return m_window.isActiveWindow(); }, "the window in front");
    Hand::keys("ctrl+k");
    // Another field may have the focus until then.
    QLineEdit* field = nullptr;
    see(
        [this, &field] {
          const CommandPalette* open = palette();
          field = open != nullptr && open->isActiveWindow() ? open->field() : nullptr;
          return field != nullptr && field->hasFocus();
        },
        "the palette");
    Hand::type(words);
    see([field, words] { return field->text() == words; }, "what was typed in the palette");
    Hand::keys("Return");
    see([this] { return palette() == nullptr && m_window.isActiveWindow(); }, "the window in front again");
  }
  const CommandPalette* palette() const {
    for (const CommandPalette* one : m_window.findChildren<CommandPalette*>()) {
      if (one->isVisible()) return one;
    }
    return nullptr;
  }
  void goToMap() {
    go(QStringLiteral("> map"));
    shown<MapPage>();
  }

  void unlock() {
    if (!m_bridge.writeLock().isLocked()) return;
    Hand::keys("ctrl+shift+r");
    Hand::click(primaryOf(*shown<LockDialog>()));
    see([this] { return !m_bridge.writeLock().isLocked(); }, "an unlocked context");
  }

  void lookAround() {
    see([this] { return m_map->view()->isVisible(); }, "the map");
    picture("map");
    go(QStringLiteral("> waste"));
    shown<WastePage>();
    picture("waste");
  }

  void findRoom() {
    goToMap();
    Hand::keys("slash");
    Hand::type(QStringLiteral("free>=2"));
    picture("filtered");
    Hand::keys("ctrl+a");
    Hand::keys("Delete");
    Hand::keys("Escape");
    selectSomeCard();
    shown<CardPane>();
    picture("card");
    Hand::keys("Escape");
  }
  void selectSomeCard() {
    const HeatmapView& view = *m_map->view();
    for (int y = 44; y < view.viewport()->height(); y += 10) {
      Hand::click(*view.viewport(), QPoint(24, y));
      if (QTest::qWaitFor([&view] { return view.selection().size() == 1; }, 150)) return;
    }
    throw Missed("a card under the pointer");
  }

  void askWhy() {
    go(QStringLiteral("> pending"));
    auto* page = shown<PendingPage>();
    see([page] { return page->findChild<QListView*>() && page->findChild<QListView*>()->model()->rowCount() > 0; },
        "a pending pod");
    auto* list = page->findChild<QListView*>();
    Hand::click(*list->viewport(), list->visualRect(list->model()->index(0, 0)).center());
    see(
        [page] {
          return WindowFixture::visibleTexts(*page).contains(
              QCoreApplication::translate("cardinal::ui::PendingView", "Reasons"));
        },
        "the reasons");
    picture("reasons");
  }

  void place() {
    goToMap();
    auto* chip = m_map->findChild<TemplateChip*>();
    const QPoint from = chip->mapToGlobal(chip->rect().center());
    const QWidget& ground = *m_map->view()->viewport();
    Hand::drag(from, ground.mapToGlobal(QPoint(200, 160)));
    auto* pane = shown<PreviewPane>();
    auto* submit = pane->findChild<ActionButton*>(QStringLiteral("previewSubmit"));
    if (submit == nullptr) throw Missed("the act of submitting");
    see([submit] { return submit->isEnabled(); }, "a fresh preview");
    picture("preview");
    Hand::click(*submit);
    auto* dialog = shown<SubmitDialog>();
    see([dialog] { return primaryOf(*dialog).isEnabled(); }, "the server's dry run");
    picture("submit");
    Hand::click(primaryOf(*dialog));
    auto* outcome = shown<OutcomePane>();
    see(
        [outcome] {
          const auto tables = outcome->findChildren<QTableView*>();
          if (tables.isEmpty() || tables.first()->model()->rowCount() == 0) return false;
          const QString actual = tables.first()->model()->index(0, 1).data().toString();
          return !actual.isEmpty() && actual != QString(u'–');
        },
        "the actual place beside the predicted one");
    picture("placed");
    Hand::keys("Escape");
  }

  void manage(const char* action) {
    go(QStringLiteral("no ") + m_node);
    auto* page = shown<NodePage>();
    see([page, this] { return page->nodeName() == m_node; }, "the node's page");
    Hand::click(*shown<QAbstractButton>("nodeActions"));
    auto* entry = page->findChild<QAction*>(QString::fromLatin1(action));
    QMenu* menu = nullptr;
    see([&menu] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }, "the menu");
    Hand::click(*menu, menu->actionGeometry(entry).center());
  }
  bool isCordoned() const {
    const auto index = m_bridge.snapshot()->findNode(m_node.toStdString());
    return index && m_bridge.snapshot()->node(*index).unschedulable();
  }
  void runPlan() {
    auto* dialog = shown<PlanDialog>();
    see([dialog] { return !dialog->isLooking(); }, "the plan");
    for (const char* name : {"evictLocalData", "evictBare"}) {
      auto* box = dialog->findChild<QAbstractButton*>(QString::fromLatin1(name));
      if (box != nullptr && box->isVisible() && !box->isChecked()) Hand::click(*box, QPoint(10, box->height() / 2));
    }
    see([dialog] { return !dialog->isLooking(); }, "the plan");
    picture("plan");
    if (auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("planName")); name != nullptr && name->isVisible()) {
      Hand::click(*name);
      Hand::type(m_node);
    }
    auto* start = dialog->findChild<QAbstractButton*>(QStringLiteral("planStart"));
    see([start] { return start->isEnabled(); }, "a plan that can be started");
    Hand::click(*start);
    see([start, dialog] { return !start->isVisible() && !dialog->isRunning(); }, "the plan's end");
    picture("done");
    Hand::keys("Escape");
    gone<PlanDialog>("a closed dialog");
  }

  void drain() {
    manage("nodeDrain");
    runPlan();
    see([this] { return isCordoned(); }, "a cordoned node");
    manage("nodeUncordon");
    auto* bar = shown<CordonBar>();
    see([bar] { return !bar->isLooking(); }, "the dry run");
    picture("uncordon");
    see([this] { return !isCordoned(); }, "an open node");
    gone<CordonBar>("a bar that is gone");
  }

  void switchMode() {
    manage("nodeMode");
    Hand::click(*shown<QAbstractButton>(qPrintable(QStringLiteral("mode-") + m_target)));
    runPlan();
    see(
        [this] {
          const auto index = m_bridge.snapshot()->findNode(m_node.toStdString());
          return index && QString::fromLatin1(toString(m_bridge.snapshot()->node(*index).gpu.mode)) == m_target;
        },
        "the node in its new mode");
    picture("switched");
  }

  void askWhatIf() {
    go(QStringLiteral("> what-if"));
    auto* page = shown<WhatIfPage>();
    const QString words = QCoreApplication::translate("cardinal::ui::WhatIfPage", "Add step");
    ActionButton* add = nullptr;
    for (ActionButton* one : page->findChildren<ActionButton*>())
      add = one->isVisible() && one->text() == words ? one : add;
    if (add == nullptr) throw Missed("the act of adding a step");
    Hand::click(*add);
    QMenu* menu = nullptr;
    see([&menu] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }, "the menu");
    Hand::click(*menu, menu->actionGeometry(menu->actions().first()).center());
    auto* dialog = shown<StepDialog>();
    auto* like = dialog->findChild<QComboBox*>();
    Hand::click(*like);
    Hand::type(m_node);
    see([like, this] { return like->currentText() == m_node; }, "the node's name in the step");
    Hand::keys("Tab");
    see([dialog] { return primaryOf(*dialog).isEnabled(); }, "a step that can be taken");
    picture("step");
    Hand::click(primaryOf(*dialog));
    gone<StepDialog>("a closed dialog");
    const QString after =
        QCoreApplication::translate("cardinal::ui::WhatIfPage", "After %1", "scenario A or B").arg(QStringLiteral("A"));
    see([page, after] { return WindowFixture::visibleTexts(*page).contains(after); }, "the figures after the step");
    picture("answer");
  }

  void exportMap() {
    goToMap();
    Hand::keys("ctrl+shift+e");
    auto* dialog = shown<ExportDialog>();
    picture("export");
    Hand::click(primaryOf(*dialog));
    QLineEdit* name = nullptr;
    see(
        [&name] {
          return (name = qobject_cast<QLineEdit*>(QApplication::focusWidget())) != nullptr &&
                 QApplication::activeModalWidget() != nullptr;
        },
        "the question where to");
    const QString path = m_folder + QStringLiteral("/handed-on.png");
    Hand::keys("ctrl+a");
    Hand::type(path);
    Hand::keys("Return");
    see([path] { return QFileInfo(path).size() > 1000; }, "the file");
    picture("exported");
  }

  QString m_folder;
  QString m_node;
  QString m_target;
  SystemClock m_clock;
  SnapshotBridge m_bridge;
  ClusterView m_window;
  MapPage* m_map = nullptr;
  int m_job = 0;
  int m_step = 0;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments().mid(1);
  if (arguments.size() != 5) return 2;
  Theme theme(ThemeKind::Dark);
  theme.applyTo(application);
  Language language(application);
  if (!language.setCode(arguments[1])) return 2;
  try {
    Walk(arguments, theme, language).all();
  } catch (const Missed& missed) {
    std::printf("%s\n", missed.what());
    return 1;
  }
  return 0;
}
