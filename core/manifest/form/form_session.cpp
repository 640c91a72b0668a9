// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/form/form_session.h"

namespace cardinal {

Result<void> FormSession::show(YamlText yaml, const FormTarget& target) {
  Result<WorkloadForm> form = readForm(yaml, target);
  if (!form) return unexpected(form.error());
  m_target = target;
  m_form = std::move(*form);
  m_rules = checkForm(yaml, target);
  m_text = yaml.text();
  m_yaml = std::move(yaml);
  m_obstacle.reset();
  return {};
}

void FormSession::setText(std::string text) {
  m_text = std::move(text);
  m_yaml.reset();
  m_rules.clear();
  Result<YamlText> yaml = YamlText::open(m_text, m_source);
  if (!yaml) {
    m_obstacle = yaml.error();
    return;
  }
  const auto names = formContainers(*yaml, m_target.document, m_target.role);
  FormTarget target = m_target;
  if (!m_form || static_cast<std::size_t>(target.container) >= names.size()) {
    const Result<FormTarget> found = findFormTarget(*yaml);
    if (!found) {
      m_obstacle = found.error();
      return;
    }
    target = *found;
  }
  if (Result<void> shown = show(std::move(*yaml), target); !shown) m_obstacle = shown.error();
}

void FormSession::forget() {
  m_form.reset();
  m_target = {};
}

Result<void> FormSession::setForm(const WorkloadForm& wanted) {
  if (!m_yaml) return unexpected(m_obstacle.value_or(makeError(ErrorCode::NoPodTemplate, {}, m_source)));
  YamlText changed = *m_yaml;
  if (Result<void> done = applyForm(changed, m_target, wanted); !done) return done;
  return show(std::move(changed), m_target);
}

Result<void> FormSession::moveCountLabel() {
  if (!m_yaml) return unexpected(m_obstacle.value_or(makeError(ErrorCode::NoPodTemplate, {}, m_source)));
  YamlText changed = *m_yaml;
  if (Result<void> done = cardinal::moveCountLabel(changed, m_target); !done) return done;
  return show(std::move(changed), m_target);
}

Result<void> FormSession::choose(const FormTarget& target) {
  if (!m_yaml) return unexpected(m_obstacle.value_or(makeError(ErrorCode::NoPodTemplate, {}, m_source)));
  return show(*m_yaml, target);
}

Result<void> FormSession::chooseRole(int role) {
  const int container = m_yaml ? formContainerOf(*m_yaml, m_target.document, role) : 0;
  return choose({m_target.document, container, role});
}

std::vector<std::string> FormSession::containers() const {
  return m_yaml ? formContainers(*m_yaml, m_target.document, m_target.role) : std::vector<std::string>();
}

std::vector<std::string> FormSession::roles() const {
  return m_yaml ? formRoles(*m_yaml, m_target.document) : std::vector<std::string>();
}

}  // namespace cardinal
