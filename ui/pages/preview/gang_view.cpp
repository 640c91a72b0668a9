// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/gang_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/group_texts.h"
#include "ui/pages/preview/preview_sections.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/basic/band.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kMaxNodes = 6;

QVBoxLayout* column(QWidget* owner, int spacing) {
  auto* layout = new QVBoxLayout(owner);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing);
  return layout;
}

}  // namespace

GangView::GangView(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  QVBoxLayout* layout = column(this, 8);
  m_verdict = new Band(theme, this);
  m_verdict->setObjectName(QStringLiteral("gangVerdict"));
  m_head = new SectionHead(theme, this);
  m_list = new QWidget(this);
  m_list->setObjectName(QStringLiteral("gangRoles"));
  m_rowLayout = column(m_list, 8);
  m_choice = new QWidget(this);
  auto* choice = new QHBoxLayout(m_choice);
  choice->setContentsMargins(0, 0, 0, 0);
  m_choiceName = new TextLabel(theme, TextRole::Small, TextTone::Normal, m_choice);
  m_roles = new QComboBox(m_choice);
  m_roles->setObjectName(QStringLiteral("gangRole"));
  choice->addWidget(m_choiceName);
  choice->addWidget(m_roles, 1);
  for (QWidget* part : {static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_head), m_list, m_choice})
    layout->addWidget(part);
  connect(m_roles, &QComboBox::activated, this, &GangView::roleChosen);
}

void GangView::show(const PreviewController& preview) {
  const auto outcome = preview.groupOutcome();
  if (!outcome) return;
  const PreviewWorkload& workload = preview.workload();
  const QString meaning = groupMeaningText(*workload.object(), *outcome);
  const bool whole = outcome->fits == outcome->wanted;
  m_verdict->setState(whole ? StateRole::Ok : outcome->starts ? StateRole::Information : StateRole::Warning);
  m_verdict->setText(groupFitsText(*workload.object(), *outcome));
  m_verdict->setDetail(meaning);
  const bool several = preview.isGroup();
  for (QWidget* part : {static_cast<QWidget*>(m_head), m_list, m_choice}) part->setVisible(several);
  if (!several) return;
  if (m_rows.size() != workload.roles.size()) makeRows(workload.roles.size());
  for (std::size_t i = 0; i < m_rows.size(); ++i) fillRow(m_rows[i], preview, i);
  QStringList names;
  for (const PreviewRole& role : workload.roles) names << role.name;
  QStringList listed;
  for (int i = 0; i < m_roles->count(); ++i) listed << m_roles->itemText(i);
  if (listed != names) {
    m_roles->clear();
    m_roles->addItems(names);
  }
  m_roles->setCurrentIndex(static_cast<int>(preview.shownRole()));
}

void GangView::makeRows(std::size_t number) {
  while (QLayoutItem* item = m_rowLayout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_rows.clear();
  for (std::size_t i = 0; i < number; ++i) {
    auto* one = new QWidget(m_list);
    QVBoxLayout* lines = column(one, 2);
    auto* head = new QHBoxLayout;
    const auto label = [&](TextRole role, TextTone tone) {
      auto* made = new TextLabel(m_theme, role, tone, one);
      made->setWordWrap(true);
      return made;
    };
    Row row{new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Strong, one),
            new TextLabel(m_theme, TextRole::SmallStrong, TextTone::Strong, one),
            label(TextRole::Small, TextTone::Normal), label(TextRole::Small, TextTone::Warning)};
    row.name->setElide(Qt::ElideRight);
    head->addWidget(row.name, 1);
    head->addWidget(row.fits);
    lines->addLayout(head);
    lines->addWidget(row.places);
    lines->addWidget(row.miss);
    m_rowLayout->addWidget(one);
    one->show();  // with what it says, in the same moment
    m_rows.push_back(row);
  }
}

QString GangView::placesText(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  std::vector<std::pair<NodeIndex, int>> nodes;
  for (const ReplicaPlacement& placement : answer.placements) {
    const auto known =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto& one) { return one.first == placement.place.node; });
    if (known == nodes.end()) {
      nodes.emplace_back(placement.place.node, 1);
    } else {
      ++known->second;
    }
  }
  QStringList names;
  for (std::size_t i = 0; i < std::min(nodes.size(), kMaxNodes); ++i) {
    const QString name = plain(snapshot.node(nodes[i].first).name, 63);
    names << (nodes[i].second > 1 ? count(nodes[i].second) + QStringLiteral(" × ") + name : name);
  }
  const QString list = joinList(names);
  if (nodes.size() <= kMaxNodes) return list;
  return tr("%1 and %n more node(s)", "node names", static_cast<int>(nodes.size() - kMaxNodes)).arg(list);
}

void GangView::fillRow(Row& row, const PreviewController& preview, std::size_t role) {
  const std::vector<RoleAnswer> answers = preview.roleAnswers();
  const AllocationAnswer& answer = *answers[role].answer;
  const ClusterSnapshot& snapshot = *preview.snapshot();
  const AllocationRequest& request = preview.workload().roles[role].request;
  const auto placed = static_cast<int>(answer.placements.size());
  row.name->setText(answers[role].role + QStringLiteral(" · ") +
                    requestText(request.gpu, snapshot.counts.commonUnit()));
  row.fits->setText(tr("%1 of %2 fit").arg(count(placed), count(request.replicas)));
  row.fits->setTone(placed < request.replicas ? TextTone::Warning : TextTone::Ok);
  row.places->setVisible(placed > 0);
  const PreviewDomain* domain = preview.domainOf(role);
  const QString places = placesText(answer, snapshot);
  row.places->setText(domain != nullptr ? tr("in %1: %2", "domain, node names").arg(domain->name, places) : places);
  const QString miss = answer.requestProblems.empty() ? ReplicaView::missText(answer, snapshot)
                                                      : errorText(answer.requestProblems.front());
  row.miss->setVisible(!miss.isEmpty());
  row.miss->setText(miss);
}

void GangView::retranslate() {
  m_head->setTitle(tr("Roles"));
  m_head->setNote(tr("in the order of creation"));
  m_choiceName->setText(tr("Below: details of"));
  m_roles->setAccessibleName(tr("Role whose details are shown"));
}

}  // namespace cardinal::ui
