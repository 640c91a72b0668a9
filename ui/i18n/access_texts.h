// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

#include "core/service/rights/access_summary.h"

namespace cardinal::ui {

/// One line of a summary.
struct AccessFact {
  QString key, value;
  bool isWarning = false;
};

/// What connecting would do: server, trust, ways of signing in, proxy, files of elsewhere. Parameters are cleaned by
/// plain(). The plugin's command line is apart: commandLines().
std::vector<AccessFact> accessFacts(const AccessSummary& summary);
/// Program and arguments, one per line, each whole; plain text.
QStringList commandLines(const PluginCall& call);
/// What is to be thought of before the answer is yes, one sentence each; empty = nothing is out of the ordinary.
QStringList accessWarnings(const AccessSummary& summary);

}  // namespace cardinal::ui
