// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>
#include <QSizePolicy>

namespace cardinal::ui {

/// A box takes the width that its form has, and does not ask for that of its longest entry.
inline void letNarrow(QComboBox& box) {
  constexpr int kLetters = 12;
  box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box.setMinimumContentsLength(kLetters);
  box.setSizePolicy(QSizePolicy::Expanding, box.sizePolicy().verticalPolicy());
}

}  // namespace cardinal::ui
