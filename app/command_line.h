// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "app/program/invocation.h"

namespace cardinal::app {

/// The command line was answered (--help, --version) or cannot be used.
struct Answered {
  std::string text;  ///< for standard output
};
struct Unusable {
  std::string reason;  ///< the parser's words, English
};

/// Reads the arguments. Runs nothing. Help stands in the language of the translators that are installed by then.
std::variant<Invocation, Answered, Unusable> parseCommandLine(int argc, const char* const* argv);

}  // namespace cardinal::app
