// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/session/window_settings.h"

namespace cardinal::app {

/// $XDG_CONFIG_HOME/cardinal/cardinal.ini, made on the first write.
ui::WindowSettings userSettings();

/// The language of what is printed: the one that the user chose in the window, else that of the locale. LC_ALL of C or
/// POSIX means English whatever was chosen: so scripts ask for words that do not change. Writes nothing.
QString textLanguage();

}  // namespace cardinal::app
