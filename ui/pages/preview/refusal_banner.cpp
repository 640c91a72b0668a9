// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/refusal_banner.h"

#include <QBoxLayout>
#include <QEvent>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/session/pending_explainer.h"
#include "ui/session/preview/refusal_scene.h"
#include "ui/widgets/basic/banner.h"

namespace cardinal::ui {

RefusalBanner::RefusalBanner(const PageContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_banner(new Banner(context.theme, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 8, 12, 0);
  layout->addWidget(m_banner);
  m_banner->setState(StateRole::Warning);
  m_banner->setClosable(true);
  hide();
  connect(m_banner, &Banner::closed, this, &RefusalBanner::clear);
  connect(m_banner, &Banner::actionTriggered, this,
          [this] { m_context.selection.go(QStringLiteral("pending"), m_key); });
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isActive() && !m_asking) ask();
  });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &RefusalBanner::clear);
}

void RefusalBanner::showPod(const QString& key, std::optional<ReasonCode> only) {
  m_key = key;
  m_only = only;
  m_answer.reset();
  fill();
  show();
  ask();
}

void RefusalBanner::clear() {
  m_asking = false;
  if (m_key.isEmpty()) return;
  m_key.clear();
  m_answer.reset();
  m_on.reset();
  hide();
  emit changed();
}

void RefusalBanner::ask() {
  const SnapshotPtr on = m_context.bridge.snapshot();
  const auto [pod, node] = findPod(*on, m_key);
  // Bound or gone: there is nothing to explain any more.
  if (!pod || node) return clear();
  m_asking = true;
  m_context.bridge.explainNodes(this, requestOf(*pod), on, [this, on](const NodesExplanation& found) {
    m_asking = false;
    if (m_key.isEmpty()) return;
    m_answer = found.answer;
    m_on = on;
    fill();
    emit changed();
    if (m_context.bridge.snapshot() != on) ask();
  });
}

void RefusalBanner::fill() {
  const QString pod = plain(m_key.toStdString(), 120);
  m_banner->setAction(tr("Explanation"));
  if (!m_answer) {
    m_banner->setText(tr("Evaluating every node for %1…").arg(pod));
    m_banner->setDetail({});
    return;
  }
  const auto refused =
      std::count_if(m_answer->rejections.begin(), m_answer->rejections.end(),
                    [this](const NodeRejection& rejection) { return !m_only || rejection.reason.code == *m_only; });
  m_banner->setText(m_only
                        ? tr("%1: %2 nodes refuse it for one reason: %3").arg(pod, count(refused), reasonShort(*m_only))
                        : tr("%1: %2 of %3 nodes refuse it")
                              .arg(pod, count(refused), count(static_cast<std::int64_t>(m_on->nodes.size()))));
  m_banner->setDetail(tr("Refused nodes are dimmed with their reason; near misses are outlined with what they lack."));
}

std::optional<MapPreview> RefusalBanner::scene() const {
  if (!m_answer || m_key.isEmpty()) return std::nullopt;
  return makeRefusalScene(*m_answer, *m_on);
}

QString RefusalBanner::firstNode() const {
  if (!m_answer) return {};
  const auto matches = [this](const NodeRejection& rejection) { return !m_only || rejection.reason.code == *m_only; };
  const auto nodeName = [this](NodeIndex node) { return QString::fromStdString(m_on->node(node).name); };
  if (!m_only && !m_answer->nearMisses.empty()) return nodeName(m_answer->nearMisses.front().node);
  const auto first = std::find_if(m_answer->rejections.begin(), m_answer->rejections.end(), matches);
  return first != m_answer->rejections.end() ? nodeName(first->node) : QString();
}

void RefusalBanner::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && isActive()) {
    fill();
    emit changed();
  }
}

}  // namespace cardinal::ui
