// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

namespace cardinal::ui {

/// Texts one after the other as the language in force sets them; empty ones are left out. Code never joins by hand:
/// Chinese has marks of its own and no space behind them (tests/architecture/joining.py).
QString joinSentences(const QStringList& sentences);  ///< "One. Two." / "一。二。"
QString joinList(const QStringList& entries);         ///< "a, b" / "a、b"
QString joinClauses(const QStringList& clauses);      ///< "one; two" / "一；二"
/// Names from a cluster, each cleaned by plain(); `maxLength` of the whole.
QString joinNames(const std::vector<std::string>& names, int maxLength = 240);
/// "Memory: 8 GiB" / "显存：8 GiB"; for prose, not for keys of YAML.
QString labelled(const QString& label, const QString& value);

}  // namespace cardinal::ui
