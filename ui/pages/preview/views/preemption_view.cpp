// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/views/preemption_view.h"

#include <QBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/i18n/placement/preemption_texts.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kMaxVictims = 8;

bool mayEvict(const AllocationAnswer& answer) {
  return answer.candidates.empty() &&
         std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::Preemption) != answer.caveats.end();
}

}  // namespace

PreemptionView::PreemptionView(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_head(new SectionHead(context.theme, this)),
      m_words(new TextLabel(context.theme, TextRole::Small, TextTone::Normal, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 8, 0, 0);
  layout->setSpacing(6);
  m_words->setWordWrap(true);
  m_words->setObjectName(QStringLiteral("previewPreemption"));
  layout->addWidget(m_head);
  layout->addWidget(m_words);
  hide();
}

void PreemptionView::show(const AllocationRequest& request, const AllocationAnswer& answer, const SnapshotPtr& snapshot,
                          std::uint64_t serial) {
  if (std::exchange(m_serial, serial) == serial) return;
  if (!mayEvict(answer)) {
    m_found.reset();
    return fill();
  }
  // What was found for the state before stays in view meanwhile.
  m_context.bridge.explainNodes(this, request, snapshot, [this, snapshot, serial](const NodesExplanation& found) {
    if (serial != m_serial) return;
    m_snapshot = snapshot;
    m_found = found.preemption;
    fill();
  });
}

void PreemptionView::fill() {
  setVisible(m_found.has_value());
  if (!m_found) return;
  m_head->setTitle(tr("Preemption"));
  QStringList lines{preemptionText(*m_found, *m_snapshot)};
  for (const QString& victim : victimLines(*m_found, kMaxVictims)) lines << QStringLiteral("• ") + victim;
  lines << preemptionNotes(*m_found);
  m_words->setText(lines.join(u'\n'));
}

}  // namespace cardinal::ui
