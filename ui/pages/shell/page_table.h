// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <span>

#include "ui/bridge/change_controller.h"
#include "ui/bridge/history_controller.h"
#include "ui/pages/common/page.h"
#include "ui/session/page_context.h"
#include "ui/session/watch_center.h"

namespace cardinal::ui {

/// What a tab lends its pages; all of it outlives them.
struct PageParts {
  const PageContext& context;
  HistoryController& history;
  ChangeController& changes;
  WatchCenter& alerts;
};

/// One page of a tab. A new page is its folder and one row of the table; navigation, palette, keys (Ctrl+1 for the
/// first entry of the navigation and so on), `cardinal render` and its help read the table.
struct PageSpec {
  enum class Place { Top, Bottom, None };
  /// What appears in the pane beside the page: of what was selected before it came, the objects that it lists; and
  /// whatever is selected while it is in front.
  enum class Beside {
    Nothing,
    Nodes,
    Cards,
    Pods,
    Chosen,  ///< nothing from before: what was selected is dropped
    All,
  };

  const char* id;          ///< word of ClusterView::showPage(), of `cardinal render` and of the command "page.ID"
  const char* navigation;  ///< entry of the navigation that is current while the page is in front
  const char* icon;        ///< of its own entry
  const char* text;        ///< name, context "Commands"; null = the palette does not offer the page
  const char* pinyin;      ///< initials of the Chinese name, syllable by syllable
  const char* words;       ///< further names, English and Chinese, for the search only
  Place place;             ///< of its own entry; None = it has none
  Beside beside;
  /// A key that leads nowhere leaves the page in front that is there. Otherwise the page comes first: it must be in
  /// front to choose a row or to open a dialog.
  bool keyFirst;
  Page* (*make)(const PageParts& parts, QWidget* parent);
};

/// Every page, in the order of the navigation.
std::span<const PageSpec> pageTable();
/// Null when there is no page of that name.
const PageSpec* findPage(const QString& id);
/// The name of a page in the language in force.
QString pageText(const PageSpec& spec);

}  // namespace cardinal::ui
