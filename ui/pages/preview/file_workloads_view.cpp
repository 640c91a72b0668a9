// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/file_workloads_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <algorithm>

#include "core/alloc/explain/within_reach.h"
#include "core/manifest/refusals.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/workloads/manifest_texts.h"
#include "ui/pages/common/narrow_box.h"
#include "ui/pages/preview/place_rows.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

namespace {

/// How the pods of one workload fare; the first role that lacks a place tells why.
PlaceRows::Row rowOf(const PreviewController& preview, std::size_t part) {
  const PreviewWorkload& workload = preview.workload();
  const PreviewPart& of = workload.parts[part];
  const std::vector<RoleAnswer> roles = preview.partAnswers(part);
  const SnapshotPtr state = preview.partState(part);
  QString name = objectText(workload.objects[of.object]);
  if (isFaulty(workload.objects[of.object])) {
    PlaceRows::Row row;
    row.name = name;
    row.fits = FileWorkloadsView::tr("cannot be submitted");  // why stands below
    row.tone = TextTone::Critical;
    return row;
  }
  if (roles.empty() || !state) {
    PlaceRows::Row row;
    row.name = name;
    row.fits = preview.isPartAsked(part) ? FileWorkloadsView::tr("computing…") : FileWorkloadsView::tr("not evaluated");
    row.tone = TextTone::Quiet;
    return row;
  }
  if (of.roles.empty()) name += QStringLiteral(" · ") + requestText(of.request.gpu, state->counts.commonUnit());
  const auto lacking = std::find_if(roles.begin(), roles.end(), [](const RoleAnswer& one) { return !one.isWhole(); });
  const RoleAnswer& leading = lacking != roles.end() ? *lacking : roles.front();
  PlaceRows::Row row = PlaceRows::rowOf(name, leading.replicas, *leading.answer, *state);
  if (roles.size() < 2) return row;
  std::int64_t fits = 0;
  std::int64_t wanted = 0;
  for (const RoleAnswer& role : roles) {
    fits += static_cast<std::int64_t>(role.answer->placements.size());
    wanted += role.replicas;
  }
  row.fits = fitText(fits, wanted, unknownNodesOf(roles) > 0);
  row.places.clear();  // of one role alone
  if (!row.miss.isEmpty()) row.miss = labelled(leading.role, row.miss);
  return row;
}

}  // namespace

FileWorkloadsView::FileWorkloadsView(Theme& theme, QWidget* parent) : QWidget(parent) {
  QVBoxLayout* layout = columnIn(this, {}, 8);
  m_verdict = new Banner(theme, this);
  m_verdict->setObjectName(QStringLiteral("fileVerdict"));
  m_list = new PlaceRows(theme, this);
  m_list->setObjectName(QStringLiteral("fileWorkloads"));
  layout->addWidget(m_verdict);
  layout->addWidget(m_list);
  auto* choice = new QHBoxLayout;
  m_choiceName = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_parts = new QComboBox(this);
  m_parts->setObjectName(QStringLiteral("filePart"));
  letNarrow(*m_parts);
  choice->addWidget(m_choiceName);
  choice->addWidget(m_parts, 1);
  layout->addLayout(choice);
  connect(m_parts, &QComboBox::activated, this, &FileWorkloadsView::partChosen);
}

void FileWorkloadsView::show(const PreviewController& preview, const std::vector<ObjectAdmission>& admissions) {
  const PreviewWorkload& workload = preview.workload();
  const std::size_t shown = workload.shownPart();
  const bool isAimed = !preview.aim().node.isEmpty();
  std::vector<PlaceRows::Row> rows;
  QStringList names;
  bool lacks = false;
  for (std::size_t i = 0; i < workload.parts.size(); ++i) {
    const std::size_t object = workload.parts[i].object;
    names << objectText(workload.objects[object]);
    PlaceRows::Row row = rowOf(preview, i);
    QStringList words = row.miss.isEmpty() ? QStringList() : QStringList(row.miss);
    for (const ObjectAdmission& one : admissions) {
      if (i == shown || one.object != object) continue;
      if (one.isAdmittedNow() == false)
        words << (one.refusal ? tr("The API server would reject it; choose it to see the reason below.")
                              : tr("Its queue would not admit it now; choose it to see the reason below."));
      if (one.topology) words << tr("The topology domain it must be in is taken into account once it is chosen.");
    }
    row.miss = words.join(u'\n');
    const std::vector<RoleAnswer> roles = preview.partAnswers(i);
    lacks = lacks || !row.miss.isEmpty() || isFaulty(workload.objects[object]) ||
            std::any_of(roles.begin(), roles.end(), [](const RoleAnswer& one) { return !one.isWhole(); });
    rows.push_back(std::move(row));
  }
  m_list->setRows(rows);
  m_verdict->setState(lacks ? StateRole::Warning : StateRole::Information);
  m_verdict->setText(tr("1 of %n workload(s) is shown below", nullptr, static_cast<int>(workload.parts.size())));
  QStringList detail;
  detail << tr("Each workload is evaluated on its own: room that one takes is not missing for the others here.");
  if (isAimed) detail << tr("Only the one that is shown is aimed at a node.");
  m_verdict->setDetail(detail.join(u'\n'));
  QStringList listed;
  for (int i = 0; i < m_parts->count(); ++i) listed << m_parts->itemText(i);
  if (listed != names) {
    m_parts->clear();
    m_parts->addItems(names);
  }
  m_parts->setCurrentIndex(static_cast<int>(shown));
}

void FileWorkloadsView::retranslate() {
  m_choiceName->setText(tr("Shown below"));
  m_parts->setAccessibleName(tr("Workload of the file whose details are shown"));
}

}  // namespace cardinal::ui
