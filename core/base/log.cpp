// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace cardinal {
namespace {

class SilentLogger final : public Logger {
 public:
  void write(LogLevel /*level*/, std::string_view /*area*/, std::string_view /*message*/) override {}
};

spdlog::level::level_enum toSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

std::string oneLine(std::string_view text) {
  constexpr std::size_t kMaxLine = 4096;
  std::string out(text.substr(0, kMaxLine));
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20U || byte == 0x7fU) c = ' ';
  }
  return out;
}

class SpdLogger final : public Logger {
 public:
  explicit SpdLogger(LogLevel lowest) : m_logger("cardinal", std::make_shared<spdlog::sinks::stderr_sink_mt>()) {
    m_logger.set_level(toSpdlog(lowest));
    m_logger.set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  }
  void write(LogLevel level, std::string_view area, std::string_view message) override {
    m_logger.log(toSpdlog(level), "{}: {}", area, oneLine(message));
  }

 private:
  spdlog::logger m_logger;
};

}  // namespace

std::shared_ptr<Logger> makeSilentLogger() {
  return std::make_shared<SilentLogger>();
}
std::shared_ptr<Logger> makeStderrLogger(LogLevel lowest) {
  return std::make_shared<SpdLogger>(lowest);
}

}  // namespace cardinal
