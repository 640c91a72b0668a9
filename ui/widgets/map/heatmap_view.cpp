// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/map/heatmap_view.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "core/model/card_memory.h"
#include "ui/widgets/map/heatmap_access.h"
#include "ui/widgets/map/heatmap_tip.h"
#include "ui/widgets/map/heatmap_view_impl.h"

namespace cardinal::ui {
namespace {

constexpr int kChangeOutlineMs = 600;
constexpr std::size_t kMaxChanges = 50;

bool sameNodes(const ClusterSnapshot& a, const ClusterSnapshot& b) {
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                    [](const NodePtr& x, const NodePtr& y) {
                      return x == y || (x->name == y->name && x->cards.size() == y->cards.size());
                    });
}

SnapshotPtr emptySnapshot() {
  auto snapshot = std::make_shared<ClusterSnapshot>();
  snapshot->firstCard.push_back(0);
  return snapshot;
}

}  // namespace

HeatmapView::Impl::Impl(HeatmapView& owner, Theme& look)
    : view(owner), theme(look), renderer(look), snapshot(emptySnapshot()) {}

HeatmapView::HeatmapView(Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_impl(std::make_unique<Impl>(*this, theme)) {
  installHeatmapAccess();
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setProperty("mapGround", true);
  // Always there: a bar that comes and goes would change the width, the columns and with them its own need.
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  viewport()->setAcceptDrops(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Cluster map"));
  m_impl->changedTimer.setSingleShot(true);
  connect(&m_impl->changedTimer, &QTimer::timeout, this, [this] {
    m_impl->changed.clear();
    viewport()->update();
  });
  connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_impl->keptNode.clear(); });
  connect(&theme, &Theme::changed, this, [this] {
    m_impl->renderer.clearCaches();
    m_impl->relayout();
  });
}

HeatmapView::~HeatmapView() = default;

// --- data
// ---------------------------------------------------------------------------------------------------------------------

void HeatmapView::setSnapshot(const SnapshotPtr& snapshot) {
  if (!snapshot || snapshot == m_impl->snapshot) return;
  const SnapshotPtr before = m_impl->snapshot;
  m_impl->snapshot = snapshot;
  // Indices of a preview mean nodes by place: while the same nodes stand there it may stay until it is computed anew.
  if (m_impl->preview && !sameNodes(*before, *snapshot)) {
    m_impl->preview.reset();
    m_impl->previewIndex = {};
  }
  m_impl->followGroups(*before);
  m_impl->noteChanges(*before);
  const std::size_t held = m_impl->selection.size();
  m_impl->indexSelection();
  if (m_impl->selection.size() != held) emit selectionChanged();
}

void HeatmapView::Impl::noteChanges(const ClusterSnapshot& before) {
  changed.clear();
  if (!theme.animations() || before.nodes.empty()) return;
  for (const VisibleBlocks& blocks : layout.visible(scrollY(), canvasSize().height())) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const NodeIndex node = layout.node(MapPlace{blocks.group, block});
      const NodePtr& now = snapshot->nodes[node.value];
      const auto old = before.findNode(now->name);
      if (!old || before.nodes[old->value] == now) continue;
      const auto cards = snapshot->cardsOf(node);
      const auto cardsBefore = before.cardsOf(*old);
      for (std::size_t i = 0; i < std::min(cards.size(), cardsBefore.size()); ++i) {
        const bool same = cellValue(*now, cards[i], measure) == cellValue(before.node(*old), cardsBefore[i], measure) &&
                          coreFraction(*now, cards[i]) == coreFraction(before.node(*old), cardsBefore[i]);
        if (!same && changed.size() < kMaxChanges) changed.push_back(flatIndex(node, static_cast<int>(i)));
      }
    }
  }
  if (!changed.empty()) changedTimer.start(kChangeOutlineMs);
}

void HeatmapView::setMeasure(MapMeasure measure) {
  if (measure == m_impl->measure) return;
  m_impl->measure = measure;
  m_impl->invalidate();
}

void HeatmapView::setUse(std::vector<CardUse> use, UsePtr reported) {
  m_impl->reported = std::move(reported);
  if (use == m_impl->use) return;
  m_impl->use = std::move(use);
  m_impl->invalidate();
}

const CardUse* HeatmapView::Impl::useOf(NodeIndex node, int position) const {
  if (use.size() != snapshot->cards.size()) return nullptr;
  const CardUse& found = use[flatIndex(node, position)];
  return found.known() ? &found : nullptr;
}

void HeatmapView::setGrouping(MapGrouping grouping) {
  if (grouping == m_impl->grouping) return;
  m_impl->grouping = grouping;
  m_impl->folded.clear();
  m_impl->regroup();
}

void HeatmapView::setSorting(MapSorting sorting) {
  if (sorting == m_impl->sorting) return;
  m_impl->sorting = sorting;
  m_impl->regroup();
}

void HeatmapView::setFilter(std::optional<std::vector<bool>> matches) {
  m_impl->matches = std::move(matches);
  m_impl->regroup();
}

void HeatmapView::setStale(bool stale) {
  if (stale == m_impl->stale) return;
  m_impl->stale = stale;
  viewport()->update();
}

void HeatmapView::setMarks(std::set<CardRef> cards) {
  if (m_impl->marks == cards) return;
  m_impl->marks = std::move(cards);
  viewport()->update();
}

void HeatmapView::setPreview(std::optional<MapPreview> preview) {
  const bool reasonsBefore = m_impl->preview.has_value();
  m_impl->preview = std::move(preview);
  m_impl->previewIndex =
      m_impl->preview ? PreviewIndex(*m_impl->preview, m_impl->snapshot->nodes.size()) : PreviewIndex();
  if (m_impl->preview.has_value() == reasonsBefore) return m_impl->invalidate();
  m_impl->relayout();
  m_impl->scrollToKept();
}

void HeatmapView::retranslate() {
  setAccessibleName(tr("Cluster map"));
  m_impl->renderer.clearCaches();
  // Groups may be named by words of the interface; what was folded stays folded by its place.
  std::vector<bool> folded;
  for (int g = 0; g < m_impl->layout.groupCount(); ++g) folded.push_back(m_impl->layout.isFolded(g));
  m_impl->grouper.clear();
  m_impl->makeGroups();
  m_impl->folded.clear();
  for (std::size_t g = 0; g < std::min(folded.size(), m_impl->groups.size()); ++g) {
    if (folded[g]) m_impl->folded.insert(m_impl->groups[g].name);
  }
  m_impl->relayout();
}

void HeatmapView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

// --- geometry
// -----------------------------------------------------------------------------------------------------------------

void HeatmapView::Impl::regroup() {
  makeGroups();
  if (preview) previewIndex = PreviewIndex(*preview, snapshot->nodes.size());
  relayout();
}

std::vector<LayoutGroup> HeatmapView::Impl::layoutGroups() const {
  std::vector<LayoutGroup> result;
  result.reserve(groups.size());
  for (const MapGroup& group : groups) {
    LayoutGroup entry;
    entry.nodes = group.nodes;
    entry.folded = folded.count(group.name) > 0;
    entry.cards.reserve(group.nodes.size());
    for (const NodeIndex node : group.nodes) {
      entry.cards.push_back(
          static_cast<std::uint16_t>(std::min<std::size_t>(snapshot->cardsOf(node).size(), UINT16_MAX)));
      entry.longestName =
          std::max(entry.longestName, static_cast<int>(std::min<std::size_t>(snapshot->node(node).name.size(), 253)));
    }
    result.push_back(std::move(entry));
  }
  return result;
}

bool HeatmapView::Impl::makeGroups() {
  const bool same = grouper.update(*snapshot, grouping, sorting, matches ? &*matches : nullptr);
  groups = grouper.groups();
  return same;
}

void HeatmapView::Impl::followGroups(const ClusterSnapshot& before) {
  QStringList sumsBefore;
  for (const MapGroup& group : groups) sumsBefore << group.triple;
  if (!makeGroups()) return relayout();
  QStringList sums;
  for (const MapGroup& group : groups) sums << group.triple;
  // The layout holds: only what is seen may have to be painted anew.
  if (dirty || sums != sumsBefore || !seesTheSame(before)) invalidate();
}

bool HeatmapView::Impl::seesTheSame(const ClusterSnapshot& before) const {
  if (before.nodes.size() != snapshot->nodes.size()) return false;
  for (const VisibleBlocks& blocks : layout.visible(scrollY(), canvasSize().height())) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const NodeIndex node = layout.node(MapPlace{blocks.group, block});
      if (before.nodes[node.value] != snapshot->nodes[node.value]) return false;
    }
  }
  return true;
}

void HeatmapView::Impl::relayout() {
  layout = HeatmapLayout(layoutGroups(), canvasSize().width(), cell, preview.has_value(), theme.textScale());
  updateScrollBars();
  hover = {};
  invalidate();
}

void HeatmapView::Impl::updateScrollBars() {
  if (!canvas.isEmpty()) return;
  QScrollBar* bar = view.verticalScrollBar();
  const int page = view.viewport()->height();
  bar->setPageStep(page);
  bar->setSingleStep(std::max(20, layout.metrics().cell));
  bar->setRange(0, std::max(0, layout.size().height() - page));
}

void HeatmapView::Impl::invalidate() {
  dirty = true;
  view.viewport()->update();
}

QSize HeatmapView::Impl::canvasSize() const {
  return canvas.isEmpty() ? view.viewport()->size() : canvas;
}

int HeatmapView::Impl::scrollY() const {
  return view.verticalScrollBar()->value();
}

void HeatmapView::Impl::scrollTo(const QRect& content) {
  QScrollBar* bar = view.verticalScrollBar();
  const int page = view.viewport()->height();
  constexpr int kRoom = 32;
  if (content.top() - kRoom < bar->value()) bar->setValue(content.top() - kRoom);
  if (content.bottom() + kRoom > bar->value() + page) bar->setValue(content.bottom() + kRoom - page);
}

void HeatmapView::Impl::keepInView(const QString& node) {
  keptNode = node;
  keptAt.reset();
  scrollToKept();
}

void HeatmapView::Impl::keepUnderPointer(const MapPlace& place) {
  keptNode = QString::fromStdString(snapshot->node(layout.node(place)).name);
  const QPoint top(0, layout.blockRect(place).top() - scrollY());
  keptAt = view.viewport()->mapTo(view.window(), top).y();
}

void HeatmapView::Impl::scrollToKept() {
  const auto index = keptNode.isEmpty() ? std::nullopt : snapshot->findNode(keptNode.toStdString());
  const auto place = index ? layout.find(*index) : std::nullopt;
  if (!place) return;
  const QRect block = layout.blockRect(*place);
  if (!keptAt) return scrollTo(block);
  QScrollBar* bar = view.verticalScrollBar();
  bar->setValue(block.top() + view.viewport()->mapTo(view.window(), QPoint()).y() - *keptAt);
  const QRect seen(0, bar->value(), block.right() + 1, view.viewport()->height());
  if (!seen.intersects(block)) scrollTo(block);
}

CardRef HeatmapView::Impl::refOf(const MapPlace& place, int position) const {
  const NodeIndex node = layout.node(place);
  const QString name = QString::fromStdString(snapshot->node(node).name);
  if (layout.cardCount(place) == 0) return {name, kPendingCard};
  return {name, snapshot->cardsOf(node)[static_cast<std::size_t>(position)].index};
}

std::optional<std::pair<MapPlace, int>> HeatmapView::Impl::find(const CardRef& ref) const {
  const auto node = snapshot->findNode(ref.node.toStdString());
  const auto place = node ? layout.find(*node) : std::nullopt;
  if (!place) return std::nullopt;
  if (layout.cardCount(*place) == 0)
    return ref.card == kPendingCard ? std::optional(std::pair{*place, 0}) : std::nullopt;
  const auto cards = snapshot->cardsOf(*node);
  for (int i = 0; i < layout.cardCount(*place); ++i) {
    if (cards[static_cast<std::size_t>(i)].index == ref.card) return std::pair{*place, i};
  }
  return std::nullopt;
}

int HeatmapView::Impl::groupNamed(const QString& name) const {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].name == name) return static_cast<int>(g);
  }
  return -1;
}

MapFrame HeatmapView::Impl::frame(const QSize& size, qreal ratio) const {
  MapFrame f;
  f.snapshot = snapshot.get();
  f.groups = &groups;
  f.layout = &layout;
  f.preview = preview ? &*preview : nullptr;
  f.previewIndex = &previewIndex;
  f.measure = measure;
  f.use = !use.empty() && use.size() == snapshot->cards.size() ? &use : nullptr;
  f.scrollY = scrollY();
  f.size = size;
  f.ratio = ratio;
  if (selection.size() == 1) f.strongNode = snapshot->findNode(selection.begin()->node.toStdString());
  if (!litNode.isEmpty()) f.strongNode = snapshot->findNode(litNode.toStdString());
  return f;
}

void HeatmapView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  m_impl->relayout();
  m_impl->scrollToKept();
}

void HeatmapView::scrollContentsBy(int, int) {
  m_impl->hideTip();
  m_impl->invalidate();
}

// --- zoom, fold, selection
// ----------------------------------------------------------------------------------------------------

int HeatmapView::cellSize() const {
  return m_impl->cell;
}

void HeatmapView::setCellSize(int px) {
  m_impl->zoomTo(px, viewport()->rect().center());
}

void HeatmapView::zoomIn() {
  setCellSize(std::max(m_impl->cell + 1, m_impl->cell * 5 / 4));
}

void HeatmapView::zoomOut() {
  setCellSize(std::min(m_impl->cell - 1, m_impl->cell * 4 / 5));
}

void HeatmapView::zoomToFit() {
  constexpr int kSmallestFit = 6;
  const int px =
      HeatmapLayout::fittingCell(m_impl->layoutGroups(), viewport()->size(), kSmallestFit, m_impl->theme.textScale());
  m_impl->zoomTo(px, QPoint());
}

void HeatmapView::showFirst(int least, int most) {
  constexpr std::size_t kSmallCluster = 800;
  zoomToFit();
  const double scale = m_impl->theme.textScale();
  const auto scaled = [scale](int px) { return static_cast<int>(std::lround(px * scale)); };
  if (m_impl->snapshot->cards.size() <= kSmallCluster) setCellSize(std::clamp(cellSize(), scaled(least), scaled(most)));
  verticalScrollBar()->setValue(0);
}

void HeatmapView::Impl::zoomTo(int px, const QPoint& viewportPoint) {
  px = std::clamp(px, kSmallestCell, kLargestCell);
  if (px == cell) return;
  const MapHit under = layout.hit(toContent(viewportPoint));
  const bool onNode = under.kind == MapHit::Kind::Node || under.kind == MapHit::Kind::Card;
  const std::optional<NodeIndex> node = onNode ? std::optional(layout.node(under.place)) : std::nullopt;
  const double share =
      layout.size().height() > 0 ? static_cast<double>(toContent(viewportPoint).y()) / layout.size().height() : 0.0;
  cell = px;
  relayout();
  const auto place = node ? layout.find(*node) : std::nullopt;
  const int target = place ? layout.cellsRect(*place).center().y() : static_cast<int>(share * layout.size().height());
  view.verticalScrollBar()->setValue(target - viewportPoint.y());
  hideTip();
  emit view.zoomChanged(cell);
}

bool HeatmapView::isFolded(const QString& group) const {
  return m_impl->folded.count(group) > 0;
}

void HeatmapView::setFolded(const QString& group, bool folded) {
  if (folded == isFolded(group)) return;
  if (folded) {
    m_impl->folded.insert(group);
  } else {
    m_impl->folded.erase(group);
  }
  m_impl->relayout();
}

const std::set<CardRef>& HeatmapView::selection() const {
  return m_impl->selection;
}

void HeatmapView::select(const std::set<CardRef>& cards, bool scrollTo) {
  m_impl->litNode.clear();
  m_impl->setSelection(cards);
  if (!scrollTo || m_impl->selection.empty()) return;
  m_impl->keepInView(m_impl->selection.begin()->node);
}

void HeatmapView::Impl::indexSelection() {
  selected.assign(snapshot->cards.size(), false);
  std::optional<NodeIndex> node;
  QString name;
  for (auto it = selection.begin(); it != selection.end();) {
    if (!node || it->node != name) {
      name = it->node;
      node = snapshot->findNode(name.toStdString());
    }
    bool exists = false;
    const auto cards = node ? snapshot->cardsOf(*node) : std::span<const Card>();
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (cards[i].index != it->card) continue;
      selected[flatIndex(*node, static_cast<int>(i))] = true;
      exists = true;
    }
    it = exists ? std::next(it) : selection.erase(it);
  }
}

void HeatmapView::revealNode(const QString& node) {
  m_impl->litNode = node;
  const auto index = m_impl->snapshot->findNode(node.toStdString());
  for (const MapGroup& group : m_impl->groups) {
    const bool inside = index && std::find(group.nodes.begin(), group.nodes.end(), *index) != group.nodes.end();
    if (inside) setFolded(group.name, false);
  }
  m_impl->keepInView(node);
  m_impl->invalidate();
}

std::optional<CardRef> HeatmapView::focusedCard() const {
  const bool onCard = m_impl->focusGroup.isEmpty() && m_impl->focus && m_impl->focus->card != kPendingCard;
  return onCard ? m_impl->focus : std::nullopt;
}

QString HeatmapView::focusSentence() const {
  if (!m_impl->focusGroup.isEmpty()) {
    const int group = m_impl->groupNamed(m_impl->focusGroup);
    if (group < 0) return {};
    const MapGroup& entry = m_impl->groups[static_cast<std::size_t>(group)];
    return isFolded(entry.name) ? tr("group %1, %2, folded").arg(entry.name, entry.facts)
                                : tr("group %1, %2").arg(entry.name, entry.facts);
  }
  const auto found = m_impl->focus ? m_impl->find(*m_impl->focus) : std::nullopt;
  if (!found) return {};
  const NodeIndex node = m_impl->layout.node(found->first);
  if (m_impl->layout.cardCount(found->first) == 0) return nodeSentence(*m_impl->snapshot, node);
  return cardSentence(*m_impl->snapshot, node, found->second, m_impl->useOf(node, found->second));
}

bool HeatmapView::hasSlotMarks() const {
  const auto& cards = m_impl->snapshot->cards;
  return std::any_of(cards.begin(), cards.end(), [](const Card& card) { return card.slotsHeldKnown; });
}

bool HeatmapView::hasInstances() const {
  const auto& nodes = m_impl->snapshot->nodes;
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return node->devices != nullptr && std::any_of(node->devices->cards.begin(), node->devices->cards.end(),
                                                   [](const CardDetail& card) { return !card.instances.empty(); });
  });
}

bool HeatmapView::hasUnknownCards() const {
  const auto& nodes = m_impl->snapshot->nodes;
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return node->cards.empty() && isOnMap(*node); });
}

bool HeatmapView::hasUnknownHolders() const {
  const auto& nodes = m_impl->snapshot->nodes;
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) { return unnamedCards(*node).taken > 0; });
}

}  // namespace cardinal::ui
