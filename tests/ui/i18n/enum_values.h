// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTest>
#include <vector>

namespace cardinal::testing {

inline QString text(const char* utf8) {
  return QString::fromUtf8(utf8);
}

/// Every value of an enum from its first to `last`.
template <typename Enum>
std::vector<Enum> allUpTo(Enum last) {
  std::vector<Enum> values;
  for (int i = 0; i <= static_cast<int>(last); ++i) values.push_back(static_cast<Enum>(i));
  return values;
}

/// Rows of the column `language`.
inline void addLanguages() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << text("en");
  QTest::newRow("Chinese") << text("zh_CN");
}

}  // namespace cardinal::testing
