// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metrics/attribution.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/models/tables/snapshot_table_model.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/session/selection_state.h"
#include "ui/session/window_settings.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// What every page works with. All of it outlives the pages; the context itself is copied.
struct PageContext {
  Theme& theme;
  SnapshotBridge& bridge;
  SelectionState& selection;
  PreviewController& preview;
  WindowSettings settings;

  /// Ages are counted to here: now, or for a saved state the moment it was saved.
  UnixSeconds referenceTime() const;
  TableFacts facts() const;
  /// What is measured, in the order of the snapshot's cards, without samples too old to be shown; empty = nothing is
  /// measured.
  std::vector<CardUse> useOfCards() const;
  /// What is measured of one card; nothing when that is unknown or too old.
  std::optional<CardUse> useOf(const std::string& node, int card) const;
  /// Who holds the node's whole cards, as far as only an exporter names it.
  MeasuredHolders measuredHolders(const NodeRecord& node) const;
};

}  // namespace cardinal::ui
