// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace cardinal {
struct SourceInfo;
}

namespace cardinal::ui {

class SnapshotBridge;

/// Why nothing can be changed from this window now, in the language in force: the context is locked, the source is a
/// saved snapshot or takes no writes, or its connection is lost. Empty = a change can be tried. Every button that
/// writes asks this first, then for the rights and what else is its own. GUI thread only.
QString writeRefusal(const SnapshotBridge& bridge);

/// The same of its parts. `fresh`: the source's state is that of now.
QString writeRefusal(const SourceInfo& source, bool locked, bool fresh);

/// Why a source that takes other changes takes none of this kind.
QString readOnlyRefusal();

}  // namespace cardinal::ui
