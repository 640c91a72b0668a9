// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <optional>
#include <vector>

#include "ui/bridge/background_job.h"
#include "ui/pages/common/dialog_frame.h"
#include "ui/pages/common/export_offer.h"
#include "ui/pages/export/export_texts.h"
#include "ui/session/page_context.h"
#include "ui/widgets/map/render/map_svg.h"

class QAbstractItemModel;
class QCheckBox;

namespace cardinal::ui {

class SegmentedControl;

/// What of the present view can be written to a file.
struct ExportView {
  QString name;                                  ///< of the file, without ending: "nodes"
  std::vector<ExportOffer> offers;               ///< typed tables, of which one is chosen; then `table` is not set
  std::optional<ExportKind> table;               ///< a table of the cluster's things
  std::optional<std::vector<std::string>> rows;  ///< its rows as shown; nothing = all
  const QAbstractItemModel* shown = nullptr;     ///< another table: its texts; must live as long as the dialog
  std::optional<MapSvgRequest> map;              ///< the map as vectors; captions are filled in by the dialog
  QImage picture;                                ///< the map as shown, with its legend; null = none
};

/// Writes the view: tables as CSV or JSON, the map as PNG or SVG, the cluster as a PDF report. Everything states time,
/// server version, scope and rights. Long work runs aside and can be cancelled; a file appears whole or not at all.
class ExportDialog : public DialogFrame {
  Q_OBJECT
 public:
  ExportDialog(const PageContext& context, ExportView view, QWidget* parent);

  /// Writes to a file in a format ("csv", "json", "png", "svg", "pdf"); done() follows.
  void write(const QString& format, const QString& path);

 signals:
  void written(const QString& path);

 private:
  using Bytes = std::function<QByteArray(const std::stop_token&)>;
  void build();
  void showFormat();
  void choosePath();
  Bytes maker(const QString& format) const;
  Bytes csvMaker() const;
  Bytes jsonMaker() const;
  Bytes svgMaker() const;
  Bytes pngMaker() const;
  Bytes pdfMaker(const std::optional<Result<ClusterPast>>& past, const SnapshotPtr& on,
                 const std::shared_ptr<const PendingReport>& pending) const;
  /// The table that is chosen; null = the view offers none.
  const ExportOffer* offer() const;
  QString fileName() const;
  ExportTable shownTable() const;
  ExportOrigin origin() const;
  void giveUp();
  void askWaste(const QString& path);
  void askPending(const QString& path, const std::optional<Result<ClusterPast>>& past);
  void start(const QString& path, Bytes make);
  void end(const QString& path, const QString& problem);

  PageContext m_context;
  ExportView m_view;
  BackgroundJob m_work;
  bool m_asking = false;  ///< the metrics source and why pods wait, before the report
  SegmentedControl* m_formats;
  SegmentedControl* m_tables;
  TextLabel* m_what;
  QCheckBox* m_mark;
  QCheckBox* m_keys;
  QCheckBox* m_masked;
  TextLabel* m_state;
  ActionButton* m_close;
  ActionButton* m_export;
};

}  // namespace cardinal::ui
