// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/list_tools.h"

#include <QBoxLayout>
#include <algorithm>

#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

ListTools::ListTools(Theme& theme, const QStringList& choices, QWidget* parent)
    : ToolLine(theme, parent),
      m_filter(new FilterLine(theme, this)),
      m_choice(new SegmentedControl(theme, this)),
      m_exporter(new ActionButton(theme, this)) {
  m_filter->setHint(QStringLiteral("/"));
  for (const QString& id : choices) m_choice->addItem(id, id);
  m_choice->setCurrent(choices.value(0));
  m_exporter->setIconName(QStringLiteral("export"));
  tools().addWidget(m_filter, 1);
  tools().addWidget(m_choice);
  tools().addWidget(m_exporter);
  connect(m_filter, &FilterLine::textChanged, this, &ListTools::changed);
  connect(m_choice, &SegmentedControl::changed, this, &ListTools::changed);
  connect(m_exporter, &QAbstractButton::clicked, this, &ListTools::exportRequested);
}

bool ListTools::accepts(const QString& text) const {
  const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(),
                     [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

void ListTools::reset(const QString& choice) {
  m_choice->setCurrent(choice);
  m_filter->setText({});
}

}  // namespace cardinal::ui
