// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/snapshot.h"
#include "ui/widgets/basic/surface.h"

namespace cardinal::ui {

class TextLabel;

/// Above a table of nodes or cards: pools of claimable devices that several nodes reach, which are in no row. Hidden
/// where there are none.
class SharedPools : public Surface {
  Q_OBJECT
 public:
  explicit SharedPools(Theme& theme, QWidget* parent = nullptr);

  /// Also after a change of the language.
  void setSnapshot(const ClusterSnapshot& snapshot);

 private:
  TextLabel* m_text;
};

}  // namespace cardinal::ui
