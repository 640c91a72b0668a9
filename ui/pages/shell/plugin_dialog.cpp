// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/plugin_dialog.h"

#include <QBoxLayout>

#include "ui/i18n/texts.h"
#include "ui/pages/common/code_box.h"
#include "ui/pages/common/facts.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/band.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kShownArguments = 40;
constexpr int kArgumentLength = 400;

std::vector<KeyValueRow> factsOf(const PluginPrompt& prompt, const QString& contextKey, const QString& userKey, const QString& fileKey) {
  return {fact(contextKey, plain(prompt.context)), fact(userKey, plain(prompt.user)), fact(fileKey, plain(prompt.file, 1024))};
}

}  // namespace

PluginDialog::PluginDialog(Theme& theme, const PluginPrompt& prompt, QWidget* parent)
    : DialogFrame(theme, tr("Run the credential plugin of %1?").arg(plain(prompt.context, 80)), 560, parent) {
  auto* why = new TextLabel(theme, TextRole::Body, TextTone::Normal, this);
  why->setWordWrap(true);
  why->setText(
      tr("The kubeconfig wants this program to be run, with your rights on this computer, whenever a credential is needed. Allow it "
         "only if you know where the file comes from. You are asked again when anything of this changes."));
  body()->addWidget(why);
  auto* facts = new KeyValueList(theme, this);
  facts->setRows(factsOf(prompt, tr("Context"), tr("User entry"), tr("From the file")));
  body()->addWidget(facts);
  auto* head = new SectionHead(theme, this);
  head->setTitle(tr("Program and arguments, one per line"));
  body()->addWidget(head);
  auto* box = new CodeBox(theme, this);
  std::vector<CodeBox::Line> lines{{plain(prompt.program.empty() ? prompt.command : prompt.program, 1024), TextTone::Strong}};
  for (std::size_t i = 0; i < prompt.arguments.size() && i < kShownArguments; ++i)
    lines.push_back({plain(prompt.arguments[i], kArgumentLength), TextTone::Normal});
  if (prompt.arguments.size() > kShownArguments) lines.push_back({QStringLiteral("…"), TextTone::Normal});
  box->setLines(lines);
  body()->addWidget(box);
  if (!prompt.variables.empty()) {
    QStringList names;
    for (const std::string& name : prompt.variables) names << plain(name, 80);
    auto* variables = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
    variables->setWordWrap(true);
    variables->setText(tr("Environment variables that the file sets for it: %1").arg(names.join(QStringLiteral(", "))));
    body()->addWidget(variables);
  }
  if (prompt.program.empty()) {
    auto* missing = new Band(theme, this);
    missing->setState(StateRole::Warning);
    missing->setText(tr("The program was not found on the search path of this program or of your login shell"));
    body()->addWidget(missing);
  }
  body()->addStretch(1);
  addButton(tr("Do not run it"));
  connect(addButton(tr("Allow and connect"), true), &QAbstractButton::clicked, this, [this] {
    emit allowed();
    accept();
  });
}

}  // namespace cardinal::ui
