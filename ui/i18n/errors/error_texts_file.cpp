// SPDX-License-Identifier: Apache-2.0
#include "core/base/error_places.h"
#include "core/model/pods/node_name_error.h"
#include "ui/i18n/errors/error_families.h"

namespace cardinal::ui {

QString ErrorTexts::unsupported(const Error& error) {
  if (error.place == kLibraryPlace) {
    return tr("The library %1 on this machine blocks while it resolves names, so one name without an answer would "
              "freeze the program. Install one built with a threaded resolver or c-ares.")
        .arg(subject(error));
  }
  if (error.place == kNodeNamePlace) return kubelet(error);
  if (error.place == kClaimsPlace) {
    return tr("The device claim %1 cannot be previewed: of this cluster these kinds were not read: %2. Allow list "
              "and watch of them in the API group resource.k8s.io, or save them into the snapshot file.")
        .arg(subject(error), detail(error));
  }
  return withReported(
      error.place.empty()
          ? tr("%1 is not supported by this program. Use another form.").arg(subject(error))
          : tr("%1 in %2 is not supported by this program. Use another form there.").arg(subject(error), place(error)),
      error);
}

QString ErrorTexts::tooLarge(const Error& error) {
  if (error.place == kMemoryPlace) {
    return tr("This program's memory limit for the cluster is reached (%1): only a part of %2 is shown. Choose a "
              "context with a namespace, so that less is read.")
        .arg(detail(error), subject(error));
  }
  // Many name the file itself.
  if (!error.place.empty() && error.place != error.subject && !error.detail.empty()) {
    return tr("%1 in %2 is larger than this program accepts (limit: %3). Split it into smaller parts.")
        .arg(subject(error), place(error), detail(error));
  }
  return error.detail.empty()
             ? tr("%1 is larger than this program accepts. Split it into smaller parts.").arg(subject(error))
             : tr("%1 is larger than this program accepts (limit: %2). Split it into smaller parts.")
                   .arg(subject(error), detail(error));
}

QString ErrorTexts::file(const Error& error) {
  switch (error.code) {
    case ErrorCode::FileMissing:
      return tr("The file \"%1\" does not exist. Check the path.").arg(subject(error));
    case ErrorCode::FileUnreadable:
      return withReported(
          tr("The file \"%1\" cannot be read. Check that it is a readable file and that you may read it.")
              .arg(subject(error)),
          error);
    case ErrorCode::FileUnwritable:
      return withReported(
          tr("The file \"%1\" cannot be written. Choose a folder that exists and that you may write to.")
              .arg(subject(error)),
          error);
    case ErrorCode::ParseFailed:
      if (error.detail == kTemplateDetail)
        return tr("%1 is a template, not a manifest: see \"{{\" at %2. Render it first, for example with helm "
                  "template, "
                  "and give what comes out.")
            .arg(subject(error), place(error));
      return withReported(
          error.place.empty()
              ? tr("%1 is not well formed and was not read. Correct it and try again.").arg(subject(error))
              : tr("%1 is not well formed at %2 and was not read. Correct it there and try again.")
                    .arg(subject(error), place(error)),
          error);
    case ErrorCode::InvalidField:
      if (error.subject.find("numa-topology-spec: ") != std::string::npos &&
          error.subject.find(".resources.") != std::string::npos)
        return tr("NUMA alignment needs whole CPUs and limits equal to the requests in every container of %2, and %1 "
                  "is %3. Correct it there.")
            .arg(subject(error), place(error), error.detail.empty() ? tr("missing") : detail(error));
      if (error.subject.empty() && !error.detail.empty())
        return tr("%1 has \"%2\" where an object with apiVersion and kind is expected. Correct it there.")
            .arg(place(error), detail(error));
      return error.detail.empty()
                 ? tr("The field %1 in %2 is missing or has a value that is not allowed. Correct it there.")
                       .arg(subject(error), place(error))
                 : tr("The field %1 in %2 has a value that is not allowed: \"%3\". Correct it there.")
                       .arg(subject(error), place(error), detail(error));
    case ErrorCode::InvalidArgument:
      return tr("The value \"%2\" is not allowed for %1. See cardinal --help for what is.")
          .arg(subject(error), detail(error));
    case ErrorCode::NotFound:
      if (!error.detail.empty()) {
        return tr("%1 was not found. Choose one of these: %2").arg(subject(error), detail(error));
      }
      return error.place.empty()
                 ? tr("%1 was not found. Check the name; it may have been deleted meanwhile.").arg(subject(error))
                 : tr("%1 was not found in %2. Check the name; it may have been deleted meanwhile.")
                       .arg(subject(error), place(error));
    case ErrorCode::Unsupported:
      return unsupported(error);
    case ErrorCode::LimitExceeded:
      return tooLarge(error);
    default:
      return {};
  }
}

}  // namespace cardinal::ui
