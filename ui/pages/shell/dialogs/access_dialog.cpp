// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/access_dialog.h"

#include <QBoxLayout>
#include <QPlainTextEdit>
#include <algorithm>

#include "ui/i18n/access_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 640;
constexpr int kKeyWidth = 140;
constexpr int kShownLines = 8;
constexpr int kLeastLines = 3;
constexpr int kCharacters = 72;  // of a line that is not wrapped

QString question(const AccessSummary& summary) {
  const QString context = plain(summary.context, 80);
  if (summary.insecure()) return AccessDialog::tr("Connect to %1 without checking the server?").arg(context);
  if (summary.plugin) return AccessDialog::tr("Run the credential plugin of %1?").arg(context);
  return AccessDialog::tr("Connect to %1?").arg(context);
}

}  // namespace

AccessDialog::AccessDialog(Theme& theme, const AccessSummary& summary, QWidget* parent)
    : DialogFrame(theme, question(summary), kWidth, parent) {
  auto* why = new TextLabel(theme, TextRole::Body, TextTone::Normal, this);
  why->setWordWrap(true);
  why->setText(summary.insecure()
                   ? tr("Nothing was sent yet.")
                   : tr("This is what the kubeconfig says; nothing was sent yet. You are asked again when anything of "
                        "this changes."));
  body()->addWidget(why);
  for (const QString& warning : accessWarnings(summary)) {
    auto* banner = new Banner(theme, this);
    banner->setState(summary.insecure() ? StateRole::Critical : StateRole::Warning);
    banner->setText(warning);
    body()->addWidget(banner);
  }
  std::vector<KeyValueRow> rows;
  for (const AccessFact& one : accessFacts(summary)) {
    KeyValueRow row = fact(one.key, one.value);
    if (one.isWarning) row.state = summary.insecure() ? StateRole::Critical : StateRole::Warning;
    rows.push_back(std::move(row));
  }
  auto* facts = new KeyValueList(theme, this);
  facts->setKeyWidth(kKeyWidth);
  facts->setRows(std::move(rows));
  body()->addWidget(facts);
  if (summary.plugin) {
    addCommand(*summary.plugin);
  } else {
    body()->addStretch(1);
  }
  addButton(tr("Do not connect"));
  connect(addButton(tr("Allow and connect"), true), &QAbstractButton::clicked, this, [this] {
    emit allowed();
    accept();
  });
}

void AccessDialog::addCommand(const PluginCall& call) {
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Program and arguments, one per line"));
  body()->addWidget(head);
  auto* box = new QPlainTextEdit(this);
  box->setReadOnly(true);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  box->setWordWrapMode(QTextOption::WrapAnywhere);
  box->setFont(theme().font(TextRole::Mono));
  box->setAccessibleName(tr("Program and arguments, one per line"));
  box->setPlainText(commandLines(call).join(u'\n'));
  box->setTabChangesFocus(true);
  qsizetype rows = 1;
  for (const QString& line : commandLines(call)) rows += 1 + line.size() / kCharacters;
  const int shown = static_cast<int>(std::clamp<qsizetype>(rows, kLeastLines, kShownLines));
  box->setFixedHeight(shown * box->fontMetrics().lineSpacing() + 12);
  body()->addWidget(box);
  addVariables(call);
  body()->addStretch(1);
}

void AccessDialog::addVariables(const PluginCall& call) {
  if (call.variables.empty()) return;
  QStringList names;
  for (const std::string& name : call.variables) names << plain(name, 80);
  auto* variables = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  variables->setWordWrap(true);
  variables->setText(tr("Environment variables that the file sets for it: %1").arg(joinList(names)));
  body()->addWidget(variables);
}

}  // namespace cardinal::ui
