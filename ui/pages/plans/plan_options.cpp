// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_options.h"

#include <QGridLayout>
#include <QSpinBox>

#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/basic/wrapped_check.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxGrace = 3600;
constexpr int kMaxMinutes = 24 * 60;
constexpr int kMinutes = 10;

}  // namespace

PlanOptions::PlanOptions(Theme& theme, bool severalNodes, QWidget* parent)
    : QWidget(parent),
      m_localData(new WrappedCheck(theme, this)),
      m_bare(new WrappedCheck(theme, this)),
      m_stopAfterEach(new WrappedCheck(theme, this)),
      m_graceName(new TextLabel(theme, TextRole::Small, TextTone::Normal, this)),
      m_grace(new QSpinBox(this)),
      m_timeoutName(new TextLabel(theme, TextRole::Small, TextTone::Normal, this)),
      m_timeout(new QSpinBox(this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(8);
  grid->addWidget(m_localData, 0, 0, 1, 2);
  grid->addWidget(m_bare, 1, 0, 1, 2);
  grid->addWidget(m_graceName, 2, 0);
  grid->addWidget(m_grace, 2, 1);
  grid->addWidget(m_timeoutName, 3, 0);
  grid->addWidget(m_timeout, 3, 1);
  grid->addWidget(m_stopAfterEach, 4, 0, 1, 2);
  grid->setColumnStretch(0, 1);
  m_localData->box()->setObjectName(QStringLiteral("evictLocalData"));
  m_bare->box()->setObjectName(QStringLiteral("evictBare"));
  m_grace->setRange(-1, kMaxGrace);
  m_grace->setValue(-1);
  m_timeout->setRange(1, kMaxMinutes);
  m_timeout->setValue(kMinutes);
  m_stopAfterEach->box()->setChecked(true);
  m_stopAfterEach->setVisible(severalNodes);
  m_graceName->setWordWrap(true);
  m_timeoutName->setWordWrap(true);
  for (QSpinBox* box : {m_grace, m_timeout}) {
    box->setKeyboardTracking(false);  // not a plan per digit
    connect(box, &QSpinBox::valueChanged, this, &PlanOptions::changed);
  }
  for (WrappedCheck* one : {m_localData, m_bare}) connect(one->box(), &QCheckBox::toggled, this, &PlanOptions::changed);
  connect(m_stopAfterEach->box(), &QCheckBox::toggled, this, &PlanOptions::stopsChanged);
  retranslate();
}

DrainPolicy PlanOptions::policy() const {
  DrainPolicy out;
  out.deleteLocalData = m_localData->box()->isChecked();
  out.evictBare = m_bare->box()->isChecked();
  out.graceSeconds = m_grace->value();
  out.timeout = std::chrono::minutes(m_timeout->value());
  return out;
}

bool PlanOptions::stopsAfterEach() const {
  return m_stopAfterEach->box()->isChecked();
}

void PlanOptions::retranslate() {
  m_localData->setText(tr("Evict pods with local data (the data is lost)"));
  m_bare->setText(tr("Evict pods without a controller (they are not recreated)"));
  m_stopAfterEach->setText(tr("Stop after each node"));
  m_graceName->setText(tr("Grace period"));
  m_grace->setSpecialValueText(tr("each pod's own"));
  m_grace->setSuffix(tr(" s"));
  m_grace->setAccessibleName(m_graceName->text());
  m_timeoutName->setText(tr("Eviction timeout"));
  m_timeout->setSuffix(tr(" min"));
  m_timeout->setAccessibleName(m_timeoutName->text());
}

}  // namespace cardinal::ui
