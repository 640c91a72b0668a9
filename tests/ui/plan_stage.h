// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QDialog>
#include <QPushButton>
#include <QtTest>
#include <memory>

#include "core/service/demo_source.h"
#include "core/service/writes/rehearsal.h"
#include "ui/bridge/write_lock.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/details/selection_pane.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::test {

/// The demo cluster under the name of a live one, so that its plans are written to a journal on disk.
class KeptDemo : public ClusterSource {
 public:
  explicit KeptDemo(std::unique_ptr<DemoSource> demo) : m_demo(std::move(demo)) {}
  SourceInfo info() const override {
    SourceInfo info = m_demo->info();
    info.kind = SourceKind::Live;
    info.name = "rehearsal";
    return info;
  }
  void start(SourceSink& sink) override { m_demo->start(sink); }
  void refresh() override { m_demo->refresh(); }
  ClusterWriter writer() override { return m_demo->writer(); }

 protected:
  /// What tells nobody any more.
  void end() { m_demo.reset(); }

 private:
  std::unique_ptr<DemoSource> m_demo;
};

/// The same for somebody who lacks some rights.
class RestrictedDemo final : public KeptDemo, private SourceSink {
 public:
  RestrictedDemo(std::unique_ptr<DemoSource> demo, Rights rights)
      : KeptDemo(std::move(demo)), m_rights(std::move(rights)) {}
  ~RestrictedDemo() override { end(); }
  void start(SourceSink& sink) override {
    m_sink = &sink;
    KeptDemo::start(*this);
  }

 private:
  void onDeltas(std::vector<ClusterDelta> deltas) override { m_sink->onDeltas(std::move(deltas)); }
  void onMetrics(MetricsReport report) override { m_sink->onMetrics(std::move(report)); }
  void onConnection(const ConnectionState& state) override {
    ConnectionState withRights = state;
    withRights.rights = m_rights;
    m_sink->onConnection(withRights);
  }
  SourceSink* m_sink = nullptr;
  const Rights m_rights;
};

/// A window on a demo cluster in which nothing happens by itself.
class PlanStage {
 public:
  static constexpr int kTimeout = 60'000;  ///< ms

  PlanStage() : m_language(*qApp) {
    static auto* theme = [] {
      auto* made = new ui::Theme(ui::ThemeKind::Dark, qApp);
      made->applyTo(*qApp);
      return made;
    }();
    m_theme = theme;
    m_language.setCode(QStringLiteral("en"));
  }
  ~PlanStage() { close(); }

  static DemoOptions options() {
    DemoOptions out;
    out.seed = 11;
    out.activity = false;
    return out;
  }
  ui::ClusterView& openDemo() { return show(std::make_unique<DemoSource>(options(), m_clock)); }
  /// With a journal in `folder`. The cluster is a fresh one each time.
  ui::ClusterView& openKept(const std::string& folder) {
    return show(std::make_unique<KeptDemo>(std::make_unique<DemoSource>(options(), m_clock)), folder);
  }
  ui::ClusterView& openRestricted(Rights rights) {
    return show(std::make_unique<RestrictedDemo>(std::make_unique<DemoSource>(options(), m_clock), std::move(rights)));
  }
  /// Another cluster in the window that is open.
  void openAnother() { m_bridge->open(std::make_unique<DemoSource>(options(), m_clock)); }
  void close() {
    m_window.reset();
    m_bridge.reset();
  }

  ui::SnapshotBridge& bridge() { return *m_bridge; }
  ui::ClusterView& window() { return *m_window; }
  ui::Language& language() { return m_language; }
  ui::Theme& theme() { return *m_theme; }
  const NodeRecord& node(const std::string& name) {
    const SnapshotPtr state = m_bridge->snapshot();
    m_kept.push_back(state);
    return state->node(state->findNode(name).value());
  }
  /// What the map offers for these two nodes, chosen on it; null when the pane does not come.
  ui::NodeActions* choose(const QString& one, const QString& other) {
    m_window->showPage(QStringLiteral("map"), one + QStringLiteral("/0"));
    m_window->findChild<ui::MapPage*>()->view()->select({ui::CardRef{one, 0}, ui::CardRef{other, 0}});
    auto* pane = m_window->findChild<ui::SelectionPane*>();
    return QTest::qWaitFor([pane] { return pane->isVisible(); }, kTimeout) ? pane->findChild<ui::NodeActions*>()
                                                                           : nullptr;
  }
  bool isCordoned(const std::string& name) { return node(name).unschedulable(); }
  NodeRehearsal& people() { return *m_bridge->writer().people; }

  template <typename T>
  T* part(const char* name) {
    for (QDialog* dialog : m_window->findChildren<QDialog*>()) {
      if (!dialog->isVisible()) continue;
      if (T* found = dialog->findChild<T*>(QString::fromLatin1(name))) return found;
    }
    return nullptr;
  }
  /// A button of an open dialog that can be pressed.
  bool isOffered(const char* name) {
    auto* one = part<QPushButton>(name);
    return one && one->isVisible() && one->isEnabled();
  }
  ui::PlanDialog* dialog() {
    for (auto* one : m_window->findChildren<ui::PlanDialog*>()) {
      if (one->isVisible()) return one;
    }
    return nullptr;
  }

 private:
  ui::ClusterView& show(std::unique_ptr<ClusterSource> source, const std::string& folder = {}) {
    close();
    m_bridge = std::make_unique<ui::SnapshotBridge>(m_clock);
    m_window = std::make_unique<ui::ClusterView>(*m_theme, m_language, *m_bridge, ui::WindowSettings());
    if (!folder.empty()) m_window->setJournalFolder(folder);
    m_bridge->open(std::move(source));
    m_bridge->writeLock().unlock();
    m_window->resize(1280, 800);
    m_window->show();
    static_cast<void>(
        QTest::qWaitFor([this] { return !m_bridge->snapshot()->nodes.empty() && m_bridge->isFresh(); }, kTimeout));
    static_cast<void>(QTest::qWaitFor([this] { return m_window->isActiveWindow(); }));
    return *m_window;
  }

  SystemClock m_clock;
  ui::Theme* m_theme;
  ui::Language m_language;
  std::unique_ptr<ui::SnapshotBridge> m_bridge;
  std::unique_ptr<ui::ClusterView> m_window;
  std::vector<SnapshotPtr> m_kept;
};

}  // namespace cardinal::test
