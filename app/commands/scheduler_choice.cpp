// SPDX-License-Identifier: Apache-2.0
#include "app/commands/scheduler_choice.h"

#include <memory>

#include "app/program/help.h"
#include "core/alloc/score/configured_profile.h"
#include "core/manifest/scheduler_config.h"

namespace cardinal::app {

void SchedulerChoice::addOption(CLI::App& command) {
  command
      .add_option("--scheduler-config", m_path, Help::tr("the scheduler's KubeSchedulerConfiguration, v1beta1 to v1"))
      ->type_name("FILE");
}

Result<void> SchedulerChoice::read() {
  if (m_path.empty()) return {};
  auto config = loadSchedulerConfig(m_path);
  if (!config) return unexpected(std::move(config).error());
  m_config = std::move(config).value();
  return {};
}

Result<void> SchedulerChoice::apply(AllocationRequest& request, const ClusterSnapshot& snapshot) const {
  if (!m_config) return {};
  const std::string& name = request.pod->spec.schedulerName;
  auto profile = profileFor(*m_config, name, snapshot.serverVersion);
  if (!profile) {
    std::string names;
    for (const ConfiguredProfile& one : m_config->profiles) names += (names.empty() ? "" : ", ") + one.schedulerName;
    return unexpected(
        makeError(ErrorCode::NotFound, name.empty() ? "default-scheduler" : name, m_config->source, names));
  }
  request.scheduler = std::make_shared<const SchedulerProfile>(std::move(*profile));
  return {};
}

}  // namespace cardinal::app
