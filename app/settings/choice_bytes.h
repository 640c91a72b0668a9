// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDataStream>

#include "core/service/open_source.h"

namespace cardinal::app {

/// A choice for another start of this program of the same version: what was named, no secret (the names of their files
/// only) and no consent. Relative paths are written as absolute ones.
void writeChoice(QDataStream& out, SourceChoice choice);
/// What writeChoice() wrote; whether it could be read says in.status().
SourceChoice readChoice(QDataStream& in);

}  // namespace cardinal::app
