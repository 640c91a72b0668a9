// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/views/advice_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <memory>
#include <utility>

#include "ui/i18n/changes/what_if_texts.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

AdviceView::AdviceView(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_job(new BackgroundJob(this)),
      m_head(new SectionHead(context.theme, this)),
      m_policy(new QComboBox(this)),
      m_words(new TextLabel(context.theme, TextRole::Small, TextTone::Strong, this)),
      m_note(new TextLabel(context.theme, TextRole::Small, TextTone::Quiet, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->addWidget(m_head, 1);
  head->addWidget(m_policy);
  layout->addLayout(head);
  layout->addWidget(m_words);
  layout->addWidget(m_note);
  m_words->setWordWrap(true);
  m_note->setWordWrap(true);
  m_policy->addItem(QString());
  for (const fragmentation::PolicyKind kind : fragmentation::kPolicies) {
    m_policy->addItem(QString::fromLatin1(fragmentation::toString(kind)), static_cast<int>(kind));
  }
  connect(m_policy, &QComboBox::currentIndexChanged, this, [this] {
    m_serial = 0;
    ask();
    emit policyChosen();
  });
  retranslate();
  ask();
}

void AdviceView::retranslate() {
  m_head->setTitle(tr("Advice of a policy"));
  m_policy->setItemText(0, tr("none"));
  m_policy->setAccessibleName(tr("Policy"));
  if (m_policy->currentIndex() > 0) {
    ask();
  } else {
    m_note->setText(tr("Shows where a policy that avoids fragments would put it. The scheduler does not follow it."));
  }
}

void AdviceView::show(const AllocationRequest& request, const AllocationAnswer& answer, const SnapshotPtr& snapshot,
                      std::uint64_t serial) {
  if (serial == m_serial && m_snapshot == snapshot) return;
  // An answer may hold thousands of candidates: it is kept only where somebody wants to know.
  if (m_policy->currentIndex() <= 0) return;
  const bool renewed = m_request.pod == request.pod && m_words->isVisibleTo(this);
  m_serial = serial;
  m_request = request;
  m_answer = answer;
  m_snapshot = snapshot;
  // In a busy cluster answers come faster than the advice: what is under way is shown, the newest is asked about next.
  if (renewed && m_job->isRunning())
    m_again = true;
  else if (renewed)
    start();
  else
    ask();
}

void AdviceView::ask() {
  m_job->drop();
  m_again = false;
  const bool wanted = m_policy->currentIndex() > 0 && m_snapshot != nullptr;
  m_words->setVisible(wanted);
  if (!wanted) {
    m_note->setText(tr("Shows where a policy that avoids fragments would put it. The scheduler does not follow it."));
    return;
  }
  m_words->setText(tr("working…"));
  m_note->clear();
  start();
}

void AdviceView::start() {
  const auto policy = static_cast<fragmentation::PolicyKind>(m_policy->currentData().toInt());
  m_job->start([this, request = m_request, answer = m_answer, snapshot = m_snapshot, policy](
                   const std::stop_token& stop, const BackgroundJob::Report&) -> std::function<void()> {
    if (stop.stop_requested()) return {};
    const FragmentGauge gauge(*snapshot);
    auto advice = std::make_shared<PolicyAdvice>(advise(request, answer, *snapshot, gauge, policy));
    return [this, advice, snapshot] {
      present(*advice, *snapshot);
      if (std::exchange(m_again, false)) start();
    };
  });
}

void AdviceView::present(const PolicyAdvice& advice, const ClusterSnapshot& snapshot) {
  const AdviceTexts texts = adviceTexts(advice, snapshot);
  m_words->setVisible(advice.node.has_value());
  if (advice.node) {
    m_words->setText(tr("%1: %2\nFragmented capacity %3\nScheduler: %4\nFragmented capacity %5",
                        "policy, place, change, place, change")
                         .arg(QString::fromLatin1(fragmentation::toString(advice.policy)), texts.policyPlace,
                              texts.policyChange, texts.schedulerPlace, texts.schedulerChange));
  }
  m_note->setText(texts.note);
}

}  // namespace cardinal::ui
