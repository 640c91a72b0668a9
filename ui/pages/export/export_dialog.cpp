// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/export/export_dialog.h"

#include <QAbstractItemModel>
#include <QBoxLayout>
#include <QBuffer>
#include <QCheckBox>
#include <QFileDialog>
#include <QPainter>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/export/report.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {

namespace {

constexpr int kCaptionHeight = 28;

QString joined(const std::vector<QString>& words) {
  QStringList list;
  for (const QString& word : words) list << word;
  return list.join(QStringLiteral(" · "));
}

/// The picture with a line below it that says what it shows.
QImage captioned(const QImage& picture, const QString& words, const Tokens& tokens, const QFont& font) {
  const qreal ratio = picture.devicePixelRatio();
  const QSizeF logical = picture.deviceIndependentSize();
  QImage out(QSize(picture.width(), picture.height() + static_cast<int>(kCaptionHeight * ratio)), QImage::Format_RGB32);
  out.setDevicePixelRatio(ratio);
  out.fill(tokens.bg);
  QPainter painter(&out);
  painter.drawImage(QPointF(0, 0), picture);
  painter.setFont(font);
  painter.setPen(tokens.text2);
  painter.drawText(QRectF(16, logical.height(), logical.width() - 32, kCaptionHeight), Qt::AlignVCenter | Qt::AlignLeft,
                   words);
  return out;
}

}  // namespace

ExportDialog::ExportDialog(const PageContext& context, ExportView view, QWidget* parent)
    : DialogFrame(context.theme, tr("Export this view"), 560, parent), m_context(context), m_view(std::move(view)) {
  build();
  showFormat();
}

void ExportDialog::build() {
  m_formats = new SegmentedControl(theme(), this);
  const bool table = m_view.table || m_view.shown || !m_view.offers.empty();
  if (table) {
    m_formats->addItem(QStringLiteral("csv"), QStringLiteral("CSV"));
    m_formats->addItem(QStringLiteral("json"), QStringLiteral("JSON"));
  }
  if (!m_view.picture.isNull()) m_formats->addItem(QStringLiteral("png"), QStringLiteral("PNG"));
  if (m_view.map) m_formats->addItem(QStringLiteral("svg"), QStringLiteral("SVG"));
  m_formats->addItem(QStringLiteral("pdf"), QStringLiteral("PDF"));
  m_formats->setCurrent(!m_view.picture.isNull() ? QStringLiteral("png")
                        : table                  ? QStringLiteral("csv")
                                                 : QStringLiteral("pdf"));
  m_tables = new SegmentedControl(theme(), this);
  m_tables->setObjectName(QStringLiteral("exportTables"));
  m_tables->setAccessibleName(tr("Table"));
  for (const ExportOffer& one : m_view.offers) m_tables->addItem(QString::fromLatin1(toString(one.kind)), one.label);
  for (const ExportOffer& one : m_view.offers) {
    if (one.isFirstChoice) m_tables->setCurrent(QString::fromLatin1(toString(one.kind)));
  }
  m_what = new TextLabel(theme(), TextRole::Small, TextTone::Normal, this);
  m_what->setWordWrap(true);
  m_mark = new QCheckBox(tr("With a byte order mark, for spreadsheets"), this);
  m_mark->setChecked(true);
  m_keys = new QCheckBox(tr("With a second row of stable English keys"), this);
  m_masked = new QCheckBox(tr("Without the name of the context"), this);
  m_state = new TextLabel(theme(), TextRole::Small, TextTone::Quiet, this);
  m_state->setWordWrap(true);
  auto* line = new QHBoxLayout;
  line->addWidget(m_formats);
  line->addStretch(1);
  body()->addLayout(line);
  auto* choice = new QHBoxLayout;
  choice->addWidget(m_tables);
  choice->addStretch(1);
  body()->addLayout(choice);
  for (QWidget* one : {static_cast<QWidget*>(m_what), static_cast<QWidget*>(m_mark), static_cast<QWidget*>(m_keys),
                       static_cast<QWidget*>(m_masked), static_cast<QWidget*>(m_state)})
    body()->addWidget(one);
  m_close = addButton(tr("Close"));
  m_export = addButton(tr("Export…"), true);
  m_export->setIconName(QStringLiteral("export"));
  offerReturn(*m_export);
  connect(m_formats, &SegmentedControl::changed, this, &ExportDialog::showFormat);
  connect(m_tables, &SegmentedControl::changed, this, &ExportDialog::showFormat);
  connect(m_export, &QAbstractButton::clicked, this,
          [this] { m_asking || m_work.isRunning() ? giveUp() : choosePath(); });
  connect(&m_work, &BackgroundJob::runningChanged, this, [this](bool running) {
    if (running) return;
    m_export->setText(tr("Export…"));
    if (m_state->text() == tr("Writing…")) m_state->setText(tr("Cancelled; nothing was written"));
  });
}

void ExportDialog::showFormat() {
  const QString format = m_formats->current();
  const bool csv = format == u"csv";
  m_mark->setVisible(csv);
  m_keys->setVisible(csv);
  m_tables->setVisible((csv || format == u"json") && m_view.offers.size() > 1);
  if (format == u"pdf") {
    m_what->setText(
        tr("A report on the whole cluster: totals, map, free room by size, what was allocated and not used in the last "
           "24 hours, why pods wait."));
  } else if (format == u"png") {
    m_what->setText(tr("The map as it is shown, with its legend."));
  } else if (format == u"svg") {
    m_what->setText(tr("The whole map as vector graphics, with its legend."));
  } else if (offer() && !offer()->scope.isEmpty()) {
    m_what->setText(offer()->scope);
  } else {
    const qint64 rows = offer()        ? offer()->rows
                        : m_view.shown ? m_view.shown->rowCount()
                        : m_view.rows  ? static_cast<qint64>(m_view.rows->size())
                                       : -1;
    m_what->setText(rows < 0 ? tr("Every card of the cluster, with raw numbers.")
                             : tr("%n row(s), as filtered and sorted now.", nullptr, static_cast<int>(rows)));
  }
}

const ExportOffer* ExportDialog::offer() const {
  const auto isChosen = [this](const ExportOffer& one) {
    return m_tables->current() == QLatin1String(toString(one.kind));
  };
  const auto found = std::find_if(m_view.offers.begin(), m_view.offers.end(), isChosen);
  return found == m_view.offers.end() ? nullptr : &*found;
}

QString ExportDialog::fileName() const {
  const bool isTable = m_formats->current() == u"csv" || m_formats->current() == u"json";
  return isTable && offer() ? QString::fromLatin1(toString(offer()->kind)) : m_view.name;
}

void ExportDialog::choosePath() {
  const QString format = m_formats->current();
  auto* dialog = new QFileDialog(this, tr("Export this view"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(format);
  dialog->selectFile(fileName() + u'.' + format);
  connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString& path) { write(format, path); });
  dialog->open();
}

void ExportDialog::write(const QString& format, const QString& path) {
  m_export->setText(tr("Cancel"));
  if (format != u"pdf") return start(path, maker(format));
  m_asking = true;
  if (m_context.bridge.use()->state.phase == MetricsPhase::None) return askPending(path, std::nullopt);
  askWaste(path);
}

void ExportDialog::askWaste(const QString& path) {
  constexpr UnixSeconds kDay = 86'400;
  m_state->setText(tr("Asking the metrics source for the last 24 hours…"));
  m_context.bridge.past(this, kDay, [this, path](const Result<ClusterPast>& past) {
    if (m_asking) askPending(path, past);
  });
}

void ExportDialog::askPending(const QString& path, const std::optional<Result<ClusterPast>>& past) {
  m_state->setText(tr("Writing…"));
  const SnapshotPtr on = m_context.bridge.snapshot();
  if (!m_context.bridge.isOpen()) {
    m_asking = false;
    return start(path, pdfMaker(past, on, nullptr));
  }
  m_context.bridge.explainPending(
      this,
      [this, path, past, on](const std::shared_ptr<const PendingReport>& pending) {
        if (std::exchange(m_asking, false)) start(path, pdfMaker(past, on, pending));
      },
      on);
}

void ExportDialog::giveUp() {
  m_work.cancel();
  if (!std::exchange(m_asking, false)) return;
  m_export->setText(tr("Export…"));
  m_state->setText(tr("Cancelled; nothing was written"));
}

void ExportDialog::start(const QString& path, Bytes make) {
  m_state->setText(tr("Writing…"));
  m_work.start([this, path, make = std::move(make)](const std::stop_token& stop,
                                                    const BackgroundJob::Report&) -> BackgroundJob::Finish {
    const QByteArray bytes = make(stop);
    if (stop.stop_requested()) return {};
    const Result<void> written = writeFile(path, bytes);
    return [this, path, problem = written ? QString() : QString::fromStdString(written.error().detail)] {
      end(path, problem);
    };
  });
}

void ExportDialog::end(const QString& path, const QString& problem) {
  if (!problem.isEmpty()) {
    const Error error = makeError(ErrorCode::FileUnwritable, path.toStdString(), {}, problem.toStdString());
    m_state->setText(errorText(error));
    return;
  }
  m_state->setText(tr("Written to %1").arg(path));
  m_context.selection.showMessage(StateRole::Ok, tr("Written to %1").arg(path));
  emit written(path);
}

ExportDialog::Bytes ExportDialog::maker(const QString& format) const {
  if (format == u"json") return jsonMaker();
  if (format == u"svg") return svgMaker();
  if (format == u"png") return pngMaker();
  return csvMaker();
}

ExportOrigin ExportDialog::origin() const {
  const QString& format = m_formats->current();
  const bool isTable = format == u"csv" || format == u"json";
  const UnixSeconds time = isTable && offer() ? offer()->time : m_context.bridge.snapshot()->time;
  return exportOrigin(m_context.bridge.info(), m_context.bridge.connection(), time, m_masked->isChecked());
}

/// Texts of a table that has no typed form; read on the GUI thread, where its model lives.
ExportTable ExportDialog::shownTable() const {
  ExportTable table;
  const QAbstractItemModel& model = *m_view.shown;
  for (int column = 0; column < model.columnCount(); ++column)
    table.keys.push_back(model.headerData(column, Qt::Horizontal).toString().toStdString());
  for (int row = 0; row < model.rowCount(); ++row) {
    auto& cells = table.rows.emplace_back();
    for (int column = 0; column < model.columnCount(); ++column)
      cells.push_back({model.index(row, column).data().toString().toStdString(), false, true});
  }
  return table;
}

ExportDialog::Bytes ExportDialog::csvMaker() const {
  std::vector<std::string> foot;
  for (const QString& words : originWords(origin())) foot.push_back(words.toStdString());
  const CsvOptions options{m_mark->isChecked(), m_keys->isChecked() && (m_view.table.has_value() || offer())};
  if (const ExportOffer* one = offer()) {
    return [make = one->make, heads = exportHeads(one->kind), foot, options](const std::stop_token& stop) {
      return QByteArray::fromStdString(csvOf(make(stop), heads, foot, options));
    };
  }
  if (!m_view.table) {
    return [table = shownTable(), foot, options](const std::stop_token&) {
      return QByteArray::fromStdString(csvOf(table, table.keys, foot, options));
    };
  }
  return [kind = *m_view.table, rows = m_view.rows, snapshot = m_context.bridge.snapshot(),
          heads = exportHeads(*m_view.table), foot, options](const std::stop_token& stop) {
    return QByteArray::fromStdString(
        csvOf(makeExport(kind, *snapshot, rows ? &*rows : nullptr, stop), heads, foot, options));
  };
}

ExportDialog::Bytes ExportDialog::jsonMaker() const {
  if (const ExportOffer* one = offer()) {
    return [make = one->make, stated = origin()](const std::stop_token& stop) {
      return QByteArray::fromStdString(jsonOf(make(stop), stated));
    };
  }
  if (!m_view.table) {
    return [table = shownTable(), from = origin()](const std::stop_token&) {
      return QByteArray::fromStdString(jsonOf(table, from));
    };
  }
  return [kind = *m_view.table, rows = m_view.rows, snapshot = m_context.bridge.snapshot(),
          from = origin()](const std::stop_token& stop) {
    return QByteArray::fromStdString(jsonOf(makeExport(kind, *snapshot, rows ? &*rows : nullptr, stop), from));
  };
}

ExportDialog::Bytes ExportDialog::svgMaker() const {
  MapSvgRequest request = m_view.map.value_or(MapSvgRequest{});
  request.caption =
      (request.caption.isEmpty() ? QString() : request.caption + QStringLiteral(" · ")) + joined(originWords(origin()));
  return [request, tokens = m_context.theme.tokens()](const std::stop_token&) { return mapSvg(request, tokens); };
}

ExportDialog::Bytes ExportDialog::pngMaker() const {
  const QString words =
      (m_view.map ? m_view.map->caption + QStringLiteral(" · ") : QString()) + joined(originWords(origin()));
  const QImage whole =
      captioned(m_view.picture, words, m_context.theme.tokens(), m_context.theme.font(TextRole::Micro));
  return [whole](const std::stop_token&) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    whole.save(&buffer, "PNG");
    return bytes;
  };
}

ExportDialog::Bytes ExportDialog::pdfMaker(const std::optional<Result<ClusterPast>>& past, const SnapshotPtr& on,
                                           const std::shared_ptr<const PendingReport>& pending) const {
  ReportRequest request{on, m_context.bridge.use(), origin(), m_view.picture};
  request.pending = pending;
  if (past && !*past) request.wasteUnknown = past->error();
  return [request, past](const std::stop_token& stop) mutable {
    if (past && *past) request.waste = findWaste(*request.snapshot, **past, {}, request.use.get());
    return capacityReport(request, stop);
  };
}

}  // namespace cardinal::ui
