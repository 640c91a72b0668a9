// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/lists/shared_pools.h"

#include <QBoxLayout>
#include <QStringList>

#include "core/service/read/shared_pools.h"
#include "ui/i18n/device_texts.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

SharedPools::SharedPools(Theme& theme, QWidget* parent)
    : Surface(theme, SurfaceTone::Panel, parent), m_text(new TextLabel(theme, TextRole::Body, TextTone::Normal, this)) {
  setEdges(Qt::BottomEdge);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 7, 16, 7);
  m_text->setWordWrap(true);
  layout->addWidget(m_text);
  setVisible(false);
}

void SharedPools::setSnapshot(const ClusterSnapshot& snapshot) {
  QStringList lines;
  for (const SharedPool& pool : sharedPoolsOf(snapshot)) lines << sharedDevicesText(pool);
  m_text->setText(lines.join(u'\n'));
  setVisible(!lines.isEmpty());
}

}  // namespace cardinal::ui
