// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/preview/admission_banner.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/i18n/placement/admission_texts.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/pages/preview/submit_dialog.h"

namespace cardinal::ui {

namespace {

/// Nodes, pods or namespaces decide, which change while queues stay.
bool isAskedOfSnapshot(const ObjectAdmission& admission) {
  return admission.topology || admission.rollout || admission.refusal;
}

/// Where its pods find room nothing is said of it, until they find none.
bool isOfSharedGang(const ManifestObject& object) {
  return std::any_of(object.notes.begin(), object.notes.end(), [](const ManifestNote& note) {
    return note.code == NoteCode::GangOverRoles && !note.field.empty();
  });
}

}  // namespace

AdmissionBanner::AdmissionBanner(const PageContext& context, QWidget* parent)
    : Banner(context.theme, parent), m_context(context), m_job(this) {
  setObjectName(QStringLiteral("previewAdmission"));
  setVisible(false);
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_readOf.clear();
    m_toRead.clear();
    m_known = {};
  });
}

/// Of the state on show; nothing while nothing is shown, and of a pod that waits in the cluster: the page Pending shows
/// its queue.
AdmissionBanner::Subject AdmissionBanner::subject() const {
  const PreviewController& preview = m_context.preview;
  if (!preview.isActive() || preview.workload().objects.empty() || !preview.snapshot()) return {};
  const std::vector<ManifestObject>& objects = preview.workload().objects;
  const bool isOfSnapshot = std::any_of(m_admissions.begin(), m_admissions.end(), isAskedOfSnapshot) ||
                            std::any_of(m_ofOthers.begin(), m_ofOthers.end(), isAskedOfSnapshot) ||
                            std::any_of(objects.begin(), objects.end(), isOfSharedGang);
  return {preview.snapshot()->extras,
          preview.workload().yaml,
          preview.workload().chosen,
          preview.isPinned(),
          isOfSnapshot ? preview.snapshot()->generation : 0,
          m_reads};
}

/// Of the workload on show, and anew every ten seconds while the cluster changes. A pinned state is not that of now.
void AdmissionBanner::read() {
  constexpr qint64 kFresh = 10'000;
  const PreviewController& preview = m_context.preview;
  const QByteArray yaml = preview.isActive() && !preview.isPinned() ? preview.workload().yaml : QByteArray();
  const bool isSame = yaml == m_readOf;
  if (isSame && (yaml.isEmpty() || !m_toRead.empty() || m_readAt.elapsed() < kFresh)) return;
  if (!isSame) m_known = {};
  m_reading = {};
  m_readOf = yaml;
  m_readAt.start();
  m_toRead.clear();
  if (yaml.isEmpty()) return;
  m_toRead = KnownObjects::toRead(preview.workload().objects, defaultNamespace(m_context.bridge.info()).toStdString(),
                                  KnownObjects::Own::Yes);
  readNext();
}

/// One after another: a newer question makes the earlier one void.
void AdmissionBanner::readNext() {
  if (!m_toRead.empty()) {
    m_context.bridge.readObject(this, m_toRead.back(), {}, {}, [this](const Result<ObjectText>& answer) {
      if (m_toRead.empty()) return;  // another cluster is shown
      answer ? m_reading.add(m_toRead.back(), answer->yaml) : m_reading.add(m_toRead.back(), answer.error());
      m_toRead.pop_back();
      readNext();
    });
    return;
  }
  if (m_reading == m_known) return;
  m_known = std::move(m_reading);
  ++m_reads;
  refresh();
}

void AdmissionBanner::refresh() {
  read();
  ask();
  fill();
}

void AdmissionBanner::ask() {
  const Subject now = subject();
  if (now == m_asked) return;
  if (now.yaml != m_asked.yaml || now.chosen != m_asked.chosen || now.yaml.isEmpty()) {
    m_admissions.clear();
    m_ofOthers.clear();
  }
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
  const AdmissionQuestion question{defaultNamespace(m_context.bridge.info()).toStdString(), {}, {}, m_known};
  m_job.start([this, now, question, objects = preview.workload().objects, chosen = preview.workload().chosen,
               on = preview.snapshot()](const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
    std::vector<ObjectAdmission> admissions = admissionsOf(objects, *on, question);
    const auto split = std::stable_partition(admissions.begin(), admissions.end(),
                                             [&](const auto& one) { return one.object == chosen; });
    std::vector<ObjectAdmission> others(std::make_move_iterator(split), std::make_move_iterator(admissions.end()));
    admissions.erase(split, admissions.end());
    return [this, now, admissions = std::move(admissions), others = std::move(others)]() mutable {
      const PreviewWorkload& workload = m_context.preview.workload();
      if (now.yaml == workload.yaml && now.chosen == workload.chosen) {
        m_admissions = std::move(admissions);
        m_ofOthers = std::move(others);
        m_context.preview.setDomains(previewDomains(m_admissions));
      }
      fill();
      emit answered();
      if (std::exchange(m_again, false))
        QMetaObject::invokeMethod(this, &AdmissionBanner::refresh, Qt::QueuedConnection);
    };
  });
}

void AdmissionBanner::fill() {
  setVisible(hasAnswer());
  if (!hasAnswer()) return;
  const auto all = [&](auto isSo) { return std::all_of(m_admissions.begin(), m_admissions.end(), isSo); };
  const bool isAdmitted = all([](const ObjectAdmission& one) { return one.isAdmittedNow() == true; });
  const bool isOpen = all([](const ObjectAdmission& one) { return one.isAdmittedNow() != false; });
  const bool isStuck = !all([](const ObjectAdmission& one) { return !one.rollout || !one.rollout->isStuck(); });
  setState(isStuck      ? StateRole::Warning
           : isAdmitted ? StateRole::Ok
           : isOpen     ? StateRole::Unknown
                        : StateRole::Warning);
  QStringList texts;
  QStringList details;
  for (const ObjectAdmission& one : m_admissions) {
    texts += admissionText(one);
    details += remedyLines(admissionRemedies(one));
    details += admissionRemarks(one);
    details += admissionAndNodes(one, one.topology.has_value());
  }
  setText(texts.join(u'\n'));
  setDetail(details.join(u'\n'));
}

void AdmissionBanner::answerNow() {
  refresh();
  m_job.finish();
}

}  // namespace cardinal::ui
