// SPDX-License-Identifier: Apache-2.0
// Walks through the eight jobs of an operator at the window of the program itself, with the pointer and the keys of the
// X server (xdotool). A plugin that Qt loads into the unchanged `cardinal` (QT_QPA_GENERIC_PLUGINS): it looks at
// widgets by their class, name and text, and changes nothing in the program. tests/cli/cluster/walk_test.py starts it.
// Variables: CARDINAL_WALK_SOURCE (demo or kubeconfig), CARDINAL_WALK_NODE, which is drained and switched to
// CARDINAL_WALK_TARGET, and CARDINAL_WALK_FOLDER, which takes the export and a picture of every step. Prints one line a
// step.
#include <QtCore/qtestsupport_core.h>
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QGenericPlugin>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QProcess>
#include <QTableView>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

namespace {

constexpr int kTimeout = 60'000;

/// Something did not come; what() says what.
struct Missed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void see(const std::function<bool()>& holds, const char* what) {
  if (!QTest::qWaitFor(holds, kTimeout)) throw Missed(what);
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

/// The classes of the program are known by their names alone.
bool isA(const QObject& object, const char* name) {
  return object.inherits(QByteArray("cardinal::ui::").append(name).constData());
}

QString translated(const char* context, const char* text, const char* about = nullptr) {
  return QCoreApplication::translate(QByteArray("cardinal::ui::").append(context).constData(), text, about);
}

/// Every text that stands in a widget now.
QString textsIn(const QWidget& root) {
  QStringList texts;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    texts << widget->accessibleName();
  }
  texts.removeAll(QString());
  return texts.join(u'\n');
}

class Walk {
 public:
  Walk(bool demo, QString folder, QString node, QString target)
      : m_demo(demo), m_folder(std::move(folder)), m_node(std::move(node)), m_target(std::move(target)) {}

  void all() {
    begin();
    job(1, "which cards are full, idle or wasted", [this] { lookAround(); });
    job(2, "where is free memory, and who holds this card", [this] { findRoom(); });
    job(3, "why is this pod pending", [this] { askWhy(); });
    unlock();
    job(4, "place a workload and know where it lands", [this] { place(); });
    job(5, "take a node out", [this] { drain(); });
    job(6, "change a node's mode", [this] { switchMode(); });
    job(7, "what if there were more nodes", [this] { askWhatIf(); });
    job(8, "a picture to hand on", [this] { exportMap(); });
    Hand::keys("ctrl+q");  // the program ends by itself
  }

 private:
  /// A kubeconfig that was never used is asked about before anything is sent.
  void begin() {
    see([this] { return (m_window = topLevel("ConsoleWindow")) != nullptr && m_window->isVisible(); }, "the window");
    if (!m_demo) {
      QWidget* question = shown("AccessDialog");
      see([question] { return question->isActiveWindow(); }, "the question about access");
      picture("access");
      Hand::click(primaryOf(*question));
      gone("AccessDialog");
    }
    see([this] { return m_window->isActiveWindow(); }, "the window in front");
    Hand::run(QStringLiteral("xdotool"), {QStringLiteral("getactivewindow"), QStringLiteral("windowsize"),
                                          QStringLiteral("1280"), QStringLiteral("800")});
    see([this] { return m_window->size() == QSize(1280, 800); }, "a window of 1280x800");
  }
  static QWidget* topLevel(const char* name) {
    for (QWidget* one : QApplication::topLevelWidgets()) {
      if (isA(*one, name)) return one;
    }
    return nullptr;
  }

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
    const QRect at = m_window->geometry();
    Hand::run(QStringLiteral("import"),
              {QStringLiteral("-window"), QStringLiteral("root"), QStringLiteral("-crop"),
               QStringLiteral("%1x%2+%3+%4").arg(at.width()).arg(at.height()).arg(at.x()).arg(at.y()), path});
  }

  /// The visible widget of that class, in whatever window of the program.
  static QWidget* visible(const char* name) {
    for (QWidget* one : QApplication::allWidgets()) {
      if (isA(*one, name) && one->isVisible()) return one;
    }
    return nullptr;
  }
  static QWidget* shown(const char* name) {
    QWidget* found = nullptr;
    see([&] { return (found = visible(name)) != nullptr; }, name);
    return found;
  }
  static void gone(const char* name) {
    see([name] { return visible(name) == nullptr; }, (std::string("an end of ") + name).c_str());
  }
  static QAbstractButton* button(const char* name) {
    QAbstractButton* found = nullptr;
    see(
        [&] {
          for (QWidget* one : QApplication::allWidgets()) {
            if (one->isVisible() && one->objectName() == QLatin1String(name))
              found = qobject_cast<QAbstractButton*>(one);
          }
          return found != nullptr;
        },
        name);
    return found;
  }
  /// The act that a dialog offers stands last.
  static QAbstractButton& primaryOf(const QWidget& dialog) {
    QAbstractButton* last = nullptr;
    for (QAbstractButton* one : dialog.findChildren<QAbstractButton*>()) {
      if (!isA(*one, "ActionButton") || !one->isVisible()) continue;
      if (last == nullptr || one->mapToGlobal(QPoint()).x() >= last->mapToGlobal(QPoint()).x()) last = one;
    }
    if (last == nullptr) throw Missed("an act in the dialog");
    return *last;
  }
  static QMenu* menu() {
    QMenu* open = nullptr;
    see([&open] { return (open = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }, "the menu");
    return open;
  }

  /// Everything is reached by name from the palette.
  void go(const QString& words) {
    // The window manager gives the keys back some time after a dialog has gone.
    see([this] { return m_window->isActiveWindow(); }, "the window in front");
    Hand::keys("ctrl+k");
    // Another field may have the focus until then.
    QLineEdit* field = nullptr;
    see(
        [&field] {
          const QWidget* open = visible("CommandPalette");
          field = open != nullptr && open->isActiveWindow() ? open->findChild<QLineEdit*>() : nullptr;
          return field != nullptr && field->hasFocus();
        },
        "the palette");
    Hand::type(words);
    see([field, words] { return field->text() == words; }, "what was typed in the palette");
    Hand::keys("Return");
    see([this] { return visible("CommandPalette") == nullptr && m_window->isActiveWindow(); },
        "the window in front again");
  }
  void goToMap() {
    go(QStringLiteral("> map"));
    shown("MapPage");
  }
  static QWidget& ground() {
    auto* map = qobject_cast<QAbstractScrollArea*>(shown("HeatmapView"));
    if (map == nullptr) throw Missed("a map that scrolls");
    return *map->viewport();
  }

  void unlock() {
    if (m_demo) return;  // nothing of it is anybody's
    see([this] { return m_window->isActiveWindow(); }, "the window in front");
    Hand::keys("ctrl+shift+r");
    Hand::click(primaryOf(*shown("LockDialog")));
    gone("LockDialog");
  }

  void lookAround() {
    shown("HeatmapView");
    picture("map");
    go(QStringLiteral("> waste"));
    shown("WastePage");
    picture("waste");
  }

  /// A filter leaves fewer nodes; without it they are all there again.
  void findRoom() {
    go(QStringLiteral("> nodes"));
    auto* table = qobject_cast<QTableView*>(shown("NodesPage")->findChild<QTableView*>());
    if (table == nullptr) throw Missed("the table of nodes");
    see([table] { return table->model()->rowCount() > 1; }, "all nodes");
    const int all = table->model()->rowCount();
    const QString most = QStringLiteral("free>=9999");
    Hand::keys("slash");
    Hand::type(most);
    see([table, all] { return table->model()->rowCount() < all; }, "fewer nodes by the filter");
    picture("filtered");
    Hand::keys("ctrl+a");
    Hand::keys("Delete");
    Hand::keys("Escape");
    see([table, all] { return table->model()->rowCount() >= all; }, "all nodes again");
    goToMap();
    selectSomeCard();
    picture("card");
    Hand::keys("Escape");
  }
  static void selectSomeCard() {
    QWidget& map = ground();
    for (int y = 44; y < map.height(); y += 10) {
      Hand::click(map, QPoint(24, y));
      if (QTest::qWaitFor([] { return visible("CardPane") != nullptr; }, 300)) return;
    }
    throw Missed("a card under the pointer");
  }

  void askWhy() {
    go(QStringLiteral("> pending"));
    QWidget* page = shown("PendingPage");
    see([page] { return page->findChild<QListView*>() && page->findChild<QListView*>()->model()->rowCount() > 0; },
        "a pending pod");
    auto* list = page->findChild<QListView*>();
    Hand::click(*list->viewport(), list->visualRect(list->model()->index(0, 0)).center());
    see([page] { return textsIn(*page).contains(translated("PendingDetails", "Reasons")); }, "the reasons");
    picture("reasons");
  }

  /// The leftmost: others may be scrolled away.
  static const QWidget* firstTemplate() {
    const QWidget* first = shown("TemplateChip");
    for (const QWidget* one : shown("MapPage")->findChildren<QWidget*>()) {
      const bool isLeft = one->mapToGlobal(QPoint()).x() < first->mapToGlobal(QPoint()).x();
      if (isA(*one, "TemplateChip") && one->isVisible() && isLeft) first = one;
    }
    return first;
  }
  void place() {
    goToMap();
    const QWidget* chip = firstTemplate();
    Hand::drag(chip->mapToGlobal(chip->rect().center()), ground().mapToGlobal(QPoint(200, 160)));
    QAbstractButton* submit = button("previewSubmit");
    see([submit] { return submit->isEnabled(); }, "a fresh preview");
    picture("preview");
    Hand::click(*submit);
    const QWidget* dialog = shown("SubmitDialog");
    see([dialog] { return primaryOf(*dialog).isEnabled(); }, "the server's dry run");
    picture("submit");
    Hand::click(primaryOf(*dialog));
    const QWidget* outcome = shown("OutcomePane");
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

  QWidget* nodePage() {
    QWidget* page = shown("NodePage");
    see([page, this] { return textsIn(*page).contains(m_node); }, "the node's page");
    return page;
  }
  void manage(const char* action) {
    go(QStringLiteral("no ") + m_node);
    const QWidget* page = nodePage();
    Hand::click(*button("nodeActions"));
    QMenu* const open = menu();
    Hand::click(*open, open->actionGeometry(page->findChild<QAction*>(QString::fromLatin1(action))).center());
  }
  /// The node's menu offers what its state allows.
  bool isCordoned() {
    const auto* open = nodePage()->findChild<QAction*>(QStringLiteral("nodeUncordon"));
    return open != nullptr && open->isVisible();
  }

  static void tick(const QWidget& dialog, const char* name) {
    auto* box = dialog.findChild<QAbstractButton*>(QString::fromLatin1(name));
    if (box != nullptr && box->isVisible() && box->isEnabled() && !box->isChecked())
      Hand::click(*box, QPoint(10, box->height() / 2));
  }
  /// Allows what the plan asks for, and types the name where it is wanted, until the plan can be started.
  void agree(const QWidget& dialog, const QAbstractButton& start) {
    const QDeadlineTimer until(kTimeout);
    while (!start.isEnabled()) {
      if (until.hasExpired()) throw Missed("a plan that can be started");
      for (const char* name : {"evictLocalData", "evictBare"}) tick(dialog, name);
      auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("planName"));
      if (name != nullptr && name->isVisible() && name->text().isEmpty()) {
        Hand::click(*name);
        Hand::type(m_node);
        see([name, this] { return name->text() == m_node; }, "the name in its field");
      }
      QTest::qWait(200);
    }
  }
  void runPlan() {
    const QWidget* dialog = shown("PlanDialog");
    QAbstractButton* start = button("planStart");
    agree(*dialog, *start);
    picture("plan");
    Hand::click(*start);
    const auto* stop = dialog->findChild<QAbstractButton*>(QStringLiteral("planStop"));
    see([start, stop] { return !start->isVisible() && !stop->isVisible(); }, "the plan's end");
    picture("done");
    Hand::keys("Escape");
    gone("PlanDialog");
  }

  void drain() {
    manage("nodeDrain");
    runPlan();
    see([this] { return isCordoned(); }, "a cordoned node");
    manage("nodeUncordon");
    shown("CordonBar");
    picture("uncordon");
    see([this] { return !isCordoned(); }, "a node that is schedulable again");
    gone("CordonBar");
  }

  void switchMode() {
    manage("nodeMode");
    Hand::click(*button(qPrintable(QStringLiteral("mode-") + m_target)));
    runPlan();
    see([this] { return textsIn(*nodePage()).contains(m_target, Qt::CaseInsensitive); }, "the node in its new mode");
    picture("switched");
  }

  void askWhatIf() {
    go(QStringLiteral("> what-if"));
    const QWidget* page = shown("WhatIfPage");
    const QString words = translated("WhatIfPage", "Add step");
    QAbstractButton* add = nullptr;
    for (QAbstractButton* one : page->findChildren<QAbstractButton*>())
      add = one->isVisible() && one->text() == words ? one : add;
    if (add == nullptr) throw Missed("the act of adding a step");
    Hand::click(*add);
    QMenu* const open = menu();
    Hand::click(*open, open->actionGeometry(open->actions().first()).center());
    const QWidget* dialog = shown("StepDialog");
    auto* like = dialog->findChild<QComboBox*>();
    Hand::click(*like);
    Hand::type(m_node);
    see([like, this] { return like->currentText() == m_node; }, "the node's name in the step");
    Hand::keys("Tab");
    see([dialog] { return primaryOf(*dialog).isEnabled(); }, "a step that can be taken");
    picture("step");
    Hand::click(primaryOf(*dialog));
    gone("StepDialog");
    const QString after = translated("WhatIfPage", "After %1", "scenario A or B").arg(QStringLiteral("A"));
    see(
        [page, after] {
          const auto tables = page->findChildren<QTableView*>();
          return textsIn(*page).contains(after) ||
                 std::any_of(tables.begin(), tables.end(), [&](const QTableView* one) {
                   for (int i = 0; one->model() != nullptr && i < one->model()->columnCount(); ++i) {
                     if (one->model()->headerData(i, Qt::Horizontal).toString().contains(after)) return true;
                   }
                   return false;
                 });
        },
        "the figures after the step");
    picture("answer");
  }

  void exportMap() {
    goToMap();
    Hand::keys("ctrl+shift+e");
    const QWidget* dialog = shown("ExportDialog");
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
    Hand::keys("Escape");
    gone("ExportDialog");
    see([this] { return m_window->isActiveWindow(); }, "the window in front");
  }

  bool m_demo;
  QString m_folder;
  QString m_node;
  QString m_target;
  QWidget* m_window = nullptr;
  int m_job = 0;
  int m_step = 0;
};

void walk() {
  const auto given = [](const char* name) { return qEnvironmentVariable(name); };
  try {
    Walk(given("CARDINAL_WALK_SOURCE") == u"demo", given("CARDINAL_WALK_FOLDER"), given("CARDINAL_WALK_NODE"),
         given("CARDINAL_WALK_TARGET"))
        .all();
  } catch (const Missed& missed) {
    std::printf("%s\n", missed.what());
    std::fflush(stdout);
    std::_Exit(1);
  }
}

}  // namespace

class WalkPlugin final : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "walker.json")
 public:
  QObject* create(const QString& /*name*/, const QString& /*specification*/) override {
    auto* made = new QObject;
    QTimer::singleShot(0, made, [] { walk(); });
    return made;
  }
};

#include "walker.moc"
