// SPDX-License-Identifier: Apache-2.0
#include "app/desktop.h"

#include <algorithm>

#include "app/commands/common/node_work.h"
#include "app/settings/user_settings.h"
#include "core/kube/kubeconfig/salt.h"
#include "ui/pages/shell/dialogs/preferences.h"

namespace cardinal::app {

namespace {

/// A context that names another cluster or identity by now is not opened unasked.
Result<void> meansTheSame(const RememberedTab& last, const Clock& clock, const std::string& salt) {
  if (last.fingerprint.empty()) return {};
  const Result<std::string> now = clusterFingerprint(last.choice, clock, salt);
  if (!now) return unexpected(now.error());
  if (*now == last.fingerprint) return {};
  return unexpected(makeError(ErrorCode::ContextChanged, last.choice.context.value_or(std::string())));
}

}  // namespace

Desktop::Desktop(QApplication& application, CommonOptions options)
    : m_options(std::move(options)),
      m_settings(userSettings()),
      m_language(application),
      m_theme(m_settings.theme().value_or(ui::ThemeKind::Dark)),
      m_shared{m_clock,
               m_options,
               m_theme,
               m_language,
               m_settings,
               makeCredentialPlugins(),
               userSalt(stateFolder()),
               [this] { remember(); }},
      m_window(m_theme, m_settings) {
  const QString chosen = m_settings.language();
  m_language.setCode(chosen.isEmpty() ? ui::Language::fromLocale() : chosen);
  m_theme.applyTo(application);
  QObject::connect(&m_window, &ui::ConsoleWindow::closeRequested, &m_window,
                   [this](ui::ClusterView* view) { close(*view); });
  addTab();
}

Desktop::~Desktop() {
  remember();
  m_remembers = false;
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
  const auto found =
      std::find_if(m_tabs.begin(), m_tabs.end(), [&view](const auto& tab) { return &tab->view() == &view; });
  auto gone = std::shared_ptr<ClusterTab>(std::move(*found));
  m_tabs.erase(found);
  remember();  // before the window shows it: a session that ends right then does not bring the tab back
  m_window.remove(view);
  remember();  // which tab is shown now
  QMetaObject::invokeMethod(
      &m_window, [gone = std::move(gone)] {}, Qt::QueuedConnection);
}

Result<void> Desktop::openInTab(const SourceChoice& choice) {
  const std::string wanted = clusterFingerprint(choice, m_clock, m_shared.salt).value_or(std::string());
  const auto same = std::find_if(m_tabs.begin(), m_tabs.end(), [&wanted](const auto& tab) {
    return !wanted.empty() && tab->fingerprint() == wanted;
  });
  if (same != m_tabs.end()) {
    ui::ClusterView& there = (*same)->view();
    m_window.show(there);
    return choosesView(choice) && there.mayClose() ? (*same)->open(choice) : Result<void>();
  }
  return withAccessAllowed(m_shared, view(), choice,
                           [this](const SourceChoice& allowed) { return openAllowed(allowed); });
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

Result<void> Desktop::openFirst() {
  ClusterTab& tab = *m_tabs.front();
  Result<void> opened = tab.open(m_options.source);
  if (opened || m_options.choosesSource()) return opened;
  SourceChoice demo;
  demo.demo = true;
  if (Result<void> fallback = tab.open(demo); !fallback) return fallback;
  tab.showOpenError(opened.error(), m_options.source);
  return {};
}

Result<void> Desktop::open() {
  const RememberedTabs last =
      m_options.choosesSource() || !ui::reopensTabs(m_settings) ? RememberedTabs() : rememberedTabs(m_settings);
  if (Result<void> opened = openFirst(); !opened) return opened;
  reopen(last);
  m_remembers = !m_options.choosesSource();
  remember();
  return {};
}

/// The cluster that the kubeconfig names comes first; the tab that was looked at last is shown, unless the kubeconfig
/// names one that was not there.
void Desktop::reopen(const RememberedTabs& last) {
  ClusterTab* const first = m_tabs.front().get();
  ClusterTab* shown = first;
  bool wasThere = first->fingerprint().empty();
  for (std::size_t i = 0; i < last.tabs.size(); ++i) {
    ClusterTab* tab = reopened(last.tabs[i]);
    wasThere = wasThere || tab == first;
    if (tab && static_cast<int>(i) == last.shown) shown = tab;
  }
  m_window.show(wasThere ? shown->view() : first->view());
}

/// Null when it is not there any more; the first tab says so.
ClusterTab* Desktop::reopened(const RememberedTab& last) {
  ClusterTab* const first = m_tabs.front().get();
  if (last.fingerprint.empty()) {
    if (last.choice.demo && first->kind() == SourceKind::Demo) return first;
    if (!last.choice.demo && !last.choice.snapshot) return nullptr;  // stood in for a cluster that could not be opened
  }
  Result<void> opened = meansTheSame(last, m_clock, m_shared.salt);
  if (opened) opened = openInTab(last.choice);
  if (!opened) {
    first->view().showError(opened.error());
    return nullptr;
  }
  const auto there = std::find_if(m_tabs.begin(), m_tabs.end(),
                                  [this](const auto& tab) { return &tab->view() == m_window.current(); });
  return there->get();
}

void Desktop::remember() {
  if (!m_remembers) return;
  RememberedTabs now;
  for (const auto& tab : m_tabs) {
    if (&tab->view() == m_window.current()) now.shown = static_cast<int>(now.tabs.size());
    now.tabs.push_back({tab->named(), tab->fingerprint()});
    now.tabs.back().choice.anonymous = false;  // agreed to for this run only
  }
  rememberTabs(m_settings, now);
}

}  // namespace cardinal::app
