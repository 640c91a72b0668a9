// SPDX-License-Identifier: Apache-2.0
#include "ui/i18n/errors/error_families.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr int kGatewayTimeout = 504;

bool isWholeCluster(const Error& error) {
  return error.place.empty() || error.place == "cluster";
}

/// "kubeflow.org/v1": the version of a kind that is not Kubernetes' own. Groups of Kubernetes that have a dot end in
/// k8s.io like those of its projects, which are installed as well.
bool isCustomVersion(const std::string& place) {
  const auto slash = place.find('/');
  if (slash == std::string::npos || place.find('/', slash + 1) != std::string::npos) return false;
  const auto dot = place.find('.');
  return dot != std::string::npos && dot < slash && place.size() > slash + 2 && place[slash + 1] == 'v';
}

}  // namespace

QString ErrorTexts::conflict(const Error& error) {
  const auto valueOf = [](const std::string& value) {
    return value.empty() ? tr("(no value)", "of a label") : u'"' + plain(value, 63) + u'"';
  };
  QStringList texts{tr("Somebody else changed %1 at the same time; nothing was written.").arg(subject(error))};
  for (const ErrorCause& cause : error.causes) {
    if (cause.reason != kTheirs) continue;
    QString seen;
    QString yours;
    for (const ErrorCause& other : error.causes) {
      if (other.field != cause.field) continue;
      if (other.reason == kSeen) seen = valueOf(other.message);
      if (other.reason == kYours) yours = valueOf(other.message);
    }
    texts += tr("The label %1 is now %2; you saw %3 and wanted %4.")
                 .arg(plain(cause.field, 120), valueOf(cause.message), seen, yours);
  }
  return joinSentences(texts);
}

QString ErrorTexts::furtherCauses(const Error& error) {
  QString text;
  for (std::size_t i = 1; i < error.causes.size(); ++i)
    text += QStringLiteral("\n  ") + labelled(plain(error.causes[i].field, 200), plain(error.causes[i].message, 300));
  return text;
}

QString ErrorTexts::forbidden(const Error& error) {
  if (error.detail.find("system:anonymous") != std::string::npos) {
    return withServerWords(tr("The API server treats this connection as anonymous: it received no credential that "
                              "it could read (403). Check the user entry of this context."),
                           error);
  }
  return withServerWords(
      isWholeCluster(error)
          ? tr("You may not %1 in the whole cluster (403). Ask for a role that allows it, or choose a namespace "
               "that you may "
               "see.")
                .arg(subject(error))
          : tr("You may not %1 in %2 (403). Ask for a role that allows it, or choose another namespace.")
                .arg(subject(error), place(error)),
      error);
}

QString ErrorTexts::cluster(const Error& error) {
  switch (error.code) {
    case ErrorCode::Unauthorized:
      return withServerWords(
          tr("The API server does not accept the credentials of this context (401). Log in again or renew the token."),
          error);
    case ErrorCode::Forbidden:
      return forbidden(error);
    case ErrorCode::ResourceMissing:
      if (isCustomVersion(error.place)) {
        return withServerWords(
            tr("The cluster does not serve the kind %1 of %2 (404): its CustomResourceDefinition is not installed, or "
               "not "
               "in this version. Install what brings it, or ask for a version that is served (kubectl api-resources).")
                .arg(subject(error), place(error)),
            error);
      }
      return withServerWords(
          tr("The API server does not know %1 (404). Check name, namespace and API version.").arg(subject(error)),
          error);
    case ErrorCode::AlreadyExists:
      return withServerWords(
          tr("%1 exists already. Choose another name or delete the old one first.").arg(subject(error)), error);
    case ErrorCode::Conflict:
      if (!error.causes.empty()) return conflict(error);
      return withServerWords(
          tr("%1 was changed by someone else meanwhile; nothing was written. Look at it again and repeat.")
              .arg(subject(error)),
          error);
    case ErrorCode::Expired:
      return tr("The API server no longer keeps the version that was asked for (410). Everything is read again.");
    case ErrorCode::Invalid:
      if (error.httpStatus == 0 && !error.place.empty())
        return withReported(tr("The API server would reject %1 for the field %2. Correct it in the manifest.")
                                .arg(subject(error), place(error)),
                            error) +
               furtherCauses(error);
      return withServerWords(error.place.empty()
                                 ? tr("The API server rejects %1 as invalid. Correct the manifest.").arg(subject(error))
                                 : tr("The API server rejects %1: the field %2 is invalid. Correct it in the manifest.")
                                       .arg(subject(error), place(error)),
                             error) +
             furtherCauses(error);
    case ErrorCode::TooManyRequests:
      return withServerWords(tr("The API server asks for fewer requests (429). Retrying after a pause."), error);
    case ErrorCode::EvictionBlocked:
      return withServerWords(
          error.place.empty()
              ? tr("A PodDisruptionBudget does not allow the eviction of %1 now. Try again once more of its pods are "
                   "ready, or change the budget.")
                    .arg(subject(error))
              : tr("The PodDisruptionBudget %2 does not allow the eviction of %1 now. Try again once more of its pods "
                   "are ready, or change the budget.")
                    .arg(subject(error), plain(error.place)),
          error);
    case ErrorCode::ServerFailed:
      if (error.httpStatus == kGatewayTimeout) {
        return withServerWords(tr("The API server gave no answer in time (504). Reading is tried again; a change may "
                                  "have been made: look at "
                                  "the object before you repeat it."),
                               error);
      }
      return withServerWords(tr("The API server failed with status %1. If this persists, look at its log. Reading is "
                                "tried again; a change is not repeated by itself.")
                                 .arg(error.httpStatus),
                             error);
    case ErrorCode::ApiStatus:
      return withServerWords(
          tr("The API server answered with status %1, which was not expected for %2. Check that server and "
             "program fit together.")
              .arg(error.httpStatus)
              .arg(subject(error)),
          error);
    default:
      return {};
  }
}

}  // namespace cardinal::ui
