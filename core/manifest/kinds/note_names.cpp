// SPDX-License-Identifier: Apache-2.0
#include "core/manifest/kinds/note_names.h"

#include <array>
#include <utility>

namespace cardinal {
namespace {

constexpr std::array<std::pair<NoteCode, const char*>, 25> kNotes{{
    {NoteCode::NoReplicas, "NoReplicas"},
    {NoteCode::Suspended, "Suspended"},
    {NoteCode::ManagedElsewhere, "ManagedElsewhere"},
    {NoteCode::OnSchedule, "OnSchedule"},
    {NoteCode::PerNode, "PerNode"},
    {NoteCode::DefinedElsewhere, "DefinedElsewhere"},
    {NoteCode::RunTime, "RunTime"},
    {NoteCode::NotRead, "NotRead"},
    {NoteCode::NotANumber, "NotANumber"},
    {NoteCode::Assumed, "Assumed"},
    {NoteCode::Autoscaled, "Autoscaled"},
    {NoteCode::WaitsWithCards, "WaitsWithCards"},
    {NoteCode::Later, "Later"},
    {NoteCode::HidesCards, "HidesCards"},
    {NoteCode::TwiceOnUpdate, "TwiceOnUpdate"},
    {NoteCode::RefusedByWebhook, "RefusedByWebhook"},
    {NoteCode::UnknownRole, "UnknownRole"},
    {NoteCode::DefaultIsZero, "DefaultIsZero"},
    {NoteCode::GangOverRoles, "GangOverRoles"},
    {NoteCode::GangByGate, "GangByGate"},
    {NoteCode::Placeholders, "Placeholders"},
    {NoteCode::GangNeverWhole, "GangNeverWhole"},
    {NoteCode::NotWhole, "NotWhole"},
    {NoteCode::LimitsDiffer, "LimitsDiffer"},
    {NoteCode::TextForNumber, "TextForNumber"},
}};

}  // namespace

const char* toString(NoteCode code) noexcept {
  for (const auto& [known, name] : kNotes) {
    if (known == code) return name;
  }
  return "";
}

const char* toString(NoPods reason) noexcept {
  switch (reason) {
    case NoPods::MakesPods:
      return "MakesPods";
    case NoPods::Known:
      return "CreatesNoPods";
    case NoPods::Stores:
      return "StoresTemplates";
    case NoPods::NoneNamed:
      return "NoPodsNamed";
    case NoPods::NotFound:
      return "NoPodTemplateFound";
    case NoPods::Unreadable:
      return "Unreadable";
  }
  return "";
}

namespace yaml {

std::optional<NoteCode> noteNamed(std::string_view name) noexcept {
  for (const auto& [code, known] : kNotes) {
    if (name == known) return code;
  }
  return std::nullopt;
}

}  // namespace yaml
}  // namespace cardinal
