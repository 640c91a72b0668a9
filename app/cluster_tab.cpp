// SPDX-License-Identifier: Apache-2.0
#include "app/cluster_tab.h"

#include <QFileInfo>

#include "app/commands/common/node_work.h"
#include "app/settings/known_accesses.h"
#include "ui/pages/shell/dialogs/namespaces_dialog.h"
#include "ui/pages/use/metrics_address.h"

namespace cardinal::app {

namespace {

/// What the command line allowed holds for what it named, and for nothing that is opened later.
AccessConsent consentFor(const SourceChoice& choice, const SourceChoice& named) {
  const auto absolute = [](const std::optional<std::string>& file) {
    return file ? QFileInfo(QString::fromStdString(*file)).absoluteFilePath() : QString();
  };
  AccessConsent consent;
  if (absolute(choice.kubeconfig) == absolute(named.kubeconfig)) {
    consent.plugins = named.consent.plugins;
    consent.tokenFiles = named.consent.tokenFiles;
    consent.insecure = named.consent.insecure && choice.context == named.context;
  }
  consent.summaryNeeded = !consent.tokenFiles;
  return consent;
}

}  // namespace

Result<void> withAccessAllowed(TabServices& shared, ui::ClusterView& view, SourceChoice choice,
                               const std::function<Result<void>(const SourceChoice& choice)>& then) {
  const std::vector<std::string> agreed = std::move(choice.consent.agreedNow);
  choice.consent = consentFor(choice, shared.options.source);
  choice.consent.salt = shared.salt;
  choice.consent.known = knownAccesses(shared.settings);
  choice.consent.agreedNow = agreed;
  const auto summary = accessToAllow(choice, shared.clock);
  if (!summary) return then(choice);
  view.askAccess(*summary, [&shared, &view, choice, then, summary = *summary]() mutable {
    choice.consent.agreedNow.push_back(summary.fingerprint);
    if (!summary.insecure()) addKnownAccess(shared.settings, summary.fingerprint);
    if (Result<void> opened = withAccessAllowed(shared, view, choice, then); !opened) view.showError(opened.error());
  });
  return {};
}

ClusterTab::ClusterTab(TabServices& shared)
    : m_shared(shared), m_bridge(shared.clock), m_view(shared.theme, shared.language, m_bridge, shared.settings) {
  m_view.setSourceActions(sourceActions());
  QObject::connect(&m_kubeconfigWatch, &ui::KubeconfigWatch::changed, &m_view, [this] { onKubeconfigChanged(); });
  m_view.setJournalFolder(stateFolder());
  m_view.setRecordFolder(stateFolder() + "/history");
}

ui::SourceActions ClusterTab::sourceActions() {
  ui::SourceActions actions;
  actions.open = [this](const SourceChoice& choice) { return open(choice); };
  actions.useMetrics = [this](const MetricsAddress& address) {
    ui::rememberAddress(m_shared.settings, m_bridge.info(), address);
    SourceChoice choice = m_opened;
    choice.prometheus = address;
    return open(choice);
  };
  actions.useNamespaces = [this](const std::string& namespaces) {
    ui::rememberNamespaces(m_shared.settings, m_bridge.info(), QString::fromStdString(namespaces));
    SourceChoice choice = m_opened;
    choice.namespaces = namespaces;
    return open(choice);
  };
  actions.contexts = [this] { return listContexts(kubeconfig()); };
  return actions;
}

const std::optional<std::string>& ClusterTab::kubeconfig() const {
  return m_opened.kubeconfig ? m_opened.kubeconfig : m_shared.options.source.kubeconfig;
}

SourceChoice ClusterTab::completed(SourceChoice choice) const {
  if (choice.context && !choice.kubeconfig) choice.kubeconfig = kubeconfig();
  return choice;
}

SourceChoice ClusterTab::named() const {
  SourceChoice choice = m_opened;
  if (choice.context || m_fingerprint.empty()) return choice;
  choice.context = m_bridge.info().name;
  return clusterFingerprint(choice, m_shared.clock, m_shared.salt).value_or(std::string()) == m_fingerprint ? choice
                                                                                                            : m_opened;
}

Result<void> ClusterTab::open(SourceChoice choice) {
  return withAccessAllowed(m_shared, m_view, completed(std::move(choice)),
                           [this](const SourceChoice& allowed) { return openAllowed(allowed); });
}

void ClusterTab::openOrTell(const SourceChoice& choice) {
  if (Result<void> opened = open(choice); !opened) showOpenError(opened.error(), choice);
}

void ClusterTab::showOpenError(const Error& error, SourceChoice choice) {
  choice.anonymous = true;
  m_view.showOpenError(error, [this, choice = std::move(choice)] {
    if (m_view.mayClose()) openOrTell(choice);
  });
}

Result<void> ClusterTab::openAllowed(const SourceChoice& choice) {
  auto source = openSource(choice, m_shared.clock, m_shared.plugins);
  if (!source) return unexpected(std::move(source).error());
  if ((*source)->info().kind == SourceKind::Live) {
    // What the user named for this context in the window; the command line goes before it.
    SourceChoice completed = choice;
    const SourceInfo info = (*source)->info();
    if (completed.prometheus.url.empty()) completed.prometheus = ui::rememberedAddress(m_shared.settings, info);
    if (completed.namespaces.empty())
      completed.namespaces = ui::rememberedNamespaces(m_shared.settings, info).toStdString();
    const bool more = completed.prometheus.url != choice.prometheus.url || completed.namespaces != choice.namespaces;
    if (more) source = openSource(completed, m_shared.clock, m_shared.plugins);
    if (!source) return unexpected(std::move(source).error());
  }
  m_view.setServerUnchecked(isServerUnchecked(choice, m_shared.clock));
  m_bridge.open(std::move(source).value());
  follow(choice);
  return {};
}

/// The connection keeps what it was opened with; that the file says something else by now is only reported.
void ClusterTab::follow(const SourceChoice& choice) {
  m_opened = choice;
  const bool live = m_bridge.info().kind == SourceKind::Live;
  m_fingerprint =
      live ? clusterFingerprint(choice, m_shared.clock, m_shared.salt).value_or(std::string()) : std::string();
  m_kubeconfigWatch.setFiles(live ? kubeconfigFiles(choice) : std::vector<std::string>());
  m_shared.opened();
}

void ClusterTab::onKubeconfigChanged() {
  Result<std::string> now = clusterFingerprint(m_opened, m_shared.clock, m_shared.salt);
  if (!now && now.error().code == ErrorCode::UserDefined) {
    // Who was anonymous for want of a user is somebody by now.
    m_opened.anonymous = false;
    now = clusterFingerprint(m_opened, m_shared.clock, m_shared.salt);
  }
  if (m_fingerprint.empty() || (now && *now == m_fingerprint)) return m_view.hideKubeconfigChange();
  m_view.showKubeconfigChange(now ? std::optional<Error>() : now.error(), [this] { openOrTell(m_opened); });
}

}  // namespace cardinal::app
