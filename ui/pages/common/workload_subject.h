// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/model/object_event.h"

namespace cardinal::ui {

/// A workload that somebody wants to look into: its own object, and those whose events tell of it. A value, any thread.
struct WorkloadSubject {
  QString kind;                    ///< as the operator reads it, hostile
  QString name;                    ///< "namespace/name", hostile
  std::optional<ObjectRef> own;    ///< nothing = it has no object of its own (pods of one gang without an owner)
  std::vector<ObjectRef> objects;  ///< at most kMaxEventObjects
};

}  // namespace cardinal::ui
