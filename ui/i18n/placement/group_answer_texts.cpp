// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/placement/group_answer_texts.h"

#include <QCoreApplication>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kMaxName = 120;

class GroupAnswerTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::GroupAnswerTexts)

 public:
  explicit GroupAnswerTexts(const ObjectAdmission& admission)
      : m_admission(admission),
        m_answer(*admission.other),
        m_name(plain(admission.name, kMaxName)),
        m_system(groupSystemName(m_answer.system)),
        m_queue(m_answer.queue.empty() ? notAvailable() : plain(m_answer.queue, kMaxName)),
        m_resource(plain(std::string(plainResource(m_answer.resource)), kMaxName)),
        m_requested(groupAmount(m_answer.resource, m_answer.requested)),
        m_free(groupAmount(m_answer.resource, m_answer.free)) {}

  QString whole() const {
    if (m_answer.system == GroupSystem::ResourceQuota) return resourceQuota();
    switch (m_answer.verdict) {
      case GroupVerdict::Passes:
        return tr("%1: by the figures that are read, %2 would be admitted now (queue %3).")
            .arg(m_system, m_name, m_queue);
      case GroupVerdict::Partly:
        return tr("%1: %n of %2 pods of %3 may run. All of them ask for %4 of %5, and the limit of queue %6 is %7.",
                  nullptr, static_cast<int>(m_answer.created))
            .arg(m_system, count(m_answer.pods), m_name, m_requested, m_resource, m_queue, m_free);
      case GroupVerdict::Waits:
        return waits();
      case GroupVerdict::Never:
        if (m_answer.cause == GroupCause::GangNeverWhole)
          return tr("%1: %2 can never start: its gang, or the least number of a task, is larger than the pods that are "
                    "made before it starts.")
              .arg(m_system, m_name);
        return tr("%1: %2 can never run as a whole: it asks for %3 of %4, and the limit of %5 is %6.")
            .arg(m_system, m_name, m_requested, m_resource, binding(), m_free);
      case GroupVerdict::NoQueue:
        if (m_answer.cause == GroupCause::QueueNotLeaf)
          return tr("%1: %2 would not be admitted: queue %3 has queues below it, so it takes no groups.")
              .arg(m_system, m_name, m_queue);
        if (m_answer.cause == GroupCause::TreeBroken)
          return tr("%1: %2 would not be admitted: the tree of queues is not valid at %3, so no group is let in.")
              .arg(m_system, m_name, binding());
        return m_answer.cause == GroupCause::QueueMissing
                   ? tr("%1: %2 would not be admitted: queue %3 does not exist.").arg(m_system, m_name, m_queue)
                   : tr("%1: %2 would not be admitted: queue %3 takes no workloads.").arg(m_system, m_name, m_queue);
      case GroupVerdict::Unknown:
        break;
    }
    return tr("%1: unknown whether %2 would be admitted now (queue %3).").arg(m_system, m_name, m_queue);
  }

  QStringList remarks() const {
    QStringList out;
    const bool isHeld = m_answer.cause == GroupCause::Refused;
    if (isHeld && m_admission.isBarePod) out += tr("A Pod of its own is rejected when it is submitted.");
    if (isHeld && !m_admission.isBarePod)
      out += tr(
          "The workload itself is created. Its controller tries again, with longer and longer pauses, until the quota "
          "has room; events FailedCreate tell it.");
    if (!m_answer.isModelled) return out;
    if (m_answer.cause == GroupCause::GangNoRoom) {
      out +=
          tr("Not certain: it may depend on plugins of the scheduler, on the order in which it places unlike pods, on "
             "LimitRanges of the namespace that were not read, and on nodes of which it is unknown what they take.");
      return out;
    }
    switch (m_answer.system) {
      case GroupSystem::ResourceQuota:
        out +=
            tr("Not certain: a ResourceQuota of the namespace is not counted or not read, or the number of pods is not "
               "known.");
        break;
      case GroupSystem::Volcano:
        out += tr("Not certain: it follows from the rules of Volcano 1.15 and from pods that ask for GPUs.");
        if (m_answer.isDefaultConfig)
          out += tr("The configuration of Volcano's scheduler was not read; the shipped one is taken.");
        break;
      case GroupSystem::Yunikorn:
        out += tr("Not certain: limits of users and placement rules of YuniKorn are not judged.");
        break;
      case GroupSystem::Kai:
        out += tr(
            "Not certain: limits of cpu and memory are not judged, and the order in which KAI places groups is not.");
        break;
      case GroupSystem::Koordinator:
        out += tr("Not certain: what Koordinator grants a quota (runtime) moves with what others ask.");
        break;
      default:
        out += tr("Not certain: the rules of the scheduler of ACK are not published.");
    }
    return out;
  }

 private:
  QString binding() const { return m_answer.quota.empty() ? m_queue : plain(m_answer.quota, kMaxName); }

  QString waits() const {
    if (m_answer.cause == GroupCause::GangNoRoom)
      return tr("%1: %2 would wait: %n pods of its pod group must start together, and %3 of them fit now.", nullptr,
                static_cast<int>(m_answer.pods))
          .arg(m_system, m_name, count(m_answer.created));
    if (m_answer.cause == GroupCause::OverQuota)
      return tr("%1: %2 would wait, or a part of it: it may not be preempted and asks for %3 of %4, and %5 of the "
                "quota "
                "of %6 is free.")
          .arg(m_system, m_name, m_requested, m_resource, m_free, binding());
    if (m_answer.system != GroupSystem::Volcano)
      return tr("%1: %2 would wait, or a part of it: it asks for %3 of %4, and %5 of the limit of %6 is free.")
          .arg(m_system, m_name, m_requested, m_resource, m_free, binding());
    if (m_answer.cause == GroupCause::Overcommit)
      return tr("Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and overcommit (factor %4) leaves "
                "%5 in the cluster.")
          .arg(m_name, m_requested, m_resource, QString::number(m_answer.overcommit.value_or(0)), m_free);
    if (m_answer.cause == GroupCause::AboveShare)
      return tr("Volcano: %1 would wait, or a part of it: it asks for %2 of %3, and %4 is free of the share that queue "
                "%5 "
                "has by weight.")
          .arg(m_name, m_requested, m_resource, m_free, m_queue);
    if (m_answer.cause == GroupCause::Guaranteed)
      return tr("Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and the guarantees of other "
                "queues "
                "leave %4 for queue %5.")
          .arg(m_name, m_requested, m_resource, m_free, m_queue);
    return tr("Volcano: %1 would stay Pending, without pods: it asks for %2 of %3, and %4 is free in queue %5.")
        .arg(m_name, m_requested, m_resource, m_free, binding());
  }

  QString resourceQuota() const {
    const int created = static_cast<int>(m_answer.created);
    switch (m_answer.verdict) {
      case GroupVerdict::Partly:
        return tr("ResourceQuota %1: %n of %2 pods of %3 would be created now. The API server rejects the others: each "
                  "asks for %4 of %5, and %6 is free.",
                  nullptr, created)
            .arg(m_queue, count(m_answer.pods), m_name, m_requested, m_resource, m_free);
      case GroupVerdict::Never:
        return tr("ResourceQuota %1: the API server rejects every pod of %2: each asks for %3 of %4, more than the "
                  "whole quota.")
            .arg(m_queue, m_name, m_requested, m_resource);
      case GroupVerdict::Waits:
        return tr("ResourceQuota %1: the API server would reject every pod of %2: each asks for %3 of %4, and %5 is "
                  "free.")
            .arg(m_queue, m_name, m_requested, m_resource, m_free);
      default:
        return tr("ResourceQuota: all %n pod(s) of %1 would be created now.", nullptr, created).arg(m_name);
    }
  }

  const ObjectAdmission& m_admission;
  const GroupAnswer& m_answer;
  QString m_name;
  QString m_system;
  QString m_queue;
  QString m_resource;
  QString m_requested;
  QString m_free;
};

}  // namespace

QString groupAnswerText(const ObjectAdmission& admission) {
  return GroupAnswerTexts(admission).whole();
}

QStringList groupAnswerRemarks(const ObjectAdmission& admission) {
  return GroupAnswerTexts(admission).remarks();
}

}  // namespace cardinal::ui
