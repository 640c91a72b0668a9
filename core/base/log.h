// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace cardinal {

enum class LogLevel { Debug, Info, Warning, Error };

/// Where core writes what an operator may need later. Injected, never global. Implementations are thread-safe.
/// Messages are English, one line, and hold no secret; control characters are replaced on the way out.
class Logger {
 public:
  virtual ~Logger() = default;
  /// `area` names the part that speaks ("watch", "transport", ...).
  virtual void write(LogLevel level, std::string_view area, std::string_view message) = 0;

  void debug(std::string_view area, std::string_view message) { write(LogLevel::Debug, area, message); }
  void info(std::string_view area, std::string_view message) { write(LogLevel::Info, area, message); }
  void warning(std::string_view area, std::string_view message) { write(LogLevel::Warning, area, message); }
  void error(std::string_view area, const Error& error) { write(LogLevel::Error, area, describe(error)); }
};

/// Writes nothing.
std::shared_ptr<Logger> makeSilentLogger();
/// Lines with time and level on standard error, from `lowest` upwards.
std::shared_ptr<Logger> makeStderrLogger(LogLevel lowest);

}  // namespace cardinal
