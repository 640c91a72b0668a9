// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>

#include "core/service/source/source.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

class EmptyState;

/// The connection as the window shows it, in the language in force: chip, tab, notice and pages without rows say the
/// same of it. Text from the server is cleaned (ui/i18n/plain.h). GUI thread only.
struct ConnectionView {
  StateRole role = StateRole::Unknown;
  QString word;                    ///< "Live"
  QString detail;                  ///< "3 s ago · watch 2 of 2"; may be empty
  bool isBusy = false;             ///< something is under way
  std::optional<double> progress;  ///< 0 to 1, while it is known
  QString sentence;                ///< word and detail in one line
};
/// `now` and `dataTime` (of a saved snapshot) in seconds since 1970.
ConnectionView connectionView(const ConnectionState& state, UnixSeconds now, UnixSeconds dataTime);

/// What an operator must know of the connection, above every page.
struct ConnectionNotice {
  StateRole role = StateRole::Information;
  QString text;
  QString detail;  ///< may be empty
  QString action;  ///< label of the button; empty = nothing can be done from here
};
/// Nothing where all is well.
std::optional<ConnectionNotice> connectionNotice(const ConnectionState& state);

/// Why a page has nothing to show, and what it shows instead.
struct ConnectionEmptiness {
  QString title;
  QString cause;                   ///< may be empty
  bool mayRetry = false;           ///< asking again may help
  std::optional<double> progress;  ///< 0 to 1, while it is known
};
/// Nothing where the cluster was read: then the page knows why it is empty.
std::optional<ConnectionEmptiness> connectionEmptiness(const ConnectionState& state);
/// Nothing where nodes may be listed.
std::optional<ConnectionEmptiness> hiddenNodes(const ConnectionState& state);
void showEmptiness(EmptyState& place, const ConnectionEmptiness& emptiness);

}  // namespace cardinal::ui
