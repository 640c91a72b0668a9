// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <chrono>

#include "core/base/result.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/language.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

struct RenderRequest {
  QString page;    ///< of PageRenderer::pages(), or a dialog over the map: "cordon", "drain", "mode"
  QString select;  ///< node, "node/card index" or "namespace/pod"; preview: where it is aimed at; mode: "node/target".
                   ///< Empty = the first one
  QSize size{1600, 1000};  ///< logical px, at least 1024 x 700
  qreal scale =
      1.0;  ///< device pixels per logical px. For crisp icons start the program with QT_SCALE_FACTOR of that value
  std::chrono::seconds after{0};  ///< how long the cluster is watched before: what is recorded meanwhile can be shown
  QString recordFolder;           ///< where what the console recorded is kept; empty = nothing is read
  QString manifestPath;           ///< preview: the workload; empty = the first template
};

/// Pictures of the program's pages, made by the same window that the user sees. The bridge must already hold its data
/// (see ClusterService::waitForData); nothing is sent, no event loop is entered. Errors: NotFound (page or object;
/// detail = what there is), InvalidArgument (size, scale), those of loadManifest. GUI thread only; works with the
/// offscreen platform.
class PageRenderer {
 public:
  PageRenderer(Theme& theme, Language& language, SnapshotBridge& bridge);
  Result<QImage> render(const RenderRequest& request);
  /// Every page of the window, "past" (the map as it was), "card" and "pod" (the first one of the list) and "preview".
  static QStringList pages();

 private:
  Theme& m_theme;
  Language& m_language;
  SnapshotBridge& m_bridge;
};

}  // namespace cardinal::ui
