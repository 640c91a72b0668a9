// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/Validators.hpp>
#include <memory>
#include <string>

namespace CLI {
class Formatter;
}

namespace cardinal::app {

/// What `--help` says of commands and options. Every description goes through tr().
class Help {
#ifdef ONLY_LUPDATE_READS_THIS
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Help)  // lupdate asks for it; the type would be QString
#endif

 public:
  /// UTF-8, in the language in force; the English text itself as long as none is.
  static std::string tr(const char* english);
  /// The same with %1 replaced.
  static std::string with(const std::string& text, const std::string& first);

  /// A whole number of this range, and what --help says of it.
  template <typename Number>
  static CLI::Validator range(Number min, Number max) {
    return CLI::Range(min, max).description(rangeText(std::to_string(min), std::to_string(max)));
  }

  /// Headings in the language in force, and options without the lists of those that exclude each other: they drown what
  /// an option is for, and the parser says it when it matters.
  static std::shared_ptr<CLI::Formatter> formatter();

 private:
  static std::string rangeText(const std::string& min, const std::string& max);
};

}  // namespace cardinal::app
