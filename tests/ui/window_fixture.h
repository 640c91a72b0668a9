// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QtTest>
#include <algorithm>
#include <memory>

#include "tests/ui/scripted_source.h"
#include "ui/pages/shell/window/cluster_view.h"

namespace cardinal::test {

/// A whole window on a scripted cluster. Theme and language live as long as the application.
class WindowFixture {
 public:
  static constexpr int kTimeout = 60'000;  ///< ms; for what threads and servers do, on a machine that is busy

  WindowFixture() : m_language(std::make_unique<ui::Language>(*qApp)), script(newScript()) {
    // The application's style refers to its theme: one for the process.
    static ui::Theme* shared = [] {
      auto* made = new ui::Theme(ui::ThemeKind::Dark, qApp);
      made->applyTo(*qApp);
      return made;
    }();
    m_theme = shared;
    m_theme->setKind(ui::ThemeKind::Dark);
    m_language->setCode(QStringLiteral("en"));
  }
  ~WindowFixture() { close(); }

  static std::shared_ptr<ScriptedSource::Script> newScript() {
    auto made = std::make_shared<ScriptedSource::Script>();
    made->first = smallCluster();
    return made;
  }

  ui::ClusterView& open() {
    close();
    m_bridge = std::make_unique<ui::SnapshotBridge>(m_clock);
    // A test cluster is one that the tests' own settings name.
    ui::WindowSettings settings;
    if (unlocked)
      settings.setBytes(QStringLiteral("safety/testServers"), QByteArray::fromStdString(script->info.server));
    m_window = std::make_unique<ui::ClusterView>(*m_theme, *m_language, *m_bridge, settings);
    m_bridge->open(std::make_unique<ScriptedSource>(script));
    m_window->resize(1600, 1000);
    m_window->show();
    return *m_window;
  }
  /// The same, once the keyboard is the window's and everything is there that the script says first: its nodes, and
  /// that it is connected. Either may come before the other.
  ui::ClusterView& opened() {
    ui::ClusterView& window = open();
    const bool isLive = script->firstPhase == ConnectionPhase::Live;
    const bool hasNodes = std::any_of(script->first.begin(), script->first.end(),
                                      [](const ClusterDelta& delta) { return !delta.nodes.empty(); });
    static_cast<void>(QTest::qWaitFor(
        [&] { return (!isLive || m_bridge->isFresh()) && (!hasNodes || !m_bridge->snapshot()->nodes.empty()); },
        kTimeout));
    static_cast<void>(QTest::qWaitFor([&window] { return window.isActiveWindow(); }));
    return window;
  }
  void close() {
    m_window.reset();
    m_bridge.reset();
  }
  ui::SnapshotBridge& bridge() { return *m_bridge; }
  ui::Theme& theme() { return *m_theme; }
  ui::Language& language() { return *m_language; }

  /// Every text that the window shows now: labels, buttons, headers, placeholders, accessible names.
  static QString visibleTexts(const QWidget& widget);

 private:
  SystemClock m_clock;
  ui::Theme* m_theme = nullptr;
  std::unique_ptr<ui::Language> m_language;

 public:
  std::shared_ptr<ScriptedSource::Script> script;
  bool unlocked = true;  ///< the scripted server is named as a test server

 private:
  std::unique_ptr<ui::SnapshotBridge> m_bridge;
  std::unique_ptr<ui::ClusterView> m_window;
};

}  // namespace cardinal::test
