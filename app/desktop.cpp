// SPDX-License-Identifier: Apache-2.0
#include "app/desktop.h"

#include <QStandardPaths>
#include <algorithm>

namespace cardinal::app {

namespace {

ui::WindowSettings userSettings() {
  return ui::WindowSettings(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                            QStringLiteral("/cardinal/cardinal.ini"));
}

}  // namespace

Desktop::Desktop(QApplication& application, CommonOptions options)
    : m_options(std::move(options)),
      m_settings(userSettings()),
      m_language(application),
      m_theme(m_settings.theme().value_or(ui::ThemeKind::Dark)),
      m_shared{m_clock, m_options, m_theme, m_language, m_settings, makeCredentialPlugins()},
      m_window(m_theme, m_settings) {
  const QString chosen = m_settings.language();
  m_language.setCode(chosen.isEmpty() ? ui::Language::fromLocale() : chosen);
  m_theme.applyTo(application);
  QObject::connect(&m_window, &ui::ConsoleWindow::closeAsked, &m_window, [this](ui::ClusterView* view) { close(*view); });
  addTab();
}

Desktop::~Desktop() {
  for (const auto& tab : m_tabs) m_window.remove(tab->view());
}

ClusterTab& Desktop::addTab() {
  m_tabs.push_back(std::make_unique<ClusterTab>(m_shared));
  ClusterTab& tab = *m_tabs.back();
  ui::ClusterView& view = tab.view();
  view.followDesktop(m_appearance);
  ui::TabActions actions;
  actions.open = [this, &tab](const SourceChoice& choice) { return openInTab(tab.completed(choice)); };
  actions.step = [this](int by) { m_window.step(by); };
  actions.close = [this, &view] { close(view); };
  actions.count = [this] { return m_window.count(); };
  view.setTabActions(std::move(actions));
  m_window.add(view);
  return tab;
}

/// Asked for by the view itself, which must not go while it asks.
void Desktop::close(ui::ClusterView& view) {
  if (m_window.count() < 2 || !view.close()) return;
  m_window.remove(view);
  const auto found = std::find_if(m_tabs.begin(), m_tabs.end(), [&view](const auto& tab) { return &tab->view() == &view; });
  QMetaObject::invokeMethod(&m_window, [gone = std::shared_ptr<ClusterTab>(std::move(*found))] {}, Qt::QueuedConnection);
  m_tabs.erase(found);
}

Result<void> Desktop::openInTab(const SourceChoice& choice) {
  const std::string wanted = clusterFingerprint(choice, m_clock).value_or(std::string());
  const auto same = std::find_if(m_tabs.begin(), m_tabs.end(),
                                 [&wanted](const auto& tab) { return !wanted.empty() && tab->fingerprint() == wanted; });
  if (same != m_tabs.end()) {
    ui::ClusterView& there = (*same)->view();
    m_window.show(there);
    return choosesView(choice) && there.mayClose() ? (*same)->open(choice) : Result<void>();
  }
  return withPluginsAllowed(m_shared, view(), choice, [this](const SourceChoice& allowed) { return openAllowed(allowed); });
}

Result<void> Desktop::openAllowed(const SourceChoice& choice) {
  ui::ClusterView& before = view();
  ClusterTab& tab = addTab();
  Result<void> opened = tab.open(choice);
  if (opened) return opened;
  close(tab.view());
  m_window.show(before);
  return opened;
}

Result<void> Desktop::open() {
  ClusterTab& tab = *m_tabs.front();
  Result<void> opened = tab.open(m_options.source);
  if (opened || m_options.choosesSource()) return opened;
  SourceChoice demo;
  demo.demo = true;
  if (Result<void> fallback = tab.open(demo); !fallback) return fallback;
  tab.tell(opened.error(), m_options.source);
  return {};
}

}  // namespace cardinal::app
