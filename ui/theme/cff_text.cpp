// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/cff_text.h"

#include <dlfcn.h>

namespace cardinal::ui {

void drawCffInTrueWeight() {
  // Looked up by name: neither function is part of Qt's documented interface, and a Qt without them must still start.
  using LibraryOf = void* (*)();
  using SetProperty = int (*)(void* library, const char* module, const char* property, const void* value);
  const auto libraryOf =
      reinterpret_cast<LibraryOf>(dlsym(RTLD_DEFAULT, "_Z14qt_getFreetypev"));  // NOLINT: dlsym's only way
  const auto setProperty =
      reinterpret_cast<SetProperty>(dlsym(RTLD_DEFAULT, "FT_Property_Set"));  // NOLINT: dlsym's only way
  if (!libraryOf || !setProperty) return;
  const unsigned char noDarkening = 1;
  setProperty(libraryOf(), "cff", "no-stem-darkening", &noDarkening);
}

}  // namespace cardinal::ui
