// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/manifest/manifest.h"

namespace cardinal {

/// Any API server refuses an object of which this is to be said, whatever is installed there.
inline bool isRefusedByServer(NoteCode code) {
  return code == NoteCode::NotWhole || code == NoteCode::LimitsDiffer || code == NoteCode::TextForNumber;
}

/// The object cannot be read, or any API server refuses it.
inline bool isFaulty(const ManifestObject& object) {
  return !object.problems.empty() || std::any_of(object.notes.begin(), object.notes.end(),
                                                 [](const ManifestNote& note) { return isRefusedByServer(note.code); });
}

}  // namespace cardinal
