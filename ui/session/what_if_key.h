// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace cardinal::ui {

/// What a page hands to the what-if page by SelectionState::go("whatif", key): a step's word and the node or
/// "namespace/pod" it is about. Every key is taken once, so that going back and forward adds nothing.
QString whatIfKey(const char* word, const QString& about);

}  // namespace cardinal::ui
