// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/manifest/manifest.h"

namespace cardinal::yaml {

/// The code of this name, as toString gives it.
std::optional<NoteCode> noteNamed(std::string_view name) noexcept;

}  // namespace cardinal::yaml
