// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/pane.h"

#include <QBoxLayout>
#include <QScrollArea>

#include "ui/i18n/finding_texts.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/state_label.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/key_value_list.h"

namespace cardinal::ui {

namespace {
constexpr std::size_t kFindingLimit = 12;
}

Pane::Pane(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context), m_outer(new QVBoxLayout(this)) {
  m_outer->setContentsMargins(0, 0, 0, 0);
  m_outer->setSpacing(0);
  buildHeader();
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* body = new Surface(context.theme, SurfaceTone::Panel, scroll);
  m_sections = new QVBoxLayout(body);
  m_sections->setContentsMargins(0, 0, 0, 0);
  m_sections->setSpacing(0);
  m_sections->addStretch(1);
  scroll->setWidget(body);
  m_outer->addWidget(scroll, 1);
}

void Pane::buildHeader() {
  Theme& theme = m_context.theme;
  auto* header = new Surface(theme, SurfaceTone::Panel, this);
  auto* across = new QHBoxLayout(header);
  across->setContentsMargins(16, 10, 8, 10);
  across->setSpacing(8);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  m_crumb = new TextLabel(theme, TextRole::Micro, TextTone::Quiet, header);
  m_crumb->setElide(Qt::ElideMiddle);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, header);
  m_title->setElide(Qt::ElideMiddle);
  m_facts = new TextLabel(theme, TextRole::Small, TextTone::Normal, header);
  m_facts->setElide(Qt::ElideRight);
  m_state = new StateLabel(theme, header);
  // The state stands above the title: beside it a name would keep a few letters.
  auto* above = new QHBoxLayout;
  above->setSpacing(12);
  above->addWidget(m_crumb, 1);
  above->addStretch(0);
  above->addWidget(m_state);
  m_state->hide();
  texts->addLayout(above);
  texts->addWidget(m_title);
  texts->addWidget(m_facts);
  across->addLayout(texts, 1);
  m_close = new ActionButton(theme, header);
  m_close->setKind(ButtonKind::Quiet);
  m_close->setIconName(QStringLiteral("close"));
  connect(m_close, &QAbstractButton::clicked, this, &Pane::closeRequested);
  across->addWidget(m_close, 0, Qt::AlignTop);
  m_outer->addWidget(header);
}

void Pane::setCrumb(const QString& text) {
  m_crumb->setText(text);
  m_crumb->setVisible(!text.isEmpty());
}

void Pane::setClosable(bool closable) {
  m_close->setVisible(closable);
  // Without the button the words end where those of the sections do.
  m_close->parentWidget()->layout()->setContentsMargins(16, 10, closable ? 8 : 16, 10);
}

void Pane::setTitle(const QString& text) {
  m_title->setText(text);
}

void Pane::setFacts(const QString& text) {
  m_facts->setText(text);
  m_facts->setVisible(!text.isEmpty());
}

void Pane::setState(StateRole state, const QString& word) {
  m_state->setVisible(state != StateRole::None);
  m_state->setState(state, word);
}

QVBoxLayout* Pane::addSection(QWidget** section) {
  auto* surface = new Surface(m_context.theme, SurfaceTone::Panel, this);
  surface->setEdges(Qt::TopEdge);
  auto* layout = new QVBoxLayout(surface);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  m_sections->insertWidget(m_sections->count() - 1, surface);
  if (section) *section = surface;
  return layout;
}

KeyValueList* Pane::addFacts() {
  auto* facts = new KeyValueList(m_context.theme, this);
  addSection()->addWidget(facts);
  return facts;
}

void Pane::addFindings() {
  m_findings = new FindingList(m_context.theme, this);
  addSection()->addWidget(m_findings);
}

void Pane::setFindings(const std::vector<Finding>& findings, MemoryUnit unit) {
  m_findings->setFindings(findings, unit);
  m_findings->parentWidget()->setVisible(!findings.empty());
}

FlowRow* Pane::footer() {
  if (m_footer) return m_footer;
  auto* bar = new Surface(m_context.theme, SurfaceTone::Panel, this);
  bar->setEdges(Qt::TopEdge);
  bar->setObjectName(QStringLiteral("paneFooter"));
  m_footer = new FlowRow(bar);
  m_footer->setContentsMargins(16, 12, 16, 12);
  m_footer->setSpacing(8);
  m_outer->addWidget(bar);
  return m_footer;
}

ActionButton* Pane::addFooterButton(const QString& icon, bool primary) {
  auto* button = new ActionButton(m_context.theme, this);
  button->setKind(primary ? ButtonKind::Primary : ButtonKind::Normal);
  button->setIconName(icon);
  footer()->addWidget(button);
  return button;
}

void Pane::retranslate() {
  m_close->setToolTip(tr("Close the details (Esc)"));
}

FindingList::FindingList(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(8);
}

void FindingList::setFindings(const std::vector<Finding>& findings, MemoryUnit unit) {
  std::vector<QString> sentences;
  for (const Finding& finding : findings) sentences.push_back(findingText(finding, unit));
  setVisible(!sentences.empty());
  if (sentences == m_sentences) return;
  m_sentences = std::move(sentences);
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (std::size_t i = 0; i < std::min(m_sentences.size(), kFindingLimit); ++i) {
    auto* banner = new Banner(m_theme, this);
    banner->setState(isLedgerMismatch(findings[i].code) ? StateRole::Warning : StateRole::Information);
    banner->setText(m_sentences[i]);
    m_layout->addWidget(banner);
  }
  if (m_sentences.size() > kFindingLimit) {
    auto* rest = new TextLabel(m_theme, TextRole::Small, TextTone::Quiet, this);
    rest->setText(tr("and %n more", nullptr, static_cast<int>(m_sentences.size() - kFindingLimit)));
    m_layout->addWidget(rest);
  }
}

}  // namespace cardinal::ui
