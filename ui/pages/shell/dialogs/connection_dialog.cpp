// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/dialogs/connection_dialog.h"

#include <QBoxLayout>
#include <QLocale>
#include <QScrollArea>
#include <algorithm>
#include <array>
#include <cstdlib>

#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/facts.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/surface.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kKeyWidth = 160;
constexpr int kRightsHeight = 240;

/// "12.3 ms"; a stage that a kept connection does not have is "n/a".
QString milliseconds(std::int64_t microseconds) {
  return QLocale().toString(static_cast<double>(microseconds) / 1000.0, 'f', 1) + QStringLiteral(" ms");
}

}  // namespace

ConnectionDialog::ConnectionDialog(const PageContext& context, bool serverUnchecked, QWidget* parent)
    : DialogFrame(context.theme, tr("Connection"), 560, parent),
      m_context(context),
      m_serverUnchecked(serverUnchecked) {
  m_error = new Banner(theme(), this);
  m_error->setState(StateRole::Critical);
  body()->addWidget(m_error);
  const auto section = [this](const QString& title, bool shown) {
    auto* head = new SectionHead(theme(), this);
    head->setTitle(title);
    head->setVisible(shown && !title.isEmpty());
    body()->addWidget(head);
    auto* list = new KeyValueList(theme(), this);
    list->setKeyWidth(kKeyWidth);
    list->setVisible(shown);
    body()->addWidget(list);
    return list;
  };
  m_facts = section({}, true);
  // A demo cluster and a file are not connected to.
  const bool isLive = m_context.bridge.info().kind == SourceKind::Live;
  m_stages = section(tr("Stages of the last new connection"), isLive);
  auto* head = new SectionHead(theme(), this);
  head->setTitle(tr("Rights"));
  body()->addWidget(head);
  QWidget* rights = buildRights();
  body()->addWidget(rights, 1);
  // Nobody grants rights on the demo cluster.
  const bool isDemo = m_context.bridge.info().kind == SourceKind::Demo;
  head->setVisible(!isDemo);
  rights->setVisible(!isDemo);
  addButton(tr("Close"));
  auto* test = addButton(tr("Test again"));
  connect(test, &QAbstractButton::clicked, &m_context.bridge, &SnapshotBridge::testConnection);
  test->setVisible(m_context.bridge.info().kind == SourceKind::Live);
  connect(addButton(tr("Metrics source…")), &QAbstractButton::clicked, &m_context.selection,
          &SelectionState::requestMetricsSource);
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, &ConnectionDialog::fill);
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, &QDialog::reject);
  fill();
}

/// Several namespaces make more rows than a window is high.
QWidget* ConnectionDialog::buildRights() {
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setMinimumHeight(kRightsHeight);
  auto* inside = new Surface(theme(), SurfaceTone::Panel, scroll);
  auto* layout = new QVBoxLayout(inside);
  layout->setContentsMargins(0, 0, 0, 0);
  m_rights = new KeyValueList(theme(), inside);
  m_rights->setKeyWidth(kKeyWidth);
  layout->addWidget(m_rights);
  layout->addStretch(1);
  scroll->setWidget(inside);
  return scroll;
}

void ConnectionDialog::fill() {
  const ConnectionState& state = m_context.bridge.connection();
  m_error->setVisible(state.error.has_value());
  if (state.error) {
    m_error->setText(errorText(*state.error));
    m_error->setDetail(state.error->detail.empty() ? QString() : plain(state.error->detail, 1024));
  }
  fillFacts(state);
  fillStages(state);
  fillRights(state);
}

void ConnectionDialog::fillFacts(const ConnectionState& state) {
  const SourceInfo info = m_context.bridge.info();
  std::vector<KeyValueRow> rows{fact(tr("Source"), plain(info.name)),
                                fact(tr("State"), connectionText(state, m_context.bridge.now()))};
  if (!info.server.empty()) rows.push_back(fact(tr("Server"), plain(info.server)));
  if (m_serverUnchecked) {
    KeyValueRow row = fact(tr("Server certificate"), tr("not checked (insecure-skip-tls-verify)"));
    row.state = StateRole::Critical;
    rows.push_back(std::move(row));
  }
  if (!state.serverVersion.empty()) rows.push_back(fact(tr("Server version"), plain(state.serverVersion, 80)));
  if (!info.user.empty()) rows.push_back(fact(tr("User"), plain(info.user)));
  if (!state.serverUser.empty()) rows.push_back(fact(tr("Identity seen by the server"), plain(state.serverUser, 120)));
  rows.push_back(fact(tr("Visible"), state.scope.empty() ? tr("whole cluster") : plain(state.scope, 240)));
  if (!state.refusedNamespaces.empty()) {
    KeyValueRow row = fact(tr("Not permitted"), tr("pods of %1").arg(joinNames(state.refusedNamespaces)));
    row.state = StateRole::Warning;
    rows.push_back(std::move(row));
  }
  if (state.polledLists > 0) {
    KeyValueRow row =
        fact(tr("Without a watch"), tr("%n list(s), read every 30 seconds instead", nullptr, state.polledLists));
    row.state = StateRole::Warning;
    rows.push_back(std::move(row));
    rows.push_back(fact(tr("Reason"), tr("the watch is refused, or a proxy delays its events")));
  }
  if (state.lastContact > 0) rows.push_back(fact(tr("Last response"), dateTime(state.lastContact)));
  if (state.clockOffset && std::abs(*state.clockOffset) > kReportedClockOffset) {
    KeyValueRow row = fact(tr("Clock"), clockText(*state.clockOffset));
    row.state = StateRole::Warning;
    rows.push_back(std::move(row));
  }
  for (const Caution& caution : state.cautions) {
    KeyValueRow row = fact(tr("Caution"), cautionText(caution));
    row.state = StateRole::Warning;
    rows.push_back(std::move(row));
  }
  for (const std::string& warning : state.warnings) {
    KeyValueRow row = fact(tr("Warning of the server"), plain(warning, 240));
    row.state = StateRole::Warning;
    rows.push_back(std::move(row));
  }
  m_facts->setRows(std::move(rows));
}

void ConnectionDialog::fillStages(const ConnectionState& state) {
  const ConnectionStages& stages = state.stages;
  if (!stages.known) return m_stages->setRows({fact(tr("No connection yet"), notAvailable())});
  m_stages->setRows({fact(tr("Address of the server"), milliseconds(stages.name)),
                     fact(tr("TCP connection"), milliseconds(stages.connect)),
                     fact(tr("TLS handshake"), milliseconds(stages.tls)),
                     fact(tr("First byte"), milliseconds(stages.firstByte)),
                     fact(tr("Connected to"), joinList({plain(stages.address, 80), plain(stages.protocol, 16)})),
                     fact(tr("Measured"), dateTime(stages.when))});
}

void ConnectionDialog::fillRights(const ConnectionState& state) {
  std::vector<KeyValueRow> rows;
  for (std::size_t i = 0; i < kFeatures; ++i) addRights(rows, state.rights, static_cast<Feature>(i));
  m_rights->setRows(std::move(rows));
}

/// One row where the whole cluster is meant; else one for the namespaces of each answer.
void ConnectionDialog::addRights(std::vector<KeyValueRow>& rows, const Rights& rights, Feature feature) {
  const auto add = [&rows, feature](Permission permission, const QString& value) {
    KeyValueRow row = codeFact(plain(ruleText(feature)), value);
    row.mono = false;
    row.state = permission == Permission::Allowed  ? StateRole::Ok
                : permission == Permission::Denied ? StateRole::Warning
                                                   : StateRole::None;
    row.copy = QString::fromStdString(ruleYaml(feature));
    rows.push_back(std::move(row));
  };
  const RightPlace place = ruleOf(feature).place;
  if (place == RightPlace::Service && rights.services().empty()) return;  // metrics come another way
  std::array<std::vector<std::string>, 3> named;
  const auto name = [&](const std::string& ns) {
    named[static_cast<std::size_t>(rights.of(feature, ns))].push_back(ns);
  };
  if (place == RightPlace::Service) {
    for (const auto& [ns, permission] : rights.services()) name(ns);
  } else if (place == RightPlace::Namespace && !rights.isAllowedEverywhere(feature)) {
    for (const auto& [ns, permissions] : rights.namespaces()) name(ns);
  }
  const bool whole = std::all_of(named.begin(), named.end(), [](const auto& names) { return names.empty(); });
  if (whole) {
    const Permission permission = rights.of(feature);
    return add(permission, permission == Permission::Allowed  ? tr("allowed")
                           : permission == Permission::Denied ? tr("denied; a click copies the rule that is missing")
                                                              : tr("not known"));
  }
  for (const Permission permission : {Permission::Allowed, Permission::Denied, Permission::Unknown}) {
    const auto& names = named[static_cast<std::size_t>(permission)];
    if (names.empty()) continue;
    const QString list = joinNames(names, 1024);
    const int many = static_cast<int>(names.size());
    add(permission, permission == Permission::Allowed ? tr("allowed in %n namespace(s): %1", nullptr, many).arg(list)
                    : permission == Permission::Denied
                        ? tr("denied in %n namespace(s): %1", nullptr, many).arg(list)
                        : tr("not known in %n namespace(s): %1", nullptr, many).arg(list));
  }
}

}  // namespace cardinal::ui
