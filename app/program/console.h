// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string_view>
#include <vector>

#include "app/program/invocation.h"
#include "core/base/clock.h"

namespace cardinal::app {

/// Standard output, standard error and the options in force, for the text subcommands. Writes UTF-8 whatever the
/// locale.
class Console {
 public:
  Console(CommonOptions options, const Clock& clock);

  const CommonOptions& options() const { return m_options; }
  const Clock& clock() const { return m_clock; }
  bool json() const { return m_options.format == OutputFormat::JsonText; }

  /// As it is, without an added line end; of JSON, what a terminal would obey stands as escapes.
  void write(std::string_view bytes);
  void line(const QString& text = {});
  /// What was written so far reaches the reader now.
  void flush();
  void complain(const QString& text);
  /// On standard error without the program's name, for words that other programs' scripts look for.
  void complainVerbatim(std::string_view text);
  /// The sentence of an error on standard error; returns kInputError.
  int fail(const Error& error);
  /// What should be put right although it works, each on standard error.
  void tellCautions(const std::vector<Caution>& cautions);
  /// Output could not be written (full disk, closed pipe): the exit code says so.
  int finish(int code);

  /// True when the user sits at a terminal and can be asked.
  bool canAsk() const;
  /// Asks on standard error; the line typed, without its end. Empty at the end of input.
  std::string ask(const QString& question);

 private:
  CommonOptions m_options;
  const Clock& m_clock;
};

}  // namespace cardinal::app
