// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/service/read/file_admission.h"
#include "ui/theme/theme.h"

class QComboBox;

namespace cardinal::ui {

class Banner;
class PlaceRows;
class PreviewController;
class TextLabel;

/// The workloads of a file that holds several: which one is shown below, what becomes of the others, and the switch
/// between them.
class FileWorkloadsView : public QWidget {
  Q_OBJECT
 public:
  explicit FileWorkloadsView(Theme& theme, QWidget* parent = nullptr);
  /// `admissions`: of the workloads that are not on show.
  void show(const PreviewController& preview, const std::vector<ObjectAdmission>& admissions);
  void retranslate();

 signals:
  void partChosen(int part);  ///< in PreviewWorkload::parts

 private:
  Banner* m_verdict;
  PlaceRows* m_list;
  TextLabel* m_choiceName;
  QComboBox* m_parts;
};

}  // namespace cardinal::ui
