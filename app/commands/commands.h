// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "app/program/help.h"
#include "app/program/invocation.h"

namespace cardinal::app {

/// Adds a command under its name and, not listed by --help, under the one it had before: scripts keep working for one
/// release. `fill` gives either its options.
template <typename Fill>
void addRenamed(CLI::App& parent, const char* name, const char* oldName, const std::string& about, const Fill& fill) {
  fill(*parent.add_subcommand(name, about));
  fill(*parent.add_subcommand(oldName, about)->group(""));
}

/// Each adds one subcommand to `app`. When the user names it, parsing sets the function of `invocation` that runs it.
/// `invocation` is moved once after parsing, so the functions keep copies of what they need.
void addInspect(CLI::App& app, Invocation& invocation);
void addCards(CLI::App& app, Invocation& invocation);
void addNodes(CLI::App& app, Invocation& invocation);
void addIdle(CLI::App& app, Invocation& invocation);
void addJournal(CLI::App& app, Invocation& invocation);
void addCheck(CLI::App& app, Invocation& invocation);
void addPending(CLI::App& app, Invocation& invocation);
void addQueues(CLI::App& app, Invocation& invocation);
void addExplain(CLI::App& app, Invocation& invocation);
void addPreview(CLI::App& app, Invocation& invocation);
void addCapacity(CLI::App& app, Invocation& invocation);
void addDefrag(CLI::App& app, Invocation& invocation);
void addWhatIf(CLI::App& app, Invocation& invocation);
void addSubmit(CLI::App& app, Invocation& invocation);
void addSnapshot(CLI::App& app, Invocation& invocation);
void addNode(CLI::App& app, Invocation& invocation);
void addSimulate(CLI::App& app, Invocation& invocation);
void addWorkload(CLI::App& app, Invocation& invocation);
void addWorkloads(CLI::App& app, Invocation& invocation);
void addRender(CLI::App& app, Invocation& invocation);

}  // namespace cardinal::app
