// SPDX-License-Identifier: Apache-2.0
#include "core/base/error_places.h"
#include "ui/i18n/errors/error_families.h"

namespace cardinal::ui {

QString ErrorTexts::kubeconfig(const Error& error) {
  switch (error.code) {
    case ErrorCode::KubeconfigMissing:
      return tr("There is no kubeconfig file at \"%1\". Name one with --kubeconfig or in the variable KUBECONFIG, or "
                "use "
                "--demo.")
          .arg(subject(error));
    case ErrorCode::KubeconfigInvalid:
      return withReported(tr("The entry %1 in the kubeconfig file \"%2\" cannot be used. Correct it there.")
                              .arg(subject(error), place(error)),
                          error);
    case ErrorCode::ContextUnknown:
      return error.detail.empty()
                 ? tr("The context \"%1\" is not in the kubeconfig file \"%2\", which holds no context. Add one there.")
                       .arg(subject(error), place(error))
                 : tr("The context \"%1\" is not in the kubeconfig file \"%2\". Choose one of these: %3")
                       .arg(subject(error), place(error), detail(error));
    case ErrorCode::ContextNotChosen:
      return error.detail.empty()
                 ? tr("The kubeconfig file names no current context and holds none. Add one, or use --demo.")
                 : tr("The kubeconfig file names no current context. Choose one with --context: %1").arg(detail(error));
    case ErrorCode::ContextChanged:
      return tr("The context \"%1\" means another cluster or identity than last time, so its tab was not opened again. "
                "Open it if that is right.")
          .arg(subject(error));
    case ErrorCode::UserMissing:
      return withReported(tr("The entry %1 in the kubeconfig file \"%2\" names no user. Correct it there, or connect "
                             "anonymously, without a credential (--anonymous on the command line).")
                              .arg(subject(error), place(error)),
                          error);
    case ErrorCode::UserDefined:
      return tr("This context of the kubeconfig file \"%2\" has a user, \"%1\", so it cannot be connected anonymously. "
                "Leave out --anonymous.")
          .arg(subject(error), place(error));
    case ErrorCode::CredentialInvalid:
      return withReported(
          tr("The credential %1 of \"%2\" cannot be used. Renew it or correct the entry in the kubeconfig file.")
              .arg(subject(error), place(error)),
          error);
    case ErrorCode::PluginMissing:
      return withReported(
          tr("The credential plugin \"%1\" was not found on this path: %2. Install it, or write its whole "
             "path into the kubeconfig file. A program started from the desktop may see a shorter path than a shell.")
              .arg(subject(error), place(error)),
          error);
    case ErrorCode::PluginFailed:
      return withReported(tr("The credential plugin \"%1\" of %2 gave no credential. Log in outside of this program, "
                             "or correct the entry.")
                              .arg(subject(error), place(error)),
                          error);
    case ErrorCode::PluginUnconfirmed:
      if (error.place == kNotCheckedPlace) {
        return tr("The kubeconfig file \"%2\" says insecure-skip-tls-verify: anybody between here and %1 could read "
                  "the "
                  "credential and change every answer. Nothing was sent. Put the cluster's certificate authority into "
                  "the "
                  "kubeconfig, or give --insecure for this one run.")
            .arg(subject(error), detail(error));
      }
      if (error.place == kTokenFilePlace) {
        return tr("The kubeconfig would send the token of a file outside of its folder, \"%1\", to the server %2. It "
                  "may "
                  "be the token of another cluster, so nothing was sent. Connect in the window or at a terminal and "
                  "confirm, or give --trust-kubeconfig.")
            .arg(subject(error), detail(error));
      }
      if (error.place == kSummaryPlace) {
        return tr("What the context \"%1\" of the kubeconfig file \"%2\" would do is not what was agreed to. Nothing "
                  "was "
                  "sent; open it again to see what it would do now.")
            .arg(subject(error), detail(error));
      }
      return tr("The kubeconfig wants this program to be run for a credential: %1 (%2). It runs only after you have "
                "allowed it: "
                "connect in the window and confirm, or give --allow-plugin on the command line.")
          .arg(subject(error), place(error));
    default:
      return {};
  }
}

}  // namespace cardinal::ui
