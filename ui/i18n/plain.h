// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string_view>

namespace cardinal::ui {

/// Text from the cluster made safe for display: control characters and bidirectional overrides replaced, length
/// limited.
QString plain(std::string_view text, int maxLength = 512);

}  // namespace cardinal::ui
