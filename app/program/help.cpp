// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>

#include "app/program/help.h"
#include "app/program/table.h"

namespace cardinal::app {

namespace {

/// Where descriptions begin, in columns of a terminal.
constexpr int kColumn = 30;

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter()
      : m_usage(Help::tr("Usage: %1")),
        m_optionsWord(Help::tr("OPTIONS")),
        m_commandWord(Help::tr("SUBCOMMAND")),
        m_positionals(Help::tr("Positionals:")),
        m_options(Help::tr("Options:")),
        m_required(Help::tr("(required)")),
        m_commands(Help::tr("Subcommands:")) {}

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string line = std::move(name) + " [" + m_optionsWord + "]";
    for (const CLI::Option* one : app->get_options([](const CLI::Option* option) { return option->get_positional(); }))
      line += " " + make_option_usage(one);
    if (!commandsOf(app).empty())
      line += app->get_require_subcommand_min() > 0 ? " " + m_commandWord : " [" + m_commandWord + "]";
    return Help::with(m_usage, line) + "\n";
  }

  std::string make_group(std::string, bool positional, std::vector<const CLI::Option*> options) const override {
    std::string out = "\n" + (positional ? m_positionals : m_options) + "\n";
    for (const CLI::Option* option : options) out += make_option(option, positional);
    return out;
  }

  std::string make_option(const CLI::Option* option, bool positional) const override {
    return row(make_option_name(option, positional) + make_option_opts(option), option->get_description());
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string words = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    if (option->get_required()) words += " " + m_required;
    return words;
  }

  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override {
    const auto commands = commandsOf(app);
    if (commands.empty()) return {};
    std::string out = "\n" + m_commands + "\n";
    for (const CLI::App* command : commands) out += row(command->get_name(), command->get_description());
    return out;
  }

 private:
  static std::vector<const CLI::App*> commandsOf(const CLI::App* app) {
    return app->get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
  }

  static std::string row(const std::string& name, const std::string& description) {
    const std::string left = "  " + name;
    const int width = displayWidth(QString::fromStdString(left));
    const std::string gap = width + 2 <= kColumn ? std::string(static_cast<std::size_t>(kColumn - width), ' ')
                                                 : "\n" + std::string(kColumn, ' ');
    return left + gap + description + "\n";
  }

  std::string m_usage;
  std::string m_optionsWord;
  std::string m_commandWord;
  std::string m_positionals;
  std::string m_options;
  std::string m_required;
  std::string m_commands;
};

}  // namespace

std::string Help::tr(const char* english) {
  return QCoreApplication::translate("cardinal::app::Help", english).toStdString();
}

std::string Help::with(const std::string& text, const std::string& first) {
  return QString::fromStdString(text).arg(QString::fromStdString(first)).toStdString();
}

std::string Help::rangeText(const std::string& min, const std::string& max) {
  return QString::fromStdString(tr("%1 to %2"))
      .arg(QString::fromStdString(min), QString::fromStdString(max))
      .toStdString();
}

std::shared_ptr<CLI::Formatter> Help::formatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace cardinal::app
