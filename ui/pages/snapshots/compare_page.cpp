// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/snapshots/compare_page.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QStackedWidget>
#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/service/snapshots/snapshot_compare.h"
#include "ui/i18n/diff_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {

namespace {

constexpr int kRowLimit = 20'000;

const QString kNodes = QStringLiteral("nodes");
const QString kCards = QStringLiteral("cards");
const QString kPods = QStringLiteral("pods");
const QString kMap = QStringLiteral("map");

CellState stateOf(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Added:
      return CellState::Ok;
    case ChangeKind::Removed:
      return CellState::Warning;
    case ChangeKind::Changed:
      break;
  }
  return CellState::Information;
}

}  // namespace

/// Rows of one kind of object, those that hold the words only.
class ComparePage::RowMaker {
 public:
  explicit RowMaker(QString words) : m_words(std::move(words)) {}

  void add(const QString& key, const QString& name, ChangeKind kind, const std::vector<DiffChange>& fields) {
    if (fields.empty()) push(key, name, kind, {}, {}, {});
    // A card that is taken whole has all its memory and compute taken: one line says it.
    const bool whole = std::any_of(fields.begin(), fields.end(),
                                   [](const DiffChange& change) { return change.field == DiffField::Held; });
    for (const DiffChange& change : fields) {
      if (whole && (change.field == DiffField::Memory || change.field == DiffField::Core)) continue;
      push(key, name, kind, diffFieldText(change), diffValueText(change.field, change.before),
           diffValueText(change.field, change.after));
    }
  }
  /// An object that is in one of the states alone, with where it is or was.
  void addAlone(const QString& key, const QString& name, ChangeKind kind, const QString& place) {
    const bool added = kind == ChangeKind::Added;
    push(key, name, kind, place.isEmpty() ? QString() : ComparePage::tr("Place"), added ? QString() : place,
         added ? place : QString());
  }
  std::vector<RowsModel::Row> take() { return std::move(m_rows); }

 private:
  void push(const QString& key, const QString& name, ChangeKind kind, const QString& what, const QString& before,
            const QString& after) {
    if (m_rows.size() >= kRowLimit) return;
    RowsModel::Cell change(changeText(kind));
    change.state = stateOf(kind);
    RowsModel::Cell object(name);
    object.strong = true;
    if (!m_words.isEmpty() && !QString(name + u' ' + change.text + u' ' + what + u' ' + before + u' ' + after)
                                   .contains(m_words, Qt::CaseInsensitive))
      return;
    m_rows.push_back({key + u'#' + what, {object, change, what, before, after}});
  }

  QString m_words;
  std::vector<RowsModel::Row> m_rows;
};

namespace {

/// Node, cards and request of every pod of a state, by its key.
std::unordered_map<std::string, QString> placesOf(const ClusterSnapshot& state, const std::set<std::string>& wanted) {
  std::unordered_map<std::string, QString> out;
  const auto note = [&](const PodRecord& pod, const NodeRecord* node) {
    const std::string key = pod.key().ns + "/" + pod.key().name;
    if (!wanted.contains(key)) return;
    QStringList parts;
    parts << (node ? plain(node->name, 120) : ComparePage::tr("not scheduled"));
    const QString cards = cardListText(pod);
    if (node && !cards.isEmpty()) parts << ComparePage::tr("card %1", "one or several cards").arg(cards);
    parts << requestText(pod.request, node ? node->gpu.unit : state.counts.commonUnit());
    out.emplace(key, parts.join(QStringLiteral(" · ")));
  };
  for (const NodePtr& node : state.nodes) {
    for (const PodPtr& pod : node->pods) note(*pod, node.get());
  }
  for (const PodPtr& pod : state.unboundPods) note(*pod, nullptr);
  return out;
}

QString fromTo(const QString& before, const QString& after) {
  return before == after ? after : before + QStringLiteral(" → ") + after;
}

}  // namespace

struct ComparePage::Places {
  std::unordered_map<std::string, QString> before;
  std::unordered_map<std::string, QString> after;
};

struct ComparePage::Answer {
  SnapshotPtr before;
  SnapshotPtr after;
  std::shared_ptr<const SnapshotDiff> diff;
};

ComparePage::ComparePage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context) {
  build();
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    if (m_asked && m_afterPath.isEmpty()) run();
  });
  ComparePage::retranslate();
}

void ComparePage::build() {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  layout->addWidget(buildTools());
  m_kpis = new KpiStrip(theme, this);
  layout->addWidget(m_kpis);
  m_stack = new QStackedWidget(this);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, this);
  m_table->setModel(m_rows);
  m_map = new HeatmapView(theme, this);
  m_state = new EmptyState(theme, this);
  for (QWidget* one : {static_cast<QWidget*>(m_state), static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_map)})
    m_stack->addWidget(one);
  layout->addWidget(m_stack, 1);
  connect(m_views, &SegmentedControl::changed, this, &ComparePage::showView);
  connect(m_filter, &FilterLine::textChanged, this, &ComparePage::fillRows);
  connect(m_table, &DataTable::keyActivated, this, &ComparePage::open);
  connect(m_state, &EmptyState::actionTriggered, this, [this] {
    if (!m_work.isRunning()) return choose(true);
    m_work.drop();
    m_asked = false;
    retranslate();
  });
}

QWidget* ComparePage::buildTools() {
  Theme& theme = m_context.theme;
  auto* line = new Surface(theme, SurfaceTone::Panel, this);
  line->setEdges(Qt::BottomEdge);
  auto* rows = new QVBoxLayout(line);
  rows->setContentsMargins(16, 7, 16, 7);
  rows->setSpacing(8);
  auto* sides = new QHBoxLayout;
  sides->setSpacing(8);
  auto* acts = new QHBoxLayout;
  acts->setSpacing(8);
  const auto button = [&](QHBoxLayout* to, const char* icon) {
    auto* made = new ActionButton(theme, line);
    made->setIconName(QString::fromLatin1(icon));
    to->addWidget(made);
    return made;
  };
  m_chooseBefore = button(sides, "file");
  m_chooseAfter = button(sides, "file");
  m_current = button(sides, "cluster");
  sides->addStretch(1);
  m_sides = new TextLabel(theme, TextRole::Small, TextTone::Normal, line);
  m_sides->setElide(Qt::ElideMiddle);
  acts->addWidget(m_sides, 1);
  m_open = button(acts, "map");
  m_open->setObjectName(QStringLiteral("openSnapshot"));
  m_save = button(acts, "snapshots");
  rows->addLayout(sides);
  rows->addLayout(acts);
  auto* views = new QHBoxLayout;
  views->setSpacing(8);
  m_views = new SegmentedControl(theme, line);
  for (const QString& id : {kNodes, kCards, kPods, kMap}) m_views->addItem(id, {});
  m_views->setCurrent(kPods);
  m_filter = new FilterLine(theme, line);
  views->addWidget(m_views);
  views->addWidget(m_filter, 1);
  m_viewLine = new QWidget(line);
  views->setContentsMargins(0, 0, 0, 0);
  m_viewLine->setLayout(views);
  rows->addWidget(m_viewLine);
  connect(m_chooseBefore, &QAbstractButton::clicked, this, [this] { choose(true); });
  connect(m_chooseAfter, &QAbstractButton::clicked, this, [this] { choose(false); });
  connect(m_current, &QAbstractButton::clicked, this, [this] { compare(m_beforePath, {}); });
  connect(m_open, &QAbstractButton::clicked, this, &ComparePage::openRequested);
  connect(m_save, &QAbstractButton::clicked, this, &ComparePage::saveRequested);
  return line;
}

/// Nothing to look at before there are two states.
void ComparePage::showSides() {
  m_viewLine->setVisible(m_diff != nullptr);
  m_kpis->setVisible(m_diff != nullptr);
}

void ComparePage::choose(bool before) {
  auto* dialog = new QFileDialog(this, before ? tr("Choose the state before") : tr("Choose the state after"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, before](const QString& path) { before ? compare(path, m_afterPath) : compare(m_beforePath, path); });
  dialog->open();
}

void ComparePage::compare(const QString& before, const QString& after) {
  m_beforePath = before;
  m_afterPath = after;
  nameSides();
  if (m_beforePath.isEmpty()) return retranslate();
  run();
}

void ComparePage::run() {
  m_asked = true;
  showState(QStringLiteral("refresh"), tr("Reading and comparing"), {}, tr("Cancel"));
  m_work.start([this, before = m_beforePath.toStdString(), after = m_afterPath.toStdString(),
                shown = m_context.bridge.snapshot()](const std::stop_token& stop,
                                                     const BackgroundJob::Report&) -> BackgroundJob::Finish {
    const Result<SnapshotPtr> first = snapshotOfFile(before);
    if (!first) return [this, error = first.error()] { showFailure(error); };
    if (stop.stop_requested()) return {};
    const Result<SnapshotPtr> second = after.empty() ? Result<SnapshotPtr>(shown) : snapshotOfFile(after);
    if (!second) return [this, error = second.error()] { showFailure(error); };
    if (stop.stop_requested()) return {};
    auto answer = std::make_shared<const Answer>(
        Answer{*first, *second, std::make_shared<const SnapshotDiff>(diffSnapshots(**first, **second))});
    return [this, answer] { take(answer); };
  });
}

void ComparePage::take(const std::shared_ptr<const Answer>& answer) {
  m_before = answer->before;
  m_after = answer->after;
  m_diff = answer->diff;
  m_places.reset();
  m_map->setSnapshot(m_after);
  std::set<CardRef> changed;
  for (const CardChange& card : m_diff->cards) {
    if (card.kind != ChangeKind::Removed) changed.insert({QString::fromStdString(card.node), card.card});
  }
  m_map->select(changed);
  m_map->zoomToFit();
  showSides();
  nameSides();
  fillKpis();
  showView();
}

void ComparePage::showFailure(const Error& error) {
  m_diff.reset();
  showSides();
  const QString words = error.detail.empty() ? QString() : u'\n' + plain(error.detail, 400);
  showState(QStringLiteral("critical"), errorTitle(error), errorText(error) + words, tr("Choose another file…"));
}

void ComparePage::showState(const QString& icon, const QString& title, const QString& cause, const QString& action) {
  m_state->setIconName(icon);
  m_state->setTitle(title);
  m_state->setCause(cause);
  m_state->setAction(action);
  m_stack->setCurrentWidget(m_state);
}

void ComparePage::showView() {
  if (!m_diff) return;
  const bool map = m_views->current() == kMap;
  m_filter->setEnabled(!map);
  if (m_diff->empty())
    return showState(QStringLiteral("ok"), tr("Nothing differs"),
                     tr("No node, card or GPU pod differs between the two states."), {});
  if (map) {
    m_filter->setHits(tr("%n card(s) outlined: they changed", nullptr, static_cast<int>(m_map->selection().size())));
    m_stack->setCurrentWidget(m_map);
    return;
  }
  fillRows();
  m_stack->setCurrentWidget(m_table);
}

void ComparePage::fillRows() {
  if (!m_diff || m_views->current() == kMap) return;
  RowMaker maker(m_filter->text().trimmed());
  const QString view = m_views->current();
  if (view == kNodes) {
    for (const NodeChange& one : m_diff->nodes)
      maker.add(QString::fromStdString(one.node), plain(one.node), one.kind, one.fields);
  } else if (view == kCards) {
    for (const CardChange& one : m_diff->cards) {
      const QString key = QString::fromStdString(one.node) + u'/' + QString::number(one.card);
      maker.add(key, plain(one.node) + u'/' + QString::number(one.card), one.kind, one.fields);
    }
  } else {
    fillPods(maker);
  }
  m_rows->setRows(maker.take());
  const int rows = m_rows->rowCount();
  m_filter->setHits(rows >= kRowLimit ? tr("the first %1 lines").arg(count(rows)) : tr("%n line(s)", nullptr, rows));
}

/// All pods of both states are looked at, once for each comparison.
const ComparePage::Places& ComparePage::places() {
  if (m_places) return *m_places;
  std::set<std::string> added;
  std::set<std::string> removed;
  for (const PodChange& one : m_diff->pods) {
    if (one.kind == ChangeKind::Added) added.insert(one.pod.ns + "/" + one.pod.name);
    if (one.kind == ChangeKind::Removed) removed.insert(one.pod.ns + "/" + one.pod.name);
  }
  m_places = std::make_shared<const Places>(Places{placesOf(*m_before, removed), placesOf(*m_after, added)});
  return *m_places;
}

/// Of a pod that came or went the place is given: that is who took the cards, or who left them.
void ComparePage::fillPods(RowMaker& maker) {
  const Places& found = places();
  for (const PodChange& one : m_diff->pods) {
    const std::string key = one.pod.ns + "/" + one.pod.name;
    const auto& side = one.kind == ChangeKind::Added ? found.after : found.before;
    const auto place = side.find(key);
    if (one.kind == ChangeKind::Changed || !one.fields.empty()) {
      maker.add(QString::fromStdString(key), plain(key), one.kind, one.fields);
    } else {
      maker.addAlone(QString::fromStdString(key), plain(key), one.kind,
                     place == side.end() ? QString() : place->second);
    }
  }
}

void ComparePage::fillKpis() {
  const ClusterTotals& before = m_diff->totalsBefore;
  const ClusterTotals& after = m_diff->totalsAfter;
  const auto changed = [](std::size_t n) { return tr("%n change(s)", nullptr, static_cast<int>(n)); };
  m_kpis->setItems(
      {{tr("Memory allocated"), fromTo(memoryMib(before.memAllocatedMib), memoryMib(after.memAllocatedMib)),
        tr("of %1").arg(fromTo(memoryMib(before.memTotalMib), memoryMib(after.memTotalMib)))},
       {tr("Nodes"), fromTo(count(before.nodes), count(after.nodes)), changed(m_diff->nodes.size())},
       {tr("Cards"), fromTo(count(before.cards), count(after.cards)), changed(m_diff->cards.size())},
       {tr("GPU pods"), fromTo(count(before.pods), count(after.pods)), changed(m_diff->pods.size())},
       {tr("Pending"), fromTo(count(before.pendingPods), count(after.pendingPods)), {}}});
}

void ComparePage::nameSides() {
  if (m_beforePath.isEmpty() && m_afterPath.isEmpty()) return m_sides->setText({});
  if (m_beforePath.isEmpty()) {
    const QString name = plain(QFileInfo(m_afterPath).fileName().toStdString(), 120);
    return m_sides->setText(tr("State after: %1; the state before is still to be chosen").arg(name));
  }
  const auto side = [](const QString& path, UnixSeconds time) {
    const QString name = plain(QFileInfo(path).fileName().toStdString(), 120);
    return time > 0 ? name + QStringLiteral(" (") + dateTime(time) + u')' : name;
  };
  const QString before = side(m_beforePath, m_diff ? m_diff->timeBefore : 0);
  const QString after = !m_afterPath.isEmpty() ? side(m_afterPath, m_diff ? m_diff->timeAfter : 0)
                        : m_diff               ? tr("the cluster at %1").arg(timeOfDay(m_diff->timeAfter))
                                               : tr("the cluster now");
  m_sides->setText(before + QStringLiteral(" → ") + after);
}

void ComparePage::open(const QString& row) {
  const QString key = row.section(u'#', 0, 0);
  const QString view = m_views->current();
  // What is only in a file cannot be shown among the things of the cluster.
  if (!m_afterPath.isEmpty()) return;
  m_context.selection.go(view == kNodes  ? QStringLiteral("node")
                         : view == kPods ? QStringLiteral("pod")
                                         : QStringLiteral("map"),
                         key);
}

void ComparePage::retranslate() {
  m_places.reset();
  m_chooseBefore->setText(tr("Before…"));
  m_chooseAfter->setText(tr("After…"));
  m_current->setText(tr("After: the cluster now"));
  m_open->setText(tr("Open a snapshot…"));
  m_open->setToolTip(tr("Look at a saved state instead of the cluster (Ctrl+O)"));
  m_save->setText(tr("Save a snapshot…"));
  showSides();
  m_views->setText(kNodes, tr("Nodes"));
  m_views->setText(kCards, tr("Cards"));
  m_views->setText(kPods, tr("Pods"));
  m_views->setText(kMap, tr("Map"));
  m_filter->setPlaceholder(tr("Filter the changes"));
  m_filter->field()->setAccessibleName(tr("Filter the changes"));
  m_rows->setHeads({tr("Object"), tr("Change"), tr("What"), tr("Before"), tr("After")});
  m_table->setAccessibleName(tr("What changed"));
  const std::array widths = {320, 110, 220, 240};
  for (std::size_t i = 0; i < widths.size(); ++i) m_table->setColumnWidth(static_cast<int>(i), widths[i]);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_map->retranslate();
  nameSides();
  if (m_diff) {
    fillKpis();
    return showView();
  }
  if (m_work.isRunning()) return;
  showState(QStringLiteral("snapshots"), tr("Compare two states"),
            tr("Choose a saved snapshot as the state before; after it comes another one, or the cluster as it is now. "
               "To look at one snapshot alone, open it."),
            tr("Choose the state before…"));
}

}  // namespace cardinal::ui
