// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>

#include "core/base/error.h"

namespace cardinal::ui {

/// Translation context of all error sentences, and the parameters every family needs.
class ErrorTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::ErrorTexts)

 public:
  /// Sentences of one family; empty for a code of another family.
  static QString file(const Error& error);
  static QString kubeconfig(const Error& error);
  static QString transport(const Error& error);
  static QString cluster(const Error& error);
  static QString request(const Error& error);
  /// Of a pod that names its node.
  static QString kubelet(const Error& error);
  static QString unsupported(const Error& error);
  static QString tooLarge(const Error& error);
  static QString noMetrics(const Error& error);

  static QString serverWords(const Error& error);

 private:
  /// The thing, made safe; a word for it when the error does not name it.
  static QString subject(const Error& error);
  static QString place(const Error& error);
  static QString detail(const Error& error);
  /// The sentence, followed by what the server's certificate says of itself where that is known.
  static QString withCertificate(const QString& sentence, const Error& error);
  static QString issuer(const ServerCertificate& shown);
  static QString validity(const ServerCertificate& shown);
  static QString names(const ServerCertificate& shown, const QString& asked);
  /// The sentence, followed by the foreign words where there are some.
  static QString withReported(const QString& sentence, const Error& error);
  /// Both values of a label that two people changed.
  static QString conflict(const Error& error);
  static QString forbidden(const Error& error);
  /// The second and every later reason of a refusal, one per line.
  static QString furtherCauses(const Error& error);
  static QString withServerWords(const QString& sentence, const Error& error);
};

}  // namespace cardinal::ui
