// SPDX-License-Identifier: Apache-2.0
#include "core/base/error_places.h"
#include "ui/i18n/errors/error_families.h"

namespace cardinal::ui {
namespace {

/// An amount of an extended resource: its field ends in "[vendor.com/gpu]".
bool isOfDevices(const Error& error) {
  const std::string field = error.place.substr(0, error.place.find(", "));
  const std::size_t from = field.rfind('[');
  return from != std::string::npos && field.ends_with(']') && field.find('/', from) != std::string::npos;
}

}  // namespace

QString ErrorTexts::noMetrics(const Error& error) {
  if (error.place == kUnvouchedPlace) {
    return tr("Services that look like a Prometheus stand only in namespaces that anybody may own: %1. Their "
              "figures could be made up, so none of them is asked. Choose one as the metrics source, or give "
              "--prometheus NAMESPACE/SERVICE.")
        .arg(detail(error));
  }
  if (error.place == kSnapshotPlace)
    return tr("A saved snapshot holds no measurements. Open the cluster itself to see what its cards really use.");
  return withReported(
      tr("%1 has no metrics source, so nothing is known of what its cards really use. Install Prometheus with "
         "dcgm-exporter, or name the address of one with --prometheus.")
          .arg(subject(error)),
      error);
}

QString ErrorTexts::request(const Error& error) {
  switch (error.code) {
    case ErrorCode::NoPodTemplate:
      if (error.subject.empty())
        return tr("%1 holds no object: it is empty or holds comments only. Name a file with a workload in it.")
            .arg(place(error));
      return tr("%1 (%2) holds no pod template, so there is nothing to place. Use a kind that makes pods: a Pod, "
                "Deployment, Job, PyTorchJob, RayCluster or another one that \"cardinal workload -f FILE\" reads.")
          .arg(subject(error), place(error));
    case ErrorCode::NotDivisible:
      return tr("%1 units of GPU memory do not divide evenly over %2 cards in %3. Ask for a multiple of the card "
                "count.")
          .arg(subject(error), detail(error), place(error));
    case ErrorCode::CoreNotMultipleOfFive:
      return tr("aliyun.com/gpu-core.percentage is %1 in %2, but it goes in steps of 5. Ask for a multiple of 5 on "
                "each card.")
          .arg(subject(error), place(error));
    case ErrorCode::CoreOutOfRange:
      return tr("aliyun.com/gpu-core.percentage is %1 in %2, which is outside 5 to 100 on each card. Correct it.")
          .arg(subject(error), place(error));
    case ErrorCode::CoreWithoutMemory:
      return tr("%1 asks for aliyun.com/gpu-core.percentage without aliyun.com/gpu-mem. Ask for both.")
          .arg(place(error));
    case ErrorCode::QuantityInvalid:
      if (error.subject.starts_with('-'))
        return tr("\"%1\" is negative in %2. Write 0 or more.").arg(subject(error), place(error));
      if (isOfDevices(error))
        return tr("\"%1\" is not a whole number in %2. Write one such as 1 or 8.").arg(subject(error), place(error));
      return tr("\"%1\" is not a Kubernetes quantity in %2. Write a number such as 8, 500m or 2Gi.")
          .arg(subject(error), place(error));
    case ErrorCode::MixedGpuRequests:
      return tr("The containers of %1 ask for different GPU resources. Ask for the same resources in all of them.")
          .arg(place(error));
    case ErrorCode::QuotaExceeded:
      return withReported(
          tr("The quota %1 of the namespace %2 does not let the pod in. Ask for less, delete what is not "
             "needed, or have the quota raised.")
              .arg(subject(error), place(error)),
          error);
    case ErrorCode::LimitsViolated:
      return withReported(tr("The limit range %1 of the namespace %2 does not let the pod in. Change the requests and "
                             "limits of its containers.")
                              .arg(subject(error), place(error)),
                          error);
    case ErrorCode::MetricsMissing:
      return noMetrics(error);
    case ErrorCode::MetricsQuery:
      return withReported(
          tr("The metrics source %1 rejected the query. Allocation is not affected.").arg(subject(error)), error);
    case ErrorCode::StalePreview:
      return tr("The cluster has changed since this preview; nothing was sent. Compute the preview again.");
    case ErrorCode::NotConnected:
      return tr("There is no fresh data from %1, so nothing can be read from it or sent to it. Wait for the connection "
                "or choose another source.")
          .arg(subject(error));
    case ErrorCode::ReadOnlySource:
      if (error.place == "lock") {
        return tr("The context %1 is locked: nothing was sent. Unlock it with the lock in the top bar (Ctrl+Shift+R).")
            .arg(subject(error));
      }
      return tr("%1 is a saved snapshot and cannot be changed. Open the cluster itself or the demo cluster.")
          .arg(subject(error));
    case ErrorCode::PlanRunning:
      return tr("Another plan is working on the node %1 right now. Wait until it has ended.").arg(subject(error));
    case ErrorCode::PlanUnfinished:
      return tr("A plan for the node %1 is not finished (%2). Continue it, roll it back or leave it first.")
          .arg(subject(error), detail(error));
    case ErrorCode::Internal:
      return withReported(tr("This is an error of the program, not yours. Please report it with these words."), error);
    default:
      return {};
  }
}

}  // namespace cardinal::ui
