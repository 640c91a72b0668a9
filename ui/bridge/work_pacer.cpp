// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/work_pacer.h"

namespace cardinal::ui {

WorkPacer::WorkPacer(int restPerWork, QObject* parent) : QObject(parent), m_restPerWork(restPerWork) {
  m_rest.setSingleShot(true);
  connect(&m_rest, &QTimer::timeout, this, &WorkPacer::rested);
}

void WorkPacer::end() {
  m_rest.start(static_cast<int>(m_took.elapsed()) * m_restPerWork);
}

}  // namespace cardinal::ui
