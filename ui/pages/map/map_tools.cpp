// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/map/map_tools.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QStackedLayout>
#include <algorithm>

#include "core/alloc/explain/equal_places.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/candidate_model.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {
constexpr int kMinFilter = 160;
constexpr int kMinChoice = 120;
constexpr int kZoomWidth = 40;
constexpr int kMinVerdict = 200;  // with the name of what is asked; with less it stands below
constexpr int kPreviewGap = 12;

Verdict verdictOfShown(const PreviewController& preview) {
  const AllocationAnswer* answer = preview.leadingAnswer();
  if (!answer) return {StateRole::None, MapTools::tr("computing…")};
  if (!answer->requestProblems.empty()) return {StateRole::Critical, errorTitle(answer->requestProblems.front())};
  if (const auto outcome = preview.groupOutcome(); outcome && preview.isGroup() && outcome->fits > 0) {
    return {outcome->fits == outcome->wanted ? StateRole::Ok : StateRole::Warning,
            fitText(outcome->fits, outcome->wanted, unknownNodesOf(preview.roleAnswers()) > 0)};
  }
  if (answer->placements.empty()) {
    if (preview.aim().node.isEmpty())
      return {StateRole::Critical,
              unknownNodes(*answer) > 0 ? MapTools::tr("no place is known") : MapTools::tr("fits nowhere")};
    if (const NodeRejection* other = otherCardOf(*answer)) {
      return {StateRole::Warning,
              MapTools::tr("fits on this card, but the scheduler packs it on card %1").arg(other->reason.found)};
    }
    const auto& all = answer->rejections;
    const auto why = std::find_if(all.begin(), all.end(),
                                  [](const NodeRejection& one) { return one.reason.code != ReasonCode::NotAimedAt; });
    return {StateRole::Critical, why == all.end()
                                     ? MapTools::tr("does not fit here")
                                     : MapTools::tr("does not fit here: %1").arg(reasonShort(why->reason.code))};
  }
  const Candidate& place = answer->placements.front().place;
  const NodeRecord& on = preview.snapshot()->node(place.node);
  const QString node = plain(on.name, 63);
  const QString cards = candidateCards(place, preview.request().gpu, on);
  const QString there = place.cards.empty() ? MapTools::tr("%1, %2", "node, so many cards").arg(node, cards)
                                            : MapTools::tr("%1, card %2", "node").arg(node, cards);
  if (answer->certainty == Certainty::Certain) return {StateRole::Ok, MapTools::tr("fits: %1").arg(there)};
  const int others = static_cast<int>(equalPlaces(*answer)) - 1;
  return {StateRole::Ok,
          others > 0 ? MapTools::tr("fits; predicted: %1 or %n other place(s) as good", nullptr, others).arg(there)
                     : MapTools::tr("fits; predicted: %1").arg(there)};
}

}  // namespace

/// What is on show is not all that would be submitted.
Verdict verdictOf(const PreviewController& preview) {
  Verdict verdict = verdictOfShown(preview);
  if (verdict.state != StateRole::Ok || preview.isDragging()) return verdict;
  if (!fileFaults(preview.workload()).isEmpty())
    return {StateRole::Critical, MapTools::tr("this file cannot be submitted as it is")};
  if (const int lacking = preview.othersThatLack(); lacking > 0) {
    verdict.state = StateRole::Warning;
    verdict.text =
        MapTools::tr("%1; %n other workload(s) of the file do not fit completely", nullptr, lacking).arg(verdict.text);
  }
  return verdict;
}

MapTools::MapTools(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context), m_stack(new QStackedLayout) {
  setEdges(Qt::BottomEdge);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addLayout(m_stack);
  m_stack->addWidget(buildTools());
  m_stack->addWidget(buildPreview());
  setMinimumHeight(44);
  connect(&context.preview, &PreviewController::changed, this, &MapTools::showPreview);
  connect(&context.preview, &PreviewController::othersChanged, this, &MapTools::showPreview);
  MapTools::retranslate();
}

QWidget* MapTools::buildTools() {
  Theme& theme = m_context.theme;
  auto* tools = new QWidget(this);
  m_rows = new QBoxLayout(QBoxLayout::LeftToRight, tools);
  m_rows->setContentsMargins(16, 7, 16, 7);
  m_rows->setSpacing(8);
  m_filter = new FilterLine(theme, tools);
  m_filter->setHint(QStringLiteral("/"));
  m_rows->addWidget(m_filter, 1);
  auto* layout = new QHBoxLayout;
  layout->setSpacing(8);
  m_rows->addLayout(layout);
  const auto combo = [&](int choices) {
    auto* box = new QComboBox(tools);
    for (int i = 0; i < choices; ++i) box->addItem(QString());
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMinimumWidth(kMinChoice);  // beside an open pane it elides
    layout->addWidget(box);
    return box;
  };
  m_measure = combo(4);
  m_grouping = combo(static_cast<int>(kLastMapGrouping) + 1);
  m_sorting = combo(3);
  m_grouping->setCurrentIndex(static_cast<int>(MapGrouping::Pool));
  connect(m_measure, &QComboBox::activated, this, [this](int i) { emit measureChosen(static_cast<MapMeasure>(i)); });
  connect(m_grouping, &QComboBox::activated, this, [this](int i) { emit groupingChosen(static_cast<MapGrouping>(i)); });
  connect(m_sorting, &QComboBox::activated, this, [this](int i) { emit sortingChosen(static_cast<MapSorting>(i)); });
  const auto button = [&](const char* icon) {
    auto* made = new ActionButton(theme, tools);
    made->setKind(ButtonKind::Quiet);
    made->setIconName(QString::fromLatin1(icon));
    layout->addWidget(made);
    return made;
  };
  m_zoomOut = button("zoom-out");
  m_zoom = new TextLabel(theme, TextRole::Small, TextTone::Normal, tools);
  fixWidth(theme, *m_zoom, kZoomWidth);
  m_zoom->setAlignment(Qt::AlignCenter);
  layout->addWidget(m_zoom);
  m_zoomIn = button("zoom-in");
  m_fit = button("fit");
  m_past = button("pending");
  layout->insertStretch(layout->indexOf(m_zoomOut));
  connect(m_zoomOut, &QAbstractButton::clicked, this, &MapTools::zoomOutRequested);
  connect(m_zoomIn, &QAbstractButton::clicked, this, &MapTools::zoomInRequested);
  connect(m_fit, &QAbstractButton::clicked, this, &MapTools::fitRequested);
  connect(m_past, &QAbstractButton::clicked, this, &MapTools::historyRequested);
  return tools;
}

QWidget* MapTools::buildPreview() {
  Theme& theme = m_context.theme;
  auto* strip = new QWidget(this);
  m_previewRows = new QBoxLayout(QBoxLayout::LeftToRight, strip);
  m_previewRows->setContentsMargins(16, 7, 16, 7);
  m_previewRows->setSpacing(kPreviewGap);
  auto* asked = new QHBoxLayout;
  auto* answer = new QHBoxLayout;
  for (QHBoxLayout* part : {asked, answer}) part->setSpacing(kPreviewGap);
  m_previewTitle = new StateLabel(theme, strip);
  m_previewName = new TextLabel(theme, TextRole::Small, TextTone::Strong, strip);
  m_previewName->setElide(Qt::ElideMiddle);
  m_previewText = new TextLabel(theme, TextRole::Small, TextTone::Normal, strip);
  m_verdict = new StateLabel(theme, strip);
  m_cancel = new ActionButton(theme, strip);
  m_cancel->setIconName(QStringLiteral("close"));
  asked->addWidget(m_previewTitle);
  asked->addWidget(m_previewName);
  asked->addWidget(m_previewText);  // what matters most: it is never cut
  answer->addWidget(m_verdict, 1);  // the pane shows it whole
  m_previewTitle->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
  m_verdict->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  answer->addWidget(m_cancel);
  m_previewRows->addLayout(asked);
  m_previewRows->addLayout(answer, 1);
  connect(m_cancel, &QAbstractButton::clicked, &m_context.preview, &PreviewController::clear);
  return strip;
}

void MapTools::resizeEvent(QResizeEvent* event) {
  TranslatablePage::resizeEvent(event);
  arrangeRows();
}

void MapTools::arrangeRows() {
  // Beside an open pane the filter would shrink to a few letters: it gets a line of its own there.
  constexpr int kOneLineFrom = 840;
  const QMargins margins = m_rows->contentsMargins();
  const int whole = scaledWidth(m_context.theme, kMinFilter) + m_rows->itemAt(1)->sizeHint().width() +
                    m_rows->spacing() + margins.left() + margins.right();
  const bool twoLines = width() < std::max(kOneLineFrom, whole) && !m_context.preview.isActive();
  m_rows->setDirection(twoLines ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  int asked = scaledWidth(m_context.theme, kMinVerdict);
  for (const QWidget* part :
       {static_cast<QWidget*>(m_previewTitle), static_cast<QWidget*>(m_previewText), static_cast<QWidget*>(m_cancel)}) {
    asked += part->sizeHint().width() + kPreviewGap;
  }
  m_previewRows->setDirection(m_context.preview.isActive() && width() < asked ? QBoxLayout::TopToBottom
                                                                              : QBoxLayout::LeftToRight);
}

void MapTools::setChoices(MapMeasure measure, MapGrouping grouping, MapSorting sorting) {
  if (static_cast<int>(measure) < m_measure->count()) m_measure->setCurrentIndex(static_cast<int>(measure));
  m_grouping->setCurrentIndex(static_cast<int>(grouping));
  m_sorting->setCurrentIndex(static_cast<int>(sorting));
}

QString MapTools::measureName() const {
  return m_measure->currentText();
}

void MapTools::setZoom(int cellSize) {
  m_zoom->setText(tr("%1 px").arg(cellSize));
}

void MapTools::setMeasuredOffered(bool offered) {
  constexpr int kAllocated = static_cast<int>(MapMeasure::MemoryUsed);
  constexpr int kAll = static_cast<int>(MapMeasure::SampleAge) + 1;
  const int wanted = offered ? kAll : kAllocated;
  if (m_measure->count() == wanted) return;
  const bool lost = m_measure->currentIndex() >= wanted;
  while (m_measure->count() < wanted) m_measure->addItem(QString());
  while (m_measure->count() > wanted) m_measure->removeItem(m_measure->count() - 1);
  nameMeasures();
  if (!lost) return;
  m_measure->setCurrentIndex(0);
  emit measureChosen(MapMeasure::MemoryAllocated);
}

void MapTools::nameMeasures() {
  const QStringList names = {tr("Memory allocated"),  tr("Core allocated"), tr("Pods per card"),
                             tr("Largest free slot"), tr("Memory used"),    tr("Utilization"),
                             tr("Temperature"),       tr("Power"),          tr("Age of samples")};
  for (int i = 0; i < m_measure->count(); ++i) m_measure->setItemText(i, names[i]);
}

void MapTools::showPreview() {
  const PreviewController& preview = m_context.preview;
  m_stack->setCurrentIndex(preview.isActive() ? 1 : 0);
  if (!preview.isActive()) return arrangeRows();
  m_previewTitle->setState(StateRole::Planned, tr("Placement preview"));
  const QString name = plain(preview.workload().name.toStdString(), 60);
  m_previewName->setText(name);
  m_previewText->setText(tr("nothing has been sent to the cluster"));
  m_previewText->setToolTip(preview.snapshot() ? tr("State of %1").arg(timeOfDay(preview.snapshot()->time))
                                               : QString());
  const Verdict verdict = verdictOf(preview);
  m_verdict->setState(verdict.state, verdict.text);
  m_verdict->setDetail(preview.change() ? preview.change()->lines().value(0) : QString());
  arrangeRows();
  m_verdict->setToolTip(verdict.text.toHtmlEscaped());  // in a narrow window it is cut
}

void MapTools::retranslate() {
  m_filter->setPlaceholder(tr("Filter nodes, cards, pods: mode:cgpu  free>=20  ns:team-a  !cordoned"));
  const auto name = [](QComboBox* box, const QStringList& names) {
    for (int i = 0; i < names.size(); ++i) box->setItemText(i, names[i]);
  };
  nameMeasures();
  name(m_grouping, {tr("No groups"), tr("Group: node pool"), tr("Group: mode"), tr("Group: GPU model"),
                    tr("Group: zone"), tr("Group: GPU stack")});
  name(m_sorting, {tr("Order: name"), tr("Order: free memory"), tr("Order: age")});
  m_zoomIn->setToolTip(tr("Larger cells (+)"));
  m_zoomOut->setToolTip(tr("Smaller cells (-)"));
  m_fit->setToolTip(tr("Fit the whole cluster (0)"));
  m_past->setToolTip(tr("History: the map at an earlier time (H)"));
  m_past->setAccessibleName(tr("History"));
  m_measure->setAccessibleName(tr("Measure shown by the fill"));
  m_grouping->setAccessibleName(tr("Grouping of nodes"));
  m_sorting->setAccessibleName(tr("Order of nodes"));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Leave the preview (Esc)"));
  showPreview();
}

}  // namespace cardinal::ui
