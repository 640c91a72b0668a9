// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cardinal::testing {

/// The answer to an instant query at time `at` that has every series of a file in tests/data/metrics (`name` without
/// ".prom").
std::string sampleAnswer(const std::string& name, double at);

/// The same for lines given as text: `NAME{label="value"} number`.
std::string answerOf(const std::string& lines, double at);

}  // namespace cardinal::testing
