// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/base/result.h"
#include "core/service/open_source.h"

namespace cardinal::ui {

/// What the window asks of the composition root when the user wants to look at another cluster. Called on the GUI
/// thread; they read local files only and never wait for a server. Empty functions hide the choices.
struct SourceActions {
  /// Opens the choice on the bridge. On an error the cluster that was looked at stays.
  std::function<Result<void>(const SourceChoice& choice)> open;
  /// Connects to the cluster that is looked at anew, with metrics from this address (empty: looked for in the cluster),
  /// and keeps that for its context.
  std::function<Result<void>(const MetricsAddress& address)> useMetrics;
  /// Connects to the cluster that is looked at anew and reads the pods of these namespaces only (comma separated;
  /// empty: wherever it is permitted), and keeps that for its context.
  std::function<Result<void>(const std::string& namespaces)> useNamespaces;
  /// The contexts to offer.
  std::function<Result<std::vector<ContextInfo>>()> contexts;
};

/// What a view of one cluster asks of the window that holds several. Empty functions hide the choices. GUI thread only.
struct TabActions {
  /// Opens the choice in a tab of its own, or goes to the tab that shows it already. On an error nothing changes.
  std::function<Result<void>(const SourceChoice& choice)> open;
  /// The next tab (1), the one before (-1), around.
  std::function<void(int step)> step;
  /// Closes the tab that asks, when nothing of it runs any more.
  std::function<void()> close;
  /// How many there are.
  std::function<int()> count;
};

}  // namespace cardinal::ui
