// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/cluster_banners.h"

#include <utility>

#include "ui/i18n/changes/plan_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/layout/boxes.h"

namespace cardinal::ui {

ClusterBanners::ClusterBanners(Theme& theme, SnapshotBridge& bridge, QWidget* parent)
    : TranslatablePage(theme, SurfaceTone::Bg, parent),
      m_bridge(bridge),
      m_connection(new Banner(theme, this)),
      m_kubeconfig(new Banner(theme, this)),
      m_error(new Banner(theme, this)),
      m_plan(new Banner(theme, this)) {
  QVBoxLayout* column = columnIn(this);
  for (Banner* banner : {m_connection, m_kubeconfig, m_error, m_plan}) {
    banner->hide();
    column->addWidget(banner);
  }
  m_kubeconfig->setState(StateRole::Information);
  m_kubeconfig->setClosable(true);
  m_error->setState(StateRole::Critical);
  m_error->setClosable(true);
  m_plan->setState(StateRole::Warning);
  connectParts();
}

void ClusterBanners::connectParts() {
  connect(m_connection, &Banner::actionTriggered, &m_bridge, [&bridge = m_bridge] {
    if (bridge.connection().waitingFor.empty())
      bridge.refresh();
    else
      bridge.cancelWaiting();
  });
  connect(m_kubeconfig, &Banner::closed, m_kubeconfig, &QWidget::hide);
  connect(m_kubeconfig, &Banner::actionTriggered, this,
          [this] { emit reconnectRequested(std::function<void()>(m_reconnect)); });
  connect(m_error, &Banner::actionTriggered, this, [this] {
    const auto act = m_anonymously;  // another error may come into the banner meanwhile
    m_shownError.reset();
    fillError();
    if (act) act();
  });
  connect(m_error, &Banner::closed, this, [this] {
    m_shownError.reset();
    fillError();
  });
  connect(m_plan, &Banner::actionTriggered, this, &ClusterBanners::planRequested);
}

void ClusterBanners::showConnection() {
  const auto notice = connectionNotice(m_bridge.connection());
  m_connection->setVisible(notice.has_value());
  if (!notice) return;
  m_connection->setState(notice->role);
  m_connection->setText(notice->text);
  m_connection->setDetail(notice->detail);
  m_connection->setAction(notice->action);
}

void ClusterBanners::showError(const Error& error, std::function<void()> anonymously) {
  m_shownError = error;
  m_isOfFile = false;
  m_anonymously = error.code == ErrorCode::UserMissing ? std::move(anonymously) : std::function<void()>();
  fillError();
}

void ClusterBanners::showFileError(const Error& error) {
  showError(error, {});
  m_isOfFile = true;
}

void ClusterBanners::hideFileError() {
  if (!m_shownError || !m_isOfFile) return;
  m_shownError.reset();
  fillError();
}

void ClusterBanners::fillError() {
  m_error->setVisible(m_shownError.has_value());
  if (!m_shownError) return;
  m_error->setText(errorText(*m_shownError));
  m_error->setDetail(errorDetailText(*m_shownError));
  m_error->setAction(m_anonymously ? tr("Connect anonymously") : QString());
}

void ClusterBanners::showKubeconfigChange(const std::optional<Error>& error, std::function<void()> reconnect) {
  m_kubeconfigError = error;
  m_reconnect = std::move(reconnect);
  fillKubeconfig();
  m_kubeconfig->show();
}

void ClusterBanners::fillKubeconfig() {
  const auto& error = m_kubeconfigError;
  m_kubeconfig->setText(
      error ? tr("The kubeconfig file changed on disk and cannot be used as it is now")
            : tr("The kubeconfig file changed on disk: this context means another cluster or identity now"));
  m_kubeconfig->setDetail(error ? errorText(*error) : tr("The connection goes on with what it was opened with."));
  m_kubeconfig->setAction(error ? QString() : tr("Reconnect"));
}

void ClusterBanners::hideKubeconfigChange() {
  m_kubeconfig->hide();
}

void ClusterBanners::showPlan(const std::optional<PlanProgress>& plan) {
  m_openPlan = plan;
  fillPlan();
}

void ClusterBanners::fillPlan() {
  m_plan->setVisible(m_openPlan.has_value());
  if (!m_openPlan) return;
  m_plan->setText(tr("A plan is not finished: %1").arg(planTitle(m_openPlan->plan)));
  m_plan->setDetail(m_openPlan->stop
                        ? stopText(*m_openPlan->stop, m_openPlan->plan)
                        : tr("Nothing happens until you decide: continue, roll back, or leave the node as it is."));
  m_plan->setAction(tr("Decide…"));
}

void ClusterBanners::hideErrors() {
  m_shownError.reset();
  fillError();
  m_kubeconfig->hide();
}

void ClusterBanners::retranslate() {
  showConnection();
  fillError();
  fillKubeconfig();
  fillPlan();
}

}  // namespace cardinal::ui
