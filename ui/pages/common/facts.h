// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "ui/widgets/lists/key_value_list.h"

namespace cardinal::ui {

/// A plain fact: key and value without marks.
inline KeyValueRow fact(QString key, QString value) {
  KeyValueRow row;
  row.key = std::move(key);
  row.value = std::move(value);
  return row;
}

/// Key and value of Kubernetes (labels, resources): both in the code face.
inline KeyValueRow codeFact(QString key, QString value) {
  KeyValueRow row = fact(std::move(key), std::move(value));
  row.mono = true;
  row.monoKey = true;
  return row;
}

}  // namespace cardinal::ui
