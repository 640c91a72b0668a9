// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/page_renderer.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QStringList>
#include <chrono>
#include <cmath>
#include <thread>

#include "ui/pages/plans/cordon/cordon_bar.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/shell/page_table.h"
#include "ui/pages/shell/window/cluster_view.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxSide = 8192;
constexpr std::chrono::milliseconds kTimeout{5000};

Result<void> check(const RenderRequest& request) {
  const QStringList all =
      PageRenderer::pages() + QStringList{QStringLiteral("cordon"), QStringLiteral("drain"), QStringLiteral("mode")};
  if (!all.contains(request.page)) {
    return unexpected(makeError(ErrorCode::NotFound, request.page.toStdString(), "PAGE", all.join(u' ').toStdString()));
  }
  const QSize& size = request.size;
  if (size.width() < 1024 || size.height() < 700 || size.width() > kMaxSide || size.height() > kMaxSide) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "--size", {},
                                std::to_string(size.width()) + "x" + std::to_string(size.height())));
  }
  if (!(request.scale >= 0.5 && request.scale <= 4.0)) {
    return unexpected(makeError(ErrorCode::InvalidArgument, "--scale", {}, std::to_string(request.scale)));
  }
  return {};
}

/// Layouts, deferred updates and answers that were posted; no loop.
void settle() {
  for (int i = 0; i < 4; ++i) QCoreApplication::sendPostedEvents();
}

/// The cluster goes on meanwhile, and is recorded.
void watch(std::chrono::seconds length) {
  constexpr std::chrono::milliseconds kPause{50};
  const auto end = std::chrono::steady_clock::now() + length;
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kPause);
    settle();
  }
}

bool isPlan(const QString& page) {
  return page == u"cordon" || page == u"drain" || page == u"mode";
}

/// Opens a plan and waits until the server has been asked; false when the node or the target do not exist.
bool openPlan(ClusterView& window, const RenderRequest& request) {
  // "node/target": names of nodes hold no slash.
  const QString node = request.select.section(u'/', 0, 0);
  const QString target = request.select.section(u'/', 1);
  if (!window.openPlan(request.page, node, target)) return false;
  const auto end = std::chrono::steady_clock::now() + kTimeout;
  const auto* cordon = window.findChild<CordonBar*>();
  const auto* plan = window.findChild<PlanDialog*>();
  const auto isLooking = [&] { return cordon != nullptr ? cordon->isLooking() : plan != nullptr && plan->isLooking(); };
  while (isLooking() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    settle();
  }
  return true;
}

}  // namespace

PageRenderer::PageRenderer(Theme& theme, Language& language, SnapshotBridge& bridge)
    : m_theme(theme), m_language(language), m_bridge(bridge) {}

QStringList PageRenderer::pages() {
  QStringList words;
  for (const PageSpec& spec : pageTable()) words << QString::fromLatin1(spec.id);
  return words << QStringLiteral("past") << QStringLiteral("card") << QStringLiteral("pod")
               << QStringLiteral("preview");
}

Result<QImage> PageRenderer::render(const RenderRequest& request) {
  if (Result<void> good = check(request); !good) return unexpected(good.error());
  ClusterView window(m_theme, m_language, m_bridge, WindowSettings());
  window.setAttribute(Qt::WA_DontShowOnScreen);
  if (!request.recordFolder.isEmpty()) window.setRecordFolder(request.recordFolder.toStdString());
  window.resize(request.size);
  window.show();
  settle();
  watch(request.after);
  QDialog* dialog = nullptr;
  if (isPlan(request.page)) {
    if (!openPlan(window, request))
      return unexpected(makeError(ErrorCode::NotFound, request.select.toStdString(), request.page.toStdString()));
    dialog = window.findChild<PlanDialog*>();  // a cordon has a bar in the window instead
  } else if (request.page == u"preview" && !request.manifestPath.isEmpty()) {
    if (Result<void> started = window.previewManifest(request.manifestPath, request.select); !started) {
      return unexpected(started.error());
    }
  } else if (!window.showPage(request.page, request.page == u"workload" ? request.manifestPath : request.select)) {
    return unexpected(makeError(ErrorCode::NotFound, request.select.toStdString(), request.page.toStdString()));
  }
  if (request.page == u"whatif" && !request.manifestPath.isEmpty()) {
    if (Result<void> opened = window.openScenario(request.manifestPath); !opened) return unexpected(opened.error());
  }
  window.finishPreview();
  settle();
  m_bridge.finishQuestions(kTimeout);
  settle();
  window.finishPreview();
  settle();
  const QSize pixels(static_cast<int>(std::lround(request.size.width() * request.scale)),
                     static_cast<int>(std::lround(request.size.height() * request.scale)));
  QImage image(pixels, QImage::Format_RGB32);
  image.setDevicePixelRatio(request.scale);
  window.render(&image);
  if (dialog != nullptr) {
    settle();
    QPainter painter(&image);
    painter.fillRect(QRect(QPoint(), request.size), QColor(0, 0, 0, 96));
    const QSize room = request.size - dialog->size();
    dialog->render(&painter, QPoint(room.width() / 2, room.height() / 2));
  }
  image.setDevicePixelRatio(1.0);
  return image;
}

}  // namespace cardinal::ui
