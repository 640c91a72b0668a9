// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/program/console.h"
#include "core/plan/changes/progress.h"
#include "core/plan/make/preview.h"

namespace cardinal::app {

/// The plan before it begins, for people.
void printPreview(Console& console, const PlanPreview& preview);
/// What the server said to a plan that was only tried. True when it would accept everything.
bool printTried(Console& console, const PlanPreview& preview, const std::vector<TriedAct>& tried);
/// Why a switch is refused, or that nothing is to be done.
void complainRefusal(Console& console, const PlanPreview& preview);
/// The pods that stop a drain, with the option that lets each go.
void complainBlocked(Console& console, const PlanPreview& preview);

/// Prints every step and pod as its state changes.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(Console& console) : m_console(console) {}
  void show(const PlanProgress& progress);

 private:
  void console(const QString& text);

  Console& m_console;
  std::vector<QString> m_steps;
  std::vector<std::pair<std::string, QString>> m_pods;
};

/// Stable English keys; unknown is null.
nlohmann::ordered_json previewJson(const PlanPreview& preview);
nlohmann::ordered_json triedJson(const std::vector<TriedAct>& tried);
nlohmann::ordered_json progressJson(const PlanProgress& progress);

}  // namespace cardinal::app
