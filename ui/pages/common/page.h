// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "ui/pages/common/translatable_page.h"

namespace cardinal::ui {

/// A page of a tab, as navigation, palette, keys and `cardinal render` see it. What there is of them stands in
/// ui/pages/shell/page_table.cpp. GUI thread only.
class Page : public TranslatablePage {
  Q_OBJECT
 public:
  using TranslatablePage::TranslatablePage;

  /// Goes to an object of the page; empty = the page as it is. What a key names, each page says: a node's name,
  /// "node/card index", "namespace/pod". False when there is no such object; the page then stays as it was.
  virtual bool showKey(const QString& key) { return key.isEmpty(); }
  /// The cursor into its filter line, where it has one.
  virtual void focusFilter() {}
  /// Blocks until what it asked in the background is there; for pictures without an event loop only.
  virtual void answerNow() {}
};

}  // namespace cardinal::ui
