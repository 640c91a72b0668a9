// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal::ui {

/// Lists of the workload form as one line each, as kubectl writes them. Reading gives nothing where an entry is none of
/// the form.

/// "gpu=a10, zone=h"
QString selectorLine(const StringMap& selector);
std::optional<StringMap> readSelector(const QString& line);

/// "key=value:NoSchedule, key:NoExecute, key" (Exists where no value stands), "*" = everything
QString tolerationLine(const SharedList<Toleration>& tolerations);
std::optional<SharedList<Toleration>> readTolerations(const QString& line);

/// Words with quotes where they hold blanks, as a shell takes them.
QString commandLine(const std::vector<std::string>& words);
std::optional<std::vector<std::string>> readCommand(const QString& line);

}  // namespace cardinal::ui
