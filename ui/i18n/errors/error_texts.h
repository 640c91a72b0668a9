// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/base/error.h"

namespace cardinal::ui {

/// An error as a sentence in the language in force, which names the thing, the place and the remedy; parameters are
/// cleaned by plain().
QString errorText(const Error& error);
/// The server's own words as a sentence, where errorText() does not hold them already; else empty.
QString errorDetailText(const Error& error);
/// A few words for the same error, for a status line.
QString errorTitle(const Error& error);

}  // namespace cardinal::ui
