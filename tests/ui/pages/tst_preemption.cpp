// SPDX-License-Identifier: Apache-2.0
// The pods that the scheduler would evict for what is previewed, in the pane beside the map.
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/session/preview/preview_controller.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;
using cardinal::testing::nvidiaNode;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::replaceNodes;
using cardinal::testing::replacePods;

namespace {

PodBuilder ofPriority(const char* name, int priority) {
  PodBuilder out = pod("team", name);
  out.nvidia(1).edit().spec.priority = priority;
  return out;
}

}  // namespace

class tst_preemption : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;

  PreviewController& preview() { return *m_window->findChild<PreviewController*>(); }
  /// Empty while nothing is said of preemption.
  QString said() {
    auto* words = m_window->findChild<PreviewPane*>()->findChild<QWidget*>(QStringLiteral("previewPreemption"));
    return words != nullptr && words->isVisible() ? WindowFixture::visibleTexts(*words->parentWidget()) : QString();
  }
  void startPod(const char* name) {
    for (const PodPtr& one : m_fixture->bridge().snapshot()->unboundPods) {
      if (one->key().name == name) return preview().startPod(one);
    }
    QFAIL(name);
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->script->first = {replaceNodes({nvidiaNode("node-a", 1), nvidiaNode("node-b", 1)}),
                                replacePods({ofPriority("mid", 500).on("node-a"), ofPriority("high", 5000).on("node-b"),
                                             ofPriority("urgent", 1000), ofPriority("humble", 0)})};
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    QTRY_COMPARE(m_fixture->bridge().snapshot()->unboundPods.size(), std::size_t{2});
  }
  void cleanup() { m_fixture.reset(); }

  void whoWouldBeEvictedIsNamedAndFollowsTheCluster() {
    startPod("urgent");
    QTRY_VERIFY2(said().contains(QStringLiteral("The scheduler would evict 1 pod of lower priority on node-a.")),
                 qPrintable(said()));
    QVERIFY2(said().contains(QStringLiteral("team/mid (priority 500)")), qPrintable(said()));
    m_fixture->script->tell({replacePods({ofPriority("mid", 500).on("node-a"), ofPriority("low", 100).on("node-b"),
                                          ofPriority("urgent", 1000), ofPriority("humble", 0)})});
    QTRY_VERIFY2(said().contains(QStringLiteral("on node-b.")), qPrintable(said()));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY2(said().contains(QStringLiteral("驱逐")), qPrintable(said()));
  }

  void aRequestOfNoPriorityEvictsNobodyAndAnothersVictimsAreGone() {
    startPod("urgent");
    QTRY_VERIFY(!said().isEmpty());
    startPod("humble");
    QTRY_COMPARE(preview().phase(), PreviewController::Phase::Ready);
    QVERIFY2(said().isEmpty(), qPrintable(said()));
    startPod("urgent");
    QTRY_VERIFY(said().contains(QStringLiteral("team/mid")));
    preview().clear();
    QTRY_VERIFY(said().isEmpty());
  }
};

QTEST_MAIN(tst_preemption)
#include "tst_preemption.moc"
