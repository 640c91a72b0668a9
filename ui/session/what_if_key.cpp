// SPDX-License-Identifier: Apache-2.0
#include "ui/session/what_if_key.h"

namespace cardinal::ui {

QString whatIfKey(const char* word, const QString& about) {
  static int serial = 0;
  return QString::fromLatin1(word) + u':' + about + u'#' + QString::number(++serial);
}

}  // namespace cardinal::ui
