// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/plan/what_if/what_if_step.h"

namespace cardinal {

/// Scenario files: YAML (JSON is YAML too) with `cardinalScenario: 1`, `name` and a list `steps`; each step says what
/// it does in `do` and the rest in fields of its own (docs/what-if.md). Fields that are not known are errors, so that a
/// typing error does not change a question unseen.
inline constexpr int kScenarioVersion = 1;

/// Errors: those of the YAML reader (ParseFailed, LimitExceeded, InvalidField with path and line), Unsupported (subject
/// = the version, place = source), InvalidField for unknown fields and for names that are missing.
Result<Scenario> parseScenario(std::string_view text, const std::string& source);
/// Errors as above, FileMissing, FileUnreadable.
Result<Scenario> loadScenario(const std::string& path);

/// The text; parsing it back gives the same scenario.
std::string toYaml(const Scenario& scenario);
/// Replaces the file as a whole or not at all. Error FileUnwritable.
Result<void> saveScenario(const Scenario& scenario, const std::string& path);

}  // namespace cardinal
