// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/map/map_page.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "core/metrics/attribution.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/pages/common/row_menus.h"
#include "ui/pages/map/map_defaults.h"
#include "ui/pages/map/map_tools.h"
#include "ui/pages/map/past_bar.h"
#include "ui/pages/preview/refusal_banner.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/legend_strip.h"

namespace cardinal::ui {

namespace {
constexpr int kDefaultCell = 29;
constexpr int kLargestFirstCell = 44;
}  // namespace

MapPage::MapPage(const PageContext& context, HistoryController& history, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent),
      m_context(context),
      m_tools(new MapTools(context, this)),
      m_past(new PastBar(context, history, this)),
      m_stack(new QStackedWidget(this)),
      m_view(new HeatmapView(context.theme, this)),
      m_refusals(new RefusalBanner(context, this)),
      m_empty(new EmptyState(context.theme, this)),
      m_legend(new LegendStrip(context.theme, this)),
      m_palette(new TemplatePalette(context, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  setFocusProxy(m_view);
  m_stack->addWidget(m_view);
  m_stack->addWidget(m_empty);
  layout->addWidget(m_tools);
  layout->addWidget(m_past);
  layout->addWidget(m_refusals);
  layout->addWidget(m_stack, 1);
  layout->addWidget(m_palette);
  layout->addWidget(m_legend);
  applyDefaults();
  connectView();
  connectDrops();
  connectPast();
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &MapPage::onSnapshot);
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, &MapPage::showConnection);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, [this] {
    showUse();
    if (!m_then && m_filter.asksWhatIsMeasured()) applyFilter();
  });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] { m_fitted = false; });
  connect(&context.selection, &SelectionState::subjectChanged, this, &MapPage::followSelection);
  connect(&context.selection, &SelectionState::namespaceChanged, this, &MapPage::applyFilter);
  connect(m_palette, &TemplatePalette::fileRequested, this, &MapPage::fileRequested);
  connect(m_palette, &TemplatePalette::previewRequested, this, [this](const QByteArray& yaml, const QString& name) {
    if (Result<void> started = m_context.preview.start(yaml, name, {}, isOfForm(yaml)); !started)
      emit failed(started.error());
  });
  MapPage::retranslate();
  onSnapshot();
}

void MapPage::applyDefaults() {
  const MapDefaults chosen = mapDefaults(m_context.settings);
  m_choice = chosen;
  m_tools->setChoices(chosen.measure, chosen.grouping, chosen.sorting);
  m_view->setMeasure(chosen.measure);
  m_legend->setMeasure(chosen.measure);
  m_view->setGrouping(chosen.grouping);
  m_view->setSorting(chosen.sorting);
}

void MapPage::connectView() {
  const auto keep = [this](const char* key) {
    return [this, key](auto choice) {
      m_context.settings.setText(QString::fromLatin1(key), QString::number(static_cast<int>(choice)));
    };
  };
  // A measure needs a metrics source that may be gone at the next start: it is kept only where it can always be shown.
  connect(m_tools, &MapTools::groupingChosen, this, keep(kMapGroupingKey));
  connect(m_tools, &MapTools::sortingChosen, this, keep(kMapSortingKey));
  connect(m_tools, &MapTools::measureChosen, this, [this](MapMeasure measure) {
    m_choice.measure = measure;
    m_view->setMeasure(measure);
    m_legend->setMeasure(measure);
  });
  connect(m_tools, &MapTools::groupingChosen, this, [this](MapGrouping grouping) { m_choice.grouping = grouping; });
  connect(m_tools, &MapTools::sortingChosen, this, [this](MapSorting sorting) { m_choice.sorting = sorting; });
  connect(m_tools, &MapTools::groupingChosen, m_view, &HeatmapView::setGrouping);
  connect(m_tools, &MapTools::sortingChosen, m_view, &HeatmapView::setSorting);
  connect(m_tools, &MapTools::zoomInRequested, m_view, &HeatmapView::zoomIn);
  connect(m_tools, &MapTools::zoomOutRequested, m_view, &HeatmapView::zoomOut);
  connect(m_tools, &MapTools::fitRequested, m_view, &HeatmapView::zoomToFit);
  connect(m_view, &HeatmapView::zoomChanged, m_tools, &MapTools::setZoom);
  m_tools->setZoom(m_view->cellSize());
  connect(m_tools->filter(), &FilterLine::textChanged, this, [this](const QString& text) {
    Filter::Parsed parsed = Filter::parse(text, FilterScope::Nodes);
    m_tools->filter()->setError(parsed.error);
    // What was typed before is no answer to what stands there now: a faulty expression leaves nothing out.
    m_filter = parsed.error.isEmpty() ? std::move(parsed.filter) : Filter();
    applyFilter();
  });
  connect(m_tools->filter(), &FilterLine::left, this, [this] { m_view->setFocus(); });
  connect(m_view, &HeatmapView::selectionChanged, this, [this] {
    // What was chosen in the past may not be there any more, and its details are those of now.
    if (m_following || m_then) return;
    m_following = true;
    m_context.selection.selectCards(m_view->selection());
    m_following = false;
  });
  connect(m_view, &HeatmapView::cardActivated, this, [this](const CardRef& card) {
    if (m_then)
      return m_context.selection.showMessage(StateRole::Information,
                                             tr("Details show current data. Return to live to open them."));
    m_context.selection.selectCards({card});
  });
  connect(m_view, &HeatmapView::nodeActivated, this, [this](const QString& node) {
    if (m_then)
      return m_context.selection.showMessage(StateRole::Information,
                                             tr("Details show current data. Return to live to open them."));
    m_context.selection.go(QStringLiteral("node"), node);
  });
  connect(m_view, &HeatmapView::nodeChosen, this, [this](const QString& node) {
    if (m_then) return;
    m_following = true;
    m_context.selection.selectNode(node);
    m_following = false;
  });
  connect(m_view, &HeatmapView::contextMenuRequested, this, &MapPage::openMenu);
  connect(m_empty, &EmptyState::actionTriggered, this, [this] {
    if (!m_context.bridge.isOpen()) return emit clusterRequested();
    if (!hasMap(*shown())) return m_context.bridge.refresh();
    if (m_filter.isEmpty()) return m_context.selection.setNamespace({});
    m_tools->filter()->setText({});
    m_view->setFocus();
  });
}

void MapPage::connectDrops() {
  PreviewController& preview = m_context.preview;
  connect(&preview, &PreviewController::changed, this, [this] {
    // A preview is one of now.
    if (m_context.preview.isActive()) backToNow();
    if (m_context.preview.isActive()) m_refusals->clear();
    showOverlay();
    showDragVerdict();
    revealPrediction();
  });
  connect(m_refusals, &RefusalBanner::changed, this, [this] {
    showOverlay();
    if (std::exchange(m_revealRefusal, false)) m_view->revealNode(m_refusals->firstNode());
  });
  connect(m_view, &HeatmapView::dragStarted, this, [this](const QByteArray& yaml, const QString& name) {
    // What cannot be read is reported at the drop; while it hangs at the pointer there is nothing to show.
    if (!m_context.preview.isActive() || m_context.preview.isDragging()) {
      if (Result<void> begun = m_context.preview.beginDrag(yaml, name); !begun) m_context.preview.endDrag();
    }
  });
  connect(m_view, &HeatmapView::dragAimed, this, [this](const QString& node, int card) {
    if (m_context.preview.isDragging()) m_context.preview.setAim({node, card});
  });
  connect(m_view, &HeatmapView::dragLeft, &preview, &PreviewController::endDrag);
  connect(m_view, &HeatmapView::dropped, this,
          [this](const QByteArray& yaml, const QString& name, const QString& node, int card) {
            m_context.preview.endDrag();
            if (Result<void> started = m_context.preview.start(yaml, name, {node, card}, isOfForm(yaml)); !started) {
              emit failed(started.error());
            }
          });
  connect(m_view, &HeatmapView::dropRefused, this,
          [this](const QString& reason) { m_context.selection.showMessage(StateRole::Warning, reason); });
}

/// Made by a template's form: our own writer's text.
bool MapPage::isOfForm(const QByteArray& yaml) const {
  const auto& own = m_palette->templates();
  return std::any_of(own.begin(), own.end(), [&](const WorkloadTemplate& one) {
    return one.form != WorkloadTemplate::Form::Manifest && QByteArray::fromStdString(toYaml(one)) == yaml;
  });
}

void MapPage::showOverlay() {
  const bool preview = m_context.preview.isActive();
  m_view->setPreview(preview ? m_context.preview.mapPreview() : m_refusals->scene());
  m_legend->setPreviewShown(preview || m_refusals->isActive());
}

void MapPage::showRefusals(const QString& pod, std::optional<ReasonCode> only) {
  backToNow();
  m_context.preview.clear();
  m_revealRefusal = true;
  m_refusals->showPod(pod, only);
}

bool MapPage::clearRefusals() {
  if (!m_refusals->isActive()) return false;
  m_refusals->clear();
  return true;
}

void MapPage::revealPrediction() {
  const PreviewController& preview = m_context.preview;
  if (!preview.isActive()) m_revealed = 0;
  const AllocationAnswer* answer = preview.leadingAnswer();
  // Under a drag the map stays where the pointer is; afterwards each new answer is brought into view once.
  if (preview.isDragging() || !answer || answer->placements.empty() || m_revealed == preview.serial()) return;
  const bool first = std::exchange(m_revealed, preview.serial()) == 0;
  if (first)
    m_view->revealNode(QString::fromStdString(preview.snapshot()->node(answer->placements.front().place.node).name));
}

void MapPage::showDragVerdict() {
  const PreviewController& preview = m_context.preview;
  if (!preview.isDragging()) {
    m_view->setDragVerdict({}, {}, false, {});
    return;
  }
  const Verdict verdict = verdictOf(preview);
  m_view->setDragVerdict(plain(preview.workload().name.toStdString(), 60),
                         workloadRequestText(preview.workload(), m_context.bridge.snapshot()->counts.commonUnit()),
                         verdict.state == StateRole::Ok, verdict.text);
}

void MapPage::fitFirst() {
  const bool empty = !hasMap(*m_context.bridge.snapshot());
  if (m_fitted || empty || !isVisible()) return;
  m_fitted = true;
  // The whole cluster; but small ones keep at least the size at which every cell says its number, and at most a handy
  // one.
  m_view->showFirst(kDefaultCell, kLargestFirstCell);
}

void MapPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  fitFirst();
}

void MapPage::onSnapshot() {
  if (m_then) return;
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  m_view->setSnapshot(snapshot);
  showUse();
  m_legend->setHoldersUnknown(m_view->hasUnknownHolders());
  m_legend->setCardsUnknown(m_view->hasUnknownCards());
  m_legend->setPartsShown(m_view->hasSlotMarks(), m_view->hasInstances());
  showConnection();
  applyFilter();
  fitFirst();
}

void MapPage::showUse() {
  if (m_then) return;
  std::vector<CardUse> cards = m_context.useOfCards();
  const bool known = !cards.empty();
  std::vector<bool> xid = nodesWithHardwareXid(*m_context.bridge.use(), *m_context.bridge.snapshot(),
                                               m_context.bridge.now() - kForgetAfter);
  m_legend->setXidShown(std::find(xid.begin(), xid.end(), true) != xid.end());
  m_xidNodes = std::move(xid);
  m_view->setUse(std::move(cards), m_context.bridge.use());
  m_tools->setMeasuredOffered(known);
  m_legend->setUseShown(known);
}

void MapPage::showConnection() {
  if (m_then) return;
  const bool empty = !hasMap(*m_context.bridge.snapshot());
  m_view->setStale(!empty && !m_context.bridge.isFresh());
  if (empty) fillEmptyState();
}

void MapPage::applyFilter() {
  const SnapshotPtr snapshot = shown();
  // Pods are not remembered: nobody knows which namespaces a card belonged to then.
  const std::string ns = m_then ? std::string() : m_context.selection.ns().toStdString();
  std::optional<std::vector<bool>> matches;
  int hits = 0;
  int nodes = 0;
  if (!m_filter.isEmpty() || !ns.empty()) {
    matches.emplace(snapshot->nodes.size(), false);
    const std::vector<bool> idle =
        m_then || !m_filter.asksWhatIsMeasured()
            ? std::vector<bool>()
            : nodesWithIdleCards(*m_context.bridge.use(), *snapshot, m_context.bridge.now() - kForgetAfter);
    for (std::size_t i = 0; i < snapshot->nodes.size(); ++i) {
      FilterSubject subject{snapshot->nodes[i].get()};
      // what is measured is of now
      subject.hardwareXid = !m_then && i < m_xidNodes.size() && m_xidNodes[i];
      subject.idle = !idle.empty() && idle[i];
      if (!isOnMap(*snapshot->nodes[i])) continue;
      ++nodes;
      (*matches)[i] = inNamespace(subject, ns) && m_filter.matches(subject);
      if ((*matches)[i]) ++hits;
    }
  }
  m_tools->filter()->setHits(matches ? tr("%1 of %2 nodes").arg(count(hits), count(nodes)) : QString());
  m_matches = matches;
  m_view->setFilter(matches);
  const bool isMissed = matches && hits == 0 && nodes > 0;
  if (isMissed) fillMissed();
  m_stack->setCurrentIndex(isMissed || !hasMap(*snapshot) ? 1 : 0);
  emit filterChanged(matches);
}

/// A map without a node would look like a cluster without one.
void MapPage::fillMissed() {
  const QString ns = plain(m_context.selection.ns().toStdString(), 80);
  m_empty->setIconName(QStringLiteral("map"));
  m_empty->setShare({});
  if (m_filter.isEmpty()) {
    m_empty->setTitle(tr("No node has GPU pods of %1").arg(ns));
    m_empty->setCause({});
    m_empty->setAction(tr("Show all namespaces"));
    return;
  }
  m_empty->setTitle(tr("No node matches the filter"));
  m_empty->setCause(m_then || ns.isEmpty() ? QString() : tr("Only nodes with GPU pods of %1 are shown.").arg(ns));
  m_empty->setAction(tr("Clear the filter"));
}

void MapPage::followSelection() {
  if (m_following || m_then) return;
  const SelectionState& selection = m_context.selection;
  // What the map drops because something else was chosen is no choice of the user.
  m_following = true;
  m_view->select(selection.kind() == SelectionState::Kind::Cards ? selection.cards() : std::set<CardRef>{});
  m_following = false;
}

bool MapPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  backToNow();
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const qsizetype slash = key.lastIndexOf(u'/');
  std::set<CardRef> cards;
  bool isIndex = false;
  const int index = key.mid(slash + 1).toInt(&isIndex);
  if (snapshot->findNode(key.toStdString())) {
    m_context.selection.selectNode(key);
    m_view->revealNode(key);
    return true;
  }
  if (slash > 0 && isIndex && snapshot->findNode(key.left(slash).toStdString())) {
    cards.insert(CardRef{key.left(slash), index});
  } else if (const auto [pod, node] = findPod(*snapshot, key); pod && node) {
    for (const CardShare& share : pod->shares) cards.insert(CardRef{QString::fromStdString(node->name), share.card});
  }
  if (cards.empty()) return false;
  m_view->select(cards, true);
  m_context.selection.selectCards(cards);
  return true;
}

void MapPage::openMenu(const QPoint& global, const CardRef& card, bool onNode) {
  if (m_then) return openPastMenu(global, card, onNode);
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const QString& text, auto act) {
    connect(menu->addAction(text), &QAction::triggered, this, act);
  };
  if (onNode) {
    add(tr("Open node"), [this, card] { m_context.selection.go(QStringLiteral("node"), card.node); });
    addNodeEntries(*menu, m_context, card.node);
  } else {
    add(tr("Show in the table of cards"), [this, card] {
      m_context.selection.go(QStringLiteral("cards"), card.node + u'/' + QString::number(card.card));
    });
    addCardEntries(*menu, m_context, card);
  }
  menu->addSeparator();
  add(tr("Fit the whole cluster"), [this] { m_view->zoomToFit(); });
  menu->popup(global);
}

void MapPage::fillEmptyState() {
  const ConnectionState& connection = m_context.bridge.connection();
  if (const auto emptiness = connectionEmptiness(connection)) {
    showEmptiness(*m_empty, *emptiness);
    if (!m_context.bridge.isOpen()) m_empty->setAction(tr("Choose a cluster…"));
    return;
  }
  if (const auto emptiness = hiddenNodes(connection)) return showEmptiness(*m_empty, *emptiness);
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  m_empty->setIconName(QStringLiteral("map"));
  m_empty->setShare({});
  m_empty->setTitle(tr("No GPU cards on %n node(s)", nullptr, static_cast<int>(snapshot->nodes.size())));
  m_empty->setCause(
      tr("No node offers a GPU or another accelerator as a resource, by a label or by an annotation. A "
         "device plugin publishes them; check that it runs."));
  m_empty->setAction(tr("Refresh"));
}

MapSvgRequest MapPage::vectorRequest() const {
  MapSvgRequest request;
  request.snapshot = shown();
  if (!m_then) request.use = m_context.useOfCards();
  request.measure = m_choice.measure;
  request.grouping = m_choice.grouping;
  request.sorting = m_choice.sorting;
  request.matches = m_matches;
  request.cell = m_view->cellSize();
  const QString filter = m_tools->filter()->text().trimmed();
  request.caption =
      filter.isEmpty() ? m_tools->measureName() : tr("%1 · filter: %2").arg(m_tools->measureName(), filter);
  if (m_then) request.caption += QStringLiteral(" · ") + m_past->asOf();
  const bool share = m_choice.measure == MapMeasure::MemoryAllocated || m_choice.measure == MapMeasure::CoreAllocated ||
                     m_choice.measure == MapMeasure::MemoryUsed || m_choice.measure == MapMeasure::GpuUsed;
  request.few = share ? percent(0.0) : tr("less");
  request.many = share ? percent(1.0) : tr("more");
  request.none = tr("no data");
  return request;
}

QImage MapPage::picture(qreal ratio) {
  if (!hasMap(*shown())) return {};
  const QImage map = m_view->toImage(m_view->viewport()->size(), ratio);
  const QSize legend(map.width(), static_cast<int>(m_legend->height() * ratio));
  QImage whole(QSize(map.width(), map.height() + legend.height()), QImage::Format_RGB32);
  whole.setDevicePixelRatio(ratio);
  whole.fill(m_context.theme.tokens().bg);
  QPainter painter(&whole);
  QImage bare = map;
  bare.setDevicePixelRatio(ratio);
  painter.drawImage(QPointF(0, 0), bare);
  m_legend->render(&painter, QPoint(0, static_cast<int>(map.height() / ratio)));
  return whole;
}

void MapPage::focusFilter() {
  m_tools->filter()->field()->setFocus(Qt::ShortcutFocusReason);
}

void MapPage::retranslate() {
  if (m_then) setChangeable(false);
  m_view->retranslate();
  if (m_context.preview.isActive()) showOverlay();
  applyFilter();
  if (!hasMap(*m_context.bridge.snapshot())) fillEmptyState();
  applyFilter();
}

}  // namespace cardinal::ui
