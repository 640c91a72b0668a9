// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::ui {

/// Draws OpenType/CFF faces (Noto Sans CJK) in their true weight. Qt asks FreeType to thicken their stems for blending
/// with gamma, which its raster engine does not do: regular Chinese then looks as heavy as bold. Where this Qt does not
/// offer its FreeType handle, nothing changes. Call on the GUI thread before the first text is laid out.
void drawCffInTrueWeight();

}  // namespace cardinal::ui
