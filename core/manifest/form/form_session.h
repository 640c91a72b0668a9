// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/manifest/form/workload_form.h"

namespace cardinal {

/// One workload edited as text and as form at once, in step. The text always stays what was typed or opened, whatever
/// it is; a text that cannot be read or changed by field leaves the form as it last was and says why. Not thread-safe.
class FormSession {
 public:
  explicit FormSession(std::string source) : m_source(std::move(source)) {}

  /// The text was opened or typed. The document, role and container chosen before stay chosen while they are there.
  void setText(std::string text);
  /// Another text follows: nothing of what was chosen stays.
  void forget();
  /// Fields were changed. Errors: those of applyForm, and the obstacle while there is one; text and form then stay.
  Result<void> setForm(const WorkloadForm& wanted);
  /// Mends a number of cards in the wrong place. Errors as setForm().
  Result<void> moveCountLabel();
  /// Another document, role or container. Errors: those of readForm; the choice then stays.
  Result<void> choose(const FormTarget& target);
  /// Another role, and of it the container that asks for GPUs. Errors as choose().
  Result<void> chooseRole(int role);

  const std::string& text() const { return m_text; }
  /// The form of the text, or of the last text that could be read; nothing when there never was one.
  const std::optional<WorkloadForm>& form() const { return m_form; }
  /// Why the form does not follow the text now (ParseFailed, Unsupported, LimitExceeded, NoPodTemplate, InvalidField);
  /// nothing = it does.
  const std::optional<Error>& obstacle() const { return m_obstacle; }
  /// Rules that the text breaks; empty while there is an obstacle.
  const std::vector<RuleBreak>& rules() const { return m_rules; }
  FormTarget target() const { return m_target; }
  std::vector<std::string> containers() const;
  std::vector<std::string> roles() const;

 private:
  Result<void> show(YamlText yaml, const FormTarget& target);

  std::string m_source;
  std::string m_text;
  std::optional<YamlText> m_yaml;  ///< of m_text; nothing while there is an obstacle
  std::optional<WorkloadForm> m_form;
  std::optional<Error> m_obstacle;
  std::vector<RuleBreak> m_rules;
  FormTarget m_target;
};

}  // namespace cardinal
