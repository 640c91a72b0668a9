// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/gang_view.h"

#include <QBoxLayout>
#include <QComboBox>

#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/workloads/group_texts.h"
#include "ui/pages/preview/place_rows.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

GangView::GangView(Theme& theme, QWidget* parent) : QWidget(parent) {
  QVBoxLayout* layout = columnIn(this, {}, 8);
  m_verdict = new Banner(theme, this);
  m_verdict->setObjectName(QStringLiteral("gangVerdict"));
  m_head = new SectionHead(theme, this);
  m_list = new PlaceRows(theme, this);
  m_list->setObjectName(QStringLiteral("gangRoles"));
  m_choice = new QWidget(this);
  auto* choice = new QHBoxLayout(m_choice);
  choice->setContentsMargins(0, 0, 0, 0);
  m_choiceName = new TextLabel(theme, TextRole::Small, TextTone::Normal, m_choice);
  m_roles = new QComboBox(m_choice);
  m_roles->setObjectName(QStringLiteral("gangRole"));
  choice->addWidget(m_choiceName);
  choice->addWidget(m_roles, 1);
  for (QWidget* part :
       {static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_head), static_cast<QWidget*>(m_list), m_choice})
    layout->addWidget(part);
  connect(m_roles, &QComboBox::activated, this, &GangView::roleChosen);
}

void GangView::show(const PreviewController& preview) {
  const auto outcome = preview.groupOutcome();
  if (!outcome) return;
  const PreviewWorkload& workload = preview.workload();
  const std::vector<RoleAnswer> answers = preview.roleAnswers();
  const int unknown = unknownNodesOf(answers);
  const QString meaning = groupMeaningText(*workload.object(), *outcome, unknown);
  const bool whole = outcome->fits == outcome->wanted;
  m_verdict->setState(whole ? StateRole::Ok : outcome->starts ? StateRole::Information : StateRole::Warning);
  m_verdict->setText(groupFitsText(*workload.object(), *outcome, unknown));
  m_verdict->setDetail(meaning);
  const bool several = preview.isGroup();
  for (QWidget* part : {static_cast<QWidget*>(m_head), static_cast<QWidget*>(m_list), m_choice})
    part->setVisible(several);
  if (!several) return;
  const ClusterSnapshot& snapshot = *preview.snapshot();
  std::vector<PlaceRows::Row> rows;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const QString name = answers[i].role + QStringLiteral(" · ") +
                         requestText(workload.roles[i].request.gpu, snapshot.counts.commonUnit());
    PlaceRows::Row row = PlaceRows::rowOf(name, answers[i].replicas, *answers[i].answer, snapshot);
    const PreviewDomain* domain = preview.domainOf(i);
    if (domain != nullptr && !row.places.isEmpty())
      row.places = tr("in %1: %2", "domain, node names").arg(domain->name, row.places);
    rows.push_back(std::move(row));
  }
  m_list->setRows(rows);
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

void GangView::retranslate() {
  m_head->setTitle(tr("Roles"));
  m_head->setNote(tr("in the order of creation"));
  m_choiceName->setText(tr("Below: details of"));
  m_roles->setAccessibleName(tr("Role whose details are shown"));
}

}  // namespace cardinal::ui
