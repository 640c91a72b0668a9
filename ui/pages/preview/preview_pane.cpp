// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/preview_pane.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QScrollBar>
#include <QTreeView>
#include <algorithm>
#include <set>
#include <utility>

#include "core/plan/changes/binding.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/roles.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/preview/admission_banner.h"
#include "ui/pages/preview/file_workloads_view.h"
#include "ui/pages/preview/gang_view.h"
#include "ui/pages/preview/preview_sections.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/preview/views/advice_view.h"
#include "ui/pages/preview/views/preemption_view.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kCandidateRows = 8;
constexpr int kRefusalRows = 9;

}  // namespace

PreviewPane::PreviewPane(const PageContext& context, QWidget* parent) : Pane(context, parent) {
  buildTop();
  buildTables();
  buildFoot();
  PreviewController& preview = context.preview;
  connect(&preview, &PreviewController::changed, this, &PreviewPane::refresh);
  connect(&preview, &PreviewController::othersChanged, this, &PreviewPane::fillOthers);
  connect(m_admission, &AdmissionBanner::answered, this, &PreviewPane::refresh);
  connect(m_paused, &Banner::actionTriggered, &preview, &PreviewController::recompute);
  connect(m_changed, &Banner::closed, &preview, &PreviewController::acknowledge);
  connect(m_pause, &QCheckBox::toggled, &preview, &PreviewController::setPaused);
  connect(m_pin, &QCheckBox::toggled, this, [this](bool on) { this->context().preview.setPinned(on); });
  connect(m_aimNote, &Banner::closed, this, [this] { this->context().preview.setAim({}); });
  connect(m_candidateTable, &DataTable::keyChosen, this, &PreviewPane::fillScore);
  connect(m_candidateTable, &DataTable::keyActivated, this, [this](const QString& node) {
    this->context().preview.setAim({node, -1});
  });
  connect(m_gang, &GangView::roleChosen, this,
          [this](int role) { this->context().preview.showRole(static_cast<std::size_t>(role)); });
  connect(m_file, &FileWorkloadsView::partChosen, this,
          [this](int part) { this->context().preview.showPart(static_cast<std::size_t>(part)); });
  connect(m_submit, &QAbstractButton::clicked, this, &PreviewPane::submitRequested);
  connect(m_yaml, &QAbstractButton::clicked, this, &PreviewPane::yamlRequested);
  connect(m_bind, &QAbstractButton::clicked, this, &PreviewPane::bindRequested);
  PreviewPane::retranslate();
}

void PreviewPane::answerNow() {
  m_admission->answerNow();
  context().preview.answerNow();  // within the domain that was found
}

void PreviewPane::buildTop() {
  Theme& theme = context().theme;
  QVBoxLayout* file = addSection(&m_fileSection);
  m_file = new FileWorkloadsView(theme, this);
  file->addWidget(m_file);
  QVBoxLayout* notices = addSection(&m_noticeSection);
  m_problem = new Banner(theme, this);
  m_problem->setObjectName(QStringLiteral("previewProblem"));
  m_problem->setState(StateRole::Critical);
  m_admission = new AdmissionBanner(context(), this);
  m_paused = new Banner(theme, this);
  m_paused->setObjectName(QStringLiteral("previewPaused"));
  m_changed = new Banner(theme, this);
  m_changed->setObjectName(QStringLiteral("previewChanged"));
  m_changed->setState(StateRole::Information);
  m_changed->setClosable(true);
  m_aimNote = new Banner(theme, this);
  m_aimNote->setState(StateRole::Information);
  m_aimNote->setClosable(true);
  m_pin = new QCheckBox(this);
  notices->addWidget(m_problem);
  notices->addWidget(m_admission);
  notices->addWidget(m_paused);
  notices->addWidget(m_changed);
  notices->addWidget(m_aimNote);
  notices->addWidget(m_pin);
  QVBoxLayout* gang = addSection(&m_gangSection);
  m_gang = new GangView(theme, this);
  gang->addWidget(m_gang);
  QVBoxLayout* place = addSection(&m_placeSection);
  m_place = new PredictedPlaceView(theme, this);
  place->addWidget(m_place);
  m_preemption = new PreemptionView(context(), this);
  place->addWidget(m_preemption);
}

void PreviewPane::buildTables() {
  Theme& theme = context().theme;
  QVBoxLayout* candidates = addSection(&m_candidateSection);
  m_candidateHead = new SectionHead(theme, this);
  m_candidates = new CandidateModel(this);
  m_candidateTable = new DataTable(theme, this);
  m_candidateTable->setModel(m_candidates);
  m_candidateTable->setObjectName(QStringLiteral("candidates"));
  m_candidateTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_candidateTable->setMinimumWidth(120);
  QHeaderView* head = m_candidateTable->horizontalHeader();
  head->setStretchLastSection(false);
  head->setMinimumSectionSize(28);
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setSectionResizeMode(CandidateModel::Node, QHeaderView::Stretch);
  head->setSectionResizeMode(CandidateModel::Score, QHeaderView::Fixed);
  fixColumn(theme, *head, CandidateModel::Score, 74);
  candidates->addWidget(m_candidateHead);
  candidates->addWidget(m_candidateTable);
  m_alikeNote = new TextLabel(theme, TextRole::Small, TextTone::Quiet, this);
  m_alikeNote->setWordWrap(true);
  candidates->addWidget(m_alikeNote);

  QVBoxLayout* fragment = addSection(&m_fragmentSection);
  m_fragmentation = new FragmentationView(theme, this);
  fragment->addWidget(m_fragmentation);
  m_advice = new AdviceView(context(), this);
  fragment->addWidget(m_advice);
  connect(m_advice, &AdviceView::policyChosen, this, &PreviewPane::refresh);
  QVBoxLayout* score = addSection(&m_scoreSection);
  m_scoreHead = new SectionHead(theme, this);
  m_scores = new KeyValueList(theme, this);
  m_scores->setValuesRight(true);
  score->addWidget(m_scoreHead);
  score->addWidget(m_scores);
  QVBoxLayout* replicas = addSection(&m_replicaSection);
  m_replicas = new ReplicaView(theme, this);
  replicas->addWidget(m_replicas);

  QVBoxLayout* refusals = addSection(&m_refusalSection);
  m_refusalHead = new SectionHead(theme, this);
  m_refusals = new RefusalModel(this);
  m_refusalTree = new QTreeView(this);
  m_refusalTree->setModel(m_refusals);
  m_refusalTree->setHeaderHidden(true);
  m_refusalTree->setFrameShape(QFrame::NoFrame);
  m_refusalTree->setUniformRowHeights(true);
  m_refusalTree->setIndentation(14);
  auto* delegate = new CellDelegate(theme, m_refusalTree);
  delegate->setHairlines(false);
  m_refusalTree->setItemDelegate(delegate);
  m_refusalTree->header()->setStretchLastSection(false);
  refusals->addWidget(m_refusalHead);
  refusals->addWidget(m_refusalTree);
  const auto fit = [this] {
    int rows = m_refusals->rowCount();
    for (int i = 0; i < m_refusals->rowCount(); ++i) {
      const QModelIndex reason = m_refusals->index(i, 0);
      if (m_refusalTree->isExpanded(reason)) rows += m_refusals->rowCount(reason);
    }
    m_refusalTree->setFixedHeight(std::min(rows, kRefusalRows + m_refusals->rowCount()) * context().theme.rowHeight() +
                                  2);
  };
  connect(m_refusalTree, &QTreeView::expanded, this, fit);
  connect(m_refusalTree, &QTreeView::collapsed, this, fit);
  connect(m_refusals, &QAbstractItemModel::modelReset, this, fit);

  QVBoxLayout* caveats = addSection(&m_caveatSection);
  m_caveatHead = new SectionHead(theme, this);
  m_caveats = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_caveats->setWordWrap(true);
  caveats->addWidget(m_caveatHead);
  caveats->addWidget(m_caveats);
}

void PreviewPane::buildFoot() {
  auto* column = new QVBoxLayout;
  column->setSpacing(8);
  m_status = new StateLabel(context().theme, this);
  column->addWidget(m_status);
  m_pause = new QCheckBox(this);
  m_pause->setObjectName(QStringLiteral("previewPause"));
  column->addWidget(m_pause);
  auto* buttons = new FlowRow;
  buttons->setSpacing(8);
  m_submit = new ActionButton(context().theme, this);
  m_submit->setObjectName(QStringLiteral("previewSubmit"));
  m_submit->setKind(ButtonKind::Primary);
  m_submit->setLarge(true);
  m_yaml = new ActionButton(context().theme, this);
  m_yaml->setLarge(true);
  m_bind = new ActionButton(context().theme, this);
  m_bind->setLarge(true);
  m_bind->setObjectName(QStringLiteral("previewBind"));
  buttons->addWidget(m_submit);
  buttons->addWidget(m_bind);
  buttons->addWidget(m_yaml);
  column->addLayout(buttons);
  footer()->addGrowing(column);
}

void PreviewPane::refresh() {
  const PreviewController& preview = context().preview;
  if (!preview.answer()) m_isAnew = true;
  if (!preview.isActive()) return;
  const PreviewWorkload& workload = preview.workload();
  setCrumb(tr("Placement preview"));
  setTitle(plain(workload.name.toStdString(), 120));
  const MemoryUnit unit = context().bridge.snapshot()->counts.commonUnit();
  const QString request = workloadRequestText(workload, unit);
  setFacts(preview.isGroup()
               ? request
               : tr("%n replica(s)", nullptr, workload.request.replicas) + QStringLiteral(" · ") + request);

  const AllocationAnswer* lead = preview.leadingAnswer();
  fillTop(lead);
  const bool good = lead && lead->requestProblems.empty() && preview.answer();
  for (QWidget* section : {m_placeSection, m_candidateSection, m_fragmentSection, m_scoreSection, m_refusalSection}) {
    section->setVisible(good);
  }
  m_replicaSection->setVisible(good && preview.request().replicas > 1);
  const bool gang = preview.groupOutcome().has_value();
  m_gangSection->setVisible(gang);
  if (gang) m_gang->show(preview);
  m_caveatSection->setVisible(good && (!lead->caveats.empty() || !fileRemarks(workload).isEmpty()));
  if (good) fillAnswer(*lead, *preview.answer());
  fillFoot();
}

void PreviewPane::fillTop(const AllocationAnswer* lead) {
  const PreviewController& preview = context().preview;
  const bool problem = fillFaults(lead);
  m_admission->refresh();
  fillFile();
  fillPaused();
  const auto& change = preview.change();
  m_changed->setVisible(change.has_value());
  if (change) {
    m_changed->setText(change->title());
    m_changed->setDetail(change->lines().join(u'\n'));
  }
  const PreviewAim& aim = preview.aim();
  const bool aimed = !aim.node.isEmpty();
  m_aimNote->setVisible(aimed);
  if (aimed) {
    const QString place = aim.card >= 0 ? tr("%1, card %2").arg(plain(aim.node.toStdString())).arg(aim.card)
                                        : plain(aim.node.toStdString());
    m_aimNote->setText(tr("Aimed at %1").arg(place));
    m_aimNote->setDetail(preview.isPinned()
                             ? tr("The node selector kubernetes.io/hostname binds the scheduler to this node.")
                             : tr("Nothing ties the scheduler to this place; a kubernetes.io/hostname node selector "
                                  "would. Closing this previews the whole cluster."));
  }
  m_pin->setVisible(aimed && preview.workload().fromTemplate);
  const QSignalBlocker quiet(m_pin);
  m_pin->setChecked(preview.isPinned());
  m_noticeSection->setVisible(problem || m_admission->hasAnswer() || preview.isPaused() || change || aimed);
}

void PreviewPane::fillFile() {
  const PreviewController& preview = context().preview;
  const bool several = preview.workload().parts.size() > 1;
  m_fileSection->setVisible(several);
  if (several) m_file->show(preview, m_admission->ofOthers());
}

void PreviewPane::fillOthers() {
  fillFile();
  fillFoot();
}

/// What is wrong with the request on show, and why the file as a whole cannot be submitted.
bool PreviewPane::fillFaults(const AllocationAnswer* lead) {
  const PreviewWorkload& workload = context().preview.workload();
  QStringList faults = fileFaults(workload);
  if (lead && !lead->requestProblems.empty()) {
    const QString problem = errorText(lead->requestProblems.front());
    const bool isOfFile = lead->requestProblems.front().code == ErrorCode::QuantityInvalid && !faults.isEmpty();
    if (!isOfFile && !faults.contains(problem)) faults << problem;
  }
  m_problem->setVisible(!faults.isEmpty());
  if (faults.isEmpty()) return false;
  if (workload.objects.size() > 1) {
    m_problem->setText(tr("This file cannot be submitted as it is"));
    m_problem->setDetail(faults.join(u'\n'));
  } else {
    m_problem->setText(faults.takeFirst());
    m_problem->setDetail(faults.join(u'\n'));
  }
  return true;
}

void PreviewPane::fillPaused() {
  const PreviewController& preview = context().preview;
  const bool paused = preview.isPaused();
  m_paused->setVisible(paused);
  const QSignalBlocker quiet(m_pause);
  m_pause->setChecked(paused);
  if (!paused) return;
  const bool changed = preview.phase() == PreviewController::Phase::Stale;
  const QString since = timeOfDay(preview.pausedAt());
  m_paused->setState(changed ? StateRole::Stale : StateRole::Information);
  m_paused->setText(changed ? tr("Updates paused since %1; the prediction has changed since").arg(since)
                            : tr("Updates paused since %1; the prediction has not changed since").arg(since));
  m_paused->setDetail(preview.snapshot() ? tr("Based on the state at %1.").arg(timeOfDay(preview.snapshot()->time))
                                         : QString());
  m_paused->setAction(changed ? tr("Compute again") : QString());
}

/// The tables of a new answer; what the operator opened and chose in them stays.
void PreviewPane::fillTables() {
  const PreviewController& preview = context().preview;
  const bool isAnew = std::exchange(m_isAnew, false);
  const QString chosen = isAnew ? QString() : m_candidateTable->currentKey();
  if (isAnew) {
    const QSignalBlocker quiet(m_candidateTable);
    m_candidateTable->setCurrentIndex({});
  }
  m_candidates->setAnswer(preview.sharedAnswer(), preview.snapshot(), preview.request().gpu);
  if (!chosen.isEmpty() && m_candidateTable->currentKey() != chosen) {
    const QSignalBlocker quiet(m_candidateTable);
    int row = 0;
    while (row < m_candidates->rowCount() && m_candidates->nodeName(row) != chosen) ++row;
    m_candidateTable->setCurrentIndex(m_candidates->index(row, 0));  // not there any more: nothing is chosen
  }
  if (isAnew) m_candidateTable->scrollToTop();
  const auto keyOf = [this](const QModelIndex& index) { return m_refusals->data(index, KeyRole).toString(); };
  std::set<std::pair<QString, QString>> open;  // reason, node; "" = the reason itself
  for (int i = 0; i < m_refusals->rowCount(); ++i) {
    const QModelIndex reason = m_refusals->index(i, 0);
    if (!m_refusalTree->isExpanded(reason)) continue;
    open.emplace(keyOf(reason), QString());
    for (int j = 0; j < m_refusals->rowCount(reason); ++j) {
      const QModelIndex node = m_refusals->index(j, 0, reason);
      if (m_refusalTree->isExpanded(node)) open.emplace(keyOf(reason), keyOf(node));
    }
  }
  const int scrolled = isAnew ? 0 : m_refusalTree->verticalScrollBar()->value();
  m_refusals->setAnswer(preview.sharedAnswer(), preview.snapshot());
  QHeaderView* columns = m_refusalTree->header();
  columns->setSectionResizeMode(0, QHeaderView::Stretch);
  columns->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  if (open.empty()) return;
  for (int i = 0; i < m_refusals->rowCount(); ++i) {
    const QModelIndex reason = m_refusals->index(i, 0);
    if (!open.contains({keyOf(reason), QString()})) continue;
    m_refusalTree->expand(reason);
    for (int j = 0; j < m_refusals->rowCount(reason); ++j) {
      const QModelIndex node = m_refusals->index(j, 0, reason);
      if (open.contains({keyOf(reason), keyOf(node)})) m_refusalTree->expand(node);
    }
  }
  m_refusalTree->verticalScrollBar()->setValue(scrolled);
}

void PreviewPane::fillAnswer(const AllocationAnswer& lead, const AllocationAnswer& any) {
  const PreviewController& preview = context().preview;
  const ClusterSnapshot& snapshot = *preview.snapshot();
  m_place->show(lead, snapshot, preview.request().gpu, !preview.aim().node.isEmpty());
  const bool isBehindOthers = preview.isGroup() && preview.shownRole() > 0;
  m_preemption->show(preview.request(), isBehindOthers ? nullptr : &lead, preview.snapshot(), preview.serial());
  const bool anew = std::exchange(m_shownSerial, preview.serial()) != preview.serial();
  if (anew) fillTables();
  m_candidateHead->setNote(tr("%1 feasible · %2 refused")
                               .arg(count(static_cast<std::int64_t>(any.candidates.size())),
                                    count(static_cast<std::int64_t>(any.rejections.size()))));
  const int rows = std::clamp(m_candidates->rowCount(), 0, kCandidateRows);
  m_candidateTable->setVisible(rows > 0);
  m_alikeNote->setVisible(std::any_of(any.candidates.begin(), any.candidates.end(),
                                      [](const Candidate& one) { return one.cardsTied && !one.cards.empty(); }));
  m_candidateTable->setFixedHeight((rows + 1) * context().theme.rowHeight() + 1);
  m_fragmentation->show(lead);
  m_advice->show(preview.request(), lead, preview.snapshot(), preview.serial());
  m_replicas->show(lead, snapshot, preview.request().replicas);
  m_refusalHead->setNote(tr("%n node(s), by first reason", nullptr, static_cast<int>(any.rejections.size())));
  m_refusalSection->setVisible(!any.rejections.empty());
  QStringList caveats;
  for (const Caveat caveat : lead.caveats) caveats << caveatText(caveat);
  caveats << heldSomewhereTexts(lead, snapshot);
  if (const QString remarks = fileRemarks(preview.workload()); !remarks.isEmpty()) caveats << remarks;
  m_caveats->setText(caveats.join(u'\n'));
  fillScore();
}

void PreviewPane::fillScore() {
  const PreviewController& preview = context().preview;
  const int row = std::max(0, m_candidateTable->currentIndex().row());
  const Candidate* chosen = m_candidates->candidate(row);
  const AllocationAnswer* lead = preview.leadingAnswer();
  if (!m_candidateTable->currentIndex().isValid() && lead && !lead->candidates.empty())
    chosen = &lead->candidates.front();
  m_scoreSection->setVisible(chosen && !chosen->parts.empty());
  if (!chosen || !preview.snapshot()) return;
  m_scoreHead->setNote(plain(preview.snapshot()->node(chosen->node).name, 63));
  std::vector<KeyValueRow> rows;
  for (const ScorePart& part : chosen->parts) {
    KeyValueRow line = fact(part.decides ? scoreText(part.code) : tr("%1 (for information)").arg(scoreText(part.code)),
                            QString::number(part.value) + QStringLiteral(" / ") + QString::number(part.max));
    line.strong = part.decides;
    rows.push_back(std::move(line));
  }
  m_scores->setRows(std::move(rows));
}

void PreviewPane::fillFoot() {
  const PreviewController& preview = context().preview;
  const QString refusal = preview.submitRefusal();
  m_submit->setRefusal(refusal);
  const auto objects = static_cast<int>(preview.workload().objects.size());
  m_submit->setVisible(objects > 0);
  m_yaml->setVisible(objects > 0);
  m_submit->setText(submitText(preview.workload().objects));
  if (refusal.isEmpty()) m_submit->setToolTip(tr("Checks on the server first, then asks (Ctrl+Return)"));
  fillBind();
  m_status->setVisible(preview.phase() != PreviewController::Phase::Computing);
  if (!refusal.isEmpty()) {
    m_status->setState(objects > 0 ? StateRole::Warning : StateRole::Information, refusal);
  } else if (const int lacking = preview.othersThatLack(); lacking > 0) {
    m_status->setState(StateRole::Warning,
                       tr("%n other workload(s) of the file do not fit completely", nullptr, lacking));
  } else {
    m_status->setState(StateRole::Ok, tr("Based on the state at %1").arg(timeOfDay(preview.snapshot()->time)));
  }
}

/// A pod that waits is bound to a node, or, where its scheduler must know, its workload kept there.
void PreviewPane::fillBind() {
  const PreviewController& preview = context().preview;
  const PodPtr& pod = preview.workload().pod;
  m_bind->setVisible(pod != nullptr);
  if (!pod) return;
  const QString node = preview.aim().node.isEmpty() ? QString() : plain(preview.aim().node.toStdString(), 40);
  const BindBlocker blocker = bindBlocker(*pod);
  const bool byHand = blocker != BindBlocker::SharedCards && blocker != BindBlocker::OtherGpu;
  if (byHand)
    m_bind->setText(node.isEmpty() ? tr("Bind to a node…") : tr("Bind to %1…").arg(node));
  else
    m_bind->setText(node.isEmpty() ? tr("Pin to a node…") : tr("Pin to %1…").arg(node));
  m_bind->setRefusal(byHand ? preview.bindRefusal() : preview.constraintRefusal());
}

void PreviewPane::retranslate() {
  Pane::retranslate();
  m_candidateHead->setTitle(tr("Candidate nodes"));
  m_alikeNote->setText(tr("≈ other cards of the node are as good"));
  m_scoreHead->setTitle(tr("Score parts"));
  m_refusalHead->setTitle(tr("Refused"));
  m_caveatHead->setTitle(tr("Not evaluated, or uncertain"));
  m_pin->setText(tr("Pin to this node (adds a node selector)"));
  m_pause->setText(tr("Pause updates"));
  m_pause->setToolTip(tr("Keeps this answer on show while the cluster changes (Ctrl+Shift+H)"));
  m_yaml->setText(tr("View YAML"));
  m_file->retranslate();
  m_gang->retranslate();
  m_candidates->retranslate();
  m_refusals->retranslate();
  m_advice->retranslate();
  m_preemption->retranslate();
  refresh();
}

}  // namespace cardinal::ui
