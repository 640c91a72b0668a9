// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/admission_band.h"

#include <algorithm>
#include <utility>

#include "ui/i18n/placement/admission_texts.h"
#include "ui/pages/preview/submit_dialog.h"

namespace cardinal::ui {

AdmissionBand::AdmissionBand(const PageContext& context, QWidget* parent)
    : Band(context.theme, parent), m_context(context), m_job(this) {
  setObjectName(QStringLiteral("previewAdmission"));
  setVisible(false);
}

/// Of the state on show; nothing while nothing is shown, and of a pod that waits in the cluster: the page Pending tells
/// its queue.
AdmissionBand::Subject AdmissionBand::subject() const {
  const PreviewController& preview = m_context.preview;
  if (!preview.isActive() || preview.workload().objects.empty() || !preview.snapshot()) return {};
  return {preview.snapshot()->extras, preview.workload().yaml, preview.isPinned()};
}

void AdmissionBand::refresh() {
  ask();
  fill();
}

void AdmissionBand::ask() {
  const Subject now = subject();
  if (now == m_asked) return;
  if (now.yaml != m_asked.yaml || now.yaml.isEmpty()) m_told.clear();
  if (now.yaml.isEmpty()) {
    m_job.drop();
    m_again = false;
    m_asked = now;
    return;
  }
  m_again = m_job.isRunning();
  if (m_again) return;
  m_asked = now;
  const PreviewController& preview = m_context.preview;
  const AdmissionQuestion question{defaultNamespace(m_context.bridge.info()).toStdString(), {}};
  m_job.start([this, now, question, objects = preview.workload().objects, chosen = preview.workload().chosen,
               on = preview.snapshot()](const std::stop_token&, const BackgroundJob::Tell&) -> BackgroundJob::Finish {
    std::vector<ObjectAdmission> told = admissionsOf(objects, *on, question);
    told.erase(std::remove_if(told.begin(), told.end(), [&](const auto& one) { return one.object != chosen; }),
               told.end());
    return [this, now, told = std::move(told)]() mutable {
      if (now.yaml == m_context.preview.workload().yaml) m_told = std::move(told);
      fill();
      emit answered();
      if (std::exchange(m_again, false)) QMetaObject::invokeMethod(this, &AdmissionBand::refresh, Qt::QueuedConnection);
    };
  });
}

void AdmissionBand::fill() {
  setVisible(hasAnswer());
  if (!hasAnswer()) return;
  const auto all = [&](auto isSo) { return std::all_of(m_told.begin(), m_told.end(), isSo); };
  const bool isAdmitted = all([](const ObjectAdmission& one) { return one.isAdmittedNow() == true; });
  const bool isOpen = all([](const ObjectAdmission& one) { return one.isAdmittedNow() != false; });
  setState(isAdmitted ? StateRole::Ok : isOpen ? StateRole::Unknown : StateRole::Warning);
  QStringList texts;
  QStringList details;
  for (const ObjectAdmission& one : m_told) {
    texts += admissionText(one);
    for (const QString& remedy : admissionRemedies(one)) details += tr("What helps: %1").arg(remedy);
    details += admissionRemarks(one);
    details += admissionAndNodes(one, false);
  }
  setText(texts.join(u'\n'));
  setDetail(details.join(u'\n'));
}

void AdmissionBand::answerNow() {
  refresh();
  m_job.finish();
}

}  // namespace cardinal::ui
