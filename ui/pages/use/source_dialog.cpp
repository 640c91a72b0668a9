// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/source_dialog.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLocale>
#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "ui/i18n/changes/rights_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/use/address_form.h"
#include "ui/pages/use/metrics_address.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kWidth = 760;
constexpr UnixSeconds kClocksDiffer = 30;

QString joined(const std::vector<std::string>& texts) {
  QStringList out;
  for (const std::string& text : texts) out += plain(text, 160);
  return out.join(QStringLiteral(" · "));
}

}  // namespace

SourceDialog::SourceDialog(const PageContext& context, QWidget* parent)
    : DialogFrame(context.theme, tr("Metrics source"), kWidth, parent), m_context(context) {
  m_state = new TextLabel(theme(), TextRole::Body, TextTone::Normal, this);
  m_state->setWordWrap(true);
  m_rows = new RowsModel(this);
  m_rows->setHeads({{tr("Step")}, {tr("Asked")}, {tr("Took"), Qt::AlignRight}, {tr("Result")}});
  m_table = new DataTable(theme(), this);
  m_table->setFlush(true);
  m_table->setModel(m_rows);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_facts = new KeyValueList(theme(), this);
  m_facts->setKeyWidth(160);
  body()->addWidget(m_state);
  body()->addWidget(m_table);
  body()->addWidget(m_facts);
  m_addressHead = new SectionHead(theme(), this);
  m_addressHead->setTitle(tr("Another source"));
  m_address = new AddressForm(theme(), this);
  for (QWidget* part : std::initializer_list<QWidget*>{m_addressHead, m_address}) {
    part->hide();
    body()->addWidget(part);
  }
  connect(m_address, &AddressForm::chosen, this, &SourceDialog::addressChosen);
  addButton(tr("Close"));
  ActionButton* copy = addButton(tr("Copy"));
  copy->setIconName(QStringLiteral("copy"));
  m_again = addButton(tr("Test again"));
  m_again->setIconName(QStringLiteral("refresh"));
  connect(copy, &QAbstractButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
  connect(m_again, &QAbstractButton::clicked, &context.bridge, &SnapshotBridge::refresh);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, &SourceDialog::fill);
  connect(&context.bridge, &SnapshotBridge::connectionChanged, this, &SourceDialog::followRights);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, &SourceDialog::fill);
  fill();
}

void SourceDialog::offerAddress() {
  m_address->setAddress(rememberedAddress(m_context.settings, m_context.bridge.info()));
  m_addressHead->show();
  m_address->show();
}

/// Refused by every service that was found; one that may be asked is enough.
void SourceDialog::followRights() {
  const Rights& rights = m_context.bridge.connection().rights;
  const auto& services = rights.services();
  const bool none =
      std::all_of(services.begin(), services.end(), [](const auto& one) { return one.second == Permission::Denied; });
  m_again->setRefusal(
      services.empty() || !none ? QString() : rightsRefusal(rights, Feature::ProxyServices, services.begin()->first));
}

std::vector<RowsModel::Row> SourceDialog::stageRows() const {
  std::vector<RowsModel::Row> rows;
  for (const MetricsStage& stage : m_context.bridge.use()->state.stages) {
    QString step, result;
    switch (stage.step) {
      case MetricsStage::Step::FindServices:
        step = tr("Look for a service");
        result = tr("%n service(s) that may be one", nullptr, static_cast<int>(stage.found));
        break;
      case MetricsStage::Step::TestSource:
        step = tr("Is it a Prometheus API?");
        result = tr("yes");
        break;
      case MetricsStage::Step::QueryPresence:
        step = tr("Does it measure cards?");
        result = stage.found > 0 ? tr("yes") : tr("no");
        break;
      case MetricsStage::Step::QueryValues:
        step = tr("Ask for the values");
        result = tr("%n series", nullptr, static_cast<int>(stage.found));
        break;
    }
    RowsModel::Cell outcome(stage.error ? errorText(*stage.error) : result);
    outcome.state = stage.error ? CellState::Critical : CellState::Ok;
    rows.push_back(
        {QString::number(rows.size()),
         {step, plain(stage.where, 120), tr("%1 ms").arg(QLocale().toString(stage.milliseconds)), std::move(outcome)}});
  }
  return rows;
}

void SourceDialog::fill() {
  followRights();
  const UsePtr use = m_context.bridge.use();
  const MetricsState& state = use->state;
  m_state->setText(state.phase == MetricsPhase::Failed ? errorText(state.error)
                                                       : metricsText(state, m_context.bridge.now()));
  m_rows->setRows(stageRows());
  m_table->setVisible(m_rows->rowCount() > 0);
  std::vector<KeyValueRow> facts;
  if (!state.version.empty()) facts.push_back(fact(tr("Version"), plain(state.version, 60)));
  if (!state.dialects.empty()) facts.push_back(fact(tr("Exporters"), joined(state.dialects)));
  if (state.queriedAt != 0) facts.push_back(fact(tr("Last answer"), timeOfDay(state.queriedAt)));
  facts.push_back(fact(tr("Cards measured"), count(use->measured)));
  if (use->unmatched > 0) {
    const UnmatchedSample& first = use->firstUnmatched.front();
    KeyValueRow row = fact(tr("Unmatched GPUs"),
                           tr("%1, the first is %2")
                               .arg(count(use->unmatched), plain(first.host + "/" + std::to_string(first.index), 120)));
    row.state = StateRole::Warning;
    facts.push_back(std::move(row));
  }
  if (std::abs(state.clockAhead) >= kClocksDiffer) {
    KeyValueRow row =
        fact(tr("Clocks"), state.clockAhead > 0
                               ? tr("the source's is %1 s ahead; ages are corrected").arg(state.clockAhead)
                               : tr("the source's is %1 s behind; ages are corrected").arg(-state.clockAhead));
    row.state = StateRole::Warning;
    facts.push_back(std::move(row));
  }
  if (!state.warnings.empty()) facts.push_back(fact(tr("Warnings"), joined(state.warnings)));
  m_facts->setRows(std::move(facts));
}

QString SourceDialog::text() const {
  QStringList lines{m_state->text()};
  for (int row = 0; row < m_rows->rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
      cells += m_rows->data(m_rows->index(row, column), Qt::DisplayRole).toString();
    }
    lines += cells.join(u'\t');
  }
  return lines.join(u'\n');
}

}  // namespace cardinal::ui
