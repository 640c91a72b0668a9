// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/model/tables/table_export.h"
#include "core/service/source/source.h"

namespace cardinal::ui {

/// Heads of the columns in the language in force, with their units.
std::vector<std::string> exportHeads(ExportKind kind);

/// Where the figures come from. `masked`: the name of the context is left out.
ExportOrigin exportOrigin(const SourceInfo& info, const ConnectionState& state, UnixSeconds time, bool masked);
/// The same in words, one statement each: source, time, server version, scope, rights.
std::vector<QString> originWords(const ExportOrigin& origin);

}  // namespace cardinal::ui
