// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/views/preemption_view.h"

#include <QBoxLayout>
#include <utility>

#include "core/plan/drain/replica_preemption.h"
#include "ui/i18n/placement/preemption_texts.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

PreemptionView::PreemptionView(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_head(new SectionHead(context.theme, this)),
      m_words(new TextLabel(context.theme, TextRole::Small, TextTone::Normal, this)) {
  QVBoxLayout* layout = columnIn(this, {0, 8, 0, 0}, 6);
  m_words->setWordWrap(true);
  m_words->setObjectName(QStringLiteral("previewPreemption"));
  layout->addWidget(m_head);
  layout->addWidget(m_words);
  hide();
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, &PreemptionView::forget);
  connect(&m_pacer, &WorkPacer::rested, this, &PreemptionView::follow);
}

void PreemptionView::forget() {
  m_isAsking = false;  // its answer does not come any more
  m_isWanted = false;
  letGo();
  fill();
}

/// No state stays for longer than it is shown or asked about.
void PreemptionView::letGo() {
  m_found.reset();
  m_foundOn.reset();
  m_pacer.stop();  // another request is answered at once
  if (!m_isWanted) m_on.reset();
}

void PreemptionView::show(const AllocationRequest& request, const AllocationAnswer* answer, const SnapshotPtr& snapshot,
                          std::uint64_t serial) {
  if (std::exchange(m_serial, serial) == serial) return;
  m_isWanted = answer != nullptr && lacksPlaces(request, *answer) && !m_context.preview.isDragging();
  // What was found for a state before stays in view meanwhile; what was found for another request does not.
  m_on = snapshot;
  if (!m_isWanted || request.pod != m_request.pod) letGo();
  m_request = request;
  fill();
  follow();
}

void PreemptionView::follow() {
  if (m_isWanted && !m_isAsking && !m_pacer.isResting() && m_foundOn != m_on) ask();
}

void PreemptionView::ask() {
  m_isAsking = true;
  m_pacer.begin();
  m_context.bridge.explainNodes(this, m_request, m_on,
                                [this, pod = m_request.pod, on = m_on](const NodesExplanation& found) {
                                  m_isAsking = false;
                                  if (m_isWanted && pod == m_request.pod) {
                                    m_foundOn = on;
                                    m_found = found.preemption;
                                    m_pacer.end();
                                    fill();
                                  }
                                  follow();
                                });
}

void PreemptionView::fill() {
  setVisible(m_found.has_value());
  if (!m_found) return;
  m_head->setTitle(tr("Preemption"));
  m_words->setText(preemptionLines(*m_found, *m_foundOn).join(u'\n'));
}

}  // namespace cardinal::ui
