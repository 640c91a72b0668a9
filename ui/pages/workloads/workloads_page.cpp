// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/workloads/workloads_page.h"

#include <QHBoxLayout>
#include <QMenu>

#include "ui/i18n/format.h"
#include "ui/i18n/workloads/workload_texts.h"
#include "ui/models/pod_lookup.h"
#include "ui/models/tables/pod_table_model.h"
#include "ui/models/tables/workload_table_model.h"
#include "ui/pages/common/row_menus.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

using namespace Qt::StringLiterals;

WorkloadsPage::WorkloadsPage(const PageContext& context, QWidget* parent)
    : TablePage(context, new PodTableModel, QStringLiteral("workloads"),
                {u"owner"_s, u"restarts"_s, u"request"_s, u"core"_s}, parent),
      m_pods(static_cast<PodTableModel&>(proxy().table())),
      m_job(new BackgroundJob(this)) {
  addTools();
  buildRows();
  connectRows();
  WorkloadsPage::retranslate();
}

void WorkloadsPage::addTools() {
  Theme& theme = context().theme;
  m_segment = new SegmentedControl(theme, this);
  m_segment->addItem(QStringLiteral("all"), {});
  m_segment->addItem(QStringLiteral("pending"), {});
  m_segment->addItem(QStringLiteral("running"), {});
  m_segment->setCurrent(QStringLiteral("all"));
  tools()->insertWidget(0, m_segment);
  m_write = new ActionButton(theme, this);
  m_write->setIconName(QStringLiteral("add"));
  tools()->addWidget(m_write);
  connect(m_write, &QAbstractButton::clicked, this,
          [this] { this->context().selection.go(QStringLiteral("workload")); });
  connect(m_segment, &SegmentedControl::changed, this,
          [this](const QString& id) { setFilterText(id == u"all" ? QString() : QStringLiteral("state:") + id); });
  connect(&filter(), &FilterLine::textChanged, this, &WorkloadsPage::syncSegment);
}

bool WorkloadsPage::showKey(const QString& key) {
  if (key.isEmpty()) {
    showAll();
    showPending(false);
    return TablePage::showKey(key);
  }
  constexpr qsizetype kSlashesOfWorkload = 2;
  if (key.count(u'/') == kSlashesOfWorkload) {
    answerNow();
    return showWorkload(key);
  }
  update();
  if (m_pods.rowOf(key) < 0) showAll();
  return TablePage::showKey(key);
}

void WorkloadsPage::showPending(bool pending) {
  setFilterText(pending ? QStringLiteral("state:pending") : QString());
  syncSegment();
}

void WorkloadsPage::syncSegment() {
  const QString text = filter().text().trimmed();
  m_segment->setCurrent(text == u"state:pending"   ? QStringLiteral("pending")
                        : text == u"state:running" ? QStringLiteral("running")
                                                   : QStringLiteral("all"));
  // A waiting pod has no place: the columns of one make room for the reason.
  const bool pending = text == u"state:pending";
  takeAway(pending ? QStringList{u"node"_s, u"cards"_s, u"memory"_s, u"core"_s} : QStringList());
}

void WorkloadsPage::choose(const QString& key) {
  context().selection.selectPod(key);
}

void WorkloadsPage::activate(const QString& key) {
  const auto [pod, node] = findPod(*context().bridge.snapshot(), key);
  if (pod && node) context().selection.go(QStringLiteral("map"), key);
}

void WorkloadsPage::fillMenu(QMenu& menu, const QString& key) {
  SelectionState& selection = context().selection;
  const auto [pod, node] = findPod(*context().bridge.snapshot(), key);
  if (pod && node) {
    const QString name = QString::fromStdString(node->name);
    connect(menu.addAction(tr("Show on map")), &QAction::triggered, &selection,
            [&selection, key] { selection.go(QStringLiteral("map"), key); });
    connect(menu.addAction(tr("Open node")), &QAction::triggered, &selection,
            [&selection, name] { selection.go(QStringLiteral("node"), name); });
  } else if (pod) {
    PreviewController& preview = context().preview;
    connect(menu.addAction(tr("Preview placement")), &QAction::triggered, &preview,
            [&preview, &selection, waiting = pod] {
              preview.startPod(waiting);
              selection.go(QStringLiteral("map"));
            });
  }
  if (pod) {
    addWhatIf(menu, selection, tr("Add to what-if"), key,
              {{"move-pod", tr("Move it to another node")},
               {"resize", tr("Change its request…")},
               {"delete", tr("Delete it")}});
  }
  connect(menu.addAction(tr("Only this namespace")), &QAction::triggered, &selection,
          [&selection, key] { selection.setNamespace(key.left(key.indexOf(u'/'))); });
  menu.addSeparator();
  addCopy(menu, tr("Copy the pod's name"), key.mid(key.indexOf(u'/') + 1));
}

QString WorkloadsPage::selectedKey() const {
  return context().selection.kind() == SelectionState::Kind::Pod ? context().selection.key() : QString();
}

QString WorkloadsPage::hitsText(int shown, int all) const {
  return shown == all ? tr("%n pod(s)", nullptr, all) : tr("%1 of %2 pods").arg(count(shown), count(all));
}

QString WorkloadsPage::placeholder() const {
  return tr("Filter workloads and pods: ns:team-a  state:pending  node:sd-  mem>=8");
}

QString WorkloadsPage::emptyTitle() const {
  return m_chosen.isEmpty() ? tr("No pods that ask for GPUs") : tr("This workload has no pods yet");
}

QString WorkloadsPage::emptyCause() const {
  const WorkloadPtr chosen = m_rows->find(m_chosen);
  return chosen ? workloadReason(*chosen) : TablePage::emptyCause();
}

QString WorkloadsPage::hiddenTitle() const {
  return m_order->rowCount() > 0 ? tr("No pod matches the filter") : TablePage::hiddenTitle();
}

void WorkloadsPage::retranslate() {
  m_segment->setText(QStringLiteral("all"), tr("All"));
  m_segment->setText(QStringLiteral("pending"), tr("Pending"));
  m_segment->setText(QStringLiteral("running"), tr("Running"));
  m_write->setText(tr("New workload"));
  m_events->setText(tr("Events"));
  m_events->setToolTip(tr("Events of the workload, its PodGroups, its Workloads of Kueue and what made its pods"));
  m_all->setText(tr("Show all pods"));
  m_table->setAccessibleName(tr("Workloads"));
  table().setAccessibleName(tr("Pods"));
  m_rows->retranslate();
  fillHead();
  TablePage::retranslate();
}

}  // namespace cardinal::ui
